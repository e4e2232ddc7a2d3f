import CollabGuest

/// Runs jobs only when told to, on the caller's thread, in the order they became ready: with it a test of several
/// tasks and actors is deterministic and never sleeps.
///
/// Tasks started with ``spawn(_:)`` (and the default actors they call) run here. ``settle()`` returns when nothing is
/// left to run: everybody waits for a message, a deadline or a reply.
@available(macOS 15.0, iOS 18.0, *)
public final class ManualExecutor: TaskExecutor {
    private struct Queue {
        var jobs: [UnownedJob] = []
        var head = 0

        mutating func pop() -> UnownedJob? {
            guard head < jobs.count else {
                jobs.removeAll(keepingCapacity: true)
                head = 0
                return nil
            }
            defer { head += 1 }
            return jobs[head]
        }
    }

    private let queue = Protected(Queue())

    /// An executor with nothing to do.
    public init() {}

    /// Keeps a job until ``settle()``.
    public func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.withLock { $0.jobs.append(job) }
    }

    /// Runs everything that is ready, and what becomes ready meanwhile.
    public func settle() {
        while let job = queue.withLock({ $0.pop() }) {
            job.runSynchronously(on: asUnownedTaskExecutor())
        }
    }

    /// Starts a task here; it runs during ``settle()``.
    @discardableResult
    public func spawn<Result: Sendable>(
        _ body: sending @escaping @isolated(any) () async -> Result
    ) -> Task<Result, Never> {
        Task(executorPreference: self, operation: body)
    }

    /// Starts a task here that may fail.
    @discardableResult
    public func spawnThrowing<Result: Sendable>(
        _ body: sending @escaping @isolated(any) () async throws -> Result
    ) -> Task<Result, any Error> {
        Task(executorPreference: self, operation: body)
    }
}
