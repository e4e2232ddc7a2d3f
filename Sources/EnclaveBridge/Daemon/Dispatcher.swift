import CollabGuest
import EnclaveContracts
import Foundation

/// A sink and its number in the configuration, from 1: how the log calls it.
struct PlacedSink: Sendable {
    var sink: any Sink
    var place: Int
}

/// Carries what the registry holds to devices and sinks: claims what is due, sends it, notes how it ended.
///
/// Everything it knows it could forget: after a restart the registry says the same again.
actor Dispatcher {
    struct Tools: Sendable {
        var store: BridgeStore
        var worker: String
        var clock: any SessionClock
        var random: any RandomSource
        var audience: Audience
        /// By environment; none when there is no developer account.
        var apns: [PairingCode.Environment: APNsClient]
        /// By name, without the `sink:` of the target.
        var sinks: [String: PlacedSink]
        var log: BridgeLog
        var metrics: BridgeMetrics
        /// Milliseconds since 1970.
        var wall: @Sendable () -> Int
        /// The set of devices changed in the registry.
        var devicesChanged: @Sendable () -> Void
    }

    /// Deliveries under way at a time.
    private static let maximumInFlight = 512
    /// An alert that could not be delivered for so long is given up, milliseconds.
    static let patience = 86_400_000
    /// How long ``stop(grace:noting:)`` waits for what is under way before it cuts it off.
    static let grace = Duration.seconds(3)
    /// How long it waits then for the registry to take what came of it.
    static let noting = Duration.seconds(2)

    private let tools: Tools
    private var inFlight = 0
    private var results: [(delivery: Delivery, result: DeliveryResult, supportsWithdrawal: Bool)] = []
    private var isClaiming = false
    private var isFinishing = false
    private var isWanted = false
    private var isStopped = false
    private var isAbandoned = false
    /// What is still under way is being cut off: it waits in the registry for the next bridge.
    private var isCutOff = false
    /// Deliveries under way, by a number of their own.
    private var running: [Int: Task<Void, Never>] = [:]
    private var runningCount = 0
    /// Attempts in a row that a sink or one of Apple's environments did not take.
    private var failures: [Recipient: Int] = [:]

    /// Whose silence is counted.
    private enum Recipient: Hashable {
        /// By its place.
        case sink(Int)
        case apple(PairingCode.Environment)
    }
    private var timer: Task<Void, Never>?
    private var health: [PairingCode.Environment: TokenHealth] = [:]
    /// Environments in which Apple refuses this bridge: a key may be good in one of the two only.
    private var refusing: Set<PairingCode.Environment> = []
    private var idleWaiters: [CheckedContinuation<Void, Never>] = []

    init(_ tools: Tools) { self.tools = tools }

    /// Looks whether something is due. Costs one query when nothing is.
    func wake() async {
        isWanted = true
        guard !isClaiming, !isStopped else { return }
        isClaiming = true
        while isWanted, !isStopped {
            isWanted = false
            await claim()
        }
        isClaiming = false
        await schedule()
        wakeIdleWaiters()
    }

    /// Forgets everything at once, as a killed process does.
    func abandon() {
        isStopped = true
        isAbandoned = true
        timer?.cancel()
        for task in running.values { task.cancel() }
        wakeIdleWaiters()
    }

    /// Claims nothing more, and waits for what is under way to be noted; what takes too long is cut off.
    ///
    /// What was cut off before it left is told by the next bridge for the first time; what may have arrived is sent again
    /// under its old id, as after a crash (Docs/Push.md, "Exactly once").
    func stop(grace: Duration = Dispatcher.grace, noting: Duration = Dispatcher.noting) async {
        isStopped = true
        timer?.cancel()
        if await Patience.wait(atMost: grace, for: { await self.becomeIdle() }) { return }
        isCutOff = true
        tools.log(.warning, "deliveries.cut off", ["count": .number(inFlight)])
        for task in running.values { task.cancel() }
        if await Patience.wait(atMost: noting, for: { await self.becomeIdle() }) { return }
        // The registry holds them as being sent: whoever leases the room next sends them again.
        tools.log(.error, "deliveries.unnoted", ["count": .number(inFlight + results.count)])
        abandon()
    }

    private var isIdle: Bool { isAbandoned || inFlight == 0 && !isFinishing && results.isEmpty && !isClaiming }

    private func becomeIdle() async {
        while !isIdle { await withCheckedContinuation { idleWaiters.append($0) } }
    }

    private func wakeIdleWaiters() {
        guard isIdle else { return }
        let waiters = idleWaiters
        idleWaiters = []
        for waiter in waiters { waiter.resume() }
    }

    private func claim() async {
        while inFlight < Self.maximumInFlight, !isStopped {
            do throws(StoreError) {
                let limit = min(256, Self.maximumInFlight - inFlight)
                let batch = try await tools.store.claim(worker: tools.worker, limit: limit)
                guard !batch.isEmpty else { return }
                inFlight += batch.count
                tools.metrics.set(.inFlight, inFlight)
                for delivery in batch {
                    runningCount += 1
                    let number = runningCount
                    running[number] = Task { await self.deliver(delivery, number) }
                }
                if batch.count < limit { return }
            } catch {
                tools.metrics.count(.storeErrors)
                tools.log(.error, "registry.failed")
                return
            }
        }
    }

    private func schedule() async {
        guard !isStopped else { return }
        var delay = 1_000.0
        do throws(StoreError) {
            guard let due = try await tools.store.nextDue(worker: tools.worker) else { return }
            delay = Double(max(0, due - tools.wall()))
        } catch {
            tools.metrics.count(.storeErrors)
        }
        // Room is made when something ends; until then there is nothing to wait for.
        guard inFlight < Self.maximumInFlight, !isStopped else { return }
        timer?.cancel()
        let deadline = tools.clock.now() + max(delay, 20)
        timer = Task { [weak self, clock = tools.clock] in
            do {
                try await clock.sleep(until: deadline)
            } catch {
                // Something was added meanwhile.
                return
            }
            await self?.wake()
        }
    }

    // MARK: One delivery

    private func deliver(_ delivery: Delivery, _ number: Int) async {
        var (result, supportsWithdrawal) = (DeliveryResult.retry(at: tools.wall(), mayHaveArrived: false), true)
        // Claimed while the bridge began to stop: given back as it was.
        if !isStopped { (result, supportsWithdrawal) = await send(delivery) }
        // The next bridge need not wait because this one stopped.
        if isCutOff, case .retry(_, let mayHaveArrived) = result {
            result = .retry(at: tools.wall(), mayHaveArrived: mayHaveArrived)
        }
        running[number] = nil
        results.append((delivery, result, supportsWithdrawal))
        inFlight -= 1
        tools.metrics.set(.inFlight, inFlight)
        await finish()
    }

    /// Notes results, as many as have come together, in one transaction.
    private func finish() async {
        guard !isFinishing else { return }
        isFinishing = true
        while !results.isEmpty {
            let taken = results
            results = []
            do throws(StoreError) {
                try await tools.store.finish(taken)
            } catch {
                // Kept: an alert that was told must not be told again for want of a note.
                results = taken + results
                tools.metrics.count(.storeErrors)
                tools.log(.error, "registry.failed")
                if isAbandoned {
                    results = []
                    break
                }
                // Not the delivery's task: that one is cancelled where the bridge stops, and the note is still wanted.
                await Patience.rest(.seconds(1))
            }
        }
        isFinishing = false
        wakeIdleWaiters()
        await wake()
    }

    private func send(_ delivery: Delivery) async -> (DeliveryResult, supportsWithdrawal: Bool) {
        if tools.wall() - delivery.openedAt > Self.patience { return (.givenUp("too old"), false) }
        if delivery.target.hasPrefix("sink:") {
            let name = String(delivery.target.dropFirst("sink:".count))
            guard let sink = tools.sinks[name] else { return (.givenUp("no such sink"), false) }
            return (await deliver(delivery, to: sink), sink.sink.supportsWithdrawal)
        }
        guard let device = tools.audience.device(delivery.target), let address = device.code.push else {
            return (.givenUp("no such device"), false)
        }
        guard let client = tools.apns[address.environment] else { return (.givenUp("no APNs key"), false) }
        return (await push(delivery, to: device, address, over: client), true)
    }

    private func deliver(_ delivery: Delivery, to sink: PlacedSink) async -> DeliveryResult {
        var event: SinkEvent
        do {
            event = try JSONDecoder().decode(SinkEvent.self, from: Data(delivery.body))
        } catch {
            return .givenUp("unreadable")
        }
        event.id = delivery.message
        event.at = delivery.openedAt / 1_000
        event.kind = delivery.isWithdrawal ? .withdraw : .tell
        switch await sink.sink.deliver(event) {
        case .delivered:
            tools.metrics.count(.sinkDeliveries)
            tools.log(.debug, "sink.delivered", ["sink": .number(sink.place), "alert": .tag(delivery.alert)])
            if let missed = failures.removeValue(forKey: .sink(sink.place)) {
                tools.log(.info, "sink.back", ["sink": .number(sink.place), "failures": .number(missed)])
            }
            return .delivered
        case .later(let after, let reason, let mayHaveArrived):
            tools.metrics.count(.sinkFailures)
            let time = retryTime(delivery, atLeast: after ?? 0)
            guard let inARow = failure(of: .sink(sink.place)) else {
                return .retry(at: time, mayHaveArrived: mayHaveArrived)
            }
            tools.log(
                .warning, "sink.retry",
                [
                    "sink": .number(sink.place), "alert": .tag(delivery.alert), "failures": .number(inARow),
                    "attempt": .number(delivery.attempt), "reason": .reason(reason),
                    "seconds": .number(max(0, time - tools.wall()) / 1_000),
                ])
            return .retry(at: time, mayHaveArrived: mayHaveArrived)
        case .refused(let reason):
            tools.metrics.count(.sinkFailures)
            tools.log(
                .warning, "sink.refused",
                ["sink": .number(sink.place), "alert": .tag(delivery.alert), "reason": .reason(reason)])
            return .givenUp(reason)
        }
    }

    /// Counts an attempt that was not taken.
    /// - Returns: how many there were in a row, when the log is to tell of it: at the first, the second, the fourth and so
    ///   on. Somebody who is away for a day, with many questions waiting, must not fill it.
    private func failure(of recipient: Recipient) -> Int? {
        guard !isCutOff else { return nil }
        let inARow = failures[recipient, default: 0] + 1
        failures[recipient] = inARow
        return inARow.nonzeroBitCount == 1 ? inARow : nil
    }

    private func push(
        _ delivery: Delivery, to device: RegisteredDevice, _ address: PairingCode.Push, over client: APNsClient
    ) async -> DeliveryResult {
        let push: APNsPush
        do {
            push = try Self.push(
                delivery, address, badge: Self.badge(delivery, device.code.wishes), now: tools.wall() / 1_000)
        } catch {
            tools.log(.error, "push.unmakeable", ["alert": .tag(delivery.alert)])
            return .givenUp("unmakeable")
        }
        switch await client.send(push) {
        case .noAnswer(let error):
            tools.metrics.count(.pushesRetried)
            if let inARow = failure(of: .apple(address.environment)) {
                tools.log(
                    .warning, "push.unanswered",
                    [
                        "device": .tag(device.tag), "alert": .tag(delivery.alert), "failures": .number(inARow),
                        "reason": .reason(error.word),
                    ])
            }
            return .retry(at: retryTime(delivery, atLeast: 0), mayHaveArrived: error.mayHaveArrived)
        case .reply(let reply, let retryAfter):
            tools.metrics.answered(reply.word)
            tools.log(
                .debug, "push.answered",
                ["device": .tag(device.tag), "alert": .tag(delivery.alert), "reason": .reason(reply.word)])
            return await note(reply, retryAfter: retryAfter, delivery, device, address.environment)
        }
    }

    /// The number on the app's icon: rooms that wait for an answer, as far as the device wants to hear of them; nil for
    /// one that wants no questions.
    static func badge(_ delivery: Delivery, _ wishes: PairingCode.Wishes) -> Int? {
        guard wishes.asks else { return nil }
        return delivery.roomsAsking.subtracting(wishes.muted).count
    }

    /// The push of a delivery: its payload was sealed when the alert was opened.
    static func push(
        _ delivery: Delivery, _ address: PairingCode.Push, badge: Int?, now: Int
    ) throws -> APNsPush {
        let payload = try JSONDecoder().decode(AlertPayload.self, from: Data(delivery.body))
        let isAsk = payload.reason == .ask
        if delivery.isWithdrawal {
            // A background push may carry no badge (Apple), and the system sets a badge also where the app does not run.
            return APNsPush(
                kind: badge == nil ? .background : .alert, deviceToken: address.token, bundleId: address.bundleId,
                id: UUID().uuidString.lowercased(), body: try PushPayload.withdrawal(payload, badge: badge),
                priority: 5, expiration: now + 86_400, collapseId: nil)
        }
        return APNsPush(
            kind: .alert, deviceToken: address.token, bundleId: address.bundleId, id: delivery.message,
            body: try PushPayload.alert(payload, badge: badge, loudness: isAsk ? .timeSensitive : .active),
            priority: isAsk || payload.reason == .sessionEnded ? 10 : 5,
            expiration: now + (isAsk ? 86_400 : 14_400), collapseId: try payload.collapseId())
    }

    private func note(
        _ reply: APNsReply, retryAfter: Double?, _ delivery: Delivery, _ device: RegisteredDevice,
        _ environment: PairingCode.Environment
    ) async -> DeliveryResult {
        switch reply {
        case .accepted:
            tools.metrics.count(.pushesAccepted)
            failures[.apple(environment)] = nil
            refusing.remove(environment)
            tools.metrics.set(.providerAlarm, refusing.isEmpty ? 0 : 1)
            health[environment, default: TokenHealth()].isGood(device.tag, now: tools.wall())
            setTokenAlarm()
            return .delivered
        case .serverTrouble, .slowDown:
            tools.metrics.count(.pushesRetried)
            var atLeast = retryAfter ?? 0
            if case .slowDown = reply { atLeast = max(atLeast, RetryDelay.slow) }
            if let inARow = failure(of: .apple(environment)) {
                tools.log(
                    .warning, "push.put off",
                    [
                        "reason": .reason(reply.word), "device": .tag(device.tag), "failures": .number(inARow),
                    ])
            }
            return .retry(at: retryTime(delivery, atLeast: atLeast), mayHaveArrived: false)
        case .refusedProvider, .tokenExpired:
            // Nothing goes through until somebody looks; the alerts wait.
            refusing.insert(environment)
            tools.metrics.set(.providerAlarm, 1)
            tools.log(.error, "push.provider refused", ["reason": .reason(reply.word)])
            return .retry(at: retryTime(delivery, atLeast: RetryDelay.refused), mayHaveArrived: false)
        case .badRequest:
            tools.metrics.count(.pushesRefused)
            tools.log(.error, "push.refused", ["reason": .reason(reply.word), "alert": .tag(delivery.alert)])
            return .givenUp(reply.word)
        case .deviceGone, .badToken:
            tools.metrics.count(.pushesRefused)
            await deviceRefused(reply, device, environment)
            return .givenUp(reply.word)
        }
    }

    private func deviceRefused(
        _ reply: APNsReply, _ device: RegisteredDevice, _ environment: PairingCode.Environment
    ) async {
        var isGone = false
        do throws(StoreError) {
            switch reply {
            case .deviceGone(let since, let reason):
                isGone = try await tools.store.tokenIsGone(tag: device.tag, since: since, reason: reason)
            default:
                let isItsOwn = health[environment, default: TokenHealth()].isBad(device.tag, now: tools.wall())
                setTokenAlarm()
                if isItsOwn {
                    isGone = try await tools.store.strike(tag: device.tag, reason: reply.word)
                } else {
                    tools.log(.error, "push.most tokens bad", ["reason": .reason(reply.word)])
                }
            }
        } catch {
            tools.metrics.count(.storeErrors)
        }
        tools.log(.warning, "device.refused", ["device": .tag(device.tag), "reason": .reason(reply.word)])
        if isGone {
            tools.metrics.count(.devicesDisabled)
            tools.devicesChanged()
        }
    }

    private func setTokenAlarm() {
        tools.metrics.set(.tokenAlarm, health.values.contains { $0.isAlarming } ? 1 : 0)
    }

    private func retryTime(_ delivery: Delivery, atLeast: Double) -> Int {
        tools.wall()
            + RetryDelay.milliseconds(attempt: delivery.attempt, random: tools.random.unit(), atLeast: atLeast)
    }

    // MARK: Live Activities

    /// Sends a Live Activity's push now; it is not kept: only the newest state of an activity is worth anything.
    func push(
        _ activity: ActivityFeed.Push, to device: RegisteredDevice, room: String
    ) async -> ActivityFeed.Outcome {
        // The listener's copy may be old: tokens rotate.
        guard let current = tools.audience.device(device.tag), let address = current.code.push,
            let client = tools.apns[address.environment]
        else { return .later(60_000) }
        let push: APNsPush
        do {
            push = try Self.push(activity, address, room: room, now: tools.wall() / 1_000)
        } catch {
            return .later(60_000)
        }
        switch await client.send(push) {
        case .noAnswer: return .later(5_000)
        case .reply(let reply, let retryAfter):
            tools.metrics.answered(reply.word)
            switch reply {
            case .accepted:
                tools.metrics.count(.activityPushes)
                return .accepted
            case .deviceGone, .badToken: return .tokenGone
            case .slowDown: return .later(max(retryAfter ?? 0, RetryDelay.slow))
            case .serverTrouble: return .later(max(retryAfter ?? 0, 5_000))
            case .refusedProvider, .tokenExpired: return .later(RetryDelay.refused)
            case .badRequest:
                tools.log(.error, "activity.refused", ["reason": .reason(reply.word)])
                return .tokenGone
            }
        }
    }

    /// The push of an activity.
    static func push(
        _ activity: ActivityFeed.Push, _ address: PairingCode.Push, room: String, now: Int
    ) throws -> APNsPush {
        let token: String
        let body: Data
        var priority = 10
        switch activity {
        case .start(let content):
            guard let start = address.startToken else { throw PairingError.badField("push.startToken") }
            token = start
            // That work has begun may wait; a question may not.
            if content.phase != .asking { priority = 5 }
            body = try PushPayload.activityStart(content, room: room, timestamp: now, staleDate: now + staleAfter)
        case .update(let content, let activityToken, let isUrgent):
            token = activityToken
            body = try PushPayload.activityUpdate(
                content, timestamp: now, staleDate: now + staleAfter, isAlert: isUrgent && content.phase == .asking)
            if !isUrgent { priority = 5 }
        case .end(let content, let activityToken):
            token = activityToken
            body = try PushPayload.activityEnd(content, timestamp: now, dismissalDate: now + 240)
        }
        return APNsPush(
            kind: .liveactivity, deviceToken: token, bundleId: address.bundleId, id: UUID().uuidString.lowercased(),
            body: body, priority: priority, expiration: now + 3_600, collapseId: nil)
    }

    /// Seconds without news after which an activity is shown as old.
    private static let staleAfter = 1_800
}

extension APNsReply {
    /// The reason for logs and metrics.
    var word: String {
        switch self {
        case .accepted: "accepted"
        case .tokenExpired: "ExpiredProviderToken"
        case .refusedProvider(let reason), .deviceGone(_, let reason), .badToken(let reason), .slowDown(let reason),
            .serverTrouble(let reason), .badRequest(let reason):
            reason
        }
    }
}
