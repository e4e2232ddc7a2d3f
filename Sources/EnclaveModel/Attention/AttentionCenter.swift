import Attention
import CollabGuest
import CollabWire
import EnclaveAlerts
import EnclaveContracts
import Foundation
import Observation

/// Everything that reaches a person who does not look at the app: watches the open sessions, asks the policy what to
/// tell, and keeps notifications, Live Activities, the widget and the bridge's registration in step.
@MainActor
@Observable
public final class AttentionCenter {
    /// What the person wants.
    public let preferences: AttentionPreferences
    /// What a push bridge is told.
    public let push: PushRegistration
    /// Tells it by itself.
    public let renewals: RenewalController
    /// Brings answers from outside the app to the sessions.
    public let courier: AnswerCourier
    /// Whether notifications may be shown; nil until that is known.
    public private(set) var permission: NotificationPermission?

    @ObservationIgnored private let app: AppModel
    @ObservationIgnored private let router: LinkRouter
    @ObservationIgnored private let notifications: NotificationController
    @ObservationIgnored private let activities: ActivityController
    @ObservationIgnored private let snapshots: SnapshotWriter
    @ObservationIgnored private let clock: any SessionClock
    @ObservationIgnored private let now: () -> Date
    @ObservationIgnored private var policy = AttentionPolicy()
    @ObservationIgnored private var isActive = true
    @ObservationIgnored private var isLaunched = false
    @ObservationIgnored private var followed: Set<String> = []
    @ObservationIgnored private var openAsks: [String: Set<String>] = [:]
    @ObservationIgnored private var lookedAt = -Double.infinity
    @ObservationIgnored private var nextLook: Task<Void, Never>?
    @ObservationIgnored private let alarm: Alarm

    /// Between two looks at the sessions, milliseconds: what happens meanwhile is seen with the next.
    public static let interval = 200.0

    /// What the center runs on; tests bring their own.
    public struct Dependencies {
        /// The system's notifications.
        public var notifications: any NotificationHost
        /// The system's Live Activities.
        public var activities: any ActivityHost
        /// What the person wants.
        public var preferences: AttentionPreferences
        /// What a push bridge is told.
        public var push: PushRegistration
        /// Brings renewals to a push bridge; nil where nothing can be sent.
        public var sender: (any RenewalSender)?
        /// The folder that app and widget share; nil where there is none.
        public var shared: PrivateFiles?
        /// Tells the system that widgets have something else to show.
        public var reloadWidgets: () -> Void
        /// The sessions' clock.
        public var clock: any SessionClock
        /// The wall clock.
        public var now: () -> Date
        /// The words of notifications.
        public var words: AlertWords

        /// Dependencies.
        public init(
            notifications: any NotificationHost, activities: any ActivityHost, preferences: AttentionPreferences,
            push: PushRegistration, sender: (any RenewalSender)? = nil, shared: PrivateFiles?,
            reloadWidgets: @escaping () -> Void, clock: any SessionClock, now: @escaping () -> Date = Date.init,
            words: AlertWords = AlertWords()
        ) {
            self.notifications = notifications
            self.activities = activities
            self.preferences = preferences
            self.push = push
            self.sender = sender
            self.shared = shared
            self.reloadWidgets = reloadWidgets
            self.clock = clock
            self.now = now
            self.words = words
        }
    }

    /// A center that has not been launched.
    public init(app: AppModel, router: LinkRouter, _ dependencies: Dependencies) {
        self.app = app
        self.router = router
        preferences = dependencies.preferences
        push = dependencies.push
        renewals = RenewalController(
            push: dependencies.push, preferences: dependencies.preferences, sender: dependencies.sender,
            clock: dependencies.clock, now: dependencies.now)
        clock = dependencies.clock
        alarm = Alarm(clock: dependencies.clock)
        now = dependencies.now
        notifications = NotificationController(host: dependencies.notifications, words: dependencies.words)
        activities = ActivityController(host: dependencies.activities, clock: dependencies.clock)
        snapshots = SnapshotWriter(
            files: dependencies.shared, clock: dependencies.clock, reload: dependencies.reloadWidgets)
        courier = AnswerCourier(app: app, clock: dependencies.clock)
    }

