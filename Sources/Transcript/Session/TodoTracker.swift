import CollabReplica
import CollabWire

/// The session's plan as it stands: what the welcome said, and after it what `todo` results say.
public struct TodoTracker: Sendable {
    /// The board, or nil while nobody has made a plan.
    public private(set) var board: TodoBoard?

    private var end = 0

    /// No plan.
    public init() {}

    /// Takes a change in. Time: in proportion to what is new; after a reset without a board in the welcome, up to the
    /// newest `todo` result.
    public mutating func apply(_ change: ReplicaChange, _ state: ReplicaState) {
        let entries = state.entries
        if change.isReset || entries.endIndex < end {
            let said = state.todoPhases.map { TodoBoard($0) }
            board = said ?? Self.newest(entries, from: entries.startIndex)
        } else {
            if change.todoChanged, let phases = state.todoPhases { board = TodoBoard(phases) }
            board = Self.newest(entries, from: max(end, entries.startIndex)) ?? board
        }
        end = entries.endIndex
        if board?.phases.isEmpty == true { board = nil }
    }

    private static func newest(_ entries: EntryList, from start: Int) -> TodoBoard? {
        for position in (start..<entries.endIndex).reversed() {
            guard case .message(let message) = entries[position].kind, case .toolResult(let info) = message.role,
                info.toolName == TodoCard.wireName, !info.isError, let phases = info.details?["phases"],
                phases.isArray
            else { continue }
            return TodoBoard(phases)
        }
        return nil
    }
}

extension TodoBoard {
    /// "3/7 · count buoys": the collapsed strip.
    public func text(_ format: SessionFormat) -> String {
        let share = "\(format.number(settledCount))/\(format.number(taskCount))"
        guard let current else { return share }
        return "\(share) · \(CardFormat.line(current.content, limit: 80))"
    }
}
