import CollabGuest
import CollabReplica
import CollabTesting
import CollabWire
import Foundation
import Testing
import Transcript

@testable import enclave

@Suite("Following in a terminal")
struct FollowingTests {
    private func message(_ text: String, type: String = "message_update") -> String {
        let quoted = JSONText(.string(text)).string
        return
            #"{"t":"event","event":{"type":"\#(type)","message":{"role":"assistant","content":[{"type":"text","text":"#
            + quoted + #"}],"timestamp":1}}}"#
    }

    private func entry(_ id: String, _ text: String) -> String {
        let quoted = JSONText(.string(text)).string
        return GuestStage.entry(
            #"{"type":"message","id":"\#(id)","parentId":null,"timestamp":"2026-01-01T00:00:03.000Z","#
                + #""message":{"role":"assistant","content":[{"type":"text","text":\#(quoted)}],"stopReason":"stop","timestamp":1}}"#
        )
    }

    /// Follows a stage: what is told, row by row.
    private struct Reader {
        var follower: TurnFollower
        var projector = TranscriptProjector(timeZone: .gmt)
        var updates: SessionUpdates.Iterator

        init(_ stage: GuestStage, past: Int? = nil) {
            follower = TurnFollower(past: past)
            updates = stage.session.updates.makeAsyncIterator()
        }

        mutating func news(isOver: Bool = false) async -> TurnFollower.News {
            guard let update = await updates.next() else { return TurnFollower.News() }
            _ = projector.apply(update.change, update.replica)
            return follower.news(in: projector.rows, isWorking: update.replica.isWorking, isOver: isOver)
        }
    }

    private func texts(_ turns: [UITurn]) -> [String] {
        let export = TranscriptExport()
        return turns.map { export.text(of: $0, as: .text) }.filter { !$0.hasPrefix("—") }
    }

