/// A clock that stands still until a test moves it.
@MainActor public final class ManualClock {
    /// How much time has passed.
    public private(set) var elapsed: Duration = .zero
    private var sleepers: [(id: Int, wake: Duration, continuation: CheckedContinuation<Void, any Error>)] = []
    private var lastID = 0

    /// A clock at zero.
    public init() {}

    /// How many tasks sleep.
    public var sleeperCount: Int { sleepers.count }

    /// Sleeps until the clock has been moved far enough; throws when the task is cancelled.
    public func sleep(for duration: Duration) async throws {
        lastID += 1
        let id = lastID
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
                if Task.isCancelled {
                    continuation.resume(throwing: CancellationError())
                } else {
                    sleepers.append((id, elapsed + duration, continuation))
                }
            }
        } onCancel: {
            Task { @MainActor in self.cancel(id) }
        }
    }

    private func cancel(_ id: Int) {
        guard let index = sleepers.firstIndex(where: { $0.id == id }) else { return }
        sleepers.remove(at: index).continuation.resume(throwing: CancellationError())
    }

    /// Moves the clock, and wakes whom it passes in order.
    public func advance(by duration: Duration) {
        elapsed += duration
        let due = sleepers.filter { $0.wake <= elapsed }.sorted { $0.wake < $1.wake }
        sleepers.removeAll { $0.wake <= elapsed }
        for sleeper in due { sleeper.continuation.resume() }
    }
}
