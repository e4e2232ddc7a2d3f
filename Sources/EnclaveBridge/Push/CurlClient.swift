import CCurl
import Foundation

/// HTTP over libcurl: one thread, one multi handle, at most one connection per server, over which requests to an
/// HTTP/2 server run side by side.
///
/// Sendable although it has unprotected state: everything but `inbox` is touched by its thread alone.
final class CurlClient: HTTPExchange, @unchecked Sendable {
    private typealias Answer = Result<BridgeResponse, ExchangeError>

    /// What a transfer needs while libcurl works on it.
    private final class Transfer {
        let number: Int
        let continuation: CheckedContinuation<Answer, Never>
        var answer = Data()
        var headers: [String: String] = [:]
        var list: UnsafeMutablePointer<curl_slist>?

        init(_ number: Int, _ continuation: CheckedContinuation<Answer, Never>) {
            self.number = number
            self.continuation = continuation
        }
    }

    private struct Inbox {
        var requests: [(number: Int, request: BridgeRequest, continuation: CheckedContinuation<Answer, Never>)] = []
        /// Numbers of exchanges that nobody waits for any more.
        var cancelled: Set<Int> = []
        var count = 0
        var isClosed = false
    }

    private let multi: OpaquePointer
    private let inbox = BridgeLock(Inbox())
    private let trustFile: String?
    private var transfers: [UnsafeMutableRawPointer: Transfer] = [:]
    /// Handles that are free: making one costs more than a push.
    private var idle: [UnsafeMutableRawPointer] = []
    private let ended = DispatchSemaphore(value: 0)

    /// The most of an answer that is kept, bytes.
    private static let maximumAnswer = 64 << 10
    /// Requests on one HTTP/2 connection at a time; the server may want fewer.
    private static let concurrentStreams = 500

    private static let librarySetUp: Void = { curl_global_init(Int(CURL_GLOBAL_DEFAULT)) }()

    /// Starts the thread.
    /// - Parameter trustFile: a PEM file of certificates to trust instead of the system's, for tests and private servers.
    /// - Throws: ``ExchangeError/unreachable(_:)`` when libcurl has no memory.
    init(trustFile: String? = nil) throws(ExchangeError) {
        _ = Self.librarySetUp
        guard let multi = curl_multi_init() else { throw .unreachable("libcurl could not be started") }
        self.multi = OpaquePointer(multi)
        self.trustFile = trustFile
        _ = enclave_curl_multi_set_long(multi, CURLMOPT_PIPELINING, Int(CURLPIPE_MULTIPLEX))
        _ = enclave_curl_multi_set_long(multi, CURLMOPT_MAX_HOST_CONNECTIONS, 1)
        _ = enclave_curl_multi_set_long(multi, CURLMOPT_MAX_CONCURRENT_STREAMS, Self.concurrentStreams)
        let thread = Thread { [self] in serve() }
        thread.name = "enclave push"
        thread.start()
    }

    func exchange(_ request: BridgeRequest) async throws(ExchangeError) -> BridgeResponse {
        let number = inbox.withLock { inbox in
            inbox.count += 1
            return inbox.count
        }
        let answer = await withTaskCancellationHandler {
            await withCheckedContinuation { (continuation: CheckedContinuation<Answer, Never>) in
                let isTaken = post { inbox in
                    // Asked under the lock: a cancellation that comes later finds the request in the inbox.
                    guard !Task.isCancelled else { return false }
                    inbox.requests.append((number, request, continuation))
                    return true
                }
                if !isTaken { continuation.resume(returning: .failure(.closed)) }
            }
        } onCancel: {
            _ = post { inbox in
                inbox.cancelled.insert(number)
                return true
            }
        }
        return try answer.get()
    }

    /// Ends the thread; exchanges under way end with ``ExchangeError/lost(_:)``, or ``ExchangeError/unreachable(_:)`` when
    /// they had not left.
    func close() {
        let isMine = post { inbox in
            inbox.isClosed = true
            return true
        }
        // A name that is being looked up cannot be cut off: the thread ends when it has been.
        if isMine { _ = ended.wait(timeout: .now() + 2) }
    }

    /// Changes the inbox and wakes the thread; under the lock, because a thread that finds the client closed puts away what
    /// it would be woken by.
    /// - Returns: what `change` says; false when the client is closed.
    private func post(_ change: (inout Inbox) -> Bool) -> Bool {
        inbox.withLock { inbox in
            guard !inbox.isClosed, change(&inbox) else { return false }
            curl_multi_wakeup(UnsafeMutableRawPointer(multi))
            return true
        }
    }

