import CollabGuest
import CollabWire
import Crypto
import EnclaveAlerts
import EnclaveContracts
import EnclaveModel
import Foundation
import Testing
import WebSockets

@testable import EnclaveBridge

/// A server at a bridge's address that is up to something; touched on its own thread only.
private final class OddServer: WebSocketServerDelegate {
    private let accepts: Bool
    private let react: @Sendable (WebSocketPeer) -> Void
    private let received = BridgeTestLock<[String]>([])

    /// - Parameter react: what it does when the renewal has come.
    init(accepts: Bool = true, react: @escaping @Sendable (WebSocketPeer) -> Void) {
        self.accepts = accepts
        self.react = react
    }

    /// Messages that have come.
    var messages: [String] { received.withLock { $0 } }

    func respond(to request: HTTPRequest) -> HTTPResponse { HTTPResponse(status: 404, text: "not here") }
    func decideUpgrade(_ request: HTTPRequest) -> UpgradeDecision {
        accepts ? .accept : .refuse(HTTPResponse(status: 403, text: "MARKERanswer of a peer"))
    }
    func peerOpened(_ peer: WebSocketPeer, request: HTTPRequest) {}
    func peerSent(_ message: WebSocketMessage, peer: WebSocketPeer) {
        if case .text(let text) = message { received.withLock { $0.append(text) } }
        react(peer)
    }
    func peerWasWrittenTo(_ peer: WebSocketPeer) {}
    func peerClosed(_ peer: WebSocketPeer, _ error: WebSocketError) {}
}

@Suite("Renewals that the app sends by itself, over sockets", .serialized)
@MainActor
struct RenewalSendingTests {
    /// The app's side of one device: what it has to tell, and where it sends it.
    @MainActor private struct Device {
        let push: PushRegistration
        let preferences: AttentionPreferences
        let renewals: RenewalController

        init(_ number: UInt8) {
            push = PushRegistration(
                keys: DeviceKeyStore(keychain: MemoryKeychain(), accessGroup: nil), files: nil,
                bundleId: "app.enclave.test", environment: .sandbox, name: "phone \(number)")
            push.tokenArrived(Data(repeating: number, count: 32))
            preferences = AttentionPreferences(files: nil)
            renewals = RenewalController(
                push: push, preferences: preferences, sender: SocketRenewalSender(), clock: SystemClock(),
                now: Date.init)
        }

        func pair(_ config: BridgeConfig) async throws {
            let registry = try await DeviceRegistry(config)
            _ = try await registry.pair(push.pairingCode(wishes: preferences.wishes))
            registry.close()
        }
    }

    /// Waits on the main actor; real time passes.
    private func wait(_ what: String, until isSo: () -> Bool) async throws {
        let deadline = ContinuousClock.now + .seconds(20)
        while !isSo() {
            guard ContinuousClock.now < deadline else { throw TestTimeout(what: what) }
            try await Task.sleep(for: .milliseconds(10))
        }
    }

    @Test("A new Live Activity's token reaches the bridge, which updates it; nothing of it shows in the log")
    func whole() async throws {
        let stage = try BridgeStage()
        let link = try TestHost.link(0x21)
        let config = try stage.config([link], extra: "\"renewals\":{\"port\":0}")
        let device = Device(0x41)
        try await device.pair(config)
        let server = FakePushServer()
        let bridge = try Bridge(config, stage.surroundings(), .init(push: server))
        let port = try #require(try await bridge.start().renewals)
        let host = try TestHost(link: link, connector: stage.relay.connector)
        try await host.open()
        try await until("joined") { await host.hellos > 0 }

        device.renewals.launch()
        let address = try BridgeAddress(parsing: "ws://127.0.0.1:\(port)")
        device.push.choose(address: address)
        let room = try FollowedRoom(link).key.rawValue
        let token = String(repeating: "b7", count: 32)
        device.push.activitiesChanged([.init(room: room, token: token)], start: nil)
        try await wait("the bridge took it") {
            if case .current(since: .some) = device.renewals.standing { true } else { false }
        }
        let store = try stage.store(config)
        #expect(try await store.devices().map(\.code.activities) == [[.init(room: room, token: token)]])
        store.close()
        await host.work(true)
        await host.ask(1, "Which pier shall she take?")
        try await server.log.until("a push to the new token") { all in
            all.contains { $0.kind == "liveactivity" && $0.token == token && $0.body.contains("\"asking\"") }
        }

        // Revoked: the next renewal is refused, and that is the end of it.
        let registry = try await DeviceRegistry(config)
        _ = try await registry.revoke("phone 65")
        registry.close()
        device.preferences.choices.attention.privacy = .preview
        try await wait("refused") { device.renewals.standing == .refused }
        await host.close()
        await bridge.stop()

        var secrets = Secrets()
        secrets.add(token, String(repeating: "41", count: 32), device.push.device)
        let log = stage.lines.withLock { $0.joined(separator: "\n") }
        #expect(log.contains("device.renewed") && secrets.found(in: log) == [])
    }

