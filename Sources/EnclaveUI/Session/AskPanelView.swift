import CollabWire
import EnclaveModel
import SwiftUI
import Transcript

/// The question on screen: an approval bar, a picker, or a text to write (feature E4).
///
/// It leaves room for the transcript, which holds what the question is about: what is long scrolls inside of it, and it
/// folds to one line and back.
struct AskPanelView: View {
    /// Points that a tall question takes with its options; what decides and answers stands above and below them. Large text
    /// has no such bound: there the whole panel scrolls.
    private static let tallHeight: CGFloat = 300
    /// A question is tall above so many options, letters, or lines of its own.
    private static let fewOptions = 4
    private static let fewLetters = 300
    private static let fewLines = 6
    /// Points of the panel at accessibility sizes, where transcript and composer are large too: enough to be read.
    private static let leastHeightWhenLarge: CGFloat = 250
    /// The largest text of what stands beside the question.
    private static let largestBeside = DynamicTypeSize.accessibility1
    /// Options from which on rows are made as they come into sight.
    private static let manyOptions = 12

    @Environment(\.theme) private var theme
    @Environment(\.dynamicTypeSize) private var typeSize
    let shown: AskPanel.Shown
    let waiting: Int
    @Binding var draft: String
    /// The run of questions that is folded: another one comes unfolded.
    @Binding var foldedRun: Int?
    /// Answers; nil skips.
    let answer: (String?) -> Void

    private var isFolded: Bool { foldedRun == shown.run }
    private var isLarge: Bool { typeSize.isAccessibilitySize }

    var body: some View {
        VStack(spacing: 0) {
            // What decides and answers is always in sight: large text is bounded there, or it would leave the question no
            // room to scroll in.
            bar.dynamicTypeSize(...Self.largestBeside).padding(.top, Metrics.gap).modifier(AskColumn())
            if !isFolded {
                if isTall, !isLarge {
                    ScrollView { content }.frame(maxHeight: Self.tallHeight)
                } else {
                    ViewThatFits(in: .vertical) {
                        content
                        ScrollView { content }
                    }
                }
                actions.dynamicTypeSize(...Self.largestBeside).modifier(AskColumn())
            }
        }
        .padding(.bottom, isFolded ? Metrics.gap : 0)
        .frame(minHeight: isLarge && !isFolded ? Self.leastHeightWhenLarge : nil)
        .background(theme[\.panel])
        .overlay(alignment: .top) { Rectangle().fill(theme[\.accentLine]).frame(height: 1) }
        .accessibilityElement(children: .contain)
        .accessibilityLabel(Text("Question from the agent"))
    }

    private var select: Ask.Select? {
        guard case .select(let select) = shown.ask.kind else { return nil }
        return select
    }

    private var hasManyOptions: Bool { select.map { $0.listed.count > Self.manyOptions } ?? false }

    private var isTall: Bool {
        // Counted as bytes: a title may be a book.
        let words = [shown.ask.title, select?.helpText ?? ""].map(\.utf8)
        return (select?.listed.count ?? 0) > Self.fewOptions
            || words.map(\.count).reduce(0, +) > Self.fewLetters
            || words.joined().count { $0 == 0x0A } > Self.fewLines
    }

    /// What may scroll.
    private var content: some View {
        VStack(alignment: .leading, spacing: Metrics.gap) {
            AskTitle(text: shown.ask.title)
            if let help = select?.helpText { InlineProse(help, font: .footnote, color: theme[\.muted]) }
            AskCautionView(caution: AskCaution(shown.ask))
            switch shown.ask.kind {
            case .select(let select):
                if !shown.ask.isTwoWay {
                    AskPicker(
                        select: select, isLazy: hasManyOptions, isEnabled: shown.canAnswer, answer: answer
                    )
                    .id(shown.run)
                }
            case .editor:
                AskEditor(draft: $draft)
            case .unknown:
                Text("This kind of question is newer than this app. Answer it at the host, or skip it.")
                    .font(.footnote)
                    .foregroundStyle(theme[\.muted])
            }
            if shown.isHeld {
                Label("Your answer leaves once the connection is back.", systemImage: "clock")
                    .font(.footnote)
                    .foregroundStyle(theme[\.muted])
            }
        }
        .padding(.top, Metrics.gap)
        .padding(.bottom, hasActions ? 0 : Metrics.margin)
        .modifier(AskColumn())
    }

    /// What the question says of itself, the way out of it, and the way past it.
    private var bar: some View {
        AdaptiveRow {
            FlowRow(spacing: Metrics.smallGap) {
                Badge("needs you", tone: .accent, symbol: "questionmark.circle")
                if waiting > 0 { Badge("\(waiting) more", tone: .plain) }
            }
            .layoutPriority(1)
            Group {
                if isFolded {
                    InlineProse(
                        String(shown.ask.title.prefix(Self.fewLetters)), font: .footnote, color: theme[\.txt]
                    )
                    .lines(1, large: 2)
                } else {
                    Spacer(minLength: 0)
                }
            }
            .frame(maxWidth: .infinity, alignment: .leading)
            HStack(spacing: Metrics.smallGap) {
                if !shown.canAnswer { ProgressView().accessibilityLabel(Text("Sending the answer")) }
                if !isFolded {
                    Button {
                        answer(nil)
                    } label: {
                        Text("Skip")
                    }
                    .buttonStyle(BlockStyle())
                    .disabled(!shown.canAnswer)
                }
                Button {
                    foldedRun = isFolded ? nil : shown.run
                } label: {
                    Image(systemName: isFolded ? "chevron.up" : "chevron.down")
                }
                .buttonStyle(BlockStyle())
                .accessibilityLabel(Text(isFolded ? "Show the question" : "Fold the question away"))
            }
        }
    }

