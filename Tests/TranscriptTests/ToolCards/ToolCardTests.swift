import CollabWire
import Testing

@testable import Transcript

@Suite("A tool card")
struct ToolCardTests {
    static func card(
        _ name: String, _ arguments: String? = nil, text: String? = nil, details: String? = nil, isError: Bool = false
    ) throws -> ToolCard {
        let result = text.map { text in
            (content: [ContentBlock.text(JSONString(text))], details: details)
        }
        return ToolCard(
            ToolTurn(
                callId: "c", name: name, arguments: try arguments.map { try JSONText(validating: $0) },
                result: try result.map {
                    ToolResultValue(
                        content: $0.content, details: try $0.details.map { try JSONText(validating: $0) },
                        isError: isError)
                }))
    }

    @Test(
        "knows every tool by its names, old ones too",
        arguments: [
            "bash", "read", "edit", "apply_patch", "write", "grep", "search", "glob", "find", "ast_grep", "ast_edit",
            "eval", "js", "python", "notebook", "task", "todo", "ask", "lsp", "debug", "browser", "puppeteer",
            "web_search", "fetch", "generate_image", "inspect_image", "github", "hub", "irc", "job", "await", "poll",
            "wait", "cancel_job", "goal", "yield", "resolve", "reject", "propose", "recall", "retain", "reflect",
            "report_tool_issue",
        ])
    func names(name: String) {
        #expect(ToolCardRegistry.kind(named: name).names.contains(name))
    }

