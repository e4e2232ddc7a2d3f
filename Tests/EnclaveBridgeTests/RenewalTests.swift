import CollabGuest
import CollabWire
import EnclaveContracts
import Foundation
import FoundationNetworking
import Testing
import WebSockets

@testable import EnclaveBridge

@Suite("Renewals and status, over sockets", .serialized)
struct RenewalTests {
    @Test("A renewal may also be pasted: of a paired device, newer than what is known, and untouched")
    func pasted() async throws {
        let stage = try BridgeStage()
        let registry = try await DeviceRegistry(stage.config([try TestHost.link(1)]))
        defer { registry.close() }
        let (code, _) = try BridgeStage.device(1, serial: 3)
        func text(_ code: PairingCode) throws -> String {
            String(decoding: try JSONEncoder().encode(PairingRenewal(code)), as: UTF8.self)
        }
        var newer = code
        newer.serial = 4
        newer.name = "the new name"
        #expect(try await registry.pair(text(newer)) == nil)
        _ = try await registry.pair(code.text())
        #expect(try await registry.pair(text(newer) + "\n")?.name == "the new name")
        #expect(try await registry.pair(text(newer)) == nil)
        let (foreign, _) = try BridgeStage.device(2, serial: 9)
        var renewal = try PairingRenewal(foreign)
        renewal.device = code.device
        let forged = String(decoding: try JSONEncoder().encode(renewal), as: UTF8.self)
        await #expect(throws: PairingError.notFromDevice) { try await registry.pair(forged) }
    }

    @Test("A paired device's renewal is taken, a foreign or older one is not; health and metrics answer")
    func renewals() async throws {
        let stage = try BridgeStage()
        let config = try stage.config(
            [try TestHost.link(1)], extra: "\"statusPort\":0,\"renewals\":{\"port\":0}")
        let registry = try await DeviceRegistry(config)
        let (code, _) = try BridgeStage.device(1, serial: 3)
        _ = try await registry.pair(code.text())
        registry.close()
        let bridge = try Bridge(config, stage.surroundings(), .init(push: FakePushServer()))
        let ports = try await bridge.start()
        let port = try #require(ports.renewals)

        let client = WebSocketClient()
        let socket = try await client.connect(
            host: "127.0.0.1", port: port, isSecure: false, path: RenewalServer.path)
        func send(_ text: String) async throws -> String {
            try await socket.send(.text(text))
            for message in try await socket.receive() { if case .text(let answer) = message { return answer } }
            return ""
        }
        func renewal(_ code: PairingCode) throws -> String {
            String(decoding: try JSONEncoder().encode(PairingRenewal(code)), as: UTF8.self)
        }
        var newer = code
        newer.serial = 4
        newer.push?.token = String(repeating: "9c", count: 32)
        #expect(try await send(try renewal(newer)) == "ok")
        #expect(try await send(try renewal(newer)) == "refused")
        #expect(try await send(try renewal(code)) == "refused")
        #expect(try await send(try renewal(BridgeStage.device(2).code)) == "refused")
        #expect(try await send("{}") == "refused")
        let devices = try await DeviceRegistry(config)
        #expect(try await devices.devices().count == 1)
        devices.close()

        let status = try #require(ports.status)
        let health = try await URLSession.shared.data(from: #require(URL(string: "http://127.0.0.1:\(status)/healthz")))
        // Nobody hosts the room.
        #expect(String(decoding: health.0, as: UTF8.self) == "degraded: the room is away\n")
        let page = try await URLSession.shared.data(from: #require(URL(string: "http://127.0.0.1:\(status)/metrics")))
        let text = String(decoding: page.0, as: UTF8.self)
        #expect(text.contains("enclave_bridge_renewals_total 1") && text.contains("enclave_bridge_rooms_leased 1"))
        // On this machine only: another address of it is not listened at.
        await #expect(throws: (any Error).self) {
            try await URLSession.shared.data(from: #require(URL(string: "http://127.0.0.2:\(status)/metrics")))
        }
        await socket.close(code: 1000, reason: "")
        await bridge.stop()
    }

    private func answer(_ path: String, _ health: StatusServer.Health = .ok, host: String? = nil) -> HTTPResponse {
        StatusServer(metrics: BridgeMetrics()) { health }.respond(
            to: HTTPRequest(
                method: "GET", path: path, query: [], headers: host.map { ["host": $0] } ?? [:],
                remoteAddress: "127.0.0.1"))
    }

    @Test("A bridge whose registry does not answer is not healthy; one whose rooms are all away says so and goes on")
    func unhealthy() {
        #expect(answer("/healthz").status == 200 && answer("/healthz").body == Data("ok\n".utf8))
        let degraded = answer("/healthz", .degraded(rooms: 3))
        #expect(degraded.status == 200 && degraded.body == Data("degraded: all 3 rooms are away\n".utf8))
        #expect(answer("/healthz", .failed).status == 503)
        #expect(answer("/metrics", .failed).status == 200)
        #expect(answer("/").status == 404)
    }

    @Test("Health and metrics are told under this machine's own names only, so that no page reads them by another")
    func hosts() {
        for host in ["localhost", "LOCALHOST:9464", "127.0.0.1", "127.0.0.1:9464", "[::1]:9464", "[::1]"] {
            #expect(answer("/metrics", host: host).status == 200, "\(host)")
        }
        for host in [
            "evil.example", "evil.example:9464", "localhost.evil.example", "127.0.0.1.evil.example", "localhost:x", "",
            "127.0.0.1:9464@evil.example", "192.168.1.2:9464",
        ] {
            let refused = answer("/metrics", host: host)
            #expect(
                refused.status == 403 && !String(decoding: refused.body, as: UTF8.self).contains("enclave"), "\(host)")
        }
    }
}
