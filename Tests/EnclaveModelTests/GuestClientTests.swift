import CollabGuest
import CollabReplica
import CollabTesting
import CollabWire
import Foundation
import Observation
import Testing
import Transcript

@testable import EnclaveModel

@Suite("A room as a screen sees it")
@MainActor
struct GuestClientTests {
    private func live(
        isView: Bool = false, entries: [String] = [GuestStage.user("u1")]
    ) async throws -> (stage: GuestStage, client: GuestClient) {
        let stage = try GuestStage(isView: isView)
        let client = GuestClient(session: stage.session, access: isView ? .view : .control, clock: stage.clock)
        client.start()
        try await follow(stage) { try !stage.sent.isEmpty }
        try stage.welcome(entries: entries)
        try await follow(stage) { client.connection == .live }
        return (stage, client)
    }

    /// Lets everybody run until something holds; time moves only when the screen waits for its next frame.
    private func follow(
        _ stage: GuestStage, source: SourceLocation = #_sourceLocation, until holds: () throws -> Bool
    ) async throws {
        for _ in 0..<2_000_000 {
            stage.settle()
            if let next = stage.clock.nextDeadline, next - stage.clock.now() <= TranscriptFeed.interval + 0.1 {
                stage.advance(by: next - stage.clock.now())
            }
            if try holds() { return }
            await Task.yield()
        }
        Issue.record("it never came", sourceLocation: source)
    }

    /// Lets everybody run for a while, to see that something does not happen.
    private func idle(_ stage: GuestStage) async {
        for _ in 0..<300 {
            stage.settle()
            await Task.yield()
        }
    }

    private let select =
        #"{"t":"ui-request","request":{"reqId":5,"kind":"select","title":"Which?","options":["A",{"label":"B","description":"b"}]}}"#

    @Test("The rows, the state and the name arrive")
    func arrives() async throws {
        let (stage, client) = try await live(entries: [
            GuestStage.user("u1", "hello"), GuestStage.prompt("p1", "and you"),
        ])
        #expect(client.turns.count >= 2)
        #expect(client.rows.map(\.turn) == client.turns)
        #expect(client.title == "harbour")
        #expect(client.state?.cwd == "/h")
        #expect(!client.isReadOnly)
        try stage.deliver(GuestStage.stateFrame(isStreaming: true, queued: 2))
        try await follow(stage) { client.isWorking }
        #expect(client.state?.queuedMessageCount == 2)
    }

    @Test("Prompts leave in the order they were given and show in the outbox until the transcript has them")
    func prompts() async throws {
        let (stage, client) = try await live()
        for number in 1...20 { client.sendPrompt("prompt \(number)") }
        try await follow(stage) { try stage.sent.count { $0["t"]?.stringValue == "prompt" } == 20 }
        let texts = try stage.sent.filter { $0["t"]?.stringValue == "prompt" }.map { $0["text"]?.stringValue ?? "" }
        #expect(texts == (1...20).map { "prompt \($0)" })
        try await follow(stage) { client.outbox.count == 20 }
        try stage.deliver(GuestStage.entry(GuestStage.prompt("p1", "prompt 1")))
        try await follow(stage) { client.outbox.count == 19 }
    }

    @Test("Abort asks the host, and nothing looks stopped until the host says so")
    func abort() async throws {
        let (stage, client) = try await live()
        try stage.deliver(GuestStage.stateFrame(isStreaming: true))
        try await follow(stage) { client.isWorking }
        client.sendAbort()
        try await follow(stage) { try stage.sentKinds.contains("abort") }
        #expect(client.isWorking)
        try stage.deliver(GuestStage.stateFrame())
        try await follow(stage) { !client.isWorking }
    }

