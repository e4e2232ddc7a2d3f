import CollabGuest
import CollabWire
import Crypto
import EnclaveContracts
import Foundation
import FoundationNetworking
import Testing

@testable import EnclaveBridge

/// With every log level on, nothing of links, keys, tokens and texts shows anywhere it must not.
@Suite("What a bridge gives away", .serialized)
struct BridgeSecrecyTests {
    /// Texts of the room, all of them marked.
    private static let title = "MARKERtitleQ harbour plan"
    private static let question = "MARKERinquiryZ shall the pier /srv/secret-file.txt be moved?"
    private static let options = ["MARKERyesY now", "MARKERnoN never"]

    /// Every run of eight characters of a secret.
    private static func pieces(_ secret: String) -> Set<String> {
        let characters = Array(secret)
        guard characters.count >= 8 else { return [secret] }
        return Set((0...(characters.count - 8)).map { String(characters[$0..<($0 + 8)]) })
    }

    @Test("Logs, metrics, registry and Apple's view hold no eight characters of any secret or text")
    func nothing() async throws {
        let stage = try BridgeStage()
        let link = try TestHost.link(0x5A)
        var wishes = PairingCode.Wishes()
        wishes.privacy = .preview
        wishes.turnEnds = true
        wishes.shortestTurn = 0
        wishes.sessionEnds = true
        let room = try FollowedRoom(link).key.rawValue
        let activity = String(repeating: "e7", count: 32)
        let (code, key) = try BridgeStage.device(
            1, wishes: wishes, activities: [.init(room: room, token: activity)],
            startToken: String(repeating: "f3", count: 32))
        let config = try stage.config(
            [link],
            extra: """
                "statusPort":0,"sinks":[{"type":"command","command":["/bin/cat"],"privacy":"preview"},\
                {"type":"webhook","url":"http://127.0.0.1:9/hook","secret":"MARKERwebhook-secret-1","privacy":"preview"}]
                """)
        let registry = try await DeviceRegistry(config)
        _ = try await registry.pair(code.text())
        registry.close()
        let push = FakePushServer(seed: 3)
        push.configure(refusals: 0.2)
        let bridge = try Bridge(config, stage.surroundings(), .init(push: push))
        let ports = try await bridge.start()
        let host = try TestHost(link: link, connector: stage.relay.connector, title: Self.title)
        try await host.open()
        try await until("joined", within: .seconds(30)) { await host.hellos > 0 }
        for id in 1...5 { await host.ask(id, Self.question, options: Self.options) }
        try await push.log.until("told", within: .seconds(40)) { all in all.count { $0.isTell } >= 5 }
        let texts = push.log.all.filter { $0.isTell }.compactMap(\.payload)
        #expect(try AlertText(opening: #require(texts.first), with: key).body == Self.question)
        await host.work(true)
        await host.end(1)
        await host.send("{\"t\":\"notice-of-the-future\",\"words\":\"MARKERfuture words\"}")
        await host.bye("MARKERbye closing time")
        try await push.log.until("withdrawn", within: .seconds(40)) { $0.contains { $0.isWithdrawal } }

        let port = try #require(ports.status)
        let metrics = try await URLSession.shared.data(from: #require(URL(string: "http://127.0.0.1:\(port)/metrics")))
        let page = String(decoding: metrics.0, as: UTF8.self)
        #expect(page.contains("enclave_bridge_alerts_opened_total"))

        // The open registry, with its write-ahead log, and what the log and Apple saw.
        var stored = ""
        for file in try FileManager.default.contentsOfDirectory(
            at: stage.folder.appending(path: "state"), includingPropertiesForKeys: nil)
        where file.lastPathComponent.hasPrefix("registry") {
            stored += String(decoding: try Data(contentsOf: file), as: UTF8.self)
        }
        let log = stage.lines.withLock { $0.joined(separator: "\n") }
        #expect(log.contains("alert.open") && !stored.isEmpty)
        let arguments = String(decoding: try Data(contentsOf: URL(filePath: "/proc/self/cmdline")), as: UTF8.self)
        let pushed = push.log.all.map(\.body).joined(separator: "\n")

        let keyText = key.withSecret { Data($0).base64EncodedString() }
        let secrets = [
            link.formatted, link.secret.base64url, code.renewal, keyText, BridgeStage.token(1), activity,
            stage.account.pem.replacingOccurrences(of: "\n", with: ""), "MARKERwebhook-secret-1",
        ].map { $0.replacingOccurrences(of: "-----BEGIN PRIVATE KEY-----", with: "") }
        let words = [Self.title, Self.question, "MARKERfuture words", "MARKERbye closing time"] + Self.options
        let roomPieces = Self.pieces("localhost")
        for secret in secrets + words {
            for piece in Self.pieces(secret) where !roomPieces.contains(piece) {
                #expect(!log.contains(piece), "the log holds a piece of a secret")
                #expect(!page.contains(piece), "the metrics hold a piece of a secret")
                #expect(!stored.contains(piece), "the registry holds a piece of a secret")
                #expect(!arguments.contains(piece), "the arguments hold a piece of a secret")
            }
        }
        for word in words + [link.formatted, code.renewal] {
            for piece in Self.pieces(word) { #expect(!pushed.contains(piece), "Apple sees a piece of a text") }
        }
        await bridge.stop()
        await host.close()
    }

    @Test("A log line can hold no text from outside")
    func log() {
        let lines = BridgeTestLock<[String]>([])
        let log = BridgeLog(level: .debug, clock: { 1_767_225_600_123 }) { line in lines.withLock { $0.append(line) } }
        log(.info, "a.b", ["room": .tag("abcdef0123456789"), "reason": .reason("x\"\n{evil}"), "n": .number(3)])
        #expect(
            lines.withLock { $0 } == [
                "{\"time\":\"2026-01-01T00:00:00.123Z\",\"level\":\"info\",\"event\":\"a.b\",\"room\":\"abcdef01\","
                    + "\"reason\":\"xevil\",\"n\":3}"
            ])
    }
}
