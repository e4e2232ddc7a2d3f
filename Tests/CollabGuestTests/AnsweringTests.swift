import CollabTesting
import CollabWire
import Testing

@testable import CollabGuest

@Suite("Answering")
struct AnsweringTests {
    private static func select(_ id: Int, title: String = "Which?") -> String {
        #"{"t":"ui-request","request":{"reqId":\#(id),"kind":"select","title":"\#(title)","#
            + #""options":["North",{"label":"South","description":"warmer"}]}}"#
    }

    private func answers(_ stage: GuestStage) throws -> [String] {
        try stage.sent.filter { $0["t"]?.stringValue == "ui-response" }.map(\.canonical)
    }

    private func reconnect(_ stage: GuestStage) throws {
        stage.close(1006)
        let dials = stage.relay.dials
        while stage.relay.dials == dials { stage.advance(by: 100) }
        try stage.welcome(entries: [GuestStage.user("u1")])
    }

    @Test("an answer is sent once with the option's label; cancelling sends no value")
    func once() async throws {
        let stage = try GuestStage()
        try await stage.goLive()
        try stage.deliver(json: [
            Self.select(1),
            #"{"t":"ui-request","request":{"reqId":"two","kind":"editor","title":"Name?","prefill":" x "}}"#,
        ])
        #expect(stage.replica.asks.count == 2)
        guard case .select(let select) = stage.replica.asks[0].kind else { return }
        #expect(select.options.map(\.description) == [nil, "warmer"])
        let first = await stage.perform { await $0.answer(.number(1), value: "South") }
        #expect(first.current == .sent)
        let second = await stage.perform { await $0.answer(.number(1), value: "South") }
        #expect(second.current == .expired)
        await stage.perform { await $0.answer(.string("two"), value: nil) }
        #expect(
            try answers(stage) == [
                #"{"reqId":1,"t":"ui-response","value":"South"}"#, #"{"reqId":"two","t":"ui-response"}"#,
            ])
        #expect(stage.replica.asks.isEmpty)
    }

    @Test("text is sent verbatim")
    func verbatim() async throws {
        let stage = try GuestStage()
        try await stage.goLive()
        try stage.deliver(#"{"t":"ui-request","request":{"reqId":1,"kind":"editor","title":"T","prefill":" x "}}"#)
        await stage.perform { await $0.answer(.number(1), value: "  two  lines\n ") }
        #expect(try stage.sent.last?["value"]?.stringValue == "  two  lines\n ")
    }

    @Test("a question that ends elsewhere goes, and a tap already under way sends nothing")
    func endedElsewhere() async throws {
        let stage = try GuestStage()
        try await stage.goLive()
        try stage.deliver(Self.select(5))
        try stage.deliver(#"{"t":"ui-request-end","reqId":99}"#)
        #expect(stage.replica.asks.count == 1)
        try stage.deliver(#"{"t":"ui-request-end","reqId":5}"#)
        #expect(stage.replica.asks.isEmpty)
        let late = await stage.perform { await $0.answer(.number(5), value: "North") }
        #expect(late.current == .expired)
        #expect(try answers(stage).isEmpty)
    }

    @Test("what was answered does not come back, and is sent again only when the host asks the same after a reconnect")
    func askedAgain() async throws {
        let stage = try GuestStage()
        try await stage.goLive()
        try stage.deliver(Self.select(7))
        await stage.perform { await $0.answer(.number(7), value: "North") }
        try stage.deliver(Self.select(7))
        #expect(stage.replica.asks.isEmpty)
        #expect(try answers(stage).count == 1)
        try reconnect(stage)
        #expect(try answers(stage).isEmpty)
        try stage.deliver(Self.select(7))
        #expect(stage.replica.asks.isEmpty)
        #expect(try answers(stage) == [#"{"reqId":7,"t":"ui-response","value":"North"}"#])
    }

    @Test("another question under the same id is a new one, as after a host's restart")
    func sameIdOtherQuestion() async throws {
        let stage = try GuestStage()
        try await stage.goLive()
        try stage.deliver(Self.select(1, title: "Delete the branch?"))
        await stage.perform { await $0.answer(.number(1), value: "North") }
        try reconnect(stage)
        try stage.deliver(Self.select(1, title: "Deploy?"))
        #expect(stage.replica.asks.map(\.title) == ["Deploy?"])
        #expect(try answers(stage).isEmpty)
    }

    @Test("an answer given while disconnected waits for the host to ask again, or expires")
    func offline() async throws {
        let stage = try GuestStage()
        try await stage.goLive()
        try stage.deliver(json: [Self.select(1), Self.select(2)])
        stage.close(1006)
        let asked = await stage.perform { await $0.answer(.number(1), value: "North") }
        let forgotten = await stage.perform { await $0.answer(.number(2), value: "South") }
        let dials = stage.relay.dials
        while stage.relay.dials == dials { stage.advance(by: 100) }
        try stage.welcome(entries: [GuestStage.user("u1")])
        try stage.deliver(Self.select(1))
        #expect(asked.current == .sent)
        #expect(forgotten.current == nil)
        stage.advance(by: 10_000)
        #expect(forgotten.current == .expired)
        #expect(try answers(stage) == [#"{"reqId":1,"t":"ui-response","value":"North"}"#])
    }
}
