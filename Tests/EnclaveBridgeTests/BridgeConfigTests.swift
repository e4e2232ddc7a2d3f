import CollabWire
import EnclaveContracts
import Foundation
import Testing

@testable import EnclaveBridge

@Suite("A bridge's configuration")
struct BridgeConfigTests {
    private func read(_ json: String, environment: [String: String] = [:]) throws(BridgeConfigError) -> BridgeConfig {
        try BridgeConfig(json: Data(json.utf8), folder: "/etc/enclave", environment: environment)
    }

    private func refusal(_ json: String) -> BridgeConfigError? {
        do throws(BridgeConfigError) {
            _ = try read(json)
            return nil
        } catch {
            return error
        }
    }

    @Test("A whole one is read; paths are relative to the file")
    func whole() throws {
        let link = try TestHost.link(1)
        let config = try read(
            """
            {"name":"guard","rooms":["\(link.formatted)","\(link.view.formatted)"],"state":"st","database":null,
            "apns":{"keyFile":"k.p8","keyId":"ABCDE12345","teamId":"TEAM123456"},"statusPort":9464,
            "renewals":{"port":9465},"log":"warning","sinks":[
            {"type":"webhook","url":"https://example.org/x","secret":"0123456789abcdef","turnEnds":true},
            {"type":"ntfy","url":"https://ntfy.sh/t"},{"type":"command","command":["/bin/true","a"]},{"type":"desktop"}]}
            """, environment: [BridgeConfig.linksVariable: try TestHost.link(2).formatted + "\n"])
        #expect(config.rooms.map(\.link) == [link, try TestHost.link(2)])
        #expect(config.state == "/etc/enclave/st" && config.account?.keyFile == "/etc/enclave/k.p8")
        #expect(config.sinks.map(\.name) == ["webhook", "ntfy", "command", "desktop"])
        #expect(config.sinks[0].wishes.turnEnds && !config.sinks[1].wishes.turnEnds)
        #expect(config.status?.address == "127.0.0.1" && config.renewals?.port == 9_465 && config.logLevel == .warning)
        #expect("\(config)" == "BridgeConfig(rooms: 2, sinks: 4)" && Mirror(reflecting: config).children.isEmpty)
    }

    @Test("What cannot be used is refused for its own reason, without repeating a value")
    func refusals() throws {
        let secret = try TestHost.link(1).secret.base64url
        #expect(refusal("{") == .malformed("it is no JSON"))
        #expect(refusal("{\"rooms\":[3]}") == .malformed("rooms.1 is not what it should be: a text in quotes"))
        #expect(refusal("{\"apns\":{\"keyFile\":\"a\"}}") == .malformed("apns.keyId is missing"))
        guard case .badLink(1, let why)? = refusal("{\"rooms\":[\"ws://evil.example/r/abcdefghij.\(secret)\"]}") else {
            Issue.record("an insecure link was taken")
            return
        }
        #expect(!why.contains(secret.prefix(8)))
        for bad in [
            "{\"sinks\":[{\"type\":\"webhook\",\"url\":\"https://x.y\",\"secret\":\"short\"}]}",
            "{\"sinks\":[{\"type\":\"webhook\",\"url\":\"http://x.y\",\"secret\":\"0123456789abcdef\"}]}",
            "{\"sinks\":[{\"type\":\"ntfy\"}]}", "{\"sinks\":[{\"type\":\"command\",\"command\":[\"ls\"]}]}",
            "{\"sinks\":[{\"type\":\"pigeon\"}]}", "{\"sinks\":[{\"type\":\"desktop\"},{\"type\":\"desktop\"}]}",
            "{\"log\":\"loud\"}", "{\"apns\":{\"keyFile\":\"a\",\"keyId\":\"a\\\"b\",\"teamId\":\"c\"}}",
        ] {
            guard case .malformed? = refusal(bad) else {
                Issue.record("taken: \(bad)")
                continue
            }
        }
    }

    @Test(
        "A field that nothing reads is an error that names it and the one that was meant",
        arguments: [
            ("{\"roms\":[]}", "roms", "rooms"), ("{\"statusport\":1}", "statusport", "statusPort"),
            ("{\"apns\":{\"keyfile\":\"a\"}}", "apns.keyfile", "keyFile"),
            (
                "{\"sinks\":[{\"type\":\"desktop\"},{\"type\":\"desktop\",\"turnEnd\":true}]}", "sinks.2.turnEnd",
                "turnEnds"
            ),
            ("{\"renewals\":{\"port\":1,\"adress\":\"::1\"}}", "renewals.adress", "address"),
            ("{\"pigeons\":1}", "pigeons", nil),
        ] as [(String, String, String?)])
    func unknownFields(json: String, place: String, nearest: String?) {
        let error = refusal(json)
        #expect(error == .unknownField(place, nearest: nearest))
        #expect(error?.description.contains(place) == true && error?.description.contains(nearest ?? "field") == true)
    }

