import CollabGuest
import CollabHost
import CollabTesting
import CollabWire
import Crypto
import EnclaveContracts
import Foundation

@testable import EnclaveBridge

/// A folder, an account, devices and a relay in memory, for tests of a whole bridge.
final class BridgeStage: Sendable {
    let folder: URL
    let account: SignatureKey
    let relay = MemoryRelay()
    let lines = BridgeTestLock<[String]>([])
    static let keyId = "ABCDE12345"
    static let teamId = "TEAM123456"

    init() throws {
        folder = FileManager.default.temporaryDirectory.appending(path: "enclave-bridge-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        account = try SignatureKey()
        try PrivateFile.create(folder.appending(path: "apns.p8").path, Data(account.pem.utf8))
    }

    deinit {
        // What cannot be removed stays in the system's temporary folder.
        _ = try? FileManager.default.removeItem(at: folder)
    }

    /// A configuration over these rooms.
    func config(
        _ rooms: [RoomLink], origin: String? = nil, trustFile: String? = nil, extra: String = ""
    ) throws -> BridgeConfig {
        var fields = [
            "\"rooms\":[\(rooms.map { "\"\($0.formatted)\"" }.joined(separator: ","))]", "\"state\":\"state\"",
            "\"log\":\"debug\"",
        ]
        var apns = "\"keyFile\":\"apns.p8\",\"keyId\":\"\(Self.keyId)\",\"teamId\":\"\(Self.teamId)\""
        if let origin { apns += ",\"origin\":\"\(origin)\"" }
        if let trustFile { apns += ",\"trustFile\":\"\(trustFile)\"" }
        fields.append("\"apns\":{\(apns)}")
        if !extra.isEmpty { fields.append(extra) }
        return try BridgeConfig(
            json: Data("{\(fields.joined(separator: ","))}".utf8), folder: folder.path, environment: [:])
    }

    func surroundings(_ connector: (any TransportConnector)? = nil) -> Bridge.Surroundings {
        let lines = lines
        return Bridge.Surroundings(
            connector: connector ?? relay.connector, writeLog: { line in lines.withLock { $0.append(line) } })
    }

    /// A program in the stage's folder.
    func script(_ name: String, _ body: String) throws -> String {
        let path = folder.appending(path: name).path
        try "#!/bin/sh\n\(body)\n".write(toFile: path, atomically: true, encoding: .utf8)
        try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: path)
        return path
    }

    /// A program that keeps what others on the machine can see of it, its arguments and its environment; see
    /// ``recorded()``.
    func recorder() throws -> String {
        let file = folder.appending(path: "recorded").path
        return try script(
            "recorder",
            "{ tr '\\0' '\\n' < /proc/$$/cmdline; tr '\\0' '\\n' < /proc/$$/environ; } >> '\(file)'; cat > /dev/null")
    }

    /// What ``recorder()`` kept so far.
    func recorded() throws -> String {
        let file = folder.appending(path: "recorded")
        guard FileManager.default.fileExists(atPath: file.path) else { return "" }
        return String(decoding: try Data(contentsOf: file), as: UTF8.self)
    }

    /// A registry of this stage, opened like another process would.
    func store(_ config: BridgeConfig) throws -> BridgeStore {
        try Bridge.store(config, wall: { BridgeStore.wallClock() })
    }

    /// A device and its key.
    static func device(
        _ number: Int, serial: Int = 1, wishes: PairingCode.Wishes = PairingCode.Wishes(),
        activities: [PairingCode.Activity] = [], startToken: String? = nil
    ) throws -> (code: PairingCode, key: AgreementKey) {
        let key = try AgreementKey()
        guard let renewal = SealingKey([UInt8](repeating: UInt8(number), count: 32)) else {
            throw CryptoError.truncated
        }
        let code = PairingCode(
            device: String(repeating: Hexadecimal.encode([UInt8(number)]), count: 16), name: "phone \(number)",
            key: key.publicKey, renewal: renewal, serial: serial,
            push: .init(
                token: token(number), environment: .sandbox, bundleId: "app.enclave.test", startToken: startToken),
            wishes: wishes, activities: activities)
        return (code, key)
    }

    static func token(_ number: Int) -> String {
        String(repeating: Hexadecimal.encode([UInt8(number), 0xD0]), count: 16)
    }
}
