import SwiftUI
import Transcript

/// Code: language label, copy, highlighting, a page at a time; scrolls sideways in its own box.
struct CodeBlockView: View {
    @Environment(\.theme) private var theme
    @Environment(\.transcriptActions) private var actions
    @State private var pages = 1

    let text: PagedText
    var language: String?
    var title: String?
    var startLine: Int?
    /// What is looked for in the code.
    var mark: FindMark?

    var body: some View {
        VStack(alignment: .leading, spacing: 0) {
            header
            Hairline()
            ScrollView(.horizontal) {
                CodeLines(lines: lines, startLine: startLine, mark: mark).padding(Metrics.gap)
            }
            if page.next != nil { more }
        }
        .glass()
    }

    private var header: some View {
        HStack {
            Text(shown: title ?? language ?? "text")
                .labelStyle()
                .foregroundStyle(theme[\.muted])
                .lineLimit(1)
                .truncationMode(.middle)
            Spacer()
            Button {
                actions.copy(text.text)
            } label: {
                Image(systemName: "doc.on.doc")
                    .font(.footnote)
                    .foregroundStyle(theme[\.muted])
                    .frame(width: Metrics.target, height: Metrics.target)
                    .contentShape(Rectangle())
            }
            .buttonStyle(PressStyle())
            .accessibilityLabel(Text("Copy code"))
        }
        .padding(.leading, Metrics.gap)
    }

    private var more: some View {
        Button {
            pages += 1
        } label: {
            Text("Show more")
        }
        .buttonStyle(BlockStyle())
        .padding(Metrics.smallGap)
    }

    private var page: PagedText.Page { text.page(lines: pages * PagedText.pageLength) }

    private var lines: [[CodeToken]] {
        let named = language.flatMap { CodeLanguage(named: $0) ?? CodeLanguage(path: $0) }
        return CodeHighlighter.tokens(page.text, language: named)
    }
}

/// Lines of code, one under the other.
private struct CodeLines: View {
    let lines: [[CodeToken]]
    let startLine: Int?
    let mark: FindMark?

    var body: some View {
        let marks = mark.map { $0.split(over: lines.map { $0.map(\.text).joined() }) }
        VStack(alignment: .leading, spacing: 2) {
            ForEach(Array(lines.enumerated()), id: \.offset) { index, line in
                CodeLineView(
                    tokens: line, number: startLine.map { $0 + index }, width: numberWidth, mark: marks?[index])
            }
        }
    }

    private var numberWidth: Int { String((startLine ?? 0) + lines.count).count }
}

/// One line of code.
private struct CodeLineView: View {
    @Environment(\.theme) private var theme

    let tokens: [CodeToken]
    let number: Int?
    let width: Int
    let mark: FindMark?

    var body: some View {
        HStack(alignment: .firstTextBaseline, spacing: 10) {
            if let number {
                Text(shown: String(repeating: " ", count: max(0, width - String(number).count)) + String(number))
                    .font(.code)
                    .foregroundStyle(theme[\.muted])
                    .accessibilityHidden(true)
            }
            Text(attributed.marking(mark, theme))
                .findAnchor(mark)
                .font(.code)
                .foregroundStyle(theme[\.txt])
                .textSelection(.enabled)
        }
        .fixedSize(horizontal: true, vertical: false)
    }

    private var attributed: AttributedString {
        var result = AttributedString()
        for token in tokens {
            var piece = AttributedString(shown: token.text)
            piece.foregroundColor = theme.color(of: token.kind)
            result.append(piece)
        }
        return result
    }
}

extension Theme {
    /// The colour of a kind of token.
    func color(of kind: CodeToken.Kind) -> Color {
        switch kind {
        case .plain: self[\.txt]
        case .keyword: self[\.keyword]
        case .string: self[\.string]
        case .number: self[\.number]
        case .type: self[\.type]
        case .function: self[\.function]
        case .comment: self[\.comment]
        case .added: self[\.diffAdd]
        case .removed: self[\.diffDelete]
        }
    }
}