    @Test(
        "reads the scope of a search in every form it has had",
        arguments: [
            (#"{"pattern":"x","path":"src"}"#, "src"), (#"{"pattern":"x","path":"[\"a.ts\",\"b.ts\"]"}"#, "a.ts, b.ts"),
            (#"{"pattern":"x","paths":["a","b"]}"#, "a, b"), (#"{"pattern":"x","paths":"one"}"#, "one"),
            (#"{"pattern":"x","path":"[id].ts"}"#, "[id].ts"), (#"{"pattern":"x"}"#, "."),
        ])
    func scope(arguments: String, scope: String) throws {
        let line = CardWriter.line(try Self.card("grep", arguments))
        #expect(line.contains("in \(scope)"))
        guard scope != "." else { return }
        #expect(CardWriter.line(try Self.card("glob", arguments)).contains(scope))
    }

    @Test("shows the code of a cell in every form it has had")
    func cells() throws {
        let forms = [
            #"{"language":"python","code":"1 + 1"}"#, #"{"cells":[{"language":"py","code":"1 + 1"}]}"#,
            #"{"input":"*** Cell py:\"sum\" t:5s rst\n1 + 1\n*** End"}"#,
            #"{"input":"*** Begin PY\n*** Title: sum\n1 + 1\n*** End"}"#, #"{"input":"===== py:\"sum\" =====\n1 + 1"}"#,
            #"{"input":"1 + 1"}"#,
        ]
        for form in forms {
            let card = try Self.card("eval", form)
            #expect(CardWriter.text(card.body).contains("1 + 1"), "\(form)")
            #expect(card.summary.contains { $0.text == "py" }, "\(form)")
        }
    }

    @Test(
        "is drawn for arguments and results of any shape",
        arguments: ToolCardRegistry.kinds.flatMap { $0.names } + ["x"])
    func anyShape(name: String) throws {
        let odd = ["null", "\"text\"", "7", "true", "[1,[2],{}]", "{}", #"{"a":{"b":[null]}}"#]
        let keys = [
            "command", "path", "paths", "input", "edits", "content", "pattern", "query", "op", "ops", "questions",
            "options", "tasks", "cells", "code", "items", "action", "args", "env", "url", "pr", "ids", "poll", "extra",
            "data", "pat", "phases", "results", "progress", "jobs", "response", "snapshot", "watch", "goal", "daemon",
            "inbox", "peers", "receipts", "waited", "perFileResults", "diagnostics", "xdev", "async", "images",
        ]
        var cases = odd.map { ($0, $0) }
        for key in keys {
            for value in odd.dropFirst(2) { cases.append(("{\"\(key)\":\(value)}", "{\"\(key)\":\(value)}")) }
        }
        for (index, (arguments, details)) in cases.enumerated() {
            for text in ["", "one\ntwo"].suffix(index % 5 == 0 ? 2 : 1) {
                for isError in [index % 2 == 0, true].prefix(index % 2 == 0 ? 1 : 2) {
                    let card = try Self.card(name, arguments, text: text, details: details, isError: isError)
                    _ = CardWriter.line(card)
                    let body = CardWriter.text(card.body)
                    _ = card.images
                    _ = card.links
                    #expect(card.isError == isError)
                    if isError, !text.isEmpty {
                        #expect(body.contains("one"), "\(name) \(arguments): an error must say what it is")
                    }
                }
            }
            _ = CardWriter.line(try Self.card(name, arguments))
        }
    }

    @Test("takes the intent from the call, else from the arguments, and keeps a flag of that name")
    func intent() throws {
        var tool = ToolTurn(callId: "c", name: "bash", arguments: try JSONText(validating: #"{"i":" from args "}"#))
        #expect(ToolCard(tool).intent == "from args")
        tool.intent = "from call"
        #expect(ToolCard(tool).intent == "from call")
        #expect(CardWriter.line(try Self.card("grep", #"{"pattern":"x","i":true}"#)).hasSuffix(" i"))
    }

    @Test("draws a call through xd:// as the tool behind it, once its arguments can be read")
    func devices() throws {
        let running = try Self.card("write", #"{"path":"xd://inspect_image","content":"{\"path\":\"a.png\"}"}"#)
        #expect(running.title == "xd://inspect_image")
        #expect(CardWriter.line(running).contains("a.png"))
        let partial = try Self.card("write", #"{"path":"xd://inspect_image","content":"{\"pa"}"#)
        #expect(partial.title == "write")
        let failed = try Self.card(
            "write", #"{"path":"xd://inspect_image","content":"{}"}"#, text: "no eye", details: "{}", isError: true)
        #expect(failed.title == "write" && failed.isError)
    }

    @Test("shows what a running tool has put out so far")
    func live() throws {
        var tool = ToolTurn(callId: "c", name: "bash", arguments: nil, isRunning: true)
        tool.partial = ToolOutput(
            content: [], details: nil, raw: JSONText(JSONValue.string("line 1")))
        #expect(ToolCard(tool).liveOutput?.text.text == "line 1")
        #expect(CardWriter.text(ToolCard(tool).body).contains("line 1"))
        tool.result = ToolResultValue(content: [], details: nil, isError: false)
        #expect(ToolCard(tool).liveOutput == nil)
    }

    @Test("gives long output page by page, and an endless line in pieces")
    func pages() {
        let text = PagedText((1...1000).map { "line \($0)" }.joined(separator: "\n"))
        let first = text.page(lines: 3)
        #expect(first.text == "line 1\nline 2\nline 3")
        let second = text.page(from: first.next, lines: 2)
        #expect(second.text == "line 4\nline 5")
        #expect(text.page(lines: 2000).next == nil)
        let endless = PagedText(String(repeating: "é", count: 50_000))
        var pieces = 0
        var length = 0
        var start: PagedText.Position?
        repeat {
            let page = endless.page(from: start, lines: 2, longestLine: 1000)
            pieces += 1
            length += page.text.count
            start = page.next
        } while start != nil && pieces < 1000
        #expect(length == 50_000)
        #expect(pieces > 10)
        #expect(text.tail(bytes: 9) == "line 1000")
    }

    @Test("writes JSON for people, as deep as it is")
    func json() throws {
        let text = try JSONText(validating: #"{"a":[1,2.50,"\u00e9\n"],"b":{}}"#)
        #expect(JSONPrinter.compact(text) == #"{"a":[1,2.5,"é\n"],"b":{}}"#)
        #expect(JSONPrinter.pretty(text) == "{\n  \"a\": [\n    1,\n    2.5,\n    \"é\\n\"\n  ],\n  \"b\": {}\n}")
        let deep = String(repeating: "[", count: 5000) + String(repeating: "]", count: 5000)
        #expect(JSONPrinter.pretty(try JSONText(validating: deep)).contains("[[["))
    }
}
