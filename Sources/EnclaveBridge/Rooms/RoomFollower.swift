import Attention
import CollabGuest
import CollabReplica
import CollabWire
import Crypto
import EnclaveContracts
import Foundation
import Transcript

/// Follows one room for as long as this bridge holds its lease: joins as a guest, comes back whatever happens, and
/// carries what the ``RoomWatch`` says into the registry, in order and until it is there.
actor RoomFollower {
    /// What a follower works with.
    struct Tools: Sendable {
        var store: BridgeStore
        var worker: String
        /// The name others see in the room.
        var name: String
        var connector: any TransportConnector
        var clock: any SessionClock
        var random: any RandomSource
        var audience: Audience
        var log: BridgeLog
        var metrics: BridgeMetrics
        /// Something was added to the registry for the dispatcher.
        var wake: @Sendable () -> Void
        /// Sends a Live Activity's push.
        var pushActivity: @Sendable (ActivityFeed.Push, RegisteredDevice, String) async -> ActivityFeed.Outcome
    }

    private let room: FollowedRoom
    private let tools: Tools
    /// The room's name in the log: a keyed hash.
    nonisolated let tag: String
    private var watch: RoomWatch
    private var session: GuestSession?
    private var pending: [RoomWatch.Instruction] = []
    /// Carries out what is pending; at most one.
    private var worker: Task<Void, Never>?
    private var timer: Task<Void, Never>?
    private var timerDeadline = Double.infinity
    private var retryAt: Double?
    private var generation = -1
    private var feeds: [String: ActivityFeed] = [:]
    private var board: TodoBoard?
    private var span = PhaseSpan()
    private var isLive = false
    /// The session that is followed, or was last, was live.
    private var wasLive = false
    private var isStopped = false
    /// Since when the room is away, on the clock; nil before it was live for the first time.
    private var awaySince: Double?
    /// The attempt to come back that the log told of last.
    private var complainedAttempt = 0

    /// Instructions that may wait for the registry; beyond that the room's state says more than its history.
    private static let maximumPending = 256

    /// Milliseconds between two attempts to follow a room that ended.
    private enum Pause {
        static let first = 5_000.0
        static let limit = 300_000.0
        /// When trying again is unlikely to help: a wrong key, a full room.
        static let refused = 120_000.0
    }

    init(_ room: FollowedRoom, tools: Tools) throws(CryptoError) {
        self.room = room
        self.tools = tools
        tag = try tools.store.key.name("log", room.key.rawValue)
        watch = RoomWatch(room: room.key.rawValue)
    }

    /// Follows until the task is cancelled.
    func run() async {
        watch.leaseWon()
        var attempt = 0
        while !Task.isCancelled {
            let reason = await follow()
            if Task.isCancelled { break }
            attempt = wasLive ? 1 : attempt + 1
            setLive(false)
            var delay = min(Pause.first * pow(2, Double(min(max(attempt - 1, 0), 10))), Pause.limit)
            switch reason {
            case .wrongKey, .roomFull, .hostAlreadyConnected, .refused: delay = max(delay, Pause.refused)
            default: break
            }
            tools.log(.info, "room.ended", ["room": .tag(tag), "reason": .word(Self.word(reason))])
            do {
                let until = tools.clock.now() + delay * (0.75 + 0.5 * tools.random.unit())
                try await tools.clock.sleep(until: until)
            } catch {
                // Cancelled: the lease went elsewhere, or the bridge stops.
                break
            }
        }
        isStopped = true
        timer?.cancel()
        await session?.stop()
        // What is still pending is found again by whoever follows next.
        await worker?.value
        setLive(false)
    }

    /// The room's lease was won again, perhaps from another bridge that had it for a while.
    func leaseWon() {
        watch.leaseWon()
        look()
    }

    /// One session from join to end.
    private func follow() async -> EndReason {
        var options = SessionOptions()
        // Nothing of the transcript is shown: as little of it as hosts send.
        options.tailBytes = 1 << 10
        options.keepsEntries = false
        options.replayWindow = 2_048
        options.confirmsAsks = true
        let session = GuestSession(
            link: room.link, name: tools.name, options: options, connector: tools.connector, clock: tools.clock,
            random: tools.random)
        self.session = session
        wasLive = false
        await session.start()
        var end = EndReason.left
        await withTaskCancellationHandler {
            for await update in session.updates {
                if case .ended(let reason) = update.connection { end = reason }
                take(update)
            }
        } onCancel: {
            Task { await session.stop() }
        }
        self.session = nil
        return end
    }

    /// Never waits for the registry, and never looks at the update itself: a timer may have looked at a newer state before
    /// this one came in, and in an old state a question that is only too new for it would seem to be gone.
    private func take(_ update: SessionUpdate) {
        if case .live = update.connection { setLive(true) } else if isLive { setLive(false) }
        if case .reconnecting(let attempts) = update.connection { complain(attempts) }
        if update.change.isReset || update.change.todoChanged {
            board = update.replica.todoPhases.map { TodoBoard($0) }
        }
        look()
    }

    /// Looks at the newest state there is.
    private func look() { observe(session.map { RoomWatch.Situation($0.current) }) }

    private func setLive(_ now: Bool) {
        guard now != isLive else { return }
        isLive = now
        wasLive = wasLive || now
        tools.metrics.change(.roomsLive, by: now ? 1 : -1)
        complainedAttempt = 0
        guard now else {
            awaySince = tools.clock.now()
            // That nobody follows any more says nothing about the room.
            if isStopped || Task.isCancelled { return }
            return tools.log(.info, "room.away", ["room": .tag(tag)])
        }
        guard let since = awaySince else { return tools.log(.info, "room.live", ["room": .tag(tag)]) }
        tools.log(
            .info, "room.live",
            ["room": .tag(tag), "awaySeconds": .number(Int((tools.clock.now() - since) / 1_000))])
    }

    /// Says that the room can't be reached, and why: at the first attempt, the second, the fourth and so on.
    private func complain(_ attempts: Reconnection) {
        guard attempts.attempt > complainedAttempt, attempts.attempt.nonzeroBitCount == 1 else { return }
        complainedAttempt = attempts.attempt
        tools.log(
            .warning, "room.unreachable",
            [
                "room": .tag(tag), "attempt": .number(attempts.attempt),
                "reason": .word(Self.word(attempts.failure)),
            ])
    }

    /// Devices or their wishes changed.
    func audienceChanged() { look() }

    private func observe(_ situation: RoomWatch.Situation?) {
        let members = tools.audience.members
        let listeners = members.listeners.filter { $0.hears(room: room.key.rawValue) }
        if members.generation != generation {
            generation = members.generation
            watch.listen(Set(listeners.map(\.settings)))
            watch.repeatOpen()
            let tags = Set(listeners.map(\.target))
            feeds = feeds.filter { tags.contains($0.key) }
        }
        pending += watch.observe(situation, now: tools.clock.now())
        if pending.count > Self.maximumPending { compact() }
        observeActivities(listeners)
        work()
        schedule()
    }

    /// The registry has been away for long: once it is back, what is open is told and compared as after a start.
    private func compact() {
        pending = pending.filter { if case .tell(let facts, _) = $0 { facts.reason != .ask } else { false } }
            .suffix(Self.maximumPending / 2)
        watch.repeatOpen()
        pending += watch.observe(nil, now: tools.clock.now())
    }

    // MARK: Into the registry

    /// Starts to carry out what is pending, unless somebody is at it.
    private func work() {
        guard worker == nil, !isStopped, !pending.isEmpty, !isPutOff else { return }
        worker = Task {
            await self.carryOutPending()
            self.worker = nil
            // Something may have come between the last look and here.
            self.work()
            self.schedule()
        }
    }

    /// One after the other; what fails stays first in line.
    private func carryOutPending() async {
        var isNew = false
        defer { if isNew { tools.wake() } }
        while !isStopped, !isPutOff, let instruction = pending.first {
            do throws(StoreError) {
                guard let added = try await carryOut(instruction) else {
                    // The lease ran out. Either it is renewed in a moment, or another bridge tells, and this follower ends.
                    retryAt = tools.clock.now() + 1_000
                    break
                }
                isNew = isNew || added
                retryAt = nil
                // It may have been left out meanwhile (``compact()``).
                if pending.first == instruction { pending.removeFirst() }
            } catch {
                tools.metrics.count(.storeErrors)
                tools.log(.error, "registry.failed", ["room": .tag(tag)])
                retryAt = tools.clock.now() + 1_000
            }
        }
    }

    private var isPutOff: Bool { retryAt.map { $0 > tools.clock.now() } ?? false }

    /// - Returns: whether there is something to deliver; nil when this bridge does not hold the room's lease.
    private func carryOut(_ instruction: RoomWatch.Instruction) async throws(StoreError) -> Bool? {
        let name = room.key.rawValue
        switch instruction {
        case .tell(let facts, let settings):
            let targets = tools.audience.members.listeners.filter {
                $0.settings == settings && $0.hears(room: name)
            }
            let drafts = targets.compactMap { listener -> DeliveryDraft? in
                do {
                    return DeliveryDraft(target: listener.target, body: try listener.body(facts, room: name))
                } catch {
                    tools.log(.error, "alert.unsealed", ["room": .tag(tag)])
                    return nil
                }
            }
            guard !drafts.isEmpty else { return false }
            let added = try await tools.store.open(
                AlertDraft(
                    room: name, subject: try subject(facts.subject), reason: facts.reason.rawValue,
                    isOnceOnly: facts.isOnceOnly), targets: drafts, worker: tools.worker)
            guard let added else { return nil }
            guard added > 0 else { return false }
            tools.metrics.count(.alertsOpened)
            tools.log(.info, "alert.open", ["room": .tag(tag), "reason": .reason(facts.reason.rawValue)])
            return true
        case .close(let subject):
            let wasOpen = try await tools.store.close(
                room: name, subject: try self.subject(subject), worker: tools.worker)
            if wasOpen == true { tools.metrics.count(.alertsClosed) }
            return wasOpen
        case .reconcile(let asks):
            let open = try Set(asks.map { parts throws(StoreError) in try subject(parts) })
            var isNew = false
            for known in try await tools.store.openSubjects(room: name, reason: AlertPayload.Reason.ask.rawValue)
            where !open.contains(known) {
                guard let wasOpen = try await tools.store.close(room: name, subject: known, worker: tools.worker)
                else { return nil }
                isNew = isNew || wasOpen
            }
            return isNew
        }
    }

    private func subject(_ parts: [String]) throws(StoreError) -> String {
        try tools.store.hashed { () throws(CryptoError) in
            try tools.store.key.name("subject", parts.map { "\($0.utf8.count):\($0)" }.joined())
        }
    }

    // MARK: Live Activities

    private func observeActivities(_ listeners: [Listener]) {
        // A question that only was not asked again yet must not go from the screen and come back.
        guard let situation = watch.situation, !watch.mayMissAsks, !watch.isBetweenSteps else { return }
        let now = tools.clock.now()
        let since = span.since(ActivityContent.Phase(situation), now: BridgeStore.wallClock() / 1_000)
        let session = situation.replica.header?.id ?? ""
        let ask = situation.openAsks.first.map { AlertFacts($0, session: session, title: nil).subject }
        for listener in listeners where listener.wishes.activities {
            guard case .device(let device) = listener.kind, let push = device.code.push else { continue }
            let token = device.code.activities.first { $0.room == room.key.rawValue }?.token
            guard token != nil || push.startToken != nil else { continue }
            var feed = feeds[listener.target] ?? ActivityFeed()
            feed.setTokens(activity: token, canStart: push.startToken != nil)
            let content = ActivityContent(
                situation, board: board, privacy: listener.wishes.activityPrivacy, since: since)
            let next = feed.observe(content, subject: content.question == nil ? nil : ask, now: now)
            feeds[listener.target] = feed
            if let next { send(next, to: device) }
        }
    }

    private func send(_ push: ActivityFeed.Push, to device: RegisteredDevice) {
        let room = room.key.rawValue
        Task { [tools] in
            let outcome = await tools.pushActivity(push, device, room)
            self.sent(push, outcome, device)
        }
    }

    private func sent(_ push: ActivityFeed.Push, _ outcome: ActivityFeed.Outcome, _ device: RegisteredDevice) {
        feeds[device.tag]?.sent(push, outcome, now: tools.clock.now())
        schedule()
    }

    // MARK: Time

    private func schedule() {
        guard !isStopped else { return }
        var deadlines = feeds.values.compactMap(\.deadline)
        if let deadline = watch.deadline { deadlines.append(deadline) }
        if let retryAt, !pending.isEmpty { deadlines.append(retryAt) }
        guard let earliest = deadlines.min(), earliest.isFinite else { return }
        // Never at once: what is due already was looked at a moment ago.
        let deadline = max(earliest, tools.clock.now() + 20)
        if timer != nil, timerDeadline <= deadline { return }
        timer?.cancel()
        timerDeadline = deadline
        let clock = tools.clock
        timer = Task { [weak self] in
            do {
                try await clock.sleep(until: deadline)
            } catch {
                // Another deadline took its place.
                return
            }
            await self?.ring()
        }
    }

    private func ring() {
        timer = nil
        timerDeadline = .infinity
        look()
    }

    /// Never what a peer wrote.
    private static func word(_ failure: TransportError?) -> StaticString {
        switch failure {
        case .unreachable: "unreachable"
        case .untrusted: "certificate not trusted"
        case .refused: "refused by the relay"
        case .closed: "connection lost"
        case .messageTooLarge: "message too large"
        case .cancelled, nil: "room closed"
        }
    }

    private static func word(_ reason: EndReason) -> StaticString {
        switch reason {
        case .left: "left"
        case .bye: "bye"
        case .roomClosed: "room closed"
        case .noSuchRoom: "no such room"
        case .hostAlreadyConnected: "other host"
        case .roomFull: "room full"
        case .wrongKey: "wrong key"
        case .refused: "refused"
        case .welcomeTimeout: "no welcome"
        case .snapshotTimeout: "no snapshot"
        case .unreadableWelcome: "unreadable welcome"
        }
    }
}
