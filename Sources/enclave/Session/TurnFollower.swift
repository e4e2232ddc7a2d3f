import Transcript

/// Splits a transcript that grows into what is settled, told once and in order, and what may still change.
///
/// A terminal can't take back what has scrolled away, so a row counts as settled only when it will not change any more.
/// A pure value: rows in, rows out; drawing is others' business.
struct TurnFollower: Sendable {
    /// What to show.
    struct News: Sendable, Hashable {
        /// Rows that will not change any more, and were not told before.
        var settled: [UITurn] = []
        /// Rows behind them, as they look now.
        var live: [UITurn] = []
    }

    /// How many rows of the past to tell at first; nil tells all.
    private let past: Int?
    private var told: Set<TurnID> = []
    private var hasBegun = false

    init(past: Int?) { self.past = past }

    /// What to show now. Costs work in proportion to what was not told yet.
    /// - Parameters:
    ///   - rows: the transcript.
    ///   - isWorking: the agent works: calls without a result may still get one.
    ///   - isOver: nothing will change any more, whatever it looks like.
    mutating func news(in rows: TurnList, isWorking: Bool, isOver: Bool = false) -> News {
        var fresh: [UITurn] = []
        // From the end: what was told lies in one piece before what was not.
        search: for row in rows.reversed() {
            for unit in Self.units(row).reversed() {
                if told.contains(unit.id) { break search }
                fresh.append(unit)
            }
        }
        fresh.reverse()
        if !hasBegun, !fresh.isEmpty {
            hasBegun = true
            if let past, fresh.count > past {
                told.formUnion(fresh.dropLast(past).map(\.id))
                fresh = Array(fresh.suffix(past))
            }
        }
        // A call that was left without a result stays so once somebody has spoken after it.
        let lastWord = fresh.lastIndex { !Self.isCall($0) && !$0.isStreaming } ?? -1
        let isSettled = { (index: Int) in
            isOver || Self.isSettled(fresh[index], isWorking: isWorking && index > lastWord)
        }
        let split = fresh.indices.first { !isSettled($0) } ?? fresh.endIndex
        told.formUnion(fresh[..<split].map(\.id))
        return News(settled: Array(fresh[..<split]), live: Array(fresh[split...]))
    }

    /// A group of calls is told call by call: it may grow after its first call was told.
    private static func units(_ row: UITurn) -> [UITurn] {
        switch row.kind {
        case .activity(let activity):
            activity.steps.map { step in
                UITurn(
                    id: step.id, entryId: row.entryId, timestamp: row.timestamp, elided: step.elided,
                    kind: .tool(step.tool))
            }
        // Markers of a screen, and what passes: the status line says it.
        case .earlierHistory, .newSince, .system(.retrying), .system(.compacting): []
        default: [row]
        }
    }

    private static func call(_ unit: UITurn) -> ToolTurn? {
        switch unit.kind {
        case .tool(let tool), .ask(let tool): tool
        case .subagents(let subagents): subagents.tool
        default: nil
        }
    }

    private static func isCall(_ unit: UITurn) -> Bool { call(unit) != nil }

    private static func isSettled(_ unit: UITurn, isWorking: Bool) -> Bool {
        if unit.isStreaming { return false }
        guard let call = call(unit) else { return true }
        return call.result != nil || !isWorking
    }
}
