import Foundation

/// The rows of a transcript in order: a value that is cheap to copy and cheap to change at both ends.
///
/// Rows are kept in groups, one per entry, and the groups in blocks that copies share. A change copies the blocks it
/// touches; nothing is ever shifted. Before the groups stands a head (markers), behind them a tail (what streams).
///
/// Complexity: subscript O(log(blocks) + block); iteration O(rows); a copy O(1).
public struct TurnList: Sendable {
    /// The rows that one entry owns.
    struct Group: Sendable {
        /// What is shown here. Steps that an earlier group absorbed are not.
        var rows: [UITurn] = []
        /// How many of the entry's own leading rows an earlier group's last row absorbed.
        var absorbed: Int32 = 0
        /// How many rows the entry has before folding and without separators; 0 when nothing of it is shown.
        var visible: Int32 = 0
        /// The day of the entry, counted in the projector's time zone.
        var day: Int32?
    }

    private struct Block: Sendable {
        var groups: [Group]
        /// Sequence number of the first group.
        var start: Int
        var rowCount: Int
        var visibleCount: Int

        init(groups: [Group], start: Int) {
            self.groups = groups
            self.start = start
            rowCount = groups.reduce(0) { $0 + $1.rows.count }
            visibleCount = groups.reduce(0) { $0 + ($1.visible > 0 ? 1 : 0) }
        }
    }

    private static let blockSize = 128

    /// Rows above all entries.
    var head: [UITurn] = []
    /// Rows below all entries.
    var tail: [UITurn] = []
    private var blocks: [Block] = []
    /// Index of each block's first row, the head not counted.
    private var rowStarts: [Int] = []
    private var entryRowCount = 0
    /// Sequence numbers of the entries.
    private(set) var positions = 0..<0

    /// No rows.
    public init() {}

    // MARK: Groups

    /// The group of an entry, by its sequence number.
    func group(at position: Int) -> Group {
        let block = blockIndex(of: position)
        return blocks[block].groups[position - blocks[block].start]
    }

    /// Replaces the group of an entry.
    mutating func setGroup(_ group: Group, at position: Int) {
        let block = blockIndex(of: position)
        let slot = position - blocks[block].start
        let old = blocks[block].groups[slot]
        blocks[block].groups[slot] = group
        blocks[block].visibleCount += (group.visible > 0 ? 1 : 0) - (old.visible > 0 ? 1 : 0)
        let difference = group.rows.count - old.rows.count
        guard difference != 0 else { return }
        blocks[block].rowCount += difference
        entryRowCount += difference
        for later in blocks.indices.dropFirst(block + 1) { rowStarts[later] += difference }
    }

    /// Puts an empty group at the end.
    mutating func appendGroup() {
        if let last = blocks.indices.last, blocks[last].groups.count < Self.blockSize {
            blocks[last].groups.append(Group())
        } else {
            blocks.append(Block(groups: [Group()], start: positions.upperBound))
            rowStarts.append(entryRowCount)
        }
        positions = positions.lowerBound..<positions.upperBound + 1
    }

    /// Starts over with these groups, the first of which has the sequence number `start`.
    mutating func load(_ groups: [Group], start: Int) {
        positions = start..<start + groups.count
        blocks = stride(from: 0, to: groups.count, by: Self.blockSize).map { index in
            Block(groups: Array(groups[index..<Swift.min(index + Self.blockSize, groups.count)]), start: start + index)
        }
        entryRowCount = 0
        rowStarts = []
        for block in blocks {
            rowStarts.append(entryRowCount)
            entryRowCount += block.rowCount
        }
    }

    /// Puts empty groups at the beginning.
    mutating func prependGroups(_ count: Int) {
        let start = positions.lowerBound - count
        let pages = stride(from: start, to: positions.lowerBound, by: Self.blockSize).map { begin in
            let size = Swift.min(Self.blockSize, positions.lowerBound - begin)
            return Block(groups: Array(repeating: Group(), count: size), start: begin)
        }
        blocks.insert(contentsOf: pages, at: 0)
        rowStarts.insert(contentsOf: Array(repeating: 0, count: pages.count), at: 0)
        positions = start..<positions.upperBound
    }

    /// Index of the first row of an entry's group.
    func rowIndex(of position: Int) -> Int {
        guard position < positions.upperBound else { return head.count + entryRowCount }
        let block = blockIndex(of: position)
        var index = head.count + rowStarts[block]
        for slot in 0..<(position - blocks[block].start) { index += blocks[block].groups[slot].rows.count }
        return index
    }

    /// The nearest entry before a position that owns rows, or nil.
    func lastOwner(before position: Int) -> Int? {
        last(before: position, block: { $0.rowCount > 0 }, group: { !$0.rows.isEmpty })
    }

    /// The nearest entry before a position of which something is shown, or nil.
    func lastVisible(before position: Int) -> Int? {
        last(before: position, block: { $0.visibleCount > 0 }, group: { $0.visible > 0 })
    }

    /// The nearest entry at or after a position of which something is shown, or nil.
    func firstVisible(from position: Int) -> Int? {
        guard position < positions.upperBound, !blocks.isEmpty else { return nil }
        var block = blockIndex(of: position)
        var slot = position - blocks[block].start
        while block < blocks.count {
            if blocks[block].visibleCount > 0 {
                while slot < blocks[block].groups.count {
                    if blocks[block].groups[slot].visible > 0 { return blocks[block].start + slot }
                    slot += 1
                }
            }
            block += 1
            slot = 0
        }
        return nil
    }

