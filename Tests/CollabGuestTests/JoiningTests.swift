import CollabTesting
import CollabWire
import Testing

@testable import CollabGuest

@Suite("Joining")
struct JoiningTests {
    @Test("hello, welcome, chunks, live")
    func join() async throws {
        let stage = try GuestStage()
        #expect(stage.connection == .idle)
        await stage.start()
        #expect(stage.connection == .waiting)
        #expect(try stage.sentKinds == ["hello"])
        try stage.deliver(GuestStage.welcome(entries: 3))
        #expect(stage.connection == .loading(.init(received: 0, expected: 3)))
        try stage.deliver(GuestStage.chunk([GuestStage.user("u1"), GuestStage.user("u2")], final: false))
        #expect(stage.connection == .loading(.init(received: 2, expected: 3)))
        #expect(stage.replica.entries.isEmpty)
        try stage.deliver(GuestStage.chunk([GuestStage.user("u3")]))
        #expect(stage.connection == .live)
        #expect(stage.replica.entries.map(\.id) == ["u1", "u2", "u3"])
    }

    @Test("a host of a newer protocol that lets us in is joined, and told of once; the known one is not told of")
    func newerHost() async throws {
        for (proto, count) in [("99", 1), ("4", 1), ("3", 0), ("2", 0), ("null", 0)] {
            let stage = try GuestStage()
            await stage.start()
            let welcome = GuestStage.welcome(entries: 0).replacing(#""proto":3"#, with: #""proto":\#(proto)"#)
            try stage.deliver(welcome)
            #expect(stage.connection == .live)
            try stage.deliver(welcome)
            let told = stage.replica.notices.filter { $0.source == GuestSession.noticeSource }
            #expect(told.map(\.message) == Array(repeating: Welcome.newerNotice, count: count), "\(proto)")
            #expect(told.allSatisfy { $0.level == .warning })
        }
    }

    @Test("hello carries the name, the write token of a full link and the wish for a tail", arguments: [true, false])
    func hello(isView: Bool) async throws {
        var options = SessionOptions()
        options.tailBytes = isView ? nil : 1000
        let stage = try GuestStage(name: "  " + String(repeating: "n", count: 80), isView: isView, options: options)
        await stage.start()
        let hello = try #require(try stage.sent.first)
        #expect(hello["proto"]?.intValue == 3)
        #expect(hello["name"]?.stringValue == String(repeating: "n", count: 64))
        #expect(hello["writeToken"]?.stringValue == (isView ? nil : "BwcHBwcHBwcHBwcHBwcHBw"))
        #expect(hello["snapshot"]?["mode"]?.stringValue == (isView ? nil : "tail"))
        #expect(hello["snapshot"]?["maxBytes"]?.intValue == (isView ? nil : 1000))
    }

    @Test("a slow snapshot is loaded as long as chunks come within 30 s of each other")
    func slowSnapshot() async throws {
        let stage = try GuestStage()
        await stage.start()
        try stage.deliver(GuestStage.welcome(entries: 3))
        stage.advance(by: 29_000)
        try stage.deliver(GuestStage.chunk([GuestStage.user("u1"), GuestStage.user("u2")], final: false))
        #expect(stage.connection == .loading(.init(received: 2, expected: 3)))
        stage.advance(by: 29_000)
        try stage.deliver(GuestStage.chunk([GuestStage.user("u3")]))
        #expect(stage.connection == .live)
        #expect(stage.replica.entries.count == 3)
    }

    @Test("30 s without a chunk end the session with that reason")
    func snapshotTimeout() async throws {
        let stage = try GuestStage()
        await stage.start()
        try stage.deliver(GuestStage.welcome(entries: 3))
        stage.advance(by: 29_999)
        #expect(stage.connection == .loading(.init(received: 0, expected: 3)))
        stage.advance(by: 1)
        #expect(stage.connection == .ended(.snapshotTimeout))
        #expect(stage.relay.socket?.closeCalls == 1)
    }

    @Test("an empty session is live at once, and a final chunk behind it is harmless")
    func emptySession() async throws {
        let stage = try GuestStage()
        await stage.start()
        try stage.deliver(GuestStage.welcome(entries: 0))
        #expect(stage.connection == .live)
        try stage.deliver(GuestStage.chunk([]))
        #expect(stage.connection == .live)
        #expect(stage.replica.entries.isEmpty)
    }

    @Test("no welcome within 30 s ends the session with that reason")
    func welcomeTimeout() async throws {
        let stage = try GuestStage()
        await stage.start()
        stage.advance(by: 29_999)
        #expect(stage.connection == .waiting)
        stage.advance(by: 1)
        #expect(stage.connection == .ended(.welcomeTimeout))
    }

    @Test("a refused hello ends at once with the host's words, in any language", arguments: ["go away", "协议不匹配"])
    func refusedHello(words: String) async throws {
        let stage = try GuestStage()
        await stage.start()
        try stage.deliver(#"{"t":"error","message":"\#(words)"}"#)
        #expect(stage.connection == .ended(.refused(words)))
        stage.advance(by: 600_000)
        #expect(stage.relay.dials == 1)
    }

    @Test("the same error after the welcome is a notice", arguments: ["go away", "协议不匹配"])
    func errorAfterWelcome(words: String) async throws {
        let stage = try GuestStage()
        try await stage.goLive()
        try stage.deliver(#"{"t":"error","message":"\#(words)"}"#)
        #expect(stage.connection == .live)
        #expect(stage.replica.notices.map(\.message) == [words])
    }

    @Test("a first welcome that can't be applied ends the session, a later one costs a notice")
    func unreadableWelcome() async throws {
        let first = try GuestStage()
        await first.start()
        try first.deliver(#"{"t":"welcome","proto":3,"entryCount":1}"#)
        guard case .ended(.unreadableWelcome(let reason)) = first.connection else {
            Issue.record("\(first.connection)")
            return
        }
        #expect(!reason.isEmpty)

        let later = try GuestStage()
        try await later.goLive()
        try later.deliver(#"{"t":"welcome","proto":3,"entryCount":1}"#)
        #expect(later.connection == .live)
        #expect(later.replica.entries.count == 1)
        #expect(later.replica.notices.count == 1)
    }

    @Test("a changed bit is a wrong key and ends the session without another dial")
    func tampering() async throws {
        let stage = try GuestStage()
        try await stage.goLive()
        guard case .binary(var data) = try stage.sealed(#"{"t":"bye","reason":"x"}"#) else { return }
        data[data.count / 2] ^= 1
        stage.relay.socket?.deliver([.binary(data)])
        stage.settle()
        #expect(stage.connection == .ended(.wrongKey))
        stage.advance(by: 600_000)
        #expect(stage.relay.dials == 1)
    }

    @Test("what opens but is no JSON costs one notice; fragments and odd texts cost nothing")
    func notAWrongKey() async throws {
        let stage = try GuestStage()
        try await stage.goLive()
        let sealer = try Sealer(secret: try #require(RoomSecret(bytes: GuestStage.fullSecret)))
        let garbage = try Array("{not json".utf8).withUnsafeBytes { try sealer.seal($0, peerId: 0) }
        stage.relay.socket?.deliver([
            .binary(garbage), .binary(.init([1, 2, 3])), .text("{oops"), .text(#"{"t":"x"}"#),
        ])
        stage.settle()
        #expect(stage.connection == .live)
        #expect(stage.replica.notices.count == 1)
        #expect(await stage.session.counters.refused == 1)
    }

    @Test("a frame that is played back is left out and counted")
    func replay() async throws {
        let stage = try GuestStage()
        try await stage.goLive()
        let notice = try stage.sealed(#"{"t":"error","message":"once"}"#)
        stage.relay.socket?.deliver([notice, notice])
        stage.settle()
        stage.relay.socket?.deliver([notice])
        stage.settle()
        #expect(stage.replica.notices.map(\.message) == ["once"])
        #expect(await stage.session.counters.replayed == 2)
        // Nobody sees a frame that was left out; that it was is told all the same.
        #expect(stage.session.current.counters.replayed == 2)
    }

    @Test("frames before room-closed and bye are applied, those behind are not")
    func orderAroundTheEnd() async throws {
        let stage = try GuestStage()
        try await stage.goLive()
        try stage.deliver(json: [
            GuestStage.entry(GuestStage.user("u2")), #"{"t":"bye","reason":"host left"}"#,
            GuestStage.entry(GuestStage.user("u3")),
        ])
        #expect(stage.connection == .ended(.bye("host left")))
        #expect(stage.replica.entries.map(\.id) == ["u1", "u2"])

        let closed = try GuestStage()
        await closed.start()
        closed.relay.socket?.deliver([
            try closed.sealed(GuestStage.welcome(entries: 1)), .text(#"{"t":"room-closed"}"#),
            try closed.sealed(GuestStage.chunk([GuestStage.user("u1")])),
        ])
        closed.settle()
        #expect(closed.connection == .ended(.roomClosed))
    }

    @Test("one large frame and many small ones in a burst are applied in the order they came")
    func burst() async throws {
        let stage = try GuestStage()
        try await stage.goLive()
        let large = GuestStage.entry(GuestStage.user("big", String(repeating: "x", count: 3_000_000)))
        try stage.deliver(json: [large] + (0..<200).map { GuestStage.entry(GuestStage.user("n\($0)")) })
        #expect(stage.replica.entries.map(\.id) == ["u1", "big"] + (0..<200).map { "n\($0)" })
    }

    @Test("of waiting updates of the streamed message only the newest is decoded")
    func newestUpdateOnly() async throws {
        let stage = try GuestStage()
        try await stage.goLive()
        func update(_ kind: String, _ text: String) -> String {
            #"{"t":"event","event":{"type":"\#(kind)","message":{"role":"assistant","content":[{"type":"text","#
                + #""text":"\#(text)"}],"timestamp":1}}}"#
        }
        try stage.deliver(
            json: [update("message_start", "a")] + (0..<50).map { update("message_update", "text \($0)") }
                + [update("message_end", "end")] + [
                    update("message_update", "late"), update("message_update", "later"),
                ])
        #expect(await stage.session.counters.superseded == 50)
        #expect(stage.replica.ghost?.message.content == [.text("later")])
    }
}
