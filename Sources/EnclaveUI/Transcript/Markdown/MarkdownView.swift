import SwiftUI
import Transcript

/// Blocks of Markdown, one under the other. Blocks keep their ids while a message streams, so only the open one redraws.
struct MarkdownView: View {
    let blocks: [MarkdownBlock]
    /// How deep in lists and quotes this is; deep nesting stops moving to the right.
    var depth = 0
    /// What is looked for in the blocks.
    var mark: FindMark?

    var body: some View {
        let marks = mark.map { $0.split(over: blocks.map(\.plainText), isWhole: depth == 0) }
        VStack(alignment: .leading, spacing: 10) {
            ForEach(Array(blocks.enumerated()), id: \.element.id) { index, block in
                MarkdownBlockView(block: block, depth: depth, mark: marks?[index])
            }
        }
        .frame(maxWidth: .infinity, alignment: .leading)
    }
}

/// One block.
private struct MarkdownBlockView: View {
    @Environment(\.theme) private var theme

    let block: MarkdownBlock
    let depth: Int
    let mark: FindMark?

    var body: some View {
        switch block.kind {
        case .heading(let level, let runs): heading(level, runs)
        case .paragraph(let runs): RunsText(runs: runs, mark: mark)
        case .list(let list): MarkdownListView(list: list, depth: depth, mark: mark)
        case .quote(let blocks): quote(blocks)
        case .code(let code): CodeBlockView(text: PagedText(code.text), language: code.languageName, mark: mark)
        case .table(let table): MarkdownTableView(table: table, mark: mark)
        case .math(let text): math(text)
        case .html(let text): literal(text)
        case .rule: Hairline(isStrong: true).padding(.vertical, 4)
        }
    }

    private func heading(_ level: Int, _ runs: [MarkdownRun]) -> some View {
        RunsText(runs: runs, font: level <= 2 ? .displaySmall : .headline, mark: mark)
            .padding(.top, level <= 2 ? 6 : 2)
            .accessibilityAddTraits(.isHeader)
    }

    private func quote(_ blocks: [MarkdownBlock]) -> some View {
        MarkdownView(blocks: blocks, depth: depth + 1, mark: mark)
            .padding(.leading, depth < 4 ? 12 : 0)
            .overlay(alignment: .leading) {
                Rectangle().fill(theme[\.accentLine]).frame(width: 2).accessibilityHidden(true)
            }
    }

    private func math(_ text: String) -> some View {
        Text(AttributedString(shown: text).marking(mark, theme))
            .font(.code)
            .italic()
            .foregroundStyle(theme[\.body])
            .textSelection(.enabled)
    }

    private func literal(_ text: String) -> some View {
        Text(AttributedString(shown: text).marking(mark, theme))
            .font(.prose)
            .foregroundStyle(theme[\.body])
            .textSelection(.enabled)
    }
}

/// Inline runs as one text, so that lines break and selections go across them.
struct RunsText: View {
    let runs: [MarkdownRun]
    var font = Font.prose
    var mark: FindMark?

    var body: some View {
        RunsLabel(runs: runs, font: font, mark: mark)
            .findAnchor(mark)
            .lineSpacing(3)
            .textSelection(.enabled)
            .fixedSize(horizontal: false, vertical: true)
            .frame(maxWidth: .infinity, alignment: .leading)
    }
}

/// The same for labels: as wide as its words, and not to be selected, so that what it stands on takes the touches.
struct RunsLabel: View {
    @Environment(\.theme) private var theme

    let runs: [MarkdownRun]
    var font = Font.prose
    /// The text's colour; nil for the theme's.
    var color: Color?
    var mark: FindMark?

    var body: some View {
        Text(attributed.marking(mark, theme)).font(font).foregroundStyle(color ?? theme[\.txt])
    }

