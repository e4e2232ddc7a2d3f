import CollabWire

/// A list that is cheap to copy and cheap to grow at both ends.
///
/// Positions are *sequence numbers*: the first element ever put in has 0, and what is prepended goes below it, so an
/// element keeps its position while the list grows. A copy shares all storage. Appending to a shared list copies at
/// most one block of ``blockSize`` elements and the table of blocks, so the cost of an append does not depend on the
/// list's length in any way that shows.
///
/// Complexity: subscript O(log(count / blockSize)); append amortised O(1), O(blockSize) right after a copy;
/// prepending a page O(page + count / blockSize).
public struct BlockList<Element: Sendable>: Sendable {
    /// Elements a block holds at most.
    public static var blockSize: Int { 256 }

    @usableFromInline var blocks: [[Element]] = []
    /// Sequence number of each block's first element.
    @usableFromInline var starts: [Int] = []
    @usableFromInline var first = 0
    @usableFromInline var end = 0

    /// An empty list; the first appended element gets sequence number 0.
    public init() {}

    /// A list of `elements`, the first of which gets sequence number 0.
    public init(_ elements: some Sequence<Element>) {
        append(contentsOf: elements)
    }

    /// Appends one element and gives back its sequence number.
    @discardableResult
    public mutating func append(_ element: Element) -> Int {
        if let last = blocks.indices.last, blocks[last].count < Self.blockSize {
            blocks[last].append(element)
        } else {
            starts.append(end)
            blocks.append([element])
        }
        end += 1
        return end - 1
    }

    /// Appends elements in order.
    public mutating func append(contentsOf elements: some Sequence<Element>) {
        for element in elements { append(element) }
    }

    /// Puts a page of elements before the first one, in order.
    /// - Returns: the sequence numbers of the new elements.
    @discardableResult
    public mutating func prepend(contentsOf page: [Element]) -> Range<Int> {
        guard !page.isEmpty else { return first..<first }
        let oldFirst = first
        first -= page.count
        var start = first
        var rest = page[...]
        var newBlocks: [[Element]] = []
        var newStarts: [Int] = []
        while !rest.isEmpty {
            let block = Array(rest.prefix(Self.blockSize))
            newBlocks.append(block)
            newStarts.append(start)
            start += block.count
            rest = rest.dropFirst(Self.blockSize)
        }
        // Small pages are merged with the block they meet, so that many of them do not make a long table.
        if let last = newBlocks.last, let head = blocks.first, last.count + head.count <= Self.blockSize {
            newBlocks[newBlocks.count - 1] = last + head
            blocks.removeFirst()
            starts.removeFirst()
        }
        blocks.insert(contentsOf: newBlocks, at: 0)
        starts.insert(contentsOf: newStarts, at: 0)
        return first..<oldFirst
    }

    /// The block that holds a sequence number of this list.
    @inlinable
    func blockIndex(of position: Int) -> Int {
        var low = 0
        var high = starts.count
        while low + 1 < high {
            let middle = (low + high) / 2
            if starts[middle] <= position { low = middle } else { high = middle }
        }
        return low
    }
}

extension BlockList: RandomAccessCollection, MutableCollection {
    /// Sequence number of the first element.
    @inlinable public var startIndex: Int { first }
    /// One past the last sequence number.
    @inlinable public var endIndex: Int { end }

    /// The element at a sequence number.
    /// - Precondition: `startIndex <= position < endIndex`.
    @inlinable
    public subscript(position: Int) -> Element {
        get {
            precondition(position >= first && position < end, "no element at this sequence number")
            let block = blockIndex(of: position)
            return blocks[block][position - starts[block]]
        }
        set {
            precondition(position >= first && position < end, "no element at this sequence number")
            let block = blockIndex(of: position)
            blocks[block][position - starts[block]] = newValue
        }
    }
}

extension BlockList: Equatable where Element: Equatable {
    /// Whether both hold equal elements at the same sequence numbers.
    public static func == (left: BlockList, right: BlockList) -> Bool {
        left.first == right.first && left.end == right.end && left.elementsEqual(right)
    }
}

/// The entries of a session, in order, by sequence number.
public typealias EntryList = BlockList<Entry>
