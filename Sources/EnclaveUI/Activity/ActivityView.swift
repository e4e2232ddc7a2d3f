import CollabReplica
import CollabWire
import EnclaveModel
import SwiftUI
import Transcript

/// The live fan-out of the session: the main agent and its subagents (feature V1).
struct ActivityView: View {
    @Environment(AppModel.self) private var app

    var body: some View {
        FocusedScreen(
            "Activity", symbol: "waveform.path.ecg", invitation: "Open a session to see its agents at work."
        ) { session in
            FocusedSession(session: session)
            FanOut(client: session.client)
        }
        .navigationDestination(for: AgentRoute.self) { route in
            if let session = app.focused { AgentDetailView(client: session.client, agentId: route.id) }
        }
    }
}

/// Which session this is about.
private struct FocusedSession: View {
    @Environment(\.theme) private var theme
    @Environment(\.locale) private var locale

    let session: SessionVM

    var body: some View {
        let title = session.title(locale)
        HStack(alignment: .firstTextBaseline, spacing: Metrics.smallGap) {
            LiveDot(status: session.client.dotStatus)
            Text(shown: title)
                .font(.headline)
                .foregroundStyle(theme[\.txt])
                .lines(2, large: 4)
                .clipped()
                .roomForWords(of: title)
                .frame(maxWidth: .infinity, alignment: .leading)
        }
        .accessibilityElement(children: .combine)
        .accessibilityLabel(Text("Session: \(title)"))
        .accessibilityIdentifier("focused-session")
    }
}

/// Leads to one agent.
struct AgentRoute: Hashable {
    let id: String
}

private struct FanOut: View {
    @Environment(\.theme) private var theme

    let client: GuestClient

    var body: some View {
        // A host may have thousands of agents: rows that are out of sight are not made.
        LazyVStack(alignment: .leading, spacing: Metrics.gap) {
            ForEach(client.agents.filter { $0.kind == .main }) { agent in
                AgentCard(agent: agent, progress: nil, action: client.runningAction, client: client)
            }
            let subagents = client.agents.subagents
            if subagents.isEmpty {
                Text("No subagents. They appear here when the agent hands out tasks.")
                    .font(.footnote)
                    .foregroundStyle(theme[\.muted])
                    .padding(.leading, Metrics.gap)
            }
            let progress = Dictionary(client.progress.map { ($0.id, $0) }) { first, _ in first }
            ForEach(subagents) { agent in
                NavigationLink(value: AgentRoute(id: agent.id)) {
                    AgentCard(agent: agent, progress: progress[agent.id], action: nil, client: client)
                }
                .buttonStyle(PressStyle())
                .padding(.leading, Metrics.margin)
            }
        }
    }
}

/// One agent: status, what it does, its figures, its last words.
struct AgentCard: View {
    @Environment(\.theme) private var theme
    @Environment(\.locale) private var locale

    let agent: AgentInfo
    let progress: SubagentProgress?
    let action: RunningAction?
    let client: GuestClient

    var body: some View {
        VStack(alignment: .leading, spacing: 6) {
            AdaptiveRow {
                HStack(spacing: Metrics.smallGap) {
                    StateMark(state: agent.status.mark)
                    Text(shown: agent.displayName)
                        .font(.headline)
                        .foregroundStyle(agent.kind == .main ? theme[\.txt] : theme[\.task])
                        .lines(1, large: 3)
                        .clipped()
                        .roomForWords(of: agent.displayName)
                }
                .frame(maxWidth: .infinity, alignment: .leading)
                Badge(verbatim: Words.text(agent.status, locale), tone: agent.status == .running ? .accent : .plain)
            }
            if let task = progress?.description ?? progress?.task {
                Text(shown: task).font(.footnote).foregroundStyle(theme[\.body]).lines(2)
            }
            if let line {
                Text(shown: line)
                    .term(16, relativeTo: .footnote)
                    .foregroundStyle(theme[\.accentText])
                    .lines(1, large: 3)
                    .roomForWords(of: line)
            }
            if let progress {
                Text(shown: Figures.agent(progress, locale: locale))
                    .font(.caption2.monospacedDigit())
                    .foregroundStyle(theme[\.muted])
                ForEach(Array(progress.recentOutput.suffix(2).enumerated()), id: \.offset) { _, output in
                    Text(shown: output).font(.code).foregroundStyle(theme[\.muted]).lineLimit(1)
                }
            }
        }
        .multilineTextAlignment(.leading)
        .padding(Metrics.gap)
        .frame(maxWidth: .infinity, alignment: .leading)
        .glass()
        .accessibilityElement(children: .combine)
    }

    private var line: String? {
        if let action { return client.runningLine(action, locale: locale) }
        guard agent.status == .running else { return nil }
        if let intent = progress?.lastIntent { return intent }
        return progress?.currentTool.map { tool in
            [tool, progress?.currentToolArgs].compactMap { $0 }.joined(separator: " ")
        }
    }
}

extension AgentInfo.Status {
    /// The symbol of a status.
    var mark: CardRow.State {
        switch self {
        case .running: .running
        case .idle: .succeeded
        case .parked: .pending
        case .aborted: .skipped
        case .other: .none
        }
    }
}