    private var attributed: AttributedString {
        var result = AttributedString()
        for run in runs {
            var piece = AttributedString(shown: run.text)
            var voice = font
            if run.style.contains(.code) || run.style.contains(.html) || run.style.contains(.math) {
                voice = .code
                piece.foregroundColor = theme[\.string]
            }
            if run.style.contains(.bold) { voice = voice.bold() }
            if run.style.contains(.italic) { voice = voice.italic() }
            piece.font = voice
            if run.style.contains(.strikethrough) { piece.strikethroughStyle = .single }
            if let link = run.link {
                piece.link = link.url
                piece.foregroundColor = theme[\.accentText]
                piece.underlineStyle = .single
            }
            result.append(piece)
        }
        return result
    }
}

/// A list, ordered, unordered or of tasks.
private struct MarkdownListView: View {
    @Environment(\.theme) private var theme

    let list: MarkdownList
    let depth: Int
    let mark: FindMark?

    var body: some View {
        let marks = mark.map { $0.split(over: list.items.map(\.blocks.plainText)) }
        VStack(alignment: .leading, spacing: list.isTight ? 4 : 10) {
            ForEach(Array(list.items.enumerated()), id: \.offset) { index, item in
                HStack(alignment: .firstTextBaseline, spacing: 8) {
                    marker(index, item)
                    MarkdownView(blocks: item.blocks, depth: depth + 1, mark: marks?[index])
                }
            }
        }
        .padding(.leading, depth > 0 && depth < 5 ? 4 : 0)
    }

    @ViewBuilder private func marker(_ index: Int, _ item: MarkdownListItem) -> some View {
        if let isChecked = item.isChecked {
            Image(systemName: isChecked ? "checkmark.square.fill" : "square")
                .font(.footnote)
                .foregroundStyle(isChecked ? theme[\.ok] : theme[\.muted])
                .accessibilityLabel(Text(isChecked ? "done" : "to do"))
        } else if let start = list.start {
            Text(verbatim: "\(start + index).")
                .font(.prose.monospacedDigit())
                .foregroundStyle(theme[\.muted])
                .frame(minWidth: 20, alignment: .trailing)
        } else {
            Text(verbatim: "—")
                .font(.prose)
                .foregroundStyle(theme[\.accentText])
                .accessibilityHidden(true)
        }
    }
}

/// A table that scrolls sideways in its own box, so that the page never does.
private struct MarkdownTableView: View {
    /// A cell of more letters wraps.
    private static let longest = 36
    /// A cell is not wider than a narrow phone: who reads its lines need not scroll for each.
    private static let widest: CGFloat = 320

    @Environment(\.theme) private var theme
    /// Points of a cell whose words wrap.
    @ScaledMetric(relativeTo: .footnote) private var wide: CGFloat = 260

    let table: MarkdownTable
    let mark: FindMark?

    var body: some View {
        let rows = [table.header] + table.rows
        let marks = mark.map { $0.split(over: rows.flatMap { $0.map(\.plainText) }) }
        ScrollView(.horizontal) {
            Grid(alignment: .topLeading, horizontalSpacing: 16, verticalSpacing: 8) {
                ForEach(Array(rows.enumerated()), id: \.offset) { number, row in
                    let first = number * table.header.count
                    GridRow {
                        ForEach(Array(row.enumerated()), id: \.offset) { column, cell in
                            cellText(cell, isHeader: number == 0, mark: marks?[first + column])
                        }
                    }
                }
            }
            .padding(Metrics.gap)
        }
        .glass()
    }

    /// As wide as its words, up to where they wrap: a bound alone would take all it may, whatever stands in it.
    private func cellText(_ runs: [MarkdownRun], isHeader: Bool, mark: FindMark?) -> some View {
        let words = runs.plainText
        let wraps = words.split(whereSeparator: \.isNewline).contains { $0.count > Self.longest }
        return Text(AttributedString(shown: words).marking(mark, theme))
            .findAnchor(mark)
            .font(isHeader ? .footnote.bold() : .footnote)
            .foregroundStyle(isHeader ? theme[\.muted] : theme[\.txt])
            .fixedSize(horizontal: !wraps, vertical: true)
            .frame(width: wraps ? min(wide, Self.widest) : nil, alignment: .leading)
            .textSelection(.enabled)
    }
}
