import CollabReplica
import CollabWire
import Foundation
import Testing

@testable import Transcript

@Suite("Words of a session")
struct SessionFormatTests {
    let now = Date(timeIntervalSince1970: 1_780_000_000)

    @Test(
        "ages are short, and a date ahead is now",
        arguments: [
            (-100.0, "now", "gerade eben"), (5, "now", "gerade eben"), (42, "42 s ago", "vor 42 Sek."),
            (300, "5 min ago", "vor 5 Min."), (7200, "2 h ago", "vor 2 Std."), (90_000, "yesterday", "gestern"),
            (260_000, "3 d ago", "vor 3 Tagen"), (8_000_000, "3 mo ago", "vor 3 Monaten"),
            (70_000_000, "2 y ago", "vor 2 Jahren"),
        ])
    func ages(seconds: Double, english: String, german: String) {
        let date = now.addingTimeInterval(-seconds)
        #expect(SessionFormat.english.age(of: date, now: now) == english)
        #expect(SessionFormat.german.age(of: date, now: now) == german)
    }

    @Test("numbers follow the language")
    func numbers() {
        #expect(SessionFormat.english.number(1_234_567) == "1,234,567")
        #expect(SessionFormat.german.number(-1234) == "-1.234")
        #expect(SessionFormat.english.tokens(48_200) == "48.2k")
        #expect(SessionFormat.german.tokens(1_250_000) == "1,3M")
        #expect(SessionFormat.english.tokens(999_999) == "1.0M")
        #expect(SessionFormat.english.cost(0.0421) == "$0.042")
        #expect(SessionFormat.german.cost(4.2) == "4,20 $")
        #expect(SessionFormat.english.percent(72.6) == "73%")
        #expect(SessionFormat.german.percent(nil) == "—")
        #expect(SessionFormat.english.duration(seconds: 245) == "4 min 5 s")
        #expect(SessionFormat.german.duration(seconds: 180_000) == "2 T 2 h")
        #expect(SessionFormat(Locale(identifier: "de_AT")).language == .german)
        #expect(SessionFormat(Locale(identifier: "fr")).language == .english)
    }

    @Test("days are named near, dated far, by the calendar")
    func days() {
        let format = SessionFormat.english
        #expect(format.day(now, now: now, timeZone: .gmt) == "today")
        #expect(format.day(now.addingTimeInterval(-86_400), now: now, timeZone: .gmt) == "yesterday")
        // 2026-05-28 was a Thursday.
        #expect(format.day(now.addingTimeInterval(-3 * 86_400), now: now, timeZone: .gmt) == "Mon, 25 May")
        let old = Date(timeIntervalSince1970: 951_782_400)
        #expect(SessionFormat.german.day(old, now: now, timeZone: .gmt) == "29. Februar 2000")
    }

