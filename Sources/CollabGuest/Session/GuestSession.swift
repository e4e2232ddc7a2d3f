import CollabReplica
import CollabWire
import Foundation

/// One room, joined as a guest: connection, replica, outbox and requests behind one door (protocol §3–§5, §9–§12).
///
/// One reader per connection hands batches to one synchronous ``handle(_:of:)``; one writer at a time takes what is to
/// be sent, in order. Everything that decides lives in plain values (``ConnectionMachine``, ``CollabReplica/Replica``,
/// ``Outbox``, ``Requests``); the actor only carries out what they say.
public actor GuestSession {
    /// Starts a task. Tests start theirs on an executor of their own.
    package typealias Spawner = @Sendable (@escaping @Sendable () async -> Void) -> Task<Void, Never>

    private let endpoint: Endpoint
    private let link: RoomLink
    /// The name in the room.
    public nonisolated let name: String
    private let options: SessionOptions
    private let connector: any TransportConnector
    private let clock: any SessionClock
    private let random: any RandomSource
    private let spawn: Spawner
    private let hub: UpdateHub

    private var machine = ConnectionMachine()
    private var replica: Replica
    private var outbox: Outbox
    private var requests = Requests()
    /// Made at the first dial.
    private var channel: FrameChannel?

    /// The open connection, and the task that reads it (or dials).
    private var transport: (any Transport)?
    private var connection: Task<Void, Never>?
    private var pinging: Task<Void, Never>?

    /// What is to be sent, in order.
    private var queue: SendQueue
    /// The generation whose writer is at work.
    private var writing: Int?
    /// Answers given here that the host has not confirmed by ending the question.
    private var answers = HeldAnswers()
    /// When something else than a prompt was last written: an `error` frame soon after may be about that.
    private var otherWrittenAt = -Double.infinity
    /// Entries of the present snapshot that were announced and have not arrived.
    private var missingEntries = 0
    /// Ids of the present snapshot, kept only while the fate of a prompt hangs on it; nil when one came twice (chunks
    /// of two snapshots were mixed up on the way).
    private var snapshotIds: Set<String>? = []
    /// The person knows that the host is newer.
    private var hasToldNewer = false
    /// The generation on which a short snapshot was asked for again: once per connection.
    private var resynchronised: Int?

    private var calls: [Requests.Call: Waiting] = [:]
    /// Whether every open question is known.
    private var fence = AskFence()

    private var timer: Task<Void, Never>?
    private var timerDeadline: Double?

    /// Changes since the last publication.
    private var change = ReplicaChange()
    private var published: (connection: ConnectionState, outbox: [OutboxItem], hasAllAsks: Bool, dropped: Int)
    private var isFinished = false

    /// Who waits for a call, and what its reply is for.
    private struct Waiting {
        var purpose: Purpose
        var continuations: [CheckedContinuation<Result<Requests.Reply, RequestError>, Never>] = []

        enum Purpose {
            case transcript
            case history
            case value(ElidedValue, entryId: String)
            case fence
        }
    }

    /// Milliseconds.
    private enum Timing {
        /// How long a command waits for the connection to come back.
        static let command: Double = 10_000
        /// How long an `error` frame may be about a command.
        static let complaint: Double = 10_000
    }

    /// ``CollabReplica/Notice/source`` of notices that this guest makes itself; all others are the host's.
    public static let noticeSource = "enclave"

    // MARK: Making

    /// A session that has not started yet.
    /// - Parameters:
    ///   - link: relay, room and secret.
    ///   - name: shown to others; the host trims it to 64 characters.
    ///   - options: bounds and wishes.
    ///   - connector: opens connections.
    ///   - clock: time.
    ///   - random: jitter of the backoff.
    ///   - outbox: prompts kept from an earlier session with this room (``SessionUpdate/outbox``).
    ///   - copy: what the device has kept of the room, to show until the host answers.
    public init(
        link: RoomLink, name: String, options: SessionOptions = SessionOptions(), connector: any TransportConnector,
        clock: any SessionClock = SystemClock(), random: any RandomSource = SystemRandom(), outbox: [OutboxItem] = [],
        copy: SessionCopy? = nil
    ) {
        self.init(
            link: link, name: name, options: options, connector: connector, clock: clock, random: random,
            outbox: outbox, copy: copy, spawn: { body in Task { await body() } })
    }

    /// The same, with a say in where its tasks run.
    package init(
        link: RoomLink, name: String, options: SessionOptions = SessionOptions(), connector: any TransportConnector,
        clock: any SessionClock, random: any RandomSource, outbox: [OutboxItem] = [], copy: SessionCopy? = nil,
        spawn: @escaping Spawner
    ) {
        self.link = link
        self.name = Self.shown(name)
        self.options = options
        replica =
            copy.map { Replica(restoring: $0, keepsEntries: options.keepsEntries) }
            ?? Replica(keepsEntries: options.keepsEntries)
        self.connector = connector
        self.clock = clock
        self.random = random
        self.spawn = spawn
        endpoint = Endpoint(
            isSecure: link.relay.isSecure, host: link.relay.host, port: link.relay.port, roomId: link.roomId,
            role: .guest)
        self.outbox = Outbox(restored: outbox, author: Self.shown(name), limit: options.maximumOutbox)
        queue = SendQueue(prompts: self.outbox.unsent)
        published = (.idle, outbox, false, 0)
        hub = UpdateHub(
            SessionUpdate(connection: .idle, replica: replica.state, change: ReplicaChange(), outbox: outbox))
    }

    deinit {
        timer?.cancel()
        pinging?.cancel()
        connection?.cancel()
    }

    /// The name as the host will show it: 64 UTF-16 units without white space around.
    public static func shown(_ name: String) -> String {
        let name = name.trimmingCharacters(in: .whitespacesAndNewlines)
        return name.utf16.count <= 64 ? name : String(decoding: name.utf16.prefix(64), as: UTF16.self)
    }

    // MARK: Watching

    /// Everything a subscriber needs, newest first; see ``SessionUpdates``.
    public nonisolated var updates: SessionUpdates { SessionUpdates(hub: hub) }

    /// The newest update; its change is the last publication's.
    public nonisolated var current: SessionUpdate { hub.latest }

    /// The number to compare with others in the room.
    /// - Throws: ``CollabWire/SealError/unavailable(_:)`` when the system's library fails.
    public nonisolated func fingerprint() throws(SealError) -> RoomFingerprint {
        try RoomFingerprint(link.secret)
    }

    /// What came over the wire so far.
    public var counters: SessionCounters { channel?.counters ?? SessionCounters() }

    // MARK: Life

    /// Connects, and stays connected until the session ends. Does nothing when it has started before.
    public func start() { advance(.start) }

    /// Leaves for good: ``EndReason/left``.
    public func stop() { advance(.stop) }

    /// The app is in the foreground again: connects within a second, or checks that the connection still stands.
    public func resume() { advance(.resume) }

    /// The network path changed: the same check, and a waiting attempt starts at once.
    public func networkChanged() { advance(.networkChanged) }

    /// The app went to the background: a connection is kept while the system lets it, but not tried again.
    public func enterBackground() { advance(.enterBackground) }

    /// Asks the host for a fresh snapshot on the same connection. Every `hello` is announced to the room: rarely.
    public func resynchronise() { advance(.resynchronise) }

    // MARK: Steering

    /// Puts a prompt into the outbox. It leaves now, or after the next `welcome`.
    /// - Returns: its id in ``SessionUpdate/outbox``, where its state shows what became of it.
    @discardableResult
    public func sendPrompt(_ text: String, images: [PromptImage] = []) -> OutboxItem.ID {
        let item = outbox.add(text, images: images, refusal: refusal)
        if item.state == .notSent { queue.append(.prompt(item.id)) }
        commit(at: clock.now())
        return item.id
    }

    /// Takes a prompt out of the outbox, unless it is being written right now. Returns whether it went.
    @discardableResult
    public func discard(_ id: OutboxItem.ID) -> Bool {
        let isGone = outbox.discard(id)
        commit(at: clock.now())
        return isGone
    }

    /// Sends a refused or unconfirmed prompt once more. Returns whether it will be sent.
    @discardableResult
    public func resend(_ id: OutboxItem.ID) -> Bool {
        guard refusal == nil, outbox.resend(id) else { return false }
        queue.append(.prompt(id))
        commit(at: clock.now())
        return true
    }

    /// Asks the host to stop the running turn. Waits up to ten seconds for a connection.
    @discardableResult
    public func abort() -> CommandReceipt { command(.abort) }

    /// Talks to, stops or revives a subagent. Waits up to ten seconds for a connection.
    @discardableResult
    public func agent(_ command: AgentCommand, _ agentId: String) -> CommandReceipt {
        self.command(.agentCommand(command, agentId: agentId))
    }

    /// Answers a question; nil cancels it. Dropped when the question is gone; sent again after a reconnect only if
    /// the host still asks the same.
    @discardableResult
    public func answer(_ id: RequestID, value: String?) -> CommandReceipt {
        if let refusal { return CommandReceipt(.refused(refusal)) }
        guard let ask = replica.state.asks.first(where: { $0.id == id }) else { return CommandReceipt(.expired) }
        let receipt = CommandReceipt()
        answers.hold(ask, value: value, receipt: receipt)
        change.merge(replica.dismissAsk(id))
        if machine.isWelcomed { queueAnswer(id) }
        commit(at: clock.now())
        return receipt
    }

    private func command(_ frame: GuestFrame) -> CommandReceipt {
        if let refusal { return CommandReceipt(.refused(refusal)) }
        guard queue.count < options.maximumQueue else {
            return CommandReceipt(.refused("Too much is waiting to be sent. Try again in a moment."))
        }
        let receipt = CommandReceipt()
        let now = clock.now()
        queue.append(.command(frame, receipt, expires: now + Timing.command))
        commit(at: now)
        return receipt
    }

    /// Why nothing that changes the session can be sent at all.
    private var refusal: String? {
        if machine.isOver { return "The session has ended." }
        if link.secret.access == .view || replica.state.readOnly {
            return "This link only lets you watch. Ask for a full link to take part."
        }
        return nil
    }

    // MARK: Reading

    /// A part of a subagent's transcript, from a byte on.
    /// - Throws: ``RequestError/host(_:)`` is final for this transcript; everything else may be tried again.
    public func transcript(agent agentId: String, fromByte: Int) async throws(RequestError) -> TranscriptPart {
        try checkReadable()
        let (call, frame) = requests.transcript(agentId: agentId, fromByte: fromByte, at: clock.now())
        let reply = try await wait(for: call, purpose: .transcript, frame: frame)
        guard case .transcript(let part) = reply else { throw .malformedReply }
        return part
    }

    /// Loads the page before the first entry and prepends it. Returns whether there is more before it.
    /// A second call while one is under way waits for the same page.
    @discardableResult
    public func loadEarlier() async throws(RequestError) -> Bool {
        if let call = requests.historyCall {
            _ = try await wait(for: call, purpose: .history, frame: nil)
        } else {
            try checkReadable()
            guard let history = replica.state.history else { throw .notOffered }
            guard history.hasEarlier, let before = history.startId else { return false }
            let now = clock.now()
            let (call, frame) = requests.history(before: before, maxBytes: options.historyBytes, at: now)
            change.merge(replica.setHistory(isLoading: true, error: nil))
            _ = try await wait(for: call, purpose: .history, frame: frame)
        }
        return replica.state.history?.hasEarlier ?? false
    }

    /// Loads a value the host trimmed and puts it back into its entry.
    public func load(_ elided: ElidedValue, of entryId: String) async throws(RequestError) {
        try checkReadable()
        guard replica.state.history != nil else { throw .notOffered }
        guard let entry = replica.entry(id: entryId), entry.elided.contains(elided) else { throw .unknownValue }
        let underWay = calls.first {
            if case .value(elided, entryId) = $0.value.purpose { true } else { false }
        }
        if let underWay {
            _ = try await wait(for: underWay.key, purpose: underWay.value.purpose, frame: nil)
            return
        }
        let (call, frame) = requests.value(
            of: entryId, path: elided.path, hash: elided.hash, at: clock.now())
        _ = try await wait(for: call, purpose: .value(elided, entryId: entryId), frame: frame)
    }

    private func checkReadable() throws(RequestError) {
        guard machine.isWelcomed else { throw .notLive }
        guard requests.count < options.maximumQueue, queue.count < options.maximumQueue else { throw .notLive }
    }

    private func wait(
        for call: Requests.Call, purpose: Waiting.Purpose, frame: GuestFrame?
    ) async throws(RequestError) -> Requests.Reply {
        let result = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                calls[call, default: Waiting(purpose: purpose)].continuations.append(continuation)
                if let frame { queue.append(.request(frame)) }
                commit(at: clock.now())
            }
        } onCancel: { [weak self, spawn] in
            _ = spawn { [weak self] in await self?.cancel(call) }
        }
        return try result.get()
    }

    private func cancel(_ call: Requests.Call) {
        // Others may wait for the same reply.
        guard calls[call]?.continuations.count == 1 else { return }
        perform(requests.cancel(call))
        commit(at: clock.now())
    }

    // MARK: The one door in

    /// Takes in what one connection brought, in order.
    private func handle(_ batch: [TransportMessage], of generation: Int) {
        guard machine.socket?.generation == generation else { return }
        let now = clock.now()
        step(.heard(generation), at: now)
        var arrived: [FrameChannel.Arrived] = []
        do {
            arrived = try channel?.read(batch) ?? []
        } catch {
            change.merge(replica.note(level: .error, error.description, source: Self.noticeSource, at: now))
        }
        for message in arrived {
            // A message before this one may have ended the session.
            guard machine.socket?.generation == generation else { break }
            switch message {
            case .frame(let plaintext): apply(plaintext, at: now)
            case .roomClosed: step(.roomClosed(generation), at: now)
            case .forged: step(.over(generation, .wrongKey), at: now)
            }
        }
        commit(at: now)
    }

    private func apply(_ plaintext: Plaintext, at now: Double) {
        let frame: HostFrame
        do throws(FrameError) {
            guard let decoded = try channel?.decode(plaintext) else { return }
            frame = decoded
        } catch {
            if case .malformed("welcome", _) = error, !machine.isWelcomed {
                step(.over(machine.generation, .unreadableWelcome(error.description)), at: now)
            } else {
                change.merge(replica.note(level: .warning, error.description, source: Self.noticeSource, at: now))
            }
            return
        }
        if case .error(let message) = frame, !machine.isWelcomed {
            // The host's answer to `hello`.
            step(.over(machine.generation, .refused(message)), at: now)
            return
        }
        let outcome = replica.apply(frame, at: now)
        change.merge(outcome.change)
        follow(frame, at: now)
        react(to: outcome.signal, at: now)
    }

    /// What a frame means for what this guest has under way.
    private func follow(_ frame: HostFrame, at now: Double) {
        switch frame {
        case .welcome(let welcome):
            missingEntries = welcome.entryCount ?? 0
            snapshotIds = []
            perform(requests.dropHistory())
            lowerFence()
            answers.welcomed(readOnly: replica.state.readOnly)
            if welcome.isNewer, !hasToldNewer {
                hasToldNewer = true
                change.merge(
                    replica.note(level: .warning, Welcome.newerNotice, source: Self.noticeSource, at: now))
            }
        case .snapshotChunk(let chunk):
            missingEntries -= chunk.entries.count
            if outbox.isUncertain {
                for id in chunk.entries.compactMap(\.id) where snapshotIds?.insert(id).inserted == false {
                    snapshotIds = nil
                }
            }
        case .entry(let entry): _ = outbox.observe(entry)
        case .uiRequest(let ask): answerAgain(ask)
        case .uiRequestEnd(let id): answers.end(id)
        case .transcript(let reply): perform(requests.receive(reply))
        case .history(let page): perform(requests.receive(page, at: now))
        case .value(let slice): perform(requests.receive(slice, at: now))
        case .event, .state, .agents, .bus, .bye, .error, .unknown: break
        }
    }

    private func react(to signal: Replica.Signal?, at now: Double) {
        let generation = machine.generation
        switch signal {
        case .loading(let progress): step(.loading(generation, progress), at: now)
        case .live: becameLive(generation, at: now)
        case .bye(let reason): step(.over(generation, .bye(reason)), at: now)
        case .refused(let message): step(.over(generation, .refused(message)), at: now)
        case .complaint(let message):
            // An `error` names no frame: it counts for a prompt only when nothing else can be meant.
            if now - otherWrittenAt > Timing.complaint { _ = outbox.refuseOldest(message) }
        case .reply, nil: break
        }
    }

    private func becameLive(_ generation: Int, at now: Double) {
        step(.live(generation), at: now)
        answers.live(until: now + Timing.command)
        if missingEntries > 0, resynchronised != generation {
            // A relay drops frames without a word (protocol §12); a second `hello` brings all of them.
            resynchronised = generation
            step(.resynchronise, at: now)
            return
        }
        let hasGaps = missingEntries > 0 || snapshotIds == nil
        snapshotIds = []
        let isComplete = !hasGaps && !(replica.state.history?.hasEarlier ?? false)
        _ = outbox.observe(snapshot: replica.state.entries, isComplete: isComplete, hasGaps: hasGaps)
        raiseFence(at: now)
    }

    /// Asks the host something behind the snapshot: with the reply all its questions are here.
    private func raiseFence(at now: Double) {
        guard options.confirmsAsks else { return }
        guard link.secret.access == .control, !replica.state.readOnly else { return fence.open() }
        let (call, frame) = requests.transcript(agentId: AskFence.agentId, fromByte: 0, at: now)
        calls[call] = Waiting(purpose: .fence)
        fence.raise(call)
        queue.append(.request(frame))
    }

    private func lowerFence() {
        if let call = fence.reset() { perform(requests.cancel(call)) }
    }

    /// The host asks (again). What was answered here already is not shown; it is sent again when a connection came in
    /// between, and only if it is still the same question.
    private func answerAgain(_ ask: Ask) {
        let meaning = answers.asked(ask)
        guard meaning != .unanswered else { return }
        change.merge(replica.dismissAsk(ask.id))
        if meaning == .toBeSentAgain { queueAnswer(ask.id) }
    }

    private func queueAnswer(_ id: RequestID) {
        answers.queued(id)
        queue.append(.answer(id))
    }

    // MARK: Carrying out

    /// One event from outside.
    private func advance(_ event: ConnectionMachine.Event) {
        let now = clock.now()
        step(event, at: now)
        commit(at: now)
    }

    private func step(_ event: ConnectionMachine.Event, at now: Double) {
        perform(machine.handle(event, at: now, random: random.unit()), at: now)
    }

    private func perform(_ actions: [ConnectionMachine.Action], at now: Double) {
        for action in actions {
            switch action {
            case .dial(let generation): dial(generation)
            case .hello(let generation): queue.putHello(generation)
            case .ping(let generation): ping(generation)
            case .close: close()
            case .dropped: dropped()
            }
        }
    }

    private func perform(_ actions: [Requests.Action]) {
        for action in actions {
            switch action {
            case .send(let frame): queue.append(.request(frame))
            case .finish(let call, let result): finish(call, result)
            }
        }
    }

    private func finish(_ call: Requests.Call, _ result: Result<Requests.Reply, RequestError>) {
        guard let waiting = calls.removeValue(forKey: call) else { return }
        var result = result
        switch (waiting.purpose, result) {
        case (.transcript, _): break
        case (.history, .success(.history(let entries, let startId, let hasEarlier))):
            change.merge(replica.prepend(page: entries, startId: startId, hasEarlier: hasEarlier))
        case (.history, .failure(let error)):
            let text = error == .cancelled ? nil : error.errorDescription
            change.merge(replica.setHistory(isLoading: false, error: text))
            // The page does not continue what is held: only a fresh snapshot helps.
            if error == .stale { step(.resynchronise, at: clock.now()) }
        case (.history, .success): break
        case (.value(let elided, let entryId), .success(.value(let units))):
            result = restore(elided, of: entryId, from: units).map { .value(units) }
        case (.value, .failure(.stale)):
            let text = RequestError.stale.errorDescription ?? ""
            change.merge(replica.note(level: .warning, text, source: Self.noticeSource, at: clock.now()))
        case (.value, _): break
        case (.fence, .success), (.fence, .failure(.host)): _ = fence.ended(call, isAnswered: true)
        case (.fence, .failure):
            // A host that is slow is asked again; without its answer nothing is proved.
            if fence.ended(call, isAnswered: false), machine.isLive { raiseFence(at: clock.now()) }
        }
        for continuation in waiting.continuations { continuation.resume(returning: result) }
    }

    private func restore(
        _ elided: ElidedValue, of entryId: String, from units: [UInt16]
    ) -> Result<Void, RequestError> {
        guard let entry = replica.entry(id: entryId), entry.elided.contains(elided) else {
            return .failure(.unknownValue)
        }
        do {
            let value = try JSONText(validating: units)
            change.merge(replica.replace(try entry.restoring(elided, with: value)))
            return .success(())
        } catch {
            return .failure(.unreadableValue)
        }
    }

    // MARK: The connection

    private func dial(_ generation: Int) {
        if channel == nil {
            do {
                channel = try FrameChannel(secret: link.secret, replayWindow: options.replayWindow)
            } catch {
                step(.lost(generation, .unreachable(error.description)), at: clock.now())
                return
            }
        }
        connection = spawn { [weak self, connector, endpoint] in
            var transport: (any Transport)?
            do throws(TransportError) {
                let opened = try await connector.connect(to: endpoint)
                transport = opened
                guard await self?.opened(opened, generation) == true else {
                    await opened.close(code: CloseCode.normal, reason: "")
                    return
                }
                while true {
                    // Waiting must not keep the session alive.
                    let batch = try await opened.receive()
                    await self?.handle(batch, of: generation)
                }
            } catch {
                if let self {
                    await self.lost(generation, error)
                } else {
                    // Nobody holds the session any more.
                    await transport?.close(code: CloseCode.goingAway, reason: "")
                }
            }
        }
    }

    private func opened(_ transport: any Transport, _ generation: Int) -> Bool {
        guard case .dialling(generation, _) = machine.phase else { return false }
        self.transport = transport
        advance(.opened(generation))
        return true
    }

    private func lost(_ generation: Int, _ error: TransportError) { advance(.lost(generation, error)) }

    private func ping(_ generation: Int) {
        guard let transport else { return }
        pinging = spawn { [weak self] in
            do throws(TransportError) {
                try await transport.ping()
                await self?.advance(.pong(generation))
            } catch {
                // The connection is gone, and the reader says so; or the ping was given up with it.
                return
            }
        }
    }

    private func close() {
        connection?.cancel()
        connection = nil
        guard let transport else { return }
        _ = spawn { await transport.close(code: CloseCode.normal, reason: "") }
    }

    private func dropped() {
        transport = nil
        writing = nil
        pinging?.cancel()
        pinging = nil
        lowerFence()
        perform(requests.failAll(.connectionLost))
        change.merge(replica.abandonSnapshot())
        outbox.dropped()
        queue.dropped()
        answers.dropped()
    }

    // MARK: The one door out

    /// Starts the writer when there is something to write and nobody at it.
    private func pump() {
        guard writing == nil, let generation = machine.socket?.generation, let transport, queue.hasNext(readiness)
        else {
            return
        }
        writing = generation
        _ = spawn { [weak self] in await self?.write(to: transport, generation) }
    }

    private var readiness: SendQueue.Readiness {
        SendQueue.Readiness(
            isWelcomed: machine.isWelcomed, isLive: machine.isLive, isUncertain: outbox.isUncertain)
    }

    private func write(to transport: any Transport, _ generation: Int) async {
        while writing == generation, let item = queue.takeNext(readiness) {
            let now = clock.now()
            guard let frame = frame(for: item, generation, at: now) else { continue }
            let message: Data
            do {
                guard let sealed = try channel?.seal(frame) else { return }
                message = sealed
            } catch {
                refuse(item, "This could not be sealed for sending. \(error)")
                continue
            }
            guard message.count <= options.maximumOutgoing else {
                refuse(item, "This is larger than the relay accepts (16 MB). Send less at once.")
                continue
            }
            if case .prompt(let id) = item { outbox.begin(id, after: lastEntryId, at: now) }
            commit(at: now)
            do {
                try await transport.send(.binary(message))
            } catch {
                // The reader reports the loss; what was being written is of unknown fate.
                // `writing` stays: nothing more goes to this connection.
                if case .command(_, let receipt, _) = item { receipt.end(.expired) }
                return
            }
            written(item, generation, at: clock.now())
        }
        if writing == generation { writing = nil }
        commit(at: clock.now())
    }

    private var lastEntryId: String? { replica.state.entries.last { $0.id != nil }?.id }

    private func frame(for item: SendQueue.Item, _ generation: Int, at now: Double) -> GuestFrame? {
        switch item {
        case .hello(let meant):
            guard meant == generation else { return nil }
            return .hello(
                Hello(
                    name: name, writeToken: link.secret.token,
                    tail: options.tailBytes.map { TailRequest(maxBytes: $0) }))
        case .prompt(let id):
            guard let prompt = outbox.item(id), prompt.state == .notSent else { return nil }
            if let refusal {
                outbox.refuse(id, refusal)
                return nil
            }
            return .prompt(text: prompt.text, images: prompt.images)
        case .command(let frame, let receipt, let expires):
            if now >= expires {
                receipt.end(.expired)
                return nil
            }
            if let refusal {
                receipt.end(.refused(refusal))
                return nil
            }
            return frame
        case .answer(let id): return answers.frame(for: id)
        case .request(let frame): return frame
        }
    }

    private func refuse(_ item: SendQueue.Item, _ reason: String) {
        switch item {
        case .prompt(let id): outbox.refuse(id, reason)
        case .command(_, let receipt, _): receipt.end(.refused(reason))
        case .answer(let id): answers.end(id, .refused(reason))
        case .hello, .request: break
        }
    }

    private func written(_ item: SendQueue.Item, _ generation: Int, at now: Double) {
        switch item {
        case .prompt(let id) where writing == generation: outbox.written(id, at: now)
        case .command(_, let receipt, _):
            receipt.end(.sent)
            otherWrittenAt = now
        case .answer(let id):
            answers.written(id)
            otherWrittenAt = now
        case .prompt, .hello, .request: break
        }
    }

    // MARK: Time

    private func tick() {
        timer = nil
        timerDeadline = nil
        let now = clock.now()
        step(.tick, at: now)
        perform(requests.tick(at: now))
        queue.expire(at: now)
        answers.expire(at: now)
        commit(at: now)
    }

    private var deadline: Double? {
        [machine.deadline, requests.deadline, outbox.deadline, queue.deadline, answers.deadline]
            .compactMap { $0 }.min()
    }

    /// One timer for everything. It is only set anew when it would ring too late; ringing early does no harm.
    private func schedule() {
        guard let deadline else {
            timer?.cancel()
            timer = nil
            timerDeadline = nil
            return
        }
        if let timerDeadline, timerDeadline <= deadline { return }
        timer?.cancel()
        timerDeadline = deadline
        timer = spawn { [weak self, clock] in
            do {
                try await clock.sleep(until: deadline)
                await self?.ring(deadline)
            } catch {
                // Cancelled: another deadline took its place.
                return
            }
        }
    }

    private func ring(_ deadline: Double) {
        guard timerDeadline == deadline else { return }
        tick()
    }

    // MARK: Publishing

    /// The end of every entry into the actor: decides what time decides, writes, and tells the subscribers.
    private func commit(at now: Double) {
        if !isFinished {
            let settlement = outbox.settle(
                isLive: machine.isSettled, queued: replica.state.state?.queuedMessageCount ?? 0,
                isWorking: replica.state.isWorking, at: now)
            queue.resend(settlement.resend)
            if machine.isOver { finish() }
            pump()
            schedule()
        }
        publish()
    }

    private func publish() {
        let connection = machine.state
        let hasAllAsks = machine.isLive && fence.isPassed
        guard
            !change.isEmpty || connection != published.connection || outbox.items != published.outbox
                || hasAllAsks != published.hasAllAsks || counters.dropped != published.dropped
        else { return }
        published = (connection, outbox.items, hasAllAsks, counters.dropped)
        let update = SessionUpdate(
            connection: connection, replica: replica.state, change: change, outbox: outbox.items,
            hasAllAsks: hasAllAsks, counters: counters)
        change = ReplicaChange()
        hub.publish(update, isLast: machine.isOver)
    }

    /// Nothing is left pending when a session is over.
    private func finish() {
        isFinished = true
        queue.finish()
        answers.finish()
    }
}

/// What came over the wire.
public struct SessionCounters: Sendable, Hashable {
    /// Sealed frames that opened.
    public var received = 0
    /// Of these, frames that were not readable.
    public var refused = 0
    /// Frames whose IV had been seen before: played back, and left out.
    public var replayed = 0
    /// Updates that were left out because a newer one was waiting.
    public var superseded = 0
    /// Frames that no person saw anything of: worth an update although nothing else changed.
    var dropped: Int { refused + replayed }

    /// Nothing yet.
    public init() {}
}