    // MARK: Life

    /// The app has been launched and its list is loaded. Calling it again does nothing.
    public func launch() async {
        guard !isLaunched else { return }
        isLaunched = true
        notifications.launch()
        preferences.share()
        permission = await notifications.permission()
        activities.tokensChanged = { [weak self] activities, start in
            self?.push.activitiesChanged(activities, start: start)
        }
        await activities.launch { [app] room in
            // A room whose activity outlived the app is followed again; one that cannot be is not pretended.
            guard let key = RoomKey(rawValue: room) else { return false }
            do throws(RoomOpenError) {
                _ = try await app.connect(key)
                return true
            } catch {
                return false
            }
        }
        // Only now: a renewal that leaves out an activity makes the bridge start another one in its place.
        renewals.launch()
        look()
    }

    /// The app came to the front, or left it.
    public func sceneChanged(isActive: Bool) async {
        self.isActive = isActive
        if isActive {
            activities.becameActive()
            renewals.becameActive()
            permission = await notifications.permission()
        }
        guard isLaunched else { return }
        look()
        if !isActive {
            renewals.resignActive()
            await activities.resignActive()
        }
    }

    /// Asks the person whether notifications may be shown.
    public func requestPermission() async {
        do {
            permission = try await notifications.requestPermission()
        } catch {
            app.problem = error.localizedDescription
        }
    }

    // MARK: What comes from outside

    /// A person did something with a notification.
    public func received(_ reply: AlertReply) async {
        switch reply {
        case .nothing: break
        case .open(let room):
            if let key = RoomKey(rawValue: room) { router.receive(.room(key)) }
        case .answer(let answer): await deliver(answer)
        }
    }

    /// Sends an answer from outside the app, and says so when it could not be sent.
    public func deliver(_ answer: AskAnswer) async {
        await ready()
        do throws(AnswerProblem) {
            try await courier.deliver(answer)
        } catch {
            notifications.tell(error, room: answer.room, title: titles([answer.room])[answer.room])
            await notifications.finished()
        }
    }

    /// A push arrived that shows nothing by itself: it takes notifications back.
    /// - Returns: whether there was something to take back.
    public func receivedSilently(_ userInfo: [AnyHashable: Any]) async -> Bool {
        guard let payload = AlertPayload(userInfo: userInfo), payload.withdraws == true else { return false }
        notifications.settled(payload)
        await notifications.finished()
        return true
    }

    /// A notification arrived while the app is in front.
    /// - Parameter payload: nil for one that is not Enclave's.
    /// - Returns: whether it is shown: not when that room's own screen says it.
    public func presents(_ payload: AlertPayload?) -> Bool {
        guard let payload, let key = RoomKey(rawValue: payload.room) else { return true }
        return !(isActive && app.isInFront(key))
    }

    /// Launched by the system for an answer alone: waits until the list is there.
    private func ready() async {
        await app.launch()
        if !isLaunched { await launch() }
    }

    // MARK: Looking

    /// Looks at everything, tells what is to be told, and looks again when something has changed.
    private func look() {
        nextLook = nil
        lookedAt = clock.now()
        let seen = withObservationTracking {
            glance()
        } onChange: { [weak self] in
            Task { @MainActor in self?.lookSoon() }
        }
        act(on: seen)
    }

    private func lookSoon() {
        guard nextLook == nil else { return }
        let clock = clock
        let due = lookedAt + Self.interval
        nextLook = Task { [weak self] in
            do { try await clock.sleep(until: due) } catch { return }
            self?.look()
        }
    }

