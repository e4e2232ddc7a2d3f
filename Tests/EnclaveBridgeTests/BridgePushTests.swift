import CollabGuest
import CollabHost
import CollabWire
import Crypto
import EnclaveContracts
import Foundation
import Testing

@testable import EnclaveBridge

/// A bridge between a scripted room and a real HTTP/2 server that plays APNs; real time passes.
@Suite(
    "A bridge and Apple's servers", .serialized,
    .enabled(if: APNsProcess.obstacle == nil, "\(APNsProcess.obstacle ?? "")"))
struct BridgePushTests {
    private struct Scene {
        let stage: BridgeStage
        let apns: APNsProcess
        let host: TestHost
        let bridge: Bridge
        let config: BridgeConfig

        func finish() async {
            await bridge.stop()
            await host.close()
            apns.stop()
        }
    }

    private func scene(
        _ devices: [PairingCode], extra: String = "", title: String = "harbour",
        prepare: (APNsProcess) throws -> Void = { _ in }
    ) async throws -> Scene {
        let stage = try BridgeStage()
        let apns = try await APNsProcess(
            key: stage.account.publicKey, keyId: BridgeStage.keyId, teamId: BridgeStage.teamId, folder: stage.folder)
        try prepare(apns)
        let link = try TestHost.link(1)
        let config = try stage.config([link], origin: apns.origin, trustFile: apns.certificate, extra: extra)
        let registry = try await DeviceRegistry(config)
        for code in devices { _ = try await registry.pair(code.text()) }
        registry.close()
        let host = try TestHost(link: link, connector: stage.relay.connector, title: title)
        try await host.open()
        let bridge = try Bridge(config, stage.surroundings())
        _ = try await bridge.start()
        try await until("joined") { await host.hellos > 0 }
        return Scene(stage: stage, apns: apns, host: host, bridge: bridge, config: config)
    }

    @Test("A question is on the phone within a second, readable there only, and taken back when answered elsewhere")
    func askAndWithdraw() async throws {
        var wishes = PairingCode.Wishes()
        wishes.privacy = .preview
        let (code, key) = try BridgeStage.device(1, wishes: wishes)
        let scene = try await scene([code])
        // The connection to Apple and the provider token are made at the first push: that one may take longer.
        await scene.host.ask(1, "Ready?")
        try await scene.apns.log.until("the first push") { $0.contains { $0.isTell } }
        let begun = ContinuousClock.now
        await scene.host.ask(2, "Which pier shall she take?", options: ["North", "South"])
        try await scene.apns.log.until("the push", within: .seconds(5)) { $0.filter { $0.isTell }.count == 2 }
        let took = ContinuousClock.now - begun
        #expect(took < .seconds(1), "ask to push took \(took)")
        print("from a question to its push: \(took)")

        let push = try #require(scene.apns.log.all.last { $0.isTell })
        let payload = try #require(push.payload)
        #expect(payload.askId == "2" && payload.reason == .ask)
        #expect(payload.room == scene.config.rooms[0].key.rawValue)
        let text = try AlertText(opening: payload, with: key)
        #expect(text == AlertText(title: "harbour", body: "Which pier shall she take?", options: ["North", "South"]))
        #expect(push.priority == "10" && push.topic == "app.enclave.test" && push.token == BridgeStage.token(1))
        #expect(push.collapseId == (try payload.collapseId()))
        #expect(try push.aps()["mutable-content"] as? Int == 1)

        await scene.host.end(2)
        try await scene.apns.log.until("the withdrawal") { $0.contains { $0.isWithdrawal && $0.payload?.askId == "2" } }
        let withdrawal = try #require(scene.apns.log.all.last { $0.isWithdrawal })
        #expect(withdrawal.priority == "5")
        #expect(try withdrawal.payload?.collapseId() == push.collapseId)
        #expect(scene.apns.log.all.filter { $0.isTell }.count == 2)
        #expect(scene.apns.log.all.allSatisfy { $0.violation == nil })
        #expect(Set(scene.apns.log.all.map(\.provider)).count == 1)
        #expect(Set(scene.apns.log.all.map(\.connection)).count == 1)
        await scene.finish()
    }

