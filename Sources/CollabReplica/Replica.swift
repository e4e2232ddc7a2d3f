import CollabWire

/// The reducer: host frames in, ``ReplicaState`` and ``ReplicaChange`` out (protocol §5–§9, §12).
///
/// A pure value: no clock, no I/O. A frame applies whole or, when it does not concern the replica, not at all.
/// The snapshot of a welcome is collected aside and shown in one step when it is whole, so that a re-welcome never
/// blanks what a person reads.
public struct Replica: Sendable {
    /// What is known of the session.
    public private(set) var state = ReplicaState()

    /// The host has let this guest in; a copy has not.
    private var isWelcomed = false
    private var snapshot: Snapshot?
    /// Position of each id in `state.entries`; half of `Int` holds more entries than any session has.
    private var positions: [String: Int32] = [:]
    /// Ids the last roster named: only those can be *gone* from the next (bus traffic may run ahead of the roster).
    private var rosterIds: Set<String> = []
    private var progressPlaces = Places<SubagentProgress.ID>()
    private var lifecyclePlaces = Places<SubagentLifecycle.ID>()
    private var askPlaces = Places<RequestID>()
    private var toolPlaces = Places<ActiveTool.ID>()
    private var noticeCount = 0
    private var ghostCount = 0

    /// The newest notices that are kept (protocol of the reference).
    public static let noticeLimit = 50

    /// Whether the transcript is kept; without, ``ReplicaState/entries`` holds the newest entry alone.
    private let keepsEntries: Bool

    /// A replica that knows nothing.
    /// - Parameter keepsEntries: false for a consumer that follows state and questions only and has no use for the
    ///   transcript: a snapshot then costs no more memory than its largest chunk.
    public init(keepsEntries: Bool = true) { self.keepsEntries = keepsEntries }

    /// A replica that knows what a device has kept; the first welcome takes its place without blanking it.
    public init(restoring copy: SessionCopy, keepsEntries: Bool = true) {
        self.init(keepsEntries: keepsEntries)
        _ = apply(.welcome(copy.welcome), at: 0)
        _ = apply(.snapshotChunk(copy.chunk), at: 0)
        // Whether the agent works now only the host can say.
        state.isWorking = false
        state.state?.isStreaming = false
        state.state?.isAborting = false
        state.state?.queuedMessageCount = 0
        isWelcomed = false
    }

    /// What a frame means beyond the replica: for whoever owns the connection.
    public enum Signal: Sendable, Hashable {
        /// A welcome with entries to come.
        case loading(LoadingProgress)
        /// The snapshot is whole.
        case live
        /// The host ended the session.
        case bye(reason: String)
        /// An `error` frame before the first welcome.
        case refused(message: String)
        /// An `error` frame afterwards; also kept as a notice.
        case complaint(message: String)
        /// A reply to a request: the owner of the request ids handles it.
        case reply
    }

    /// What applying a frame did.
    public struct Outcome: Sendable, Hashable {
        /// What changed in the state.
        public var change = ReplicaChange()
        /// What it means for the connection.
        public var signal: Signal?

        /// Nothing.
        public init() {}
    }

    /// A snapshot on its way.
    private struct Snapshot: Sendable {
        var entries = EntryList()
        var positions: [String: Int32] = [:]
        /// `entry` frames that arrived between chunks: newer than every chunk, hence behind them.
        var newer: [Entry] = []
        var received = 0
        var expected: Int?
        /// The announced number has arrived and is shown, but no chunk said `final` yet: more is still accepted.
        var isShown = false

        mutating func append(_ entry: Entry) {
            Replica.put(entry, into: &entries, positions: &positions)
        }

        mutating func forgetEntries() {
            entries = EntryList()
            positions = [:]
        }
    }

