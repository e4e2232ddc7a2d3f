import CollabGuest
import CollabWire
import EnclaveModel
import SwiftUI
import Transcript

/// A read-only mirror of the session: what it is, who is in it, how it is protected (feature S3).
struct TrustView: View {
    @Environment(AppModel.self) private var app

    var body: some View {
        FocusedScreen(
            "Trust", symbol: "checkmark.shield", invitation: "Open a session to see what it is and who is in it."
        ) { session in
            SessionCondition(session: session)
            TrustDetails(client: session.client, room: app.list[session.id])
        }
    }
}

/// The facts of one session.
struct TrustDetails: View {
    @Environment(\.theme) private var theme
    @Environment(\.locale) private var locale

    let client: GuestClient
    let room: Room?

    var body: some View {
        VStack(alignment: .leading, spacing: Metrics.margin) {
            heading("Session")
            // Of what was kept the line above says so already.
            if client.state != nil, client.copyDate == nil, !client.connection.isWelcomed { AsLastHeard() }
            SpecGrid(facts: facts)
            if let share = ContextShare(client.state) {
                ShareBar(
                    share: share.percent / 100, label: "Context",
                    figures: share.text(SessionFormat(locale)))
            }
            seal
            heading("Participants")
            if client.state != nil {
                participants
            } else if client.connection.isOver {
                note("Nobody is known yet.")
            } else {
                Awaited("Who is in the room shows once the host has answered.")
            }
        }
    }

    /// What two people can compare, and what came over the wire that nobody saw (feature S4).
    private var seal: some View {
        VStack(alignment: .leading, spacing: Metrics.smallGap) {
            heading("Seal")
            SpecGrid(facts: [
                .init("Cipher", id: "seal", value: "AES-256-GCM"),
                .init(
                    "Fingerprint", id: "fingerprint", value: client.fingerprint?.inHalves ?? "—", isCode: true,
                    spoken: client.fingerprint?.spelled),
                .init("Frames", id: "received", value: figure(client.counters.received)),
                .init("Unreadable", id: "refused", value: figure(client.counters.refused)),
                .init("Played back", id: "replayed", value: figure(client.counters.replayed)),
            ])
            note(
                "Read the fingerprint out to others in the room: the same digits mean the same key, and that nobody in between reads along. A frame that is played back is left out."
            )
        }
    }

    private func figure(_ count: Int) -> String { count.formatted(.number.locale(locale)) }

    private func heading(_ title: LocalizedStringKey) -> some View {
        Text(title).displayStyle().foregroundStyle(theme[\.txt]).accessibilityAddTraits(.isHeader)
    }

    private var facts: [SpecGrid.Fact] {
        [
            .init("Session", id: "session", value: client.title ?? "—"),
            .init("Relay", id: "relay", value: room?.relay ?? "demo", isCode: true),
            .init("Folder", id: "folder", value: client.state?.cwd ?? client.header?.cwd ?? "—", isCode: true),
            .init("Protocol", id: "protocol", value: "omp collab \(GuestFrame.proto)"),
            .init("Phase", id: "phase", value: Words.text(client.connection, locale)),
            .init("Access", id: "access", value: client.isReadOnly ? Words.view(locale) : Words.control(locale)),
            .init("Model", id: "model", value: client.state?.model?.name ?? "—"),
            .init("Thinking", id: "thinking", value: client.state?.thinkingLevel ?? "—"),
        ]
    }

    private var participants: some View {
        LazyVStack(spacing: 0) {
            let everyone = client.state?.participants ?? []
            ForEach(Array(everyone.enumerated()), id: \.offset) { index, participant in
                AdaptiveRow {
                    HStack(spacing: Metrics.smallGap) {
                        Image(systemName: participant.role == .host ? "terminal" : "person")
                            .foregroundStyle(theme[\.muted])
                            .accessibilityHidden(true)
                        Text(shown: participant.name)
                            .font(.callout)
                            .foregroundStyle(theme[\.txt])
                            .lines(1, large: 3)
                            .truncationMode(.middle)
                    }
                    .frame(maxWidth: .infinity, alignment: .leading)
                    HStack(spacing: 6) {
                        if participant.role == .host { Badge("host", tone: .accent) }
                        if participant.readOnly { Badge("view", symbol: "eye") } else { Badge("control", tone: .ok) }
                    }
                }
                .padding(.horizontal, Metrics.gap)
                .frame(minHeight: Metrics.target)
                .accessibilityElement(children: .combine)
                if index < everyone.count - 1 { Hairline() }
            }
            if everyone.isEmpty { note("Nobody is known yet.").padding(Metrics.gap) }
        }
        .glass()
    }

    private func note(_ words: LocalizedStringKey) -> some View {
        Text(words).font(.footnote).foregroundStyle(theme[\.muted]).frame(maxWidth: .infinity, alignment: .leading)
    }
}
