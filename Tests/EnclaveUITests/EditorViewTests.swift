import CollabWire
import EnclaveFixtures
import EnclaveModel
import EnclaveUI
import Foundation
import Testing

@Suite("The session", .serialized)
@MainActor
struct EditorViewTests {
    /// A live room whose host the test plays.
    private func byHand(access: Access = .control) async throws -> (Screen, HandHost, SessionVM) {
        let (stage, host) = try await Fixture.byHand(access: access)
        let session = try await Fixture.live(stage, host)
        return (await Screen(stage), host, session)
    }

    // MARK: Composer

    @Test("What is typed is the room's draft; Send sends it, and the composer is empty")
    func sends() async throws {
        let (screen, host, session) = try await byHand()
        #expect(screen.driver.find("send")?.isEnabled == false)
        try await screen.type("Count again", into: "composer")
        #expect(session.draft == "Count again")
        try await screen.tap("send")
        #expect(session.draft.isEmpty)
        #expect(try host.sent("prompt").map { $0["text"]?.stringValue } == ["Count again"])
        #expect(screen.driver.find("composer")?.isFocused == true)
    }

    @Test("Return sends once, Shift-Return doesn't")
    func returnKey() async throws {
        let (screen, host, session) = try await byHand()
        try await screen.type("Count again", into: "composer")
        try screen.driver.key("Enter", in: "composer", modifiers: ["shift"])
        await screen.settle()
        #expect(session.draft == "Count again")
        try screen.driver.key("Enter", in: "composer")
        await screen.settle()
        #expect(try host.sent("prompt").count == 1)
        try screen.driver.key("Enter", in: "composer")
        await screen.settle()
        #expect(try host.sent("prompt").count == 1)
    }

    @Test("Blank text sends nothing")
    func blank() async throws {
        let (screen, host, _) = try await byHand()
        try await screen.type(" \n ", into: "composer")
        #expect(screen.driver.find("send")?.isEnabled == false)
        #expect(try host.sent("prompt").isEmpty)
    }

    @Test("While the agent works the composer steers, says how many wait, and Stop stops once")
    func steersAndStops() async throws {
        let (screen, host, session) = try await byHand()
        #expect(screen.driver.find("stop") == nil)
        try host.deliver(HandHost.stateFrame(isStreaming: true, queued: 2))
        try await screen.run("working") { session.client.isWorking }
        #expect(screen.shows("queued ×2"))
        #expect(screen.driver.find("send")?.label == "Steer")
        try await screen.tap("stop")
        #expect(try host.sent("abort").count == 1)
        try host.deliver(HandHost.stateFrame(isStreaming: true, isAborting: true, queued: 2))
        try await screen.run("stopping") { session.client.state?.isAborting == true }
        #expect(screen.driver.find("stop")?.isEnabled == false)
        #expect(screen.driver.find("stop")?.label == "Stopping")
        try host.deliver(HandHost.stateFrame())
        try await screen.run("rest") { !session.client.isWorking }
        #expect(screen.driver.find("stop") == nil)
    }

    @Test("A picture is attached, can be taken away, and leaves with the prompt")
    func attaches() async throws {
        let (screen, host, _) = try await byHand()
        let picture = FileManager.default.temporaryDirectory.appending(path: "harbour-\(UUID().uuidString).png")
        try Data(base64Encoded: Self.onePixel)?.write(to: picture)
        defer { try? FileManager.default.removeItem(at: picture) }
        screen.driver.fileChooser = { _ in [picture] }
        try await screen.tap("Attach")
        try await screen.tap("File")
        #expect(screen.shows(picture.lastPathComponent))
        try await screen.tap("Remove \(picture.lastPathComponent)")
        #expect(!screen.shows(picture.lastPathComponent))
        try await screen.tap("Attach")
        try await screen.tap("File")
        try await screen.tap("send")
        let prompt = try #require(try host.sent("prompt").first)
        #expect(prompt["images"]?[0]?["mimeType"]?.stringValue == "image/png")
        #expect(prompt["images"]?[1] == nil)
        #expect(!screen.shows(picture.lastPathComponent))
    }

