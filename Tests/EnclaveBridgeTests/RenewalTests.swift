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
        #expect(String(decoding: health.0, as: UTF8.self) == "ok\n")
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

    @Test("A bridge whose registry does not answer is not healthy")
    func unhealthy() {
        func answer(_ path: String, isHealthy: Bool) -> HTTPResponse {
            StatusServer(metrics: BridgeMetrics()) { isHealthy }.respond(
                to: HTTPRequest(method: "GET", path: path, query: [], headers: [:], remoteAddress: "127.0.0.1"))
        }
        #expect(answer("/healthz", isHealthy: true).status == 200)
        #expect(answer("/healthz", isHealthy: false).status == 503)
        #expect(answer("/metrics", isHealthy: false).status == 200)
        #expect(answer("/", isHealthy: true).status == 404)
    }
}