    @Test("What streams is live until its entry lands, then it is told once")
    func streams() async throws {
        let stage = try GuestStage()
        try await stage.goLive(entries: [GuestStage.user("u1", "go")])
        var reader = Reader(stage)
        #expect(texts(await reader.news().settled).map { $0.hasSuffix("go") } == [true])
        try stage.deliver(#"{"t":"event","event":{"type":"agent_start"}}"#)
        for text in ["One", "One.\n\nTw", "One.\n\nTwo."] {
            try stage.deliver(message(text))
            let news = await reader.news()
            #expect(news.settled.isEmpty)
            #expect(texts(news.live) == [text])
        }
        try stage.deliver(entry("a1", "One.\n\nTwo."))
        let news = await reader.news()
        #expect(texts(news.settled) == ["One.\n\nTwo."])
        #expect(news.live.isEmpty)
        try stage.deliver(GuestStage.stateFrame())
        #expect(await reader.news() == TurnFollower.News())
    }

    @Test("A notice that came before the first look at the session is told, once")
    func earlyNotice() async throws {
        let stage = try GuestStage()
        try await stage.goLive(entries: [GuestStage.user("u1", "go")])
        try stage.deliver(#"{"t":"event","event":{"type":"notice","level":"warning","message":"the disk is full"}}"#)
        let test = TestConsole()
        let screen = FollowScreen(
            console: test.console, name: "ada", colour: nil, past: nil, takesInput: false, timeZone: .gmt)
        var updates = stage.session.updates.makeAsyncIterator()
        for _ in 0..<2 {
            await screen.show(try #require(await updates.next()))
            #expect(test.lines.count { $0.contains("! the disk is full") } == 1)
            try stage.deliver(GuestStage.stateFrame())
        }
    }

    private func joined(_ words: String) -> String {
        #"{"t":"event","event":{"type":"notice","level":"info","message":"\#(words)"}}"#
    }

    @Test(
        "One's own arrival is not told to oneself, somebody else's is, also of the same name", .timeLimit(.minutes(1)))
    func ownArrival() async throws {
        let stage = try GuestStage()
        try await stage.goLive(entries: [GuestStage.user("u1", "go")])
        try stage.deliver(joined("ada joined"))
        try stage.deliver(joined("rita joined"))
        let test = TestConsole()
        let screen = FollowScreen(
            console: test.console, name: " ada ", colour: nil, past: nil, takesInput: false, timeZone: .gmt)
        var updates = stage.session.updates.makeAsyncIterator()
        await screen.show(try #require(await updates.next()))
        #expect(test.lines.contains("! rita joined") && !test.output.contains("ada joined"))
        try stage.deliver(joined("ada joined"))
        await screen.show(try #require(await updates.next()))
        #expect(test.lines.count { $0 == "! ada joined" } == 1, "another guest of the name")
        stage.close(1006)
        await screen.show(try #require(await updates.next()))
        stage.advance(by: 2_000)
        try stage.welcome(entries: [GuestStage.user("u1", "go")])
        try stage.deliver(joined("ada joined (view only)"))
        await screen.show(try #require(await updates.next()))
        #expect(test.lines.count { $0.contains("ada joined") } == 1)
    }

    @Test("A pipe's reader is told on standard error that the connection broke, once a reason, and that it is back")
    func brokenConnection() async throws {
        let stage = try GuestStage()
        try await stage.goLive(entries: [GuestStage.user("u1", "go")])
        let test = TestConsole()
        let screen = FollowScreen(
            console: test.console, name: "ada", colour: nil, past: nil, takesInput: false, timeZone: .gmt)
        var log = ChangeLog()
        var states: [String] = []
        var updates = stage.session.updates.makeAsyncIterator()
        func look() async throws {
            let update = try #require(await updates.next())
            await screen.show(update)
            states += log.lines(for: update).filter { $0.contains(#""type":"connection""#) }
        }
        try await look()
        #expect(test.errors.isEmpty)
        stage.close(1006)
        try await look()
        #expect(test.errors == "The connection was lost. Trying again.\n")
        #expect(states.last?.contains(#""state":"reconnecting""#) == true)
        stage.advance(by: 2_000)
        try await look()
        try stage.welcome(entries: [GuestStage.user("u1", "go")])
        try await look()
        #expect(test.errors == "The connection was lost. Trying again.\nThe connection is back.\n")
        #expect(states.last?.contains(#""state":"live""#) == true)
    }

    @Test("Numbers of the host's take no more of the status line than they need")
    func statusBounds() async throws {
        let stage = try GuestStage()
        try await stage.goLive(entries: [GuestStage.user("u1", "go")])
        try stage.deliver(GuestStage.stateFrame(isStreaming: true, queued: 4_000_000_000_000))
        try stage.deliver(
            #"{"t":"event","event":{"type":"auto_retry_start","attempt":-7,"maxAttempts":9007199254740991,"delayMs":1}}"#
        )
        let line = StatusLine.text(for: stage.session.current, width: 80)
        #expect(line == "retrying (0/999+) · queued ×999+")
    }

    @Test("A host of a newer protocol is told of once", .timeLimit(.minutes(1)))
    func newerHost() async throws {
        let stage = try GuestStage()
        await stage.start()
        let newer = GuestStage.welcome(entries: 0).replacing(#""proto":3"#, with: #""proto":99"#)
        try stage.deliver(newer)
        try stage.deliver(newer)
        let test = TestConsole()
        let screen = FollowScreen(
            console: test.console, name: "ada", colour: nil, past: nil, takesInput: false, timeZone: .gmt)
        var updates = stage.session.updates.makeAsyncIterator()
        await screen.show(try #require(await updates.next()))
        #expect(test.output.ranges(of: "newer version of the collab protocol").count == 1)
    }

    @Test("A call waits for its result, and no longer once the agent stands still or has spoken on")
    func calls() async throws {
        func call(_ entry: String, _ id: String) -> String {
            GuestStage.entry(
                #"{"type":"message","id":"\#(entry)","parentId":null,"timestamp":"2026-01-01T00:00:03.000Z","#
                    + #""message":{"role":"assistant","content":[{"type":"toolCall","id":"\#(id)","name":"bash","#
                    + #""arguments":{"command":"ls"}}],"stopReason":"toolUse","timestamp":1}}"#)
        }
        let stage = try GuestStage()
        try await stage.goLive(entries: [GuestStage.user("u1", "go")])
        var reader = Reader(stage)
        _ = await reader.news()
        try stage.deliver(GuestStage.stateFrame(isStreaming: true))
        try stage.deliver(call("a1", "c1"))
        var news = await reader.news()
        #expect(news.settled.isEmpty && news.live.count == 1)
        try stage.deliver(call("a2", "c2"))
        news = await reader.news()
        #expect(news.settled.isEmpty && news.live.count == 2, "a group is told call by call")
        try stage.deliver(entry("a3", "Never mind."))
        news = await reader.news()
        #expect(news.settled.count == 3 && news.live.isEmpty)
        try stage.deliver(call("a4", "c4"))
        #expect(await reader.news().live.count == 1)
        try stage.deliver(GuestStage.stateFrame())
        #expect(await reader.news().settled.count == 1)
    }

    @Test("Only the newest rows of the past are told, and nothing twice after a reconnect")
    func past() async throws {
        let stage = try GuestStage()
        try await stage.goLive(entries: (0..<50).map { GuestStage.user("u\($0)", "line \($0)") })
        var reader = Reader(stage, past: 3)
        #expect(texts(await reader.news().settled).map { $0.suffix(7) } == ["line 47", "line 48", "line 49"])
        try stage.welcome(entries: (0..<51).map { GuestStage.user("u\($0)", "line \($0)") })
        #expect(texts(await reader.news().settled).map { $0.suffix(7) } == ["line 50"])
    }

    @Test("NDJSON: a welcome with its entries, then every change, one object per line")
    func ndjson() async throws {
        let stage = try GuestStage()
        try await stage.goLive(entries: [GuestStage.user("u1")])
        var updates = stage.session.updates.makeAsyncIterator()
        var log = ChangeLog()
        func lines() async throws -> [JSONText] {
            guard let update = await updates.next() else { return [] }
            return try log.lines(for: update).map { line in
                #expect(!line.contains("\n"))
                return try JSONText(validating: line)
            }
        }
        let first = try await lines()
        #expect(first.map { $0["type"]?.stringValue } == ["welcome", "entry", "connection"])
        #expect(first[1]["entry"]?["id"]?.stringValue == "u1")
        #expect(first[2]["state"]?.stringValue == "live")

        try stage.deliver(message("text"))
        try stage.deliver(
            "{\"t\":\"entry\",\"entry\":{\n\"type\":\"message\",\"id\":\"u2\",\"message\":{\"role\":\"user\",\"content\":\"a\\nb\"}}}"
        )
        try stage.deliver(
            #"{"t":"ui-request","request":{"reqId":"q","kind":"editor","title":"Why?"}}"#)
        let second = try await lines()
        let types = second.compactMap { $0["type"]?.stringValue }
        #expect(types.contains("entry") && types.contains("ask"))
        let entry = try #require(second.first { $0["type"]?.stringValue == "entry" })
        #expect(entry["entry"]?["message"]?["content"]?.stringValue == "a\nb")
        try stage.deliver(#"{"t":"ui-request-end","reqId":"q"}"#)
        let third = try await lines()
        #expect(third.first { $0["type"]?.stringValue == "ask-end" }?["reqId"]?.stringValue == "q")
    }

    @Test("An answer is the option's label byte for byte, by label, number or a beginning that fits one only")
    func answers() throws {
        let options = ["Yes, and keep it ", "yes, once", "No"].map { Ask.Option(label: $0, description: nil) }
        let select = Ask(
            id: .number(1), title: "Sure?",
            kind: .select(
                Ask.Select(
                    options: options, initialIndex: 0, marker: nil, checkedIndices: [], markableCount: nil,
                    helpText: nil)), raw: .null)
        #expect(try AnswerCommand.value("No", for: select) == "No")
        #expect(try AnswerCommand.value("1", for: select) == "Yes, and keep it ")
        #expect(try AnswerCommand.value("yes, o", for: select) == "yes, once")
        for wrong in ["yes", "4", "", "maybe"] {
            #expect(throws: CommandFailure.self) { try AnswerCommand.value(wrong, for: select) }
        }
        let editor = Ask(id: .number(2), title: "Why?", kind: .editor(prefill: nil), raw: .null)
        #expect(try AnswerCommand.value(" because ", for: editor) == " because ")
    }
}
