import CollabReplica
import CollabWire
import Foundation
import Testing

@Suite("What is kept of a session")
struct SessionCopyTests {
    private static let date = Date(timeIntervalSince1970: 1_778_578_860.25)

    private static func frame(_ json: String) throws -> HostFrame { try HostFrame.decode(JSONText(validating: json)) }

    private static func user(_ id: String, _ text: String = "hello") -> String {
        #"{"type":"message","id":"\#(id)","parentId":null,"timestamp":"2026-05-12T08:30:00.000Z","#
            + #""message":{"role":"user","content":"\#(text)","timestamp":1778574600000}}"#
    }

    private static func welcome(entries: Int, streaming: Bool = false, readOnly: Bool = false) -> String {
        #"{"t":"welcome","proto":3,"header":{"type":"session","id":"s","cwd":"/srv"},"state":{"isStreaming":\#(streaming),"#
            + #""isAborting":\#(streaming),"queuedMessageCount":\#(streaming ? 2 : 0),"sessionName":"harbour"},"agents":[],"#
            + #""entryCount":\#(entries),"readOnly":\#(readOnly),"todoPhases":[{"name":"Dig"}]}"#
    }

    private static func chunk(_ entries: [String]) -> String {
        #"{"t":"snapshot-chunk","entries":[\#(entries.joined(separator: ","))],"final":true}"#
    }

    private static func busy(_ entries: [String]) throws -> Replica {
        var replica = Replica()
        for json in [
            welcome(entries: entries.count, streaming: true), chunk(entries),
            #"{"t":"ui-request","request":{"reqId":1,"kind":"select","title":"Go?","options":["Yes","No"]}}"#,
            #"{"t":"event","event":{"type":"tool_execution_start","toolCallId":"c","toolName":"bash","args":{}}}"#,
        ] {
            _ = replica.apply(try frame(json), at: 5)
        }
        return replica
    }

    @Test("comes back with header, state, plan and entries, and without what only the host can know")
    func roundTrip() throws {
        let replica = try Self.busy([Self.user("u1", "größe 🙂"), #"{"type":"unheard-of","id":"x"}"#])
        let copy = try #require(SessionCopy(of: replica.state, date: Self.date))
        let read = try #require(SessionCopy(decoding: copy.encode()))
        #expect(read.date == Self.date)
        let restored = Replica(restoring: read).state
        #expect(Array(restored.entries) == Array(replica.state.entries))
        #expect(restored.header == replica.state.header && restored.sessionName == "harbour")
        #expect(restored.todoPhases?.bytes == replica.state.todoPhases?.bytes)
        #expect(!restored.isWorking && restored.state?.isStreaming == false && restored.state?.isAborting == false)
        #expect(restored.state?.queuedMessageCount == 0)
        #expect(restored.asks.isEmpty && restored.tools.isEmpty && restored.agents.isEmpty && restored.loading == nil)
    }

    @Test("is shown until the host's own snapshot is whole, never an empty room between")
    func replaced() throws {
        let copy = try #require(SessionCopy(of: try Self.busy([Self.user("u1")]).state, date: Self.date))
        var replica = Replica(restoring: copy)
        let welcomed = replica.apply(try Self.frame(Self.welcome(entries: 2)), at: 0)
        #expect(welcomed.signal == .loading(LoadingProgress(received: 0, expected: 2)))
        #expect(replica.state.entries.map(\.id) == ["u1"])
        let whole = replica.apply(try Self.frame(Self.chunk([Self.user("u1"), Self.user("u2")])), at: 0)
        #expect(whole.change.isReset && whole.signal == .live)
        #expect(replica.state.entries.map(\.id) == ["u1", "u2"])
    }

    @Test("does not make a host's refusal a complaint")
    func refused() throws {
        let copy = try #require(SessionCopy(of: try Self.busy([Self.user("u1")]).state, date: Self.date))
        var replica = Replica(restoring: copy)
        let outcome = replica.apply(try Self.frame(#"{"t":"error","message":"no more guests"}"#), at: 0)
        #expect(outcome.signal == .refused(message: "no more guests"))
    }

    @Test("holds the newest entries that fit, and nothing before a welcome")
    func bounded() throws {
        #expect(SessionCopy(of: ReplicaState(), date: Self.date) == nil)
        let entries = (1...9).map { Self.user("u\($0)", String(repeating: "x", count: 1_000)) }
        let replica = try Self.busy(entries)
        let copy = try #require(SessionCopy(of: replica.state, date: Self.date, byteLimit: 4_000))
        #expect(Replica(restoring: copy).state.entries.map(\.id) == ["u7", "u8", "u9"])
        let nothing = try #require(SessionCopy(of: replica.state, date: Self.date, byteLimit: 10))
        #expect(Replica(restoring: nothing).state.entries.isEmpty)
    }

    @Test("is none when its bytes are another version's, cut off or changed")
    func damaged() throws {
        let bytes = try #require(SessionCopy(of: try Self.busy([Self.user("u1")]).state, date: Self.date)).encode()
        for count in stride(from: 0, to: bytes.count, by: 7) {
            #expect(SessionCopy(decoding: Array(bytes.prefix(count))) == nil)
        }
        var other = bytes
        other[7] = UInt8(ascii: "2")
        #expect(SessionCopy(decoding: other) == nil)
        // A length beyond the end, and one that does not fit an `Int`.
        other = bytes
        other[23] = 0xff
        #expect(SessionCopy(decoding: other) == nil)
        other = bytes
        other.replaceSubrange(8..<16, with: [0, 0, 0, 0, 0, 0, 0xf0, 0x7f])
        #expect(SessionCopy(decoding: other) == nil)
    }
}
