import SwiftUI
import Transcript

/// The open body of a tool card.
struct CardBodyView: View {
    let blocks: [CardBlock]

    var body: some View {
        VStack(alignment: .leading, spacing: Metrics.smallGap) {
            ForEach(Array(blocks.enumerated()), id: \.offset) { _, block in
                CardBlockView(block: block)
            }
        }
        .frame(maxWidth: .infinity, alignment: .leading)
    }
}

/// One block of a card.
struct CardBlockView: View {
    @Environment(\.theme) private var theme

    let block: CardBlock

    var body: some View {
        switch block {
        case .note(let text, let tone): note(text, tone)
        case .badges(let texts): FlowRow(spacing: 6) { badges(texts) }
        case .facts(let facts): FactsView(facts: facts)
        case .code(let code): source(code)
        case .output(let output): OutputView(output: output)
        case .markdown(let prose): ProseView(prose: prose)
        case .diff(let diff): DiffView(diffs: diff.files)
        case .rows(let rows): CardRowsView(rows: rows)
        case .board(let board): TodoBoardView(board: board)
        case .images(let images): CardImagesView(images: images)
        case .links(let links): LinksView(links: links)
        case .agents(let agents): SubagentRowsView(rows: agents)
        case .choices(let choices): ChoicesView(choices: choices)
        case .section(let title, let blocks): section(title, blocks)
        }
    }

    private func note(_ text: String, _ tone: CardTone) -> some View {
        FoldedText(words: text, font: .footnote, color: theme.color(of: tone))
    }

    @ViewBuilder private func badges(_ texts: [CardText]) -> some View {
        ForEach(Array(texts.enumerated()), id: \.offset) { _, text in
            CardTextView(text: text)
        }
    }

    private func source(_ code: CardCode) -> some View {
        CodeBlockView(
            text: code.text, language: code.language ?? code.path, title: code.title ?? code.path,
            startLine: code.startLine)
    }

    private func section(_ title: String, _ blocks: [CardBlock]) -> some View {
        VStack(alignment: .leading, spacing: Metrics.smallGap) {
            Text(shown: title)
                .labelStyle()
                .foregroundStyle(theme[\.muted])
                .accessibilityAddTraits(.isHeader)
            CardBodyView(blocks: blocks)
        }
    }
}

extension Theme {
    /// The colour of a tone.
    func color(of tone: CardTone) -> Color {
        switch tone {
        case .plain: self[\.body]
        case .muted: self[\.muted]
        case .accent: self[\.accentText]
        case .success: self[\.ok]
        case .warning: self[\.accentText]
        case .failure: self[\.advisor]
        }
    }
}

/// A short text on a card: paths and patterns in the code voice, badges as chips.
struct CardTextView: View {
    @Environment(\.theme) private var theme

    let text: CardText

    var body: some View {
        switch text.role {
        case .badge:
            Badge(verbatim: text.text, tone: tone)
        case .path, .range, .pattern:
            FoundText(shown: text.role == .path ? text.text.ending() : text.text.beginning())
                .font(.code)
                .foregroundStyle(theme.color(of: text.tone))
                .lines(1, large: 2)
                .truncationMode(text.role == .path ? .head : .tail)
        case .words:
            FoundText(shown: text.text.beginning())
                .font(.footnote)
                .foregroundStyle(theme.color(of: text.tone))
                .lines(1, large: 2)
        }
    }

    private var tone: Badge.Tone {
        switch text.tone {
        case .plain, .muted: .plain
        case .accent: .accent
        case .success: .ok
        case .warning, .failure: .warning
        }
    }
}

/// Names and values.
private struct FactsView: View {
    @Environment(\.theme) private var theme

    let facts: [CardFact]

    var body: some View {
        VStack(alignment: .leading, spacing: 4) {
            ForEach(Array(facts.enumerated()), id: \.offset) { _, fact in
                HStack(alignment: .firstTextBaseline, spacing: Metrics.smallGap) {
                    Text(shown: fact.name)
                        .font(.footnote)
                        .foregroundStyle(theme[\.muted])
                    Text(shown: fact.value)
                        .font(.code)
                        .foregroundStyle(theme.color(of: fact.tone))
                        .textSelection(.enabled)
                        .fixedSize(horizontal: false, vertical: true)
                }
                .accessibilityElement(children: .combine)
            }
        }
    }
}

/// Rows with a state; a row with more opens.
private struct CardRowsView: View {
    let rows: [CardRow]

    var body: some View {
        VStack(alignment: .leading, spacing: 6) {
            ForEach(Array(rows.enumerated()), id: \.offset) { _, row in
                CardRowView(row: row)
            }
        }
    }
}

private struct CardRowView: View {
    @State private var isOpen = false
    @Environment(\.theme) private var theme

    let row: CardRow

