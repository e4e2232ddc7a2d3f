/// A whole Markdown text as blocks.
///
/// CommonMark with the GitHub extensions for tables, strikethrough, task lists and bare addresses; what is treated
/// otherwise on purpose stands in `Docs/Markdown.md`. Never fails: every text has a reading. Time and memory grow with
/// the text's length, whatever it holds.
public struct MarkdownDocument: Sendable, Hashable {
    /// The top-level blocks, in order.
    public var blocks: [MarkdownBlock]

    /// Reads a text.
    public init(_ text: String) {
        var stream = StreamingMarkdown()
        stream.append(text)
        stream.finish()
        blocks = stream.blocks
    }

    /// A document of given blocks.
    public init(blocks: [MarkdownBlock]) { self.blocks = blocks }

    /// What a reader reads, without any setting: for copying, searching and reading aloud.
    public var plainText: String { blocks.plainText }
}

extension [MarkdownBlock] {
    /// What a reader reads, without any setting; blocks stand a blank line apart.
    public var plainText: String {
        var lines = MarkdownPlainText()
        lines.add(self, indent: "")
        return lines.text
    }
}

extension MarkdownBlock {
    /// What a reader reads, without any setting.
    public var plainText: String { [self].plainText }
}

/// Writes blocks as plain text.
private struct MarkdownPlainText {
    private(set) var text = ""

    mutating func add(_ blocks: [MarkdownBlock], indent: String, isTight: Bool = false) {
        for (index, block) in blocks.enumerated() {
            if index > 0 { text += isTight || continues(block) ? "\n" : "\n\n" }
            if index > 0 { text += indent }
            add(block, indent: indent)
        }
    }

    private func continues(_ block: MarkdownBlock) -> Bool {
        switch block.kind {
        case .list(let list): list.continues
        case .code(let code): code.continues
        case .table(let table): table.continues
        default: false
        }
    }

    private mutating func add(_ block: MarkdownBlock, indent: String) {
        switch block.kind {
        case .heading(_, let runs), .paragraph(let runs): add(runs.plainText, indent: indent)
        case .math(let source), .html(let source): add(source, indent: indent)
        case .code(let code): add(code.text.hasSuffix("\n") ? String(code.text.dropLast()) : code.text, indent: indent)
        case .rule: text += "———"
        case .quote(let blocks):
            text += "> "
            add(blocks, indent: indent + "> ")
        case .list(let list):
            for (index, item) in list.items.enumerated() {
                if index > 0 { text += "\n" + indent }
                let mark = list.start.map { "\($0 + index). " } ?? "• "
                let box = item.isChecked.map { $0 ? "[x] " : "[ ] " } ?? ""
                text += mark + box
                add(item.blocks, indent: indent + "  ", isTight: list.isTight)
            }
        case .table(let table):
            let rows = table.continues ? table.rows : [table.header] + table.rows
            for (index, row) in rows.enumerated() {
                if index > 0 { text += "\n" + indent }
                text += row.map(\.plainText).joined(separator: "\t")
            }
        }
    }

    private mutating func add(_ source: String, indent: String) {
        text +=
            indent.isEmpty
            ? source
            : source.split(separator: "\n", omittingEmptySubsequences: false)
                .joined(separator: "\n" + indent)
    }
}
