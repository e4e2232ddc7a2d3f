import Crypto
import Foundation

/// `Servers/apns.py`: HTTP/2 over TLS on loopback, by another implementation than ours.
final class APNsProcess: Sendable {
    let log = PushLog()
    let port: Int
    let certificate: String
    private let process: Process
    private let input: FileHandle

    /// Why the server cannot run here; nil when it can.
    static let obstacle: String? = {
        do {
            let python = Process()
            python.executableURL = URL(fileURLWithPath: "/usr/bin/env")
            python.arguments = ["python3", "-c", "import h2, cryptography"]
            python.standardError = FileHandle.nullDevice
            try python.run()
            python.waitUntilExit()
            return python.terminationStatus == 0 ? nil : "python3-h2 and python3-cryptography are not installed"
        } catch {
            return "python3 is not installed"
        }
    }()

    init(key: SignaturePublicKey, keyId: String, teamId: String, folder: URL) async throws {
        certificate = folder.appending(path: "server.pem").path
        let privateKey = folder.appending(path: "server.key").path
        let openssl = Process()
        openssl.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        openssl.arguments = [
            "openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "2",
            "-subj", "/CN=127.0.0.1", "-addext", "subjectAltName=IP:127.0.0.1,DNS:localhost", "-keyout", privateKey,
            "-out", certificate,
        ]
        openssl.standardError = FileHandle.nullDevice
        try openssl.run()
        openssl.waitUntilExit()

        let script = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../Servers/apns.py")
            .standardized.path
        process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = ["python3", script, certificate, privateKey, Hexadecimal.encode(key.point), keyId, teamId]
        let output = Pipe()
        let commands = Pipe()
        process.standardOutput = output
        process.standardInput = commands
        input = commands.fileHandleForWriting
        try process.run()

        let (ports, continuation) = AsyncStream.makeStream(of: Int.self)
        let log = log
        let reading = output.fileHandleForReading
        Thread.detachNewThread {
            var buffer = Data()
            while true {
                let chunk = reading.availableData
                if chunk.isEmpty { break }
                buffer.append(chunk)
                while let end = buffer.firstIndex(of: 10) {
                    let line = Data(buffer[buffer.startIndex..<end])
                    buffer = Data(buffer[buffer.index(after: end)...])
                    guard let object = try? JSONSerialization.jsonObject(with: line) as? [String: Any] else { continue }
                    if let port = object["port"] as? Int {
                        continuation.yield(port)
                    } else {
                        log.append(Self.record(object))
                    }
                }
            }
            continuation.finish()
        }
        var opened: Int?
        for await port in ports {
            opened = port
            break
        }
        guard let opened else { throw TestTimeout(what: "the server's port") }
        port = opened
    }

    private static func record(_ object: [String: Any]) -> PushRecord {
        let headers = object["headers"] as? [String: String] ?? [:]
        return PushRecord(
            id: headers["apns-id"] ?? "", kind: headers["apns-push-type"] ?? "", topic: headers["apns-topic"] ?? "",
            priority: headers["apns-priority"] ?? "", collapseId: headers["apns-collapse-id"],
            token: object["token"] as? String ?? "", status: object["status"] as? Int ?? 0,
            provider: object["provider"] as? String ?? "", connection: object["connection"] as? Int ?? 0,
            violation: object["violation"] as? String, body: object["body"] as? String ?? "")
    }

    var origin: String { "https://127.0.0.1:\(port)" }

    /// Refuses the next pushes to tokens that begin so.
    func refuse(
        token: String = "", status: Int, reason: String? = nil, timestamp: Int? = nil, times: Int = 1,
        drops: Bool = false
    ) throws {
        var body: [String: Any] = [:]
        if let reason { body["reason"] = reason }
        if let timestamp { body["timestamp"] = timestamp }
        let rule: [String: Any] = ["token": token, "status": status, "body": body, "times": times, "drop": drops]
        try input.write(contentsOf: JSONSerialization.data(withJSONObject: rule) + Data("\n".utf8))
    }

    func stop() {
        // The mask of blocked signals is inherited, and a test process may block SIGTERM; this one cannot be blocked.
        kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
    }
}
