import Crypto
import EnclaveContracts
import Foundation
import Testing

@testable import EnclaveBridge

@Suite("Other sinks")
struct SinkTests {
    /// Remembers requests and answers with one status.
    private final class Server: HTTPExchange {
        let requests = BridgeTestLock<[BridgeRequest]>([])
        let status: Int

        init(_ status: Int) { self.status = status }

        func exchange(_ request: BridgeRequest) async throws(ExchangeError) -> BridgeResponse {
            requests.withLock { $0.append(request) }
            if status == 0 { throw .lost("gone") }
            return BridgeResponse(status: status, headers: ["retry-after": "9"], body: Data())
        }
    }

    private let event = SinkEvent(
        kind: .tell, id: "0123", room: "ab", reason: .ask, askId: "5", title: "港口", text: "Which pier?",
        options: ["North", "South"], at: 1_767_225_600)

    @Test("A webhook is signed over time and body, and names the delivery")
    func webhook() async throws {
        let server = Server(204)
        let secret = Array("0123456789abcdef".utf8)
        let sink = WebhookSink(url: "https://example.org/hook", secret: secret, http: server, clock: { 77 })
        #expect(await sink.deliver(event) == .delivered)
        let request = try #require(server.requests.withLock { $0.first })
        func header(_ name: String) -> String? { request.headers.first { $0.name == name }?.value }
        #expect(header("x-enclave-delivery") == "0123")
        #expect(header("x-enclave-timestamp") == "77")
        let expected = try Digests.hmac(key: secret, message: Array("77.".utf8) + Array(request.body))
        #expect(header("x-enclave-signature") == "v1=" + Hexadecimal.encode(expected))
        #expect(try JSONDecoder().decode(SinkEvent.self, from: request.body) == event)
        #expect(!request.headers.contains { $0.value.contains("0123456789abcdef") })
    }

    @Test(
        "What a server answers decides about trying again", arguments: [200, 204, 400, 404, 410, 408, 429, 500, 503, 0])
    func answers(status: Int) async {
        let sink = WebhookSink(url: "https://x", secret: [1], http: Server(status), clock: { 0 })
        let outcome = await sink.deliver(event)
        switch status {
        case 200..<300: #expect(outcome == .delivered)
        case 408, 429, 500...: #expect(outcome == .later(after: 9_000, reason: "HTTP \(status)", mayHaveArrived: false))
        case 0: #expect(outcome == .later(after: nil, reason: "no answer", mayHaveArrived: true))
        default: #expect(outcome == .refused("HTTP \(status)"))
        }
    }

    @Test("ntfy gets JSON at its root, a token in a header, and no withdrawals")
    func ntfy() async throws {
        let server = Server(200)
        let sink = try #require(NtfySink(address: "https://ntfy.sh/my-topic", token: "tk_1", http: server))
        #expect(await sink.deliver(event) == .delivered)
        let request = try #require(server.requests.withLock { $0.first })
        #expect(request.url == "https://ntfy.sh")
        #expect(request.headers.contains(.init("authorization", "Bearer tk_1")))
        let body = try #require(JSONSerialization.jsonObject(with: request.body) as? [String: Any])
        #expect(body["topic"] as? String == "my-topic" && body["title"] as? String == "港口")
        #expect(body["message"] as? String == "Which pier?" && body["priority"] as? Int == 4)
        var withdrawal = event
        withdrawal.kind = .withdraw
        #expect(await sink.deliver(withdrawal) == .delivered)
        #expect(server.requests.withLock { $0.count } == 1)
        #expect(NtfySink(address: "https://ntfy.sh/", token: nil, http: server) == nil)
        #expect(NtfySink(address: "https://ntfy.sh", token: nil, http: server) == nil)
    }

    @Test("The desktop's arguments hold nothing of the session")
    func desktop() {
        let arguments = DesktopSink.arguments("/usr/bin/notify-send", .ask)
        #expect(arguments.suffix(2) == ["Enclave", "A session needs your answer."])
        #expect(DesktopSink(program: "/x").supportsWithdrawal == false)
    }

