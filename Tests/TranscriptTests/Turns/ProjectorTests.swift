import CollabReplica
import CollabWire
import Testing

@testable import Transcript

@Suite("The projector")
struct ProjectorTests {
    @Test("makes few row values for an entry that is appended to five thousand, and leaves the others alone")
    func appendToMany() throws {
        var host = ScriptedHost()
        try host.welcome((0..<5000).map { ScriptedHost.user("u\($0)", at: $0 / 100, "note \($0)") })
        host.look()
        let before = Array(host.projector.rows)
        try host.entry(ScriptedHost.assistant("a", at: 60, [ScriptedHost.text("done"), ScriptedHost.call("c")]))
        host.look()
        #expect(host.diff.touchedCount <= 5)
        #expect(host.diff.removals.isEmpty)
        #expect(host.diff.updates.isEmpty)
        #expect(Array(host.projector.rows.prefix(before.count)) == before)
        #expect(host.mirror == Array(host.projector.rows))
    }

    @Test("keeps the rows of a streamed message when its entry lands")
    func streamedToDurable() throws {
        var host = ScriptedHost()
        try host.welcome([ScriptedHost.user("u", at: 0)], isStreaming: true)
        try host.event("\"type\":\"message_start\",\"message\":\(ScriptedHost.message([], at: 7))")
        var blocks = [ScriptedHost.thinking("hm"), ScriptedHost.text("Hello **wor")]
        try host.event("\"type\":\"message_update\",\"message\":\(ScriptedHost.message(blocks, at: 7))")
        host.look()
        let streamed = Array(host.projector.rows.suffix(2))
        #expect(streamed.map(\.isStreaming) == [false, true])

        blocks[1] = ScriptedHost.text("Hello **world**")
        try host.event("\"type\":\"message_end\",\"message\":\(ScriptedHost.message(blocks, at: 7))")
        try host.entry(ScriptedHost.assistant("a", at: 1, blocks, time: 7))
        host.look()
        let durable = Array(host.projector.rows.suffix(2))
        #expect(durable.map(\.id) == streamed.map(\.id))
        #expect(durable.map(\.entryId) == ["a", "a"])
        #expect(host.diff.insertions.isEmpty && host.diff.removals.isEmpty)
        guard case .prose(let prose) = durable[1].kind else {
            Issue.record("the second row is no prose")
            return
        }
        #expect(prose.text == "Hello **world**")
        #expect(prose.isParsed, "what was parsed while it streamed is not parsed again")
    }

