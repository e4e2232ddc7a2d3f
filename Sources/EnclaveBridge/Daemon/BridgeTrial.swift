import CollabGuest
import Crypto
import EnclaveContracts
import Foundation

/// A bridge for measurements: real rooms, registry and dispatcher; pushes end in this process and are counted.
package final class BridgeTrial: Sendable {
    private final class Counter: HTTPExchange {
        let count = BridgeLock(0)

        func exchange(_ request: BridgeRequest) async throws(ExchangeError) -> BridgeResponse {
            count.withLock { $0 += 1 }
            return BridgeResponse(status: 200, headers: [:], body: Data())
        }
    }

    private let bridge: Bridge
    private let counter = Counter()

    /// - Parameters:
    ///   - rooms: links of rooms with hosts.
    ///   - devices: how many devices are told everything.
    ///   - folder: for the registry; made when missing.
    /// - Throws: ``BridgeConfigError``, ``StoreError`` or ``Crypto/CryptoError``.
    package init(rooms: [String], devices: Int, folder: String, connector: any TransportConnector) async throws {
        try PrivateFile.createFolder(folder)
        try PrivateFile.create(folder + "/apns.p8", Data(SignatureKey().pem.utf8))
        let links = rooms.map { "\"\($0)\"" }.joined(separator: ",")
        let config = try BridgeConfig(
            json: Data(
                """
                {"rooms":[\(links)],"state":"state","log":"error",
                "apns":{"keyFile":"apns.p8","keyId":"ABCDE12345","teamId":"TEAM123456"}}
                """.utf8), folder: folder, environment: [:])
        let registry = try await DeviceRegistry(config)
        for _ in 0..<devices {
            guard let renewal = SealingKey(try SecureRandom.bytes(SealingKey.byteCount)) else { continue }
            var wishes = PairingCode.Wishes()
            wishes.activities = false
            let code = PairingCode(
                device: Hexadecimal.encode(try SecureRandom.bytes(16)), name: "device",
                key: try AgreementKey().publicKey, renewal: renewal, serial: 1,
                push: .init(
                    token: Hexadecimal.encode(try SecureRandom.bytes(32)), environment: .production,
                    bundleId: "app.enclave.bench"), wishes: wishes)
            _ = try await registry.pair(code.text())
        }
        registry.close()
        bridge = try Bridge(
            config, Bridge.Surroundings(connector: connector, writeLog: { _ in }),
            Bridge.Substitutes(push: counter))
    }

    /// Begins to follow.
    package func start() async throws { _ = try await bridge.start() }

    /// Leaves.
    package func stop() async { await bridge.stop() }

    /// Pushes so far.
    package var pushCount: Int { counter.count.withLock { $0 } }

    /// Rooms with a live session.
    package var liveRooms: Int { get async { await bridge.liveRooms } }
}
