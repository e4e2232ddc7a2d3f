import CollabWire
import EnclaveFixtures
import EnclaveModel
import Testing

@Suite("The app without a screen", .serialized)
@MainActor
struct AppModelTests {
    @Test("Demo rooms are offered once, open like others, and are not kept in the list")
    func demo() async throws {
        let stage = try FixtureStage(demo: [.room("cards")])
        try await stage.launch()
        await stage.app.launch()
        #expect(stage.app.demos.rooms.map(\.title) == ["Every card"])
        let key = try #require(stage.app.demos.rooms.first?.id)
        await stage.app.open(key)
        let session = try #require(stage.app.current)
        #expect(session.isDemo)
        try await stage.run("the demo room") { session.client.connection == .live }
        await stage.app.saved()
        #expect(stage.app.list.rooms.isEmpty)
        try await stage.close()
    }

    @Test("A demo room whose link is joined is a room of the list, until it is removed there")
    func joinedDemo() async throws {
        let stage = try FixtureStage(demo: [.room("cards")])
        try await stage.launch()
        let key = try #require(stage.app.demos.rooms.first?.id)
        await stage.app.join(try FixtureRoom.room("cards").link().view)
        let session = try #require(stage.app.current)
        #expect(!session.isDemo)
        #expect(stage.app.list[key]?.access == .view)
        #expect(stage.app.demos.rows(order: .recent).isEmpty)
        try await stage.run("the room") { session.client.connection == .live }
        stage.app.leave(key)
        await stage.app.open(key)
        #expect(stage.app.current?.client.access == .view)
        await stage.app.remove(key)
        #expect(stage.app.demos.rows(order: .recent).map(\.id) == [key])
        await stage.app.undoRemove()
        #expect(stage.app.demos.rows(order: .recent).isEmpty)
        try await stage.close()
    }

    @Test("A turn of a room that is not on screen brings it to the front of Recent, and that is kept")
    func recentFollowsEveryRoom() async throws {
        var harbour = FixtureRoom(name: "harbour", title: "harbour survey", host: .nobody)
        let host = try HandHost(try harbour.link())
        harbour.host = .byHand(host.relay)
        var date = FixtureStage.date
        let stage = try FixtureStage(listed: [harbour, .room("cards")], now: { date })
        try await stage.launch()
        let quiet = try await stage.begin("harbour")
        try await stage.run("a connection") { host.relay.socket != nil }
        try host.deliver(HandHost.welcome(entries: 0))
        try await stage.run("harbour") { quiet.client.connection == .live }
        date.addTimeInterval(60)
        let shown = try await stage.open("cards")
        try await stage.run("what cards is called") { stage.app.list.rows(order: .recent).first?.id == shown.id }
        #expect(stage.app.current === shown)

        date.addTimeInterval(60)
        try host.deliver(HandHost.stateFrame(isStreaming: true))
        try await stage.run("a turn in harbour") { quiet.client.isWorking }
        #expect(stage.app.list.rows(order: .recent).map(\.id) == [quiet.id, shown.id])
        #expect(stage.app.list[quiet.id]?.lastSeen == date)
        await stage.app.saved()
        try await stage.close()
    }

    @Test("Demo rooms are searched and sorted as others are")
    func demoRoomsInOrder() async throws {
        var date = FixtureStage.date
        let stage = try FixtureStage(
            demo: [.room("cards"), .room("long")],
            now: {
                // The clock goes on while the rooms are added.
                date.addTimeInterval(0.001)
                return date
            })
        try await stage.launch()
        let keys = stage.app.demos.rooms.map(\.id)
        #expect(stage.app.demos.rows(order: .recent).map(\.id) == keys)
        date.addTimeInterval(60)
        await stage.app.open(keys[1])
        let session = try #require(stage.app.current)
        try await stage.run("the second demo room") { session.client.connection == .live }
        #expect(stage.app.demos.rows(order: .recent).map(\.id) == keys.reversed())
        #expect(stage.app.demos.rows(order: .recent, search: "every").map(\.id) == [keys[0]])
        try await stage.close()
    }

    @Test("Opening a room again shows the session that is there")
    func opensOnce() async throws {
        let stage = try FixtureStage(listed: [.room("cards")])
        try await stage.launch()
        let first = try await stage.open("cards")
        stage.app.path = []
        let second = try await stage.open("cards")
        #expect(first === second)
        #expect(stage.app.path == [first.id])
        #expect(stage.app.live == [first.id])
        try await stage.close()
    }

