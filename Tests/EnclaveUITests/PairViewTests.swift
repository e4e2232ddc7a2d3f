import CollabWire
import EnclaveFixtures
import EnclaveModel
import Foundation
import Testing

@Suite("Pairing", .serialized)
@MainActor
struct PairViewTests {
    private func empty() async throws -> Screen { try await Screen(fixture: "pair-empty") }

    @Test("A control link says that it steers, a view link that it watches, before anything is joined")
    func grants() async throws {
        let screen = try await empty()
        let link = try FixtureRoom.room("cards").link()
        try await screen.type(try link.browserLink(), into: "pair-link")
        #expect(screen.shows("and can send prompts, answer questions and stop the agent."))
        try await screen.type(try link.view.browserLink(), into: "pair-link")
        #expect(screen.shows("You will see everything, but cannot steer."))
        #expect(screen.app.sessions.isEmpty)
    }

    @Test(
        "A refused link says exactly why, and Connect stays shut",
        arguments: [
            (
                "wss://my.omp.sh/r/AbCdEf123456_-Xy.AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8gISIj",
                "36 bytes instead of 32"
            ),
            ("ws://192.168.1.20/r/abcdefghijkl.AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8", "wss://"),
            ("hello", "This link names no room"),
        ])
    func refusals(text: String, words: String) async throws {
        let screen = try await empty()
        try await screen.type(text, into: "pair-link")
        let refusal = try #require(screen.driver.find("pair-refusal"))
        #expect(refusal.label.contains(words))
        #expect(screen.driver.find("pair-connect")?.isEnabled == false)
    }

    @Test("Connect joins the room, lists it and shows its session")
    func connects() async throws {
        let screen = try await empty()
        try await screen.type(try FixtureRoom.room("cards").link().browserLink(), into: "pair-link")
        try await screen.type("Grace", into: "pair-name")
        try await screen.tap("pair-connect")
        try await screen.run("the session") { screen.app.current?.client.connection == .live }
        #expect(screen.app.cover == nil)
        #expect(screen.app.pairing.text.isEmpty)
        #expect(screen.app.list.rooms.count == 1)
        #expect(screen.app.current?.client.state?.participants.contains { $0.name == "Grace" } == true)
    }

    @Test("Nobody joins without a name")
    func name() async throws {
        let screen = try await Screen(fixture: "pair-control")
        try await screen.type("  ", into: "pair-name")
        #expect(screen.driver.find("pair-connect")?.isEnabled == false)
    }

    @Test("Paste takes the text from the pasteboard; Cancel forgets it")
    func pasteAndCancel() async throws {
        let screen = try await empty()
        screen.driver.clipboard = try FixtureRoom.room("cards").link().browserLink()
        try await screen.tap("Paste")
        #expect(screen.app.pairing.link != nil)
        try await screen.tap("Cancel")
        #expect(screen.app.cover == nil)
        #expect(screen.app.pairing.text.isEmpty)
    }

    @Test("Paste says so when there is nothing to paste, until something is entered")
    func nothingToPaste() async throws {
        let screen = try await empty()
        try await screen.tap("Paste")
        #expect(screen.shows("There is no text to paste."))
        try await screen.type("abc", into: "pair-link")
        #expect(!screen.shows("There is no text to paste."))
    }

