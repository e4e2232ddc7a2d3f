import CollabReplica
import CollabWire
import Testing

/// A host in a few words: frames as JSON text, applied in order.
struct Bench {
    var replica = Replica()
    var now = 0.0
    var last = Replica.Outcome()

    mutating func apply(_ json: String) throws {
        now += 1
        last = replica.apply(try HostFrame.decode(JSONText(validating: json)), at: now)
    }

    mutating func welcome(_ count: Int?, session: String = "s", extra: String = "", streaming: Bool = false) throws {
        let counted = count.map { "\"entryCount\":\($0)," } ?? ""
        try apply(
            """
            {"t":"welcome","proto":3,"header":{"type":"session","id":"\(session)","cwd":"/"},\(counted)\(extra)
            "state":{"isStreaming":\(streaming),"queuedMessageCount":0,"cwd":"/","participants":[]},
            "agents":[{"id":"main","displayName":"Main","kind":"main","status":"running","hasSessionFile":true}]}
            """)
    }

    mutating func chunk(_ entries: [String], final: Bool) throws {
        try apply("{\"t\":\"snapshot-chunk\",\"entries\":[\(entries.joined(separator: ","))],\"final\":\(final)}")
    }

    mutating func event(_ body: String) throws {
        try apply("{\"t\":\"event\",\"event\":{\(body)}}")
    }

    var ids: [String?] { replica.state.entries.map(\.id) }

    static func user(_ id: String, parent: String? = nil, text: String = "note") -> String {
        """
        {"type":"message","id":"\(id)","parentId":\(parent.map { "\"\($0)\"" } ?? "null"),
        "timestamp":"2026-01-01T00:00:01.000Z","message":{"role":"user","content":"\(text)","timestamp":1}}
        """
    }

    static func assistant(_ text: String, at time: Int) -> String {
        """
        {"role":"assistant","content":[{"type":"text","text":"\(text)"}],"model":"acme/sail-1","stopReason":"stop",
        "timestamp":\(time)}
        """
    }

    static func reply(_ id: String, _ text: String, at time: Int) -> String {
        """
        {"t":"entry","entry":{"type":"message","id":"\(id)","parentId":null,"timestamp":"2026-01-01T00:00:02Z",
        "message":\(assistant(text, at: time))}}
        """
    }
}

@Suite("The snapshot")
struct SnapshotTests {
    @Test("is shown in one step when it is whole, with progress until then")
    func wholeSnapshot() throws {
        var bench = Bench()
        try bench.welcome(3)
        #expect(bench.last.signal == .loading(LoadingProgress(received: 0, expected: 3)))
        try bench.chunk([Bench.user("a"), Bench.user("b")], final: false)
        #expect(bench.replica.state.loading == LoadingProgress(received: 2, expected: 3))
        #expect(bench.ids.isEmpty)
        try bench.chunk([Bench.user("c")], final: true)
        #expect(bench.last.signal == .live)
        #expect(bench.last.change.isReset)
        #expect(bench.ids == ["a", "b", "c"])
        #expect(bench.replica.state.loading == nil)
    }

    @Test("of zero entries is live at once, and an empty final chunk after it is harmless")
    func emptySession() throws {
        var bench = Bench()
        try bench.welcome(0)
        #expect(bench.last.signal == .live)
        try bench.chunk([], final: true)
        #expect(bench.last.signal == nil)
        #expect(bench.ids.isEmpty)
    }

    @Test("that announces no usable number is whole with its final chunk", arguments: [nil, -1])
    func oddCount(count: Int?) throws {
        var bench = Bench()
        try bench.welcome(count)
        #expect(bench.last.signal == .loading(LoadingProgress(received: 0, expected: nil)))
        try bench.chunk([Bench.user("a")], final: true)
        #expect(bench.last.signal == .live)
        #expect(bench.ids == ["a"])
    }

