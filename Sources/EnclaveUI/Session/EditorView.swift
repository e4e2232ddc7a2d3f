import CollabGuest
import CollabReplica
import CollabWire
import EnclaveModel
import SwiftUI
import Transcript

/// An open session: the transcript, what the agent does, its questions, and the composer. The hero of the app.
public struct EditorView: View {
    @Environment(\.theme) private var theme
    @Environment(\.locale) private var locale
    @State private var attachments: [Attachment] = []
    @State private var image: ViewedImage?
    @State private var agent: ViewedAgent?
    @State private var isFinding = false
    @State private var finding = Finding()
    @State private var scrollTarget: TurnID?

    private let session: SessionVM
    private let seed: [UITurn]

    /// A session's screen.
    /// - Parameters:
    ///   - live: the open session.
    ///   - seed: rows to show until the session has its own, such as a kept copy.
    public init(live session: SessionVM, seed: [UITurn] = []) {
        self.session = session
        self.seed = seed
    }

    /// The whole screen.
    public var body: some View {
        VStack(spacing: 0) {
            ConnectionBanner(session: session)
            if isFinding { FindBar(finding: $finding, rows: session.client.rows, close: closeFind) }
            TranscriptViews(session: session, seed: seed, finding: finding, target: $scrollTarget)
            SessionFooter(session: session, attachments: $attachments) { scrollTarget = session.client.rows.last?.id }
        }
        .background(theme[\.bg])
        .environment(\.transcriptActions, actions)
        .navigationTitle(session.title(locale))
        .navigationBarTitleDisplayMode(.inline)
        .toolbar { toolbar }
        .fullScreenCover(item: $image) { viewed in ImageViewer(image: viewed.image) }
        .sheet(item: $agent) { viewed in
            SheetStack { AgentDetailView(client: session.client, agentId: viewed.id) }
        }
    }

    @ToolbarContentBuilder private var toolbar: some ToolbarContent {
        ToolbarItem(placement: .principal) { SessionHeading(session: session) }
        ToolbarItem(placement: .topBarTrailing) {
            Button {
                isFinding.toggle()
                finding = Finding()
            } label: {
                Image(systemName: "magnifyingglass")
            }
            .keyboardShortcut("f", modifiers: .command)
            .accessibilityLabel(Text("Find in transcript"))
        }
    }

    private var actions: TranscriptActions {
        var actions = TranscriptActions()
        actions.copy = { Pasteboard.copy($0) }
        actions.openImage = { image = ViewedImage(image: $0) }
        actions.openAgent = { agent = ViewedAgent(id: $0) }
        actions.load = { [client = session.client] in try await client.load($0) }
        actions.loadEarlier = { [client = session.client] in client.loadEarlier() }
        actions.canPrompt = session.composer.canWrite
        actions.quote = { [session] text in
            let quoted = text.split(separator: "\n", omittingEmptySubsequences: false).map { "> \($0)" }
            session.setDraft(session.draft + quoted.joined(separator: "\n") + "\n\n")
        }
        actions.editAndResend = { [session] in session.setDraft($0) }
        return actions
    }

    private func closeFind() {
        isFinding = false
        finding = Finding()
    }
}

/// A picture in the viewer.
private struct ViewedImage: Identifiable {
    let id = UUID()
    let image: ImageBlock
}

/// A subagent in its sheet.
private struct ViewedAgent: Identifiable {
    let id: String
}

/// Title and state in the navigation bar.
private struct SessionHeading: View {
    @Environment(\.theme) private var theme
    @Environment(\.locale) private var locale

    let session: SessionVM

    var body: some View {
        HStack(spacing: Metrics.smallGap) {
            LiveDot(status: session.client.dotStatus)
            VStack(alignment: .leading, spacing: 0) {
                Text(shown: session.title(locale))
                    .font(.subheadline.weight(.heavy))
                    .foregroundStyle(theme[\.txt])
                    .lineLimit(1)
                    .truncationMode(.middle)
                    .clipped()
                Text(shown: (session.client.state?.model?.name ?? "").onOneLine)
                    .font(.caption2)
                    .foregroundStyle(theme[\.muted])
                    .lineLimit(1)
            }
            if session.client.isReadOnly { Badge("view", symbol: "eye") }
        }
        .accessibilityElement(children: .combine)
        .accessibilityAddTraits(.isHeader)
    }
}

