import CollabGuest
import CollabTesting
import CollabWire
import Crypto
import EnclaveAlerts
import EnclaveContracts
import Foundation
import Testing

@testable import EnclaveModel

/// The app without a screen, with one room whose host the test plays, and everything that reaches a person outside.
@MainActor
final class AttentionStage {
    static let link = Samples.controlLink

    let clock = ManualClock()
    let relay = FakeRelay()
    let app: AppModel
    let router = LinkRouter()
    let notifications: FakeNotifications
    let activities: FakeActivities
    let preferences = AttentionPreferences(files: nil)
    let push: PushRegistration
    let center: AttentionCenter
    let key: RoomKey
    let shared = TemporaryFolder()
    private(set) var reloads = 0
    private let folder = TemporaryFolder()
    /// Connections whose host answers nothing.
    var isHostSlow = false
    private var answered: [ObjectIdentifier: Set<Int>] = [:]
    private let sealer: Sealer
    private let opener: Opener

    init(
        link: RoomLink = AttentionStage.link, pushed: [String: AlertPayload] = [:],
        leftovers: [ActivityMachine.Leftover] = [], sender: (any RenewalSender)? = nil
    ) async throws {
        key = try RoomKey(link)
        sealer = try Sealer(secret: link.secret)
        opener = try Opener(secret: link.secret)
        notifications = FakeNotifications(pushed: pushed)
        activities = FakeActivities(leftovers: leftovers)
        let vault = MemoryVault()
        await vault.keep(link, for: key)
        let files = PrivateFiles(folder: folder.url, protection: .complete)
        var list = RoomList()
        list.joined(
            Room(
                id: key, title: "harbour", relay: "my.omp.sh", access: link.access == .control ? .control : .view,
                lastSeen: Date(timeIntervalSince1970: 1_000)))
        let rooms = RoomStore(files: files)
        try await rooms.save(list)
        app = AppModel(
            AppModel.Dependencies(
                rooms: rooms, vault: vault, drafts: DraftStore(files: files), outboxes: OutboxStore(files: files),
                copies: nil,
                connector: relay, clock: clock, demo: nil, now: { Date(timeIntervalSince1970: 2_000) },
                defaultName: "Ada"))
        push = PushRegistration(
            keys: DeviceKeyStore(keychain: MemoryKeychain(), accessGroup: nil), files: nil,
            bundleId: "xyz.epsilver.enclave", environment: .sandbox, name: "Ada's phone")
        var reload: () -> Void = {}
        center = AttentionCenter(
            app: app, router: router,
            AttentionCenter.Dependencies(
                notifications: notifications, activities: activities, preferences: preferences, push: push,
                sender: sender,
                shared: PrivateFiles(folder: shared.url, protection: .afterFirstUnlock),
                reloadWidgets: { reload() }, clock: clock, now: { Date(timeIntervalSince1970: 2_000) },
                words: AlertWords(Locale(identifier: "en"))))
        reload = { [weak self] in self?.reloads += 1 }
        preferences.choices.attention.privacy = .preview
    }

    /// Launches app and center; the person looks at something else.
    func launch(isActive: Bool = false) async {
        await app.launch()
        await center.launch()
        router.ready { [app] in app.arrived($0) }
        await center.sceneChanged(isActive: isActive)
    }

    /// Connects the room and makes it live.
    func goLive() async throws {
        _ = try await app.connect(key)
        try await run("a hello") { try self.sent("hello").count == 1 }
        try welcome()
        let client = try session().client
        try await run("the room to be live") { client.connection == .live && client.hasAllAsks }
    }

    func session() throws -> SessionVM {
        guard let session = app.sessions[key] else { throw StageError("the room is not open") }
        return session
    }

    func welcome() throws {
        try deliver(GuestStage.welcome(entries: 1), GuestStage.chunk([GuestStage.user("u1")]))
    }

    func deliver(_ frames: String...) throws {
        let messages = try frames.map { TransportMessage.binary(try sealer.seal(try JSONText(validating: $0))) }
        relay.socket?.deliver(messages)
    }

    /// What the guest sent of a kind.
    func sent(_ kind: String) throws -> [JSONText] {
        try (relay.socket?.sent ?? []).compactMap { message -> JSONText? in
            guard case .binary(let data) = message, let envelope = Envelope(data) else { return nil }
            return try opener.open(envelope).json()
        }.filter { $0["t"]?.stringValue == kind }
    }

    /// What the guest asks to know that it has every question; the host has no transcript of that agent.
    private func answerRequests() {
        guard !isHostSlow, let socket = relay.socket else { return }
        do {
            for reqId in try sent("fetch-transcript").compactMap({ $0["reqId"]?.intValue })
            where answered[ObjectIdentifier(socket), default: []].insert(reqId).inserted {
                try deliver(#"{"t":"transcript","reqId":\#(reqId),"text":"","newSize":0,"error":"none"}"#)
            }
        } catch {
            Issue.record("the host cannot answer: \(error)")
        }
    }

    /// Lets time pass in small steps until something holds.
    func run(_ what: String, limit: Double = 60_000, until holds: () throws -> Bool) async throws {
        let end = clock.now() + limit
        while clock.now() < end {
            for _ in 0..<20 {
                if try holds() { return }
                await breathe()
            }
            await clock.advance(by: 50, patience: 5)
        }
        if try !holds() { throw StageError("it never came to \(what)") }
    }

    /// Lets time pass.
    func pass(_ milliseconds: Double) async {
        let end = clock.now() + milliseconds
        while clock.now() < end {
            await clock.advance(by: min(100, end - clock.now()), patience: 5)
            for _ in 0..<20 { await breathe() }
        }
    }

    /// Gives the other threads a turn: a bare yield comes back before they have had one.
    private func breathe() async {
        answerRequests()
        await Task.detached(priority: .background) {}.value
    }
}

struct StageError: Error, CustomStringConvertible {
    let description: String
    init(_ description: String) { self.description = description }
}
