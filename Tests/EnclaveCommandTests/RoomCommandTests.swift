import CollabGuest
import CollabHost
import CollabWire
import Foundation
import Testing

@testable import enclave

@Suite("Commands in a room", .timeLimit(.minutes(2)))
struct RoomCommandTests {
    @Test("watch follows: the past, then what happens, then the end with the host's words and exit code 4")
    func watch() async throws {
        let room = try await TestRoom()
        let (work, test) = room.begin("watch")
        await test.wait(for: "twelve")
        let (code, _) = await room.command("send", "hello")
        #expect(code == .ok)
        await test.wait(for: "Aye, ada: hello")
        await room.close()
        #expect(await work.value == .notJoined)
        #expect(test.errors.contains("That's it for today."))
        #expect(test.output.components(separatedBy: "Aye, ada: hello").count == 2, "told once")
        #expect(!test.output.contains("\u{1B}"), "no control sequences into a pipe")
    }

    @Test("watch --json prints changes, and a cancelled watch leaves quietly with 130")
    func watchJSON() async throws {
        let room = try await TestRoom()
        let (work, test) = room.begin("watch", "--json", isView: true)
        await test.wait(for: #""type":"connection""#)
        _ = await room.command("send", "hello")
        await test.wait(for: "Aye, ada")
        work.cancel()
        #expect(await work.value == .interrupted)
        for line in test.lines { _ = try JSONText(validating: line) }
        let types = Set(try test.lines.compactMap { try JSONText(validating: $0)["type"]?.stringValue })
        #expect(types.isSuperset(of: ["welcome", "entry", "connection", "state", "agents"]))
        #expect(test.errors.isEmpty)
        await room.close()
    }

    @Test("join steers from its input: a prompt, an answer by number, a question to the help, quit")
    func join() async throws {
        let room = try await TestRoom()
        let (work, test) = room.begin("join", input: ["please choose"])
        await test.wait(for: "Which pier?")
        let (answered, _) = await room.command("answer", "2")
        #expect(answered == .ok)
        await test.wait(for: "You chose South pier.")
        work.cancel()
        #expect(await work.value == .interrupted)
        let (quit, quitting) = await room.command("join", input: ["/agents", "/abrot", "/quit"])
        #expect(quit == .ok)
        #expect(quitting.errors.contains("Tide"))
        #expect(quitting.errors.contains("no command /abrot; did you mean /abort?"))
        #expect(quitting.errors.contains("/abort             stop the turn"))
        await room.close()
    }

    @Test("answer waits for a question, lists it, refuses what is no option, and takes a label")
    func answer() async throws {
        let room = try await TestRoom()
        let (none, _) = await room.command("answer", "--timeout", "1", "x")
        #expect(none == .timeout)
        _ = await room.command("send", "choose")
        let (waiting, _) = room.begin("watch")
        let (listed, list) = await room.command("answer", "--list", "--json")
        #expect(listed == .ok)
        if let line = list.lines.first {
            #expect(try JSONText(validating: line)["request"]?["title"]?.stringValue == "Which pier?")
        }
        let (wrong, complaint) = await room.command("answer", "West pier")
        #expect(wrong == .usage)
        #expect(complaint.errors.contains("South pier"))
        let (right, _) = await room.command("answer", "North pier")
        #expect(right == .ok)
        waiting.cancel()
        _ = await waiting.value
        await room.close()
    }

    @Test("answer names what hides or disguises the letters of a question, before the answer goes")
    func disguisedQuestion() async throws {
        let room = try await TestRoom()
        _ = await room.command("send", "disguise")
        let (listed, list) = await room.command("answer", "--list")
        let (code, test) = await room.command("answer", "No")
        #expect(listed == .ok && code == .ok)
        for words in ["turn the direction", "hidden control characters", "only look like Latin ones: \u{430}pp.txt"] {
            #expect(test.errors.contains(words) && list.output.contains(words), "\(words)")
        }
        #expect(test.errors.hasSuffix("answered: Run txt.lla on \u{430}pp.txt?\n"))
        _ = await room.command("send", "choose")
        let (_, plain) = await room.command("answer", "1")
        #expect(plain.errors == "answered: Which pier?\n")
        await room.close()
    }

    @Test("abort ends when the agent stands still; with nothing running it says so")
    func abort() async throws {
        let room = try await TestRoom()
        let (idle, idleTest) = await room.command("abort")
        #expect(idle == .ok && idleTest.errors.contains("nothing is running"))
        let (watching, watch) = room.begin("watch", "--json")
        await watch.wait(for: #""type":"connection""#)
        _ = await room.command("send", "count slowly")
        await watch.wait(for: #""isStreaming":true"#)
        let (code, test) = await room.command("abort")
        #expect(code == .ok)
        #expect(test.errors.contains("stopped"))
        watching.cancel()
        _ = await watching.value
        await room.close()
    }

    @Test("A view link watches and reads, and is refused politely where it must be")
    func viewLink() async throws {
        let room = try await TestRoom()
        for words in [["send", "x"], ["abort"], ["answer", "x"], ["agents", "--kill", "Tide"]] {
            let test = TestConsole(environment: ["ENCLAVE_COLLAB_LINK": room.link.view.formatted])
            let code = await EnclaveCommand.run(
                words, EnclaveCommand.Context(console: test.console, connector: room.connector))
            #expect(code == .refused)
            #expect(test.errors.contains("view link"))
        }
        let (code, test) = await room.command("transcript", "--format", "text", isView: true)
        #expect(code == .ok)
        #expect(test.output.contains("twelve"))
        await room.close()
    }

    @Test("agents lists the roster as columns and as the host's own JSON, and keeps to what the state allows")
    func agents() async throws {
        let room = try await TestRoom()
        let (code, test) = await room.command("agents")
        #expect(code == .ok)
        #expect(test.lines.contains("Tide\tidle\tTide reader"), "no tab before nothing")
        #expect(test.lines.allSatisfy { (2...3).contains($0.count { $0 == "\t" }) }, "no header, the same columns")
        let (_, json) = await room.command("agents", "--json")
        let ids = try json.lines.map { try JSONText(validating: $0)["agent"]?["id"]?.stringValue }
        #expect(ids.contains("Gull"))
        #expect(await room.command("agents", "--kill", "Gull").0 == .refused)
        #expect(await room.command("agents", "--kill", "Nobody").0 == .failure)
        #expect(await room.command("agents", "--chat", "Tide").0 == .usage)
        #expect(await room.command("agents", "--chat", "Tide", "--text", "again?").0 == .ok)
        #expect(await room.command("agents", "--revive", "Gull").0 == .ok)
        await room.close()
    }

    @Test("transcript writes the session and a subagent's, in three forms")
    func transcript() async throws {
        let room = try await TestRoom()
        let (_, markdown) = await room.command("transcript")
        #expect(markdown.output.hasPrefix("# Harbour survey"))
        #expect(markdown.output.contains("There are **twelve**."))
        let (_, json) = await room.command("transcript", "--format", "json")
        #expect(try JSONText(validating: json.output).elements.map { $0["type"]?.stringValue }.contains("message"))
        let (code, agent) = await room.command("transcript", "--agent", "Tide", "--format", "text")
        #expect(code == .ok)
        #expect(agent.output.contains("High water at noon."))
        #expect(await room.command("transcript", "--agent", "Nobody").0 == .failure)
        await room.close()
    }

    @Test("A room that does not exist is exit code 4, with what to do")
    func noRoom() async throws {
        let room = try await TestRoom()
        await room.close()
        let (code, test) = await room.command("watch", "--timeout", "5")
        #expect(code == .notJoined)
        #expect(!test.errors.isEmpty)
    }

    @Test(
        "A relay that cannot be reached or misbehaves is told with its cause and what to do",
        arguments: [
            (
                TransportError.unreachable("The name relay.example could not be resolved: Name or service not known."),
                ["could not be resolved", "relay's name in the link"]
            ), (.unreachable("Nobody answers at relay.example."), ["Nobody answers", "that the relay runs"]),
            (.untrusted("The certificate of relay.example is not trusted: expired."), ["expired", "certificate"]),
            (.refused(status: 404), ["HTTP 404", "no collab relay"]),
            (.refused(status: 502), ["HTTP 502", "in trouble"]),
            (.refused(status: 403), ["HTTP 403", "does not let this machine in"]),
            (.closed(code: 1006, reason: ""), ["connection was lost", "proxy"]),
            (.closed(code: 1013, reason: "secret words of a relay"), ["1013", "try again in a moment"]),
            (.messageTooLarge(nil), ["larger than 32 MiB", "relay's name"]),
        ])
    func obstacles(error: TransportError, words: [String]) async throws {
        let test = TestConsole(environment: ["ENCLAVE_COLLAB_LINK": SampleLink.control])
        let code = await test.run("watch", "--timeout", "1", connector: FailingConnector(error: error))
        #expect(code == .timeout)
        let lines = test.errors.split(separator: "\n")
        #expect(lines.first?.hasSuffix("Trying again.") == true, "who waits knows for what")
        let end = try #require(lines.last)
        #expect(end.contains("the room did not open within 1 s"))
        for word in words { #expect(end.contains(word), "\(end)") }
        #expect(!test.errors.contains("secret words"))
        #expect(!SampleLink.leaks(test.errors))
    }

    @Test("A relay that says nothing at all is told, too")
    func silence() async {
        let test = TestConsole(environment: ["ENCLAVE_COLLAB_LINK": SampleLink.control])
        #expect(await test.run("abort", "--timeout", "1", connector: FailingConnector(error: nil)) == .timeout)
        #expect(test.errors.contains("has not answered yet"))
    }

    @Test("A key that does not fit is exit code 3")
    func wrongKey() async throws {
        let room = try await TestRoom()
        let other = RoomLink(relay: room.link.relay, roomId: room.link.roomId, secret: try RoomSecret.random())
        let test = TestConsole(environment: ["ENCLAVE_COLLAB_LINK": other.formatted])
        let code = await EnclaveCommand.run(
            ["watch", "--timeout", "5"], EnclaveCommand.Context(console: test.console, connector: room.connector))
        #expect([ExitCode.badLink, .timeout].contains(code))
        #expect(!SampleLink.leaks(test.errors, of: other.formatted))
        await room.close()
    }

    @Test("No output and no error of any command holds a part of the link")
    func secrets() async throws {
        let room = try await TestRoom()
        for words in [
            ["agents"], ["agents", "--json"], ["transcript", "--format", "json"], ["abort"], ["send", "hi"], ["link"],
            ["answer", "--list"], ["transcript", "--agent", "Nobody"], ["watch", "--timeout", "0"], ["send"],
        ] {
            let test = TestConsole(environment: ["ENCLAVE_COLLAB_LINK": room.link.formatted])
            _ = await EnclaveCommand.run(
                words, EnclaveCommand.Context(console: test.console, connector: room.connector))
            let everything = test.output + test.errors
            #expect(!everything.isEmpty || words == ["answer", "--list"])
            #expect(!SampleLink.leaks(everything, of: room.link.formatted), "\(words)")
        }
        await room.close()
    }
}
