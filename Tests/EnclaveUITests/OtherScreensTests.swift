import EnclaveFixtures
import EnclaveModel
import EnclaveUI
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

    @Test("A picture opens large and closes again")
    func picture() async throws {
        let screen = try await Screen(fixture: "session-image-viewer")
        #expect(screen.driver.presentationCount == 1)
        try screen.driver.doubleTap("Large image")
        try screen.driver.perform("Zoom in", on: "Large image")
        try screen.driver.perform("Zoom out", on: "Large image")
        try await screen.tap("Close")
        #expect(screen.driver.presentationCount == 0)
    }
}
