import CollabTesting
import CollabWire
import Foundation
import Testing

@testable import CollabGuest

@Suite("Reconnecting")
struct ReconnectingTests {
    @Test("a half-open socket is declared dead within 45 s and dialled again once")
    func halfOpen() async throws {
        let stage = try GuestStage()
        try await stage.goLive()
        stage.relay.socket?.answerPings(false)
        stage.relay.configure(acceptsDials: false)
        stage.advance(by: 39_000)
        #expect(stage.connection == .live)
        stage.advance(by: 6_000)
        #expect(stage.relay.dials == 2)
        guard case .reconnecting(let run) = stage.connection else {
            Issue.record("\(stage.connection)")
            return
        }
        #expect(run.attempt == 1)
    }

    @Test("anything that arrives, even a text nobody knows, restarts the silence")
    func anythingCounts() async throws {
        let stage = try GuestStage()
        try await stage.goLive()
        stage.relay.socket?.answerPings(false)
        for _ in 0..<20 {
            stage.advance(by: 35_000)
            stage.deliver(control: "???")
        }
        #expect(stage.connection == .live)
        #expect(stage.relay.dials == 1)
    }

    @Test("two idle hours with answered pings are never dropped")
    func idleHours() async throws {
        let stage = try GuestStage()
        try await stage.goLive()
        stage.advance(by: 2 * 3_600_000)
        #expect(stage.connection == .live)
        #expect(stage.relay.dials == 1)
        #expect(stage.relay.socket?.pings == 360)
    }