    @Test("A link in the launch environment joins without asking; one that the system opens asks here")
    func arrivals() async throws {
        let link = try FixtureRoom.room("cards").link()
        let stage = try FixtureStage(
            unlisted: [.room("cards")], environment: [LinkRouter.environmentVariable: link.formatted])
        try await stage.launch()
        let screen = await Screen(stage)
        try await screen.run("the session") { screen.app.current != nil }
        #expect(screen.app.cover == nil)
        #expect(screen.app.current?.client.access == link.secret.access)

        screen.driver.open(try #require(URL(string: "enclave://join/#nonsense")))
        await screen.settle()
        #expect(screen.app.cover == .pair)
        #expect(screen.driver.find("pair-refusal") != nil)
    }

    @Test("Joining says what it waits for, and leaves nothing behind when it is stopped")
    func stopped() async throws {
        let (stage, host) = try await Fixture.joining()
        let screen = await Screen(stage)
        #expect(screen.shows("Waiting for the host to answer…"))
        #expect(screen.driver.find("pair-link")?.isEnabled == false)
        try await screen.tap("pair-stop")
        #expect(screen.app.joining == nil)
        #expect(host.relay.socket?.isClosed == true)
        #expect(screen.app.list.rooms.isEmpty)
        #expect(screen.driver.find("pair-connect")?.isEnabled == true)
    }

    @Test("Joining that is given up before it has begun does not go on")
    func givenUp() async throws {
        let screen = try await empty()
        screen.app.pairing.text = try FixtureRoom.room("cards").link().browserLink()
        let joining = Task { await screen.app.joinPaired() }
        await Task.yield()
        // The device is being asked what waits to be sent.
        screen.app.stopJoining()
        await screen.stage.pass(milliseconds: 2_000)
        #expect(screen.app.joining == nil && screen.app.sessions.isEmpty && screen.app.list.rooms.isEmpty)
        await joining.value
    }

    @Test("The host's welcome opens the session, and only then the room is listed")
    func welcomed() async throws {
        let (stage, host) = try await Fixture.joining()
        let screen = await Screen(stage)
        #expect(screen.app.list.rooms.isEmpty)
        try host.deliver(HandHost.welcome(entries: 0))
        try await screen.run("the session") { screen.app.current != nil }
        #expect(screen.app.cover == nil)
        #expect(screen.app.joining == nil)
        #expect(screen.app.list.rooms.count == 1)
    }

    @Test(
        "A room that stays shut says why and is not listed; another link forgets it",
        arguments: [
            ("pair-no-room", "There is no such room (any more). Ask the host for a fresh link."),
            (
                "pair-wrong-key",
                "The link's key does not fit the room, or a frame was tampered with. Ask for a fresh link."
            ),
            ("pair-turned-away", "The harbour is closed to guests until noon."),
        ])
    func shut(fixture: String, words: String) async throws {
        let screen = try await Screen(fixture: fixture)
        #expect(screen.shows(words))
        #expect(screen.app.list.rooms.isEmpty)
        #expect(screen.app.sessions.isEmpty)
        #expect(screen.driver.find("pair-connect")?.label == "Try again")
        try await screen.type(try FixtureRoom.room("cards").link().browserLink(), into: "pair-link")
        #expect(!screen.shows(words))
        #expect(screen.driver.find("pair-connect")?.label == "Connect live")
    }

    @Test("The same link is tried again")
    func again() async throws {
        let screen = try await Screen(fixture: "pair-turned-away")
        try await screen.tap("pair-connect")
        #expect(screen.shows("Waiting for the host to answer…"))
    }

    @Test("A relay that cannot be reached is tried on, and at once when the person says so")
    func unreachable() async throws {
        let screen = try await Screen(fixture: "pair-unreachable")
        #expect(screen.shows("Reconnecting, attempt 1. Nobody answers at my.omp.sh."))
        try await screen.tap("Try now")
        #expect(screen.shows("Connecting…"))
        try await screen.tap("Cancel")
        #expect(screen.app.cover == nil)
        #expect(screen.app.joining == nil)
    }

    // MARK: A room that runs already

    /// A room that runs, with its control link, and the pair screen over it.
    private func running() async throws -> (screen: Screen, host: HandHost, link: RoomLink, session: SessionVM) {
        var room = FixtureRoom(name: "harbour", title: "harbour survey", host: .nobody)
        let link = try room.link()
        let host = try HandHost(link)
        room.host = .byHand(host.relay)
        let stage = try FixtureStage(listed: [room])
        try await stage.launch()
        let session = try await stage.begin("harbour")
        try await stage.run("a connection") { host.relay.socket != nil }
        try host.deliver(HandHost.welcome(entries: 0))
        try await stage.run("the room") { session.client.connection == .live }
        stage.app.cover = .pair
        return (await Screen(stage), host, link, session)
    }

    @Test("A link that leads nowhere costs nothing: the room's session goes on")
    func runsOn() async throws {
        let (screen, host, link, session) = try await running()
        try await screen.type(try link.view.browserLink(), into: "pair-link")
        #expect(screen.driver.find("pair-lesser") != nil)
        let running = host.relay.socket
        try await screen.tap("pair-connect")
        try await screen.run("a second dial") { host.relay.dials == 2 }
        host.relay.socket?.close(code: 4004)
        try await screen.run("the refusal") { screen.app.joining?.client.connection.isOver == true }
        #expect(running?.isClosed == false)
        #expect(screen.app.current === session)
        #expect(session.client.connection == .live)
        #expect(screen.app.list[session.id]?.access == .control)
        #expect(await screen.app.linkToShare(session.id, access: .control) == (try link.browserLink()))
    }

    @Test("A link that the host lets in takes the place of the other, with what is typed and on its way")
    func replaced() async throws {
        let (screen, host, link, session) = try await running()
        session.client.sendPrompt("weigh anchor")
        session.setDraft("and then")
        try await screen.stage.run("the prompt") { try host.sent("prompt").count == 1 }
        let before = host.relay.socket
        screen.app.pairing.text = try link.view.browserLink()
        let joining = Task { await screen.app.joinPaired() }
        try await screen.run("a second dial") { host.relay.dials == 2 }
        try host.deliver(HandHost.welcome(entries: 0, readOnly: true))
        try await screen.run("a third dial") { host.relay.dials == 3 }
        #expect(before?.isClosed == true)
        try host.deliver(HandHost.welcome(entries: 0, readOnly: true))
        await joining.value
        try await screen.run("the session") { screen.app.current?.client.connection == .live }
        let next = try #require(screen.app.current)
        #expect(next !== session)
        #expect(screen.app.cover == nil)
        #expect(screen.app.list[session.id]?.access == .view)
        try await screen.run("the draft") { next.draft == "and then" }
        #expect(next.client.outbox.map(\.text) == ["weigh anchor"])
    }

    @Test("The link of a room that runs opens it, without another join")
    func sameLink() async throws {
        let (screen, host, link, session) = try await running()
        screen.app.path = []
        try await screen.type(link.formatted, into: "pair-link")
        #expect(screen.driver.find("pair-lesser") == nil)
        try await screen.tap("pair-connect")
        try await screen.run("the session") { screen.app.current === session }
        #expect(screen.app.cover == nil)
        #expect(host.relay.dials == 1)
    }
}
