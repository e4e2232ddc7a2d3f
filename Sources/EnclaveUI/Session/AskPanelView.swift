import CollabWire
import EnclaveModel
import SwiftUI
import Transcript

/// The question on screen: an approval bar, a picker, or a text to write (feature E4).
struct AskPanelView: View {
    @Environment(\.theme) private var theme

    let shown: AskPanel.Shown
    let waiting: Int
    @Binding var draft: String
    /// Answers; nil skips.
    let answer: (String?) -> Void

    /// Scrolls when question and options need more room than the session can spare.
    var body: some View {
        ViewThatFits(in: .vertical) {
            panel
            ScrollView { panel }
        }
        .background(theme[\.panel])
        .overlay(alignment: .top) { Rectangle().fill(theme[\.accentLine]).frame(height: 1) }
        .accessibilityElement(children: .contain)
        .accessibilityLabel(Text("Question from the agent"))
    }

    private var panel: some View {
        VStack(alignment: .leading, spacing: Metrics.gap) {
            header
            switch shown.ask.kind {
            case .select(let select):
                if shown.ask.isTwoWay {
                    ApprovalBar(select: select, isEnabled: shown.canAnswer, answer: answer)
                } else {
                    AskPicker(select: select, isEnabled: shown.canAnswer, answer: answer)
                        .id(shown.run)
                }
            case .editor:
                AskEditor(draft: $draft, isEnabled: shown.canAnswer, answer: answer)
            case .unknown:
                Text("This kind of question is newer than this app. Answer it at the host, or skip it.")
                    .font(.footnote)
                    .foregroundStyle(theme[\.muted])
            }
        }
        .padding(Metrics.margin)
        .frame(maxWidth: Metrics.readableWidth)
        .frame(maxWidth: .infinity)
    }

    private var header: some View {
        VStack(alignment: .leading, spacing: 6) {
            AdaptiveRow {
                FlowRow(spacing: Metrics.smallGap) {
                    Badge("needs you", tone: .accent, symbol: "questionmark.circle")
                    if waiting > 0 { Badge("\(waiting) more", tone: .plain) }
                }
                .frame(maxWidth: .infinity, alignment: .leading)
                if !shown.canAnswer { ProgressView().accessibilityLabel(Text("Sending the answer")) }
                if !shown.ask.isTwoWay {
                    Button {
                        answer(nil)
                    } label: {
                        Text("Skip")
                    }
                    .buttonStyle(BlockStyle())
                    .disabled(!shown.canAnswer)
                }
            }
            AskTitle(text: shown.ask.title)
            if case .select(let select) = shown.ask.kind, let help = select.helpText {
                InlineProse(help, font: .footnote, color: theme[\.muted])
            }
            AskCautionView(caution: AskCaution(shown.ask))
        }
    }
}

/// The question; hosts write commands in it as Markdown does.
private struct AskTitle: View {
    @State private var memo = Memo<String, [MarkdownBlock]>()

    let text: String

    var body: some View {
        let blocks = memo(text) { Prose(text).blocks }
        if blocks.count == 1, case .paragraph(let runs) = blocks[0].kind {
            RunsText(runs: runs, font: .headline).accessibilityAddTraits(.isHeader)
        } else {
            MarkdownView(blocks: blocks).accessibilityAddTraits(.isHeader)
        }
    }
}

/// Says when letters of the question are not what they seem.
private struct AskCautionView: View {
    @Environment(\.theme) private var theme

    let caution: AskCaution

    private var lookalikes: String { caution.lookalikes.joined(separator: ", ") }

    var body: some View {
        if caution.hasDirections {
            warning("Hidden characters that turn the direction of text were left out. Read it twice.")
        }
        if caution.hasControls {
            warning("Control characters were left out. Read it twice.")
        }
        if !caution.lookalikes.isEmpty {
            warning("Some letters only look like Latin ones: \(lookalikes)")
        }
    }