    private var hasActions: Bool {
        switch shown.ask.kind {
        case .select(let select): shown.ask.isTwoWay || !select.closing.isEmpty
        case .editor: true
        case .unknown: false
        }
    }

    /// What answers, where that is no option of a list.
    @ViewBuilder private var actions: some View {
        if hasActions {
            Group {
                switch shown.ask.kind {
                case .select(let select):
                    if shown.ask.isTwoWay {
                        ApprovalBar(select: select, isEnabled: shown.canAnswer, answer: answer)
                    } else {
                        AskClosing(select: select, isEnabled: shown.canAnswer, answer: answer)
                    }
                case .editor:
                    Button {
                        answer(draft)
                    } label: {
                        Text("Send answer")
                    }
                    .buttonStyle(BlockStyle(prominence: .main))
                    .disabled(!shown.canAnswer)
                    .keyboardShortcut(.return, modifiers: .command)
                    .frame(maxWidth: .infinity, alignment: .trailing)
                case .unknown: EmptyView()
                }
            }
            .padding(.top, Metrics.gap)
            .padding(.bottom, Metrics.margin)
        }
    }
}

/// As wide as lines are readable, in the middle.
private struct AskColumn: ViewModifier {
    func body(content: Content) -> some View {
        content
            .padding(.horizontal, Metrics.margin)
            .frame(maxWidth: Metrics.readableWidth)
            .frame(maxWidth: .infinity)
    }
}

extension Ask.Option {
    /// Whether nothing of the label would be seen.
    var isBlank: Bool {
        label.readable.unicodeScalars.allSatisfy { scalar in
            scalar.properties.isWhitespace || scalar.properties.isDefaultIgnorableCodePoint
                || scalar.properties.generalCategory == .control || scalar == "\u{2800}"
        }
    }
}

extension Ask.Select {
    /// The options of the list with their places. In a list of boxes to tick those without a box are none of them: they
    /// say what becomes of the ticks.
    var listed: [(index: Int, option: Ask.Option)] {
        options.enumerated().filter { marker != .checkbox || isMarkable($0.offset) }.map { ($0.offset, $0.element) }
    }

    /// What ends a list of boxes: "Done", "Other".
    var closing: [Ask.Option] {
        marker == .checkbox ? options.indices.filter { !isMarkable($0) }.map { options[$0] } : []
    }
}

/// The question; hosts write commands in it as Markdown does.
private struct AskTitle: View {
    @State private var memo = Memo<String, [MarkdownBlock]>()

    let text: String

    var body: some View {
        let prose = Prose(text)
        if prose.isLong {
            ProseView(prose: prose)
        } else {
            let blocks = memo(text) { prose.blocks }
            if blocks.count == 1, case .paragraph(let runs) = blocks[0].kind {
                RunsText(runs: runs, font: .headline).accessibilityAddTraits(.isHeader)
            } else {
                MarkdownView(blocks: blocks).accessibilityAddTraits(.isHeader)
            }
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

/// Two ways: side by side, one under the other when the text is large. The one that the host recommends stands out.
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

    private var buttons: some View {
        ForEach(Array(select.options.enumerated()), id: \.offset) { index, option in
            AskButton(
                option: option, prominence: index == select.initialIndex ? .main : .plain, isEnabled: isEnabled,
                answer: answer)
        }
    }
}

/// What ends a list of boxes. One alone is the way on and looks like it.
private struct AskClosing: View {
    let select: Ask.Select
    let isEnabled: Bool
    let answer: (String?) -> Void

    var body: some View {
        let options = select.closing
        VStack(spacing: Metrics.smallGap) {
            ForEach(Array(options.enumerated()), id: \.offset) { _, option in
                AskButton(
                    option: option, prominence: options.count == 1 ? .main : .plain, isEnabled: isEnabled,
                    answer: answer)
            }
        }
    }
}

/// A button that answers with an option.
private struct AskButton: View {
    let option: Ask.Option
    let prominence: BlockStyle.Prominence
    let isEnabled: Bool
    let answer: (String?) -> Void

    var body: some View {
        Button {
            answer(option.label)
        } label: {
            Group {
                if option.isBlank { Text("(no label)") } else { Text(shown: option.label) }
            }
            .frame(maxWidth: .infinity)
        }
        .buttonStyle(BlockStyle(prominence: prominence))
        .disabled(!isEnabled)
        .accessibilityHint(option.description.map { Text(shown: $0) } ?? Text(verbatim: ""))
    }
}

/// A list of options; a tap answers, boxes toggle.
private struct AskPicker: View {
    let select: Ask.Select
    let isLazy: Bool
    let isEnabled: Bool
    let answer: (String?) -> Void

    var body: some View {
        if isLazy {
            LazyVStack(spacing: Metrics.smallGap) { rows }
        } else {
            VStack(spacing: Metrics.smallGap) { rows }
        }
    }

    private var rows: some View {
        ForEach(select.listed, id: \.index) { index, option in
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
                if option.isBlank {
                    Text("(no label)").font(.callout.italic()).foregroundStyle(theme[\.muted])
                } else {
                    InlineProse(option.label, font: .callout.weight(.semibold), color: theme[\.txt])
                }
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

    var body: some View {
        TextField("Your answer", text: $draft, prompt: .prompt("Your answer", theme), axis: .vertical)
            .lineLimit(1...6)
            .focused($isFocused)
            .font(.body)
            .foregroundStyle(theme[\.txt])
            .padding(Metrics.gap)
            .glass()
    }
}
