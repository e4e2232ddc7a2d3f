import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// A connection made by ``URLSessionConnector``.
///
/// The task is pulled one message at a time, so nothing is read ahead beyond what the system buffers, and `send`
/// returns when the system has taken the message: both sides of the backpressure are the task's own.
final class URLSessionTransport: Transport {
    private let session: URLSession
    private let task: URLSessionWebSocketTask
    private let watcher: URLSessionWatcher

    init(session: URLSession, task: URLSessionWebSocketTask, watcher: URLSessionWatcher) {
        self.session = session
        self.task = task
        self.watcher = watcher
    }

    /// A session that is not invalidated keeps itself, its delegate and its socket for good.
    deinit { session.invalidateAndCancel() }

    /// Starts the task and waits for the end of the handshake.
    func open() async throws(TransportError) {
        let outcome = await withTaskCancellationHandler {
            task.resume()
            return await watcher.opening()
        } onCancel: {
            session.invalidateAndCancel()
        }
        switch outcome {
        case .success: return
        case .failure(let error):
            session.invalidateAndCancel()
            throw Task.isCancelled ? .cancelled : error
        }
    }

    func receive() async throws(TransportError) -> [TransportMessage] {
        do {
            let message = try await withTaskCancellationHandler {
                try await task.receive()
            } onCancel: {
                // The task offers no way to stop waiting; a reader that gave up is done with the connection.
                session.invalidateAndCancel()
            }
            switch message {
            case .data(let bytes): return [.binary(bytes)]
            case .string(let text): return [.text(text)]
            @unknown default: return [.text("")]
            }
        } catch {
            throw await ending(error)
        }
    }

    func send(_ message: TransportMessage) async throws(TransportError) {
        do {
            switch message {
            case .binary(let bytes): try await task.send(.data(bytes))
            case .text(let text): try await task.send(.string(text))
            }
        } catch {
            throw await ending(error)
        }
    }

    func ping() async throws(TransportError) {
        let task = task
        let failure = await withCheckedContinuation { (continuation: CheckedContinuation<(any Error)?, Never>) in
            task.sendPing { continuation.resume(returning: $0) }
        }
        if let failure { throw await ending(failure) }
    }

    func close(code: UInt16, reason: String) async {
        // Apple's enumeration takes any raw value; where it does not, the close is an ordinary one.
        let closeCode = URLSessionWebSocketTask.CloseCode(rawValue: Int(code)) ?? .normalClosure
        task.cancel(with: closeCode, reason: Data(reason.utf8.prefix(123)))
        session.finishTasksAndInvalidate()
    }

    /// Why the connection ended: the close frame if there was one, else what the error says.
    private func ending(_ error: any Error) async -> TransportError {
        if Task.isCancelled { return .cancelled }
        // The raw value, as 4000–4999 are no cases of the enumeration.
        let code = UInt16(clamping: task.closeCode.rawValue)
        if code != 0 {
            session.invalidateAndCancel()
            let reason = task.closeReason.map { String(decoding: $0, as: UTF8.self) } ?? ""
            return .closed(code: code, reason: reason)
        }
        session.invalidateAndCancel()
        return URLSessionWatcher.ending(of: error)
    }
}
