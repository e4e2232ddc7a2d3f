import CollabTesting
import CollabWire
import Foundation
import Testing

@testable import CollabGuest

@Suite("Requests")
struct RequestsTests {
    private static let history = #"{"v":1,"startId":"u5","hasEarlier":true}"#

    private func failure<Value: Sendable>(_ task: Task<Value, any Error>) async -> RequestError? {
        do {
            _ = try await task.value
            return nil
        } catch {
            return error as? RequestError
        }
    }

    // MARK: Transcripts

    @Test("a transcript comes in parts; an unanswered request expires after 10 s and may be tried again")
    func transcript() async throws {
        let stage = try GuestStage()
        try await stage.goLive()
        for attempt in 1...3 {
            let task = stage.begin { try await $0.transcript(agent: "S1", fromByte: 77) }
            #expect(try stage.sent.last?["reqId"]?.intValue == attempt)
            stage.advance(by: 9_999)
            stage.advance(by: 1)
            #expect(await failure(task) == .timedOut)
        }
        let task = stage.begin { try await $0.transcript(agent: "S1", fromByte: 77) }
        let frame = try #require(try stage.sent.last)
        #expect(frame["reqId"]?.intValue == 4)
        #expect(frame["fromByte"]?.intValue == 77)
        try stage.deliver(json: [
            #"{"t":"transcript","reqId":1,"text":"late","newSize":1}"#,
            #"{"t":"transcript","reqId":4,"text":"{}\n","newSize":80}"#,
        ])
        #expect(try await task.value == TranscriptPart(text: "{}\n", newSize: 80))
    }

