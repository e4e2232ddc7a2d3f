import EnclaveContracts
import Foundation
import Testing

@testable import EnclaveBridge

/// The number on the app's icon, as pushes set it.
@Suite("The badge")
struct BadgeTests {
    private func badges(_ push: FakePushServer, _ number: Int, _ isMeant: (PushRecord) -> Bool) throws -> [Int?] {
        try push.log.all.filter { $0.token == BridgeStage.token(number) && isMeant($0) }.map {
            try $0.aps()["badge"] as? Int
        }
    }

    @Test("counts the rooms that wait for an answer, for each device those it wants to hear of, up and down")
    func rooms() async throws {
        let stage = try BridgeStage()
        let links = try [TestHost.link(1), TestHost.link(2)]
        let config = try stage.config(links)
        let rooms = config.rooms.map(\.key.rawValue)
        var muting = PairingCode.Wishes()
        muting.muted = [rooms[1]]
        let registry = try await DeviceRegistry(config)
        _ = try await registry.pair(BridgeStage.device(1).code.text())
        _ = try await registry.pair(BridgeStage.device(2, wishes: muting).code.text())
        registry.close()
        let push = FakePushServer()
        let bridge = try Bridge(config, stage.surroundings(), .init(push: push))
        _ = try await bridge.start()
        var hosts: [TestHost] = []
        for link in links {
            let host = try TestHost(link: link, connector: stage.relay.connector)
            try await host.open()
            hosts.append(host)
        }
        for host in hosts { try await until("joined", within: .seconds(60)) { await host.hellos > 0 } }
        func pushed(_ count: Int) async throws {
            try await push.log.until("\(count) pushes", within: .seconds(60)) { $0.count == count }
        }
        await hosts[0].ask(1, "Which pier?")
        try await pushed(2)
        await hosts[1].ask(2, "Which ship?")
        try await pushed(3)
        await hosts[0].ask(3, "Which tide?")
        try await pushed(5)
        #expect(try badges(push, 1) { $0.isTell } == [1, 2, 2])
        #expect(try badges(push, 2) { $0.isTell } == [1, 1])
        await hosts[0].end(1)
        try await pushed(7)
        await hosts[1].end(2)
        try await pushed(8)
        await hosts[0].end(3)
        try await pushed(10)
        #expect(try badges(push, 1) { $0.isWithdrawal } == [2, 1, 0])
        #expect(try badges(push, 2) { $0.isWithdrawal } == [1, 0])
        for record in push.log.all where record.isWithdrawal {
            // Apple lets no background push change the icon, and an alert without words makes no sound.
            #expect(record.kind == "alert" && record.priority == "5")
            let aps = try record.aps()
            #expect(aps["alert"] == nil && aps["sound"] == nil && aps["content-available"] as? Int == 1)
        }
        await bridge.stop()
        for host in hosts { await host.close() }
    }

    @Test("is left alone on a device that wants no questions")
    func noQuestions() throws {
        var wishes = PairingCode.Wishes()
        wishes.asks = false
        var delivery = Delivery(
            alert: "a", target: "d", room: "r", message: "00000000-0000-0000-0000-000000000000", attempt: 1,
            isWithdrawal: true, reason: "turnEnded",
            body: Array(try JSONEncoder().encode(AlertPayload(room: "r", reason: .turnEnded))), openedAt: 0)
        delivery.roomsAsking = ["r", "s"]
        #expect(Dispatcher.badge(delivery, wishes) == nil)
        #expect(Dispatcher.badge(delivery, PairingCode.Wishes()) == 2)
        let address = try #require(BridgeStage.device(1).code.push)
        #expect(try Dispatcher.push(delivery, address, badge: nil, now: 1).kind == .background)
        #expect(try Dispatcher.push(delivery, address, badge: 2, now: 1).kind == .alert)
    }
}
