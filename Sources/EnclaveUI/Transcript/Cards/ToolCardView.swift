import SwiftUI
import Transcript

/// One tool call: a line when closed, the body when open. The body is computed only while it is open.
struct ToolCardView: View {
    @Environment(\.theme) private var theme
    @Environment(\.dynamicTypeSize) private var typeSize
    @Environment(\.locale) private var locale
    @State private var isOpen: Bool

    private let tool: ToolTurn
    private let elided: [ElidedReference]

    init(tool: ToolTurn, elided: [ElidedReference] = [], isOpen: Bool = false) {
        self.tool = tool
        self.elided = elided
        _isOpen = State(initialValue: isOpen)
    }

    /// Reads the tool's name and intent, nothing else: cheap enough to be made anew.
    private var card: ToolCard { ToolCard(tool, format: SessionFormat(locale)) }

    var body: some View {
        VStack(alignment: .leading, spacing: 0) {
            Button {
                isOpen.toggle()
            } label: {
                head
            }
            .buttonStyle(PressStyle())
            .accessibilityElement(children: .combine)
            .accessibilityValue(Text(isOpen ? "open" : "closed"))
            .accessibilityHint(Text("Shows or hides the details"))
            if !isOpen {
                if let tail { liveTail(tail) }
                // Pictures are what such a call is about: they show without opening it.
                if !images.isEmpty {
                    CardImagesView(images: images).padding([.horizontal, .bottom], Metrics.gap)
                }
            }
            if isOpen { open }
        }
        .glass()
    }

    private var images: [CardImage] { card.images }

    private var head: some View {
        HStack(spacing: Metrics.smallGap) {
            AdaptiveRow {
                HStack(spacing: Metrics.smallGap) {
                    ToolStatusMark(status: card.status)
                    Text(shown: card.title)
                        .labelStyle()
                        .foregroundStyle(theme.color(ofTool: card.tool.name))
                        .lines(1, large: 2)
                }
                .fixedSize(horizontal: !typeSize.isAccessibilitySize, vertical: false)
                summary
            }
            Spacer(minLength: 0)
            Image(systemName: isOpen ? "chevron.up" : "chevron.down")
                .font(.caption2)
                .foregroundStyle(theme[\.muted])
                .accessibilityHidden(true)
        }
        .padding(.horizontal, Metrics.gap)
        .padding(.vertical, typeSize.isAccessibilitySize ? Metrics.smallGap : 0)
        .frame(minHeight: Metrics.target)
        .contentShape(Rectangle())
    }

    /// Where words and badges have no room side by side the badges go below: words are cut, badges never.
    private var summary: some View {
        let texts = card.summary
        let badges = texts.filter { $0.role == .badge }
        let words = texts.filter { $0.role != .badge }
        return ViewThatFits(in: .horizontal) {
            HStack(spacing: 6) {
                pieces(words)
                pieces(badges).layoutPriority(1)
            }
            VStack(alignment: .leading, spacing: 4) {
                FlowRow { pieces(words) }
                if !badges.isEmpty { FlowRow { pieces(badges) } }
            }
        }
    }

    private func pieces(_ texts: [CardText]) -> some View {
        ForEach(Array(texts.enumerated()), id: \.offset) { _, text in CardTextView(text: text) }
    }

    private var open: some View {
        VStack(alignment: .leading, spacing: Metrics.smallGap) {
            Hairline()
            CardBodyView(blocks: card.body)
            ForEach(Array(elided.enumerated()), id: \.offset) { _, reference in
                ElidedButton(reference: reference)
            }
        }
        .padding([.horizontal, .bottom], Metrics.gap)
    }

    /// The last lines of a running tool's output, shown below its closed card.
    private var tail: String? {
        guard card.status == .running, let partial = card.tool.partial else { return nil }
        for case .text(let text) in partial.content.reversed() where !text.isEmpty {
            return PagedText(text).tail(bytes: 400)
        }
        return nil
    }

    private func liveTail(_ text: String) -> some View {
        VStack(alignment: .leading, spacing: 1) {
            ForEach(Array(TerminalText(text).lines.suffix(3).enumerated()), id: \.offset) { _, line in
                Text(shown: line.plainText)
                    .font(.code)
                    .foregroundStyle(theme[\.muted])
                    .lineLimit(1)
            }
        }
        .frame(maxWidth: .infinity, alignment: .leading)
        .padding([.horizontal, .bottom], Metrics.gap)
        .accessibilityHidden(true)
    }
}

/// Where a tool call stands, as a symbol and a word.
struct ToolStatusMark: View {
    let status: ToolStatus

    var body: some View {
        StateMark(state: state)
    }

    private var state: CardRow.State {
        switch status {
        case .pending: .pending
        case .running: .running
        case .succeeded: .succeeded
        case .failed: .failed
        }
    }
}

extension Theme {
    /// The hue of a family of tools.
    func color(ofTool name: String) -> Color {
        switch name {
        case "bash", "eval", "js", "python", "debug": self[\.bash]
        case "lsp", "ast_grep", "ast_edit", "grep", "search", "glob", "find": self[\.lsp]
        case "task", "hub", "irc", "job", "todo", "goal": self[\.task]
        default: self[\.txt]
        }
    }
}

/// "Tap to load": a value the host trimmed.
struct ElidedButton: View {
    @Environment(\.transcriptActions) private var actions
    @Environment(\.theme) private var theme
    @Environment(\.locale) private var locale
    @State private var isLoading = false
    @State private var problem: String?

    let reference: ElidedReference

    var body: some View {
        VStack(alignment: .leading, spacing: 4) {
            Button(action: load) {
                HStack {
                    if isLoading {
                        ProgressView()
                    } else {
                        Image(systemName: "arrow.down.circle").accessibilityHidden(true)
                    }
                    // A host that does not know the size says so by a negative one.
                    if reference.value.bytes < 0 { Text("Load the rest") } else { Text("Load \(size)") }
                }
            }
            .buttonStyle(BlockStyle())
            .disabled(isLoading)
            if let problem {
                Text(shown: Words.sentence(problem, locale))
                    .font(.caption)
                    .foregroundStyle(theme[\.advisor])
            }
        }
    }

    private var size: String { Figures.bytes(reference.value.bytes, locale: locale) }

    private func load() {
        isLoading = true
        problem = nil
        Task {
            do {
                try await actions.load(reference)
            } catch {
                problem = error.localizedDescription
            }
            isLoading = false
        }
    }
}
