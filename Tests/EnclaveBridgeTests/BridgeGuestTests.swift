import CollabGuest
import CollabWire
import EnclaveContracts
import Foundation
import Testing

@testable import EnclaveBridge

@Suite("A bridge as a guest")
struct BridgeGuestTests {
    private func hello(_ link: RoomLink, _ stage: BridgeStage, host: TestHost) async throws -> Hello {
        let config = try stage.config([link], extra: "\"name\":\"night watch\"")
        let bridge = try Bridge(config, stage.surroundings(), .init(push: FakePushServer()))
        _ = try await bridge.start()
        let before = await host.hellos
        try await until("joined", within: .seconds(60)) { await host.hellos > before || before > 0 }
        await bridge.stop()
        return try #require(await host.lastHello)
    }

    @Test("joins under its name, asks for the end of the session only, and steers only with a full link")
    func greeting() async throws {
        let stage = try BridgeStage()
        let link = try TestHost.link(90)
        let host = try TestHost(link: link, connector: stage.relay.connector)
        try await host.open()
        let full = try await hello(link, stage, host: host)
        #expect(full.name == "night watch" && full.writeToken != nil)
        #expect(try #require(full.tail?.maxBytes) <= 1 << 10)
        await host.close()

        let another = try TestHost.link(91)
        let other = try TestHost(link: another, connector: stage.relay.connector)
        try await other.open()
        let watching = try await hello(another.view, stage, host: other)
        #expect(watching.name == "night watch" && watching.writeToken == nil)
        await other.close()
    }

    /// A host that has the room, which a relay gives to a new one only after it has noticed that the last is gone.
    private func joined(_ link: RoomLink, session: String, on stage: BridgeStage) async throws -> TestHost {
        while true {
            let host = try TestHost(link: link, connector: stage.relay.connector, session: session)
            try await host.open()
            try await until("joined", within: .seconds(60)) {
                if await host.isGone { return true }
                return await host.hellos > 0
            }
            if await !host.isGone { return host }
        }
    }

    @Test("A host that ends and comes back finds the bridge again; a bridge that stops gives its rooms back")
    func returns() async throws {
        let stage = try BridgeStage()
        let link = try TestHost.link(92)
        let push = FakePushServer()
        let config = try stage.config([link])
        let registry = try await DeviceRegistry(config)
        _ = try await registry.pair(BridgeStage.device(1).code.text())
        registry.close()
        var surroundings = stage.surroundings()
        surroundings.clock = FastClock()
        let bridge = try Bridge(config, surroundings, .init(push: push))
        _ = try await bridge.start()
        for round in 1...3 {
            let host = try await joined(link, session: "session-\(round)", on: stage)
            await host.ask(round, "Ready?")
            try await push.log.until("told", within: .seconds(60)) { all in
                all.contains { $0.isTell && $0.payload?.askId == "\(round)" }
            }
            await host.bye("until later")
            try await until("ended", within: .seconds(60)) { await bridge.liveRooms == 0 }
            await host.close()
        }
        await bridge.stop()
        let store = try stage.store(config)
        defer { store.close() }
        let held = try await store.inTransaction { connection throws(StoreError) in
            try connection.run("SELECT count(*) FROM rooms WHERE owner IS NOT NULL", []).first?.integer(0)
        }
        #expect(held == 0)
    }
}
