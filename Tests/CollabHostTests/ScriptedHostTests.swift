import CollabGuest
import CollabReplica
import CollabTesting
import CollabWire
import Foundation
import Testing

@testable import CollabHost

@Suite("A scripted host on a relay, with real guest sessions")
struct ScriptedHostTests {
    private let script = scriptText(
        history: #"[{"user": {"text": "hello"}}, {"assistant": {"text": "High water at noon."}}]"#,
        onPrompt: #"[{"steps": [{"assistant": {"text": "Aye, {{prompt.from}}.", "rate": 400}}]}]"#)

    @Test("A guest joins, prompts, sees the answer, and is told when the host leaves")
    func wholeLife() async throws {
        let scene = try HostScene(script: script)
        let guest = scene.guest("ilse")
        try await scene.until("live") { guest.isLive }
        #expect(guest.ids.count == 2)
        #expect(!guest.replica.readOnly)
        #expect(await scene.host.guestNames == ["ilse"])

        _ = await guest.session.sendPrompt("cast off")
        try await scene.until("answered") { guest.ids.count == 4 && !guest.replica.isWorking }
        #expect(guest.replica.ghost == nil)

        await scene.host.stop(reason: "harbour closed")
        try await scene.until("ended") { guest.session.current.connection == .ended(.bye("harbour closed")) }
        #expect(await scene.run.value == .stopped)
        await scene.finish()
    }

    @Test("Two guests see each other; the one with the view link is refused by words, not by silence")
    func viewLink() async throws {
        let scene = try HostScene(script: script)
        let steering = scene.guest("mara")
        let watching = scene.guest("jon", link: scene.link.view)
        try await scene.until("both live") { steering.isLive && watching.isLive }
        try await scene.until("both named") { steering.replica.state?.participants.count == 3 }
        #expect(watching.replica.readOnly)
        #expect(
            steering.replica.state?.participants.first { $0.name == "jon" }
                == Participant(name: "jon", role: .guest, readOnly: true))
        _ = await steering.session.sendPrompt("can you see this?")
        try await scene.until("seen by both") { watching.ids.count == 4 && steering.ids == watching.ids }
        await scene.finish()
    }

    @Test("When its connection is lost the host opens the room again, and the guests come back to the same session")
    func reopening() async throws {
        let scene = try HostScene(script: script)
        let guest = scene.guest("ilse")
        try await scene.until("live") { guest.isLive }
        scene.hostConnector.cut()
        try await scene.until("the guest noticed") { !guest.isLive }
        try await scene.until("live again") { guest.isLive }
        #expect(guest.ids.count == 2)
        #expect(scene.events.all.contains { if case .dropped = $0 { true } else { false } })
        #expect(scene.events.all.count(where: { $0 == .open }) == 2)
        _ = await guest.session.sendPrompt("still there?")
        try await scene.until("answered") { guest.ids.count == 4 && !guest.replica.isWorking }
        await scene.finish()
    }

    @Test("A second host of the same room ends at once and says why")
    func roomTaken() async throws {
        let scene = try HostScene(script: script)
        let guest = scene.guest("ilse")
        try await scene.until("live") { guest.isLive }
        let second = ScriptedHost(
            script: try HostScript(json: script, name: "second"), link: scene.link, connector: scene.relay.connector,
            clock: scene.clock)
        #expect(await second.run() == .roomTaken)
        #expect(guest.isLive)
        await scene.finish()
    }

    @Test("What is sealed with another key gets no answer and does no harm")
    func wrongKey() async throws {
        let scene = try HostScene(script: script)
        let guest = scene.guest("ilse")
        try await scene.until("live") { guest.isLive }
        let stranger = try RoomSecret.random()
        let transport = try await scene.relay.connector.connect(
            to: Endpoint(isSecure: false, host: "localhost", port: nil, roomId: scene.link.roomId, role: .guest))
        try await transport.send(.binary(try Sealer(secret: stranger).seal(.abort)))
        try await scene.until("noted") {
            scene.events.all.contains { if case .unreadableFrame = $0 { true } else { false } }
        }
        #expect(guest.isLive)
        await transport.close(code: 1000, reason: "")
        await scene.finish()
    }

