import CollabReplica
import CollabWire
import Testing

@testable import Transcript

/// A host that does what hosts may do, in any order.
struct RandomHost {
    var host = ScriptedHost()
    var dice: Dice
    private var counter = 0
    private var minutes = 0
    private var openCalls: [String] = []
    private var ids: [String] = []
    private var stream: (blocks: [String], time: Int)?

    init(seed: UInt64) { dice = Dice(seed: seed) }

    private mutating func next(_ prefix: String) -> String {
        counter += 1
        return "\(prefix)\(counter)"
    }

    private mutating func block() -> String {
        switch dice.roll(8) {
        case 0, 1: return ScriptedHost.text(["**bold** words", "plain", "  "][dice.roll(3)])
        case 2: return ScriptedHost.thinking("hm")
        case 3: return "\"left out\""
        default:
            // Now and then an id that was there before: some providers count per message.
            let id = dice.roll(12) == 0 && !openCalls.isEmpty ? openCalls[dice.roll(openCalls.count)] : next("c")
            openCalls.append(id)
            let name = ["bash", "read", "grep", "task", "ask", "inspect_image", "edit"][dice.roll(7)]
            let path = ["a.swift", "b.png", "c.md"][dice.roll(3)]
            return ScriptedHost.call(id, name, #"{"path":"\#(path)"}"#)
        }
    }

    private mutating func blocks() -> [String] { (0..<dice.roll(4)).map { _ in block() } }

    /// Any entry; its id is new unless `id` says otherwise.
    private mutating func anyEntry(_ id: String? = nil) -> String {
        let id = id ?? next("e")
        ids.append(id)
        if dice.roll(5) == 0 { minutes += 700 }
        minutes += 1
        switch dice.roll(12) {
        case 0: return ScriptedHost.user(id, at: minutes)
        case 1: return ScriptedHost.wrap(id, at: minutes, #""type":"model_change","model":"acme/m""#)
        case 2:
            return ScriptedHost.wrap(
                id, at: minutes,
                #""type":"custom_message","customType":"hook","content":"x","display":\#(dice.roll(2) == 0)"#)
        case 3, 4, 5:
            guard !openCalls.isEmpty else { return ScriptedHost.user(id, at: minutes) }
            return ScriptedHost.result(
                id, at: minutes, call: openCalls[dice.roll(openCalls.count)], isError: dice.roll(4) == 0)
        case 6: return ScriptedHost.result(id, at: minutes, call: next("later"))
        case 7: return "{\"id\":\"\(id)\",\"type\":\"hologram\"}"
        case 8: return "null"
        default:
            return ScriptedHost.assistant(
                id, at: minutes, blocks(), stop: ["stop", "toolUse", "error", "aborted"][dice.roll(4)])
        }
    }

    /// One thing a host may do.
    mutating func act() throws {
        switch dice.roll(20) {
        case 0...5: try host.entry(anyEntry())
        case 6:
            guard !ids.isEmpty else { return }
            try host.entry(anyEntry(ids[dice.roll(ids.count)]))
        case 7, 8:
            stream = (blocks(), 1_000_000 + counter)
            counter += 1
            try sendStream("message_start")
        case 9, 10, 11:
            guard stream != nil else { return }
            let more = block()
            stream?.blocks.append(more)
            try sendStream("message_update")
        case 12:
            guard stream != nil else { return }
            try sendStream("message_end")
        case 13:
            guard let stream else { return }
            let id = next("s")
            ids.append(id)
            try host.entry(ScriptedHost.assistant(id, at: minutes, stream.blocks, time: stream.time))
            if dice.roll(3) > 0 { self.stream = nil }
        case 14:
            let id = openCalls.isEmpty || dice.roll(4) == 0 ? next("t") : openCalls[dice.roll(openCalls.count)]
            try host.event(
                """
                "type":"\(["tool_execution_start", "tool_execution_update", "tool_execution_end"][dice.roll(3)])",
                "toolCallId":"\(id)","toolName":"bash","args":{"command":"ls"},
                "partialResult":{"content":[{"type":"text","text":"line \(counter)"}]}
                """)
        case 15: try host.state(isStreaming: dice.roll(2) == 0)
        case 16:
            let page = (0..<dice.roll(6)).map { _ in anyEntry() }
            let entries = try page.map { Entry(decoding: try JSONText(validating: $0)) }
            host.note(host.replica.prepend(page: entries, startId: nil, hasEarlier: dice.roll(2) == 0))
        case 17: try rewelcome()
        case 18:
            let call = openCalls.isEmpty ? "none" : openCalls[dice.roll(openCalls.count)]
            try host.send(
                """
                {"t":"bus","channel":"task:subagent:progress","data":{"index":0,"agent":"task","task":"t",
                "parentToolCallId":"\(call)","progress":{"id":"A\(dice.roll(3))","agent":"task",
                "status":"\(["running", "completed"][dice.roll(2)])","task":"t","toolCount":\(counter)}}}
                """)
        default:
            try host.event(#""type":"auto_retry_start","attempt":1,"maxAttempts":3,"delayMs":10,"errorMessage":"x""#)
        }
    }

    private mutating func sendStream(_ type: String) throws {
        guard let stream else { return }
        try host.event("\"type\":\"\(type)\",\"message\":\(ScriptedHost.message(stream.blocks, at: stream.time))")
    }

    /// A reconnect: much the same, some of it gone, some new.
    private mutating func rewelcome() throws {
        var entries: [String] = []
        for entry in host.replica.state.entries where dice.roll(10) > 0 && entry.id != nil {
            entries.append(entry.raw.string)
        }
        for _ in 0..<dice.roll(3) { entries.append(anyEntry()) }
        try host.welcome(entries, isStreaming: dice.roll(2) == 0, hasEarlier: dice.roll(2) == 0)
    }
}

@Suite("After any sequence of changes")
struct ProjectorPropertyTests {
    @Test("the rows are those of a projection from scratch, and the diffs lead from list to list", arguments: 0..<30)
    func rowsFollow(seed: Int) throws {
        var script = RandomHost(seed: UInt64(seed + 1))
        try script.host.welcome([])
        script.host.look()
        for step in 0..<120 {
            for _ in 0...script.dice.roll(3) { try script.act() }
            script.host.look()
            if script.dice.roll(15) == 0 {
                let entries = script.host.replica.state.entries
                let id = entries.isEmpty ? nil : entries[entries.startIndex + script.dice.roll(entries.count)].id
                script.host.seen(after: id)
            }
            let rows = Array(script.host.projector.rows)
            let scratch = Array(
                TranscriptProjector(script.host.replica.state, namesOf: script.host.projector).rows)
            try #require(rows == scratch, "seed \(seed), step \(step): \(Self.difference(rows, scratch))")
            try #require(
                script.host.mirror == rows, "seed \(seed), step \(step): \(Self.difference(script.host.mirror, rows))")
            try #require(Set(rows.map(\.id)).count == rows.count, "seed \(seed), step \(step): ids repeat")
            for index in [0, rows.count / 2, rows.count - 1] where rows.indices.contains(index) {
                try #require(script.host.projector.rows[index] == rows[index])
            }
        }
    }

    private static func difference(_ found: [UITurn], _ expected: [UITurn]) -> String {
        let position = zip(found, expected).prefix { $0 == $1 }.count
        func row(_ rows: [UITurn]) -> String {
            rows.indices.contains(position) ? "\(rows[position].id) \(rows[position].kind)" : "nothing"
        }
        func near(_ rows: [UITurn]) -> String {
            rows[max(0, position - 4)..<min(rows.count, position + 4)].map { "\($0.id)" }.joined(separator: " ")
        }
        return
            "\(near(found)) || \(near(expected)) \(found.count) and \(expected.count) rows, first other at \(position): \(row(found)) — \(row(expected))"
    }
}
