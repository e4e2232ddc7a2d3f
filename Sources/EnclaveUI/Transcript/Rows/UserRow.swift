import CollabWire
import SwiftUI
import Transcript

/// Somebody's prompt, on glass, with the author's name.
struct UserRow: View {
    @Environment(\.theme) private var theme
    @Environment(\.transcriptActions) private var actions

    let turn: UserTurn
    let timestamp: Date?

    var body: some View {
        VStack(alignment: .leading, spacing: Metrics.smallGap) {
            AdaptiveRow {
                HStack(spacing: Metrics.smallGap) {
                    author
                    if turn.isSynthetic { Badge("automatic") }
                }
                .frame(maxWidth: .infinity, alignment: .leading)
                if let timestamp {
                    Text(timestamp, style: .time)
                        .font(.caption2.monospacedDigit())
                        .foregroundStyle(theme[\.muted])
                        .fixedSize()
                }
            }
            MessagePartsView(parts: turn.parts)
        }
        .padding(Metrics.gap)
        .glass()
        .overlay(alignment: .leading) {
            Rectangle().fill(theme[\.accent]).frame(width: 3).accessibilityHidden(true)
        }
        .contextMenu { menu }
    }

    @ViewBuilder private var author: some View {
        switch turn.author {
        case .host: Badge("host", tone: .accent, symbol: "person")
        case .guest(let name?): Badge(verbatim: name, tone: .accent, symbol: "person")
        case .guest(nil): Badge("guest", tone: .accent, symbol: "person")
        }
    }

    @ViewBuilder private var menu: some View {
        Button {
            actions.copy(text)
        } label: {
            Label("Copy", systemImage: "doc.on.doc")
        }
        ShareLink(item: text)
        if actions.canPrompt {
            Button {
                actions.editAndResend(text)
            } label: {
                Label("Edit and resend", systemImage: "pencil")
            }
        }
    }

    private var text: String { turn.parts.plainText }
}

/// Texts and pictures in the order sent.
struct MessagePartsView: View {
    @Environment(\.findMark) private var mark

    let parts: [MessagePart]

    var body: some View {
        let marks = mark.map { $0.split(over: parts.map { [$0].plainText }) }
        VStack(alignment: .leading, spacing: Metrics.smallGap) {
            ForEach(Array(parts.enumerated()), id: \.offset) { index, part in
                switch part {
                case .text(let prose): ProseView(prose: prose, mark: marks?[index])
                case .image(let image): ImageThumbnail(image: image, caption: nil)
                case .note(let text): NoteRow(text: text)
                }
            }
        }
    }
}

extension [MessagePart] {
    /// The texts, one under the other.
    var plainText: String {
        compactMap { part in
            switch part {
            case .text(let prose): prose.text
            case .note(let text): text
            case .image: nil
            }
        }.joined(separator: "\n\n")
    }
}

/// The agent's words.
struct ProseRow: View {
    @Environment(\.findMark) private var mark
    @Environment(\.transcriptActions) private var actions
    @Environment(\.theme) private var theme

    let prose: Prose
    let isStreaming: Bool

    var body: some View {
        VStack(alignment: .leading, spacing: 6) {
            ProseView(prose: prose, mark: mark)
            if isStreaming {
                Rectangle()
                    .fill(theme[\.accent])
                    .frame(width: 9, height: 16)
                    .accessibilityHidden(true)
            }
        }
        .contextMenu {
            Button {
                actions.copy(prose.text)
            } label: {
                Label("Copy", systemImage: "doc.on.doc")
            }
            ShareLink(item: prose.text)
            if actions.canPrompt {
                Button {
                    actions.quote(prose.text)
                } label: {
                    Label("Quote", systemImage: "quote.bubble")
                }
            }
        }
    }
}

/// The agent's reasoning: closed until it is wanted.
struct ThinkingRow: View {
    @Environment(\.findMark) private var mark
    @Environment(\.theme) private var theme
    @Environment(\.locale) private var locale
    @State private var isOpen = false

    let turn: ThinkingTurn
    let isStreaming: Bool

    var body: some View {
        VStack(alignment: .leading, spacing: Metrics.smallGap) {
            Button {
                isOpen.toggle()
            } label: {
                HStack(spacing: 6) {
                    Image(systemName: "brain").font(.caption).accessibilityHidden(true)
                    Text(title).font(.footnote.italic())
                    if !turn.isRedacted {
                        Image(systemName: isOpen ? "chevron.up" : "chevron.down")
                            .font(.caption2)
                            .accessibilityHidden(true)
                    }
                }
                .foregroundStyle(theme[\.muted])
                .frame(minHeight: Metrics.target)
                .contentShape(Rectangle())
            }
            .buttonStyle(PressStyle())
            .disabled(turn.isRedacted)
            .accessibilityValue(Text(isOpen ? "open" : "closed"))
            if isOpen {
                ProseView(prose: turn.text, mark: mark)
                    .padding(.leading, Metrics.gap)
                    .overlay(alignment: .leading) {
                        Rectangle().fill(theme[\.line]).frame(width: 2).accessibilityHidden(true)
                    }
            }
        }
        .opensWhenFound($isOpen)
    }

