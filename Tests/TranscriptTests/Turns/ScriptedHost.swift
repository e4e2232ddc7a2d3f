import CollabReplica
import CollabWire

@testable import Transcript

/// A host in a few words, with a replica and a projector behind it. Keeps a mirror of the rows that is only ever
/// changed by diffs.
struct ScriptedHost {
    var replica = Replica()
    var projector = TranscriptProjector(timeZone: .gmt)
    var mirror: [UITurn] = []
    /// What the last look changed.
    var diff = TurnDiff()
    private var pending = ReplicaChange()
    private var now = 0.0

    mutating func send(_ json: String) throws {
        now += 1
        pending.merge(replica.apply(try HostFrame.decode(JSONText(validating: json)), at: now).change)
    }

    mutating func note(_ change: ReplicaChange) { pending.merge(change) }

    /// Lets the projector see what happened since the last look.
    mutating func look() {
        diff = projector.apply(pending, replica.state)
        diff.apply(to: &mirror)
        pending = ReplicaChange()
    }

    mutating func seen(after entryId: String?) {
        diff = projector.setNewSince(after: entryId)
        diff.apply(to: &mirror)
    }

    // MARK: Frames

    mutating func welcome(
        _ entries: [String], isStreaming: Bool = false, hasEarlier: Bool? = nil, agents: String = "[]"
    ) throws {
        let history = hasEarlier.map { ",\"history\":{\"v\":1,\"startId\":null,\"hasEarlier\":\($0)}" } ?? ""
        try send(
            """
            {"t":"welcome","proto":3,"header":{"type":"session","id":"s","cwd":"/"},"entryCount":\(entries.count),
            "agents":\(agents)\(history),
            "state":{"isStreaming":\(isStreaming),"queuedMessageCount":0,"cwd":"/","participants":[]}}
            """)
        if !entries.isEmpty {
            try send("{\"t\":\"snapshot-chunk\",\"entries\":[\(entries.joined(separator: ","))],\"final\":true}")
        }
    }

    mutating func entry(_ entry: String) throws { try send("{\"t\":\"entry\",\"entry\":\(entry)}") }

    mutating func event(_ body: String) throws { try send("{\"t\":\"event\",\"event\":{\(body)}}") }

    mutating func state(isStreaming: Bool) throws {
        try send(
            """
            {"t":"state","state":{"isStreaming":\(isStreaming),"queuedMessageCount":0,"cwd":"/","participants":[]}}
            """)
    }

    // MARK: Entries

    static func time(_ minutes: Int) -> String {
        let day = 1 + minutes / 1440 % 28
        let hour = minutes / 60 % 24
        func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
        return "2026-03-\(two(day))T\(two(hour)):\(two(minutes % 60)):00.000Z"
    }

    static func wrap(_ id: String, at minutes: Int, _ body: String, extra: String = "") -> String {
        "{\"id\":\"\(id)\",\"parentId\":null,\"timestamp\":\"\(time(minutes))\"\(extra),\(body)}"
    }

    static func user(_ id: String, at minutes: Int, _ text: String = "do it") -> String {
        wrap(id, at: minutes, #""type":"message","message":{"role":"user","content":"\#(text)","timestamp":1}"#)
    }

    static func message(_ blocks: [String], at time: Int, stop: String = "stop") -> String {
        """
        {"role":"assistant","content":[\(blocks.joined(separator: ","))],"model":"m","stopReason":"\(stop)",
        "timestamp":\(time)}
        """
    }

    static func assistant(_ id: String, at minutes: Int, _ blocks: [String], time: Int = 0, stop: String = "stop")
        -> String
    {
        wrap(id, at: minutes, "\"type\":\"message\",\"message\":\(message(blocks, at: time, stop: stop))")
    }

    static func result(
        _ id: String, at minutes: Int, call: String, _ text: String = "done", isError: Bool = false
    ) -> String {
        wrap(
            id, at: minutes,
            """
            "type":"message","message":{"role":"toolResult","toolCallId":"\(call)","toolName":"bash",
            "content":[{"type":"text","text":"\(text)"}],"isError":\(isError),"timestamp":1}
            """)
    }

    static func text(_ text: String) -> String { #"{"type":"text","text":"\#(text)"}"# }

    static func thinking(_ text: String) -> String { #"{"type":"thinking","thinking":"\#(text)"}"# }

    static func call(_ id: String, _ name: String = "bash", _ arguments: String = #"{"command":"ls"}"#) -> String {
        #"{"type":"toolCall","id":"\#(id)","name":"\#(name)","arguments":\#(arguments)}"#
    }
}

/// A deterministic source of test data.
struct Dice: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) { state = seed &* 0x9E37_79B9_7F4A_7C15 | 1 }

    mutating func next() -> UInt64 {
        state ^= state << 13
        state ^= state >> 7
        state ^= state << 17
        return state
    }

    mutating func roll(_ count: Int) -> Int { Int.random(in: 0..<count, using: &self) }
}
