import CollabWire
import EnclaveFixtures
import EnclaveModel
import Foundation
import Testing
import ViewTesting

@testable import EnclaveUI

/// A message of any length opens at once: a screen shows its beginning, and the rest when it is wanted.
@Suite("A message of ten million bytes", .serialized)
@MainActor
struct LongTextTests {
    /// Paragraphs with their numbers, as JSON writes them.
    private static let paragraphs = 100_000
    private static let text = (0..<paragraphs).map { number in
        #"Paragraph \#(number) of the report, with `code`, **weight** and words that go on until the line is full.\n\n"#
    }.joined()

    private func screen() async throws -> (Screen, SessionVM) {
        let (stage, host) = try await Fixture.byHand()
        let session = try await Fixture.live(stage, host)
        let screen = await Screen(stage)
        try host.deliver(HandHost.entry(HandHost.assistant("a9", Self.text)))
        try await screen.run("the message") { session.client.rows.count >= 3 }
        try await screen.run("its beginning") { screen.driver.shows("Paragraph 0 of the report") }
        return (screen, session)
    }

    @Test("shows its beginning, and a page that a browser can draw")
    func beginning() async throws {
        let (screen, _) = try await screen()
        #expect(screen.driver.page().utf8.count < Self.page)
        try await screen.run("its Markdown") { !screen.driver.shows("**weight**") }
        #expect(screen.driver.page().utf8.count < Self.page)
    }

    /// Bytes of a page, a fifth of what the whole text would have. How much stands there depends on how far the reading
    /// of Markdown has come: 50 KB to 1 MB.
    private static let page = 2_000_000

    @Test("shows more on request, and is copied whole")
    func more() async throws {
        let (screen, session) = try await screen()
        #expect(!screen.driver.shows("Paragraph 1000 of"))
        try await screen.run("the first piece") { screen.driver.find("Show more") != nil }
        try await screen.tap("Show more")
        try await screen.run("the second piece") { screen.driver.shows("Paragraph 1000 of") }
        #expect(screen.driver.shows("Paragraph 0 of"), "what was read stays")
        try await screen.tap("Copy the whole text")
        #expect(screen.driver.clipboard?.utf8.count == Self.text.replacing("\\n", with: "\n").utf8.count)
        #expect(session.client.rows.count >= 3)
    }

    @Test("is shown as far as the match that the reader stands at, and only that one is the current")
    func found() async throws {
        let (stage, host) = try await Fixture.byHand()
        let session = try await Fixture.live(stage, host)
        let words = (0..<9_000).map { "number \($0) of the log," }.joined(separator: " ")
        try host.deliver(
            HandHost.entry(
                #"{"type":"message","id":"b9","parentId":null,"timestamp":"2026-05-12T08:31:00.000Z","message":"#
                    + #"{"role":"assistant","content":[],"model":"sail-1","stopReason":"error","#
                    + #""errorMessage":"\#(words)","timestamp":1778574660000}}"#))
        let screen = await Screen(stage)
        try await screen.run("the error") { session.client.rows.count >= 3 }
        #expect(!screen.driver.shows("number 8900 of"))
        try await screen.tap("Find in transcript")
        try await screen.type("number 8900 of", into: "Find")
        try await screen.run("the match") { screen.driver.shows("number 8900 of") }
        #expect(screen.driver.page().matches(of: /underline solid[^>]*>number 8900 of</).count == 1)
    }

    @Test("of the person's own and in a question is bounded as well")
    func others() async throws {
        let (stage, host) = try await Fixture.byHand()
        let session = try await Fixture.live(stage, host)
        try host.deliver(HandHost.entry(HandHost.user("u9", Self.text)))
        try await stage.run("the prompt") { session.client.rows.count >= 3 }
        let screen = await Screen(stage)
        try await screen.run("its beginning") { screen.driver.find("Show more") != nil }
        #expect(screen.driver.page().utf8.count < Self.page)
        try host.deliver(
            HandHost.ask(#"{"reqId":3,"kind":"select","title":"\#(Self.text)","options":["Yes","No"]}"#))
        try await screen.run("the question") { session.needsAnswer }
        #expect(screen.driver.page().utf8.count < Self.page)
        try await screen.tap("Fold the question away")
        #expect(screen.driver.find("Yes") == nil)
    }
}