extension SessionVM {
    /// What the session is called: its name, else its folder, else the word for one without either.
    func title(_ locale: Locale) -> String {
        SessionTitle.title(state: client.state, header: client.header, format: SessionFormat(locale)).readable.onOneLine
    }
}

extension GuestClient {
    /// What the live dot says.
    var dotStatus: LiveDot.Status {
        switch connection {
        case .live: isWorking ? .working : .live
        case .connecting, .waiting, .loading, .reconnecting: .reconnecting
        case .idle: .away
        case .ended: .ended
        }
    }
}

/// What is wrong or under way with the connection, and the last refusal.
private struct ConnectionBanner: View {
    @Environment(\.locale) private var locale
    @State private var readNotice = 0

    let session: SessionVM

    private var client: GuestClient { session.client }

    var body: some View {
        VStack(spacing: 0) {
            SessionCondition(session: session)
            // Who came and went is no banner's business; what went wrong is.
            if let notice = client.notices.last(where: { $0.level != .info }), notice.id > readNotice {
                Banner(
                    tone: .error, text: Text(shown: Words.sentence(notice.message, locale)), actionTitle: "Dismiss",
                    action: { readNotice = notice.id })
            }
            if let refusal = client.refusal {
                Banner(
                    tone: .error, text: Text(shown: Words.sentence(refusal, locale)), actionTitle: "Dismiss",
                    action: { client.dismissRefusal() })
            }
        }
    }
}

/// Everything below the transcript.
private struct SessionFooter: View {
    /// The run of questions that was folded away.
    @State private var foldedRun: Int?

    let session: SessionVM
    @Binding var attachments: [Attachment]
    let sent: () -> Void

    var body: some View {
        VStack(spacing: 0) {
            // A question says all there is to say: the strips would only take its room.
            if session.client.asks.shown == nil {
                RunningStrip(client: session.client)
                if let board = session.client.todoBoard, !board.phases.isEmpty { PlanStrip(board: board) }
            }
            OutboxView(client: session.client)
            if let shown = session.client.asks.shown {
                AskPanelView(
                    shown: shown, waiting: session.client.asks.waiting, draft: askDraft,
                    foldedRun: $foldedRun,
                    answer: { session.client.answer(shown.ask.id, value: $0) })
            }
            ComposerParts(
                session: session, isBesideQuestion: session.client.asks.shown.map { $0.run != foldedRun } ?? false,
                attachments: $attachments, sent: sent)
        }
    }

    private var askDraft: Binding<String> {
        Binding(
            get: { @MainActor in session.client.asks.draft },
            set: { @MainActor in session.client.setAskDraft($0) })
    }
}

/// What the agent does right now, with the session's figures.
private struct RunningStrip: View {
    @Environment(\.theme) private var theme
    @Environment(\.locale) private var locale
    @Environment(\.dynamicTypeSize) private var typeSize

    let client: GuestClient

    var body: some View {
        if let action = client.runningAction {
            AdaptiveRow {
                TimelineView(.periodic(from: .now, by: 1)) { _ in
                    let line = client.runningLine(action, locale: locale)
                    HStack(spacing: Metrics.smallGap) {
                        Text(verbatim: "▍").term(16, relativeTo: .footnote).accessibilityHidden(true)
                        Text(shown: line)
                            .term(16, relativeTo: .footnote)
                            .lines(1, large: 2)
                            .truncationMode(.middle)
                            .roomForWords(of: line)
                            .frame(maxWidth: .infinity, alignment: .leading)
                    }
                    .foregroundStyle(theme[\.accentText])
                }
                Text(shown: client.figuresLine(locale: locale))
                    .font(.caption2.monospacedDigit())
                    .foregroundStyle(theme[\.muted])
                    .lines(1, large: 2)
                    .fixedSize(horizontal: !typeSize.isAccessibilitySize, vertical: false)
            }
            .padding(.horizontal, Metrics.margin)
            .padding(.vertical, 6)
            .background(theme[\.panel])
            .overlay(alignment: .top) { Hairline() }
            .accessibilityElement(children: .combine)
            .accessibilityIdentifier("running")
        }
    }
}