    @Test("is shown when the announced number has come, and still takes what follows until a chunk says final")
    func countWithoutFinal() throws {
        var bench = Bench()
        try bench.welcome(1)
        try bench.chunk([Bench.user("a")], final: false)
        #expect(bench.last.signal == .live)
        try bench.chunk([Bench.user("b")], final: true)
        #expect(bench.ids == ["a", "b"])
        #expect(bench.last.change.appended == 1..<2)
        try bench.chunk([Bench.user("stray")], final: true)
        #expect(bench.ids == ["a", "b"])
    }

    @Test("keeps the old transcript in view while a new one loads")
    func rewelcome() throws {
        var bench = Bench()
        try bench.welcome(2)
        try bench.chunk([Bench.user("a"), Bench.user("b")], final: true)
        try bench.welcome(2)
        #expect(bench.ids == ["a", "b"])
        try bench.chunk([Bench.user("b")], final: false)
        #expect(bench.ids == ["a", "b"])
        try bench.chunk([Bench.user("c")], final: true)
        #expect(bench.ids == ["b", "c"])
    }

    @Test("is superseded by a welcome in the middle of a load")
    func rewelcomeMidLoad() throws {
        var bench = Bench()
        try bench.welcome(9)
        try bench.chunk([Bench.user("old")], final: false)
        try bench.welcome(1)
        try bench.chunk([Bench.user("new")], final: true)
        #expect(bench.ids == ["new"])
    }

    @Test("goes before entries that arrive between its chunks, and nothing doubles")
    func entriesBetweenChunks() throws {
        var bench = Bench()
        try bench.welcome(3)
        try bench.chunk([Bench.user("a")], final: false)
        try bench.apply("{\"t\":\"entry\",\"entry\":\(Bench.user("live"))}")
        try bench.apply("{\"t\":\"entry\",\"entry\":\(Bench.user("c", text: "newer"))}")
        try bench.chunk([Bench.user("b"), Bench.user("c")], final: true)
        #expect(bench.ids == ["a", "b", "c", "live"])
        #expect(bench.replica.entry(id: "c")?.raw.string.contains("newer") == true)
    }
}

@Suite("Entries")
struct EntryReductionTests {
    @Test("with an id that is held replace it in place")
    func duplicateIds() throws {
        var bench = Bench()
        try bench.welcome(2)
        try bench.chunk([Bench.user("a"), Bench.user("b")], final: true)
        try bench.apply("{\"t\":\"entry\",\"entry\":\(Bench.user("a", text: "changed"))}")
        #expect(bench.ids == ["a", "b"])
        #expect(bench.last.change.replaced == [0])
        #expect(bench.last.change.appended == nil)
    }

    @Test("that are no entries keep their place")
    func unreadable() throws {
        var bench = Bench()
        try bench.welcome(3)
        try bench.chunk(["null", "\"text\"", "{\"id\":\"odd\"}"], final: true)
        #expect(bench.ids == [nil, nil, "odd"])
    }

    @Test("of an earlier page go before the first; what is held already is left out")
    func prepend() throws {
        var bench = Bench()
        try bench.welcome(1, extra: "\"history\":{\"v\":1,\"startId\":\"c\",\"hasEarlier\":true},")
        try bench.chunk([Bench.user("c")], final: true)
        let page = try [Bench.user("a"), Bench.user("b"), Bench.user("c")].map {
            try Entry(decoding: JSONText(validating: $0))
        }
        let change = bench.replica.prepend(page: page, startId: "a", hasEarlier: false)
        #expect(bench.ids == ["a", "b", "c"])
        #expect(change.prepended == -2..<0)
        #expect(
            bench.replica.state.history
                == HistoryState(startId: "a", hasEarlier: false, isLoading: false, error: nil))
        try bench.apply("{\"t\":\"entry\",\"entry\":\(Bench.user("b", text: "changed"))}")
        #expect(bench.last.change.replaced == [-1])
    }

    @Test("loaded from earlier pages stay over a reconnect when the new tail continues them")
    func pagesSurvive() throws {
        var bench = Bench()
        let history = "\"history\":{\"v\":1,\"startId\":\"c\",\"hasEarlier\":true},"
        try bench.welcome(1, extra: history)
        try bench.chunk([Bench.user("c", parent: "b")], final: true)
        let page = try [Bench.user("a"), Bench.user("b", parent: "a")].map {
            try Entry(decoding: JSONText(validating: $0))
        }
        _ = bench.replica.prepend(page: page, startId: "a", hasEarlier: true)
        try bench.welcome(2, extra: history)
        try bench.chunk([Bench.user("c", parent: "b"), Bench.user("d", parent: "c")], final: true)
        #expect(bench.ids == ["a", "b", "c", "d"])
        #expect(bench.replica.state.history?.startId == "a")

        try bench.welcome(1, session: "another", extra: history)
        try bench.chunk([Bench.user("c", parent: "b")], final: true)
        #expect(bench.ids == ["c"])
    }
}

