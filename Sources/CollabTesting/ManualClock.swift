import CollabGuest

/// Time that moves only when a test says so.
public final class ManualClock: SessionClock {
    private struct Sleeper {
        var deadline: Double
        var order: Int
        var continuation: CheckedContinuation<Bool, Never>
    }

    private struct Storage {
        var now: Double = 0
        var sleepers: [Int: Sleeper] = [:]
        var cancelled: Set<Int> = []
        var nextId = 0
    }

    private let storage = Protected(Storage())

    /// A clock at zero.
    public init() {}

    /// Milliseconds; stands still between two calls of `advance`.
    public func now() -> Double { storage.withLock { $0.now } }

    /// Returns when the test has moved time to `deadline`.
    public func sleep(until deadline: Double) async throws {
        let id = storage.withLock { storage in
            storage.nextId += 1
            return storage.nextId
        }
        let isDue = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let answer = storage.withLock { storage -> Bool? in
                    if storage.cancelled.remove(id) != nil || Task.isCancelled { return false }
                    if deadline <= storage.now { return true }
                    storage.sleepers[id] = Sleeper(deadline: deadline, order: id, continuation: continuation)
                    return nil
                }
                if let answer { continuation.resume(returning: answer) }
            }
        } onCancel: {
            let sleeper = storage.withLock { storage -> Sleeper? in
                let sleeper = storage.sleepers.removeValue(forKey: id)
                if sleeper == nil { storage.cancelled.insert(id) }
                return sleeper
            }
            sleeper?.continuation.resume(returning: false)
        }
        storage.withLock { _ = $0.cancelled.remove(id) }
        if !isDue { throw CancellationError() }
    }

    /// The earliest deadline somebody waits for.
    public var nextDeadline: Double? { storage.withLock { $0.sleepers.values.map(\.deadline).min() } }

    /// How many wait.
    public var sleeperCount: Int { storage.withLock { $0.sleepers.count } }

    /// Moves time by `milliseconds`, stopping at every deadline on the way and calling `settle` there, so that what
    /// wakes up can go to sleep again before the next one is due.
    public func advance(by milliseconds: Double, settle: () -> Void) {
        let target = now() + milliseconds
        settle()
        while let next = nextDeadline, next <= target {
            wake(at: next)
            settle()
        }
        wake(at: target)
        settle()
    }

    /// ``advance(by:settle:)`` for tests whose tasks run in the common pool: between two deadlines it lets them run
    /// by yielding `patience` times.
    public func advance(by milliseconds: Double, patience: Int = 200) async {
        let target = now() + milliseconds
        for _ in 0..<patience { await Task.yield() }
        while let next = nextDeadline, next <= target {
            wake(at: next)
            for _ in 0..<patience { await Task.yield() }
        }
        wake(at: target)
        for _ in 0..<patience { await Task.yield() }
    }

    private func wake(at time: Double) {
        let due = storage.withLock { storage -> [Sleeper] in
            storage.now = max(storage.now, time)
            let due = storage.sleepers.filter { $0.value.deadline <= storage.now }
            for id in due.keys { storage.sleepers[id] = nil }
            return due.values.sorted { ($0.deadline, $0.order) < ($1.deadline, $1.order) }
        }
        for sleeper in due { sleeper.continuation.resume(returning: true) }
    }
}
