import CollabGuest
import CollabReplica
import CollabWire
import Crypto
import Foundation
import Observation

/// The app without a screen: which rooms there are, which of them are open, and where the person is (features A3, A4,
/// S1, S2). Screens read it and call it; nothing here knows a view.
@MainActor
@Observable
public final class AppModel {
    /// The tabs.
    public enum Tab: String, Sendable, Hashable, CaseIterable {
        case sessions, activity, trust
    }

    /// A full-screen cover over the tabs.
    public enum Cover: String, Sendable, Hashable, Identifiable {
        case pair, lockScreen

        /// The cover itself.
        public var id: Self { self }
    }

    /// A sheet over the tabs.
    public enum Sheet: String, Sendable, Hashable, Identifiable {
        case settings, onboarding

        /// The sheet itself.
        public var id: Self { self }
    }

    /// The rooms this device has joined.
    public private(set) var list = RoomList()
    /// The demo rooms, in their order; nothing of them is kept.
    public private(set) var demos = RoomList()
    /// Rooms that were opened since launch; they stay connected.
    public private(set) var sessions: [RoomKey: SessionVM] = [:]
    /// The session whose screen is open; pushes onto Sessions.
    public var path: [RoomKey] = []
    /// The tab in front.
    public var tab = Tab.sessions
    /// The cover over everything.
    public var cover: Cover?
    /// The sheet over everything.
    public var sheet: Sheet?
    /// What is being paired.
    public let pairing: PairModel
    /// Something that went wrong and belongs to no screen in particular; a toast with a way to dismiss it.
    public var problem: String?
    /// A room that was just removed and can be brought back.
    public private(set) var removed: Room?
    /// What the pair screen joins: until the host lets it in it is nobody's room yet, and when it does not, its connection
    /// says why.
    public private(set) var joining: SessionVM?
    /// Nobody sees the screens: the app is locked.
    public var isLocked = false
    /// The newest part of each room is kept on this device (feature S7).
    public private(set) var keepsCopies = true
    /// Whether the list was read from storage.
    public private(set) var isLoaded = false

    @ObservationIgnored private let rooms: RoomStore
    @ObservationIgnored private let vault: any Vault
    @ObservationIgnored private let drafts: DraftStore
    @ObservationIgnored private let outboxes: OutboxStore
    @ObservationIgnored private let connector: any TransportConnector
    @ObservationIgnored private let clock: any SessionClock
    @ObservationIgnored private let demo: DemoSource?
    @ObservationIgnored private let now: () -> Date
    @ObservationIgnored private var isLaunched = false
    /// The list could not be read: the system may launch an app on a locked device.
    @ObservationIgnored private var isListUnread = false
    @ObservationIgnored private var windowsInFront: Set<UUID> = []
    /// Counts what the pair screen began and gave up, so that what was given up does not go on.
    @ObservationIgnored private var joinings = 0
    @ObservationIgnored private var demoOffers: [RoomKey: DemoOffer] = [:]
    @ObservationIgnored private let saving = CommandLane()
    @ObservationIgnored private var isListWaiting = false
    @ObservationIgnored private let copies: CopyStore?
    @ObservationIgnored private lazy var copyKeeper = copies.map { store in
        CopyKeeper(store: store, now: now) { [weak self] error in
            // A device that was locked meanwhile takes no copy, and nobody has to hear of that.
            if error != .locked { self?.problem = error.localizedDescription }
        }
    }

    /// What the app runs on; tests bring their own.
    public struct Dependencies {
        /// The room list.
        public var rooms: RoomStore
        /// The rooms' links.
        public var vault: any Vault
        /// What is being typed.
        public var drafts: DraftStore
        /// Prompts on their way.
        public var outboxes: OutboxStore
        /// The newest part of each room; nil keeps none.
        public var copies: CopyStore?
        /// Opens connections.
        public var connector: any TransportConnector
        /// The sessions' clock.
        public var clock: any SessionClock
        /// Demo rooms, where there are some.
        public var demo: DemoSource?
        /// The wall clock, for "last seen".
        public var now: () -> Date
        /// The name shown to others until the person picks one.
        public var defaultName: String

