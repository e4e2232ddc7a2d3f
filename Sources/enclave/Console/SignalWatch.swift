import Dispatch
import Foundation

/// Waits for SIGINT and SIGTERM, so that a command can leave its room before the process ends.
///
/// The third signal ends the process at once: somebody is in a hurry, or leaving hangs.
final class SignalWatch: Sendable {
    private let stream: AsyncStream<ExitCode>
    // Safe: written once here and only kept alive afterwards; dispatch sources may be released on any thread.
    private nonisolated(unsafe) let sources: [any DispatchSourceSignal]

    /// Takes the two signals over.
    init() {
        let (stream, continuation) = AsyncStream.makeStream(of: ExitCode.self, bufferingPolicy: .bufferingOldest(1))
        self.stream = stream
        sources = [(SIGINT, ExitCode.interrupted), (SIGTERM, ExitCode.terminated)].map { number, code in
            signal(number, SIG_IGN)
            let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
            source.setEventHandler {
                if case .dropped = continuation.yield(code) { exit(code.rawValue) }
            }
            source.resume()
            return source
        }
    }

    /// The exit code of the first signal.
    func first() async -> ExitCode {
        for await code in stream { return code }
        return .interrupted
    }
}