    @Test("A field that stands twice in one object is refused with its place and line, however it is written")
    func repeatedFields() {
        func error(_ json: String) -> BridgeConfigError? { refusal(json) }
        #expect(error("{\"name\":\"a\",\n\"name\":\"b\"}") == .repeatedField("name", line: 2))
        #expect(error("{\"log\":\"info\",\n\n \"l\\u006fg\":\"debug\"}") == .repeatedField("log", line: 3))
        let sinks = """
            {"sinks":[{"type":"desktop","name":"{\\"type\\":1,"},
            {"type":"webhook","secret":"0123456789abcdef",
            "url":"https://old.example/MARKER","turnEnds":true,
            "url":"https://new.example/MARKER"}]}
            """
        let words = error(sinks)
        #expect(words == .repeatedField("sinks.2.url", line: 4))
        #expect(words?.description.contains("sinks.2.url stands there twice, again in line 4") == true)
        #expect(words?.description.contains("MARKER") == false)
        #expect(error("{\"apns\":{\"keyId\":\"a\"},\n\"apns\":{}}") == .repeatedField("apns", line: 2))
        // The same name in other objects, and as a value, is none.
        #expect(
            error(
                "{\"name\":\"name\",\"sinks\":[{\"type\":\"desktop\",\"name\":\"name\"},{\"type\":\"desktop\",\"name\":\"b\"}]}"
            )
                == nil)
        // What is no JSON is the decoder's to tell of.
        for broken in ["{\"a", "]]", "{\"a\":\"\\", "\"\\uD800\"", "{{{\"a\":1,\"a\""] {
            if case .repeatedField? = error(broken) { continue }
            #expect(error(broken) != nil, "\(broken)")
        }
    }

    @Test("Where devices send renewals is read as the app reads it, and refused in its words without repeating it")
    func renewalAddress() throws {
        let config = try read("{\"renewals\":{\"port\":1,\"url\":\"https://bridge.example.org/enclave/\"}}")
        #expect(config.renewalAddress?.text == "wss://bridge.example.org/enclave/v1/renew")
        #expect(try read("{\"renewals\":{\"port\":1}}").renewalAddress == nil)
        for url in ["ws://MARKER.example", "MARKER.example", "wss://MARKER:MARKER@example.org", "wss://a/?MARKER"] {
            let words = refusal("{\"renewals\":{\"port\":1,\"url\":\"\(url)\"}}")?.description ?? "taken"
            #expect(words.contains("renewals.url is none that the app takes: ") && words.hasSuffix("."), "\(words)")
            #expect(!words.contains("MARKER") && !words.contains(".."), "\(words)")
        }
    }

    @Test("A secret where a field's name belongs is not repeated")
    func secretName() throws {
        let link = try TestHost.link(1)
        for name in [link.formatted, link.secret.base64url] {
            let error = refusal("{\"\(name)\":1}")
            #expect(error == .unknownField("(not a name)", nearest: nil))
        }
    }

    @Test("A field that another kind of sink reads is refused, and so is a port that is none")
    func foreignFields() {
        for bad in [
            "{\"sinks\":[{\"type\":\"ntfy\",\"url\":\"https://ntfy.sh/t\",\"secret\":\"0123456789abcdef\"}]}",
            "{\"sinks\":[{\"type\":\"command\",\"command\":[\"/bin/true\"],\"url\":\"https://x.y\"}]}",
            "{\"sinks\":[{\"type\":\"desktop\",\"token\":\"x\"}]}",
            "{\"sinks\":[{\"type\":\"desktop\",\"command\":[\"notify-send\"]}]}",
            "{\"sinks\":[{\"type\":\"ntfy\",\"url\":\"https://ntfy.sh/\"}]}",
            "{\"statusPort\":65536}", "{\"renewals\":{\"port\":-1}}",
        ] {
            guard case .malformed? = refusal(bad) else {
                Issue.record("taken: \(bad)")
                continue
            }
        }
        for (json, words) in [("[]", "not one JSON object"), ("3", "not one JSON object"), ("", "no JSON")] {
            let refused = refusal(json)?.description
            #expect(refused?.contains(words) == true, "\(json): \(refused ?? "taken")")
        }
    }

    @Test("A number that is none, too large or negative is refused with its bounds, wherever it stands")
    func numbers() {
        let places = [
            ("{\"statusPort\":#}", "statusPort", "from 0 to 65535"),
            ("{\"renewals\":{\"port\":#}}", "renewals.port", "from 0 to 65535"),
            (
                "{\"sinks\":[{\"type\":\"desktop\"},{\"type\":\"desktop\",\"name\":\"b\",\"shortestTurn\":#}]}",
                "sinks.2.shortestTurn", "from 0 to 86400"
            ),
        ]
        for (json, place, bounds) in places {
            for number in ["1e30", "-1", "1.5", "1e400", "99999999999999999999", "-0.5", "86401"] {
                let words = refusal(json.replacing("#", with: number))?.description ?? "taken"
                #expect(words.contains("\(place) is a whole number \(bounds)"), "\(number): \(words)")
            }
            for value in ["\"30\"", "[]", "true"] {
                let words = refusal(json.replacing("#", with: value))?.description ?? "taken"
                #expect(words.contains("\(place) is not what it should be: a whole number"), "\(value): \(words)")
            }
            #expect(refusal(json.replacing("#", with: "0")) == nil)
        }
    }

    @Test("A word that a field does not take is refused with those it takes")
    func words() {
        for (json, words) in [
            ("{\"log\":\"loud\"}", "log is one of debug, info, warning, error"),
            (
                "{\"sinks\":[{\"type\":\"desktop\",\"privacy\":\"public\"}]}",
                "sinks.1.privacy is one of private, title, preview"
            ),
            ("{\"sinks\":[{\"type\":\"pigeon\"}]}", "sinks.1.type is one of webhook, ntfy, command, desktop"),
            ("{\"sinks\":[{\"type\":\"desktop\",\"asks\":1}]}", "sinks.1.asks is not what it should be: true or false"),
            ("{\"sinks\":{}}", "sinks is not what it should be: a list in brackets"),
            ("{\"apns\":[]}", "apns is not what it should be: an object in braces"),
            ("{\"name\":\" \"}", "name is empty"),
        ] {
            let found = refusal(json)?.description ?? "taken"
            #expect(found.contains(words), "\(found)")
        }
    }

    @Test("A name that is a link is refused, and not repeated")
    func linkAsName() throws {
        let link = try TestHost.link(1)
        let words = try #require(refusal("{\"name\":\"\(link.formatted)\"}")).description
        #expect(words.contains("name holds a link") && !words.contains(link.secret.base64url.prefix(8)))
    }

    @Test("Nobody is told to change the mode of a file that is something else, a folder's, or another user's")
    func otherFiles() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "bridge-\(UUID().uuidString)").path
        try PrivateFile.createFolder(folder)
        defer { _ = try? FileManager.default.removeItem(atPath: folder) }
        func refusal(_ path: String) -> String {
            do throws(BridgeConfigError) {
                _ = try BridgeConfig.load(path, environment: [:])
                return "taken"
            } catch {
                return error.description
            }
        }
        #expect(refusal(folder) == "Cannot read the configuration, \(folder): it is a folder.")
        for path in ["/etc/passwd", "/dev/null"] {
            let words = refusal(path)
            #expect(words.contains("configuration") && !words.contains("chmod"), "\(words)")
        }
        let foreign = folder + "/config.json"
        try PrivateFile.create(foreign, Data("{\"rooms\":[]}".utf8))
        #expect(chmod(foreign, 0o644) == 0)
        #expect(refusal(foreign).contains("chmod 600 \(foreign)"))
        // Only root can give a file away.
        guard chown(foreign, 65_534, 65_534) == 0 else { return }
        #expect(refusal(foreign).contains("belongs to another user") && !refusal(foreign).contains("chmod"))
    }

    @Test(
        "A file others may read is refused, with what to do about it", arguments: [0o640, 0o604, 0o660, 0o666, 0o620])
    func modes(mode: Int) throws {
        let path = FileManager.default.temporaryDirectory.appending(path: "bridge-\(UUID().uuidString).json").path
        try PrivateFile.create(path, Data("{\"rooms\":[]}".utf8))
        defer { _ = try? FileManager.default.removeItem(atPath: path) }
        _ = try BridgeConfig.load(path, environment: [:])
        try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
        let error = #expect(throws: BridgeConfigError.self) { try BridgeConfig.load(path, environment: [:]) }
        #expect(error == .tooOpen("the configuration", path))
        #expect(error?.description.contains("chmod 600") == true)
    }

    @Test("A bridge without rooms does not start, and two bridges do not share a folder")
    func starting() throws {
        let stage = try BridgeStage()
        let empty = try stage.config([])
        #expect(throws: BridgeConfigError.noRooms) { try Bridge(empty, stage.surroundings()) }
        let config = try stage.config([try TestHost.link(1)])
        let first = try Bridge(config, stage.surroundings())
        #expect(throws: BridgeConfigError.folderInUse(config.state)) { try Bridge(config, stage.surroundings()) }
        withExtendedLifetime(first) {}
    }
}
