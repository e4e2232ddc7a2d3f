/// Decides where the transcript stands: following the end, or staying with what is being read (feature E11).
///
/// A value without a view: the list reports what the person and the content do, and carries out the ``Move``s it gets
/// back. Rows are named by any stable id.
public struct ScrollPolicy<RowID: Hashable & Sendable>: Sendable {
    /// What the list has to do.
    public enum Move: Sendable, Hashable {
        /// Leave the offset as it is: what is read stays where it is.
        case stay
        /// Go to the end of the last row.
        case toEnd(animated: Bool)
    }

    /// Distance from the end, in points, up to which the list counts as being at the end.
    public static var followDistance: Double { 40 }

    /// Whether new content pulls the list along.
    public private(set) var isFollowing = true
    /// Rows that came while the person was reading further up; shown on the jump button.
    public private(set) var newRows = 0
    /// The row at the edge of what is being read. A reconnect and older rows above need no move: rows keep their identity,
    /// and the list stays where it is.
    public private(set) var readingRow: RowID?

    /// A list that has not been touched: it follows.
    public init() {}

    /// The row at the bottom edge when the end was last in view.
    private var endRow: RowID?
    /// The list was sent to its end from further up, and passes rows on its way.
    private var isJumping = false

    /// Whether "n new ↓" is shown.
    public var showsJumpButton: Bool { !isFollowing }

    /// The person moved the list.
    /// - Parameters:
    ///   - distanceFromEnd: points between the visible bottom and the end of the content; negative in a bounce.
    ///   - isBouncing: the list is beyond an edge and moves by itself; this says nothing about intent.
    ///   - topRow: the first row that is visible.
    public mutating func userScrolled(distanceFromEnd: Double, isBouncing: Bool, topRow: RowID?) {
        guard !isBouncing else { return }
        isFollowing = distanceFromEnd <= Self.followDistance
        readingRow = isFollowing ? nil : topRow
        if isFollowing { newRows = 0 }
    }

    /// The list stands with this row at its bottom edge.
    ///
    /// Such word may be late: rows that came meanwhile push up the one that was last. So a list that follows goes on
    /// doing so until a row above the one it stood on is at the bottom.
    /// - Parameters:
    ///   - isLast: it is the last row there is.
    ///   - isAbove: whether it stands above another row; false for one that is gone.
    public mutating func stands(onRow row: RowID, isLast: Bool, isAbove: (RowID) -> Bool) {
        let isAtEnd = isLast || isFollowing && (isJumping || !(endRow.map(isAbove) ?? false))
        if isLast { isJumping = false }
        if isAtEnd { endRow = row }
        userScrolled(distanceFromEnd: isAtEnd ? 0 : .infinity, isBouncing: false, topRow: row)
    }

    /// The list came on screen. One that follows begins at its end.
    /// - Parameter last: its last row.
    public mutating func appeared(last: RowID?) {
        if isFollowing { endRow = last }
    }

    /// Content grew or shrank: rows were added at the end, the last row streams, or rows went into others.
    /// - Parameters:
    ///   - lastBefore: the row that was last until then.
    ///   - last: the row that is last now.
    ///   - isThere: whether a row is still one of the list.
    public mutating func contentChanged(
        addedRows: Int, lastBefore: RowID? = nil, last: RowID? = nil, isThere: (RowID) -> Bool = { _ in true }
    ) -> Move {
        if isFollowing {
            // A row that has gone can't tell any more who is above it.
            if let row = endRow ?? lastBefore { endRow = isThere(row) ? row : last }
            return .toEnd(animated: false)
        }
        newRows += max(0, addedRows)
        return .stay
    }

    /// The person sent a prompt: they want to see it.
    public mutating func sentPrompt() -> Move { jumpedToEnd(animated: true) }

    /// The person tapped "n new ↓".
    public mutating func tappedJump() -> Move { jumpedToEnd(animated: true) }

    private mutating func jumpedToEnd(animated: Bool) -> Move {
        isFollowing = true
        newRows = 0
        readingRow = nil
        isJumping = true
        return .toEnd(animated: animated)
    }
}
