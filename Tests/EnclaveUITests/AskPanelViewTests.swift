import CollabWire
import EnclaveFixtures
import EnclaveModel
import Testing

@Suite("Questions", .serialized)
@MainActor
struct AskPanelViewTests {
    private func byHand() async throws -> (Screen, HandHost, SessionVM) {
        let (stage, host) = try await Fixture.byHand()
        let session = try await Fixture.live(stage, host)
        return (await Screen(stage), host, session)
    }

    private func ask(_ screen: Screen, _ host: HandHost, _ session: SessionVM, _ request: String) async throws {
        try host.deliver(HandHost.ask(request))
        try await screen.run("the question") { session.needsAnswer }
    }

    private func answers(_ host: HandHost) throws -> [String?] {
        try host.sent("ui-response").map { $0["value"]?.stringValue }
    }

    @Test("Two ways stand side by side and answer with their words, once")
    func approval() async throws {
        let (screen, host, session) = try await byHand()
        try await ask(
            screen, host, session,
            #"{"reqId":3,"kind":"select","title":"Run `make survey`?","options":["Approve","Decline"],"initialIndex":0}"#
        )
        #expect(screen.shows("Run make survey?"), "the command is set as code, without its backticks")
        #expect(screen.driver.find("Skip") != nil, "whoever approves nothing and declines nothing may say so")
        try await screen.tap("Approve")
        #expect(try answers(host) == ["Approve"])
        #expect(screen.driver.find("Decline") == nil, "a second answer has nothing left to tap")
        try host.deliver(#"{"t":"ui-request-end","reqId":3}"#)
        await screen.settle()
        #expect(screen.driver.find("Approve") == nil, "and it does not come back")
        #expect(try answers(host) == ["Approve"])
    }

    @Test("In the largest text the composer makes room for the question, and comes when it is wanted")
    func largestText() async throws {
        let (stage, host) = try await Fixture.byHand()
        let session = try await Fixture.live(stage, host)
        try host.deliver(HandHost.stateFrame(isStreaming: true))
        try await stage.run("a turn") { session.client.isWorking }
        let screen = await Screen(stage, typeSize: .accessibility5)
        #expect(screen.driver.find("composer") != nil)
        try await ask(
            screen, host, session, #"{"reqId":3,"kind":"select","title":"Which?","options":["North","South","East"]}"#)
        #expect(screen.driver.find("composer") == nil)
        #expect(screen.driver.find("stop") != nil, "the way to stop stays")
        try await screen.tap("Fold the question away")
        #expect(screen.driver.find("composer") != nil)
        try await screen.tap("Show the question")
        try await screen.tap("composer-unfold")
        #expect(screen.driver.find("composer")?.isFocused == true)
        try await screen.type("Neither", into: "composer")
        try await screen.tap("send")
        #expect(try host.sent("prompt").count == 1)
        try host.deliver(#"{"t":"ui-request-end","reqId":3}"#)
        try await screen.run("the end") { session.client.asks.shown == nil }
        #expect(screen.driver.find("composer") != nil)
    }

    @Test("Two options that the host describes or marks are a list, not an approval; either can be skipped")
    func twoOptions() async throws {
        let (screen, host, session) = try await byHand()
        try await ask(
            screen, host, session,
            #"{"reqId":3,"kind":"select","title":"Which?","options":["North",{"label":"South","description":"The sea"}]}"#
        )
        #expect(screen.shows("The sea"), "what is said of an option is seen")
        try host.deliver(#"{"t":"ui-request-end","reqId":3}"#)
        try await screen.run("the end") { session.client.asks.shown == nil }
        try await ask(
            screen, host, session,
            #"{"reqId":4,"kind":"select","title":"Which?","options":["North","South"],"selectionMarker":"radio","checkedIndices":[1]}"#
        )
        #expect(screen.driver.find("South", role: "button")?.isSelected == true)
        try host.deliver(#"{"t":"ui-request-end","reqId":4}"#)
        try await screen.run("the end") { session.client.asks.shown == nil }
        try await ask(screen, host, session, #"{"reqId":5,"kind":"select","title":"Go?","options":["Yes","No"]}"#)
        try await screen.tap("Skip")
        #expect(try answers(host) == [nil])
    }

    @Test("A label that shows nothing is named, and answers with itself", arguments: ["", "  ", "\u{200B}\u{3164}"])
    func blank(label: String) async throws {
        let (screen, host, session) = try await byHand()
        try await ask(
            screen, host, session,
            #"{"reqId":3,"kind":"select","title":"Which?","options":["North","\#(label)","South"]}"#)
        try await screen.tap("(no label)")
        #expect(try answers(host) == [label])
        try host.deliver(#"{"t":"ui-request-end","reqId":3}"#)
        try await screen.run("the end") { session.client.asks.shown == nil }
        try await ask(screen, host, session, #"{"reqId":4,"kind":"select","title":"Go?","options":["\#(label)","No"]}"#)
        try await screen.tap("(no label)")
        #expect(try answers(host) == [label, label])
    }

    @Test("A question folds to a line and back, and another one comes unfolded")
    func folds() async throws {
        let (screen, host, session) = try await byHand()
        let options = (1...200).map { #""Berth \#($0)""# }.joined(separator: ",")
        try await ask(
            screen, host, session, #"{"reqId":3,"kind":"select","title":"Which of all?","options":[\#(options)]}"#)
        #expect(screen.driver.find("Berth 1") != nil)
        #expect(screen.driver.find("Berth 200") == nil, "what is far below is made when it comes into sight")
        try await screen.tap("Fold the question away")
        #expect(screen.driver.find("Berth 1") == nil)
        #expect(screen.driver.find("Skip") == nil)
        #expect(screen.shows("Which of all?"), "it says what waits")
        #expect(screen.shows("needs you"))
        try await screen.tap("Show the question")
        try await screen.tap("Berth 1")
        #expect(try answers(host) == ["Berth 1"])
        try host.deliver(#"{"t":"ui-request-end","reqId":3}"#)
        try await screen.run("the end") { session.client.asks.shown == nil }

        try await ask(screen, host, session, #"{"reqId":4,"kind":"editor","title":"Why?","prefill":"Because"}"#)
        try await screen.type("Because I can", into: "Your answer")
        try await screen.tap("Fold the question away")
        #expect(screen.driver.find("Your answer") == nil)
        try await screen.tap("Show the question")
        #expect(try screen.driver.value(of: "Your answer") == "Because I can", "nothing typed is lost")
        try await screen.tap("Fold the question away")
        try host.deliver(#"{"t":"ui-request-end","reqId":4}"#)
        try await screen.run("the end") { session.client.asks.shown == nil }
        try await ask(screen, host, session, #"{"reqId":5,"kind":"select","title":"Go?","options":["Yes","No"]}"#)
        #expect(screen.driver.find("Yes") != nil)
    }

    @Test("What ends a list of boxes stands below the list, which alone scrolls")
    func closing() async throws {
        let (screen, host, session) = try await byHand()
        let options = (1...40).map { #""Berth \#($0)""# }.joined(separator: ",")
        try await ask(
            screen, host, session,
            #"{"reqId":3,"kind":"select","title":"Which?","options":[\#(options),"Done"],"selectionMarker":"checkbox","checkedIndices":[2],"markableCount":40}"#
        )
        #expect(screen.driver.find("Berth 3")?.isSelected == true)
        #expect(screen.driver.find("Berth 40") == nil, "the end of the list comes into sight by scrolling")
        #expect(screen.driver.find("Done")?.isSelected == false)
        try await screen.tap("Done")
        #expect(try answers(host) == ["Done"])
    }

    @Test("What turns the direction of text is not shown, and the answer is still the host's own label")
    func directions() async throws {
        let (screen, host, session) = try await byHand()
        try await ask(
            screen, host, session,
            #"{"reqId":4,"kind":"select","title":"Run \u202emr\u202c here?","options":["Go \u2067on\u2069","Wait","Stop"]}"#
        )
        #expect(screen.shows("Run mr here?"))
        try await screen.tap("Go on")
        await screen.stage.pass(milliseconds: 100)
        #expect(try answers(host) == ["Go \u{2067}on\u{2069}"])
    }

    @Test("C01: options show their descriptions, a tap answers with the label, Skip without a value")
    func select() async throws {
        let (screen, host, session) = try await byHand()
        let request =
            #""kind":"select","title":"Which wall?","options":["North",{"label":"South","description":"It faces the sea"},"East"],"initialIndex":1,"helpText":"Both can be changed.""#
        try await ask(screen, host, session, "{\"reqId\":7,\(request)}")
        #expect(screen.shows("It faces the sea"))
        #expect(screen.shows("Both can be changed."))
        #expect(screen.shows("recommended"))
        try await screen.tap("South")
        await screen.stage.pass(milliseconds: 100)
        #expect(try answers(host) == ["South"])
        try host.deliver(#"{"t":"ui-request-end","reqId":7}"#)
        try await screen.run("the end") { session.client.asks.shown == nil }

        try await ask(screen, host, session, "{\"reqId\":8,\(request)}")
        try await screen.tap("Skip")
        await screen.stage.pass(milliseconds: 100)
        #expect(try answers(host) == ["South", nil])
    }

    @Test("C01: an editor begins with its prefill and sends what is written, spaces and all")
    func editor() async throws {
        let (screen, host, session) = try await byHand()
        try await ask(screen, host, session, #"{"reqId":9,"kind":"editor","title":"The note","prefill":" Dear all "}"#)
        #expect(try screen.driver.value(of: "Your answer") == " Dear all ")
        try await screen.type(" Dear all, ", into: "Your answer")
        try await screen.tap("Send answer")
        #expect(try answers(host) == [" Dear all, "])
    }

    @Test("C03: a toggle of a multi-select neither closes nor blinks the panel, and the next tap answers the next ask")
    func multiSelect() async throws {
        let (screen, host, session) = try await byHand()
        func request(_ id: Int, checked: String, more: String) -> String {
            #"{"reqId":\#(id),"kind":"select","title":"What goes along?","options":["A","B"\#(more)],"#
                + #""selectionMarker":"checkbox","checkedIndices":[\#(checked)],"markableCount":2}"#
        }
        try await ask(screen, host, session, request(11, checked: "", more: #","C""#))
        let run = session.client.asks.shown?.run
        try await screen.tap("B")
        await screen.stage.pass(milliseconds: 100)
        #expect(try answers(host) == ["B"])
        try host.deliver(#"{"t":"ui-request-end","reqId":11}"#)
        await screen.settle()
        #expect(screen.shows("What goes along?"), "the panel waits for the next step")
        await screen.stage.pass(milliseconds: 200)
        try await ask(screen, host, session, request(12, checked: "1", more: #","C","Done""#))
        #expect(session.client.asks.shown?.run == run)
        #expect(screen.driver.find("B", role: "button")?.isSelected == true)
        try await screen.tap("Done")
        #expect(try host.sent("ui-response").last?["reqId"]?.intValue == 12)
        try host.deliver(#"{"t":"ui-request-end","reqId":12}"#)
        await screen.stage.pass(milliseconds: 700)
        await screen.settle()
        #expect(!screen.shows("What goes along?"))
    }

    @Test("C05: a question answered elsewhere goes away and sends nothing")
    func answeredElsewhere() async throws {
        let (screen, host, session) = try await byHand()
        try await ask(screen, host, session, #"{"reqId":5,"kind":"select","title":"Go?","options":["Yes","No"]}"#)
        try host.deliver(#"{"t":"ui-request-end","reqId":99}"#, #"{"t":"ui-request-end","reqId":5}"#)
        try await screen.run("the end") { session.client.asks.shown == nil }
        #expect(!screen.shows("Go?"))
        #expect(try answers(host).isEmpty)
    }

    @Test("Questions queue: one is shown, the rest are counted")
    func queue() async throws {
        let (screen, host, session) = try await byHand()
        try await ask(screen, host, session, #"{"reqId":1,"kind":"select","title":"First?","options":["Yes","No"]}"#)
        try host.deliver(HandHost.ask(#"{"reqId":2,"kind":"select","title":"Second?","options":["Yes","No"]}"#))
        try await screen.run("two questions") { session.client.asks.waiting == 1 }
        #expect(screen.shows("First?"))
        #expect(screen.shows("1 more"))
        #expect(!screen.shows("Second?"))
    }

    @Test("A kind of question this app doesn't know says so and can be skipped")
    func unknown() async throws {
        let screen = try await Screen(fixture: "ask-unknown")
        #expect(screen.shows("newer than this app"))
        try await screen.tap("Skip")
        #expect(screen.app.current?.needsAnswer == false)
    }

    @Test("While a question is open the list and the tab say that the room needs the person")
    func badges() async throws {
        let screen = try await Screen(fixture: "ask-approval")
        try await screen.tap("Back")
        #expect(screen.shows("Needs you"))
        #expect(screen.shows("needs you"))
    }
}
