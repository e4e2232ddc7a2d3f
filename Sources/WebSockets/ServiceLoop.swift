import CWebSockets
import Foundation

/// One libwebsockets context and the thread that serves it.
///
/// Threading contract: everything that touches the library runs on the loop's own thread, as a job given to
/// ``submit(_:)`` or inside one of the library's callbacks. The only call made from outside is `lws_cancel_service`,
/// which exists for that. The thread ends, and with it every connection, when the loop is stopped or released.
final class ServiceLoop: Sendable {
    private let core: ServiceCore

    /// - Parameter name: of the thread, for debuggers and measurements; 15 bytes at most.
    init(name: String) throws(WebSocketError) {
        core = try ServiceCore()
        let core = core
        let thread = Thread {
            // Here, as `Thread.name` does not reach the system before the thread runs.
            cws_name_thread(name)
            core.run()
        }
        thread.stackSize = 1 << 20
        thread.start()
    }

    deinit { core.stop() }

    /// Runs `job` on the loop's thread, after those submitted before.
    /// - Returns: false when the loop has been stopped; the job will not run.
    @discardableResult
    func submit(_ job: @escaping @Sendable (ServiceCore) -> Void) -> Bool { core.submit(job) }

    /// Ends the thread and all its connections; returns at once.
    func stop() { core.stop() }
}
