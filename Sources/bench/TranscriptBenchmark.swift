import CollabReplica
import CollabWire
import Foundation
import Transcript

/// The transcript: projecting a session, following a stream, and what rows cost in memory.
enum TranscriptBenchmark: Benchmark {
    static let name = "transcript"
    static let about = "projecting a session, following a stream, appending, memory"

    static func run(_ arguments: [String]) async throws {
        // First of all: later, memory that was freed would be used again and not be seen.
        try memory()
        var perEntry: [Double] = []
        for count in [1_000, 10_000, 50_000] {
            let state = try session(count).state
            let best =
                (0..<3).map { _ in
                    measure { _ = TranscriptProjector(state, timeZone: .gmt) }
                }.min() ?? 0
            perEntry.append(best / Double(count))
            print(
                "  project \(count) entries: \(milliseconds(best)) (\(SessionFormat.decimals(best / Double(count) * 1e6)) µs each)"
            )
        }
        let ratio = (perEntry.last ?? 0) / max(perEntry.first ?? 1, 1e-12)
        print("  per entry, 50,000 against 1,000: \(SessionFormat.decimals(ratio)) ×")
        for length in [1_000, 20_000, 200_000] { try stream(length) }
        try append()
    }

    // MARK: Figures

    private static func stream(_ length: Int) throws {
        var session = try session(5_000)
        var projector = TranscriptProjector(session.state, timeZone: .gmt)
        let text = String(
            repeating: "Some **prose** with `code` and a [link](https://a.example).\n\n", count: length / 60)
        var times: [Double] = []
        for step in 1...200 {
            let end = text.index(text.startIndex, offsetBy: text.count - 400 + step * 2)
            let event =
                "{\"t\":\"event\",\"event\":{\"type\":\"message_update\",\"message\":\(assistant(String(text[..<end]), at: 9))}}"
            let change = try session.apply(event)
            times.append(measure { _ = projector.apply(change, session.state) })
        }
        times.removeFirst()
        times.sort()
        print(
            "  a streaming update at \(length) characters: median \(milliseconds(times[times.count / 2])), worst \(milliseconds(times.last ?? 0))"
        )
    }

    private static func append() throws {
        var session = try session(50_000)
        var projector = TranscriptProjector(session.state, timeZone: .gmt)
        var times: [Double] = []
        for step in 0..<500 {
            let change = try session.apply("{\"t\":\"entry\",\"entry\":\(entry(50_000 + step))}")
            times.append(measure { _ = projector.apply(change, session.state) })
        }
        times.sort()
        print(
            "  an entry appended to 50,000: median \(milliseconds(times[250])), worst \(milliseconds(times.last ?? 0))")
    }

    private static func memory() throws {
        let json = (0..<50_000).reduce(0) { $0 + entry($1).utf8.count }
        let before = held()
        let session = try session(50_000)
        let replica = held()
        let projector = TranscriptProjector(session.state, timeZone: .gmt)
        let after = held()
        func share(_ from: Int, _ to: Int) -> String {
            SessionFormat.decimals(Double(to - from) / Double(json))
        }
        print(
            "  memory for 50,000 entries of \(json / 1_000_000) MB JSON (\(projector.rows.count) rows), growth of the process:"
        )
        print(
            "    replica \(share(before, replica)) ×, rows \(share(replica, after)) ×, together \(share(before, after)) ×",
            "(target: at most 2.5)")
        withExtendedLifetime((session, projector)) {}
    }

    /// What the process holds; what the text of the frames and their decoding left free does not count.
    private static func held() -> Int {
        Measure.returnFreeMemory()
        return Measure.residentBytes()
    }

    // MARK: A session

    private struct Session {
        var replica = Replica()
        var state: ReplicaState { replica.state }

        mutating func apply(_ json: String) throws -> ReplicaChange {
            replica.apply(try HostFrame.decode(JSONText(validating: json)), at: 0).change
        }
    }

    private static func session(_ count: Int) throws -> Session {
        var session = Session()
        _ = try session.apply(
            """
            {"t":"welcome","proto":3,"header":{"type":"session","id":"s","cwd":"/"},"entryCount":\(count),"agents":[],
            "state":{"isStreaming":true,"queuedMessageCount":0,"cwd":"/","participants":[]}}
            """)
        for start in stride(from: 0, to: count, by: 500) {
            let entries = (start..<min(count, start + 500)).map(entry).joined(separator: ",")
            _ = try session.apply(
                "{\"t\":\"snapshot-chunk\",\"entries\":[\(entries)],\"final\":\(start + 500 >= count)}")
        }
        return session
    }

    /// A turn of five entries: a prompt, a call, its result, prose, another call whose result comes with the next turn.
    private static func entry(_ index: Int) -> String {
        let time = "2026-03-0\(1 + index / 6000 % 9)T10:00:00.000Z"
        let head =
            "{\"id\":\"e\(index)\",\"parentId\":\"e\(index - 1)\",\"timestamp\":\"\(time)\",\"type\":\"message\",\"message\":"
        switch index % 5 {
        case 0:
            return head
                + "{\"role\":\"user\",\"content\":\"please look at file \(index) and say what it does\",\"timestamp\":1}}"
        case 1:
            return head
                + """
                {"role":"assistant","content":[{"type":"thinking","thinking":"\(String(repeating: "hm ", count: 40))"},
                {"type":"toolCall","id":"c\(index)","name":"read","arguments":{"path":"src/file\(index).swift"}}],
                "model":"acme/sail","usage":{"input":100,"output":20,"cacheRead":0,"cacheWrite":0,"totalTokens":120,
                "cost":{"total":0.001}},"stopReason":"toolUse","timestamp":\(index)}}
                """
        case 2:
            return head
                + """
                {"role":"toolResult","toolCallId":"c\(index - 1)","toolName":"read","content":[{"type":"text",
                "text":"\(String(repeating: "let line = 1\\n", count: 60))"}],"isError":false,"timestamp":1}}
                """
        case 3: return head + assistant(String(repeating: "This is **what** it does. ", count: 20), at: index) + "}"
        default:
            return head
                + """
                {"role":"assistant","content":[{"type":"text","text":"Running it."},
                {"type":"toolCall","id":"c\(index)","name":"bash","arguments":{"command":"make test"}}],
                "model":"acme/sail","stopReason":"toolUse","timestamp":\(index)}}
                """
        }
    }

    private static func assistant(_ text: String, at time: Int) -> String {
        let quoted = JSONText(JSONValue.string(text)).string
        return """
            {"role":"assistant","content":[{"type":"text","text":\(quoted)}],"model":"acme/sail","stopReason":"stop",
            "timestamp":\(time)}
            """
    }

    // MARK: Measuring

    private static func measure(_ work: () -> Void) -> Double {
        let start = ContinuousClock.now
        work()
        let elapsed = ContinuousClock.now - start
        return Double(elapsed.components.seconds) + Double(elapsed.components.attoseconds) * 1e-18
    }

    private static func milliseconds(_ seconds: Double) -> String {
        "\(SessionFormat.decimals(seconds * 1000)) ms"
    }
}

extension SessionFormat {
    /// Three significant places are enough for a bench.
    fileprivate static func decimals(_ value: Double) -> String {
        let factor = value >= 10 ? 10.0 : 1000.0
        return "\((value * factor).rounded() / factor)"
    }
}