    @Test("the host's error about a transcript comes with its words")
    func transcriptError() async throws {
        let stage = try GuestStage()
        try await stage.goLive()
        let task = stage.begin { try await $0.transcript(agent: "S1", fromByte: 5) }
        try stage.deliver(#"{"t":"transcript","reqId":1,"text":"","newSize":5,"error":"entry too large"}"#)
        #expect(await failure(task) == .host("entry too large"))
        stage.advance(by: 60_000)
        #expect(try stage.sentKinds == ["hello", "fetch-transcript"])
    }

    @Test("pending requests fail when the connection drops; nothing is asked while it is down")
    func dropped() async throws {
        let stage = try GuestStage()
        try await stage.goLive(history: Self.history)
        let transcript = stage.begin { try await $0.transcript(agent: "S1", fromByte: 0) }
        let page = stage.begin { try await $0.loadEarlier() }
        stage.close(1006)
        #expect(await failure(transcript) == .connectionLost)
        #expect(await failure(page) == .connectionLost)
        let offline = stage.begin { try await $0.transcript(agent: "S1", fromByte: 0) }
        #expect(await failure(offline) == .notLive)
    }

    @Test("a cancelled request ends at once and its late reply is ignored")
    func cancelled() async throws {
        let stage = try GuestStage()
        try await stage.goLive()
        let task = stage.begin { try await $0.transcript(agent: "S1", fromByte: 0) }
        task.cancel()
        stage.settle()
        #expect(await failure(task) == .cancelled)
        try stage.deliver(#"{"t":"transcript","reqId":1,"text":"late","newSize":1}"#)
        #expect(stage.connection == .live)
    }

    // MARK: History

    @Test("one page at a time, prepended in one step; two callers share it")
    func page() async throws {
        let stage = try GuestStage()
        try await stage.goLive(entries: [GuestStage.user("u5"), GuestStage.user("u6")], history: Self.history)
        let first = stage.begin { try await $0.loadEarlier() }
        let second = stage.begin { try await $0.loadEarlier() }
        #expect(try stage.sentKinds == ["hello", "fetch-history"])
        #expect(try stage.sent.last?["before"]?.stringValue == "u5")
        #expect(stage.replica.history?.isLoading == true)
        try stage.deliver(#"{"t":"history","reqId":1,"entries":[\#(GuestStage.user("u3"))],"final":false}"#)
        #expect(stage.replica.entries.count == 2)
        try stage.deliver(
            #"{"t":"history","reqId":1,"entries":[\#(GuestStage.user("u4")),\#(GuestStage.user("u5"))],"final":true,"#
                + #""startId":"u3","hasEarlier":false}"#)
        #expect(try await first.value == false)
        #expect(try await second.value == false)
        #expect(stage.replica.entries.map(\.id) == ["u3", "u4", "u5", "u6"])
        let nothing = stage.begin { try await $0.loadEarlier() }
        #expect(try await nothing.value == false)
        #expect(try stage.sentKinds == ["hello", "fetch-history"])
    }

    @Test("a host without tails is never asked for history")
    func noTails() async throws {
        let stage = try GuestStage()
        try await stage.goLive()
        let task = stage.begin { try await $0.loadEarlier() }
        #expect(await failure(task) == .notOffered)
        #expect(try stage.sentKinds == ["hello"])
    }

    @Test("a stale page joins afresh")
    func stale() async throws {
        let stage = try GuestStage()
        try await stage.goLive(entries: [GuestStage.user("u5")], history: Self.history)
        let task = stage.begin { try await $0.loadEarlier() }
        try stage.deliver(#"{"t":"history","reqId":1,"entries":[],"final":true,"error":"stale"}"#)
        #expect(await failure(task) == .stale)
        #expect(try stage.sentKinds == ["hello", "fetch-history", "hello"])
        try stage.welcome(entries: [GuestStage.user("v1")], history: Self.history)
        #expect(stage.replica.entries.map(\.id) == ["v1"])
        #expect(stage.connection == .live)
    }

    @Test("a page that stalls for 10 s fails, says so, and can be asked for again from the same place")
    func stalledPage() async throws {
        let stage = try GuestStage()
        try await stage.goLive(entries: [GuestStage.user("u5")], history: Self.history)
        let task = stage.begin { try await $0.loadEarlier() }
        stage.advance(by: 9_000)
        try stage.deliver(#"{"t":"history","reqId":1,"entries":[],"final":false}"#)
        stage.advance(by: 9_000)
        #expect(stage.replica.history?.isLoading == true)
        stage.advance(by: 1_000)
        #expect(await failure(task) == .timedOut)
        #expect(stage.replica.history?.isLoading == false)
        #expect(stage.replica.history?.error != nil)
        _ = stage.begin { try await $0.loadEarlier() }
        #expect(try stage.sent.last?["before"]?.stringValue == "u5")
        #expect(try stage.sent.last?["reqId"]?.intValue == 2)
    }

    @Test("a page of an older tail is not prepended to a newer one")
    func pageAcrossWelcomes() async throws {
        let stage = try GuestStage()
        try await stage.goLive(entries: [GuestStage.user("u5")], history: Self.history)
        let task = stage.begin { try await $0.loadEarlier() }
        try stage.welcome(entries: [GuestStage.user("u9")], history: #"{"v":1,"startId":"u9","hasEarlier":true}"#)
        #expect(await failure(task) == .connectionLost)
        try stage.deliver(#"{"t":"history","reqId":1,"entries":[\#(GuestStage.user("u4"))],"final":true}"#)
        #expect(stage.replica.entries.map(\.id) == ["u9"])
    }

    // MARK: Values

    private static let clipped =
        #"{"type":"message","id":"r1","parentId":null,"timestamp":"2026-01-01T00:00:02.000Z","message":{"role":"user","#
        + #""content":[{"type":"text","text":"clip…"}],"timestamp":1},"collabElided":[{"path":["message","content",0,"#
        + #""text"],"kind":"string","bytes":8,"hash":"h"}]}"#

    private func elided(_ stage: GuestStage) throws -> ElidedValue {
        try #require(stage.replica.entries.first?.elided.first)
    }

    @Test("a value cut between the halves of a surrogate pair comes back whole")
    func value() async throws {
        let stage = try GuestStage()
        try await stage.goLive(entries: [Self.clipped], history: Self.history)
        let record = try elided(stage)
        let task = stage.begin { try await $0.load(record, of: "r1") }
        // "🙂!" in quotes: five UTF-16 units, cut after the first half of the pair.
        try stage.deliver(#"{"t":"value","reqId":1,"offset":0,"data":"\"\ud83d","total":5,"final":false}"#)
        #expect(try stage.sent.last?["offset"]?.intValue == 2)
        try stage.deliver(#"{"t":"value","reqId":2,"offset":2,"data":"\ude42!\"","total":5,"final":true}"#)
        try await task.value
        guard case .message(let message) = stage.replica.entries.first?.kind else { return }
        #expect(message.content == [.text("🙂!")])
        #expect(stage.replica.entries.first?.elided.isEmpty == true)
    }

    @Test(
        "replies that do not fit are refused and change nothing",
        arguments: [
            (#""offset":1,"data":"x","total":9,"final":false"#, RequestError.malformedReply),
            (#""offset":0,"data":"","total":9,"final":false"#, .malformedReply),
            (#""offset":0,"data":"xxxx","total":3,"final":true"#, .malformedReply),
            (#""offset":0,"data":"{oops","total":5,"final":true"#, .unreadableValue),
            (#""offset":0,"data":"","total":0,"final":true,"error":"busy""#, .host("busy")),
            (#""offset":0,"data":"","total":0,"final":true,"error":"stale""#, .stale),
            (#""offset":0,"data":"x","total":99999999999,"final":false"#, .malformedReply),
        ])
    func badValue(reply: String, expected: RequestError) async throws {
        let stage = try GuestStage()
        try await stage.goLive(entries: [Self.clipped], history: Self.history)
        let record = try elided(stage)
        let before = stage.replica.entries.first
        let task = stage.begin { try await $0.load(record, of: "r1") }
        try stage.deliver(#"{"t":"value","reqId":1,\#(reply)}"#)
        #expect(await failure(task) == expected)
        #expect(stage.replica.entries.first == before)
        #expect(stage.replica.notices.count == (expected == .stale ? 1 : 0))
    }
}
