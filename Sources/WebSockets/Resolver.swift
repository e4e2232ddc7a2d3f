import Foundation

/// Host names to addresses, off the service thread: `getaddrinfo` blocks, and one slow name server must not stop the
/// connections that already exist.
enum Resolver {
    /// The numeric addresses of `host` in the order the system prefers.
    static func addresses(of host: String) async throws(WebSocketError) -> [String] {
        if isNumeric(host) { return [host] }
        let answer = Lock<CheckedContinuation<Result<[String], WebSocketError>, Never>?>(nil)
        let result = await withTaskCancellationHandler {
            await withCheckedContinuation { (waiter: CheckedContinuation<Result<[String], WebSocketError>, Never>) in
                answer.withLock { $0 = waiter }
                if Task.isCancelled {
                    finish(answer, .failure(.cancelled))
                    return
                }
                // A thread of its own: the call blocks, and would take one of the few that tasks or queues share.
                Thread.detachNewThread { finish(answer, lookUp(host)) }
            }
        } onCancel: {
            finish(answer, .failure(.cancelled))
        }
        return try result.get()
    }

    private static func finish(
        _ answer: Lock<CheckedContinuation<Result<[String], WebSocketError>, Never>?>,
        _ result: Result<[String], WebSocketError>
    ) {
        let waiter = answer.withLock { answer in
            defer { answer = nil }
            return answer
        }
        waiter?.resume(returning: result)
    }

    static func isNumeric(_ host: String) -> Bool {
        var v4 = in_addr()
        var v6 = in6_addr()
        return inet_pton(AF_INET, host, &v4) == 1 || inet_pton(AF_INET6, host, &v6) == 1
    }

    private static func lookUp(_ host: String) -> Result<[String], WebSocketError> {
        var hints = addrinfo()
        hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
        hints.ai_flags = AI_ADDRCONFIG
        var list: UnsafeMutablePointer<addrinfo>?
        let status = getaddrinfo(host, nil, &hints, &list)
        guard status == 0 else {
            let why = gai_strerror(status).map { String(cString: $0) } ?? "unknown error"
            return .failure(.unreachable("The name \(host) could not be resolved: \(why)."))
        }
        defer { freeaddrinfo(list) }
        var addresses: [String] = []
        var next = list
        while let item = next?.pointee {
            var text = [CChar](repeating: 0, count: Int(NI_MAXHOST))
            if getnameinfo(item.ai_addr, item.ai_addrlen, &text, socklen_t(text.count), nil, 0, NI_NUMERICHOST) == 0 {
                let address = String(decoding: text.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
                if !addresses.contains(address) { addresses.append(address) }
            }
            next = item.ai_next
        }
        guard !addresses.isEmpty else {
            return .failure(.unreachable("The name \(host) has no address."))
        }
        return .success(addresses)
    }
}