    /// Everything that matters, at one moment.
    private struct Glance {
        struct Room {
            var observation: RoomObservation
            var content: ActivityContent
            var isDemo: Bool
            var needsAnswer: Bool
        }
        var choices: AttentionPreferences.Choices
        var rooms: [Room]
        var titles: [String: String]
        var snapshot: WidgetSnapshot
    }

    private func glance() -> Glance {
        let choices = preferences.choices
        let privacy = choices.attention.privacy
        let sessions = app.sessions.values.sorted { $0.id.rawValue < $1.id.rawValue }
        let rooms = sessions.map { session in
            Glance.Room(
                observation: observation(of: session),
                content: ActivityContent(session, privacy: privacy, now: now()), isDemo: session.isDemo,
                needsAnswer: session.needsAnswer)
        }
        return Glance(
            choices: choices, rooms: rooms, titles: titles(rooms.map(\.observation.room)),
            snapshot: snapshot(rooms, privacy: privacy))
    }

    private func observation(of session: SessionVM) -> RoomObservation {
        let client = session.client
        var ended: String?
        if case .ended(let reason) = client.connection, reason != .left { ended = reason.sentence }
        return RoomObservation(
            room: session.id.rawValue, isOnScreen: isActive && app.isInFront(session.id),
            isLive: client.connection == .live && client.hasAllAsks, asks: client.openAsks, isWorking: client.isWorking,
            turn: client.rows.last.map { "\($0.id)" }, ended: ended)
    }

    private func titles(_ rooms: [String]) -> [String: String] {
        var titles: [String: String] = [:]
        for room in rooms {
            guard let key = RoomKey(rawValue: room) else { continue }
            titles[room] = app.sessions[key]?.client.title ?? app.list[key]?.title
        }
        return titles
    }

    private func snapshot(_ rooms: [Glance.Room], privacy: PrivacyLevel) -> WidgetSnapshot {
        let open = Dictionary(uniqueKeysWithValues: rooms.map { ($0.observation.room, $0) })
        let listed = app.list.rows(order: .recent)
        return WidgetSnapshot(
            sessions: listed.map { room in
                let known = open[room.id.rawValue]
                return WidgetSnapshot.Session(
                    id: room.id.rawValue, title: privacy >= .title ? room.title : nil,
                    phase: known?.content.phase ?? .away, needsAnswer: known?.needsAnswer ?? false,
                    updatedAt: Int((known == nil ? room.lastSeen : now()).timeIntervalSince1970),
                    watches: room.access == .view ? true : nil)
            })
    }

    private func act(on glance: Glance) {
        policy.settings = glance.choices.attention
        let time = clock.now()
        let present = Set(glance.rooms.map(\.observation.room))
        for gone in followed.subtracting(present) {
            perform(policy.forget(room: gone), glance)
            activities.left(room: gone)
            openAsks[gone] = nil
        }
        followed = present
        for room in glance.rooms {
            let name = room.observation.room
            guard !glance.choices.muted.contains(name) else {
                perform(policy.forget(room: name), glance)
                activities.left(room: name)
                continue
            }
            perform(policy.observe(room.observation, now: time), glance)
            reconcile(room.observation)
            if glance.choices.showsActivities {
                activities.observe(room: name, room.content)
            } else {
                activities.left(room: name)
            }
        }
        snapshots.observe(glance.snapshot)
        alarm.set(policy.deadline) { [weak self] in self?.look() }
    }

    private func perform(_ actions: [AttentionAction], _ glance: Glance) {
        notifications.perform(actions, titles: glance.titles, privacy: glance.choices.attention.privacy)
    }

    /// What the bridge or an earlier process told of a room is taken back when it is settled.
    private func reconcile(_ observation: RoomObservation) {
        guard observation.isLive else { return }
        let open = Set(observation.asks.map(\.id.wireText))
        guard openAsks[observation.room] != open else { return }
        openAsks[observation.room] = open
        notifications.reconcile(room: observation.room, open: observation.isOnScreen ? [] : open)
    }
}