    @Test("An ended session is joined anew when its room is opened")
    func reopensEnded() async throws {
        let (stage, host) = try await Fixture.byHand()
        let first = try await Fixture.live(stage, host)
        try host.deliver(#"{"t":"bye","reason":"lunch"}"#)
        try await stage.run("the end") { if case .ended = first.client.connection { true } else { false } }
        let second = try await stage.begin("harbour")
        #expect(first !== second)
        try await stage.close()
    }

    @Test("Leaving disconnects and keeps the room; what Trust and Activity speak of goes with it")
    func leaves() async throws {
        let stage = try FixtureStage(listed: [.room("cards")])
        try await stage.launch()
        let session = try await stage.open("cards")
        stage.app.path = []
        #expect(stage.app.focused === session)
        stage.app.leave(session.id)
        #expect(stage.app.focused == nil)
        #expect(stage.app.sessions.isEmpty)
        #expect(stage.app.list[session.id] != nil)
        try await stage.close()
    }

    @Test("A room whose link is gone says so, and opens nothing")
    func linkIsGone() async throws {
        let stage = try FixtureStage(listed: [.room("cards")])
        try await stage.launch()
        let key = try stage.key(of: "cards")
        await stage.app.remove(key)
        await stage.app.commitRemoval()
        await stage.app.open(key)
        #expect(stage.app.problem?.contains("Pair with it again") == true)
        #expect(stage.app.sessions.isEmpty)
        try await stage.close()
    }

    @Test("Joining a second time with another link replaces the session, not the room")
    func joinsAgain() async throws {
        let room = try FixtureRoom.room("cards")
        let stage = try FixtureStage(unlisted: [room])
        try await stage.launch()
        let link = try room.link()
        await stage.app.join(link.view)
        let watching = try #require(stage.app.current)
        #expect(watching.client.isReadOnly)
        await stage.app.join(link)
        let steering = try #require(stage.app.current)
        #expect(steering !== watching)
        #expect(!steering.client.isReadOnly)
        #expect(stage.app.list.rooms.count == 1)
        #expect(stage.app.list.rooms.first?.access == .control)
        try await stage.close()
    }

    @Test("C09: a draft stays with its room, over other rooms and a relaunch of its session")
    func drafts() async throws {
        let stage = try FixtureStage(listed: [.room("cards"), .room("quiet")])
        try await stage.launch()
        let first = try await stage.open("cards")
        first.setDraft("abc")
        let second = try await stage.open("quiet")
        #expect(second.draft.isEmpty)
        #expect(try await stage.open("cards").draft == "abc")
        stage.app.leave(first.id)
        let again = try await stage.open("cards")
        try await stage.run("the kept draft") { again.draft == "abc" }
        try await stage.close()
    }

    @Test("A link that arrives opens the pair screen over everything and joins nothing")
    func arrivals() async throws {
        let stage = try FixtureStage()
        try await stage.launch()
        stage.app.sheet = .settings
        stage.app.arrived(.join(try FixtureRoom.room("cards").link()))
        #expect(stage.app.sheet == nil)
        #expect(stage.app.cover == .pair)
        #expect(stage.app.pairing.canConnect)
        #expect(stage.app.sessions.isEmpty)
        stage.app.arrived(.refused(.noSecret))
        #expect(stage.app.pairing.reading == .refused(.noSecret))
        try await stage.close()
    }
}

@Suite("Reading a pasted link")
@MainActor
struct PairModelTests {
    @Test("What is typed is read as it is typed")
    func reads() throws {
        let pairing = PairModel(name: "Ada")
        #expect(pairing.reading == .empty)
        pairing.text = "  \n"
        #expect(pairing.reading == .empty)
        pairing.text = "hello"
        #expect(pairing.reading == .refused(.noRoom))
        let link = try FixtureRoom.room("cards").link()
        pairing.text = link.formatted
        #expect(pairing.link == link)
        #expect(pairing.canConnect)
        pairing.name = " "
        #expect(!pairing.canConnect)
        pairing.name = "Ada"
        #expect(pairing.canConnect)
        pairing.clear()
        #expect(pairing.reading == .empty)
        #expect(pairing.text.isEmpty)
    }

    @Test("A link in the name field is no name: nobody joins with it, and others see the name from before")
    func linkAsName() throws {
        let pairing = PairModel(name: "Ada")
        let link = try FixtureRoom.room("cards").link().formatted
        pairing.text = link
        for name in [link, "Ada \(link)", "relay.example/r/\(link.dropLast())"] {
            pairing.name = name
            #expect(pairing.nameHoldsLink && !pairing.canConnect)
            #expect(pairing.guestName == "Ada")
        }
        pairing.name = "Grace"
        #expect(!pairing.nameHoldsLink && pairing.canConnect)
        #expect(pairing.guestName == "Grace")
    }

    @Test("The link of a scanned code wins over what was typed")
    func offers() throws {
        let pairing = PairModel(name: "Ada")
        pairing.text = "half a li"
        let link = try FixtureRoom.room("cards").link().view
        pairing.offer(link)
        #expect(pairing.link == link)
        pairing.refuse(.noRoom)
        #expect(pairing.text.isEmpty)
        #expect(pairing.reading == .refused(.noRoom))
    }
}