        /// Dependencies.
        public init(
            rooms: RoomStore, vault: any Vault, drafts: DraftStore, outboxes: OutboxStore, copies: CopyStore?,
            connector: any TransportConnector, clock: any SessionClock, demo: DemoSource?,
            now: @escaping () -> Date = Date.init, defaultName: String
        ) {
            self.rooms = rooms
            self.vault = vault
            self.drafts = drafts
            self.outboxes = outboxes
            self.copies = copies
            self.connector = connector
            self.clock = clock
            self.demo = demo
            self.now = now
            self.defaultName = defaultName
        }
    }

    /// An app that has not been launched.
    public init(_ dependencies: Dependencies) {
        rooms = dependencies.rooms
        vault = dependencies.vault
        drafts = dependencies.drafts
        outboxes = dependencies.outboxes
        copies = dependencies.copies
        connector = dependencies.connector
        clock = dependencies.clock
        demo = dependencies.demo
        now = dependencies.now
        pairing = PairModel(name: dependencies.defaultName)
    }

    // MARK: Life

    /// Reads the room list and opens the demo rooms. Calling it again does nothing: a scene may come back.
    public func launch() async {
        guard !isLaunched else { return }
        isLaunched = true
        await readList()
        if let demo {
            do {
                // One moment for all: none of them is newer than another until somebody opens one.
                let date = now()
                for room in try await demo.open() { try addDemo(room, at: date) }
            } catch {
                problem = error.localizedDescription
            }
        }
        isLoaded = true
    }

    private func readList() async {
        do {
            var kept = try await rooms.load()
            isListUnread = false
            for room in list.rooms { kept.joined(room) }
            list = kept
            let gone = list.commitRemovals(before: now())
            for key in gone { await forget(key) }
            if !gone.isEmpty { await save() }
            if let copies { keepsCopies = try await copies.isOn() }
        } catch {
            if case .damaged = error {
                // Nothing comes of reading it again.
                isListUnread = false
            } else {
                isListUnread = true
            }
            problem = error.localizedDescription
        }
    }

    /// A link arrived from outside: the pair screen asks before anything is joined, but for the one of the launch.
    public func arrived(_ arrival: LinkRouter.Arrival) {
        switch arrival {
        case .room(let key):
            Task { await openFromOutside(key) }
            return
        case .launch(let link):
            Task { await join(link) }
            return
        case .join(let link):
            stopJoining()
            pairing.offer(link)
        case .refused(let error):
            stopJoining()
            pairing.refuse(error)
        }
        sheet = nil
        cover = .pair
    }

    /// The app is in front again.
    public func resume() {
        for session in connected { session.client.resume() }
        if isListUnread { Task { await readList() } }
    }

    /// The app went to the background.
    public func enterBackground() {
        for session in connected {
            session.client.enterBackground()
            copyKeeper?.keep(session, isUrgent: true)
        }
    }

    /// A window came to the front: the app is there while one of its windows is, and an iPad shows several.
    public func windowCame(_ window: UUID) {
        windowsInFront.insert(window)
        resume()
    }

    /// A window went to the background; with the last one the app does.
    public func windowLeft(_ window: UUID) {
        windowsInFront.remove(window)
        if windowsInFront.isEmpty { enterBackground() }
    }

    /// The network path changed.
    public func networkChanged() { for session in connected { session.client.networkChanged() } }

    private var connected: [SessionVM] { sessions.values + (joining.map { [$0] } ?? []) }

    // MARK: Rooms

