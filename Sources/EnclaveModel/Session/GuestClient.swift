import CollabGuest
import CollabReplica
import CollabWire
import Foundation
import Observation
import Transcript

/// A room as a screen sees it: the transcript's rows, what the host says of the session, and the ways to steer it
/// (feature A5). Everything that takes time happens elsewhere; here are only finished values.
///
/// ```swift
/// let client = try GuestClient(joining: link, name: "Ada")
/// client.start()
/// client.sendPrompt("Run the tests again")
/// ```
@MainActor
@Observable
public final class GuestClient {
    /// The transcript, one observable cell per row. Reading it follows rows coming and going, reading a cell's turn
    /// follows that row.
    public private(set) var rows: [TurnCell] = []
    /// The transcript as plain values. Reading it follows every row: for lists, prefer ``rows``.
    public var turns: [UITurn] { rows.map(\.turn) }

    /// Where the connection stands.
    public private(set) var connection = ConnectionState.idle
    /// The session file's header; nil before the first welcome.
    public private(set) var header: SessionHeader?
    /// What the host last said of itself; nil before the first welcome.
    public private(set) var state: SessionState?
    /// Whether this guest may not steer: a view link, or the host says so.
    public private(set) var isReadOnly: Bool
    /// The agent works.
    public private(set) var isWorking = false
    /// The roster, the main agent included.
    public private(set) var agents: [AgentInfo] = []
    /// What subagents report, by `progress.id`.
    public private(set) var progress: [SubagentProgress] = []
    /// What became of subagents, by id.
    public private(set) var lifecycle: [SubagentLifecycle] = []
    /// Running tools, in the order they started.
    public private(set) var tools: [ActiveTool] = []
    /// The newest fifty notices.
    public private(set) var notices: [Notice] = []
    /// What the agent does right now, for the running strip; nil when it is idle.
    public private(set) var runningAction: RunningAction?
    /// The plan, once the agent has made one.
    public private(set) var todoBoard: TodoBoard?
    /// Tokens and cost of what is held of the session.
    public private(set) var totals = SessionTotals()
    /// A retry or compaction under way.
    public private(set) var recovery: Recovery?
    /// The todo board as the host sent it with the welcome.
    public private(set) var todoPhases: JSONText?
    /// Paging towards the beginning; nil when the host sent everything.
    public private(set) var history: HistoryState?
    /// Prompts that are not in the transcript yet.
    public private(set) var outbox: [OutboxItem] = []
    /// The question on screen, and what may be done with it.
    public private(set) var asks = AskPanel()
    /// All open questions, oldest first; ``asks`` shows one at a time.
    public private(set) var openAsks: [Ask] = []
    /// A question that is not in ``openAsks`` is settled: false until the host has proved, after each welcome, that it
    /// has asked everything (``CollabGuest/SessionUpdate/hasAllAsks``).
    public private(set) var hasAllAsks = false
    /// Why the last steering command was not carried out, in a sentence; nil once it is dismissed or the next one left.
    public private(set) var refusal: String?

    /// When the copy was taken that is shown because the host has not answered yet; nil once it has.
    public private(set) var copyDate: Date?
    /// What came over the wire.
    public private(set) var counters = SessionCounters()

    /// What the link grants.
    public let access: Access
    /// The number to compare with others in the room; nil when the system's library failed.
    public let fingerprint: RoomFingerprint?
    /// How often the screen was brought up to date; at most once per display frame.
    @ObservationIgnored public private(set) var commits = 0
    /// Called on every change of the outbox, for keeping it; see ``OutboxStore``.
    @ObservationIgnored public var outboxChanged: (([OutboxItem]) -> Void)?
    /// Called when the session's name, model or folder is another one, and when a turn or the connection begins or ends:
    /// signs of life that a list of rooms remembers.
    @ObservationIgnored public var detailsChanged: (() -> Void)?