    /// Applies one frame.
    /// - Parameters:
    ///   - frame: the decoded frame.
    ///   - now: the session's clock, milliseconds.
    public mutating func apply(_ frame: HostFrame, at now: Double) -> Outcome {
        var outcome = Outcome()
        switch frame {
        case .welcome(let welcome): apply(welcome, to: &outcome)
        case .snapshotChunk(let chunk): apply(chunk, to: &outcome)
        case .entry(let entry): apply(entry, to: &outcome)
        case .event(let event): apply(event, at: now, to: &outcome)
        case .state(let sessionState): apply(sessionState, to: &outcome)
        case .agents(let agents): apply(agents, to: &outcome)
        case .bus(let message): apply(message, to: &outcome)
        case .uiRequest(let ask): apply(ask, to: &outcome)
        case .uiRequestEnd(let id): outcome.change = dismissAsk(id)
        case .transcript, .history, .value: outcome.signal = .reply
        case .bye(let reason): outcome.signal = .bye(reason: reason)
        case .error(let message):
            if !isWelcomed {
                outcome.signal = .refused(message: message)
            } else {
                outcome.change = note(level: .error, message, source: nil, at: now)
                outcome.signal = .complaint(message: message)
            }
        case .unknown: break
        }
        return outcome
    }

    // MARK: What the owner may do

    /// Keeps a notice; the oldest of more than ``noticeLimit`` goes.
    public mutating func note(level: NoticeLevel, _ message: String, source: String?, at now: Double) -> ReplicaChange {
        noticeCount += 1
        state.notices.append(Notice(id: noticeCount, level: level, message: message, source: source, at: now))
        if state.notices.count > Self.noticeLimit {
            state.notices.removeFirst(state.notices.count - Self.noticeLimit)
        }
        var change = ReplicaChange()
        change.noticesChanged = true
        return change
    }

    /// Takes a question away: it was answered here, or ended elsewhere.
    public mutating func dismissAsk(_ id: RequestID) -> ReplicaChange {
        var change = ReplicaChange()
        if askPlaces.take(id, from: &state.asks) { change.asksChanged = true }
        return change
    }

    /// Shows that a page of history is on its way, has failed, or neither.
    public mutating func setHistory(isLoading: Bool, error: String?) -> ReplicaChange {
        var change = ReplicaChange()
        if state.history != nil, state.history?.isLoading != isLoading || state.history?.error != error {
            state.history?.isLoading = isLoading
            state.history?.error = error
            change.historyChanged = true
        }
        return change
    }

    /// Puts a whole page of history before the first entry; entries that are held already are left out.
    public mutating func prepend(page: [Entry], startId: String?, hasEarlier: Bool) -> ReplicaChange {
        var change = ReplicaChange()
        var seen: Set<String> = []
        let fresh = page.filter { entry in
            guard let id = entry.id else { return true }
            return positions[id] == nil && seen.insert(id).inserted
        }
        if !fresh.isEmpty {
            let range = state.entries.prepend(contentsOf: fresh)
            for position in range {
                if let id = state.entries[position].id { positions[id] = Int32(truncatingIfNeeded: position) }
            }
            change.prepended = range
        }
        state.history = HistoryState(
            startId: startId ?? state.history?.startId, hasEarlier: hasEarlier, isLoading: false, error: nil)
        change.historyChanged = true
        return change
    }

    /// Gives up a snapshot that will not become whole: the connection it came over is gone. What is shown stays.
    public mutating func abandonSnapshot() -> ReplicaChange {
        var change = ReplicaChange()
        snapshot = nil
        if state.loading != nil {
            state.loading = nil
            change.stateChanged = true
        }
        return change
    }

    /// The entry with an id, if it is held.
    public func entry(id: String) -> Entry? {
        positions[id].map { state.entries[Int($0)] }
    }

    /// Replaces an entry in place, as after an elided value was loaded. Does nothing for an unknown id.
    public mutating func replace(_ entry: Entry) -> ReplicaChange {
        var change = ReplicaChange()
        if let id = entry.id, let position = positions[id].map(Int.init) {
            state.entries[position] = entry
            change.replaced.insert(position)
        }
        return change
    }

    // MARK: Welcome and snapshot

