import CollabReplica
import CollabWire

/// Tokens and cost of a session's assistant messages. Kept up to date in proportion to what changes.
public struct SessionTotals: Sendable {
    /// Tokens sent.
    public private(set) var input = 0
    /// Tokens received.
    public private(set) var output = 0
    /// Tokens read from the provider's cache.
    public private(set) var cacheRead = 0
    /// Tokens written to the provider's cache.
    public private(set) var cacheWrite = 0
    /// All tokens, as the provider counts them.
    public private(set) var total = 0
    /// In US dollars.
    public private(set) var cost = 0.0
    /// Messages that told what they took.
    public private(set) var messageCount = 0

    private var entries = EntryList()

    /// Nothing yet.
    public init() {}

    /// Takes a change in. A reset adds everything up anew.
    public mutating func apply(_ change: ReplicaChange, _ state: ReplicaState) {
        let isContinuation =
            !change.isReset && state.entries.startIndex <= entries.startIndex
            && state.entries.endIndex >= entries.endIndex
        guard isContinuation else {
            self = SessionTotals()
            for entry in state.entries { add(entry, 1) }
            entries = state.entries
            return
        }
        let known = entries.startIndex..<entries.endIndex
        for position in change.replaced where known.contains(position) {
            add(entries[position], -1)
            add(state.entries[position], 1)
        }
        for position in state.entries.startIndex..<known.lowerBound { add(state.entries[position], 1) }
        for position in known.upperBound..<state.entries.endIndex { add(state.entries[position], 1) }
        entries = state.entries
    }

    private mutating func add(_ entry: Entry, _ sign: Int) {
        guard case .message(let message) = entry.kind, case .assistant(let info) = message.role,
            let usage = info.usage
        else { return }
        input = input.saturating(plus: sign, usage.input)
        output = output.saturating(plus: sign, usage.output)
        cacheRead = cacheRead.saturating(plus: sign, usage.cacheRead)
        cacheWrite = cacheWrite.saturating(plus: sign, usage.cacheWrite)
        total = total.saturating(plus: sign, usage.totalTokens)
        if usage.cost.isFinite { cost += Double(sign) * usage.cost }
        messageCount += sign
    }

    /// "12.3k tokens · $0.42".
    public func text(_ format: SessionFormat) -> String {
        let tokens = "\(format.tokens(total)) \(format.choose("tokens", "Token"))"
        return cost > 0 ? "\(tokens) · \(format.cost(cost))" : tokens
    }
}

extension Int {
    /// A sum that stays within bounds: counts come from outside.
    fileprivate func saturating(plus sign: Int, _ value: Int) -> Int {
        let bounded = Swift.max(-(1 << 52), Swift.min(1 << 52, value))
        let (sum, isOver) = addingReportingOverflow(sign * bounded)
        return isOver ? self : sum
    }
}