    @Test("An answer leaves once, with the label; a skip has no value; a panel takes no second answer")
    func answers() async throws {
        let (stage, client) = try await live()
        try stage.deliver(select)
        try await follow(stage) { client.asks.shown != nil }
        client.answer("B")
        client.answer("A")
        client.answer(.number(4), value: "A")
        try await follow(stage) { try stage.sentKinds.contains("ui-response") }
        let answers = try stage.sent.filter { $0["t"]?.stringValue == "ui-response" }
        #expect(answers.map { $0["value"]?.stringValue } == ["B"])
        #expect(answers.first?["reqId"]?.intValue == 5)
        #expect(client.asks.shown?.canAnswer != true)
        try stage.deliver(#"{"t":"ui-request-end","reqId":5}"#)
        try await follow(stage) { client.asks.shown == nil }
        client.answer(.number(5), value: "A")

        try stage.deliver(#"{"t":"ui-request","request":{"reqId":6,"kind":"editor","title":"Why?","prefill":" x "}}"#)
        try await follow(stage) { client.asks.shown?.ask.id == .number(6) }
        #expect(client.asks.draft == " x ")
        client.answer(nil)
        try await follow(stage) { try stage.sentKinds.count { $0 == "ui-response" } == 2 }
        let skip = try #require(try stage.sent.last { $0["t"]?.stringValue == "ui-response" })
        #expect(skip["value"] == nil)
    }

    @Test("A multi-select run keeps its panel under the session's clock, then closes by itself")
    func multiSelect() async throws {
        func request(_ id: Int, checked: String) -> String {
            #"{"t":"ui-request","request":{"reqId":\#(id),"kind":"select","title":"Which?","options":["A","B"],"#
                + #""selectionMarker":"checkbox","checkedIndices":\#(checked),"markableCount":2}}"#
        }
        let (stage, client) = try await live()
        try stage.deliver(request(11, checked: "[]"))
        try await follow(stage) { client.asks.shown != nil }
        let run = client.asks.shown?.run
        client.answer("B")
        try await follow(stage) { try stage.sentKinds.contains("ui-response") }
        try stage.deliver(#"{"t":"ui-request-end","reqId":11}"#)
        try await follow(stage) { client.asks.shown?.isBetweenSteps == true }
        try stage.deliver(request(12, checked: "[1]"))
        try await follow(stage) { client.asks.shown?.ask.id == .number(12) }
        #expect(client.asks.shown?.run == run)
        client.answer("A")
        try await follow(stage) { try stage.sentKinds.count { $0 == "ui-response" } == 2 }
        try stage.deliver(#"{"t":"ui-request-end","reqId":12}"#)
        try await follow(stage) { client.asks.shown?.isBetweenSteps == true }
        stage.advance(by: AskPanel.bridge)
        try await follow(stage) { client.asks.shown == nil }
    }

    @Test("A view link steers nothing, says why, and sends no frame")
    func viewLink() async throws {
        let (stage, client) = try await live(isView: true)
        client.sendPrompt("x")
        #expect(client.refusal != nil)
        client.dismissRefusal()
        client.sendAbort()
        client.command(.kill, agent: "a")
        client.answer(.number(1), value: "A")
        #expect(client.refusal != nil)
        await idle(stage)
        #expect(try stage.sentKinds == ["hello"])
    }

    @Test(
        "Agents: nothing is sent to one that is gone or in the wrong state, and the host's refusal shows at that agent")
    func agents() async throws {
        let (stage, client) = try await live()
        func roster(_ status: String) -> String {
            #"{"t":"agents","agents":[{"id":"a","displayName":"A","kind":"sub","status":"\#(status)","hasSessionFile":true,"#
                + #""createdAt":1,"lastActivity":2}]}"#
        }
        try stage.deliver(roster("running"))
        try await follow(stage) { client.agents.count == 1 }
        let sheet = client.transcript(of: "a")
        #expect(client.command(.revive, agent: "a") == false)
        #expect(client.command(.chat(text: "  "), agent: "a") == false)
        #expect(client.command(.kill, agent: "gone") == false)
        #expect(client.command(.kill, agent: "a") == true)
        try await follow(stage) { try stage.sentKinds.contains("agent-cmd") }
        try stage.deliver(#"{"t":"error","message":"it is too late"}"#)
        try await follow(stage) { sheet.complaint == "it is too late" }
        #expect(client.transcript(of: "b").complaint == nil)
        try stage.deliver(#"{"t":"agents","agents":[]}"#)
        try await follow(stage) { sheet.agent == nil }
        #expect(client.controls(for: "a").obstacle == .gone)
        #expect(client.command(.chat(text: "hello"), agent: "a") == false)
        #expect(try stage.sentKinds.count { $0 == "agent-cmd" } == 1)
    }

    @Test("A subagent's transcript: read in pieces, asked three times in silence, again from the same byte on Retry")
    func agentTranscript() async throws {
        let (stage, client) = try await live()
        try stage.deliver(
            #"{"t":"agents","agents":[{"id":"a","displayName":"A","kind":"sub","status":"running","hasSessionFile":true}]}"#
        )
        try await follow(stage) { client.agents.count == 1 }
        func requests() throws -> [JSONText] { try stage.sent.filter { $0["t"]?.stringValue == "fetch-transcript" } }
        func reply(to request: JSONText, _ text: String, size: Int) throws {
            let id = try #require(request["reqId"]?.intValue)
            let quoted = JSONText(.string(text)).string
            try stage.deliver(#"{"t":"transcript","reqId":\#(id),"text":\#(quoted),"newSize":\#(size)}"#)
        }
        let sheet = client.transcript(of: "a")
        await idle(stage)
        #expect(try requests().isEmpty, "nobody looks yet")
        sheet.appeared()
        try await follow(stage) { try requests().count == 1 }
        let entry = GuestStage.user("s1", "from the subagent")
        let file = #"{"type":"session","id":"x"}"# + "\n" + entry + "\n"
        let cut = file.utf8.count - 20
        try reply(to: try requests()[0], String(file.prefix(cut)), size: cut)
        try await follow(stage) { try requests().count == 2 }
        #expect(try requests()[1]["fromByte"]?.intValue == cut)
        #expect(sheet.turns.isEmpty, "the line is cut in the middle")
        try reply(to: try requests()[1], String(file.dropFirst(cut)), size: file.utf8.count)
        try await follow(stage) { !sheet.turns.isEmpty }
        let read = sheet.turns

        // Silence: the third unanswered request asks the person.
        for attempt in 1...3 {
            try await follow(stage) { try requests().count == 2 + attempt || stage.clock.nextDeadline == nil }
            stage.advance(by: 10_000)
            await idle(stage)
        }
        try await follow(stage) {
            if case .failed = sheet.phase { return true }
            return false
        }
        let before = try requests().count
        #expect(before == 2 + 3)
        #expect(sheet.turns == read, "what was read stays")
        stage.advance(by: 60_000)
        await idle(stage)
        #expect(try requests().count == before)
        sheet.retry()
        try await follow(stage) { try requests().count == before + 1 }
        #expect(try requests().last?["fromByte"]?.intValue == file.utf8.count)
        let ids = try requests().compactMap { $0["reqId"]?.intValue }
        #expect(Set(ids).count == ids.count)
    }

    @Test("An agent without a session file is never asked for one")
    func noSessionFile() async throws {
        let (stage, client) = try await live()
        try stage.deliver(
            #"{"t":"agents","agents":[{"id":"a","displayName":"A","kind":"sub","status":"running","hasSessionFile":false}]}"#
        )
        try await follow(stage) { client.agents.count == 1 }
        let sheet = client.transcript(of: "a")
        sheet.appeared()
        try await follow(stage) { sheet.phase == .noFile }
        stage.advance(by: 30_000)
        #expect(try !stage.sentKinds.contains("fetch-transcript"))
    }

    @Test("The screen is brought up to date at most once per display frame, however fast the host is")
    func commits() async throws {
        let (stage, client) = try await live()
        let before = client.commits
        // A hundred updates without a display frame between them.
        for number in 0..<100 {
            let entry = GuestStage.user("e\(number)", "text \(number)")
            try stage.deliver(GuestStage.entry(entry))
            await Task.yield()
        }
        await idle(stage)
        #expect(client.commits - before <= 1)
        try await follow(stage) { client.turns.count >= 101 }
        #expect(client.commits - before <= 4)
    }

    @Test("A session of 27 chunks and 8,000 entries costs at most one commit per chunk")
    func largeSession() async throws {
        let stage = try GuestStage()
        let client = GuestClient(session: stage.session, access: .control, clock: stage.clock)
        client.start()
        try await follow(stage) { try !stage.sent.isEmpty }
        let (chunks, size) = (27, 300)
        try stage.deliver(GuestStage.welcome(entries: chunks * size))
        for chunk in 0..<chunks {
            let entries = (0..<size).map { GuestStage.user("e\(chunk)-\($0)", "line \($0)") }
            try stage.deliver(GuestStage.chunk(entries, final: chunk == chunks - 1))
            await Task.yield()
        }
        try await follow(stage) { client.connection == .live && client.rows.count >= chunks * size }
        #expect(client.commits <= chunks + 2)
    }

    @Test("A row that streams tells its own readers; who reads the list or the agents hears nothing")
    func invalidation() async throws {
        let (stage, client) = try await live(entries: (0..<30).map { GuestStage.user("u\($0)") })
        func message(_ text: String) -> String {
            #"{"t":"event","event":{"type":"message_update","message":{"role":"assistant","#
                + #""content":[{"type":"text","text":"\#(text)"}],"timestamp":1}}}"#
        }
        try stage.deliver(#"{"t":"event","event":{"type":"agent_start"}}"#)
        try stage.deliver(message("one"))
        let count = client.rows.count
        try await follow(stage) { client.rows.count > count }
        let told = Told()
        withObservationTracking {
            _ = client.rows
        } onChange: {
            told.list += 1
        }
        withObservationTracking {
            _ = client.agents
        } onChange: {
            told.agents += 1
        }
        for cell in client.rows {
            withObservationTracking {
                _ = cell.turn
            } onChange: {
                told.cells += 1
            }
        }
        try stage.deliver(message("one two"))
        try await follow(stage) { told.cells > 0 }
        #expect(told.cells == 1)
        #expect(told.list == 0)
        #expect(told.agents == 0)
    }

    @Test("Stopping ends the session; what is given afterwards goes nowhere")
    func stops() async throws {
        let (stage, client) = try await live()
        client.stop()
        try await follow(stage) { client.connection == .ended(.left) }
        #expect(stage.relay.socket?.isClosed == true)
    }

    /// Counts what observation tells; changes happen on the main actor.
    private final class Told: @unchecked Sendable {
        // Safe: only touched on the main actor.
        var list = 0
        var agents = 0
        var cells = 0
    }
}

@Suite("The sample")
@MainActor
struct SampleTests {
    @Test("The client is made, read and steered as the sample does")
    func sample() throws {
        let client = try #require(GuestClient(link: Samples.controlText, name: "Ada"))
        let turns: [UITurn] = client.turns
        #expect(turns.isEmpty)
        // Compiles as written; nothing is sent, because nothing was started.
        let steer: (GuestClient) -> Void = { client in
            client.sendPrompt("Run the tests again")
            client.sendAbort()
        }
        _ = steer
        #expect(client.connection == .idle)
    }

    @Test("A link that can't be read makes no client, and the throwing form says why without repeating it")
    func badLink() {
        let broken = String(Samples.controlText.dropLast(5))
        #expect(GuestClient(link: broken, name: "Ada") == nil)
        do throws(LinkError) {
            _ = try GuestClient(joining: broken, name: "Ada")
            Issue.record("it was taken")
        } catch {
            #expect(!Samples.leaks("\(error)"))
        }
    }
}

@Suite("A session being used")
@MainActor
struct SessionVMTests {
    private let folder = TemporaryFolder()

    private func session(_ digit: Character, drafts: DraftStore?) throws -> SessionVM {
        let stage = try GuestStage()
        let client = GuestClient(session: stage.session, access: .control, clock: stage.clock)
        return SessionVM(id: Samples.key(digit), client: client, isDemo: drafts == nil, drafts: drafts)
    }

    private func until(_ holds: () async throws -> Bool) async throws {
        for _ in 0..<400_000 {
            if try await holds() { return }
            await Task.yield()
        }
        Issue.record("it never came")
    }

    @Test("What is typed stays with its room over switching and over a relaunch, and goes when it is sent")
    func drafts() async throws {
        let files = PrivateFiles(folder: folder.url, protection: .complete)
        let store = DraftStore(files: files)
        let one = try session("1", drafts: store)
        let two = try session("2", drafts: store)
        one.start()
        two.start()
        one.setDraft("abc")
        two.setDraft("xyz")
        #expect(one.draft == "abc")
        try await until {
            await store.flush()
            return try files.names().count == 2
        }

        let relaunched = try session("1", drafts: DraftStore(files: files))
        relaunched.start()
        try await until { relaunched.draft == "abc" }
        #expect(relaunched.send() == .toEnd(animated: true))
        #expect(relaunched.draft == "")
        try await until { try files.names() == [Samples.key("2").rawValue] }
    }

    @Test("Return sends what is typed once, and nothing when an input method still composes")
    func returnKey() throws {
        let session = try session("1", drafts: nil)
        session.setDraft("にほん")
        let composing = ComposerRules.ReturnKey(hasMarkedText: true, isModified: false, isHardware: true)
        let plain = ComposerRules.ReturnKey(hasMarkedText: false, isModified: false, isHardware: true)
        #expect(session.returnPressed(composing) == .leaveToInputMethod)
        #expect(session.draft == "にほん")
        #expect(session.returnPressed(plain) == .send)
        #expect(session.draft == "")
        #expect(session.returnPressed(plain) == .ignore)
    }
}