    @Test("keeps the names of watched rows over a reconnect, and names what is new by its entry")
    func reconnect() throws {
        var host = ScriptedHost()
        try host.welcome([ScriptedHost.user("u", at: 0)], isStreaming: true)
        let message = ScriptedHost.message([ScriptedHost.text("one")], at: 7)
        try host.event("\"type\":\"message_end\",\"message\":\(message)")
        host.look()
        let watched = host.projector.rows[1].id
        let entries = [
            ScriptedHost.user("u", at: 0), ScriptedHost.assistant("a", at: 1, [ScriptedHost.text("one")], time: 7),
            ScriptedHost.user("v", at: 2),
        ]
        try host.welcome(entries)
        host.look()
        #expect(
            host.projector.rows.map(\.id) == [
                TurnID(.entry("u")), watched, TurnID(.entry("v")),
            ])
        #expect(host.diff.touchedCount == 2, "the entry behind the streamed row, and the new prompt")
        try host.welcome(entries)
        host.look()
        #expect(host.diff.isEmpty, "the same again changes nothing")
    }

    @Test("shows Markdown of users, guests' names, and the blocks of one message apart")
    func proseAndBadges() throws {
        var host = ScriptedHost()
        try host.welcome([
            ScriptedHost.user("u", at: 0, "look at `relay`"),
            ScriptedHost.wrap(
                "g", at: 1,
                #""type":"custom_message","customType":"collab-prompt","content":"**now**","details":{"from":"ada"},"display":true"#
            ),
            ScriptedHost.assistant(
                "a", at: 2, [ScriptedHost.text("before"), ScriptedHost.call("c"), ScriptedHost.text("after")]),
        ])
        host.look()
        let rows = Array(host.projector.rows)
        try #require(rows.count == 5)
        func runs(_ row: UITurn) -> [MarkdownRun] {
            guard case .user(let user) = row.kind, case .text(let prose)? = user.parts.first,
                case .paragraph(let runs)? = prose.blocks.first?.kind
            else { return [] }
            return runs
        }
        #expect(runs(rows[0]).contains { $0.text == "relay" && $0.style.contains(.code) })
        #expect(runs(rows[1]).contains { $0.text == "now" && $0.style.contains(.bold) })
        guard case .user(let guest) = rows[1].kind else {
            Issue.record("the guest's prompt is no user row")
            return
        }
        #expect(guest.author == .guest(name: "ada"))
        #expect(SessionFormat.german.author(.guest(name: nil), hostName: "mara") == "Gast")
    }

    @Test("says why the agent stopped, but not while it still writes")
    func stopChips() throws {
        var host = ScriptedHost()
        try host.welcome([], isStreaming: true)
        let failing = """
            {"role":"assistant","content":[{"type":"text","text":"cut"}],"stopReason":"error",
            "errorMessage":"overloaded","timestamp":3}
            """
        try host.event("\"type\":\"message_update\",\"message\":\(failing)")
        host.look()
        #expect(host.projector.rows.count == 1)
        try host.entry(ScriptedHost.wrap("a", at: 1, "\"type\":\"message\",\"message\":\(failing)"))
        try host.entry(ScriptedHost.assistant("b", at: 2, [], stop: "aborted"))
        try host.entry(ScriptedHost.assistant("c", at: 3, [ScriptedHost.text("fine")], stop: "stop"))
        try host.state(isStreaming: false)
        host.look()
        let chips = host.projector.rows.compactMap { row -> SystemTurn? in
            if case .system(let system) = row.kind { system } else { nil }
        }
        #expect(chips == [.stopped(.error, message: "overloaded"), .stopped(.aborted, message: nil)])
        #expect(SessionFormat.english.text(chips[0]) == "error: overloaded")
    }

    @Test("shows a bare string among blocks as a note, wherever it stands")
    func clippedArrays() throws {
        var host = ScriptedHost()
        let clipped = ScriptedHost.wrap(
            "r", at: 2,
            """
            "type":"message","message":{"role":"toolResult","toolCallId":"c","toolName":"bash",
            "content":[{"type":"text","text":"a"},"…[4744 élements]"],"isError":false,"timestamp":1}
            """)
        try host.welcome([
            ScriptedHost.assistant("a", at: 1, [ScriptedHost.call("c"), "\"…[übrig]\"", ScriptedHost.text("x")]),
            clipped,
        ])
        host.look()
        #expect(host.projector.rows.contains { $0.kind == .note("…[übrig]") })
        let card = try #require(
            host.projector.rows.compactMap { row -> ToolCard? in
                if case .tool(let tool) = row.kind { ToolCard(tool) } else { nil }
            }.first)
        let text = CardWriter.text(card.body)
        #expect(text.contains("a\n…[4744 élements]"))
    }

    @Test("pairs results that come first, late, or never with their calls")
    func results() throws {
        var host = ScriptedHost()
        try host.welcome([])
        try host.entry(ScriptedHost.result("r1", at: 1, call: "c1", "early"))
        host.look()
        guard case .tool(let orphan) = host.projector.rows[0].kind else {
            Issue.record("a result without a call is shown on its own")
            return
        }
        #expect(orphan.isOrphan)
        try host.entry(
            ScriptedHost.assistant(
                "a", at: 2, [ScriptedHost.call("c1"), ScriptedHost.text("."), ScriptedHost.call("c2")]))
        try host.event(
            #""type":"tool_execution_start","toolCallId":"c2","toolName":"bash","args":{"command":"make"}"#)
        host.look()
        func statuses() -> [ToolStatus] {
            host.projector.rows.compactMap { if case .tool(let tool) = $0.kind { tool.status } else { nil } }
        }
        #expect(statuses() == [.succeeded, .running])
        try host.entry(ScriptedHost.result("r2", at: 3, call: "c2", "late", isError: true))
        host.look()
        #expect(statuses() == [.succeeded, .failed])
        #expect(host.diff.touchedCount == 1)
    }

    @Test("folds consecutive calls into one row that keeps the first one's id")
    func activity() throws {
        var host = ScriptedHost()
        try host.welcome([
            ScriptedHost.assistant("a", at: 1, [ScriptedHost.call("c1", "read", #"{"path":"a.swift"}"#)]),
            ScriptedHost.result("r1", at: 2, call: "c1"),
        ])
        host.look()
        let single = host.projector.rows[0].id
        try host.entry(
            ScriptedHost.assistant(
                "b", at: 3,
                [
                    ScriptedHost.call("c2", "read", #"{"path":"b.swift"}"#),
                    ScriptedHost.call("c3", "grep", #"{"pattern":"x"}"#),
                    ScriptedHost.call("c4", "read", #"{"path":"map.png"}"#),
                ]))
        host.look()
        #expect(host.projector.rows.count == 2, "a picture stands by itself")
        #expect(host.projector.rows[0].id == single)
        #expect(host.diff.updates.map(\.index) == [0])
        guard case .activity(let activity) = host.projector.rows[0].kind else {
            Issue.record("the calls are not folded")
            return
        }
        #expect(SessionFormat.english.text(ActivitySummary(activity)) == "Read 2 files, 1 search")
        #expect(SessionFormat.german.text(ActivitySummary(activity)) == "2 Dateien gelesen, 1 Suche")
        // What is being done is not told as done.
        var working = activity
        func run(_ index: Int) { (working.steps[index].tool.result, working.steps[index].tool.isRunning) = (nil, true) }
        run(1)
        #expect(SessionFormat.english.text(ActivitySummary(working)) == "Read 1 file, reading 1 file, 1 search")
        #expect(SessionFormat.german.text(ActivitySummary(working)) == "1 Datei gelesen, liest 1 Datei, 1 Suche")
        for index in working.steps.indices { run(index) }
        #expect(SessionFormat.english.text(ActivitySummary(working)) == "Reading 2 files, 1 search")
        try host.entry(ScriptedHost.result("r3", at: 4, call: "c3", isError: true))
        host.look()
        guard case .activity(let failed) = host.projector.rows[0].kind else { return }
        #expect(ActivitySummary(failed).failedCount == 1)
    }

    @Test("offers what the host trimmed where it belongs")
    func elided() throws {
        var host = ScriptedHost()
        let record = #"{"path":["message","content",1,"text"],"kind":"string","bytes":9,"hash":"h"}"#
        let whole = #"{"path":[],"kind":"entry","bytes":9,"hash":"h"}"#
        let message = ScriptedHost.message([ScriptedHost.text("a"), ScriptedHost.text("b…")], at: 1)
        try host.welcome([
            ScriptedHost.wrap(
                "a", at: 1, "\"type\":\"message\",\"message\":\(message)", extra: ",\"collabElided\":[\(record)]"),
            ScriptedHost.wrap(
                "b", at: 1, #""type":"custom_message","customType":"too-large","content":"x","display":false"#,
                extra: ",\"collabElided\":[\(whole)]"),
        ])
        host.look()
        let rows = Array(host.projector.rows)
        #expect(rows.map { $0.elided.map(\.entryId) } == [[], ["a"], ["b"]])
    }

    @Test("marks days, earlier history and what is new")
    func markers() throws {
        var host = ScriptedHost()
        try host.welcome(
            [ScriptedHost.user("a", at: 10), ScriptedHost.user("b", at: 1500), ScriptedHost.user("c", at: 1501)],
            hasEarlier: true)
        host.look()
        func kinds() -> [String] {
            host.projector.rows.map { row in
                switch row.kind {
                case .earlierHistory: "earlier"
                case .day: "day"
                case .newSince: "new"
                default: row.entryId ?? "?"
                }
            }
        }
        #expect(kinds() == ["earlier", "a", "day", "b", "c"])
        host.seen(after: "b")
        #expect(kinds() == ["earlier", "a", "day", "b", "new", "c"])
        #expect(host.mirror == Array(host.projector.rows))
        let page = [try Entry(decoding: JSONText(validating: ScriptedHost.user("z", at: 5)))]
        host.note(host.replica.prepend(page: page, startId: nil, hasEarlier: false))
        host.look()
        #expect(kinds() == ["z", "a", "day", "b", "new", "c"])
        host.seen(after: nil)
        #expect(kinds() == ["z", "a", "day", "b", "c"])
    }

    @Test("finds the reader's place again, or the nearest later one")
    func anchors() throws {
        var host = ScriptedHost()
        try host.welcome((0..<20).map { ScriptedHost.user("u\($0)", at: $0) })
        host.look()
        let anchor = TurnAnchor(host.projector.rows[7])
        try host.welcome((3..<25).map { ScriptedHost.user("u\($0)", at: $0) })
        host.look()
        #expect(host.projector.rows.index(of: anchor) == 4)
        try host.welcome((10..<25).map { ScriptedHost.user("u\($0)", at: $0) })
        host.look()
        #expect(host.projector.rows.index(of: anchor) == 0)
        #expect(host.projector.rows.window(3..<6).map(\.entryId) == ["u13", "u14", "u15"])
    }

    @Test("does not let subagents run on after a reconnect that says otherwise")
    func subagents() throws {
        var host = ScriptedHost()
        let call = ScriptedHost.assistant(
            "a", at: 1,
            [ScriptedHost.call("t", "task", #"{"tasks":[{"id":"S1","description":"one"},{"id":"S2"}]}"#)])
        try host.welcome([call], isStreaming: true)
        for (index, id) in ["S1", "S2"].enumerated() {
            try host.send(
                """
                {"t":"bus","channel":"task:subagent:progress","data":{"index":\(index),"agent":"task","task":"t",
                "parentToolCallId":"t","progress":{"id":"\(id)","agent":"task","status":"running","task":"t",
                "lastIntent":"digging","toolCount":2,"tokens":1200}}}
                """)
        }
        host.look()
        func states() -> [SubagentRow.State] {
            guard case .subagents(let turn)? = host.projector.rows.first?.kind else { return [] }
            return turn.rows.map(\.state)
        }
        #expect(states() == [.running, .running])
        try host.welcome(
            [call],
            agents:
                #"[{"id":"S1","displayName":"S1","kind":"sub","status":"idle","hasSessionFile":true,"createdAt":1,"lastActivity":1}]"#
        )
        host.look()
        #expect(!states().contains(.running))
    }

    @Test("draws a subagent's transcript with the same rows")
    func subagentTranscript() throws {
        var transcript = SubagentTranscript(timeZone: .gmt)
        let header = try JSONText(validating: #"{"type":"session","id":"x","cwd":"/"}"#)
        let first = try JSONText(validating: ScriptedHost.assistant("a", at: 1, [ScriptedHost.call("c")]))
        #expect(transcript.append([header, first]).touchedCount == 1)
        let second = try JSONText(validating: ScriptedHost.result("r", at: 2, call: "c"))
        let diff = transcript.append([second])
        #expect(diff.updates.count == 1 && diff.insertions.isEmpty)
        guard case .tool(let tool)? = transcript.rows.first?.kind else {
            Issue.record("the call is no tool row")
            return
        }
        #expect(tool.status == .succeeded)
    }
}