    // MARK: On the thread

    private func serve() {
        var signals = sigset_t()
        sigemptyset(&signals)
        sigaddset(&signals, SIGPIPE)
        pthread_sigmask(SIG_BLOCK, &signals, nil)
        let multi = UnsafeMutableRawPointer(multi)
        while true {
            let news = inbox.withLock { inbox in
                defer {
                    inbox.requests = []
                    inbox.cancelled = []
                }
                return inbox
            }
            for entry in news.requests {
                if news.isClosed || news.cancelled.contains(entry.number) {
                    entry.continuation.resume(returning: .failure(.closed))
                } else {
                    begin(entry.number, entry.request, entry.continuation)
                }
            }
            if news.isClosed { break }
            if !news.cancelled.isEmpty {
                for (handle, transfer) in transfers where news.cancelled.contains(transfer.number) {
                    cut(handle, transfer)
                }
            }
            var running: Int32 = 0
            curl_multi_perform(multi, &running)
            collect()
            // A minute at most, so that a lost wake-up could never hold anything up for longer.
            curl_multi_poll(multi, nil, 0, transfers.isEmpty ? 60_000 : 1_000, nil)
        }
        for (handle, transfer) in transfers { cut(handle, transfer) }
        for handle in idle { curl_easy_cleanup(handle) }
        curl_multi_cleanup(multi)
        ended.signal()
    }

    /// Ends a transfer that nobody waits for any more.
    private func cut(_ handle: UnsafeMutableRawPointer, _ transfer: Transfer) {
        // Asked before the handle is emptied.
        let hasLeft = hasLeft(handle)
        curl_multi_remove_handle(UnsafeMutableRawPointer(multi), handle)
        finish(handle, transfer, .failure(hasLeft ? .lost("cut off") : .unreachable("cut off")))
    }

    /// Whether something of the request may have reached the server.
    private func hasLeft(_ handle: UnsafeMutableRawPointer) -> Bool {
        var requestSize = 0
        _ = enclave_curl_get_long(handle, CURLINFO_REQUEST_SIZE, &requestSize)
        return requestSize > 0
    }

    private func begin(
        _ number: Int, _ request: BridgeRequest, _ continuation: CheckedContinuation<Answer, Never>
    ) {
        guard let handle = idle.popLast() ?? curl_easy_init() else {
            continuation.resume(returning: .failure(.unreachable("libcurl has no memory left")))
            return
        }
        let transfer = Transfer(number, continuation)
        configure(handle, request, transfer)
        transfers[handle] = transfer
        let code = curl_multi_add_handle(UnsafeMutableRawPointer(multi), handle)
        if code != CURLM_OK { finish(handle, transfer, .failure(.unreachable("libcurl refused the request"))) }
    }