    @Test("A Live Activity is started, updated and ended from afar, in bytes that the app's own type decodes")
    func activity() async throws {
        let room = try FollowedRoom(TestHost.link(1)).key.rawValue
        let token = String(repeating: "ac", count: 64)
        let running = try BridgeStage.device(1, activities: [.init(room: room, token: token)]).code
        let start = String(repeating: "5a", count: 40)
        let sleeping = try BridgeStage.device(2, startToken: start).code
        let scene = try await scene([running, sleeping])
        await scene.host.work(true)
        await scene.host.ask(1, "Which pier shall she take?")
        try await scene.apns.log.until("start and update") { all in
            all.contains { $0.kind == "liveactivity" && $0.token == start }
                && all.contains { $0.token == token && $0.body.contains("\"asking\"") }
        }
        await scene.host.end(1)
        try await scene.apns.log.until("the question is gone") {
            $0.last { $0.token == token }?.body.contains("\"asking\"") == false
        }
        await scene.host.bye("closing time")
        try await scene.apns.log.until("the end") { all in
            all.contains { $0.token == token && $0.body.contains("\"event\":\"end\"") }
        }
        let pushes = scene.apns.log.all.filter { $0.kind == "liveactivity" && $0.token == token }
        var stamps: [Int] = []
        for push in pushes {
            #expect(push.status == 200 && push.violation == nil)
            #expect(push.topic == "app.enclave.test.push-type.liveactivity")
            #expect(push.body.utf8.count <= PushPayload.maximumBytes)
            let aps = try push.aps()
            stamps.append(try #require(aps["timestamp"] as? Int))
            let state = try JSONSerialization.data(withJSONObject: #require(aps["content-state"]))
            let content = try JSONDecoder().decode(ActivityContent.self, from: state)
            // Apple reads this: nothing of the session without the person's choice.
            #expect(content.title == nil && content.question?.text == nil && content.action == nil)
            #expect(content.tokens == 51_000 || content.phase == .ended)
        }
        #expect(zip(stamps, stamps.dropFirst()).allSatisfy { $0 < $1 })
        #expect(pushes.last?.priority == "10")
        #expect(try pushes.last?.aps()["dismissal-date"] as? Int != nil)
        let started = try #require(scene.apns.log.all.first { $0.token == start })
        #expect(try started.aps()["attributes-type"] as? String == PushPayload.attributesType)
        await scene.finish()
    }

    @Test("Refusals for now are tried again under the same id; a broken connection loses nothing")
    func retries() async throws {
        let (code, _) = try BridgeStage.device(1)
        let scene = try await scene([code]) { apns in
            try apns.refuse(status: 503, reason: "ServiceUnavailable", times: 1)
            try apns.refuse(status: 200, times: 1, drops: true)
        }
        await scene.host.ask(1, "Ready?")
        // Lost with the connection, the answer may have been a yes: the same id again.
        try await scene.apns.log.until("three attempts", within: .seconds(30)) { $0.count == 3 }
        #expect(Set(scene.apns.log.all.map(\.id)).count == 1)
        #expect(Set(scene.apns.log.all.map(\.collapseId)).count == 1)
        try await until("noted") { try await scene.stage.store(scene.config).counts() == [.told: 1] }
        await scene.finish()
    }

    @Test("An expired provider token is minted once more; a dead device is given up, a living one is not")
    func refusals() async throws {
        let (dead, _) = try BridgeStage.device(1)
        let (alive, _) = try BridgeStage.device(2)
        let future = Int(Date().timeIntervalSince1970 * 1_000) + 60_000
        let scene = try await scene([dead, alive]) { apns in
            try apns.refuse(token: BridgeStage.token(2), status: 403, reason: "ExpiredProviderToken")
            try apns.refuse(token: BridgeStage.token(1), status: 410, reason: "Unregistered", timestamp: future)
        }
        await scene.host.ask(1, "Ready?")
        try await scene.apns.log.until("told") { $0.contains { $0.isTell && $0.token == BridgeStage.token(2) } }
        #expect(Set(scene.apns.log.all.map(\.provider)).count == 2)
        let registry = try await DeviceRegistry(scene.config)
        try await until("given up") { try await registry.devices().contains { $0.disabled == "Unregistered" } }
        #expect(try await registry.devices().count { $0.disabled == nil } == 1)
        let before = scene.apns.log.all.count { $0.token == BridgeStage.token(1) }
        try await Task.sleep(for: .seconds(3))
        await scene.host.ask(2, "Ready now?")
        try await scene.apns.log.until("told again") { all in all.count { $0.isTell } == 2 }
        #expect(scene.apns.log.all.count { $0.token == BridgeStage.token(1) } == before)
        registry.close()
        await scene.finish()
    }

    @Test("When every token is called bad, the alarm is raised and no device is given up")
    func massBad() async throws {
        let devices = try (1...6).map { try BridgeStage.device($0).code }
        let scene = try await scene(devices, extra: "\"statusPort\":0") { apns in
            try apns.refuse(status: 400, reason: "BadDeviceToken", times: 6)
        }
        await scene.host.ask(1, "Ready?")
        try await scene.apns.log.until("refused") { $0.count >= 6 }
        try await until("alarm") { scene.stage.lines.withLock { $0.contains { $0.contains("most tokens bad") } } }
        let registry = try await DeviceRegistry(scene.config)
        #expect(try await registry.devices().allSatisfy { $0.disabled == nil })
        registry.close()
        await scene.finish()
    }

    @Test("The check finds Apple, tells a wrong key from a right one, and sends a real push")
    func check() async throws {
        let (code, key) = try BridgeStage.device(1)
        let scene = try await scene([code]) { apns in
            try apns.refuse(token: "0000", status: 400, reason: "BadDeviceToken")
        }
        // A bridge runs meanwhile, which is as it should be; only renewals are not taken here.
        let findings = await BridgeCheck(scene.config).run(testPush: "phone 1")
        #expect(findings.allSatisfy { $0.verdict == .good || $0.subject == "renewals" }, "\(findings)")
        let push = try #require(scene.apns.log.all.last)
        #expect(try AlertText(opening: #require(push.payload), with: key).body.contains("test"))
        try FileManager.default.removeItem(at: scene.stage.folder.appending(path: "apns.p8"))
        try PrivateFile.create(scene.stage.folder.appending(path: "apns.p8").path, Data(SignatureKey().pem.utf8))
        let wrong = await BridgeCheck(scene.config).run()
        #expect(wrong.contains { $0.verdict == .bad && $0.words.contains("InvalidProviderToken") })
        await scene.finish()
    }
}
