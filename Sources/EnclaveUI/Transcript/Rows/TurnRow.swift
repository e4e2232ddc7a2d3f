import EnclaveModel
import SwiftUI
import Transcript

/// One row of the transcript; redraws alone when its turn changes.
struct TurnRow: View {
    @Environment(\.theme) private var theme

    let cell: TurnCell
    /// What is looked for in the transcript.
    var finding = Finding()

    var body: some View {
        let mark = finding.mark(in: cell.turn)
        TurnView(turn: cell.turn)
            .environment(\.findMark, mark)
            .overlay(alignment: .leading) {
                // In the margin: whatever the row shows of its words, this is where the reader stands.
                if mark?.isCurrent ?? false {
                    Rectangle()
                        .fill(theme[\.accent])
                        .frame(width: 4)
                        .offset(x: -Metrics.gap)
                        .accessibilityHidden(true)
                }
            }
            .accessibilityIdentifier(cell.id.description)
    }
}

/// What a turn looks like.
struct TurnView: View {
    let turn: UITurn

    var body: some View {
        VStack(alignment: .leading, spacing: Metrics.smallGap) {
            content
            if showsElided {
                ForEach(Array(turn.elided.enumerated()), id: \.offset) { _, reference in
                    ElidedButton(reference: reference)
                }
            }
        }
        .frame(maxWidth: .infinity, alignment: .leading)
    }

    /// Tool cards offer their trimmed values inside.
    private var showsElided: Bool {
        switch turn.kind {
        case .tool, .activity, .subagents, .ask: false
        default: !turn.elided.isEmpty
        }
    }

    @ViewBuilder private var content: some View {
        switch turn.kind {
        case .user(let user): UserRow(turn: user, timestamp: turn.timestamp)
        case .prose(let prose): ProseRow(prose: prose, isStreaming: turn.isStreaming)
        case .thinking(let thinking): ThinkingRow(turn: thinking, isStreaming: turn.isStreaming)
        case .tool(let tool), .ask(let tool): ToolCardView(tool: tool, elided: turn.elided)
        case .activity(let activity): ActivityRow(turn: activity)
        case .subagents(let subagents): ToolCardView(tool: subagents.tool, elided: turn.elided, isOpen: true)
        case .image(let image): ImageThumbnail(image: image, caption: nil)
        case .system(let system): SystemChip(turn: system)
        case .advisor(let advisor): AdvisorRow(turn: advisor)
        case .notice(let notice): NoticeRow(turn: notice)
        case .traffic(let traffic): TrafficRow(turn: traffic)
        case .note(let text): NoteRow(text: text)
        case .elided: EmptyView()
        case .day(let date): DaySeparator(date: date)
        case .earlierHistory(let isLoading, let error): EarlierHistoryRow(isLoading: isLoading, error: error)
        case .newSince: NewSinceSeparator()
        }
    }
}
