/// What becomes of a command (`abort`, an answer, an agent command). It is pending at first and ends exactly once.
public final class CommandReceipt: Sendable {
    /// How a command ended.
    public enum Outcome: Sendable, Hashable {
        /// Written to the network on a live connection. What the host makes of it comes back as frames.
        case sent
        /// Not sent, and why, in a sentence.
        case refused(String)
        /// The connection did not come back in time, or what it was about is gone; it will not be sent any more.
        case expired
    }

    private struct Storage {
        var outcome: Outcome?
        var waiting: [CheckedContinuation<Outcome, Never>] = []
    }

    private let storage: Protected<Storage>

    init(_ outcome: Outcome? = nil) { storage = Protected(Storage(outcome: outcome)) }

    /// The outcome if it is known, nil while the command is pending.
    public var current: Outcome? { storage.withLock { $0.outcome } }

    /// Waits for the outcome.
    public func outcome() async -> Outcome {
        await withCheckedContinuation { continuation in
            let known = storage.withLock { storage -> Outcome? in
                if storage.outcome == nil { storage.waiting.append(continuation) }
                return storage.outcome
            }
            if let known { continuation.resume(returning: known) }
        }
    }

    /// Ends the command; later calls change nothing.
    func end(_ outcome: Outcome) {
        let waiting = storage.withLock { storage -> [CheckedContinuation<Outcome, Never>] in
            guard storage.outcome == nil else { return [] }
            storage.outcome = outcome
            defer { storage.waiting = [] }
            return storage.waiting
        }
        for continuation in waiting { continuation.resume(returning: outcome) }
    }
}
