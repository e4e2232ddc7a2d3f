import CollabWire
import EnclaveFixtures
import EnclaveModel
import Testing

@Suite("What is awaited, what went wrong, and the way out", .serialized)
@MainActor
struct ConditionViewTests {
    /// Whoever joins again dials again, says hello and is where they were.
    private func joinsAgain(_ screen: Screen, tab: AppModel.Tab) async throws {
        let first = try #require(screen.app.focused)
        try await screen.tap("Join again")
        let second = try #require(screen.app.focused)
        #expect(second !== first)
        #expect(second.id == first.id)
        #expect(screen.app.tab == tab, "nobody is led elsewhere")
        try await screen.run("another hello") { second.client.connection == .waiting }
        #expect(screen.driver.find("Join again") == nil)
        #expect(screen.shows("Waiting for the host to answer…"))
    }

    @Test("Activity says what it waits for, and claims nothing of the agents before")
    func activityLoading() async throws {
        let screen = try await Screen(fixture: "activity-loading")
        #expect(screen.shows("Waiting for the host to answer…"))
        #expect(screen.shows("The agents show once the host has answered."))
        #expect(screen.shows("harbour survey"), "the list knows the name")
        #expect(!screen.shows("No subagents. They appear here when the agent hands out tasks."))
    }

    @Test("Trust says what it waits for, and claims nothing of the room before")
    func trustLoading() async throws {
        let screen = try await Screen(fixture: "trust-loading")
        #expect(screen.shows("Who is in the room shows once the host has answered."))
        #expect(!screen.shows("Nobody is known yet."))
    }

    @Test(
        "A session that is over says why, and is joined again from where one stands",
        arguments: [
            ("activity-ended", "The host ended the session: rita closed her laptop", AppModel.Tab.activity, true),
            ("activity-refused", "The harbour is closed to guests until noon.", .activity, false),
            ("trust-ended", "The room is full. Try again when somebody has left.", .trust, true),
            ("trust-refused", "The harbour is closed to guests until noon.", .trust, false),
            ("session-ended", "The host ended the session: rita closed her laptop", .sessions, false),
        ])
    func ended(fixture: String, words: String, tab: AppModel.Tab, isOld: Bool) async throws {
        let screen = try await Screen(fixture: fixture)
        #expect(screen.shows(words))
        #expect(screen.shows("As last heard from the host.") == isOld)
        try await joinsAgain(screen, tab: tab)
    }

    @Test(
        "A lost connection says so and can be hurried; what is shown is said to be old",
        arguments: [
            "activity-reconnecting", "trust-reconnecting", "agent-reconnecting",
        ])
    func reconnecting(fixture: String) async throws {
        let screen = try await Screen(fixture: fixture)
        #expect(screen.shows("Reconnecting, attempt 1. The connection was lost."))
        if fixture.hasPrefix("agent") {
            #expect(screen.shows("Its transcript goes on when the connection is back."))
            #expect(screen.driver.find("Message this agent") == nil)
        } else {
            #expect(screen.shows("As last heard from the host."))
        }
        try await screen.tap("Try now")
        #expect(screen.driver.find("Try now") == nil)
        #expect(screen.shows("Connecting…"))
    }

    @Test("A link that fits no room leads to pairing")
    func otherLink() async throws {
        let (stage, host) = try await Fixture.byHand()
        host.relay.socket?.close(code: 4004)
        try await stage.run("the end") { stage.app.current?.client.connection.isOver == true }
        stage.app.tab = .activity
        let screen = await Screen(stage)
        try await screen.tap("Pair a box")
        #expect(screen.app.cover == .pair)
    }

    @Test("An agent's transcript: awaited, empty, none, failed, and asked for again")
    func transcript() async throws {
        var screen = try await Screen(fixture: "agent-loading")
        #expect(screen.shows("Reading its transcript…"))
        screen = try await Screen(fixture: "agent-empty")
        #expect(screen.shows("Nothing written yet."))
        screen = try await Screen(fixture: "agent-no-file")
        #expect(screen.shows("This agent keeps no transcript."))
        screen = try await Screen(fixture: "agent-error")
        #expect(screen.shows("The agent's file was moved away."))
        try await screen.tap("Retry")
        #expect(screen.shows("Reading its transcript…"))
    }

