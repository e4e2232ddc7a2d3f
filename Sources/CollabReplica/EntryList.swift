import CollabWire

/// The entries of a session in order: a value that is cheap to copy and cheap to grow at both ends.
///
/// Positions are *sequence numbers*: the first entry of a snapshot has 0, prepended history goes below it. An entry
/// keeps its sequence number for as long as the snapshot lives; replacing an entry keeps its position.
/// A copy shares all storage; appending to a shared list copies at most one block of ``blockSize`` entries and the
/// list of blocks, so the cost of an append does not grow with the list in any way a person can notice.
public struct EntryList: Sendable {
    /// Entries a block holds.
    static let blockSize = 256

    var blocks: [[Entry]] = []
    /// Sequence number of the first entry.
    public internal(set) var start = 0
    public internal(set) var count = 0

    public init() {}
}