    @ObservationIgnored let session: GuestSession
    @ObservationIgnored let clock: any SessionClock
    @ObservationIgnored private let projector: TranscriptProjector
    @ObservationIgnored private let format: SessionFormat
    @ObservationIgnored private let tasks = TaskBag()
    @ObservationIgnored private let commands = CommandLane()
    @ObservationIgnored private var transcripts: [String: AgentTranscript] = [:]
    @ObservationIgnored private var isStarted = false
    @ObservationIgnored private var details = Details()
    /// Who waits for the host to let this guest in.
    @ObservationIgnored private var waitingForHost: [CheckedContinuation<Void, Never>] = []

    /// A client for a session; ``start()`` connects.
    /// - Parameters:
    ///   - session: the room.
    ///   - access: what its link grants.
    ///   - clock: the clock the session uses.
    ///   - projector: makes rows.
    ///   - format: the language of what the client says in words.
    ///   - copyDate: when the copy was taken that the session begins with.
    public init(
        session: GuestSession, access: Access, clock: any SessionClock,
        projector: TranscriptProjector = TranscriptProjector(), format: SessionFormat = SessionFormat(.current),
        copyDate: Date? = nil
    ) {
        self.session = session
        self.access = access
        self.clock = clock
        self.projector = projector
        self.format = format
        do throws(SealError) { fingerprint = try session.fingerprint() } catch { fingerprint = nil }
        self.copyDate = copyDate
        isReadOnly = access == .view
        outbox = session.current.outbox
    }

    // MARK: Life

    /// Connects and follows. Calling it again does nothing.
    public func start() {
        guard !isStarted else { return }
        isStarted = true
        let session = session
        commands.add { await session.start() }
        let feed = TranscriptFeed(projector: projector, clock: clock, format: format)
        tasks.add(
            Task { [weak self] in
                await feed.run(session.updates) { patch in self?.take(patch) }
            })
    }

    /// Waits until the host lets this guest in, or until the session is over; a relay that cannot be reached is tried on.
    /// - Returns: whether the host's welcome is here.
    public func isLetIn() async -> Bool {
        if !connection.isWelcomed, !connection.isOver {
            await withCheckedContinuation { waitingForHost.append($0) }
        }
        return connection.isWelcomed
    }

    /// Leaves the room for good.
    public func stop() {
        let session = session
        commands.add { await session.stop() }
    }

    /// The app is in the foreground again.
    public func resume() {
        let session = session
        commands.add { await session.resume() }
    }

    /// The app went to the background.
    public func enterBackground() {
        let session = session
        commands.add { await session.enterBackground() }
    }

    /// The network path changed.
    public func networkChanged() {
        let session = session
        commands.add { await session.networkChanged() }
    }

    // MARK: Steering

    /// Sends a prompt: now, or once the connection is back. It shows in ``outbox`` until the transcript has it.
    public func sendPrompt(_ text: String) { sendPrompt(text, images: []) }

    /// Sends a prompt with pictures.
    public func sendPrompt(_ text: String, images: [PromptImage]) {
        guard mayStart else { return }
        start()
        let session = session
        commands.add { await session.sendPrompt(text, images: images) }
    }

    /// Asks the host to stop the running turn; ``SessionState/isAborting`` says when it does.
    public func sendAbort() {
        guard mayStart else { return }
        steer { session in await session.abort() }
    }

    /// Answers the question on screen; nil skips it. A tap on a question that has gone is dropped.
    public func answer(_ id: RequestID, value: String?) {
        guard !isReadOnly else { return refuse() }
        var panel = asks
        guard panel.answer(id, value: value) else { return }
        asks = panel
        let session = session
        commands.add { [weak self] in
            let receipt = await session.answer(id, value: value)
            await self?.settle(
                receipt, expired: "This question is not open any more: your answer was not sent.",
                sent: { $0.answerLeft(id) }, failed: { $0.answerFailed(id) })
        }
    }

    /// Answers any open question, shown or waiting behind another, and says what became of it; nil skips it.
    ///
    /// For answers from outside the screens, where nobody sees what is pending. A question that is not open any more
    /// gets no frame.
    /// - Returns: the outcome; nil when the question is not open, or is answered already.
    public func settleAsk(_ id: RequestID, value: String?) async -> CommandReceipt.Outcome? {
        guard !isReadOnly, openAsks.contains(where: { $0.id == id }) else { return nil }
        if asks.shown?.ask.id == id {
            var panel = asks
            guard panel.answer(id, value: value) else { return nil }
            asks = panel
        }
        let outcome = await session.answer(id, value: value).outcome()
        if outcome == .sent { answerLeft(id) } else { answerFailed(id) }
        return outcome
    }