    private func last(before position: Int, block isCandidate: (Block) -> Bool, group isWanted: (Group) -> Bool) -> Int?
    {
        guard position > positions.lowerBound, !blocks.isEmpty else { return nil }
        var block = blockIndex(of: position - 1)
        var slot = position - 1 - blocks[block].start
        while true {
            if isCandidate(blocks[block]) {
                while slot >= 0 {
                    if isWanted(blocks[block].groups[slot]) { return blocks[block].start + slot }
                    slot -= 1
                }
            }
            guard block > 0 else { return nil }
            block -= 1
            slot = blocks[block].groups.count - 1
        }
    }

    /// The block that holds a row. Blocks without rows share their start with the next one: the last one counts.
    private func block(ofRow index: Int) -> Int {
        var low = 0
        var high = blocks.count
        while low + 1 < high {
            let middle = (low + high) / 2
            if rowStarts[middle] <= index { low = middle } else { high = middle }
        }
        return low
    }

    private func blockIndex(of position: Int) -> Int {
        var low = 0
        var high = blocks.count
        while low + 1 < high {
            let middle = (low + high) / 2
            if blocks[middle].start <= position { low = middle } else { high = middle }
        }
        return low
    }
}

extension TurnList: RandomAccessCollection {
    /// 0.
    public var startIndex: Int { 0 }
    /// How many rows there are.
    public var endIndex: Int { head.count + entryRowCount + tail.count }

    /// The row at an index.
    public subscript(index: Int) -> UITurn {
        precondition(index >= 0 && index < endIndex, "no row at this index")
        if index < head.count { return head[index] }
        var rest = index - head.count
        if rest >= entryRowCount { return tail[rest - entryRowCount] }
        let block = block(ofRow: rest)
        rest -= rowStarts[block]
        for group in blocks[block].groups {
            if rest < group.rows.count { return group.rows[rest] }
            rest -= group.rows.count
        }
        preconditionFailure("the block's row count is wrong")
    }

    /// Goes through all rows without looking any of them up.
    public struct Iterator: IteratorProtocol {
        private let list: TurnList
        private var section = 0
        private var block = 0
        private var group = 0
        private var row = 0

        init(_ list: TurnList) { self.list = list }

        /// Begins at a row instead of the first.
        init(_ list: TurnList, at index: Int) {
            self.list = list
            guard index >= list.head.count else {
                row = index
                return
            }
            var rest = index - list.head.count
            guard rest < list.entryRowCount else {
                section = 2
                row = rest - list.entryRowCount
                return
            }
            section = 1
            block = list.block(ofRow: rest)
            rest -= list.rowStarts[block]
            while rest >= list.blocks[block].groups[group].rows.count {
                rest -= list.blocks[block].groups[group].rows.count
                group += 1
            }
            row = rest
        }

        /// The next row.
        public mutating func next() -> UITurn? {
            while true {
                switch section {
                case 0:
                    if row < list.head.count {
                        row += 1
                        return list.head[row - 1]
                    }
                    section = 1
                    row = 0
                case 1:
                    guard block < list.blocks.count else {
                        section = 2
                        row = 0
                        continue
                    }
                    guard group < list.blocks[block].groups.count else {
                        block += 1
                        group = 0
                        continue
                    }
                    if row < list.blocks[block].groups[group].rows.count {
                        row += 1
                        return list.blocks[block].groups[group].rows[row - 1]
                    }
                    group += 1
                    row = 0
                default:
                    guard row < list.tail.count else { return nil }
                    row += 1
                    return list.tail[row - 1]
                }
            }
        }
    }

    /// Goes through all rows, O(1) each.
    public func makeIterator() -> Iterator { Iterator(self) }
}

extension TurnList: Equatable {
    /// Whether both hold equal rows.
    public static func == (left: TurnList, right: TurnList) -> Bool {
        left.count == right.count && left.elementsEqual(right)
    }
}

extension TurnList {
    /// Rows of groups that are known all at once.
    init(groups: [Group], start: Int) {
        self.init()
        load(groups, start: start)
    }
}

extension TurnList {
    /// The rows in a range of indices, for a screen that shows a part. Time: in proportion to the range.
    public func window(_ range: Range<Int>) -> [UITurn] {
        let range = range.clamped(to: 0..<count)
        guard !range.isEmpty else { return [] }
        var iterator = Iterator(self, at: range.lowerBound)
        var turns: [UITurn] = []
        turns.reserveCapacity(range.count)
        while turns.count < range.count, let turn = iterator.next() { turns.append(turn) }
        return turns
    }

    /// The index of a row, looked for from the end, where readers mostly are. Time: linear in the rows behind it.
    public func index(of id: TurnID) -> Int? {
        var end = count
        while end > 0 {
            let start = Swift.max(0, end - 256)
            if let offset = window(start..<end).lastIndex(where: { $0.id == id }) { return start + offset }
            end = start
        }
        return nil
    }

    /// The row a reader looked at, or, when it is gone, the nearest one after it: the place to stay at over a
    /// reconnect.
    public func index(of anchor: TurnAnchor) -> Int? {
        if let index = index(of: anchor.id) { return index }
        var later: Int?
        for (index, turn) in enumerated() {
            if let entryId = anchor.entryId, turn.entryId == entryId { return index }
            if later == nil, let timestamp = anchor.timestamp, let own = turn.timestamp, own >= timestamp {
                later = index
            }
        }
        return later ?? (isEmpty ? nil : count - 1)
    }
}

/// A place in a transcript that outlives the rows: over a reconnect, and over a restart of the app.
public struct TurnAnchor: Sendable, Hashable {
    /// The row.
    public var id: TurnID
    /// Its entry, when it has one.
    public var entryId: String?
    /// When it was said.
    public var timestamp: Date?

    /// The place of a row.
    public init(_ turn: UITurn) {
        id = turn.id
        entryId = turn.entryId
        timestamp = turn.timestamp
    }
}
