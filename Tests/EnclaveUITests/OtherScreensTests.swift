import EnclaveFixtures
import EnclaveModel
import EnclaveUI
import Foundation
import Testing

@Suite("Trust, settings, lock screen, pictures", .serialized)
@MainActor
struct OtherScreensTests {
    @Test("Trust mirrors the session: facts, context and who is in the room")
    func trust() async throws {
        let screen = try await Screen(fixture: "trust-nearly-full")
        for words in ["harbour survey", "my.omp.sh", "/srv/harbour", "AES-256-GCM", "omp collab 3", "Sail 1"] {
            #expect(screen.shows(words), "\(words) is missing")
        }
        #expect(screen.shows("rita"))
        #expect(screen.shows("jonas"))
        #expect(screen.driver.elements.contains { $0.label == "nearly full" }, "86 % warns, and not by colour alone")
    }

    @Test("A theme that is chosen is kept and asked for")
    func theme() async throws {
        let screen = try await Screen(fixture: "settings-all")
        try await screen.tap("Light")
        #expect(screen.stage.themeChoice == .light)
        try await screen.tap("System")
        #expect(screen.stage.themeChoice == .system)
        try await screen.tap("Dark")
        #expect(screen.stage.themeChoice == .dark)
    }

    @Test("Settings lead to help and to the lock screen, and change the name")
    func settings() async throws {
        let screen = try await Screen(fixture: "settings-all")
        try await screen.type("Grace", into: "Name")
        #expect(screen.app.pairing.name == "Grace")
        let sentence = "This is a link, not a name. Everybody in the room sees your name."
        #expect(!screen.shows(sentence))
        try await screen.type(try FixtureRoom.room("cards").link().formatted, into: "Name")
        #expect(screen.shows(sentence))
        try await screen.type("Grace", into: "Name")
        #expect(!screen.shows(sentence))
        try await screen.tap("How it works")
        #expect(screen.app.sheet == .onboarding)
        screen.app.sheet = .settings
        await screen.settle()
        try await screen.tap("Lock screen preview")
        #expect(screen.app.cover == .lockScreen)
        #expect(screen.app.sheet == nil)
        try await screen.tap("Close")
        #expect(screen.app.cover == nil)
    }

    @Test("The lock screen shows as much as its level allows")
    func privacy() async throws {
        let screen = try await Screen(fixture: "lock-screen-asking")
        // The session's own screen lies below and goes on saying everything: what is counted is what the cover adds.
        func count(_ words: String) -> Int { screen.driver.texts.filter { $0.contains(words) }.count }
        try await screen.tap("Private")
        let (titles, commands) = (count("Playlist order for Silvertune"), count("db:migrate"))
        #expect(screen.shows("A session needs your answer."))
        try await screen.tap("Title")
        #expect(count("Playlist order for Silvertune") == titles + 1)
        #expect(count("db:migrate") == commands)
        try await screen.tap("Preview")
        #expect(count("Playlist order for Silvertune") == titles + 1)
        #expect(count("db:migrate") > commands)
        try await screen.tap("Title")
    }

    /// A picture, large; it is decoded on another thread.
    private func viewer() async throws -> Screen {
        let screen = try await Screen(fixture: "image-viewer-live")
        #expect(await screen.driver.settle(until: { screen.driver.find("Large image") != nil }, turns: 200_000))
        return screen
    }

    @Test("A picture opens large and closes again")
    func picture() async throws {
        let screen = try await viewer()
        #expect(screen.driver.presentationCount == 1)
        try screen.driver.doubleTap("Large image")
        try screen.driver.perform("Zoom in", on: "Large image")
        try screen.driver.perform("Zoom out", on: "Large image")
        try await screen.tap("Close")
        #expect(screen.driver.presentationCount == 0)
    }

    @Test("Two fingers make a picture larger, never smaller than the screen; pulled down it goes")
    func gestures() async throws {
        let screen = try await viewer()
        func style() -> String { screen.driver.page() }
        let plain = style()
        try screen.driver.pinch("Large image", by: 2)
        await screen.settle()
        let large = style()
        #expect(large != plain)
        // Enlarged, a drag moves the picture instead of putting it away.
        try screen.driver.drag("Large image", by: CGSize(width: 40, height: 200))
        await screen.settle()
        #expect(screen.driver.presentationCount == 1)
        #expect(style() != large)
        try screen.driver.pinch("Large image", by: 0.1)
        await screen.settle()
        try screen.driver.drag("Large image", by: CGSize(width: 0, height: 60))
        await screen.settle()
        #expect(screen.driver.presentationCount == 1, "a short pull springs back")
        try screen.driver.drag("Large image", by: CGSize(width: 0, height: 200))
        await screen.settle()
        #expect(screen.driver.presentationCount == 0)
    }

    @Test(
        "Every sheet has its way out, for a finger and for a keyboard", arguments: ["settings-all", "onboarding-all"])
    func done(fixture: String) async throws {
        let screen = try await Screen(fixture: fixture)
        try await screen.tap("Done")
        #expect(screen.app.sheet == nil)
        let again = try await Screen(fixture: fixture)
        try again.driver.press("Escape")
        await again.settle()
        #expect(again.app.sheet == nil)
    }

    @Test("A subagent opened from its row in the transcript is a sheet that can be put away")
    func subagentSheet() async throws {
        let screen = try await Screen(fixture: "activity-live")
        screen.app.tab = .sessions
        await screen.settle()
        let before = screen.driver.presentationCount
        let rows = screen.driver.elements.filter { $0.role == "button" && $0.label.contains("RaceAudit") }
        try screen.driver.tap(try #require(rows.first))
        await screen.settle()
        #expect(screen.driver.presentationCount == before + 1)
        try await screen.tap("Done")
        #expect(screen.driver.presentationCount == before)
    }

    @Test("A keyboard reaches what stands in the bars: pair, find, send, stop, close")
    func shortcuts() async throws {
        let list = try await Screen(fixture: "sessions-empty")
        try list.driver.press("meta+n")
        await list.settle()
        #expect(list.app.cover == .pair)
        try list.driver.press("Escape")
        await list.settle()
        #expect(list.app.cover == nil)

        let (stage, host) = try await Fixture.byHand()
        let session = try await Fixture.live(stage, host)
        let screen = await Screen(stage)
        try screen.driver.press("meta+f")
        await screen.settle()
        #expect(screen.driver.find("Close find") != nil)
        try screen.driver.press("Escape")
        await screen.settle()
        #expect(screen.driver.find("Close find") == nil)
        try await screen.type("Count again", into: "composer")
        try screen.driver.press("meta+Enter")
        await screen.settle()
        #expect(try host.sent("prompt").count == 1)
        try host.deliver(HandHost.stateFrame(isStreaming: true))
        try await screen.run("work") { session.client.isWorking }
        try screen.driver.press("meta+.")
        await screen.settle()
        #expect(try host.sent("abort").count == 1)
    }
}
