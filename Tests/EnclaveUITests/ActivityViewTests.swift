import CollabWire
import EnclaveFixtures
import EnclaveModel
import Testing

@Suite("Activity", .serialized)
@MainActor
struct ActivityViewTests {
    /// A live room by hand with a roster.
    private func roster(_ status: String, access: Access = .control) async throws -> (Screen, HandHost, SessionVM) {
        let (stage, host) = try await Fixture.byHand(access: access)
        let session = try await Fixture.live(stage, host)
        try host.deliver(
            #"{"t":"agents","agents":[{"id":"main","displayName":"Main","kind":"main","status":"running"},"#
                + #"{"id":"Diver","displayName":"Diver","kind":"sub","parentId":"main","status":"\#(status)","hasSessionFile":false}]}"#
        )
        try await stage.run("the roster") { session.client.agents.count == 2 }
        stage.app.tab = .activity
        return (await Screen(stage), host, session)
    }

    private func commands(_ host: HandHost) throws -> [String] {
        try host.sent("agent-cmd").map { ($0["cmd"]?.stringValue ?? "") + " " + ($0["text"]?.stringValue ?? "") }
    }

    @Test("Of three thousand agents only the rows in sight are made")
    func manyAgents() async throws {
        let (stage, host) = try await Fixture.byHand()
        let session = try await Fixture.live(stage, host)
        let agents = (0..<3_000).map {
            #"{"id":"a\#($0)","displayName":"Agent \#($0)","kind":"sub","status":"running"}"#
        }
        try host.deliver(#"{"t":"agents","agents":[\#(agents.joined(separator: ","))]}"#)
        try await stage.run("the roster") { session.client.agents.count == 3_000 }
        let screen = await Screen(stage)
        try await screen.tap("Activity")
        #expect(screen.shows("Agent 0"))
        #expect(screen.driver.texts.count { $0.hasPrefix("Agent ") } < 100)
        try await stage.close()
    }

    @Test("The tree shows every agent with its state, and the main one leads nowhere")
    func tree() async throws {
        let (screen, _, _) = try await roster("running")
        #expect(screen.shows("Main"))
        #expect(screen.shows("Diver"))
        try await screen.tap("Diver")
        #expect(screen.shows("This agent keeps no transcript."))
    }

    @Test("The screen says which session it is about")
    func session() async throws {
        let (screen, _, _) = try await roster("running")
        let name = try #require(screen.driver.elements.first { $0.identifier == "focused-session" })
        #expect(name.label == "Session: harbour survey")
        #expect(screen.shows("harbour survey"))
    }

    @Test("The tab that is in front leads back to its first screen when it is chosen again")
    func tabAgain() async throws {
        let (screen, _, session) = try await roster("running")
        try await screen.tap("Diver")
        #expect(screen.driver.find("Back") != nil)
        try await screen.tap("Activity", role: "tab")
        #expect(screen.driver.reachable.contains { $0.label.contains("Diver") && $0.role == "link" })
        #expect(screen.app.tab == .activity)
        try await screen.tap("Sessions", role: "tab")
        #expect(screen.app.path == [session.id], "who comes from another tab finds what was open")
        try await screen.tap("Sessions", role: "tab")
        #expect(screen.app.path.isEmpty)
    }

    @Test("A message goes to the agent; a blank one doesn't")
    func chat() async throws {
        let (screen, host, _) = try await roster("running")
        try await screen.tap("Diver")
        #expect(screen.driver.find("Send")?.isEnabled == false)
        try await screen.type("Look behind the wall", into: "Message this agent")
        try await screen.tap("Send")
        #expect(try commands(host) == ["chat Look behind the wall"])
        #expect(try screen.driver.value(of: "Message this agent") == "")
    }

    @Test("Ending an agent asks first, and Cancel ends nothing")
    func kill() async throws {
        let (screen, host, _) = try await roster("running")
        try await screen.tap("Diver")
        try await screen.tap("End agent")
        #expect(screen.shows("End this agent?"))
        try await screen.tap("Cancel")
        #expect(try commands(host).isEmpty)
        try await screen.tap("End agent")
        let choices = screen.driver.findAll("End agent")
        try screen.driver.tap(try #require(choices.first))
        await screen.settle()
        #expect(try commands(host) == ["kill "])
    }

    @Test("A parked agent offers to be revived and nothing else")
    func revive() async throws {
        let (screen, host, _) = try await roster("parked")
        try await screen.tap("Diver")
        #expect(screen.driver.find("End agent") == nil)
        #expect(screen.driver.find("Message this agent") == nil)
        try await screen.tap("Revive")
        #expect(try commands(host) == ["revive "])
    }

    @Test("A view link offers no controls")
    func readOnly() async throws {
        let (screen, _, _) = try await roster("running", access: .view)
        try await screen.tap("Diver")
        for name in ["End agent", "Message this agent", "Revive"] { #expect(screen.driver.find(name) == nil) }
    }

    @Test("A07: an agent that vanishes while its screen is open says so, and takes no commands")
    func vanishes() async throws {
        let (screen, host, session) = try await roster("running")
        try await screen.tap("Diver")
        try host.deliver(
            #"{"t":"agents","agents":[{"id":"main","displayName":"Main","kind":"main","status":"running"}]}"#)
        try await screen.run("the new roster") { session.client.agents.count == 1 }
        #expect(screen.shows("This agent is gone."))
        #expect(screen.driver.find("End agent") == nil)
    }

    @Test("A subagent's transcript is read and shown as rows")
    func transcript() async throws {
        let screen = try await Screen(fixture: "agent-parked")
        try await screen.run("its words") {
            screen.app.current?.client.transcript(of: "DocKeeper").rows.isEmpty == false
        }
        #expect(screen.shows("Keep ARCHITECTURE.md true while the outbox is built."))
    }

    @Test("Without a session there is nothing to see, and the screen says how to change that")
    func empty() async throws {
        let screen = try await Screen(fixture: "activity-empty")
        #expect(screen.shows("Open a session to see its agents at work."))
    }
}
