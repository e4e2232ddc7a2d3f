/// The top-level blocks of a text that grows.
///
/// Rows keep a copy at every update, so an array would be copied whole each time something is added. Here full groups
/// are shared between the copies, and an update touches only the last one.
package struct MarkdownBlockList: Sendable, Hashable {
    /// Blocks per full group.
    private static let groupSize = 64

    /// Groups of exactly ``groupSize`` blocks.
    private var full: [[MarkdownBlock]] = []
    /// Fewer than ``groupSize`` blocks.
    private var last: [MarkdownBlock] = []

    /// No blocks.
    package init() {}

    init(_ blocks: [MarkdownBlock]) { append(contentsOf: blocks) }

    /// The blocks as one array. Time: linear.
    var array: [MarkdownBlock] { full.isEmpty ? last : full.flatMap { $0 } + last }

    mutating func append(contentsOf blocks: some Sequence<MarkdownBlock>) {
        for block in blocks {
            last.append(block)
            guard last.count == Self.groupSize else { continue }
            full.append(last)
            last = []
        }
    }

    /// Forgets everything from an index on.
    mutating func removeSubrange(from index: Int) {
        guard index < count else { return }
        let group = index / Self.groupSize
        if group < full.count {
            last = full[group]
            full.removeSubrange(group...)
        }
        last.removeSubrange((index - group * Self.groupSize)...)
    }

    /// Puts other blocks in the place of some. Time: linear when their number changes.
    mutating func replaceSubrange(_ range: Range<Int>, with blocks: [MarkdownBlock]) {
        if blocks.count == range.count {
            for (index, block) in zip(range, blocks) { self[index] = block }
        } else {
            let rest = Array(self[range.upperBound...])
            removeSubrange(from: range.lowerBound)
            append(contentsOf: blocks)
            append(contentsOf: rest)
        }
    }
}

extension MarkdownBlockList: RandomAccessCollection, MutableCollection {
    package var startIndex: Int { 0 }
    package var endIndex: Int { full.count * Self.groupSize + last.count }

    package subscript(index: Int) -> MarkdownBlock {
        get {
            let group = index / Self.groupSize
            return group < full.count ? full[group][index % Self.groupSize] : last[index % Self.groupSize]
        }
        set {
            let group = index / Self.groupSize
            if group < full.count {
                full[group][index % Self.groupSize] = newValue
            } else {
                last[index % Self.groupSize] = newValue
            }
        }
    }
}