    @Test("The desktop's program is run for what is told, and not for what is taken back")
    func desktopRuns() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "sink-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { _ = try? FileManager.default.removeItem(at: folder) }
        let program = folder.appending(path: "notify-send").path
        try "#!/bin/sh\necho \"$@\" >> \(folder.path)/shown\n".write(toFile: program, atomically: true, encoding: .utf8)
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: program)
        let sink = DesktopSink(program: program)
        #expect(await sink.deliver(event) == .delivered)
        var withdrawal = event
        withdrawal.kind = .withdraw
        #expect(await sink.deliver(withdrawal) == .delivered)
        let shown = try String(contentsOfFile: folder.path + "/shown", encoding: .utf8)
        #expect(shown == "--app-name=Enclave --urgency=critical Enclave A session needs your answer.\n")
        #expect(await DesktopSink(program: "/nonexistent").deliver(event) == .refused("cannot run"))
    }

    @Test("A program gets the event on its standard input, not among its arguments, and its exit code counts")
    func command() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "sink-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { _ = try? FileManager.default.removeItem(at: folder) }
        let output = folder.appending(path: "event.json").path
        let script = folder.appending(path: "sink.sh").path
        try "#!/bin/sh\ncat > \(output)\ntr '\\0' ' ' < /proc/$$/cmdline >> \(output).args\nexit $1\n".write(
            toFile: script, atomically: true, encoding: .utf8)
        let sink = CommandSink(command: ["/bin/sh", script, "0"], patience: 20_000)
        #expect(await sink.deliver(event) == .delivered)
        let read = try JSONDecoder().decode(SinkEvent.self, from: Data(contentsOf: URL(filePath: output)))
        #expect(read == event)
        #expect(try !String(contentsOfFile: output + ".args", encoding: .utf8).contains("pier"))
        #expect(
            await CommandSink(command: ["/bin/sh", script, "75"], patience: 20_000).deliver(event)
                == .later(after: nil, reason: "exit 75", mayHaveArrived: false))
        #expect(
            await CommandSink(command: ["/bin/sh", script, "3"], patience: 20_000).deliver(event) == .refused("exit 3"))
        #expect(
            await CommandSink(command: ["/bin/sleep", "60"], patience: 200).deliver(event)
                == .later(after: nil, reason: "killed", mayHaveArrived: true))
        #expect(await CommandSink(command: ["/nonexistent"], patience: 200).deliver(event) == .refused("cannot run"))
        #expect(await CommandSink(command: ["relative"], patience: 200).deliver(event) == .refused("cannot run"))
    }

    @Test(
        "A sink gets a question's number without what steers a terminal and not without end; a device gets the true one"
    )
    func askId() throws {
        func facts(_ id: String) -> AlertFacts {
            AlertFacts(
                reason: .ask, askId: id, title: nil, text: "Ready?", options: [], wantsText: false, subject: ["ask"],
                isOnceOnly: false)
        }
        let sink = Listener(target: "sink:x", wishes: PairingCode.Wishes(), kind: .sink)
        func told(_ id: String) throws -> String? {
            try JSONDecoder().decode(SinkEvent.self, from: Data(sink.body(facts(id), room: "room"))).askId
        }
        #expect(try told("7") == "7")
        #expect(try told("\"deploy\"") == "\"deploy\"")
        #expect(try told("\"a\u{1B}[2J\u{85}\u{9B}b\u{202E}c\u{200B}\u{FEFF}\n\"") == "\"a[2Jbc\"")
        let long = try told("\"" + String(repeating: "é", count: 5_000) + "\"")
        #expect(try #require(long).utf8.count <= SinkEvent.longestAskId)
        #expect(facts("\"\u{202E}\"").payload(room: "room").askId == "\"\u{202E}\"")
    }
}
