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
        let recorder = try stage.recorder()
        let config = try stage.config(
            [link],
            extra: """
                "statusPort":0,"sinks":[{"type":"command","command":["\(recorder)","fixed"],"privacy":"preview"},\
                {"type":"desktop","command":["\(recorder)"],"privacy":"preview"},\
                {"type":"webhook","url":"http://127.0.0.1:9/MARKERhook","secret":"MARKERwebhook-secret-1",\
                "privacy":"preview"},{"type":"ntfy","url":"http://127.0.0.1:9/MARKERtopic-nobody-guesses",\
                "token":"MARKERtoken-of-ntfy","privacy":"preview"}]
                """)
        // What a bridge's own environment holds is no business of the programs it starts.
        setenv(BridgeConfig.linksVariable, link.formatted, 1)
        defer { unsetenv(BridgeConfig.linksVariable) }
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

        // Of the programs: what anybody on the machine can read.
        try await until("both programs ran", within: .seconds(30)) {
            let runs = try stage.recorded()
            return runs.contains("fixed") && runs.contains("--app-name=Enclave")
        }
        let programs = try stage.recorded()
        #expect(!programs.contains(BridgeConfig.linksVariable) && programs.contains("PATH="))
        // The open registry, with its write-ahead log, and what the log and Apple saw.
        var stored = Data()
        for file in try FileManager.default.contentsOfDirectory(
            at: stage.folder.appending(path: "state"), includingPropertiesForKeys: nil)
        where file.lastPathComponent.hasPrefix("registry") {
            stored += try Data(contentsOf: file)
        }
        let log = stage.lines.withLock { $0.joined(separator: "\n") }
        #expect(log.contains("alert.open") && log.contains("\"debug\"") && !stored.isEmpty)
        let arguments = try Data(contentsOf: URL(filePath: "/proc/self/cmdline"))
        let pushed = push.log.all.map(\.body).joined(separator: "\n")

        let keyBytes = key.withSecret { Array($0) }
        let stateKey = try String(contentsOfFile: config.stateKeyFile, encoding: .utf8)
        let providers = Set(push.log.all.map(\.provider)).map { $0.replacing("bearer ", with: "") }
        #expect(!providers.isEmpty && providers.allSatisfy { $0.count > 50 })
        var secrets = Secrets()
        secrets.add(
            link.formatted, link.secret.base64url, code.renewal, Data(keyBytes).base64EncodedString(),
            Hexadecimal.encode(keyBytes), BridgeStage.token(1), activity, String(repeating: "f3", count: 32),
            try code.text(), stateKey.trimmingCharacters(in: .whitespacesAndNewlines),
            stage.account.pem.replacing("\n", with: "").replacing("-----BEGIN PRIVATE KEY-----", with: "")
                .replacing("-----END PRIVATE KEY-----", with: ""), "MARKERwebhook-secret-1", "MARKERhook",
            "MARKERtopic-nobody-guesses", "MARKERtoken-of-ntfy")
        secrets.add(
            Self.title, Self.question, "MARKERfuture words", "MARKERbye closing time", "a prompt about the pier")
        for option in Self.options { secrets.add(option) }
        for provider in providers { secrets.add(provider) }
        secrets.add(bytes: link.secret.withBytes { $0 })
        secrets.add(bytes: keyBytes)
        secrets.add(bytes: try #require(Hexadecimal.decode(BridgeStage.token(1))))
        secrets.add(bytes: try #require(Base64URL.decode(code.renewal)))
        // The relay's name is no secret, nor is what every code begins with.
        for known in ["localhost", PairingCode.prefix] { secrets.remove(known) }
        #expect(secrets.found(in: "…\(link.formatted)…").count > 40, "it would be seen")
        #expect(secrets.found(in: log) == [], "the log holds a piece of a secret")
        #expect(secrets.found(in: page) == [], "the metrics hold a piece of a secret")
        #expect(secrets.found(in: stored) == [], "the registry holds a piece of a secret")
        #expect(secrets.found(in: arguments) == [], "the arguments hold a piece of a secret")
        #expect(secrets.found(in: programs) == [], "a program's arguments or environment hold a piece of a secret")

        var unseen = Secrets()
        unseen.add(
            link.formatted, code.renewal, Self.title, Self.question, "MARKERfuture words", "MARKERbye closing time")
        for option in Self.options { unseen.add(option) }
        #expect(unseen.found(in: pushed) == [], "Apple sees a piece of a text")
        await bridge.stop()
        await host.close()
    }

    @Test(
        "A registry on PostgreSQL holds no eight characters of any secret or text, in its tables nor on its disk",
        .enabled(if: PostgresProcess.obstacle == nil, "\(PostgresProcess.obstacle ?? "")"))
    func postgres() async throws {
        let postgres = try PostgresProcess()
        defer { postgres.stop() }
        let stage = try BridgeStage()
        let link = try TestHost.link(0x5B)
        var wishes = PairingCode.Wishes()
        wishes.privacy = .preview
        let activity = String(repeating: "e7", count: 32)
        let (code, _) = try BridgeStage.device(
            2, wishes: wishes, activities: [.init(room: try FollowedRoom(link).key.rawValue, token: activity)])
        let key = [UInt8](repeating: 8, count: 16) + [UInt8](16..<32)
        let store = BridgeStore.postgres(address: postgres.address, key: try StateKey(key))
        try await store.prepare()
        _ = try await store.register(code)
        let config = try stage.config(
            [link],
            extra: """
                "database":"\(postgres.address)","sinks":[{"type":"ntfy","url":"http://127.0.0.1:9/MARKERtopic",\
                "token":"MARKERtoken-of-ntfy","privacy":"preview"}]
                """)
        let push = FakePushServer(seed: 3)
        let bridge = try Bridge(config, stage.surroundings(), .init(store: store, push: push))
        _ = try await bridge.start()
        let host = try TestHost(link: link, connector: stage.relay.connector, title: Self.title)
        try await host.open()
        try await until("joined", within: .seconds(30)) { await host.hellos > 0 }
        for id in 1...3 { await host.ask(id, Self.question, options: Self.options) }
        try await push.log.until("told", within: .seconds(40)) { all in all.count { $0.isTell } >= 3 }

        // Every row of every table, open questions and what waits for the sink among them.
        var stored = ""
        let tables = try await store.inTransaction { connection throws(StoreError) in
            try connection.run(
                "SELECT table_name::text FROM information_schema.tables WHERE table_schema = 'public'", [])
        }.compactMap { $0.text(0) }
        #expect(Set(tables).isSuperset(of: ["devices", "alerts", "deliveries", "rooms"]))
        for table in tables {
            let rows = try await store.inTransaction { connection throws(StoreError) in
                try connection.run("SELECT row_to_json(t)::text FROM \(table) t", [])
            }
            #expect(!rows.isEmpty || table == "workers", "\(table)")
            for row in rows.compactMap({ $0.text(0) }) { stored += row + "\n" }
        }
        // Bytes stand there in hexadecimal.
        var bytes = Data()
        for match in stored.matches(of: /\\\\x([0-9a-f]+)/) {
            bytes += Data(Hexadecimal.decode(String(match.1)) ?? []) + Data("|".utf8)
        }
        #expect(bytes.count > 500, "sealed values were found")
        var secrets = Secrets()
        secrets.add(
            link.formatted, link.secret.base64url, code.renewal, BridgeStage.token(2), activity, try code.text(),
            Hexadecimal.encode(key), "MARKERtopic", "MARKERtoken-of-ntfy", Self.title, Self.question)
        for option in Self.options { secrets.add(option) }
        secrets.add(bytes: link.secret.withBytes { $0 })
        secrets.add(bytes: key)
        secrets.add(bytes: try #require(Hexadecimal.decode(BridgeStage.token(2))))
        secrets.remove("localhost")
        #expect(secrets.found(in: stored) == [] && secrets.found(in: bytes) == [])
        for (file, data) in try postgres.files() {
            #expect(data.range(of: Data("MARKER".utf8)) == nil, "\(file)")
            #expect(data.range(of: Data(link.secret.base64url.prefix(12).utf8)) == nil, "\(file)")
        }
        let log = stage.lines.withLock { $0.joined(separator: "\n") }
        #expect(log.contains("alert.open") && secrets.found(in: log) == [])
        await bridge.stop()
        await host.close()
    }

    @Test("What Apple, sinks, relays and hosts answer does not get into log and metrics, whatever they put into it")
    func answers() async throws {
        let stage = try BridgeStage()
        let words = "MARKERecho \(Self.question)"
        let link = try TestHost.link(0x5C)
        // Every device is refused in another way, each time with its own token and words of the room in the reason.
        let statuses = [400, 403, 404, 410, 413, 429, 500, 503]
        let push = FakePushServer(seed: 4) { request in
            let token = String(request.url.split(separator: "/").last ?? "")
            let number = (1...statuses.count).first { BridgeStage.token($0) == token } ?? 1
            return (statuses[number - 1], "{\"reason\":\"\(words) \(token)\",\"timestamp\":\"\(token)\"}")
        }
        let failing = try stage.script("failing", "echo '\(words)'; echo '\(words)' >&2; exit 3")
        let config = try stage.config(
            [link, try TestHost.link(0x5D), try TestHost.link(0x5E)],
            extra: """
                "statusPort":0,"sinks":[{"type":"command","command":["\(failing)"],"privacy":"preview"}]
                """)
        let registry = try await DeviceRegistry(config)
        var codes: [PairingCode] = []
        for number in 1...statuses.count {
            var wishes = PairingCode.Wishes()
            wishes.privacy = .preview
            codes.append(try BridgeStage.device(number, wishes: wishes).code)
            _ = try await registry.pair(codes[number - 1].text())
        }
        registry.close()
        let refusing = try RefusingHost(
            link: config.rooms[1].link, connector: stage.relay.connector,
            frames: ["{\"t\":\"error\",\"message\":\"\(words)\"}"])
        let garbling = try RefusingHost(
            link: config.rooms[2].link, connector: stage.relay.connector,
            frames: ["{\"t\":\"welcome\",\"state\":\"\(words)\"}", "{\"t\":\"bye\",\"reason\":\"\(words)\"}"])
        try await refusing.open()
        try await garbling.open()
        let bridge = try Bridge(config, stage.surroundings(), .init(push: push))
        let ports = try await bridge.start()
        let host = try TestHost(link: link, connector: stage.relay.connector, title: Self.title)
        try await host.open()
        try await until("joined", within: .seconds(30)) { await host.hellos > 0 }
        await host.send("{\"t\":\"error\",\"message\":\"\(words)\"}")
        await host.send("{\"t\":\"entry\",\"entry\":\"\(words)\"}")
        await host.ask(1, Self.question, options: Self.options)
        try await push.log.until("every device was refused", within: .seconds(40)) { all in
            Set(all.map(\.token)).count == statuses.count
        }
        try await until("the sink refused, and both rooms ended", within: .seconds(30)) {
            let log = stage.lines.withLock { $0.joined(separator: "\n") }
            return log.contains("sink.refused") && log.ranges(of: "room.ended").count >= 2
        }
        let port = try #require(ports.status)
        let metrics = try await URLSession.shared.data(from: #require(URL(string: "http://127.0.0.1:\(port)/metrics")))
        await bridge.stop()
        await host.close()
        await refusing.close()
        await garbling.close()

        var secrets = Secrets()
        secrets.add("MARKERecho ", Self.title, Self.question)
        for option in Self.options { secrets.add(option) }
        for room in config.rooms { secrets.add(room.link.formatted, room.link.secret.base64url) }
        for (number, code) in codes.enumerated() { secrets.add(code.renewal, BridgeStage.token(number + 1)) }
        secrets.remove("localhost")
        let log = stage.lines.withLock { $0.joined(separator: "\n") }
        #expect(log.contains("push.") && log.contains("device.refused"))
        #expect(secrets.found(in: log) == [])
        #expect(secrets.found(in: String(decoding: metrics.0, as: UTF8.self)) == [])
    }

    @Test("A configuration, a key or a pairing code that cannot be used is refused without eight characters of it")
    func refusedInput() async throws {
        let stage = try BridgeStage()
        let link = try TestHost.link(0x5F)
        let hidden = "MARKERsecret-0123456789"
        let damaged = link.formatted + "AA"
        var words: [String] = []
        for json in [
            "{\"rooms\":[\"\(damaged)\"]}", "{\"rooms\":\"\(link.formatted)\"}", "{\"rooms\":[\"\(link.formatted)\"",
            "{\"\(link.formatted)\":1}", "{\"name\":\"\(link.formatted)\"}", "{\"log\":\"\(hidden)\"}",
            "{\"statusPort\":\"\(hidden)\"}", "{\"database\":[\"\(hidden)\"]}", "{\"apns\":\"\(hidden)\"}",
            "{\"apns\":{\"keyFile\":\"k\",\"keyId\":\"\(hidden)!\",\"teamId\":\"\(hidden)\"}}",
            "{\"sinks\":[{\"type\":\"\(hidden)\"}]}", "{\"sinks\":[{\"type\":\"desktop\",\"privacy\":\"\(hidden)\"}]}",
            "{\"sinks\":[{\"type\":\"desktop\",\"token\":\"\(hidden)\"}]}",
            "{\"sinks\":[{\"type\":\"desktop\",\"shortestTurn\":\"\(hidden)\"}]}",
            "{\"sinks\":[{\"type\":\"webhook\",\"url\":\"http://x.y/\(hidden)\",\"secret\":\"\(hidden)\"}]}",
            "{\"sinks\":[{\"type\":\"webhook\",\"url\":\"\(hidden)\",\"secret\":\"\(hidden)\"}]}",
            "{\"sinks\":[{\"type\":\"webhook\",\"url\":\"https://x.y\",\"secret\":\"\(hidden.prefix(15))\"}]}",
            "{\"sinks\":[{\"type\":\"ntfy\",\"url\":\"\(hidden)\",\"token\":\"\(hidden)\"}]}",
            "{\"sinks\":[{\"type\":\"command\",\"command\":[\"\(hidden)\"]}]}", "\(hidden)", "{\"state\":\"\(hidden)",
        ] {
            do throws(BridgeConfigError) {
                _ = try BridgeConfig(json: Data(json.utf8), folder: "/etc", environment: [:])
                Issue.record("taken: \(json)")
            } catch {
                words += ["\(error)", error.description, String(reflecting: error)]
            }
        }
        #expect(throws: BridgeConfigError.self) { _ = try BridgeConfig.rooms([damaged]) }
        // Files that hold something else than they should.
        let config = try stage.config([link])
        let pem = stage.account.pem.replacing("M", with: "N")
        try FileManager.default.removeItem(atPath: stage.folder.path + "/apns.p8")
        try PrivateFile.create(stage.folder.path + "/apns.p8", Data(pem.utf8))
        try PrivateFile.createFolder(config.state)
        try PrivateFile.create(config.stateKeyFile, Data(hidden.utf8))
        for finding in await BridgeCheck(config).run() { words.append(finding.words) }
        for make in [{ _ = try Bridge(config, stage.surroundings()) }, { _ = try StateKey.load(config.stateKeyFile) }] {
            do {
                try make()
                Issue.record("a broken key was taken")
            } catch {
                words += ["\(error)", error.localizedDescription]
            }
        }
        let code = try BridgeStage.device(3).code
        let text = try code.text()
        for broken in [String(text.dropLast(9)), text.replacing(":1.", with: ":2."), "x" + text, text + text] {
            do throws(PairingError) {
                _ = try PairingCode(parsing: broken)
                Issue.record("a broken code was taken")
            } catch {
                words += ["\(error)", error.description]
            }
        }
        var secrets = Secrets()
        secrets.add(link.formatted, link.secret.base64url, hidden, text, code.renewal, BridgeStage.token(3))
        secrets.add(pem.replacing("\n", with: "").replacing("-----BEGIN PRIVATE KEY-----", with: ""))
        // The relay's name, a field's, and what every code begins with.
        for known in ["localhost", "PRIVATE KEY-----", PairingCode.prefix] { secrets.remove(known) }
        #expect(words.count > 60)
        for word in words { #expect(secrets.found(in: word) == [], "\(word)") }
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