    @Test("Who only watches an agent reads so, and finds nothing to press")
    func agentReadOnly() async throws {
        let screen = try await Screen(fixture: "agent-readonly")
        #expect(screen.shows("Watching. This link cannot steer."))
        #expect(screen.shows("Look for the buoy that drifted."))
        for name in ["Send", "End agent", "Revive"] { #expect(screen.driver.find(name) == nil) }
    }

    @Test("Agents at rest are folded away when there are many, and shown for a tap")
    func atRest() async throws {
        let screen = try await Screen(fixture: "activity-at-rest")
        #expect(screen.shows("Diver"))
        #expect(!screen.shows("Sounder 1"))
        try await screen.tap("Show 15 agents at rest")
        #expect(screen.shows("Sounder 1"))
        #expect(screen.shows("last active: 5 min ago"))
        try await screen.tap("Fold agents at rest")
        #expect(!screen.shows("Sounder 1"))
    }

    @Test("Of two hundred participants only the rows in sight are made")
    func participants() async throws {
        let screen = try await Screen(fixture: "trust-long")
        #expect(screen.app.current?.client.state?.participants.count == 200)
        #expect(screen.shows("guest 1"))
        #expect(screen.driver.texts.count { $0.hasPrefix("guest ") } < 60)
    }

    @Test("A list that is not read yet says that it is looked for; rooms on their way say how far they are")
    func sessions() async throws {
        let screen = try await Screen(fixture: "sessions-loading")
        #expect(screen.shows("Looking for sessions…"))
        #expect(!screen.shows("No sessions yet"))
        let rooms = try await Screen(fixture: "sessions-connecting")
        for words in ["connecting", "loading", "reconnecting", "ended"] { #expect(rooms.shows(words), "\(words)") }
    }

    @Test("A picture that cannot be shown large says so and is tried again; it closes while it loads")
    func pictures() async throws {
        let screen = try await Screen(fixture: "image-viewer-error")
        let words = "This image could not be shown large. Close other apps, then try again."
        #expect(await screen.driver.settle(until: { screen.shows(words) }, turns: 200_000))
        screen.stage.recoverMemory()
        await screen.settle()
        try await screen.tap("Try again")
        #expect(await screen.driver.settle(until: { screen.driver.find("Large image") != nil }, turns: 200_000))

        let loading = try await Screen(fixture: "image-viewer-loading")
        #expect(loading.shows("Loading the large image…"))
        try await loading.tap("Close")
        #expect(loading.driver.presentationCount == 0)
    }

    @Test("An empty name is said to be another, and rooms see that one")
    func name() async throws {
        let screen = try await Screen(fixture: "settings-empty")
        #expect(screen.shows("Without a name rooms see you as “Ada”."))
        #expect(screen.app.pairing.guestName == "Ada")
        try await screen.type("Grace", into: "Name")
        #expect(!screen.shows("Without a name rooms see you as “Ada”."))
        #expect(screen.app.pairing.guestName == "Grace")
    }

    @Test("An answer given while the connection is away is seen to wait, and can be given once")
    func heldAnswer() async throws {
        let screen = try await Screen(fixture: "ask-loading")
        #expect(screen.shows("Your answer leaves once the connection is back."))
        #expect(screen.driver.find("Approve")?.isEnabled == false)
        #expect(screen.driver.find("Skip")?.isEnabled == false)
    }

    @Test("An answer to a question that is not asked any more is said not to have been sent")
    func withdrawn() async throws {
        let screen = try await Screen(fixture: "ask-withdrawn")
        #expect(screen.shows("This question is not open any more: your answer was not sent."))
        #expect(screen.driver.find("Approve") == nil)
        try await screen.tap("Dismiss")
        #expect(!screen.shows("This question is not open any more: your answer was not sent."))
    }

    @Test("The lock screen of a session that is only watched offers no Stop")
    func lockScreen() async throws {
        let screen = try await Screen(fixture: "lock-screen-readonly")
        #expect(screen.shows("working"))
        #expect(screen.driver.elements.filter { $0.role == "button" && $0.label == "Stop" }.isEmpty)
    }
}