    @Test("A tail with all its pages and values is what the whole snapshot is")
    func tail() async throws {
        let long = String(repeating: "tide table 潮汐 🌊 ", count: 80_000)
        let history = """
            [{"filler": {"entries": 300, "units": 4000}}, {"user": {"text": "\(long)"}},
             {"filler": {"entries": 100, "units": 4000}}]
            """
        let scene = try HostScene(script: scriptText(history: history))
        let guest = scene.guest("ilse", tailBytes: 200_000)
        try await scene.until("live", atMost: 4_000) { guest.isLive }
        #expect(guest.ids.count < 401)
        var pages = 0
        while guest.replica.history?.hasEarlier == true {
            let before = guest.ids.count
            let loading = Task { [session = guest.session] in try await session.loadEarlier() }
            try await scene.until("page \(pages)", atMost: 4_000) { guest.ids.count > before }
            _ = try await loading.value
            pages += 1
        }
        #expect(pages >= 1)
        #expect(guest.ids.count == 401)
        let cut = try #require(guest.replica.entries.first { !$0.elided.isEmpty })
        let id = try #require(cut.id)
        let value = try #require(cut.elided.first)
        let loading = Task { [session = guest.session] in try await session.load(value, of: id) }
        try await scene.until("value", atMost: 4_000) {
            guest.replica.entries.first { $0.id == id }?.elided.isEmpty == true
        }
        try await loading.value
        guard case .message(let message)? = guest.replica.entries.first(where: { $0.id == id })?.kind else {
            Issue.record("no message")
            return
        }
        #expect(message.content == [.text(JSONString(long))])
        await scene.finish()
    }

    @Test("The demo box hosts three rooms inside the process, each with a link to steer and one to watch")
    func demoBox() async throws {
        let clock = ManualClock()
        let box = try DemoBox.inMemory(clock: clock)
        #expect(box.rooms.map(\.demo) == DemoRoom.allCases)
        #expect(Set(box.rooms.map(\.link.roomId)).count == 3)
        await box.start()
        var guests: [SceneGuest] = []
        for room in box.rooms {
            guests.append(SceneGuest(room.link, name: "ilse", connector: box.connector, clock: clock))
            guests.append(SceneGuest(room.link.view, name: "jon", connector: box.connector, clock: clock))
        }
        for guest in guests { await guest.session.start() }
        try await HostScene.turn(clock, "all live", atMost: 4_000) { guests.allSatisfy(\.isLive) }
        #expect(guests.map(\.replica.readOnly) == [false, true, false, true, false, true])
        try await HostScene.turn(clock, "something streams", atMost: 4_000) { guests[0].replica.ghost != nil }
        try await HostScene.turn(clock, "an approval waits", atMost: 4_000) { guests[2].replica.asks.count == 1 }
        #expect(guests[3].replica.asks.isEmpty)
        await box.stop()
        try await HostScene.turn(clock, "all ended", atMost: 4_000) {
            guests.allSatisfy { $0.session.current.connection == .ended(.bye("The demo is over.")) }
        }
    }

    @Test("A box that has started has its rooms open: whoever comes at once finds them, however slowly a host got in")
    func startedBox() async throws {
        let clock = ManualClock()
        let relay = MemoryRelay(clock: clock)
        let box = try DemoBox(
            relay: RelayAddress(isSecure: false, host: "localhost", port: nil),
            connector: SlowConnector(relay.connector), clock: clock)
        await box.start()
        #expect(await relay.roomCount == 3)
        await box.stop()
    }

    @Test("A box whose relay cannot be reached has started too: its hosts go on trying")
    func unreachableBox() async throws {
        let clock = ManualClock()
        let box = try DemoBox(
            relay: RelayAddress(isSecure: false, host: "localhost", port: nil), connector: UnreachableConnector(),
            clock: clock)
        await box.start()
        await box.stop()
    }
}