    /// Answers the question on screen; nil skips it.
    public func answer(_ value: String?) {
        if let id = asks.shown?.ask.id { answer(id, value: value) }
    }

    /// Keeps what is typed for the editor question on screen.
    public func setAskDraft(_ text: String) {
        asks.setDraft(text)
    }

    /// What may be done to an agent now.
    public func controls(for agentId: String) -> AgentControls {
        AgentControls(
            agent: agents.first { $0.id == agentId }, readOnly: isReadOnly, isLive: connection == .live)
    }

    /// Talks to, ends or revives a subagent; what ``controls(for:)`` does not allow is dropped.
    /// - Returns: whether the command leaves.
    @discardableResult
    public func command(_ command: AgentCommand, agent agentId: String) -> Bool {
        guard controls(for: agentId).allows(command) else { return false }
        transcripts[agentId]?.commandSent(noticesSeen: notices.last?.id ?? 0)
        steer { session in await session.agent(command, agentId) }
        return true
    }

    /// Takes a prompt out of the outbox.
    public func discard(_ id: OutboxItem.ID) {
        let session = session
        commands.add { await session.discard(id) }
    }

    /// Sends a refused prompt once more.
    public func resend(_ id: OutboxItem.ID) {
        let session = session
        commands.add { await session.resend(id) }
    }

    /// The refusal was read.
    public func dismissRefusal() { refusal = nil }

    // MARK: Reading

    /// A subagent's transcript; the same object for the same agent.
    public func transcript(of agentId: String) -> AgentTranscript {
        if let known = transcripts[agentId] { return known }
        let fresh = AgentTranscript(agentId: agentId, session: session, clock: clock)
        fresh.situationChanged(agent: agents.first { $0.id == agentId }, isLive: connection == .live)
        transcripts[agentId] = fresh
        return fresh
    }

    /// Loads the page before the first row. ``history`` says how it goes.
    public func loadEarlier() {
        let session = session
        tasks.add(
            Task {
                // The replica's history state carries the error to the screen.
                _ = try? await session.loadEarlier()
            })
    }

    /// Loads a value the host trimmed.
    /// - Throws: ``CollabGuest/RequestError``.
    public func load(_ elided: ElidedReference) async throws(RequestError) {
        try await session.load(elided.value, of: elided.entryId)
    }

    // MARK: Inside

    /// A view link's refusal costs no frame.
    private var mayStart: Bool {
        if isReadOnly { refuse() }
        return !isReadOnly
    }

    private func refuse() {
        refusal = "This is a view link: you can watch, not steer. Ask the host for a control link."
    }

    private func steer(_ send: @escaping @Sendable (GuestSession) async -> CommandReceipt) {
        let session = session
        commands.add { [weak self] in
            let receipt = await send(session)
            await self?.settle(receipt)
        }
    }

    /// Says on screen when a command did not leave. Waits beside the lane: a command must not hold up the next.
    private func settle(
        _ receipt: CommandReceipt, expired: String = "The connection did not come back in time. Try again.",
        sent: @escaping @MainActor (GuestClient) -> Void = { _ in },
        failed: @escaping @MainActor (GuestClient) -> Void = { _ in }
    ) {
        tasks.add(
            Task { [weak self] in
                let outcome = await receipt.outcome()
                guard let self else { return }
                switch outcome {
                case .sent:
                    refusal = nil
                    sent(self)
                case .refused(let words):
                    refusal = words
                    failed(self)
                case .expired:
                    refusal = expired
                    failed(self)
                }
            })
    }

    private func answerLeft(_ id: RequestID) {
        var panel = asks
        panel.answerLeft(id, now: clock.now())
        show(panel)
    }

