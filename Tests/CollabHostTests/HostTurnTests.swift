import CollabReplica
import CollabWire
import Foundation
import Testing

@testable import CollabHost

@Suite("Turns of a scripted host")
struct HostTurnTests {
    private let turn = """
        [{"wait": 500}, {"turn": [
          {"assistant": {"thinking": "Where is the table?", "text": "Looking at the tide table now.", "rate": 40,
            "calls": [{"name": "bash", "args": {"command": "cat tide.txt"}, "intent": "Reading the table",
              "output": ["06:12 low", "12:24 high", "18:40 low"], "stream": true, "ms": 1200,
              "details": {"exitCode": 0}}]}},
          {"assistant": {"text": "High water is at **12:24**."}}]}, {"awaitPrompt": true}]
        """
    private let aye =
        #"[{"contains": ["tide"], "steps": [{"assistant": {"text": "About tides: {{prompt}}"}}]}, {"steps": [{"assistant": {"text": "Aye, {{prompt.from}}: {{prompt}}"}}]}]"#

    @Test("A message grows as a whole each time, and its entry replaces it")
    func streaming() throws {
        var room = try EngineRoom(json: scriptText(timeline: turn))
        try room.join(1)
        try room.advance(by: 9_000)
        var texts: [String] = []
        for case .event(.messageUpdate(let message)) in room.frames() {
            texts.append(
                message.content.compactMap { if case .text(let text) = $0 { text.value } else { nil } }.joined())
        }
        let first = texts.prefix { !$0.hasPrefix("High") }
        #expect(first.count > 5)
        for (shorter, longer) in zip(first, first.dropFirst()) { #expect(longer.hasPrefix(shorter)) }
        #expect(first.last == "Looking at the tide table now.")
        #expect(room.ids().count == 3)
        #expect(room.replica().ghost == nil)
        #expect(room.differences().isEmpty)
    }

    @Test("Events come in the order a guest expects")
    func order() throws {
        var room = try EngineRoom(json: scriptText(timeline: turn))
        try room.join(1)
        try room.advance(by: 9_000)
        var order: [String] = []
        for frame in room.frames() {
            let name: String? =
                switch frame {
                case .event(.agentStart): "agent_start"
                case .event(.agentEnd): "agent_end"
                case .event(.turnStart): "turn_start"
                case .event(.turnEnd): "turn_end"
                case .event(.messageStart): "message_start"
                case .event(.messageEnd): "message_end"
                case .event(.toolExecutionStart): "tool_start"
                case .event(.toolExecutionEnd): "tool_end"
                case .entry: "entry"
                default: nil
                }
            if let name { order.append(name) }
        }
        #expect(
            order == [
                "agent_start", "turn_start", "message_start", "message_end", "entry", "tool_start", "tool_end", "entry",
                "message_start", "message_end", "entry", "turn_end", "agent_end",
            ])
    }