/// Takes many turns of the other tasks to connect.
private struct SlowConnector: TransportConnector {
    private let connector: any TransportConnector

    init(_ connector: any TransportConnector) { self.connector = connector }

    func connect(to endpoint: Endpoint) async throws(TransportError) -> any Transport {
        for _ in 0..<500 { await Task.yield() }
        return try await connector.connect(to: endpoint)
    }
}

/// Leads nowhere.
private struct UnreachableConnector: TransportConnector {
    func connect(to endpoint: Endpoint) async throws(TransportError) -> any Transport {
        throw .unreachable("no route")
    }
}

/// A guest session and what it knows.
struct SceneGuest: Sendable {
    let session: GuestSession

    init(
        _ link: RoomLink, name: String, connector: any TransportConnector, clock: ManualClock, tailBytes: Int? = nil
    ) {
        var options = SessionOptions()
        options.tailBytes = tailBytes
        session = GuestSession(
            link: link, name: name, options: options, connector: connector, clock: clock, random: SeededRandom(seed: 3))
    }

    var isLive: Bool { session.current.connection == .live }
    var replica: ReplicaState { session.current.replica }
    var ids: [String] { replica.entries.compactMap(\.id) }
}

/// A relay, a scripted host on it, and guests, on a clock that the test turns.
final class HostScene: Sendable {
    let clock = ManualClock()
    let relay: MemoryRelay
    let hostConnector: CuttableConnector
    let link: RoomLink
    let host: ScriptedHost
    let run: Task<HostEnd, Never>
    let events = EventLog()

    init(script: String) throws {
        relay = MemoryRelay(clock: clock)
        hostConnector = CuttableConnector(relay.connector)
        link = RoomLink(
            relay: RelayAddress(isSecure: false, host: "localhost", port: nil), roomId: "scripted-room-1",
            secret: try RoomSecret.random())
        let host = ScriptedHost(
            script: try HostScript(json: script, name: "scene"), link: link, connector: hostConnector, clock: clock,
            random: SeededRandom(seed: 2), log: { [events] in events.add($0) })
        self.host = host
        run = Task { await host.run() }
    }

    /// A guest that dials once the room is open.
    func guest(_ name: String, link: RoomLink? = nil, tailBytes: Int? = nil) -> SceneGuest {
        let guest = SceneGuest(
            link ?? self.link, name: name, connector: relay.connector, clock: clock, tailBytes: tailBytes)
        Task { [events] in
            while !events.all.contains(.open) { await Task.yield() }
            await guest.session.start()
        }
        return guest
    }

    func until(_ what: String, atMost rounds: Int = 2_000, _ condition: () -> Bool) async throws {
        try await Self.turn(clock, what, atMost: rounds, condition)
    }

    /// Lets everybody run and turns the clock, little by little, until a condition holds.
    static func turn(_ clock: ManualClock, _ what: String, atMost rounds: Int, _ condition: () -> Bool) async throws {
        for _ in 0..<rounds {
            if condition() { return }
            await clock.advance(by: 10, patience: 50)
        }
        throw TestFailure("never: \(what)")
    }

    func finish() async {
        await host.stop()
        _ = await run.value
        await relay.stop()
    }
}

/// Hands out connections that the test can cut, as a lost network does.
final class CuttableConnector: TransportConnector {
    private let inner: MemoryConnector
    private let newest = Protected<MemoryTransport?>(nil)

    init(_ inner: MemoryConnector) { self.inner = inner }

    func connect(to endpoint: Endpoint) async throws(TransportError) -> any Transport {
        let transport = try await inner.connect(to: endpoint)
        newest.withLock { $0 = transport as? MemoryTransport }
        return transport
    }

    func cut() { newest.withLock { $0 }?.cut() }
}

/// What the host said to its log.
final class EventLog: Sendable {
    private let events = Protected<[HostEvent]>([])

    var all: [HostEvent] { events.withLock { $0 } }

    func add(_ event: HostEvent) { events.withLock { $0.append(event) } }
}
