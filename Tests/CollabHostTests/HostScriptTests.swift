import Foundation
import Testing

@testable import CollabHost

@Suite("Reading host scripts")
struct HostScriptTests {
    private func problem(_ json: String) -> ScriptError? {
        do throws(ScriptError) {
            _ = try HostScript(json: json, name: "room.json")
            return nil
        } catch {
            return error
        }
    }

    @Test(
        "A mistake is named with its line, its field, and what would be right",
        arguments: [
            (#"[{"wait": "long"}]"#, "timeline[0].wait", "expected a number, found a string"),
            (#"[{"wait": -1}]"#, "timeline[0].wait", "expected a number from 0"),
            (#"[{"wiat": 1}]"#, "timeline[0]", "unknown step \"wiat\""),
            (#"[{"wait": 1, "notice": {"message": "x"}}]"#, "timeline[0]", "exactly one field"),
            (#"[{"assistant": {"text": "x"}}]"#, "timeline[0]", "\"assistant\" cannot stand outside a turn"),
            (#"[{"turn": [{"turn": []}]}]"#, "timeline[0].turn[0]", "cannot stand inside a turn"),
            (
                #"[{"turn": [{"assistant": {"txt": "x"}}]}]"#, "timeline[0].turn[0].assistant",
                "unknown field \"txt\"; known are"
            ),
            (#"[{"turn": [{"assistant": {}}]}]"#, "timeline[0].turn[0].assistant", "a message needs"),
            (
                #"[{"turn": [{"assistant": {"text": ["a", 2]}}]}]"#, "timeline[0].turn[0].assistant.text[1]",
                "expected a string"
            ),
            (#"[{"turn": [{"assistant": {"text": "{{promt}}"}}]}]"#, "timeline[0].turn[0].assistant.text", "{{promt}}"),
            (
                #"[{"turn": [{"assistant": {"calls": [{"args": {}}]}}]}]"#, "timeline[0].turn[0].assistant.calls[0]",
                "\"name\" is missing"
            ),
            (
                #"[{"user": {"text": "x", "images": ["nope"]}}]"#, "timeline[0].user.images[0]",
                "there is no image \"nope\""
            ),
            (#"[{"run": "nowhere"}]"#, "timeline[0].run", "there is no scene \"nowhere\""),
            (#"[{"loop": []}]"#, "timeline[0].loop", "needs something to repeat"),
            (#"[{"ask": {"kind": "select", "title": "?"}}]"#, "timeline[0].ask", "needs \"options\""),
            (
                #"[{"ask": {"kind": "choice", "title": "?"}}]"#, "timeline[0].ask.kind",
                "\"select\", \"multi\", \"editor\""
            ),
            (
                #"[{"ask": {"kind": "editor", "title": "?", "options": ["a"]}}]"#, "timeline[0].ask.options",
                "an editor has no"
            ),
            (
                #"[{"ask": {"kind": "select", "title": "?", "options": ["a", "a"]}}]"#, "timeline[0].ask",
                "the same label"
            ),
            (
                #"[{"ask": {"kind": "select", "title": "?", "options": ["a"], "recommended": 1}}]"#,
                "timeline[0].ask.recommended", "from 0 to 0"
            ),
            (#"[{"clock": {"daysAgo": 1, "at": "09:00"}}]"#, "timeline[0]", "\"clock\" cannot stand outside a turn"),
            (
                #"[{"turn": [{"compact": {"summary": "x", "tokens": 1, "drop": true}}]}]"#,
                "timeline[0].turn[0].compact", "between turns"
            ),
            (
                #"[{"notice": {"message": "x", "level": "loud"}}]"#, "timeline[0].notice.level",
                "\"info\", \"warning\", \"error\""
            ),
            (#"[{"entry": {"message": {}}}]"#, "timeline[0].entry", "\"type\" is missing"),
        ])
    func mistakes(timeline: String, field: String, words: String) throws {
        let error = try #require(problem(scriptText(timeline: "\n\n" + timeline)))
        #expect(error.field == field)
        #expect(error.problem.contains(words), "\(error)")
        // `timeline` begins on the fifth line of the script, the mistake is two lines below.
        #expect(error.line == 7)
        #expect(error.description.hasPrefix("room.json:7: \(field): "))
    }

    @Test(
        "Broken JSON is named with its line",
        arguments: [
            ("{\n\"version\": 1,\n}", 3, "field name"), ("{\n\"a\": 1\n\"b\": 2}", 3, "expected \",\" or \"}\""),
            ("{\"a\": \"x\ny\"}", 1, "line break"), ("[1, 2", 1, "ends before"),
            ("{\"a\": tru}", 1, "expected a value"),
            ("{\"a\": 1,\n \"a\": 2}", 2, "stands twice"), ("{} x", 1, "more text"), ("{\"a\": \"\\x\"}", 1, "escape"),
            ("{\"a\": \"\\ud83d\"}", 1, "surrogate"), ("{\"a\": 01e}", 1, "not a number"),
            ("", 1, "ends in the middle"),
            (String(repeating: "[", count: 100), 1, "deeper"),
        ])
    func brokenJSON(json: String, line: Int, words: String) throws {
        let error = try #require(problem(json))
        #expect(error.line == line)
        #expect(error.problem.contains(words), "\(error)")
    }

    @Test("A scene that runs itself, and one that nobody runs, are found")
    func scenes() throws {
        let base = scriptText()
        let circular = base.dropLast(1) + #", "scenes": {"a": [{"run": "b"}], "b": [{"run": "a"}]}}"#
        let used = circular.replacing(#""timeline": []"#, with: #""timeline": [{"run": "a"}]"#)
        #expect(problem(String(used))?.problem.contains("a → b → a") == true)
        let unused = base.dropLast(1) + #", "scenes": {"a": [{"wait": 1}]}}"#
        #expect(problem(String(unused))?.problem.contains("nothing runs") == true)
    }

    @Test("A script's places are filled, and places of other languages stay")
    func templates() {
        var values = Bindings()
        values.prompt = "one\ntwo"
        values.promptFrom = "ilse"
        values.answer = "yes"
        #expect(Template("{{prompt.from}}: {{answer}}").filled(values) == "ilse: yes")
        #expect(Template("{{prompt.quote}}").filled(values) == "> one\n> two")
        #expect(Template("${{ github.sha }} {{ {{answer}").filled(values) == "${{ github.sha }} {{ {{answer}")
        #expect(Template.unknownName(in: "{{answr}}") == "answr")
    }

    @Test("The example of the documentation is a script that plays")
    func documentedExample() throws {
        let file = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().appending(path: "Docs/HostScripts.md")
        let parts = try String(contentsOf: file, encoding: .utf8).components(separatedBy: "```")
        let example = try #require(parts.first { $0.hasPrefix("json") }).dropFirst(4)
        var room = try EngineRoom(json: String(example))
        try room.join(1)
        try room.advance(by: 10_000)
        #expect(room.ids().count == 5)
        #expect(room.differences().isEmpty)
    }

    @Test("A file that is not there says so")
    func missingFile() {
        do throws(ScriptError) {
            _ = try HostScript(contentsOf: URL(filePath: "/nowhere/room.json"))
            Issue.record("a script from nowhere")
        } catch {
            #expect(error.description == "room.json: there is no such file")
        }
    }

    @Test("A loop that takes no time is slowed down instead of hanging the host")
    func idleLoop() throws {
        var room = try EngineRoom(json: scriptText(timeline: #"[{"loop": [{"notice": {"message": "tick"}}]}]"#))
        try room.join(1)
        try room.advance(by: 10_500)
        #expect(room.notices().count(where: { $0 == "tick" }) == 10)
    }
}
