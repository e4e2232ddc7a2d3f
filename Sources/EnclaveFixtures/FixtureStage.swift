import CollabGuest
import CollabHost
import CollabReplica
import CollabTesting
import CollabWire
import EnclaveAlerts
import EnclaveModel
import EnclaveUI
import Foundation
import SwiftUI

/// The whole app on a relay in memory, at a moment that does not pass by itself: what fixtures and tests of screens
/// run on.
///
/// Nothing is mocked above the wire: hosts play scripts, frames are sealed and opened, the model is the app's own.
@MainActor
public final class FixtureStage {
    /// The moment every fixture shows: 12 May 2026, 09:41 UTC.
    public nonisolated static let date = Date(timeIntervalSince1970: 1_778_578_860)

    /// The model under the screens.
    public let app: AppModel
    /// The choice of theme.
    package let themes: ThemeStore
    /// The theme that is chosen.
    public var themeChoice: ThemeChoice { themes.choice }
    /// Where links arrive.
    public let router: LinkRouter
    /// What reaches a person outside the app.
    package let center: AttentionCenter
    /// Keeps strangers out of the app.
    public let lock: AppLock
    /// Who sits before the device.
    public let owner = FixtureOwner()
    /// The system around the app.
    public let system: FixtureSystem
    /// Decodes pictures; one for all stages, which show the same ones.
    var images = FixtureStage.loader
    private static let loader = ImageLoader()
    /// Pictures can be decoded again.
    public func recoverMemory() { shortOfMemory.end() }
    let shortOfMemory = Shortage()
    /// What is shown instead of the app's screens: what the system shows of the app.
    var poster: AnyView?
    /// What is shown is not the app's own: a tap on it goes to the system, which no fixture has.
    public var showsSystem: Bool { poster != nil }
    /// The clock of sessions, hosts and relay.
    public let clock = ManualClock()

    private let opensDemo: Bool
    private let listed: [FixtureRoom]
    private let relay: MemoryRelay
    private let hosts: [ScriptedHost]
    private let vault = MemoryVault()
    private let rooms: RoomStore
    private let copies: CopyStore
    private let folder: URL
    /// What all stages of this process write. A stage that nobody closed, and what a store writes after its stage was
    /// closed, goes with the process.
    nonisolated private static let shelf: URL = {
        let shelf = FileManager.default.temporaryDirectory
            .appendingPathComponent("enclave-fixtures-\(ProcessInfo.processInfo.processIdentifier)", isDirectory: true)
        atexit {
            // Nobody is left to hear that it could not be removed.
            try? FileManager.default.removeItem(at: FixtureStage.shelf)
        }
        return shelf
    }()
    private var runs: [Task<Void, Never>] = []

