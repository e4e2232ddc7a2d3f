import CollabReplica
import CollabWire
import Foundation
import Testing

@testable import CollabHost

@Suite("Questions of a scripted host")
struct HostAskTests {
    private func asking(
        _ ask: String, _ branches: String = #"{"*": [{"assistant": {"text": "So: {{answer}} from {{answer.from}}"}}]}"#
    ) -> String {
        scriptText(timeline: #"[{"wait": 100}, {"turn": [{"ask": \#(ask)}, {"branch": \#(branches)}]}]"#)
    }

    private func lastText(_ room: EngineRoom) -> String? {
        guard case .message(let message)? = room.replica().entries.last?.kind,
            case .text(let text)? = message.content.first
        else { return nil }
        return text.value
    }

    private let piers =
        #"{"kind": "select", "title": "Which pier?", "options": ["North", {"label": "South", "description": "shallower"}], "recommended": 1, "help": "arrow keys"}"#

    @Test("A choice carries options, descriptions, recommendation and help")
    func select() throws {
        var room = try EngineRoom(json: asking(piers))
        try room.join(1)
        try room.advance(by: 200)
        let ask = try #require(room.replica().asks.first)
        #expect(ask.title == "Which pier?")
        guard case .select(let select) = ask.kind else {
            Issue.record("no choice")
            return
        }
        #expect(
            select.options == [
                .init(label: "North", description: nil), .init(label: "South", description: "shallower"),
            ])
        #expect(select.initialIndex == 1)
        #expect(select.helpText == "arrow keys")
        #expect(select.marker == .radio)
    }

    @Test("The first answer wins: the question goes everywhere, a second answer changes nothing")
    func firstAnswerWins() throws {
        var room = try EngineRoom(json: asking(piers))
        try room.join(1)
        try room.join(2, name: "mara")
        try room.advance(by: 200)
        let id = try #require(room.replica().asks.first?.id)
        try room.send(.uiResponse(reqId: id, value: "South"), from: 2)
        #expect(room.replica(1).asks.isEmpty)
        #expect(room.replica(2).asks.isEmpty)
        #expect(room.frames(1).contains(.uiRequestEnd(id)))
        try room.send(.uiResponse(reqId: id, value: "North"), from: 1)
        #expect(room.errors().isEmpty)
        try room.advance(by: 3_000)
        #expect(lastText(room) == "So: South from mara")
    }

    @Test(
        "Each answer has its own way on, and a skip has one too",
        arguments: [("North", "N"), ("South", "S"), (nil, "none")])
    func branches(answer: String?, expected: String) throws {
        let branches =
            #"{"North": [{"assistant": {"text": "N"}}], "South": [{"assistant": {"text": "S"}}], "cancel": [{"assistant": {"text": "none"}}]}"#
        var room = try EngineRoom(json: asking(piers, branches))
        try room.join(1)
        try room.advance(by: 200)
        try room.send(.uiResponse(reqId: room.replica().asks[0].id, value: answer), from: 1)
        try room.advance(by: 3_000)
        #expect(lastText(room) == expected)
        #expect(room.differences().isEmpty)
    }

    @Test("An answer that is no option is told to its guest; the question stays")
    func wrongAnswer() throws {
        var room = try EngineRoom(json: asking(piers))
        try room.join(1)
        try room.advance(by: 200)
        try room.send(.uiResponse(reqId: room.replica().asks[0].id, value: "East"), from: 1)
        #expect(room.errors().count == 1)
        #expect(room.replica().asks.count == 1)
    }

    @Test("View guests are never asked")
    func viewGuests() throws {
        var room = try EngineRoom(json: asking(piers))
        try room.join(1, writes: false)
        try room.join(2, name: "mara")
        try room.advance(by: 200)
        #expect(room.replica(1).asks.isEmpty)
        #expect(room.replica(2).asks.count == 1)
        try room.join(3, name: "jon", writes: false)
        #expect(!room.frames(3).contains { if case .uiRequest = $0 { true } else { false } })
    }

    @Test("Who joins later is asked what is still open")
    func replay() throws {
        var room = try EngineRoom(json: asking(piers))
        try room.join(1)
        try room.advance(by: 200)
        try room.join(2, name: "mara")
        #expect(room.replica(2).asks.map(\.id) == room.replica(1).asks.map(\.id))
    }