    @Test("a room that closes and comes back is followed without a tap")
    func roomComesBack() async throws {
        let stage = try GuestStage()
        try await stage.goLive()
        stage.deliver(control: #"{"t":"room-closed"}"#)
        stage.close(4001, "room closed")
        var wasAlwaysReconnecting = true
        func look() {
            if case .reconnecting = stage.connection { return }
            wasAlwaysReconnecting = false
        }
        look()
        for _ in 0..<2 {
            let dials = stage.relay.dials
            while stage.relay.dials == dials {
                stage.advance(by: 250)
                look()
            }
            stage.close(4004, "no such room")
            look()
        }
        let dials = stage.relay.dials
        while stage.relay.dials == dials { stage.advance(by: 250) }
        look()
        #expect(wasAlwaysReconnecting)
        #expect(stage.replica.entries.map(\.id) == ["u1"])
        try stage.welcome(entries: [GuestStage.user("u1"), GuestStage.user("u2")])
        #expect(stage.connection == .live)
        #expect(stage.replica.entries.map(\.id) == ["u1", "u2"])
    }

    @Test(
        "codes that end a session for good, each with its own reason",
        arguments: [
            (4001, EndReason.roomClosed), (4004, .noSuchRoom), (4009, .hostAlreadyConnected), (4029, .roomFull),
        ] as [(UInt16, EndReason)])
    func fatalOnFirstJoin(code: UInt16, reason: EndReason) async throws {
        let stage = try GuestStage()
        await stage.start()
        stage.close(code)
        #expect(stage.connection == .ended(reason))
        stage.advance(by: 600_000)
        #expect(stage.relay.dials == 1)
    }

    @Test("codes that do not", arguments: [1000, 1001, 1006, 1008, 1009, 1011, 4000, 4999] as [UInt16])
    func transient(code: UInt16) async throws {
        let stage = try GuestStage()
        try await stage.goLive()
        stage.close(code)
        guard case .reconnecting = stage.connection else {
            Issue.record("\(stage.connection)")
            return
        }
        stage.advance(by: 1_300)
        #expect(stage.relay.dials == 2)
    }

    @Test("an error without a close frame is a drop like any other")
    func errorWithoutCloseFrame() async throws {
        let stage = try GuestStage()
        try await stage.goLive()
        stage.relay.socket?.end(.unreachable("network down"))
        stage.settle()
        stage.advance(by: 1_300)
        #expect(stage.relay.dials == 2)
        #expect(try stage.sentKinds == ["hello"])
    }

    @Test("back from the background on a dead socket: dialled within a second, then whole again")
    func backFromBackground() async throws {
        let stage = try GuestStage()
        try await stage.goLive()
        await stage.perform { await $0.enterBackground() }
        stage.relay.socket?.answerPings(false)
        let woken = stage.clock.now() + 60_000
        stage.clock.advance(by: 60_000) {}
        await stage.perform { await $0.resume() }
        while stage.relay.dials == 1, stage.clock.now() < woken + 5_000 { stage.advance(by: 50) }
        #expect(stage.clock.now() <= woken + 1_000)
        #expect(stage.relay.dials == 2)
        #expect(try stage.sentKinds == ["hello"])
        let all = (1...6).map { GuestStage.user("u\($0)") }
        try stage.welcome(entries: all)
        #expect(stage.connection == .live)
        #expect(stage.replica.entries.map(\.id) == (1...6).map { "u\($0)" })
    }

    @Test("a drop in the background waits for the foreground, which dials at once")
    func dropInBackground() async throws {
        let stage = try GuestStage()
        try await stage.goLive()
        await stage.perform { await $0.enterBackground() }
        stage.close(1006)
        stage.advance(by: 300_000)
        #expect(stage.relay.dials == 1)
        await stage.perform { await $0.resume() }
        #expect(stage.relay.dials == 2)
    }

    @Test("a changed network path ends the waiting for the next attempt")
    func networkChange() async throws {
        let stage = try GuestStage()
        await stage.start()
        for _ in 0..<4 {
            stage.close(1006)
            stage.advance(by: 9_000)
        }
        stage.close(1006)
        let dials = stage.relay.dials
        await stage.perform { await $0.networkChanged() }
        #expect(stage.relay.dials == dials + 1)
    }

    @Test("what is shown stays until the new snapshot is whole")
    func noBlanking() async throws {
        let stage = try GuestStage()
        try await stage.goLive(entries: (0..<5).map { GuestStage.user("u\($0)") })
        stage.close(1006)
        stage.advance(by: 1_300)
        try stage.deliver(GuestStage.welcome(entries: 6))
        try stage.deliver(GuestStage.chunk((0..<3).map { GuestStage.user("u\($0)") }, final: false))
        #expect(stage.replica.entries.count == 5)
        try stage.deliver(GuestStage.chunk((3..<6).map { GuestStage.user("u\($0)") }))
        #expect(stage.replica.entries.map(\.id) == (0..<6).map { "u\($0)" })
    }

    @Test("fifty reconnects keep at most one connection alive, and none after leaving")
    func noLeaks() async throws {
        final class Ref {
            weak var socket: FakeSocket?
            init(_ socket: FakeSocket?) { self.socket = socket }
        }
        let stage = try GuestStage()
        try await stage.goLive()
        var sockets: [Ref] = []
        for _ in 0..<50 {
            sockets.append(Ref(stage.relay.socket))
            stage.close(1006)
            stage.advance(by: 1_300)
            try stage.welcome(entries: [GuestStage.user("u1")])
            #expect(stage.connection == .live)
        }
        #expect(stage.relay.dials == 51)
        #expect(sockets.filter { $0.socket != nil }.isEmpty)
        let last = Ref(stage.relay.socket)
        stage.relay.forget()
        #expect(last.socket != nil)
        await stage.perform { await $0.stop() }
        stage.settle()
        #expect(last.socket == nil)
        #expect(stage.connection == .ended(.left))
    }

    @Test("a session that nobody holds any more goes away and closes its connection")
    func letGo() async throws {
        let executor = ManualExecutor()
        let clock = ManualClock()
        let relay = FakeRelay()
        weak var gone: GuestSession?
        do {
            let secret = try #require(RoomSecret(bytes: GuestStage.fullSecret))
            let session = GuestSession(
                link: RoomLink(relay: .standard, roomId: "abcdefghij", secret: secret), name: "n", connector: relay,
                clock: clock, random: SeededRandom(seed: 1),
                spawn: { body in Task(executorPreference: executor) { await body() } })
            gone = session
            executor.spawn { await session.start() }
            executor.settle()
            #expect(relay.socket?.sent.count == 1)
        }
        executor.settle()
        #expect(gone == nil)
        executor.settle()
        #expect(relay.socket?.isClosed == true)
    }

    @Test("a second hello on the same connection brings a fresh snapshot")
    func resynchronise() async throws {
        let stage = try GuestStage()
        try await stage.goLive()
        await stage.perform { await $0.resynchronise() }
        #expect(try stage.sentKinds == ["hello", "hello"])
        #expect(stage.connection == .live)
        try stage.welcome(entries: [GuestStage.user("v1"), GuestStage.user("v2")])
        #expect(stage.replica.entries.map(\.id) == ["v1", "v2"])
        #expect(stage.relay.dials == 1)
    }

    @Test("the errors and reasons a person sees hold nothing of the secret")
    func noSecrets() async throws {
        let bytes = (0..<48).map { UInt8($0 < 32 ? $0 : $0 + 0xC0) }
        let secret = try #require(RoomSecret(bytes: bytes))
        let link = RoomLink(relay: .standard, roomId: "AbCdEf123456_-Xy", secret: secret)
        let text = secret.base64url
        var shown = ["\(link)", String(reflecting: link), "\(secret)", String(reflecting: secret)]
        dump(link, to: &shown[0])

        let executor = ManualExecutor()
        let clock = ManualClock()
        let relay = FakeRelay()
        let session = GuestSession(
            link: link, name: "n", connector: relay, clock: clock, random: SeededRandom(seed: 1),
            spawn: { body in Task(executorPreference: executor) { await body() } })
        func look() {
            executor.settle()
            var dumped = ""
            dump(session.current, to: &dumped)
            shown.append(dumped)
            shown.append("\(session.current)")
        }
        executor.spawn { await session.start() }
        look()
        let sealer = try Sealer(secret: secret)
        relay.socket?.deliver([
            .binary(try sealer.seal(try JSONText(validating: GuestStage.welcome(entries: 0)))),
            .binary(try sealer.seal(try JSONText(validating: "[]"))),
        ])
        look()
        relay.socket?.end(.unreachable("wss://my.omp.sh/r/AbCdEf123456_-Xy"))
        look()
        clock.advance(by: 2_000) { executor.settle() }
        look()
        relay.socket?.deliver([.binary(Data(repeating: 9, count: 99))])
        look()
        #expect(session.current.connection == .ended(.wrongKey))
        for error in [RequestError.notLive, .timedOut, .connectionLost, .stale, .malformedReply, .notOffered] {
            shown.append(error.localizedDescription)
        }
        let runs = (0...text.count - 8).map { start in
            let from = text.index(text.startIndex, offsetBy: start)
            return String(text[from..<text.index(from, offsetBy: 8)])
        }
        for line in shown {
            for run in runs { #expect(!line.contains(run)) }
        }
    }
}