    private func configure(_ handle: UnsafeMutableRawPointer, _ request: BridgeRequest, _ transfer: Transfer) {
        _ = enclave_curl_set_string(handle, CURLOPT_URL, request.url)
        _ = enclave_curl_set_string(handle, CURLOPT_PROTOCOLS_STR, "http,https")
        _ = enclave_curl_set_long(handle, CURLOPT_NOSIGNAL, 1)
        _ = enclave_curl_set_long(handle, CURLOPT_FOLLOWLOCATION, 0)
        _ = enclave_curl_set_long(handle, CURLOPT_TIMEOUT_MS, request.timeout)
        _ = enclave_curl_set_long(handle, CURLOPT_CONNECTTIMEOUT_MS, min(request.timeout, 10_000))
        // A request waits for the connection that is being made rather than making a second one.
        _ = enclave_curl_set_long(handle, CURLOPT_PIPEWAIT, 1)
        // The connection stays open between pushes; the system finds out when it is dead.
        _ = enclave_curl_set_long(handle, CURLOPT_TCP_KEEPALIVE, 1)
        _ = enclave_curl_set_long(handle, CURLOPT_MAXAGE_CONN, 3_600)
        // HTTP/2 where the server offers it, which Apple's servers do and demand.
        _ = enclave_curl_set_long(handle, CURLOPT_HTTP_VERSION, Int(CURL_HTTP_VERSION_2TLS))
        if let trustFile { _ = enclave_curl_set_string(handle, CURLOPT_CAINFO, trustFile) }
        // Neither a proxy's nor a user's settings: what a push says must not be theirs to read.
        for header in request.headers + [BridgeRequest.Header("expect", "")] {
            let line = header.value.isEmpty ? "\(header.name):" : "\(header.name): \(header.value)"
            transfer.list = curl_slist_append(transfer.list, line)
        }
        _ = enclave_curl_set_pointer(handle, CURLOPT_HTTPHEADER, UnsafeMutableRawPointer(transfer.list))
        _ = enclave_curl_set_long(handle, CURLOPT_POST, 1)
        _ = enclave_curl_set_long(handle, CURLOPT_POSTFIELDSIZE, request.body.count)
        // Copied, so that libcurl can send it again over a fresh connection when the kept one had died.
        request.body.withUnsafeBytes { bytes in
            let source = UnsafeMutableRawPointer(mutating: bytes.baseAddress)
            _ = enclave_curl_set_pointer(handle, CURLOPT_COPYPOSTFIELDS, source)
        }
        let context = Unmanaged.passUnretained(transfer).toOpaque()
        _ = enclave_curl_set_write(handle, CURLOPT_WRITEFUNCTION) { buffer, size, count, context in
            guard let buffer, let context else { return 0 }
            let transfer = Unmanaged<Transfer>.fromOpaque(context).takeUnretainedValue()
            let room = CurlClient.maximumAnswer - transfer.answer.count
            transfer.answer.append(Data(bytes: buffer, count: min(room, size * count)))
            return size * count
        }
        _ = enclave_curl_set_pointer(handle, CURLOPT_WRITEDATA, context)
        _ = enclave_curl_set_write(handle, CURLOPT_HEADERFUNCTION) { buffer, size, count, context in
            guard let buffer, let context else { return 0 }
            let transfer = Unmanaged<Transfer>.fromOpaque(context).takeUnretainedValue()
            let line = String(decoding: UnsafeRawBufferPointer(start: buffer, count: size * count), as: UTF8.self)
            if let colon = line.firstIndex(of: ":"), transfer.headers.count < 64 {
                let value = line[line.index(after: colon)...].trimmingCharacters(in: .whitespacesAndNewlines)
                transfer.headers[line[..<colon].lowercased()] = String(value.prefix(1_024))
            }
            return size * count
        }
        _ = enclave_curl_set_pointer(handle, CURLOPT_HEADERDATA, context)
    }

    private func collect() {
        var left: Int32 = 0
        while let message = curl_multi_info_read(UnsafeMutableRawPointer(multi), &left) {
            guard let handle = enclave_curl_finished(message) else { continue }
            let result = enclave_curl_result(message)
            curl_multi_remove_handle(UnsafeMutableRawPointer(multi), handle)
            guard let transfer = transfers[handle] else { continue }
            finish(handle, transfer, answer(handle, transfer, result))
        }
    }

    private func answer(_ handle: UnsafeMutableRawPointer, _ transfer: Transfer, _ result: CURLcode) -> Answer {
        var status = 0
        _ = enclave_curl_get_long(handle, CURLINFO_RESPONSE_CODE, &status)
        if result == CURLE_OK {
            return .success(BridgeResponse(status: status, headers: transfer.headers, body: transfer.answer))
        }
        // libcurl's own sentence for the kind of failure: holds neither address nor content.
        let words = curl_easy_strerror(result).map { String(cString: $0) } ?? "failure \(result.rawValue)"
        let hasLeft = hasLeft(handle)
        switch result {
        case CURLE_COULDNT_RESOLVE_HOST, CURLE_COULDNT_CONNECT, CURLE_URL_MALFORMAT, CURLE_UNSUPPORTED_PROTOCOL:
            return .failure(.unreachable(words))
        case CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_CONNECT_ERROR, CURLE_SSL_CACERT_BADFILE, CURLE_HTTP2:
            return hasLeft ? .failure(.lost(words)) : .failure(.untrusted(words))
        default: return hasLeft ? .failure(.lost(words)) : .failure(.unreachable(words))
        }
    }

    private func finish(_ handle: UnsafeMutableRawPointer, _ transfer: Transfer, _ answer: Answer) {
        transfers[handle] = nil
        curl_slist_free_all(transfer.list)
        curl_easy_reset(handle)
        if idle.count < Self.concurrentStreams { idle.append(handle) } else { curl_easy_cleanup(handle) }
        transfer.continuation.resume(returning: answer)
    }
}
