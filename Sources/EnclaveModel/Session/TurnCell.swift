import Observation
import Transcript

/// One row of the transcript as the screen holds it: an object per row, so that a row that grows makes only its own
/// reader draw again, not every reader of the list.
@MainActor
@Observable
public final class TurnCell: Identifiable {
    /// The row's name; never changes.
    public nonisolated let id: TurnID
    /// The row's newest value.
    public internal(set) var turn: UITurn

    init(_ turn: UITurn) {
        id = turn.id
        self.turn = turn
    }
}
