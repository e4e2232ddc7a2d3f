import SwiftUI
import Transcript

/// Subagents with what they do; a tap opens the agent.
struct SubagentRowsView: View {
    let rows: [SubagentRow]

    var body: some View {
        VStack(spacing: Metrics.smallGap) {
            ForEach(Array(rows.enumerated()), id: \.offset) { _, row in
                SubagentRowView(row: row)
            }
        }
    }
}

private struct SubagentRowView: View {
    @Environment(\.theme) private var theme
    @Environment(\.transcriptActions) private var actions
    @Environment(\.locale) private var locale

    let row: SubagentRow

    var body: some View {
        Button {
            if let id = row.id { actions.openAgent(id) }
        } label: {
            HStack(alignment: .firstTextBaseline, spacing: Metrics.smallGap) {
                StateMark(state: mark)
                VStack(alignment: .leading, spacing: 3) {
                    HStack(spacing: 6) {
                        Text(shown: row.id ?? row.agent ?? "\(row.index + 1)")
                            .font(.footnote.bold())
                            .foregroundStyle(theme[\.task])
                        if let description = row.description {
                            Text(shown: description)
                                .font(.footnote)
                                .foregroundStyle(theme[\.body])
                                .lineLimit(1)
                        }
                    }
                    if let activity = row.error ?? row.warning ?? row.activity {
                        Text(shown: activity)
                            .font(.caption)
                            .foregroundStyle(row.error == nil ? theme[\.muted] : theme[\.advisor])
                            .lineLimit(2)
                    }
                    Text(shown: figures)
                        .font(.caption2.monospacedDigit())
                        .foregroundStyle(theme[\.muted])
                }
                Spacer(minLength: 0)
                if row.id != nil {
                    Image(systemName: "chevron.right")
                        .font(.caption2)
                        .foregroundStyle(theme[\.muted])
                        .accessibilityHidden(true)
                }
            }
            .multilineTextAlignment(.leading)
            .frame(minHeight: Metrics.target)
            .contentShape(Rectangle())
        }
        .buttonStyle(PressStyle())
        .disabled(row.id == nil)
        .accessibilityElement(children: .combine)
    }

    private var mark: CardRow.State {
        switch row.state {
        case .pending: .pending
        case .running: .running
        case .completed: .succeeded
        case .mergeFailed: .warning
        case .failed: .failed
        case .aborted: .skipped
        }
    }

    private var figures: String {
        [
            row.toolCount.map { Figures.tools($0, locale: locale) },
            row.tokens.map { Figures.tokens($0, locale: locale) },
            row.cost.map { Figures.cost($0, locale: locale) },
            row.durationMilliseconds.map { Figures.duration(milliseconds: $0, locale: locale) },
        ].compactMap { $0 }.joined(separator: " · ")
    }
}