    private mutating func apply(_ welcome: Welcome, to outcome: inout Outcome) {
        outcome.change.stateChanged = true
        outcome.change.agentsChanged = true
        outcome.change.tools = Set(state.tools.map(\.id))
        outcome.change.subagents = Set(state.progress.map(\.id)).union(state.lifecycle.map(\.id))
        outcome.change.ghostChanged = state.ghost != nil
        outcome.change.asksChanged = !state.asks.isEmpty
        outcome.change.recoveryChanged = state.recovery != nil
        outcome.change.todoChanged = state.todoPhases != welcome.todoPhases
        outcome.change.historyChanged = true

        isWelcomed = true
        let isSameSession = state.header?.id != nil && state.header?.id == welcome.header.id
        keptHistory = isSameSession ? state.history : nil
        state.header = welcome.header
        state.state = welcome.state
        state.readOnly = welcome.readOnly
        state.isWorking = welcome.state.isStreaming
        state.agents = welcome.agents
        rosterIds = Set(welcome.agents.map(\.id))
        state.ghost = nil
        landed = nil
        state.tools = []
        state.progress = []
        state.lifecycle = []
        state.asks = []
        state.recovery = nil
        state.todoPhases = welcome.todoPhases
        state.history = welcome.history.map {
            HistoryState(startId: $0.startId, hasEarlier: $0.hasEarlier, isLoading: false, error: nil)
        }

        // Only exactly 0 says that nothing follows; a missing or senseless number waits for the final chunk.
        let expected = welcome.entryCount.flatMap { $0 >= 0 ? $0 : nil }
        snapshot = Snapshot(expected: expected)
        if expected == 0 {
            show(&outcome)
            snapshot = nil
        } else {
            reportLoading(&outcome)
        }
    }

    private mutating func apply(_ chunk: SnapshotChunk, to outcome: inout Outcome) {
        // A chunk that nobody announced belongs to a snapshot that is over: its entries are held already.
        guard var current = snapshot else { return }
        snapshot = nil
        current.received += chunk.entries.count
        if current.isShown {
            for entry in chunk.entries { append(entry, to: &outcome.change) }
            snapshot = chunk.isFinal ? nil : current
            return
        }
        for entry in chunk.entries {
            if !keepsEntries { current.forgetEntries() }
            current.append(entry)
        }
        let isWhole = chunk.isFinal || current.expected.map { current.received >= $0 } ?? false
        snapshot = current
        if isWhole {
            show(&outcome)
            if chunk.isFinal { snapshot = nil } else { snapshot?.isShown = true }
        } else {
            reportLoading(&outcome)
        }
    }

    private mutating func reportLoading(_ outcome: inout Outcome) {
        guard let snapshot else { return }
        let progress = LoadingProgress(received: snapshot.received, expected: snapshot.expected)
        state.loading = progress
        outcome.change.stateChanged = true
        outcome.signal = .loading(progress)
    }

    /// Puts the collected snapshot in the place of what was shown before.
    private mutating func show(_ outcome: inout Outcome) {
        guard let whole = snapshot else { return }
        let earlier = keptPages(before: whole)
        state.entries = whole.entries
        positions = whole.positions
        snapshot?.entries = EntryList()
        snapshot?.positions = [:]
        snapshot?.newer = []
        state.loading = nil
        if !earlier.entries.isEmpty, let kept = keptHistory {
            let startId = earlier.isAll ? kept.startId : earlier.entries.first?.id
            _ = prepend(page: earlier.entries, startId: startId, hasEarlier: !earlier.isAll || kept.hasEarlier)
        }
        keptHistory = nil
        for entry in whole.newer { append(entry, to: &outcome.change) }
        outcome.change.appended = nil
        outcome.change.replaced = []
        outcome.change.isReset = true
        outcome.change.stateChanged = true
        outcome.signal = .live
    }

    /// Paging state of the same session before the welcome that is being loaded.
    private var keptHistory: HistoryState?

    /// Pages that a person loaded before a reconnect, as far back from the new tail as each entry's parent is the
    /// entry before it. They stay, so that a reader far up does not lose the place. Behind a gap nothing stays: a
    /// relay may have dropped what belongs there, and the host can be asked for it again.
    private func keptPages(before whole: Snapshot) -> (entries: [Entry], isAll: Bool) {
        guard keptHistory != nil, state.history?.hasEarlier == true, let first = whole.entries.first,
            let id = first.id, let position = positions[id].map(Int.init),
            state.entries[position].parentId == first.parentId
        else { return ([], false) }
        var start = position
        while start > state.entries.startIndex, let parent = state.entries[start].parentId,
            state.entries[start - 1].id == parent
        {
            start -= 1
        }
        return (Array(state.entries[start..<position]), start == state.entries.startIndex)
    }