    /// Joins the room that ``pairing`` holds: keeps its link, lists it and opens it once the host has let this guest in.
    /// A room that nobody opens leaves nothing behind, and ``joining`` says why it stayed shut. A session of the same
    /// room that runs goes on until then: a link that leads nowhere costs nothing.
    public func joinPaired() async {
        guard let link = pairing.link else { return }
        stopJoining()
        let number = joinings
        do {
            let key = try RoomKey(link)
            let runs = isRunning(key)
            if try await isOpen(key, with: link) {
                if number == joinings { showPaired(key) }
                return
            }
            // Whether the host lets this guest in is not to be told by what the device has kept, and what waits to be sent
            // is sent by the session that runs.
            let session = try await session(key, link: link, connector: connector, isDemo: false, sends: !runs)
            // Given up while the device was asked for what waits to be sent.
            guard number == joinings else { return }
            joining = session
            session.start()
            guard await session.client.isLetIn(), joining === session else { return }
            try await list(link, as: key)
            guard joining === session else { return }
            joining = nil
            if runs {
                session.client.stop()
                await replace(key)
                try await start(key, link: link, connector: connector, isDemo: false)
            } else {
                leave(key)
                try copyKeeper?.joined(key, link.secret)
                sessions[key] = session
                noteDetails(of: session)
            }
            showPaired(key)
        } catch {
            guard number == joinings else { return }
            stopJoining()
            problem = error.localizedDescription
        }
    }

    private func showPaired(_ key: RoomKey) {
        show(key)
        pairing.clear()
        cover = nil
    }

    /// Whether a session runs that this link, under this name, would only begin again.
    private func isOpen(_ key: RoomKey, with link: RoomLink) async throws -> Bool {
        guard isRunning(key), sessions[key]?.client.session.name == GuestSession.shown(pairing.guestName) else {
            return false
        }
        return try await vault.link(for: key) == link
    }

    private func isRunning(_ key: RoomKey) -> Bool { sessions[key].map { !$0.client.connection.isOver } ?? false }

    /// Leaves a room for another session of it, which begins with what waits to be sent.
    private func replace(_ key: RoomKey) async {
        let old = sessions[key]
        leave(key)
        await old?.saved()
    }

    /// Whether the link that would be joined can only watch a room whose control link is on this device.
    public var pairsForLess: Bool {
        // A link that cannot be hashed is refused when it is joined.
        guard let link = pairing.link, link.access == .view, let key = try? RoomKey(link) else { return false }
        return list[key]?.access == .control
    }

    /// Gives up what the pair screen joins, or forgets that it could not.
    public func stopJoining() {
        joinings += 1
        joining?.client.stop()
        joining = nil
    }

    /// Joins a room, keeps its link and opens its screen.
    public func join(_ link: RoomLink) async {
        do {
            let key = try RoomKey(link)
            try await list(link, as: key)
            // Joined again with another link: the old session leaves first.
            await replace(key)
            try await start(key, link: link, connector: connector, isDemo: false)
            show(key)
        } catch {
            problem = error.localizedDescription
        }
    }

    /// Opens a room's screen, and connects it when it is not.
    public func open(_ key: RoomKey) async {
        do {
            _ = try await connect(key)
            show(key)
        } catch {
            problem = error.localizedDescription
        }
    }

    /// A room's session, connected when it is not, without showing it: a notification's answer needs no screen.
    /// - Throws: ``RoomOpenError``.
    public func connect(_ key: RoomKey) async throws(RoomOpenError) -> SessionVM {
        // One that has ended stays on screen until the next one stands in its place.
        if let session = sessions[key], isRunning(key) { return session }
        do {
            if list[key] == nil, let offer = demoOffers[key] {
                try await start(key, link: offer.link, connector: offer.connector, isDemo: true)
            } else if let link = try await vault.link(for: key) {
                list.update(key) { $0.isLocked = false }
                try await start(key, link: link, connector: connector, isDemo: false)
            }
        } catch VaultError.locked {
            list.update(key) { $0.isLocked = true }
            throw .locked
        } catch {
            throw .failed(error.localizedDescription)
        }
        guard let session = sessions[key], isRunning(key) else { throw .unknown }
        return session
    }

    /// Joins a room again whose session has ended, without going anywhere else.
    public func joinAgain(_ key: RoomKey) async {
        do { _ = try await connect(key) } catch { problem = error.localizedDescription }
    }