    private func answerFailed(_ id: RequestID) {
        var panel = asks
        panel.answerFailed(id)
        // What waited behind it may be shown now.
        panel.update(asks: openAsks, now: clock.now())
        show(panel)
    }

    func take(_ patch: TranscriptFeed.Patch) {
        commits += 1
        let replica = patch.update.replica
        let change = patch.update.change
        if let list = TurnCellList.apply(patch.diff, to: rows) { rows = list }
        update(\.connection, to: patch.update.connection)
        if connection == .live { update(\.copyDate, to: nil) }
        if connection.isWelcomed || connection.isOver {
            for waiting in waitingForHost { waiting.resume() }
            waitingForHost = []
        }
        if change.isReset || change.stateChanged {
            header = replica.header
            update(\.state, to: replica.state)
            update(\.isReadOnly, to: access == .view || replica.readOnly)
        }
        update(\.isWorking, to: replica.isWorking)
        update(\.runningAction, to: patch.action)
        update(\.todoBoard, to: patch.board)
        if totals.total != patch.totals.total || totals.cost != patch.totals.cost { totals = patch.totals }
        if change.isReset || change.agentsChanged { update(\.agents, to: replica.agents) }
        if change.isReset || !change.subagents.isEmpty {
            update(\.progress, to: replica.progress)
            update(\.lifecycle, to: replica.lifecycle)
        }
        if change.isReset || !change.tools.isEmpty || tools.count != replica.tools.count {
            update(\.tools, to: replica.tools)
        }
        if change.isReset || change.noticesChanged { update(\.notices, to: replica.notices) }
        if change.isReset || change.recoveryChanged { update(\.recovery, to: replica.recovery) }
        if change.isReset || change.todoChanged { update(\.todoPhases, to: replica.todoPhases) }
        if change.isReset || change.historyChanged { update(\.history, to: replica.history) }
        if change.isReset || change.asksChanged { updateAsks(replica.asks) }
        update(\.hasAllAsks, to: patch.update.hasAllAsks)
        update(\.counters, to: patch.update.counters)
        if outbox != patch.update.outbox {
            outbox = patch.update.outbox
            outboxChanged?(outbox)
        }
        for (id, transcript) in transcripts {
            transcript.situationChanged(agent: agents.first { $0.id == id }, isLive: connection == .live)
            transcript.noticesChanged(notices)
        }
        noteDetails()
    }

    /// What ``detailsChanged`` speaks of.
    private struct Details: Equatable {
        var title: String?
        var model: String?
        var folder: String?
        var isWorking = false
        var isLive = false
    }

    private func noteDetails() {
        let fresh = Details(
            title: title, model: state?.model?.name, folder: state?.cwd, isWorking: isWorking,
            isLive: connection == .live)
        guard fresh != details else { return }
        details = fresh
        detailsChanged?()
    }

    /// Sets a property only to another value: setting announces a change to every reader.
    private func update<Value: Equatable>(_ path: ReferenceWritableKeyPath<GuestClient, Value>, to value: Value) {
        if self[keyPath: path] != value { self[keyPath: path] = value }
    }

    private func updateAsks(_ open: [Ask]) {
        update(\.openAsks, to: isReadOnly ? [] : open)
        var panel = asks
        panel.update(asks: openAsks, now: clock.now())
        show(panel)
    }

    private func show(_ panel: AskPanel) {
        guard panel != asks else { return }
        asks = panel
        guard let deadline = panel.deadline else { return }
        let clock = clock
        tasks.add(
            Task { [weak self] in
                do { try await clock.sleep(until: deadline) } catch { return }
                guard let self else { return }
                var panel = asks
                panel.tick(now: clock.now())
                update(\.asks, to: panel)
            })
    }
}

extension GuestClient {
    /// The time on the session's clock, milliseconds: what ``RunningAction`` and notices are measured by.
    public var sessionTime: Double { clock.now() }

    /// What there is to keep of the session; nil before the host has answered.
    public func copy(at date: Date) -> SessionCopy? {
        copyDate == nil ? SessionCopy(of: session.current.replica, date: date) : nil
    }

    /// The session's name as the host gives it.
    public var title: String? { ReplicaState.sessionName(state, header) }
}