@Suite("The ghost")
struct GhostTests {
    private func live() throws -> Bench {
        var bench = Bench()
        try bench.welcome(0)
        return bench
    }

    @Test("starts from an update when its start was missed, and goes when its entry lands")
    func lifeCycle() throws {
        var bench = try live()
        try bench.event("\"type\":\"message_update\",\"message\":\(Bench.assistant("he", at: 5))")
        try bench.event("\"type\":\"message_update\",\"message\":\(Bench.assistant("hello", at: 5))")
        #expect(bench.replica.state.ghost?.generation == 1)
        #expect(bench.replica.state.ghost?.message.content == [.text("hello")])
        try bench.event("\"type\":\"message_end\",\"message\":\(Bench.assistant("hello", at: 5))")
        #expect(bench.replica.state.ghost?.isDone == true)
        try bench.apply(Bench.reply("a1", "hello", at: 5))
        #expect(bench.replica.state.ghost == nil)
        #expect(bench.last.change.ghostChanged)
    }

    @Test("does not come back when message_end follows the entry")
    func entryFirst() throws {
        var bench = try live()
        try bench.event("\"type\":\"message_update\",\"message\":\(Bench.assistant("one", at: 5))")
        try bench.apply(Bench.reply("a1", "one", at: 5))
        #expect(bench.replica.state.ghost == nil)
        try bench.event("\"type\":\"message_end\",\"message\":\(Bench.assistant("one", at: 5))")
        #expect(bench.replica.state.ghost == nil)
    }

    @Test("of an unfinished message stays when another message's entry lands")
    func otherEntry() throws {
        var bench = try live()
        try bench.event("\"type\":\"message_start\",\"message\":\(Bench.assistant("new", at: 9))")
        try bench.apply(Bench.reply("a1", "old", at: 5))
        #expect(bench.replica.state.ghost?.message.content == [.text("new")])
    }

    @Test("is not touched by other speakers' messages")
    func otherRoles() throws {
        var bench = try live()
        try bench.event("\"type\":\"message_start\",\"message\":{\"role\":\"user\",\"content\":\"x\",\"timestamp\":1}")
        #expect(bench.replica.state.ghost == nil)
    }

    @Test("that is done goes with an idle state; an unfinished one stays but nothing works any more")
    func idle() throws {
        let idle = """
            {"t":"state","state":{"isStreaming":false,"queuedMessageCount":0,"cwd":"/","participants":[]}}
            """
        var bench = try live()
        try bench.event("\"type\":\"agent_start\"")
        try bench.event("\"type\":\"message_update\",\"message\":\(Bench.assistant("cut", at: 5))")
        try bench.event("\"type\":\"tool_execution_start\",\"toolCallId\":\"c1\",\"toolName\":\"bash\",\"args\":{}")
        #expect(bench.replica.state.isWorking)
        try bench.apply(idle)
        #expect(bench.replica.state.ghost?.message.content == [.text("cut")])
        #expect(bench.replica.state.tools.isEmpty)
        #expect(!bench.replica.state.isWorking)
        try bench.event("\"type\":\"message_end\",\"message\":\(Bench.assistant("cut off", at: 5))")
        try bench.apply(idle)
        #expect(bench.replica.state.ghost == nil)
    }
}

@Suite("Tools, agents, asks, notices")
struct LiveStateTests {
    private func live(readOnly: Bool = false) throws -> Bench {
        var bench = Bench()
        try bench.welcome(0, extra: "\"readOnly\":\(readOnly),")
        return bench
    }