    // MARK: Entries and the ghost

    /// The assistant message whose entry landed last: late stream events about it are echoes.
    private var landed: Message?

    private mutating func apply(_ entry: Entry, to outcome: inout Outcome) {
        if snapshot != nil, snapshot?.isShown == false {
            if !keepsEntries { snapshot?.newer = [] }
            snapshot?.newer.append(entry)
            return
        }
        append(entry, to: &outcome.change)
    }

    private mutating func append(_ entry: Entry, to change: inout ReplicaChange) {
        let isKnown = entry.id.map { positions[$0] != nil } ?? false
        if !keepsEntries {
            state.entries = EntryList()
            positions = [:]
        }
        let position = Self.put(entry, into: &state.entries, positions: &positions)
        if isKnown {
            change.replaced.insert(position)
        } else {
            let range = position..<position + 1
            change.appended = change.appended.map { $0.lowerBound..<range.upperBound } ?? range
        }
        guard case .message(let message) = entry.kind, case .assistant = message.role else { return }
        landed = message
        if let ghost = state.ghost, ghost.isDone || Self.isSame(ghost.message, message) {
            state.ghost = nil
            change.ghostChanged = true
        }
    }

    /// Appends an entry, or puts it in the place of the one with its id.
    @discardableResult
    private static func put(_ entry: Entry, into entries: inout EntryList, positions: inout [String: Int32]) -> Int {
        guard let id = entry.id else { return entries.append(entry) }
        if let position = positions[id].map(Int.init) {
            entries[position] = entry
            return position
        }
        let position = entries.append(entry)
        positions[id] = Int32(truncatingIfNeeded: position)
        return position
    }

    private static func isSame(_ left: Message, _ right: Message) -> Bool {
        left.timestamp == right.timestamp && left.content == right.content
    }

    // MARK: Events

    private mutating func apply(_ event: AgentEvent, at now: Double, to outcome: inout Outcome) {
        switch event {
        case .agentStart: setWorking(true, &outcome.change)
        case .agentEnd: setWorking(false, &outcome.change)
        case .messageStart(let message): stream(message, isStart: true, isDone: false, &outcome.change)
        case .messageUpdate(let message): stream(message, isStart: false, isDone: false, &outcome.change)
        case .messageEnd(let message): stream(message, isStart: false, isDone: true, &outcome.change)
        case .toolExecutionStart(let execution):
            setTool(ActiveTool(execution: execution, partialResult: nil, startedAt: now), &outcome.change)
        case .toolExecutionUpdate(let execution, let partialResult):
            update(execution, partialResult: partialResult, at: now, &outcome.change)
        case .toolExecutionEnd(let execution, _, _):
            if toolPlaces.take(execution.toolCallId, from: &state.tools) {
                outcome.change.tools.insert(execution.toolCallId)
            }
        case .notice(let level, let message, let source):
            outcome.change.merge(note(level: level, message, source: source, at: now))
        case .autoRetryStart(let attempt, let maxAttempts, let delay, let error):
            setRecovery(
                .retry(attempt: attempt, maxAttempts: maxAttempts, delayMilliseconds: delay, errorMessage: error),
                &outcome.change)
        case .autoRetryEnd(let success, let attempt, let finalError):
            setRecovery(nil, &outcome.change)
            if !success {
                let text = finalError ?? "The agent gave up after \(attempt) attempts."
                outcome.change.merge(note(level: .error, text, source: nil, at: now))
            }
        case .autoCompactionStart(let reason, let action):
            setRecovery(.compaction(reason: reason, action: action), &outcome.change)
        case .autoCompactionEnd(_, _, let errorMessage, _):
            setRecovery(nil, &outcome.change)
            if let errorMessage {
                outcome.change.merge(note(level: .error, errorMessage, source: nil, at: now))
            }
        case .turnStart, .turnEnd, .thinkingLevelChanged, .unknown: break
        }
    }

