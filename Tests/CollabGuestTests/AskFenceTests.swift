import CollabTesting
import CollabWire
import Testing

@testable import CollabGuest

@Suite("Knowing that a question is not asked any more")
struct AskFenceTests {
    private static func ask(_ id: Int) -> String {
        #"{"t":"ui-request","request":{"reqId":\#(id),"kind":"select","title":"Which?","options":["North"]}}"#
    }

    private static func reply(_ reqId: Int) -> String {
        #"{"t":"transcript","reqId":\#(reqId),"text":"","newSize":0,"error":"no transcript"}"#
    }

    private func stage(isView: Bool = false) throws -> GuestStage {
        var options = SessionOptions()
        options.confirmsAsks = true
        return try GuestStage(isView: isView, options: options)
    }

    /// The ids of this guest's requests on the newest connection.
    private func fences(_ stage: GuestStage) throws -> [Int] {
        try stage.sent.filter { $0["t"]?.stringValue == "fetch-transcript" }.compactMap { $0["reqId"]?.intValue }
    }

    private func hasAllAsks(_ stage: GuestStage) -> Bool { stage.session.current.hasAllAsks }

    @Test("a snapshot proves nothing about questions, however long ago it came; an answer to a later request does")
    func answered() async throws {
        let stage = try stage()
        try await stage.goLive()
        #expect(stage.connection == .live && !hasAllAsks(stage))
        #expect(try fences(stage) == [1])
        stage.advance(by: 9_000)
        #expect(!hasAllAsks(stage))
        // The host's questions come before its reply, if need be in one burst.
        try stage.deliver(json: [Self.ask(7), Self.reply(1)])
        #expect(hasAllAsks(stage) && stage.replica.asks.map(\.id) == [.number(7)])
        try stage.deliver(#"{"t":"ui-request-end","reqId":7}"#)
        #expect(hasAllAsks(stage) && stage.replica.asks.isEmpty)
    }

    @Test("after a reconnect it has to be proved again, and a reply that is late proves nothing")
    func reconnected() async throws {
        let stage = try stage()
        try await stage.goLive()
        try stage.deliver(Self.reply(1))
        #expect(hasAllAsks(stage))
        stage.close(1006)
        #expect(!hasAllAsks(stage))
        let dials = stage.relay.dials
        while stage.relay.dials == dials { stage.advance(by: 100) }
        try stage.welcome(entries: [GuestStage.user("u1")])
        #expect(try fences(stage) == [2])
        try stage.deliver(Self.reply(1))
        #expect(!hasAllAsks(stage))
        try stage.deliver(Self.reply(2))
        #expect(hasAllAsks(stage))
    }

    @Test("a second welcome on the same connection takes the proof back, answered or not")
    func welcomedAgain() async throws {
        let stage = try stage()
        try await stage.goLive()
        try stage.welcome(entries: [GuestStage.user("u1")])
        #expect(try fences(stage) == [1, 2])
        try stage.deliver(Self.reply(1))
        #expect(!hasAllAsks(stage))
        try stage.deliver(Self.reply(2))
        #expect(hasAllAsks(stage))
        try stage.deliver(GuestStage.welcome(entries: 0))
        #expect(!hasAllAsks(stage))
    }

    @Test("a host that does not answer is asked again")
    func silent() async throws {
        let stage = try stage()
        try await stage.goLive()
        stage.advance(by: 25_000)
        #expect(try fences(stage) == [1, 2, 3])
        #expect(!hasAllAsks(stage))
        try stage.deliver(Self.reply(3))
        #expect(hasAllAsks(stage))
        stage.advance(by: 60_000)
        #expect(try fences(stage).count == 3)
    }

    @Test("a guest that may only watch is asked nothing, and asks nothing")
    func watching() async throws {
        let stage = try stage(isView: true)
        try await stage.goLive()
        #expect(hasAllAsks(stage))
        #expect(try stage.sentKinds == ["hello"])
    }

    @Test("who does not want to know sends nothing for it")
    func unwanted() async throws {
        let stage = try GuestStage()
        try await stage.goLive()
        #expect(try stage.sentKinds == ["hello"])
        #expect(!hasAllAsks(stage))
    }
}
