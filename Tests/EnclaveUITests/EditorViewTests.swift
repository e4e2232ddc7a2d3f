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
        #expect(Clipboard.text == "Twelve, and one that **drifted** behind the wall.")
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

    @Test("Reading further up, new rows are counted on a button that leads to the end")
    func jump() async throws {
        let (screen, host, session) = try await byHand()
        #expect(screen.driver.find("Go to the end") == nil)
        session.scroll.userScrolled(distanceFromEnd: 400, isBouncing: false, topRow: session.client.rows.first?.id)
        try host.deliver(HandHost.entry(HandHost.user("u2", "And the lights?")))
        try await screen.run("the new row") { session.client.rows.count >= 3 }
        #expect(screen.shows("1 new"))
        try await screen.tap("Go to the end")
        #expect(session.scroll.isFollowing)
        #expect(screen.driver.find("Go to the end") == nil)
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
