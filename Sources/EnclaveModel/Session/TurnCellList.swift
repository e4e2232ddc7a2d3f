import Transcript

/// Brings a list of cells up to date with a diff of rows, and keeps the cell of every row that stays.
@MainActor
enum TurnCellList {
    /// Applies a diff.
    ///
    /// Cells whose row comes back in the same diff (a reset lists everything anew) keep their identity, so their
    /// readers stay and draw again only when the value differs.
    /// - Returns: the new list when rows came or went, nil when rows only changed: then nobody who reads the list has
    ///   anything to do.
    static func apply(_ diff: TurnDiff, to cells: [TurnCell]) -> [TurnCell]? {
        var result: [TurnCell]?
        if !diff.removals.isEmpty || !diff.insertions.isEmpty {
            var list = cells
            var removed: [TurnID: TurnCell] = [:]
            for range in diff.removals.reversed() {
                for cell in list[range] { removed[cell.id] = cell }
                list.removeSubrange(range)
            }
            for insertion in diff.insertions {
                let fresh = insertion.turns.map { turn -> TurnCell in
                    guard let cell = removed.removeValue(forKey: turn.id) else { return TurnCell(turn) }
                    set(turn, on: cell)
                    return cell
                }
                list.insert(contentsOf: fresh, at: insertion.index)
            }
            result = list
        }
        for update in diff.updates { set(update.turn, on: (result ?? cells)[update.index]) }
        return result
    }

    private static func set(_ turn: UITurn, on cell: TurnCell) {
        if cell.turn != turn { cell.turn = turn }
    }
}
