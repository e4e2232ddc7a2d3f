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
}
