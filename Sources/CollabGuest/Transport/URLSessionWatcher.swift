import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// The delegate of one connection's `URLSession`: tells when the handshake is done, or why it failed.
///
/// Sendable although it has state: the state is behind `lock`.
final class URLSessionWatcher: NSObject, URLSessionWebSocketDelegate, @unchecked Sendable {
    private enum Phase {
        case pending
        case waiting(CheckedContinuation<Result<Void, TransportError>, Never>)
        case settled(Result<Void, TransportError>)
    }

    private let host: String
    private let lock = NSLock()
    private var phase = Phase.pending

    init(host: String) { self.host = host }

    /// Waits for the end of the handshake; call it once.
    func opening() async -> Result<Void, TransportError> {
        await withCheckedContinuation { continuation in
            let settled = lock.withLock { () -> Result<Void, TransportError>? in
                if case .settled(let result) = phase { return result }
                phase = .waiting(continuation)
                return nil
            }
            if let settled { continuation.resume(returning: settled) }
        }
    }

    private func settle(_ result: Result<Void, TransportError>) {
        let waiter = lock.withLock { () -> CheckedContinuation<Result<Void, TransportError>, Never>? in
            defer { if !isSettled { phase = .settled(result) } }
            if case .waiting(let continuation) = phase { return continuation }
            return nil
        }
        waiter?.resume(returning: result)
    }

    private var isSettled: Bool {
        if case .settled = phase { return true }
        return false
    }

    func urlSession(
        _ session: URLSession, webSocketTask: URLSessionWebSocketTask, didOpenWithProtocol protocol: String?
    ) {
        settle(.success(()))
    }

    func urlSession(
        _ session: URLSession, webSocketTask: URLSessionWebSocketTask,
        didCloseWith closeCode: URLSessionWebSocketTask.CloseCode, reason: Data?
    ) {
        let words = reason.map { String(decoding: $0, as: UTF8.self) } ?? ""
        settle(.failure(.closed(code: UInt16(clamping: closeCode.rawValue), reason: words)))
    }

    func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
        if let status = (task.response as? HTTPURLResponse)?.statusCode, status != 101 {
            settle(.failure(.refused(status: status)))
        } else if let error {
            settle(.failure(Self.opening(error, host: host)))
        } else {
            settle(.failure(.closed(code: 1006, reason: "")))
        }
    }

    /// A relay's link names the relay; being sent elsewhere is a refusal.
    func urlSession(
        _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
        newRequest request: URLRequest, completionHandler: @escaping @Sendable (URLRequest?) -> Void
    ) {
        completionHandler(nil)
    }

    /// Why a connection could not be opened.
    static func opening(_ error: any Error, host: String) -> TransportError {
        guard let error = error as? URLError else {
            return .unreachable("The connection to \(host) could not be opened: \(error.localizedDescription)")
        }
        switch error.code {
        case .cancelled: return .cancelled
        case .serverCertificateUntrusted, .serverCertificateHasBadDate, .serverCertificateHasUnknownRoot,
            .serverCertificateNotYetValid, .secureConnectionFailed:
            return .untrusted("The certificate of \(host) is not trusted: \(error.localizedDescription)")
        default:
            return .unreachable("Nobody answers at \(host): \(error.localizedDescription)")
        }
    }

    /// Why an open connection ended without a close frame.
    static func ending(of error: any Error) -> TransportError {
        let underlying = error as NSError
        if underlying.domain == NSPOSIXErrorDomain, underlying.code == Int(EMSGSIZE) {
            return .messageTooLarge(nil)
        }
        return .closed(code: 1006, reason: "")
    }
}