    @Test("A multi-select is a run of requests: each toggle ends one and opens the next")
    func multi() throws {
        let cargo =
            #"{"kind": "multi", "title": "Mark cargo", "options": ["A", "B", "C"], "checked": [0], "done": "Finish"}"#
        var room = try EngineRoom(json: asking(cargo))
        try room.join(1)
        try room.advance(by: 200)
        var seen: [(id: RequestID, checked: [Int])] = []
        func current() throws -> (RequestID, Ask.Select) {
            let ask = try #require(room.replica().asks.first)
            guard case .select(let select) = ask.kind else { throw TestFailure("no choice") }
            return (ask.id, select)
        }
        for label in ["B", "A", "C"] {
            let (id, select) = try current()
            #expect(select.marker == .checkbox)
            #expect(select.markableCount == 3)
            #expect(select.options.map(\.label) == ["A", "B", "C", "Finish"])
            seen.append((id, select.checkedIndices))
            try room.send(.uiResponse(reqId: id, value: label), from: 1)
            #expect(room.replica().asks.isEmpty)
            try room.advance(by: 150)
        }
        let (last, select) = try current()
        #expect(select.checkedIndices == [1, 2])
        #expect(Set(seen.map(\.id) + [last]).count == 4)
        #expect(seen.map(\.checked) == [[0], [0, 1], [1]])
        try room.send(.uiResponse(reqId: last, value: "Finish"), from: 1)
        try room.advance(by: 3_000)
        #expect(lastText(room) == "So: B, C from ilse")
    }

    @Test("An editor offers its text and takes any text back, spaces and all")
    func editor() throws {
        var room = try EngineRoom(json: asking(#"{"kind": "editor", "title": "Name the boat", "prefill": "S.S. "}"#))
        try room.join(1)
        try room.advance(by: 200)
        #expect(room.replica().asks.first?.kind == .editor(prefill: "S.S. "))
        try room.send(.uiResponse(reqId: room.replica().asks[0].id, value: "  S.S. Tern  "), from: 1)
        try room.advance(by: 3_000)
        #expect(lastText(room) == "So:   S.S. Tern   from ilse")
    }

    @Test("An abort takes the question away")
    func abort() throws {
        var room = try EngineRoom(json: asking(piers))
        try room.join(1)
        try room.advance(by: 200)
        try room.send(.abort, from: 1)
        try room.advance(by: 400)
        #expect(room.replica().asks.isEmpty)
        #expect(!room.replica().isWorking)
        #expect(room.differences().isEmpty)
    }

    @Test("When nobody answers in time, the host takes what it recommended")
    func timeout() throws {
        var room = try EngineRoom(
            json: asking(#"{"kind": "select", "title": "?", "options": ["a", "b"], "recommended": 1, "timeout": 5000}"#)
        )
        try room.join(1)
        try room.advance(by: 5_200)
        #expect(room.replica().asks.isEmpty)
        try room.advance(by: 3_000)
        #expect(lastText(room) == "So: b from rita")
    }

    @Test("A call that is declined does not run and says so")
    func refusedCall() throws {
        let timeline = """
            [{"turn": [{"assistant": {"calls": [{"name": "bash", "args": {"command": "rm -r hold"}, "output": "gone",
              "ask": {"kind": "select", "title": "Run it?", "options": ["Approve", "Decline"]},
              "refusal": {"answer": "Decline", "output": "The user declined."}}]}}]}]
            """
        for (answer, output, isError) in [("Approve", "gone", false), ("Decline", "The user declined.", true)] {
            var room = try EngineRoom(json: scriptText(timeline: timeline))
            try room.join(1)
            let isAsked = try room.advance(atMost: 3_000) { !$0.replica().asks.isEmpty }
            #expect(isAsked)
            #expect(room.replica().tools.count == 1)
            try room.send(.uiResponse(reqId: room.replica().asks[0].id, value: answer), from: 1)
            try room.advance(by: 3_000)
            guard case .message(let message)? = room.replica().entries.last?.kind,
                case .toolResult(let info) = message.role
            else {
                Issue.record("no result")
                return
            }
            #expect(info.isError == isError)
            #expect(message.content == [.text(JSONString(output))])
        }
    }

    @Test("A prompt is answered while a question of the idle room stays open")
    func promptBesideAsk() throws {
        let script = scriptText(
            timeline: #"[{"ask": \#(piers)}, {"branch": {"*": [{"notice": {"message": "chosen {{answer}}"}}]}}]"#,
            onPrompt: #"[{"steps": [{"assistant": {"text": "Aye."}}]}]"#)
        var room = try EngineRoom(json: script)
        try room.join(1)
        try room.send(.prompt(text: "first this", images: []), from: 1)
        try room.advance(by: 100)
        try room.send(.abort, from: 1)
        try room.advance(by: 3_000)
        #expect(room.replica().asks.count == 1)
        try room.send(.uiResponse(reqId: room.replica().asks[0].id, value: "North"), from: 1)
        try room.advance(by: 100)
        #expect(room.notices().last == "chosen North")
    }
}

struct TestFailure: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }
}