    private var title: LocalizedStringKey {
        if turn.isRedacted { return "thought, withheld by the provider" }
        if isStreaming { return "thinking…" }
        guard let duration = turn.durationMilliseconds else { return "thought" }
        return "thought for \(Figures.duration(milliseconds: duration, locale: locale))"
    }
}

/// Consecutive tool calls as one line that opens.
struct ActivityRow: View {
    @Environment(\.theme) private var theme
    @Environment(\.locale) private var locale
    @State private var isOpen = false

    let turn: ActivityTurn

    var body: some View {
        VStack(alignment: .leading, spacing: 6) {
            Button {
                isOpen.toggle()
            } label: {
                HStack(spacing: Metrics.smallGap) {
                    StateMark(state: state)
                    Text(shown: SessionFormat(locale).text(ActivitySummary(turn)))
                        .font(.footnote)
                        .foregroundStyle(theme[\.body])
                        .multilineTextAlignment(.leading)
                    Spacer(minLength: 0)
                    Image(systemName: isOpen ? "chevron.up" : "chevron.down")
                        .font(.caption2)
                        .foregroundStyle(theme[\.muted])
                        .accessibilityHidden(true)
                }
                .padding(.horizontal, Metrics.gap)
                .frame(minHeight: Metrics.target)
                .contentShape(Rectangle())
            }
            .buttonStyle(PressStyle())
            .glass()
            .accessibilityValue(Text(isOpen ? "open" : "closed"))
            if isOpen {
                ForEach(turn.steps) { step in
                    ToolCardView(tool: step.tool, elided: step.elided)
                }
                .padding(.leading, Metrics.gap)
            }
        }
        .opensWhenFound($isOpen)
    }

    private var state: CardRow.State {
        if turn.steps.contains(where: { $0.tool.status == .running }) { return .running }
        return turn.steps.contains(where: { $0.tool.status == .failed }) ? .failed : .succeeded
    }
}

/// A remark of the advisor.
struct AdvisorRow: View {
    @Environment(\.findMark) private var mark
    @Environment(\.theme) private var theme

    let turn: AdvisorTurn

    var body: some View {
        let marks = mark.map { $0.split(over: turn.remarks.map(\.text.text)) }
        VStack(alignment: .leading, spacing: 6) {
            ForEach(Array(turn.remarks.enumerated()), id: \.offset) { index, remark in
                HStack(spacing: 6) {
                    Badge("advisor", tone: .warning, symbol: "eye")
                    if let name = remark.advisor { Badge(verbatim: name) }
                    if let severity = remark.severity { Badge(verbatim: severity, tone: .warning) }
                }
                ProseView(prose: remark.text, mark: marks?[index])
            }
        }
        .padding(Metrics.gap)
        .glass()
        .overlay(alignment: .leading) {
            Rectangle().fill(theme[\.advisor]).frame(width: 3).accessibilityHidden(true)
        }
    }
}

/// A notice of an extension or of the host.
struct NoticeRow: View {
    let turn: NoticeTurn

    var body: some View {
        VStack(alignment: .leading, spacing: 6) {
            Badge(verbatim: turn.customType, symbol: "info.circle")
            MessagePartsView(parts: turn.parts)
        }
        .padding(Metrics.gap)
        .glass()
    }
}

/// A bare remark.
struct NoteRow: View {
    @Environment(\.theme) private var theme

    let text: String

    var body: some View {
        FoldedText(words: text, font: .footnote.italic(), color: theme[\.muted])
    }
}

/// Messages between agents, and reports of background jobs.
struct TrafficRow: View {
    @Environment(\.theme) private var theme

    let turn: TrafficTurn

    var body: some View {
        VStack(alignment: .leading, spacing: Metrics.smallGap) {
            switch turn {
            case .message(let message):
                HStack(spacing: 6) {
                    Badge(verbatim: message.from, tone: .task)
                    Image(systemName: "arrow.right").font(.caption2).foregroundStyle(theme[\.muted])
                        .accessibilityLabel(Text("to"))
                    if let to = message.to { Badge(verbatim: to, tone: .task) } else { Badge("main", tone: .task) }
                }
                MessagePartsView(parts: message.parts)
            case .jobs(let jobs):
                ForEach(jobs, id: \.id) { job in JobReportView(job: job) }
            }
        }
        .padding(Metrics.gap)
        .glass()
    }
}

private struct JobReportView: View {
    @Environment(\.theme) private var theme
    @Environment(\.locale) private var locale

    let job: TrafficTurn.JobReport

    var body: some View {
        VStack(alignment: .leading, spacing: 4) {
            HStack(spacing: 6) {
                StateMark(state: mark)
                Text(shown: job.label ?? job.id)
                    .font(.footnote.bold())
                    .foregroundStyle(theme[\.txt])
                Spacer(minLength: 0)
                if let duration = job.durationMilliseconds {
                    Text(shown: Figures.duration(milliseconds: duration, locale: locale))
                        .font(.caption2.monospacedDigit())
                        .foregroundStyle(theme[\.muted])
                }
            }
            if let error = job.error ?? job.abortReason {
                FoldedText(words: error, font: .caption, color: theme[\.advisor])
            }
            if !job.output.isEmpty { OutputView(output: CardOutput(job.output)) }
        }
    }

    private var mark: CardRow.State {
        switch job.outcome {
        case .completed: .succeeded
        case .failed: .failed
        case .aborted: .skipped
        }
    }
}