    @Test("What is no picture stays with its reason, and nothing is sent")
    func refusesNoPicture() async throws {
        let (screen, host, _) = try await byHand()
        let file = FileManager.default.temporaryDirectory.appending(path: "notes-\(UUID().uuidString).png")
        try Data("not a picture".utf8).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        screen.driver.fileChooser = { _ in [file] }
        try await screen.tap("Attach")
        try await screen.tap("File")
        try await screen.tap("send")
        #expect(screen.shows("picture"))
        #expect(try host.sent("prompt").isEmpty)
    }

    // MARK: Outbox

    @Test("A prompt without a connection waits in sight, and can be discarded")
    func outbox() async throws {
        let screen = try await Screen(fixture: "session-reconnecting")
        #expect(screen.shows("not sent: waits for the connection"))
        #expect(screen.shows("Reconnecting, attempt"))
        try await screen.tap("Discard")
        #expect(screen.app.current?.client.outbox.isEmpty == true)
        #expect(!screen.shows("not sent"))
    }

    @Test("Try now dials at once")
    func tryNow() async throws {
        let screen = try await Screen(fixture: "session-reconnecting")
        try await screen.tap("Try now")
        #expect(screen.app.current?.client.connection != .live)
    }

    @Test("A refused prompt is sent again, or discarded; one that was sent can only be put out of the way")
    func outboxActions() async throws {
        let (screen, host, session) = try await byHand()
        session.client.sendPrompt("Count the buoys")
        await screen.settle()
        #expect(screen.shows("sent: not in the transcript yet"))
        #expect(screen.driver.find("Discard") == nil, "nothing takes back what was sent")
        #expect(screen.driver.find("Hide")?.hint == "It was sent, and hiding it does not take it back.")
        try host.deliver(#"{"t":"error","message":"Not now."}"#)
        try await screen.run("the refusal") { screen.driver.find("Resend") != nil }
        #expect(screen.shows("refused: Not now."))
        try await screen.tap("Resend")
        #expect(try host.sent("prompt").count == 2)
        try await screen.tap("Hide")
        #expect(session.client.outbox.isEmpty)
        #expect(try host.sent("abort").isEmpty)
    }

    // MARK: Pages and trimmed values

    /// A room whose host keeps earlier pages.
    private func paged(_ entries: [String]) async throws -> (Screen, HandHost, SessionVM) {
        let (stage, host) = try await Fixture.byHand()
        guard let session = stage.app.current else { throw FixtureError("no room is open") }
        let welcome = HandHost.welcome(entries: entries.count)
            .replacing(#""entryCount":"#, with: #""history":{"v":1,"startId":"u5","hasEarlier":true},"entryCount":"#)
        try host.deliver(welcome, HandHost.chunk(entries))
        try await stage.run("the tail") { session.client.connection == .live && !session.client.rows.isEmpty }
        return (await Screen(stage), host, session)
    }

    @Test("S05: earlier messages are asked for once, show that they load, and stand above when they have come")
    func earlier() async throws {
        let (screen, host, _) = try await paged([HandHost.user("u5", "Fifth"), HandHost.user("u6", "Sixth")])
        try await screen.tap("Load earlier messages")
        #expect(try host.sent("fetch-history").map { $0["before"]?.stringValue } == ["u5"])
        #expect(screen.driver.find("Load earlier messages") == nil)
        #expect(screen.driver.elements.contains { $0.label == "Loading earlier messages" })
        let page = HandHost.user("u4", "Fourth")
        let id = try #require(try host.sent("fetch-history").last?["reqId"]?.intValue)
        try host.deliver(
            #"{"t":"history","reqId":\#(id),"entries":[\#(page)],"final":true,"startId":"u4","hasEarlier":false}"#)
        try await screen.run("the page") { screen.driver.texts.contains("Fourth") }
        #expect(screen.driver.find("Load earlier messages") == nil)
        let texts = screen.driver.texts
        let first = try #require(texts.firstIndex(of: "Fourth"))
        #expect(try #require(texts.firstIndex(of: "Fifth")) > first)
    }

    @Test("A trimmed value says how much it is, loads on a tap, and says why when it can't")
    func elided() async throws {
        let clipped =
            #"{"type":"message","id":"u5","parentId":null,"timestamp":"2026-05-12T08:30:00.000Z","#
            + #""message":{"role":"user","content":[{"type":"text","text":"The beginn…"}],"timestamp":1},"#
            + #""collabElided":[{"path":["message","content",0,"text"],"kind":"string","bytes":20000,"hash":"h"}]}"#
        let (screen, host, _) = try await paged([clipped])
        let button = try #require(screen.driver.elements.first { $0.role == "button" && $0.label.hasPrefix("Load 20") })
        try screen.driver.tap(button)
        await screen.settle()
        func id() throws -> Int { try #require(try host.sent("fetch-value").last?["reqId"]?.intValue) }
        try host.deliver(
            #"{"t":"value","reqId":\#(try id()),"offset":0,"data":"","total":0,"final":true,"error":"stale"}"#)
        try await screen.run("the reason") { screen.shows("The content changed on the host.") }
        try await screen.tap("Load 20")
        try host.deliver(
            #"{"t":"value","reqId":\#(try id()),"offset":0,"data":"\"The beginning and the end\"","total":27,"final":true}"#
        )
        try await screen.run("the value") { screen.shows("The beginning and the end") }
        #expect(screen.driver.find("Load 20") == nil)
    }

    @Test("A trimmed value whose size the host does not know is offered without one")
    func elidedOfUnknownSize() async throws {
        let clipped =
            #"{"type":"message","id":"u5","parentId":null,"timestamp":"2026-05-12T08:30:00.000Z","#
            + #""message":{"role":"user","content":[{"type":"text","text":"The beginn…"}],"timestamp":1},"#
            + #""collabElided":[{"path":["message","content",0,"text"],"kind":"string","bytes":-1,"hash":"h"}]}"#
        let (screen, _, _) = try await paged([clipped])
        #expect(screen.driver.find("Load the rest") != nil)
        #expect(!screen.driver.texts.contains { $0.contains("-1") })
    }

    @Test("A table is as wide as its words; only what is long wraps")
    func table() async throws {
        let (screen, host, _) = try await byHand()
        let long = "a sentence that goes on for longer than anybody reads in one line"
        try host.deliver(
            HandHost.entry(HandHost.user("u9", "| Name | Why |\\n|---|---|\\n| yes | \(long) |\\n| no | short |")))
        try await screen.run("the table") { screen.shows("short") }
        // One cell has a width of its own, and no cell takes as much as it may.
        let page = screen.driver.page()
        #expect(page.matches(of: /style="[^"]*width:260px[^"]*"/).count == 1)
        #expect(page.matches(of: /class="[^"]*fixh[^"]*"/).count >= 5)
    }

    // MARK: States

    @Test("A view link offers no way to steer")
    func readOnly() async throws {
        let screen = try await Screen(fixture: "session-readonly")
        #expect(screen.shows("Watching. This link cannot steer."))
        for name in ["composer", "send", "stop", "Attach"] { #expect(screen.driver.find(name) == nil) }
        try screen.driver.longPress("It can, once CI is green.")
        await screen.settle()
        #expect(screen.driver.find("Quote") == nil)
    }

    @Test("An ended session says why and takes no prompts")
    func ended() async throws {
        let screen = try await Screen(fixture: "session-ended")
        #expect(screen.shows("The host ended the session: rita closed her laptop"))
        #expect(screen.shows("This session has ended."))
        #expect(screen.driver.find("composer") == nil)
    }

    @Test("Loading says how far it is")
    func loading() async throws {
        let screen = try await Screen(fixture: "session-loading")
        #expect(screen.shows("Loading entries: 12 of 2,140"))
    }

    @Test("A host's complaint is shown until it is dismissed")
    func complaint() async throws {
        let screen = try await Screen(fixture: "session-refused")
        #expect(screen.shows("The host takes no prompts right now."))
        try await screen.tap("Dismiss")
        #expect(screen.driver.find("Dismiss") == nil)
    }

    // MARK: Rows

    @Test("Copy, quote and edit-and-resend do what they say")
    func menus() async throws {
        let (screen, host, session) = try await byHand()
        try screen.driver.longPress("Twelve, and one that drifted behind the wall.")
        try await screen.tap("Copy")
        #expect(screen.driver.clipboard == "Twelve, and one that **drifted** behind the wall.")
        try screen.driver.longPress("Twelve, and one that drifted behind the wall.")
        try await screen.tap("Quote")
        #expect(session.draft == "> Twelve, and one that **drifted** behind the wall.\n\n")
        try screen.driver.longPress("Count the buoys, please.")
        try await screen.tap("Edit and resend")
        #expect(session.draft == "Count the buoys, please.")
        #expect(try host.sent("prompt").isEmpty)
    }

    @Test("Folded steps open to cards, a card opens to its body, thoughts open")
    func opens() async throws {
        let screen = try await Screen(fixture: "session-gallery")
        #expect(screen.shows("A slow reader is dropped:"))
        #expect(screen.driver.find("Wrap lines") != nil)
        try await screen.tap("Wrap lines")
        try await screen.tap("Wrap lines")
        #expect(!screen.shows("They want the summary first, then the code."))
        try await screen.tap("thought")
        #expect(screen.shows("They want the summary first, then the code."))
    }

    @Test("The plan opens to its phases and closes")
    func plan() async throws {
        let screen = try await Screen(fixture: "session-plan")
        #expect(screen.shows("Discard with undo"))
        try await screen.tap("Plan")
        #expect(!screen.shows("Discard with undo"))
    }

    @Test("Find counts matches, steps through them and closes")
    func find() async throws {
        let screen = try await Screen(fixture: "session-find")
        let counter = screen.driver.texts.first { $0.contains("/") && $0.count < 6 }
        let count = try #require(counter?.split(separator: "/").last.map(String.init))
        #expect(counter == "\(count)/\(count)")
        try await screen.tap("Previous match")
        #expect(screen.shows("\((Int(count) ?? 0) - 1)/\(count)"))
        try await screen.tap("Next match")
        #expect(screen.shows("\(count)/\(count)"))
        try await screen.type("no such word anywhere", into: "Find")
        #expect(screen.driver.find("Next match")?.isEnabled == false)
        try await screen.tap("Close find")
        #expect(screen.driver.find("Close find") == nil)
    }

    @Test("Every match is marked by a line and a ground, the one that is read at by others, however long its text")
    func marks() async throws {
        let (screen, host, _) = try await byHand()
        let words = (1...40).map { "Paragraph \($0) has a **queue** and a `queue` in it." }.joined(separator: "\\n\\n")
        try host.deliver(HandHost.entry(HandHost.user("u9", "Which queue, and | queue | is it? \(words)")))
        try await screen.run("the long prompt") { screen.shows("Paragraph 40 has") }
        try await screen.tap("Find in transcript")
        try await screen.type(" QUEUE", into: "Find")
        #expect(screen.shows("82/82"))
        /// Marks in the order they stand, and whether each is the current one.
        func marks() -> [Bool] {
            screen.driver.page().matches(of: /<span style="([^"]*)">queue<\/span>/)
                .map { String($0.1) }
                .filter { $0.contains("text-decoration:underline") && $0.contains("background:") }
                .map { $0.contains("underline solid") }
        }
        #expect(marks().count == 82)
        #expect(marks().firstIndex(of: true) == 81)
        for _ in 0..<3 { try await screen.tap("Previous match") }
        #expect(marks().indices.filter { marks()[$0] } == [78])
        #expect(screen.driver.announcements.last?.contains("queue") == true)
        #expect(screen.driver.find("match 79 of 82") != nil)
        // Letters that end the query are letters of the text: nothing is marked any more.
        try await screen.type("queued", into: "Find")
        #expect(marks().isEmpty)
        try await screen.type("queue", into: "Find")
        try await screen.tap("Close find")
        #expect(marks().isEmpty)
    }

    @Test("Reading further up, new rows are counted on a button that leads to the end")
    func jump() async throws {
        let (screen, host, session) = try await byHand()
        #expect(screen.driver.find("Go to the end") == nil)
        session.scroll.userScrolled(distanceFromEnd: 400, isBouncing: false, topRow: session.client.rows.first?.id)
        try host.deliver(HandHost.entry(HandHost.user("u2", "And the lights?")))
        try await screen.run("the new row") { session.client.rows.count >= 3 }
        #expect(screen.shows("1 new"))
        // At a match it would lie on what was looked for.
        try await screen.tap("Find in transcript")
        try await screen.type("buoys", into: "Find")
        #expect(screen.driver.find("Go to the end") == nil)
        try await screen.tap("Close find")
        try await screen.tap("Go to the end")
        #expect(session.scroll.isFollowing)
        #expect(screen.driver.find("Go to the end") == nil)
    }

    @Test("U07: a reconnection keeps the place that is read and counts what is new; at the end it goes on following")
    func reconnects() async throws {
        let (screen, host, session) = try await byHand()
        func comesBack(with entries: [String], rows: Int) async throws {
            let old = host.relay.socket
            old?.close(code: 1006)
            try await screen.run("another connection") { host.relay.socket != nil && host.relay.socket !== old }
            try host.deliver(HandHost.welcome(entries: entries.count), HandHost.chunk(entries))
            try await screen.run("the new rows") {
                session.client.connection == .live && session.client.rows.count >= rows
            }
        }
        let past = [
            HandHost.user("u1", "Count the buoys, please."),
            HandHost.assistant("a1", "Twelve, and one that **drifted** behind the wall."),
        ]
        #expect(session.scroll.isFollowing)
        try await comesBack(with: past + [HandHost.user("u2", "And the lights?")], rows: 3)
        #expect(session.scroll.isFollowing)
        #expect(screen.driver.find("Go to the end") == nil)

        session.scroll.userScrolled(distanceFromEnd: 400, isBouncing: false, topRow: session.client.rows.first?.id)
        let more = past + [HandHost.user("u2", "And the lights?"), HandHost.user("u3", "And the bell?")]
        try await comesBack(with: more, rows: 4)
        #expect(!session.scroll.isFollowing)
        #expect(screen.shows("1 new"))
        try await screen.tap("Go to the end")
        #expect(session.scroll.isFollowing)
    }

    @Test("One row that grows redraws one row")
    func invalidations() async throws {
        let (stage, host) = try await Fixture.byHand()
        guard let session = stage.app.current else { throw FixtureError("no room is open") }
        let past = (0..<20).map { HandHost.user("u\($0)", "Note \($0)") }
        try host.deliver(HandHost.welcome(entries: past.count), HandHost.chunk(past))
        try await stage.run("the past") { session.client.rows.count >= 20 }
        let screen = await Screen(stage)
        try host.deliver(
            HandHost.event(#"{"type":"agent_start"}"#),
            HandHost.event(#"{"type":"message_start","message":\#(HandHost.assistantMessage("Th"))}"#))
        try await screen.run("the ghost") { session.client.rows.last?.turn.isStreaming == true }
        var most = 0
        for length in 3..<13 {
            screen.driver.resetCounts()
            let text = String("Thirteen. And".prefix(length))
            try host.deliver(
                HandHost.event(#"{"type":"message_update","message":\#(HandHost.assistantMessage(text))}"#))
            try await screen.run("growth") {
                screen.shows(text) || (session.client.rows.last?.turn.plainWords ?? "") == text
            }
            most = max(most, screen.driver.bodyEvaluations)
        }
        // The row, its prose, its block and its text; the other twenty rows and the screen around them stay.
        #expect(most <= 10, "\(most) bodies for one update")
    }

    /// The smallest PNG.
    private static let onePixel =
        "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="
}
