import CollabGuest
import Foundation

/// Time that a test moves by hand. `advance` wakes every sleeper whose deadline has come, in order.
final class ManualClock: SessionClock, @unchecked Sendable {
    // Safe: everything below is only touched under the lock.
    private let lock = NSLock()
    private var time = 0.0
    private var sleepers: [(id: Int, deadline: Double, wake: CheckedContinuation<Void, any Error>)] = []
    private var cancelled: Set<Int> = []
    private var count = 0

    func now() -> Double { lock.withLock { time } }

    /// How many wait.
    var sleeperCount: Int { lock.withLock { sleepers.count } }

    func sleep(until deadline: Double) async throws {
        let id = lock.withLock {
            count += 1
            return count
        }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { (wake: CheckedContinuation<Void, any Error>) in
                let outcome = lock.withLock { () -> Result<Void, any Error>? in
                    if cancelled.remove(id) != nil { return .failure(CancellationError()) }
                    if deadline <= time { return .success(()) }
                    sleepers.append((id, deadline, wake))
                    return nil
                }
                if let outcome { wake.resume(with: outcome) }
            }
        } onCancel: {
            let wake = lock.withLock { () -> CheckedContinuation<Void, any Error>? in
                guard let index = sleepers.firstIndex(where: { $0.id == id }) else {
                    cancelled.insert(id)
                    return nil
                }
                return sleepers.remove(at: index).wake
            }
            wake?.resume(throwing: CancellationError())
        }
    }

    func advance(by milliseconds: Double) {
        let due = lock.withLock {
            time += milliseconds
            let due = sleepers.filter { $0.deadline <= time }.sorted { $0.deadline < $1.deadline }
            sleepers.removeAll { $0.deadline <= time }
            return due
        }
        for sleeper in due { sleeper.wake.resume() }
    }
}
