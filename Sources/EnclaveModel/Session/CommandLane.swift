/// Runs commands one after the other in the order they were given: a tap that comes later never overtakes one before.
///
/// A `Task` per tap could reach the session in any order; one consumer of one queue can't.
@MainActor
final class CommandLane {
    private var waiting: [@Sendable () async -> Void] = []
    private var runner: Task<Void, Never>?

    func add(_ command: @escaping @Sendable () async -> Void) {
        waiting.append(command)
        guard runner == nil else { return }
        // The lane keeps itself alive until it is empty: a prompt given just before a screen closes still leaves.
        runner = Task {
            while !waiting.isEmpty {
                let next = waiting.removeFirst()
                await next()
            }
            runner = nil
        }
    }

    /// Waits until everything that was added before has run.
    func finished() async {
        await withCheckedContinuation { done in add { done.resume() } }
    }
}
