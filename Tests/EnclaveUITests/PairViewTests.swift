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
}
