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
            FocusedSession(session: session, listed: app.list[session.id]?.title)
            SessionCondition(session: session)
            FanOut(client: session.client).id(session.id)
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
    /// What the list calls it: the host has not said yet.
    let listed: String?

    var body: some View {
        let title = session.client.state == nil ? listed?.readable ?? session.title(locale) : session.title(locale)
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
    /// So many levels are set in; deeper ones stand below their parents without.
    private static let deepest = 4
    /// So many agents at rest are shown without being asked for.
    private static let fewAtRest = 3

    @Environment(\.theme) private var theme
    @Environment(\.dynamicTypeSize) private var typeSize
    @State private var memo = Memo<[AgentInfo], [AgentBranch]>()
    @State private var isUnfolded = false

    let client: GuestClient

    var body: some View {
        if client.state != nil {
            tree
        } else if !client.connection.isOver {
            Awaited("The agents show once the host has answered.")
        }
    }

    private var tree: some View {
        // A host may have thousands of agents: rows that are out of sight are not made.
        LazyVStack(alignment: .leading, spacing: Metrics.gap) {
            // Of what was kept the line above says so already.
            if client.copyDate == nil, !client.connection.isWelcomed { AsLastHeard() }
            ForEach(client.agents.filter { $0.kind == .main }) { agent in
                AgentCard(agent: agent, progress: nil, action: client.runningAction, client: client)
            }
            let branches = memo(client.agents) { client.agents.branches }
            if branches.isEmpty {
                Text("No subagents. They appear here when the agent hands out tasks.")
                    .font(.footnote)
                    .foregroundStyle(theme[\.muted])
                    .padding(.leading, Metrics.gap)
            }
            let restingCount = branches.count { !$0.isAtWork }
            let isFolded = restingCount > Self.fewAtRest && !isUnfolded
            let progress = Dictionary(client.progress.map { ($0.id, $0) }) { first, _ in first }
            ForEach(isFolded ? branches.filter(\.isAtWork) : branches) { branch in
                NavigationLink(value: AgentRoute(id: branch.id)) {
                    AgentCard(
                        agent: branch.agent, progress: progress[branch.id], action: nil, client: client,
                        isFolded: branch.agent.status != .running)
                }
                .buttonStyle(PressStyle())
                .padding(.leading, inset(branch.depth))
            }
            if restingCount > Self.fewAtRest {
                Button {
                    isUnfolded.toggle()
                } label: {
                    HStack(spacing: Metrics.smallGap) {
                        Image(systemName: isFolded ? "chevron.down" : "chevron.up").accessibilityHidden(true)
                        if isFolded { Text("Show \(restingCount) agents at rest") } else { Text("Fold agents at rest") }
                    }
                }
                .buttonStyle(BlockStyle())
                .padding(.leading, inset(0))
            }
        }
    }

    /// Large text has no room to be set in.
    private func inset(_ depth: Int) -> CGFloat {
        typeSize.isAccessibilitySize ? 0 : Metrics.margin * CGFloat(1 + min(depth, Self.deepest))
    }
}

/// Says that what follows is not of now.
struct AsLastHeard: View {
    @Environment(\.theme) private var theme

    var body: some View {
        Label("As last heard from the host.", systemImage: "clock")
            .font(.footnote)
            .foregroundStyle(theme[\.muted])
    }
}

/// One agent: status, what it does, its figures, its last words. Folded it is a line with its figures.
struct AgentCard: View {
    @Environment(\.theme) private var theme
    @Environment(\.locale) private var locale
    @Environment(\.wallClock) private var wallClock

    let agent: AgentInfo
    let progress: SubagentProgress?
    let action: RunningAction?
    let client: GuestClient
    var isFolded = false

    var body: some View {
        VStack(alignment: .leading, spacing: 6) {
            AdaptiveRow {
                HStack(spacing: Metrics.smallGap) {
                    StateMark(state: agent.status.mark)
                    Text(shown: agent.displayName)
                        .font(isFolded ? .subheadline.weight(.semibold) : .headline)
                        .foregroundStyle(agent.kind == .main ? theme[\.txt] : theme[\.task])
                        .lines(1, large: 3)
                        .clipped()
                        .roomForWords(of: agent.displayName)
                }
                .frame(maxWidth: .infinity, alignment: .leading)
                Badge(verbatim: Words.text(agent.status, locale), tone: agent.status == .running ? .accent : .plain)
            }
            if !isFolded, let task = progress?.description ?? progress?.task {
                Text(shown: task).font(.footnote).foregroundStyle(theme[\.body]).lines(2, large: 6)
            }
            if let line {
                Text(shown: line)
                    .term(16, relativeTo: .footnote)
                    .foregroundStyle(theme[\.accentText])
                    .lines(1, large: 3)
                    .roomForWords(of: line)
            }
            if let figures {
                figures
                    .font(.caption2.monospacedDigit())
                    .foregroundStyle(theme[\.muted])
            }
            if let progress, !isFolded {
                ForEach(Array(progress.recentOutput.suffix(2).enumerated()), id: \.offset) { _, output in
                    Text(shown: output).font(.code).foregroundStyle(theme[\.muted]).lineLimit(1)
                }
            }
        }
        .multilineTextAlignment(.leading)
        .padding(.horizontal, Metrics.gap)
        .padding(.vertical, isFolded ? Metrics.smallGap : Metrics.gap)
        .frame(maxWidth: .infinity, minHeight: Metrics.target, alignment: .leading)
        .glass()
        .accessibilityElement(children: .combine)
    }

    /// What it has used; of an agent that reported nothing since this guest joined, when it last did something.
    private var figures: Text? {
        if let progress { return Text(shown: Figures.agent(progress, locale: locale)) }
        guard agent.kind != .main, agent.status != .running, let last = agent.lastActivity else { return nil }
        return Text("last active: \(Figures.age(of: last, now: wallClock.now(), locale: locale))")
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