    /// A notification, a widget or an intent wants a room on screen. One that is not on this device is said so, over
    /// the list.
    public func openFromOutside(_ key: RoomKey) async {
        sheet = nil
        cover = nil
        stopJoining()
        guard list[key] != nil || demoOffers[key] != nil else {
            tab = .sessions
            path = []
            problem = RoomOpenError.unknown.errorDescription
            return
        }
        await open(key)
    }

    /// Leaves a room; it stays in the list.
    public func leave(_ key: RoomKey) {
        if let session = sessions.removeValue(forKey: key) {
            copyKeeper?.keep(session, isUrgent: true)
            session.client.stop()
        }
        path.removeAll { $0 == key }
    }

    /// Takes a room out of the list; ``undoRemove()`` brings it back until the next removal or launch.
    public func remove(_ key: RoomKey) async {
        await commitRemoval()
        guard let room = list[key] else { return }
        leave(key)
        list.remove(key, at: now())
        removed = room
        showDemo(key)
        await save()
    }

    /// Brings the room that was just removed back.
    public func undoRemove() async {
        guard let room = removed else { return }
        list.undoRemove(room.id)
        removed = nil
        showDemo(room.id)
        await save()
    }

    /// Makes the last removal final: its link, drafts and prompts are deleted.
    public func commitRemoval() async {
        guard let room = removed else { return }
        removed = nil
        guard list[room.id] == nil else { return }
        for key in list.commitRemovals(before: now()) { await forget(key) }
        await save()
    }

    /// Gives a room a colour, or takes it away.
    public func setTag(_ tag: Room.Tag?, for key: RoomKey) async {
        list.update(key) { $0.tag = tag }
        await save()
    }

    /// The link to share: a view link unless the control link was asked for, and confirmed by whoever asks.
    public func linkToShare(_ key: RoomKey, access: Access) async -> String? {
        do {
            let kept = try await vault.link(for: key)
            guard let link = kept ?? demoOffers[key]?.link else { return nil }
            return try (access == .control ? link : link.view).browserLink()
        } catch {
            problem = error.localizedDescription
            return nil
        }
    }

    /// A room changed its name, model or folder, or began or ended to work, on screen or not: the list remembers it for
    /// when it is not connected, and when that was.
    private func noteDetails(of session: SessionVM) {
        let client = session.client
        // What a copy says is no sign of life.
        guard client.state != nil, client.copyDate == nil, sessions[session.id] === session else { return }
        let remember = { [date = now()] (room: inout Room) in
            room.title = client.title ?? room.title
            room.model = client.state?.model?.name ?? room.model
            room.folder = client.state?.cwd ?? room.folder
            room.lastSeen = date
        }
        guard !session.isDemo else { return demos.update(session.id, remember) }
        guard list[session.id] != nil else { return }
        list.update(session.id, remember)
        saveSoon()
        if !client.isWorking { copyKeeper?.keep(session, isUrgent: false) }
    }

    /// One write for whatever changes until it is made.
    private func saveSoon() {
        guard !isListWaiting else { return }
        isListWaiting = true
        saving.add { [weak self] in
            await self?.saveWaiting()
        }
    }

    private func saveWaiting() async {
        isListWaiting = false
        await save()
    }

    /// Keeps copies from now on, or none, and deletes those there are. Of several wishes the last holds.
    public func keepCopies(_ keeps: Bool) async {
        guard let copyKeeper else { return }
        let before = keepsCopies
        keepsCopies = keeps
        do {
            try await copyKeeper.turn(on: keeps)
            if keepsCopies != keeps { try await copyKeeper.turn(on: keepsCopies) }
        } catch {
            keepsCopies = before
            problem = error.localizedDescription
        }
        if keepsCopies { for session in sessions.values { copyKeeper.keep(session, isUrgent: true) } }
    }

    /// Waits until what rooms said of themselves is kept.
    public func saved() async {
        await saving.finished()
        await copyKeeper?.finished()
    }

    // MARK: What is shown

    /// Whether the person looks at this room's screen, as far as the tabs know.
    public func isInFront(_ key: RoomKey) -> Bool {
        tab == .sessions && path.last == key && cover == nil && sheet == nil && !isLocked
    }

