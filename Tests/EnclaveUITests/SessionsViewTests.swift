import CollabWire
import EnclaveFixtures
import EnclaveModel
import Testing

@Suite("Sessions", .serialized)
@MainActor
struct SessionsViewTests {
    @Test("An empty list says what to do, and both ways are open")
    func empty() async throws {
        let screen = try await Screen(fixture: "sessions-empty")
        #expect(screen.shows("No sessions yet"))
        try await screen.tap("How it works")
        #expect(screen.app.sheet == .onboarding)
        #expect(screen.shows("Run /collab in omp"))
        try await screen.tap("Done")
        #expect(screen.app.sheet == nil)
        try await screen.tap("Pair a box")
        #expect(screen.app.cover == .pair)
    }

    @Test("Rooms that need the person come first, and the tab says how many")
    func needsYou() async throws {
        let screen = try await Screen(fixture: "sessions-live")
        let texts = screen.driver.texts
        let need = try #require(texts.firstIndex(of: "Needs you"))
        let others = try #require(texts.lastIndex(of: "Sessions"))
        let asking = try #require(texts.firstIndex(of: "Playlist order for Silvertune"))
        #expect(need < asking)
        #expect(asking < others || texts[(need + 1)...].contains("Sessions"))
        #expect(screen.app.needsAnswer.count == 1)
    }

    @Test("A room that is not open says so and when it was seen; a demo room that nobody opened has no age")
    func unopened() async throws {
        let stage = try FixtureStage(listed: Fixture.rooms(), demo: [.room("cards")])
        try await stage.launch()
        let screen = await Screen(stage)
        let audit = try #require(screen.driver.find("room-relay reconnect audit"))
        #expect(audit.label.contains("not open"))
        #expect(!audit.label.contains("not connected"))
        #expect(audit.label.contains("last seen: 5 h ago"))
        let demo = try #require(screen.driver.find("room-Every card"))
        #expect(demo.label.contains("not open"))
        #expect(!demo.label.contains("last seen"))
    }

    @Test("The list's tab, chosen again, leads to the beginning of the list")
    func tabAgain() async throws {
        let stage = try FixtureStage(listed: Fixture.rooms())
        try await stage.launch()
        let screen = await Screen(stage)
        #expect(screen.driver.scrollTargets == [])
        try await screen.tap("Sessions", role: "tab")
        #expect(screen.driver.scrollTargets == ["beginning"])
    }

    @Test("A tap on a room opens its session, back leads to the list")
    func opens() async throws {
        let stage = try FixtureStage(listed: [.room("cards")])
        try await stage.launch()
        let screen = await Screen(stage)
        try await screen.tap("room-Every card")
        try await screen.run("the session") { screen.app.current?.client.connection == .live }
        #expect(screen.shows("Looks good from the train. Can it go out today?"))
        try await screen.tap("Back")
        #expect(screen.app.path.isEmpty)
    }

    @Test("Search narrows the list by every word and says when nothing fits")
    func search() async throws {
        let screen = try await Screen(fixture: "sessions-nothing-found")
        #expect(screen.shows("Nothing found"))
        try await screen.type("relay audit", into: "Search sessions")
        #expect(screen.shows("relay reconnect audit"))
        #expect(!screen.shows("docs site"))
    }

    @Test("The order is the person's choice")
    func order() async throws {
        let stage = try FixtureStage(listed: Fixture.rooms())
        try await stage.launch()
        let screen = await Screen(stage)
        try await screen.tap("Sort")
        try await screen.tap("Name", role: "menuitemradio")
        let names = screen.driver.texts.filter { ["docs site", "relay reconnect audit"].contains($0) }
        #expect(names == ["docs site", "relay reconnect audit"])
        try await screen.tap("Sort")
        try await screen.tap("Recent", role: "menuitemradio")
        let recent = screen.driver.texts.filter { ["docs site", "relay reconnect audit"].contains($0) }
        #expect(recent == ["relay reconnect audit", "docs site"])
    }

    @Test("Removing offers undo; undone it is back, left alone it is forgotten with its link")
    func removal() async throws {
        let screen = try await Screen(fixture: "sessions-undo")
        #expect(screen.shows("Removed “docs site”"))
        #expect(screen.driver.find("room-docs site") == nil)
        try await screen.tap("Undo")
        #expect(screen.driver.find("room-docs site") != nil)
        #expect(screen.app.removed == nil)

        try screen.driver.swipe("room-docs site", action: "Remove")
        await screen.settle()
        await screen.app.commitRemoval()
        await screen.settle()
        let key = try screen.stage.key(of: "docs")
        #expect(screen.app.list[key] == nil)
        #expect(await screen.app.linkToShare(key, access: .view) == nil)
    }

    @Test("Sharing copies the view link at once; the control link stands apart as the dangerous one")
    func sharing() async throws {
        let screen = try await Screen(fixture: "sessions-share")
        #expect(screen.shows("A view link lets others watch."))
        try await screen.tap("Copy view link")
        let copied = try #require(screen.driver.clipboard)
        #expect(try RoomLink(parsing: copied).access == .view)

        try screen.driver.longPress("room-relay reconnect audit")
        try await screen.tap("Share")
        try await screen.tap("Copy control link")
        let control = try #require(screen.driver.clipboard)
        #expect(try RoomLink(parsing: control).access == .control)
    }

    @Test("A room that only watches offers no control link")
    func sharingViewOnly() async throws {
        var room = try FixtureRoom.room("cards")
        room.access = .view
        let stage = try FixtureStage(listed: [room])
        try await stage.launch()
        let screen = await Screen(stage)
        try screen.driver.longPress("room-Every card")
        try await screen.tap("Share")
        #expect(screen.shows("Copy view link"))
        #expect(!screen.shows("Copy control link"))
    }

    @Test("A colour is given and taken away")
    func tag() async throws {
        let screen = try await Screen(fixture: "sessions-menu")
        let key = try screen.stage.key(of: "audit")
        await screen.app.setTag(nil, for: key)
        try await screen.tap("Colour")
        try await screen.tap("Iris")
        #expect(screen.app.list[key]?.tag == .iris)
    }

    @Test("What went wrong outside of any screen is said above all, until it is dismissed")
    func problem() async throws {
        let screen = try await Screen(fixture: "sessions-error")
        #expect(screen.shows("Pair with it again."))
        try await screen.tap("Dismiss")
        #expect(screen.app.problem == nil)
    }

    @Test("A room remembers what its session was called when it is not connected")
    func remembers() async throws {
        var room = try FixtureRoom.room("cards")
        room.title = nil
        let stage = try FixtureStage(listed: [room])
        try await stage.launch()
        let screen = await Screen(stage)
        try await stage.open("cards")
        await screen.settle()
        let key = try stage.key(of: "cards")
        #expect(screen.app.list[key]?.title == "Every card")
        #expect(screen.app.list[key]?.model == "Claude Sonnet 4.5")
    }
}
