/// One block of a Markdown text: what a reader sees as a paragraph, a list, a table …
///
/// A value; two blocks that look the same compare equal. Nested blocks (in lists and quotes) are blocks too.
public struct MarkdownBlock: Sendable, Hashable, Identifiable {
    /// Where the block stands: unique among its siblings and unchanged while the text after it grows.
    ///
    /// For a top-level block it is derived from the byte offset of its source, so it survives streaming.
    public var id: Int
    /// What the block is, with its content.
    public var kind: Kind

    /// The kinds of block Enclave draws.
    public indirect enum Kind: Sendable, Hashable {
        /// Level 1 to 6.
        case heading(level: Int, [MarkdownRun])
        /// Prose. Line breaks in the source, soft or hard, are `"\n"` in the runs.
        case paragraph([MarkdownRun])
        case list(MarkdownList)
        case quote([MarkdownBlock])
        case code(MarkdownCode)
        case table(MarkdownTable)
        /// Display math, delimiters included, exactly as written.
        case math(String)
        /// Raw HTML, to be shown as the text it is.
        case html(String)
        /// A thematic break.
        case rule
    }

    /// A block of a given kind.
    public init(id: Int, kind: Kind) {
        self.id = id
        self.kind = kind
    }
}

/// A bullet, ordered or task list.
public struct MarkdownList: Sendable, Hashable {
    /// The number of the first item; nil for a bullet list.
    public var start: Int?
    /// Whether items stand close together (no blank lines between them in the source).
    public var isTight: Bool
    /// Whether this list carries on the list right before it: very long lists arrive in pieces.
    public var continues: Bool
    /// The items, first to last.
    public var items: [MarkdownListItem]

    /// A list of given items.
    public init(start: Int?, isTight: Bool, continues: Bool = false, items: [MarkdownListItem]) {
        self.start = start
        self.isTight = isTight
        self.continues = continues
        self.items = items
    }
}

/// One item of a list.
public struct MarkdownListItem: Sendable, Hashable {
    /// Whether the box is ticked; nil when the item is not a task.
    public var isChecked: Bool?
    /// What stands in the item.
    public var blocks: [MarkdownBlock]

    /// An item with given content.
    public init(isChecked: Bool? = nil, blocks: [MarkdownBlock]) {
        self.isChecked = isChecked
        self.blocks = blocks
    }
}

/// A block of code.
public struct MarkdownCode: Sendable, Hashable {
    /// The info string after the fence, as written; empty for indented code.
    public var info: String
    /// The code, without the fence, ending in a line feed unless empty.
    public var text: String
    /// Whether this carries on the code block right before it: very long code arrives in pieces.
    public var continues: Bool

    /// Code with an info string.
    public init(info: String, text: String, continues: Bool = false) {
        self.info = info
        self.text = text
        self.continues = continues
    }

    /// The first word of the info string: the language as the author wrote it, nil when there is none.
    public var languageName: String? {
        let word = info.prefix { !$0.isWhitespace && $0 != "," && $0 != "{" }
        return word.isEmpty ? nil : String(word)
    }
}

/// A table (GFM).
public struct MarkdownTable: Sendable, Hashable {
    /// How a column's cells are set.
    public enum Alignment: Sendable, Hashable {
        case natural, left, center, right
    }

    /// One per column.
    public var alignments: [Alignment]
    /// The header's cells, one per column.
    public var header: [[MarkdownRun]]
    /// The body's rows; each has one cell per column.
    public var rows: [[[MarkdownRun]]]
    /// Whether this carries on the table right before it (same columns and header): long tables arrive in pieces.
    public var continues: Bool

    /// A table of given cells.
    public init(
        alignments: [Alignment], header: [[MarkdownRun]], rows: [[[MarkdownRun]]], continues: Bool = false
    ) {
        self.alignments = alignments
        self.header = header
        self.rows = rows
        self.continues = continues
    }
}