    @Test("a title is the session's name, else its folder")
    func titles() throws {
        let state = try Self.state(#""sessionName":"  fix\n the hull ""#)
        #expect(SessionTitle.title(state: state, header: nil, format: .english) == "fix the hull")
        let unnamed = try Self.state(#""sessionName":"""#)
        #expect(SessionTitle.title(state: unnamed, header: nil, format: .english) == "harbour")
        #expect(SessionTitle.title(state: nil, header: nil, format: .german) == "Sitzung")
    }

    @Test("the context's share follows from tokens when no percent is told")
    func context() throws {
        let told = ContextShare(
            try Self.state(#""contextUsage":{"tokens":1,"contextWindow":200000,"percent":81.5}"#))
        #expect(told?.isTight == true)
        #expect(told?.text(.english) == "82% of 200k")
        let counted = ContextShare(
            try Self.state(#""contextUsage":{"tokens":50,"contextWindow":200,"percent":null}"#))
        #expect(counted?.percent == 25)
        #expect(try ContextShare(Self.state(#""x":1"#)) == nil)
    }

    static func state(_ members: String) throws -> SessionState? {
        let json = """
            {"t":"state","state":{"isStreaming":false,"queuedMessageCount":0,"cwd":"/home/mara/harbour",
            "participants":[],\(members)}}
            """
        guard case .state(let state) = try HostFrame.decode(JSONText(validating: json)) else { return nil }
        return state
    }
}

@Suite("A session at a glance")
struct SessionGlanceTests {
    @Test("the running action names the verb, the object and the time")
    func action() throws {
        var host = ScriptedHost()
        try host.welcome([], isStreaming: true)
        #expect(RunningAction(host.replica.state, format: .english)?.text == "working")
        try host.event(
            #""type":"tool_execution_start","toolCallId":"c","toolName":"edit","args":{"path":"Sources/Relay.swift"},"intent":"mend it""#
        )
        let action = try #require(RunningAction(host.replica.state, format: .english))
        #expect(action.text == "editing Relay.swift")
        #expect(action.intent == "mend it")
        let start = try #require(action.startedAt)
        #expect(action.line(now: start + 12_400, format: .english) == "editing Relay.swift · 12 s")
        #expect(RunningAction(host.replica.state, format: .german)?.text == "bearbeitet: Relay.swift")
        try host.event(#""type":"auto_retry_start","attempt":2,"maxAttempts":5,"delayMs":1,"errorMessage":"x""#)
        #expect(RunningAction(host.replica.state, format: .english)?.text == "retrying (2/5)")
        try host.event(#""type":"auto_retry_start","attempt":-2,"maxAttempts":9007199254740991,"delayMs":1"#)
        #expect(RunningAction(host.replica.state, format: .english)?.text == "retrying (0/999+)")
        let system = SystemTurn.retrying(attempt: 1_000, maxAttempts: 999, delayMilliseconds: 1, errorMessage: nil)
        #expect(SessionFormat.german.text(system) == "neuer Versuch 999+/999")
        try host.state(isStreaming: false)
        #expect(RunningAction(host.replica.state, format: .english) == nil)
    }

    @Test("totals follow appended and replaced entries")
    func totals() throws {
        var host = ScriptedHost()
        var totals = SessionTotals()
        func entry(_ id: String, _ tokens: Int) -> String {
            ScriptedHost.wrap(
                id, at: 1,
                """
                "type":"message","message":{"role":"assistant","content":[],"model":"m","stopReason":"stop","timestamp":1,
                "usage":{"input":\(tokens),"output":1,"cacheRead":0,"cacheWrite":0,"totalTokens":\(tokens + 1),
                "cost":{"total":0.5}}}
                """)
        }
        func send(_ json: String) throws {
            let outcome = host.replica.apply(
                try HostFrame.decode(JSONText(validating: "{\"t\":\"entry\",\"entry\":\(json)}")), at: 1)
            totals.apply(outcome.change, host.replica.state)
        }
        try host.welcome([entry("a", 100)])
        var reset = ReplicaChange()
        reset.isReset = true
        totals.apply(reset, host.replica.state)
        try send(entry("b", 10))
        #expect(totals.total == 112)
        try send(entry("b", 20))
        #expect(totals.total == 122)
        #expect(totals.messageCount == 2)
        #expect(totals.text(.english) == "122 tokens · $1.00")
    }

    @Test("the board is the welcome's until a todo result says otherwise")
    func todo() throws {
        var host = ScriptedHost()
        var tracker = TodoTracker()
        func result(_ id: String, _ phases: String, isError: Bool = false) -> String {
            ScriptedHost.wrap(
                id, at: 1,
                """
                "type":"message","message":{"role":"toolResult","toolCallId":"\(id)","toolName":"todo","content":[],
                "details":{"phases":\(phases)},"isError":\(isError),"timestamp":1}
                """)
        }
        let old = #"[{"name":"Old","tasks":[{"content":"a","status":"pending"}]}]"#
        try host.send(
            """
            {"t":"welcome","proto":3,"header":{"type":"session","id":"s","cwd":"/"},"entryCount":1,"agents":[],
            "todoPhases":[{"name":"Now","tasks":[{"content":"x","status":"completed"},{"content":"y","status":"in_progress"}]}],
            "state":{"isStreaming":false,"queuedMessageCount":0,"cwd":"/","participants":[]}}
            """)
        let chunk = try HostFrame.decode(
            JSONText(validating: "{\"t\":\"snapshot-chunk\",\"entries\":[\(result("r0", old))],\"final\":true}"))
        tracker.apply(host.replica.apply(chunk, at: 1).change, host.replica.state)
        #expect(tracker.board?.phases.first?.name == "Now")
        #expect(tracker.board?.text(.english) == "1/2 · y")
        for entry in [result("r1", old, isError: true), result("r2", old)] {
            let frame = try HostFrame.decode(JSONText(validating: "{\"t\":\"entry\",\"entry\":\(entry)}"))
            tracker.apply(host.replica.apply(frame, at: 1).change, host.replica.state)
        }
        #expect(tracker.board?.phases.first?.name == "Old")
        #expect(tracker.board?.isDone == false)
    }
}

@Suite("Search and export")
struct SearchAndExportTests {
    private func session() throws -> ScriptedHost {
        var host = ScriptedHost()
        try host.welcome(
            (0..<40).map { ScriptedHost.user("u\($0)", at: $0, $0 % 10 == 3 ? "Über die Brücke \($0)" : "note \($0)") }
                + [
                    ScriptedHost.assistant(
                        "a", at: 50,
                        [ScriptedHost.text("# Plan"), ScriptedHost.call("c", "bash", #"{"command":"make bridge"}"#)]),
                    ScriptedHost.result("r", at: 51, call: "c", "built ``` it"),
                ])
        host.look()
        return host
    }

    @Test("finds regardless of case and accents, newest first, in pieces")
    func search() throws {
        let rows = try session().projector.rows
        var search = TranscriptSearch("  uber DIE ")
        var looks = 0
        while !search.advance(over: rows, rows: 7) { looks += 1 }
        #expect(looks > 3)
        #expect(search.hits.map(\.turn) == [33, 23, 13, 3].map { TurnID(.entry("u\($0)")) })
        var refined = search.refined("uber die brucke 2")
        refined.advance(over: rows)
        #expect(refined.hits.map(\.turn) == [TurnID(.entry("u23"))])
        let text = try #require(refined.hits.first?.places.first)
        let turn = try #require(rows.index(of: TurnID(.entry("u23"))).map { rows[$0] })
        let texts = TurnText.texts(of: turn, isOpen: false, format: .english)
        #expect(texts[text.text][text.range] == "Über die Brücke 2")
        var tool = TranscriptSearch("make BRIDGE")
        tool.advance(over: rows)
        #expect(tool.hits.count == 1)
        #expect(TranscriptSearch("   ").isDone)
    }

    @Test("finds words that say where they may break, and takes such words for a query")
    func softHyphens() {
        let text = "Die Mit\u{AD}tei\u{AD}lun\u{AD}gen, und noch einmal: Mitteilungen."
        for query in ["mitteilungen", "Mit\u{AD}teilungen"] {
            let found = TranscriptSearch.ranges(of: query, in: text).map { String(text[$0]) }
            #expect(found == ["Mit\u{AD}tei\u{AD}lun\u{AD}gen", "Mitteilungen"])
        }
        #expect(TranscriptSearch.ranges(of: "\u{AD}", in: text).isEmpty)
        #expect(TranscriptSearch.ranges(of: "n", in: text, most: 2).count == 2)
    }

    @Test("writes a session as Markdown, text and JSON")
    func export() throws {
        let host = try session()
        let export = TranscriptExport(hostName: "mara")
        let markdown = export.text(of: host.replica.state, rows: host.projector.rows, as: .markdown)
        #expect(markdown.contains("**mara**\n\nnote 0"))
        #expect(markdown.contains("# Plan"))
        #expect(markdown.contains("`✓ bash make bridge`"))
        #expect(markdown.contains("````\n"), "the fence is longer than any in the text")
        let text = export.text(of: host.replica.state, rows: host.projector.rows, as: .text)
        #expect(text.contains("mara:\nÜber die Brücke 3"))
        let json = try JSONText(
            validating: export.text(of: host.replica.state, rows: host.projector.rows, as: .json))
        #expect(Array(json.elements).count == 42)
        let turn = host.projector.rows[0]
        #expect(export.text(of: turn, as: .text) == "mara:\nnote 0")
    }
}