    /// An app that knows these rooms; nothing is launched yet.
    /// - Parameters:
    ///   - listed: rooms of the list, with who plays their hosts.
    ///   - demo: rooms offered as demo rooms, beside the list.
    ///   - unlisted: rooms that exist, and that nobody has joined yet.
    ///   - environment: the process's, as far as the app looks at it.
    ///   - demoOpens: whether the box with the demo rooms ever opens: until it does, the app looks for rooms.
    ///   - permission: whether notifications may be shown.
    ///   - bridge: the bridge that renewals are sent to.
    ///   - now: the wall clock as the app's model reads it.
    public init(
        listed: [FixtureRoom] = [], demo: [FixtureRoom] = [], unlisted: [FixtureRoom] = [],
        demoOpens: Bool = true, environment: [String: String] = [:], permission: NotificationPermission = .unknown,
        bridge: FixtureBridge = FixtureBridge(mood: .takes), now: @escaping () -> Date = { FixtureStage.date }
    ) throws {
        opensDemo = demoOpens
        folder = Self.shelf.appendingPathComponent("enclave-fixture-\(UUID().uuidString)", isDirectory: true)
        self.listed = listed
        let clock = clock
        let everything = listed + demo + unlisted
        relay = MemoryRelay(clock: clock)
        let connector = FixtureConnector(relay: relay.connector, rooms: everything)
        hosts = try everything.compactMap { room in
            guard case .script(let script) = room.host else { return nil }
            return ScriptedHost(
                script: script, link: try room.link(), connector: connector, clock: clock, date: Self.date)
        }
        let folder = folder
        func files(_ name: String) -> PrivateFiles {
            PrivateFiles(folder: folder.appendingPathComponent(name, isDirectory: true), protection: .complete)
        }
        let offers = try demo.map { room in
            DemoOffer(title: room.title ?? room.name, link: try room.guestLink(), connector: connector, box: 0)
        }
        rooms = RoomStore(files: files("rooms"))
        copies = CopyStore(files: files("copies"))
        app = AppModel(
            AppModel.Dependencies(
                rooms: rooms, vault: vault, drafts: DraftStore(files: files("drafts")),
                outboxes: OutboxStore(files: files("outbox")), copies: copies,
                connector: connector, clock: clock,
                demo: !demoOpens ? .never : demo.isEmpty ? nil : DemoSource { offers },
                now: now, defaultName: "Ada"))
        themes = ThemeStore(defaults: UserDefaults(suiteName: folder.lastPathComponent) ?? .standard)
        router = LinkRouter(environment: environment)
        // Device and keys are always the same: a pairing code looks the same in every run.
        let push = files("push")
        try push.write(
            Data(#"{"device":"\#(String(repeating: "4a", count: 16))","name":"Ada's iPhone","serial":0}"#.utf8),
            to: "push.json")
        system = FixtureSystem(permission: permission)
        lock = AppLock(files: files("lock"), owner: owner, now: now) { "Show your sessions." }
        center = AttentionCenter(
            app: app, router: router,
            AttentionCenter.Dependencies(
                notifications: system, activities: system, preferences: AttentionPreferences(files: nil),
                push: PushRegistration(
                    keys: DeviceKeyStore(keychain: FixtureKeychain(), accessGroup: nil), files: push,
                    bundleId: "xyz.epsilver.enclave", environment: .sandbox, name: "Ada"),
                sender: bridge, shared: nil, reloadWidgets: {}, clock: clock, now: { Self.date }))
        Words.prepare()
    }

    /// Where the app is; nil leaves it to whoever shows it.
    var scene: ScenePhase?

    /// Everything from the tabs up, on this stage.
    public var root: some View {
        Group {
            if let poster { poster } else { screens }
        }
        .environment(\.imageLoader, images)
        .environment(\.wallClock, WallClock { Self.date })
        .environment(\.timeZone, .gmt)
        .transformEnvironment(\.scenePhase) { [scene] phase in phase = scene ?? phase }
    }

    private var screens: some View {
        RootView(app: app, themes: themes, router: router)
            .attention(center)
            .locked(by: lock, app: app, themes: themes)
    }

    /// A folder of a name, gone with the stage.
    func scratch(_ name: String) throws -> URL {
        let place = folder.appendingPathComponent(name, isDirectory: true)
        try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
        return place
    }

    // MARK: Life

    /// Starts hosts and app. The hosts first: a guest before its host finds no room, and gives up.
    public func launch() async throws {
        runs = hosts.map { host in Task { _ = await host.run() } }
        for host in hosts { await host.firstAttempt() }
        var list = RoomList()
        for room in listed {
            let key = try RoomKey(try room.link())
            list.joined(try room.listed())
            await vault.keep(try room.guestLink(), for: key)
        }
        try await rooms.save(list)
        if opensDemo { await app.launch() } else { runs.append(Task { [app] in await app.launch() }) }
        await center.launch()
    }

    /// Leaves every room, and removes what was written.
    public func close() async throws {
        for session in app.sessions.values { session.client.stop() }
        app.stopJoining()
        for run in runs { run.cancel() }
        await relay.stop()
        // A store may be writing yet, and its file goes while the folder is read: what is left goes with the process.
        try? FileManager.default.removeItem(at: folder)
    }

    // MARK: Time

    /// Opens a room as a tap on its row does, and waits until its transcript has arrived.
    @discardableResult
    public func open(_ name: String) async throws -> SessionVM {
        let session = try await begin(name)
        try await run("\(name) to be live") { session.client.connection == .live }
        return session
    }

    /// Opens a room without waiting for anything.
    @discardableResult
    public func begin(_ name: String) async throws -> SessionVM {
        let key = try key(of: name)
        await app.open(key)
        guard let session = app.sessions[key] else { throw FixtureError("\(name) did not open: \(app.problem ?? "")") }
        return session
    }

    /// What the device has kept of a room.
    public func copy(of room: RoomKey) async throws -> SessionCopy? {
        guard let link = try await vault.link(for: room) ?? listed.first?.guestLink() else { return nil }
        return try await copies.copy(of: room, in: RoomBox(link.secret))
    }

    /// The key of a room.
    public func key(of name: String) throws -> RoomKey {
        var room = FixtureRoom(name: name, title: nil, host: .nobody)
        if let known = listed.first(where: { $0.name == name }) { room = known }
        return try RoomKey(try room.link())
    }

    /// Lets time pass in small steps until a condition holds.
    /// - Parameters:
    ///   - what: what is waited for, for the error.
    ///   - limit: how much time may pass at most, milliseconds.
    /// - Throws: ``FixtureError`` when it did not come to pass.
    public func run(_ what: String, limit: Double = 120_000, until condition: () throws -> Bool) async throws {
        let end = clock.now() + limit
        let start = ContinuousClock.now
        // A host may be at work that takes no time by the stage's clock, such as the first picture of a process: whatever
        // that clock says, it is given some seconds of the world's.
        while clock.now() < end || ContinuousClock.now - start < .seconds(10) {
            for _ in 0..<12 {
                if try condition() { return }
                await breathe()
            }
            await step(by: clock.now() < end ? 40 : 1)
        }
        if try !condition() { throw FixtureError("it never came to \(what)") }
    }

    /// Lets time pass.
    public func pass(milliseconds: Double) async {
        let end = clock.now() + milliseconds
        while clock.now() < end {
            await step(by: min(20, end - clock.now()))
            for _ in 0..<8 { await breathe() }
        }
        await settle()
    }

    /// Lets what is under way come to rest. A display frame passes: a client shows nothing more often than that.
    public func settle() async {
        await step(by: 17)
        var quiet = 0
        var seen = -1
        while quiet < 40 {
            await breathe()
            let commits = app.sessions.values.map(\.client.commits).reduce(app.joining?.client.commits ?? 0, +)
            quiet = commits == seen ? quiet + 1 : 0
            seen = commits
        }
    }

    /// Moves time, and waits for whoever it woke to go to sleep again, so that a busy machine does not let the clock run
    /// away from the work. Who ended instead is waited for a moment only.
    private func step(by milliseconds: Double) async {
        let sleepers = clock.sleeperCount
        await clock.advance(by: milliseconds, patience: 4)
        let start = ContinuousClock.now
        while clock.sleeperCount < sleepers, ContinuousClock.now - start < .milliseconds(8) { await breathe() }
    }

    /// Gives the other threads a turn: a bare yield comes back before they have had one.
    private func breathe() async {
        await Task.detached {}.value
    }
}

extension DemoSource {
    /// A box that takes its time.
    fileprivate static let never = DemoSource {
        let (never, _) = AsyncStream.makeStream(of: Never.self)
        for await _ in never {}
        throw CancellationError()
    }
}

/// Whether there is too little of something; for decoders on other threads.
actor Shortage {
    private(set) var isOver = false
    nonisolated func end() { Task { await over() } }
    private func over() { isOver = true }
}