    @Test("A tool keeps its place, its intent and its start through updates")
    func tools() throws {
        var bench = try live()
        try bench.event(
            "\"type\":\"tool_execution_start\",\"toolCallId\":\"c1\",\"toolName\":\"bash\",\"args\":{\"command\":\"make\"},"
                + "\"intent\":\"building\"")
        try bench.event("\"type\":\"tool_execution_start\",\"toolCallId\":\"c2\",\"toolName\":\"read\"")
        let started = bench.replica.state.tools[0].startedAt
        try bench.event(
            "\"type\":\"tool_execution_update\",\"toolCallId\":\"c1\",\"toolName\":\"bash\",\"partialResult\":\"line 1\""
        )
        #expect(bench.replica.state.tools.map(\.id) == ["c1", "c2"])
        #expect(bench.replica.state.tools[0].startedAt == started)
        #expect(bench.replica.state.tools[0].execution.intent == "building")
        #expect(bench.replica.state.tools[0].partialResult != nil)
        #expect(bench.last.change.tools == ["c1"])
        try bench.event("\"type\":\"tool_execution_end\",\"toolCallId\":\"c1\",\"toolName\":\"bash\",\"result\":\"x\"")
        try bench.event("\"type\":\"tool_execution_end\",\"toolCallId\":\"c9\",\"toolName\":\"bash\",\"result\":\"x\"")
        #expect(bench.replica.state.tools.map(\.id) == ["c2"])
    }

    @Test("The state corrects working both ways")
    func working() throws {
        var bench = try live()
        try bench.apply(
            "{\"t\":\"state\",\"state\":{\"isStreaming\":true,\"queuedMessageCount\":0,\"cwd\":\"/\",\"participants\":[]}}"
        )
        #expect(bench.replica.state.isWorking)
        try bench.event("\"type\":\"agent_end\"")
        #expect(!bench.replica.state.isWorking)
    }

    @Test("Finished subagents do not come back as running after a welcome")
    func subagents() throws {
        var bench = try live()
        for id in ["S1", "S2"] {
            try bench.apply(
                """
                {"t":"bus","channel":"task:subagent:progress","data":{"index":0,"agent":"task","task":"t",
                "progress":{"id":"\(id)","status":"running","recentTools":[],"recentOutput":[]}}}
                """)
        }
        #expect(bench.replica.state.progress.map(\.id) == ["S1", "S2"])
        try bench.welcome(0)
        #expect(bench.replica.state.progress.isEmpty)
        #expect(bench.last.change.subagents == ["S1", "S2"])
    }

    @Test("An agent that leaves the roster takes its progress along; one that is not in it yet does not")
    func roster() throws {
        func agents(_ ids: [String]) -> String {
            let items = ids.map {
                "{\"id\":\"\($0)\",\"displayName\":\"\($0)\",\"kind\":\"sub\",\"status\":\"running\"}"
            }
            return "{\"t\":\"agents\",\"agents\":[\(items.joined(separator: ","))]}"
        }
        var bench = try live()
        try bench.apply(
            """
            {"t":"bus","channel":"task:subagent:progress","data":{"progress":{"id":"Sub","status":"running"}}}
            """)
        try bench.apply(agents(["main"]))
        #expect(bench.replica.state.progress.map(\.id) == ["Sub"])
        try bench.apply(agents(["main", "Sub"]))
        try bench.apply(agents(["main"]))
        #expect(bench.replica.state.progress.isEmpty)
    }

    @Test("Asks queue in order, the same one again is one panel, an unknown end is ignored")
    func asks() throws {
        func ask(_ id: Int, _ title: String) -> String {
            "{\"t\":\"ui-request\",\"request\":{\"reqId\":\(id),\"kind\":\"editor\",\"title\":\"\(title)\"}}"
        }
        var bench = try live()
        try bench.apply(ask(1, "First?"))
        try bench.apply(ask(2, "Second?"))
        try bench.apply(ask(1, "First?"))
        #expect(bench.replica.state.asks.map(\.id) == [.number(1), .number(2)])
        try bench.apply("{\"t\":\"ui-request-end\",\"reqId\":77}")
        #expect(!bench.last.change.asksChanged)
        try bench.apply("{\"t\":\"ui-request-end\",\"reqId\":1}")
        #expect(bench.replica.state.asks.map(\.title) == ["Second?"])

        var viewer = try live(readOnly: true)
        try viewer.apply(ask(1, "First?"))
        #expect(viewer.replica.state.asks.isEmpty)
    }

