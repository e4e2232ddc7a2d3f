import CollabWire
import EnclaveModel
import SwiftUI
import Transcript

/// One subagent: its transcript while it grows, and what may be done to it (features V2, V3).
struct AgentDetailView: View {
    @Environment(\.theme) private var theme
    @Environment(\.locale) private var locale
    @State private var isKilling = false
    @State private var message = ""
    /// A command left, and nothing says yet what became of it.
    @State private var isWaiting = false

    let client: GuestClient
    let agentId: String

    private var agent: AgentInfo? { client.agents.first { $0.id == agentId } }
    private var transcript: AgentTranscript { client.transcript(of: agentId) }
    private var controls: AgentControls { client.controls(for: agentId) }

    var body: some View {
        VStack(spacing: 0) {
            ConnectionCondition(client: client)
            if let complaint = transcript.complaint {
                Banner(
                    tone: .error, text: Text(shown: Words.sentence(complaint, locale)), actionTitle: "Dismiss",
                    action: { transcript.dismissComplaint() })
            }
            rows
            footer
        }
        .background(theme[\.bg])
        .navigationTitle((agent?.displayName ?? agentId).readable)
        .navigationBarTitleDisplayMode(.inline)
        .onAppear { transcript.appeared() }
        .onDisappear { transcript.disappeared() }
        .onChange(of: agent?.status) { isWaiting = false }
        .onChange(of: transcript.complaint) { isWaiting = false }
        .onChange(of: client.connection) { isWaiting = false }
        .confirmationDialog("End this agent?", isPresented: $isKilling, titleVisibility: .visible) {
            Button(role: .destructive) {
                isWaiting = client.command(.kill, agent: agentId)
            } label: {
                Text("End agent")
            }
            Button(role: .cancel) {
            } label: {
                Text("Cancel")
            }
        } message: {
            Text("Its work stops at once. It can be revived.")
        }
    }

    private var rows: some View {
        ScrollView {
            LazyVStack(alignment: .leading, spacing: 14) {
                if let agent {
                    AgentCard(
                        agent: agent, progress: client.progress.first { $0.id == agentId }, action: nil, client: client)
                } else {
                    Banner(tone: .info, text: Text("This agent is gone."))
                }
                ForEach(transcript.rows) { cell in TurnRow(cell: cell) }
                if agent != nil { state }
            }
            .padding(Metrics.margin)
            .frame(maxWidth: Metrics.readableWidth)
            .frame(maxWidth: .infinity)
        }
        .defaultScrollAnchor(.bottom)
    }

    @ViewBuilder private var state: some View {
        switch transcript.phase {
        case .noFile:
            note("This agent keeps no transcript.")
        case .failed(let words):
            VStack(spacing: Metrics.smallGap) {
                Label {
                    Text(shown: Words.sentence(words, locale)).lineLimit(20)
                } icon: {
                    Image(systemName: "exclamationmark.triangle")
                }
                .font(.footnote)
                .foregroundStyle(theme[\.advisor])
                Button {
                    transcript.retry()
                } label: {
                    Text("Retry")
                }
                .buttonStyle(BlockStyle())
            }
            .frame(maxWidth: .infinity)
        case .ready where client.connection.isOver, .requesting where client.connection.isOver:
            note("The session is over: nothing more of its transcript can be read.")
        case .ready where !client.connection.isWelcomed, .requesting where !client.connection.isWelcomed:
            note("Its transcript goes on when the connection is back.")
        case .ready, .requesting:
            if transcript.rows.isEmpty { Awaited("Reading its transcript…") }
        case .caughtUp:
            if transcript.rows.isEmpty { note("Nothing written yet.") }
        }
    }

    private func note(_ text: LocalizedStringKey) -> some View {
        Text(text).font(.footnote).foregroundStyle(theme[\.muted]).frame(maxWidth: .infinity)
    }

    @ViewBuilder private var footer: some View {
        if controls.canChat || controls.canKill || controls.canRevive {
            AdaptiveRow {
                if controls.canChat {
                    TextField(
                        "Message this agent", text: $message, prompt: .prompt("Message this agent", theme),
                        axis: .vertical
                    )
                    .lineLimit(1...4)
                    .padding(.horizontal, Metrics.gap)
                    .frame(minHeight: Metrics.target)
                    .glass()
                }
                HStack(spacing: Metrics.smallGap) { buttons }
            }
            .padding(Metrics.gap)
            .frame(maxWidth: .infinity)
            .background(theme[\.panel])
            .overlay(alignment: .top) { Hairline() }
        } else if controls.obstacle == .readOnly {
            Label("Watching. This link cannot steer.", systemImage: "eye")
                .font(.footnote)
                .foregroundStyle(theme[\.body])
                .padding(Metrics.gap)
                .frame(maxWidth: .infinity, minHeight: Metrics.target)
                .background(theme[\.panel])
                .overlay(alignment: .top) { Hairline() }
        }
    }

    @ViewBuilder private var buttons: some View {
        if controls.canChat {
            Button(action: chat) { Image(systemName: "paperplane.fill") }
                .buttonStyle(BlockStyle(prominence: .main))
                .disabled(!controls.allows(.chat(text: message)))
                .accessibilityLabel(Text("Send"))
        }
        if isWaiting { ProgressView().accessibilityLabel(Text("Waiting for the host")) }
        if controls.canRevive {
            Button {
                isWaiting = client.command(.revive, agent: agentId)
            } label: {
                Label("Revive", systemImage: "arrow.clockwise")
            }
            .buttonStyle(BlockStyle(prominence: .main))
            .disabled(isWaiting)
        }
        if controls.canKill {
            Button {
                isKilling = true
            } label: {
                Image(systemName: "xmark")
            }
            .buttonStyle(BlockStyle(prominence: .danger))
            .disabled(isWaiting)
            .accessibilityLabel(Text("End agent"))
        }
    }

    private func chat() {
        if client.command(.chat(text: message), agent: agentId) { message = "" }
    }
}