    var body: some View {
        VStack(alignment: .leading, spacing: 6) {
            if row.blocks.isEmpty {
                line
            } else {
                Button {
                    isOpen.toggle()
                } label: {
                    HStack {
                        line
                        Spacer(minLength: 0)
                        Image(systemName: isOpen ? "chevron.up" : "chevron.down")
                            .font(.caption2)
                            .foregroundStyle(theme[\.muted])
                    }
                    .frame(minHeight: Metrics.target)
                    .contentShape(Rectangle())
                }
                .buttonStyle(PressStyle())
                .accessibilityValue(Text(isOpen ? "open" : "closed"))
            }
            if isOpen {
                CardBodyView(blocks: row.blocks).padding(.leading, Metrics.gap)
            }
        }
    }

    private var line: some View {
        HStack(alignment: .firstTextBaseline, spacing: 6) {
            StateMark(state: row.state)
            if !row.label.isEmpty {
                Text(shown: row.label)
                    .font(.footnote)
                    .foregroundStyle(theme[\.txt])
            }
            ForEach(Array(row.texts.enumerated()), id: \.offset) { _, text in
                CardTextView(text: text)
            }
        }
    }
}

/// The mark of a state: a symbol of its own for each, and a word for VoiceOver.
struct StateMark: View {
    @Environment(\.theme) private var theme

    let state: CardRow.State

    var body: some View {
        if state != .none {
            Image(systemName: symbol)
                .font(.caption)
                .foregroundStyle(color)
                .accessibilityLabel(Text(word))
        }
    }

    private var symbol: String {
        switch state {
        case .none, .pending: "circle"
        case .running: "play.circle"
        case .succeeded: "checkmark.circle.fill"
        case .failed: "xmark.circle.fill"
        case .warning: "exclamationmark.triangle"
        case .skipped: "minus.circle"
        }
    }

    private var color: Color {
        switch state {
        case .none, .pending, .skipped: theme[\.muted]
        case .running: theme[\.accentText]
        case .succeeded: theme[\.ok]
        case .failed, .warning: theme[\.advisor]
        }
    }

    private var word: LocalizedStringKey {
        switch state {
        case .none, .pending: "pending"
        case .running: "running"
        case .succeeded: "done"
        case .failed: "failed"
        case .warning: "warning"
        case .skipped: "skipped"
        }
    }
}

/// Addresses; only safe ones can be opened.
private struct LinksView: View {
    @Environment(\.theme) private var theme

    let links: [CardLink]

    var body: some View {
        VStack(alignment: .leading, spacing: Metrics.smallGap) {
            ForEach(Array(links.enumerated()), id: \.offset) { _, link in
                if let url = link.link?.url {
                    Link(destination: url) { label(link, isOpenable: true) }
                } else {
                    label(link, isOpenable: false)
                }
            }
        }
    }

    private func label(_ link: CardLink, isOpenable: Bool) -> some View {
        VStack(alignment: .leading, spacing: 2) {
            Text(shown: link.title)
                .font(.footnote)
                .foregroundStyle(isOpenable ? theme[\.accentText] : theme[\.txt])
            Text(shown: [link.link?.host ?? link.address, link.detail].compactMap { $0 }.joined(separator: " · "))
                .font(.caption2)
                .foregroundStyle(theme[\.muted])
                .lineLimit(1)
        }
        .multilineTextAlignment(.leading)
    }
}

/// A question with what was chosen.
private struct ChoicesView: View {
    @Environment(\.theme) private var theme

    let choices: CardChoices

    var body: some View {
        VStack(alignment: .leading, spacing: 6) {
            InlineProse(choices.question, font: .callout, color: theme[\.txt])
            ForEach(Array(choices.options.enumerated()), id: \.offset) { _, option in
                HStack(alignment: .firstTextBaseline, spacing: 8) {
                    Image(systemName: symbol(option))
                        .font(.footnote)
                        .foregroundStyle(option.isChosen ? theme[\.accentText] : theme[\.muted])
                        .accessibilityLabel(Text(option.isChosen ? "chosen" : "not chosen"))
                    VStack(alignment: .leading, spacing: 2) {
                        InlineProse(
                            option.label, font: option.isChosen ? .footnote.bold() : .footnote,
                            color: option.isChosen ? theme[\.txt] : theme[\.body])
                        if let description = option.description {
                            InlineProse(description, font: .caption, color: theme[\.muted])
                        }
                    }
                    if option.isRecommended { Badge("recommended", tone: .accent) }
                }
            }
            if let answer = choices.customAnswer {
                Text(shown: answer).font(.footnote.italic()).foregroundStyle(theme[\.txt])
            }
            if choices.isTimedOut { Badge("nobody answered in time", tone: .warning, symbol: "clock") }
        }
    }

    private func symbol(_ option: CardChoices.Option) -> String {
        if choices.isMultiple { return option.isChosen ? "checkmark.square.fill" : "square" }
        return option.isChosen ? "checkmark.circle.fill" : "circle"
    }
}