    @Test("A bridge that cannot judge hangs up instead of refusing, and the app tries again")
    func unavailable() async throws {
        let server = RenewalServer { _ in .unavailable }
        let port = try await server.start(.init(address: "127.0.0.1", port: 0))
        let device = Device(0x42)
        _ = try device.push.pairingCode(wishes: device.preferences.wishes)
        device.push.choose(address: try BridgeAddress(parsing: "ws://127.0.0.1:\(port)"))
        device.preferences.choices.attention.privacy = .preview
        device.renewals.launch()
        try await wait("it failed") { device.renewals.standing == .failed(.hungUp) }
        await server.stop()
    }

    /// What a sender makes of a peer.
    private func outcome(
        _ server: OddServer, scheme: String = "ws", timeLimit: Double = 15_000
    ) async throws -> Result<RenewalAnswer, RenewalFailure> {
        let listener = WebSocketServer(options: .init(), delegate: server)
        let port = try await listener.start()
        let address = try BridgeAddress(parsing: "\(scheme)://127.0.0.1:\(port)/MARKERpath")
        let found = await send(to: address, timeLimit: timeLimit)
        await listener.stop(patience: .milliseconds(50))
        return found
    }

    private func send(
        to address: BridgeAddress, timeLimit: Double = 15_000
    ) async -> Result<RenewalAnswer, RenewalFailure> {
        do throws(RenewalFailure) {
            return .success(try await SocketRenewalSender(timeLimit: timeLimit).send("MARKERrenewal", to: address))
        } catch {
            return .failure(error)
        }
    }

    @Test("ok and refused are answers; everything else a peer does is a failure that repeats nothing of it")
    func hostile() async throws {
        let plain = OddServer { $0.send(.text("ok")) }
        #expect(try await outcome(plain) == .success(.taken))
        #expect(plain.messages == ["MARKERrenewal"])
        #expect(try await outcome(OddServer { $0.send(.text("refused")) }) == .success(.refused))
        let flood = OddServer { peer in
            peer.send(.text("MARKERgarbage"))
            for _ in 0..<10_000 { peer.send(.text("ok")) }
        }
        let cases: [(String, OddServer, RenewalFailure)] = [
            ("huge", OddServer { $0.send(.text(String(repeating: "MARKER", count: 200_000))) }, .unreadable),
            ("just too long", OddServer { $0.send(.text(String(repeating: "o", count: 257))) }, .unreadable),
            ("flood", flood, .unreadable),
            ("almost", OddServer { $0.send(.text("ok\n")) }, .unreadable),
            ("binary", OddServer { $0.send(.binary(MessageBuffer(copying: Array("ok".utf8)))) }, .unreadable),
            ("closes", OddServer { $0.close(code: 1_000, reason: "MARKERreason") }, .hungUp),
            ("cuts", OddServer { $0.abort() }, .hungUp),
            ("no bridge", OddServer(accepts: false) { _ in }, .notABridge(status: 403)),
        ]
        for (name, server, failure) in cases {
            let found = try await outcome(server)
            #expect(found == .failure(failure), "\(name)")
            #expect(!"\(found) \(failure.sentence)".contains("MARKER"), "\(name)")
        }
        #expect(try await outcome(plain, scheme: "wss") == .failure(.unreachable), "TLS is not left out")
    }

    @Test("A peer that never answers is given up in time, and so is one that is not there, or when nobody waits")
    func patience() async throws {
        let began = ContinuousClock.now
        #expect(try await outcome(OddServer { _ in }, timeLimit: 300) == .failure(.late))
        #expect(ContinuousClock.now - began < .seconds(10))
        #expect(await send(to: try BridgeAddress(parsing: "ws://127.0.0.1:9")) == .failure(.unreachable))
        let silent = OddServer { _ in }
        let listener = WebSocketServer(options: .init(), delegate: silent)
        let address = try BridgeAddress(parsing: "ws://127.0.0.1:\(try await listener.start())")
        let task = Task { await send(to: address) }
        try await wait("it was sent") { !silent.messages.isEmpty }
        task.cancel()
        #expect(await task.value == .failure(.cancelled))
        await listener.stop(patience: .milliseconds(50))
    }
}
