import CollabGuest
import CollabReplica
import EnclaveModel
import SwiftUI

/// What is wrong or under way with a session's connection, and the way out; nothing while it lives.
struct SessionCondition: View {
    @Environment(AppModel.self) private var app: AppModel?

    let session: SessionVM

    var body: some View {
        ConnectionCondition(client: session.client, goBack: app.map(goBack))
    }

    private func goBack(_ app: AppModel) -> @MainActor (EndReason.WayBack) -> Void {
        { way in
            switch way {
            case .joinAgain: Task { await app.joinAgain(session.id) }
            case .otherLink: app.cover = .pair
            }
        }
    }
}

/// The same where nothing but the connection is known.
struct ConnectionCondition: View {
    @Environment(\.theme) private var theme
    @Environment(\.locale) private var locale
    @Environment(\.wallClock) private var wallClock
    /// The wait that the person has ended: until its attempt is over there is nothing more to press.
    @State private var hurried: Int?

    let client: GuestClient
    /// Leads back into a room that was left for good; without it that is said and no more.
    var goBack: (@MainActor (EndReason.WayBack) -> Void)?

    var body: some View {
        VStack(spacing: 0) {
            connection
            // What stands below is no news: how old it is belongs to it.
            if let date = client.copyDate {
                TimelineView(.periodic(from: .now, by: 60)) { _ in
                    Banner(
                        tone: .info,
                        text: Text(
                            "Kept on this device: \(Figures.age(of: date, now: wallClock.now(), locale: locale))"))
                }
                .accessibilityIdentifier("copy-age")
            }
        }
    }

    private var connection: some View {
        VStack(spacing: 0) {
            switch client.connection {
            case .idle, .live: EmptyView()
            case .connecting: Banner(tone: .working, text: Text("Connecting…"))
            case .waiting: Banner(tone: .working, text: Text("Waiting for the host to answer…"))
            case .loading(let progress):
                Banner(tone: .working, text: Text(loading(progress)))
                if let expected = progress.expected, expected > 0 {
                    ShareLine(share: Double(progress.received) / Double(expected), color: theme[\.accent])
                        .frame(height: 3)
                }
            case .reconnecting(let attempt) where attempt.attempt == hurried:
                Banner(tone: .working, text: Text("Connecting…"))
            case .reconnecting(let attempt):
                Banner(
                    tone: .working,
                    text: Text("Reconnecting, attempt \(attempt.attempt). \(Words.sentence(attempt.cause, locale))"),
                    actionTitle: "Try now",
                    action: {
                        hurried = attempt.attempt
                        client.resume()
                    }
                )
                // A word of twelve letters would break at the largest sizes.
                .dynamicTypeSize(...DynamicTypeSize.accessibility2)
            case .ended(let reason): ended(reason)
            }
        }
        .onChange(of: client.connection) { _, connection in
            if case .reconnecting = connection { return }
            hurried = nil
        }
    }

    @ViewBuilder private func ended(_ reason: EndReason) -> some View {
        let words = Text(shown: Words.text(reason, locale))
        if let goBack {
            Banner(
                tone: .error, text: words,
                actionTitle: reason.wayBack == .joinAgain ? "Join again" : "Pair a box",
                action: { goBack(reason.wayBack) })
        } else {
            Banner(tone: .error, text: words)
        }
    }

    private func loading(_ progress: LoadingProgress) -> LocalizedStringKey {
        guard let expected = progress.expected else { return "Loading: \(progress.received) entries" }
        return "Loading entries: \(progress.received) of \(expected)"
    }
}

/// Something that is awaited, in the place where it will stand.
struct Awaited: View {
    @Environment(\.theme) private var theme

    private let what: LocalizedStringKey

    init(_ what: LocalizedStringKey) { self.what = what }

    var body: some View {
        HStack(spacing: Metrics.gap) {
            ProgressView()
            Text(what)
                .font(.footnote)
                .foregroundStyle(theme[\.body])
                .fixedSize(horizontal: false, vertical: true)
                .frame(maxWidth: .infinity, alignment: .leading)
        }
        .padding(Metrics.gap)
        .glass()
        .accessibilityElement(children: .combine)
    }
}