    @Test("A tool's output arrives line by line, each update with all of it")
    func toolOutput() throws {
        var room = try EngineRoom(json: scriptText(timeline: turn))
        try room.join(1)
        try room.advance(by: 9_000)
        var outputs: [[ContentBlock]] = []
        for case .event(.toolExecutionUpdate(let tool, let output)) in room.frames() {
            #expect(tool.toolName == "bash")
            outputs.append(output?.content ?? [])
        }
        #expect(
            outputs == [
                [.text("06:12 low\n")], [.text("06:12 low\n12:24 high\n")],
                [.text("06:12 low\n12:24 high\n18:40 low\n")],
            ])
    }

    @Test("A prompt in an idle room is entered at once under its author's name and answered in a turn")
    func prompt() throws {
        var room = try EngineRoom(json: scriptText(timeline: #"[{"awaitPrompt": true}]"#, onPrompt: aye))
        try room.join(1)
        try room.send(.prompt(text: "cast off", images: []), from: 1)
        guard case .customMessage(let custom)? = room.replica().entries.last?.kind else {
            Issue.record("the prompt is no custom message")
            return
        }
        #expect(custom.customType == CustomMessage.collabPrompt)
        #expect(custom.author == "ilse")
        #expect(custom.content == [.text("cast off")])
        #expect(room.replica().isWorking)
        try room.advance(by: 5_000)
        #expect(!room.replica().isWorking)
        #expect(lastText(room) == "Aye, ilse: cast off")
    }

    @Test("The first reaction whose words a prompt holds is played")
    func reactions() throws {
        var room = try EngineRoom(json: scriptText(timeline: #"[{"awaitPrompt": true}]"#, onPrompt: aye))
        try room.join(1)
        try room.send(.prompt(text: "What of the TIDE?", images: []), from: 1)
        try room.advance(by: 5_000)
        #expect(lastText(room) == "About tides: What of the TIDE?")
    }

    @Test("Images of a prompt become blocks of its entry")
    func promptImages() throws {
        var room = try EngineRoom(json: scriptText())
        try room.join(1)
        try room.send(.prompt(text: "look", images: [PromptImage(mimeType: "image/png", data: "iVBO")]), from: 1)
        guard case .customMessage(let custom)? = room.replica().entries.last?.kind else {
            Issue.record("the prompt is no custom message")
            return
        }
        #expect(custom.content.count == 2)
        guard case .image(let image)? = custom.content.last else {
            Issue.record("no image block")
            return
        }
        #expect(image.mimeType == "image/png")
    }

    @Test("While a turn streams a prompt waits, is counted, and is taken up before the agent goes on")
    func steering() throws {
        var room = try EngineRoom(json: scriptText(timeline: turn, onPrompt: aye))
        try room.join(1)
        try room.advance(by: 900)
        #expect(room.replica().isWorking)
        try room.send(.prompt(text: "hurry", images: []), from: 1)
        try room.send(.prompt(text: "please", images: []), from: 1)
        #expect(room.replica().state?.queuedMessageCount == 2)
        #expect(room.ids().isEmpty)
        try room.advance(by: 20_000)
        #expect(room.replica().state?.queuedMessageCount == 0)
        let texts = room.replica().entries.compactMap { text(of: $0) }
        #expect(
            texts == [
                "Looking at the tide table now.", "06:12 low\n12:24 high\n18:40 low", "hurry", "Aye, ilse: hurry",
                "please", "Aye, ilse: please", "High water is at **12:24**.",
            ])
        #expect(room.differences().isEmpty)
    }

    @Test("An abort is shown at once, confirmed when all has ended, and clears the queue")
    func abort() throws {
        var room = try EngineRoom(json: scriptText(timeline: turn, onPrompt: aye))
        try room.join(1)
        try room.advance(by: 1_000)
        try room.send(.prompt(text: "wait", images: []), from: 1)
        try room.send(.abort, from: 1)
        #expect(room.replica().state?.isAborting == true)
        #expect(room.replica().state?.isStreaming == true)
        #expect(room.replica().state?.queuedMessageCount == 0)
        try room.advance(by: 400)
        #expect(room.replica().state?.isAborting == false)
        #expect(room.replica().state?.isStreaming == false)
        #expect(!room.replica().isWorking)
        #expect(room.notices().contains("ilse interrupted"))
        guard case .message(let message)? = room.replica().entries.last?.kind,
            case .assistant(let info) = message.role
        else {
            Issue.record("the aborted message has no entry")
            return
        }
        #expect(info.stopReason == .aborted)
        try room.advance(by: 20_000)
        #expect(room.ids().count == 1)
        #expect(room.differences().isEmpty)
    }

    @Test("An abort during a tool leaves no tool running and a result for its card")
    func abortInTool() throws {
        var room = try EngineRoom(json: scriptText(timeline: turn))
        try room.join(1)
        let isRunning = try room.advance(atMost: 9_000) { !$0.replica().tools.isEmpty }
        #expect(isRunning)
        try room.send(.abort, from: 1)
        try room.advance(by: 400)
        #expect(room.replica().tools.isEmpty)
        guard case .message(let message)? = room.replica().entries.last?.kind,
            case .toolResult(let info) = message.role
        else {
            Issue.record("the call has no result")
            return
        }
        #expect(info.isError)
        #expect(room.differences().isEmpty)
    }

    @Test("An abort without a turn does nothing")
    func abortIdle() throws {
        var room = try EngineRoom(json: scriptText())
        try room.join(1)
        try room.advance(by: 200)
        room.forgetFrames()
        try room.send(.abort, from: 1)
        try room.advance(by: 1_000)
        #expect(room.frames().isEmpty)
    }

    @Test("A prompt that arrives while the turn is being stopped begins the next one")
    func promptWhileAborting() throws {
        var room = try EngineRoom(json: scriptText(timeline: turn, onPrompt: aye))
        try room.join(1)
        try room.advance(by: 1_000)
        try room.send(.abort, from: 1)
        try room.send(.prompt(text: "other way", images: []), from: 1)
        try room.send(.prompt(text: "slowly", images: []), from: 1)
        try room.advance(by: 15_000)
        let texts = room.replica().entries.compactMap { text(of: $0) }
        #expect(texts.suffix(4) == ["other way", "Aye, ilse: other way", "slowly", "Aye, ilse: slowly"])
        #expect(room.differences().isEmpty)
    }

    @Test("A guest that joins in the middle of a turn sees it from there and ends as the others")
    func lateJoin() throws {
        var room = try EngineRoom(json: scriptText(timeline: turn))
        try room.join(1)
        try room.advance(by: 1_200)
        try room.join(2, name: "mara")
        #expect(room.replica(2).isWorking)
        try room.advance(by: 100)
        #expect(room.replica(2).ghost?.message == room.replica(1).ghost?.message)
        try room.advance(by: 9_000)
        #expect(room.ids(2) == room.ids(1))
        #expect(room.differences(2).isEmpty)
    }

    @Test("Two guests see each other's prompts")
    func twoGuests() throws {
        var room = try EngineRoom(json: scriptText(onPrompt: aye))
        try room.join(1)
        try room.join(2, name: "mara")
        try room.send(.prompt(text: "from me", images: []), from: 1)
        try room.advance(by: 6_000)
        try room.send(.prompt(text: "from her", images: []), from: 2)
        try room.advance(by: 6_000)
        #expect(room.ids(1).count == 4)
        #expect(room.ids(1) == room.ids(2))
        #expect(lastText(room) == "Aye, mara: from her")
    }

    @Test("A retry and a compaction begin and end; an abort ends them unfinished")
    func recovery() throws {
        let timeline = """
            [{"turn": [{"retry": {"delay": 2000, "error": "529 overloaded"}},
              {"compact": {"summary": "all of it", "tokens": 900, "ms": 3000, "keep": 1}}]}]
            """
        var room = try EngineRoom(json: scriptText(timeline: timeline))
        try room.join(1)
        #expect(room.engine.isStreaming)
        try room.advance(by: 2_500)
        try room.advance(by: 3_000)
        #expect(room.replica().recovery == nil)
        guard case .compaction(let compaction)? = room.replica().entries.last?.kind else {
            Issue.record("no compaction")
            return
        }
        #expect(compaction.summary == "all of it")
        #expect(room.replica().state?.contextUsage?.tokens == 900)

        var stopped = try EngineRoom(
            json: scriptText(timeline: #"[{"wait": 1000}, {"turn": [{"retry": {"delay": 5000, "error": "529"}}]}]"#))
        try stopped.join(1)
        try stopped.advance(by: 2_000)
        #expect(stopped.replica().recovery != nil)
        try stopped.send(.abort, from: 1)
        try stopped.advance(by: 400)
        #expect(stopped.replica().recovery == nil)
        #expect(stopped.differences().isEmpty)
    }

    @Test("Prompts beyond the queue's end are refused with a reason")
    func queueLimit() throws {
        var room = try EngineRoom(json: scriptText(timeline: turn))
        try room.join(1)
        try room.advance(by: 900)
        for index in 0..<40 { try room.send(.prompt(text: "n\(index)", images: []), from: 1) }
        #expect(room.replica().state?.queuedMessageCount == 32)
        #expect(room.errors().count == 8)
    }

    private func text(of entry: Entry) -> String? {
        let content: [ContentBlock] =
            switch entry.kind {
            case .message(let message): message.content
            case .customMessage(let custom): custom.content
            default: []
            }
        for case .text(let text) in content { return text.value }
        return nil
    }

    private func lastText(_ room: EngineRoom) -> String? { room.replica().entries.last.flatMap(text) }
}