    private func warning(_ words: LocalizedStringKey) -> some View {
        Label(words, systemImage: "exclamationmark.triangle")
            .font(.footnote)
            .foregroundStyle(theme[\.advisor])
            .fixedSize(horizontal: false, vertical: true)
    }
}

/// Two ways: side by side, one under the other when the text is large.
private struct ApprovalBar: View {
    let select: Ask.Select
    let isEnabled: Bool
    let answer: (String?) -> Void

    var body: some View {
        ViewThatFits(in: .horizontal) {
            HStack(spacing: Metrics.gap) { buttons }
            VStack(spacing: Metrics.smallGap) { buttons }
        }
    }

    @ViewBuilder private var buttons: some View {
        ForEach(Array(select.options.enumerated()), id: \.offset) { index, option in
            Button {
                answer(option.label)
            } label: {
                Text(shown: option.label).frame(maxWidth: .infinity)
            }
            .buttonStyle(BlockStyle(prominence: index == (select.initialIndex ?? 0) ? .main : .plain))
            .disabled(!isEnabled)
            .accessibilityHint(
                option.description.map { Text(shown: $0) } ?? Text(verbatim: ""))
        }
    }
}

/// A list of options; a tap answers, boxes toggle.
private struct AskPicker: View {
    let select: Ask.Select
    let isEnabled: Bool
    let answer: (String?) -> Void

    var body: some View {
        VStack(spacing: Metrics.smallGap) {
            ForEach(Array(select.options.enumerated()), id: \.offset) { index, option in
                Button {
                    answer(option.label)
                } label: {
                    AskOptionLabel(select: select, index: index, option: option)
                }
                .buttonStyle(PressStyle())
                .disabled(!isEnabled)
                .accessibilityAddTraits(select.isChecked(index) ? .isSelected : [])
            }
        }
    }
}

private struct AskOptionLabel: View {
    @Environment(\.theme) private var theme

    let select: Ask.Select
    let index: Int
    let option: Ask.Option

    var body: some View {
        HStack(alignment: .firstTextBaseline, spacing: Metrics.gap) {
            if let mark {
                Image(systemName: mark)
                    .font(.callout)
                    .foregroundStyle(select.isChecked(index) ? theme[\.accentText] : theme[\.muted])
                    .accessibilityHidden(true)
            }
            VStack(alignment: .leading, spacing: 3) {
                InlineProse(option.label, font: .callout.weight(.semibold), color: theme[\.txt])
                if let description = option.description {
                    InlineProse(description, font: .footnote, color: theme[\.body])
                }
                if index == select.initialIndex { Badge("recommended", tone: .accent) }
            }
            .multilineTextAlignment(.leading)
            .fixedSize(horizontal: false, vertical: true)
            Spacer(minLength: 0)
        }
        .padding(Metrics.gap)
        .frame(maxWidth: .infinity, minHeight: Metrics.target, alignment: .leading)
        .glass()
        .contentShape(Rectangle())
    }

    private var mark: String? {
        guard select.isMarkable(index) else { return nil }
        if select.marker == .checkbox { return select.isChecked(index) ? "checkmark.square.fill" : "square" }
        return select.isChecked(index) ? "checkmark.circle.fill" : "circle"
    }
}

/// A text to write.
private struct AskEditor: View {
    @Environment(\.theme) private var theme
    @FocusState private var isFocused: Bool

    @Binding var draft: String
    let isEnabled: Bool
    let answer: (String?) -> Void

    var body: some View {
        VStack(alignment: .trailing, spacing: Metrics.smallGap) {
            TextField("Your answer", text: $draft, axis: .vertical)
                .lineLimit(1...6)
                .focused($isFocused)
                .font(.body)
                .foregroundStyle(theme[\.txt])
                .padding(Metrics.gap)
                .glass()
            Button {
                answer(draft)
            } label: {
                Text("Send answer")
            }
            .buttonStyle(BlockStyle(prominence: .main))
            .disabled(!isEnabled)
            .keyboardShortcut(.return, modifiers: .command)
        }
    }
}