    @Test("Sixty notices leave the newest fifty, and their numbers go on")
    func noticeCap() throws {
        var bench = try live()
        for number in 1...60 {
            try bench.event("\"type\":\"notice\",\"level\":\"info\",\"message\":\"\(number)\"")
        }
        #expect(bench.replica.state.notices.count == Replica.noticeLimit)
        #expect(bench.replica.state.notices.first?.id == 11)
        #expect(bench.replica.state.notices.last?.message == "60")
    }

    @Test("A failed retry says why, in the host's words or in ours")
    func failedRetry() throws {
        var bench = try live()
        try bench.event(
            "\"type\":\"auto_retry_start\",\"attempt\":1,\"maxAttempts\":3,\"delayMs\":10,\"errorMessage\":\"e\"")
        #expect(bench.replica.state.recovery != nil)
        try bench.event("\"type\":\"auto_retry_end\",\"success\":false,\"attempt\":3,\"finalError\":\"overloaded\"")
        #expect(bench.replica.state.recovery == nil)
        #expect(bench.replica.state.notices.last?.message == "overloaded")
        try bench.event("\"type\":\"auto_retry_end\",\"success\":false,\"attempt\":3")
        #expect(bench.replica.state.notices.last?.message.contains("3") == true)
    }

    @Test("An error is a refusal before the first welcome and a notice afterwards, in any language")
    func errors() throws {
        var bench = Bench()
        try bench.apply("{\"t\":\"error\",\"message\":\"版本不符\"}")
        #expect(bench.last.signal == .refused(message: "版本不符"))
        try bench.welcome(0)
        try bench.apply("{\"t\":\"error\",\"message\":\"read-only\"}")
        #expect(bench.last.signal == .complaint(message: "read-only"))
        #expect(bench.replica.state.notices.last?.message == "read-only")
    }
}

@Suite("Changes and lists")
struct ChangeTests {
    @Test("A merged change covers both")
    func merge() {
        var first = ReplicaChange()
        first.appended = 3..<4
        first.tools = ["a"]
        var second = ReplicaChange()
        second.appended = 4..<6
        second.replaced = [1]
        first.merge(second)
        #expect(first.appended == 3..<6)
        #expect(first.replaced == [1])
        var reset = ReplicaChange()
        reset.isReset = true
        first.merge(reset)
        #expect(first.isReset && first.appended == nil && first.replaced.isEmpty && first.tools == ["a"])
    }

    @Test("A list grown at both ends in random steps equals the plain array", arguments: 0..<20)
    func blockList(seed: UInt64) {
        var state = seed &* 0x9E37_79B9_7F4A_7C15 | 1
        func random(_ bound: Int) -> Int {
            state ^= state << 13
            state ^= state >> 7
            state ^= state << 17
            return Int(state % UInt64(bound))
        }
        var list = BlockList<Int>()
        var array: [Int] = []
        var start = 0
        var copies: [(BlockList<Int>, [Int])] = []
        for step in 0..<200 {
            switch random(4) {
            case 0:
                let page = (0..<random(700)).map { step * 1000 + $0 }
                list.prepend(contentsOf: page)
                array = page + array
                start -= page.count
            case 1 where !array.isEmpty:
                let index = random(array.count)
                array[index] = -step
                list[start + index] = -step
            case 2:
                copies.append((list, array))
            default:
                for value in 0..<random(40) {
                    list.append(value)
                    array.append(value)
                }
            }
        }
        #expect(Array(list) == array)
        #expect(list.startIndex == start && list.count == array.count)
        for (copy, expected) in copies { #expect(Array(copy) == expected) }
    }
}