    private mutating func setWorking(_ isWorking: Bool, _ change: inout ReplicaChange) {
        if state.isWorking != isWorking {
            state.isWorking = isWorking
            change.stateChanged = true
        }
    }

    private mutating func setRecovery(_ recovery: Recovery?, _ change: inout ReplicaChange) {
        if state.recovery != recovery {
            state.recovery = recovery
            change.recoveryChanged = true
        }
    }

    /// Follows the streamed message. Only the assistant's messages stream; others come as entries.
    private mutating func stream(_ message: Message, isStart: Bool, isDone: Bool, _ change: inout ReplicaChange) {
        guard case .assistant = message.role else { return }
        if !isStart, let landed, Self.isSame(landed, message) {
            // Its entry is in the transcript: showing the message again would double it.
            if state.ghost != nil {
                state.ghost = nil
                change.ghostChanged = true
            }
            return
        }
        let isNew: Bool
        if let ghost = state.ghost {
            // A missed `message_start`: the finished message gives way to one of another time.
            isNew = isStart || (ghost.isDone && ghost.message.timestamp != message.timestamp)
        } else {
            isNew = true
        }
        if isNew { ghostCount += 1 }
        state.ghost = Ghost(message: message, isDone: isDone, generation: ghostCount)
        change.ghostChanged = true
    }

    private mutating func setTool(_ tool: ActiveTool, _ change: inout ReplicaChange) {
        toolPlaces.put(tool, into: &state.tools)
        change.tools.insert(tool.id)
    }

    private mutating func update(
        _ execution: ToolExecution, partialResult: ToolOutput?, at now: Double, _ change: inout ReplicaChange
    ) {
        let running = toolPlaces.value(execution.toolCallId, in: state.tools)
        var newest = execution
        newest.args = execution.args ?? running?.execution.args
        newest.intent = execution.intent ?? running?.execution.intent
        setTool(
            ActiveTool(execution: newest, partialResult: partialResult, startedAt: running?.startedAt ?? now), &change)
    }

    // MARK: State, agents, bus, asks

    private mutating func apply(_ sessionState: SessionState, to outcome: inout Outcome) {
        state.state = sessionState
        state.isWorking = sessionState.isStreaming
        outcome.change.stateChanged = true
        guard !sessionState.isStreaming else { return }
        outcome.change.tools.formUnion(state.tools.map(\.id))
        state.tools = []
        if state.ghost?.isDone == true {
            state.ghost = nil
            outcome.change.ghostChanged = true
        }
        setRecovery(nil, &outcome.change)
    }

    private mutating func apply(_ agents: [AgentInfo], to outcome: inout Outcome) {
        let named = Set(agents.map(\.id))
        let gone = rosterIds.subtracting(named)
        state.agents = agents
        rosterIds = named
        outcome.change.agentsChanged = true
        guard !gone.isEmpty else { return }
        let isGone: (String) -> Bool = { gone.contains($0) }
        outcome.change.subagents.formUnion(state.progress.map(\.id).filter(isGone))
        outcome.change.subagents.formUnion(state.lifecycle.map(\.id).filter(isGone))
        state.progress.removeAll { isGone($0.id) }
        state.lifecycle.removeAll { isGone($0.id) }
    }

    private mutating func apply(_ message: BusMessage, to outcome: inout Outcome) {
        switch message {
        case .progress(let progress):
            progressPlaces.put(progress, into: &state.progress)
            outcome.change.subagents.insert(progress.id)
        case .lifecycle(let lifecycle):
            lifecyclePlaces.put(lifecycle, into: &state.lifecycle)
            outcome.change.subagents.insert(lifecycle.id)
        case .unknown: break
        }
    }

    private mutating func apply(_ ask: Ask, to outcome: inout Outcome) {
        guard !state.readOnly else { return }
        askPlaces.put(ask, into: &state.asks)
        outcome.change.asksChanged = true
    }
}
