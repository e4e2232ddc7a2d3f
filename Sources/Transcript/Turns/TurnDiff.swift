/// What changed in a list of rows: removals, insertions and updates by index, never a move.
///
/// To bring an old list up to date: take out ``removals`` (indices of the old list), then put in ``insertions`` in order
/// (indices of the new list), then replace ``updates`` (indices of the new list). ``apply(to:)`` does just that.
public struct TurnDiff: Hashable, Sendable {
    /// Rows that come in together.
    public struct Insertion: Hashable, Sendable {
        /// Index of the first in the new list.
        public var index: Int
        /// The rows, in order.
        public var turns: [UITurn]

        /// An insertion.
        public init(index: Int, turns: [UITurn]) {
            self.index = index
            self.turns = turns
        }
    }

    /// A row that keeps its id and gets another value.
    public struct Update: Hashable, Sendable {
        /// Index in the new list.
        public var index: Int
        /// The new value.
        public var turn: UITurn

        /// An update.
        public init(index: Int, turn: UITurn) {
            self.index = index
            self.turn = turn
        }
    }

    /// Ranges of the old list, ascending and apart.
    public var removals: [Range<Int>] = []
    /// Ascending.
    public var insertions: [Insertion] = []
    /// Ascending.
    public var updates: [Update] = []

    /// Nothing changed.
    public init() {}

    /// Whether nothing changed.
    public var isEmpty: Bool { removals.isEmpty && insertions.isEmpty && updates.isEmpty }

    /// Rows that are new or have a new value.
    public var touchedCount: Int {
        insertions.reduce(updates.count) { $0 + $1.turns.count }
    }

    /// Brings a list up to date.
    ///
    /// Complexity: O(list) for insertions and removals away from the end, else O(change).
    public func apply(to turns: inout [UITurn]) {
        for range in removals.reversed() { turns.removeSubrange(range) }
        for insertion in insertions { turns.insert(contentsOf: insertion.turns, at: insertion.index) }
        for update in updates { turns[update.index] = update.turn }
    }
}