    /// The session whose screen is open.
    public var current: SessionVM? { path.last.flatMap { sessions[$0] } }

    /// The session that Activity and Trust speak of: the open one, else the one that was open last.
    public var focused: SessionVM? {
        current ?? lastShown.flatMap { sessions[$0] }
    }

    /// Rooms with an open question.
    public var needsAnswer: Set<RoomKey> {
        Set(sessions.values.filter(\.needsAnswer).map(\.id))
    }

    /// Rooms that are connected.
    public var live: Set<RoomKey> {
        Set(sessions.values.filter { $0.client.connection == .live }.map(\.id))
    }

    private var lastShown: RoomKey?

    // MARK: Inside

    private func show(_ key: RoomKey) {
        lastShown = key
        tab = .sessions
        path = [key]
    }

    private func list(_ link: RoomLink, as key: RoomKey) async throws {
        try await vault.keep(link, for: key)
        list.joined(
            Room(
                id: key, relay: link.relay.authority, access: link.access == .control ? .control : .view,
                lastSeen: now()))
        showDemo(key)
        await save()
    }

    /// A demo room whose link somebody joined is a room of the list, and stands there only.
    private func showDemo(_ key: RoomKey) {
        if list[key] == nil { demos.undoRemove(key) } else { demos.remove(key, at: now()) }
    }

    private func start(_ key: RoomKey, link: RoomLink, connector: any TransportConnector, isDemo: Bool) async throws {
        if !isDemo { try copyKeeper?.joined(key, link.secret) }
        let copy = isDemo ? nil : await copyKeeper?.copy(of: key)
        let session = try await session(
            key, link: link, connector: connector, isDemo: isDemo, sends: !isDemo, copy: copy)
        sessions[key] = session
        session.start()
    }

    /// - Parameter sends: takes up drafts and prompts that were kept, and keeps what is written.
    private func session(
        _ key: RoomKey, link: RoomLink, connector: any TransportConnector, isDemo: Bool, sends: Bool,
        copy: SessionCopy? = nil
    ) async throws -> SessionVM {
        let kept = sends ? try await outboxes.items(for: key) : []
        let client = GuestClient(
            joining: link, name: pairing.guestName, connector: connector, clock: clock, outbox: kept,
            copy: copy)
        let session = SessionVM(
            id: key, client: client, isDemo: isDemo, drafts: sends ? drafts : nil, outbox: sends ? outboxes : nil)
        client.detailsChanged = { [weak self, weak session] in
            if let session { self?.noteDetails(of: session) }
        }
        return session
    }

    private func addDemo(_ room: DemoOffer, at date: Date) throws {
        let key = try RoomKey(room.link)
        demoOffers[key] = room
        guard demos[key] == nil else { return }
        demos.joined(
            Room(
                id: key, title: room.title, model: nil, relay: "demo",
                access: room.link.access == .control ? .control : .view, lastSeen: date))
        showDemo(key)
    }

    private func save() async {
        do { try await rooms.save(list) } catch { problem = error.localizedDescription }
    }

    private func forget(_ key: RoomKey) async {
        // What cannot be deleted keeps nothing else.
        do { try await vault.remove(key) } catch { problem = error.localizedDescription }
        do { try await outboxes.forget(key) } catch { problem = error.localizedDescription }
        do { try await copyKeeper?.forget(key) } catch { problem = error.localizedDescription }
        await drafts.clear(key)
    }
}

/// Why a room cannot be opened.
public enum RoomOpenError: Error, Sendable, Hashable {
    /// Its link is not on this device.
    case unknown
    /// Its link cannot be read while the device is locked.
    case locked
    /// Something else, in a sentence.
    case failed(String)
}

extension RoomOpenError: LocalizedError {
    /// A sentence a person can act on.
    public var errorDescription: String? {
        switch self {
        case .unknown: "This room's link is not on this device any more. Pair with it again."
        case .locked: VaultError.locked.errorDescription
        case .failed(let words): words
        }
    }
}
