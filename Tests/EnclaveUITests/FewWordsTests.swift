import SwiftUI
import Testing
import Transcript
import ViewTesting

@testable import EnclaveUI

/// Places that are meant for few words, and marks that have little room.
@Suite("Places for few words")
@MainActor
struct FewWordsTests {
    @Test("What goes wrong in many words is a chip of few that opens, a note likewise, and a name is one line")
    func longWords() async throws {
        let words = (1...9_000).map { "word\($0)" }.joined(separator: " ")
        let chip = ViewDriver(SystemChip(turn: .stopped(.error, message: words)))
        #expect(chip.page().utf8.count < 40_000)
        #expect(chip.shows("word20"))
        #expect(!chip.shows("word200 "))
        try chip.tap(try #require(chip.elements.first { $0.role == "button" }))
        await chip.settle()
        #expect(chip.shows("word60"))
        try chip.tap("Show more")
        await chip.settle()
        #expect(chip.shows("word6000"))
        while chip.find("Show more") != nil {
            try chip.tap("Show more")
            await chip.settle()
        }
        #expect(chip.shows("word9000"))
        #expect(FoldedText.pieces(of: words).joined() == words)

        let note = ViewDriver(NoteRow(text: words))
        #expect(note.page().utf8.count < 40_000)
        #expect(note.shows("word20") && note.find("Show more") != nil)
        let line = ViewDriver(CardTextView(text: CardText(words, .path)))
        #expect(line.page().utf8.count < 40_000)
        #expect(line.texts.first?.hasSuffix("word9000") == true)
        #expect(ViewDriver(Badge(verbatim: "mara\nof\r\nthe house")).texts == ["mara of the house"])
    }

    @Test("The halo of a dot stays within the room that cards leave, at the largest text as well")
    func halo() async throws {
        for size in [DynamicTypeSize.large, .accessibility5] {
            let driver = ViewDriver(LiveDot(status: .working), typeSize: size)
            await driver.settle()
            let page = driver.page()
            let scale = try #require(page.firstMatch(of: /style="[^"]*scale\(([0-9.]+)/).flatMap { Double($0.1) })
            let width = try #require(
                page.matches(of: /style="[^"]*?width:([0-9.]+)px/).compactMap { Double($0.1) }.first {
                    (5...60).contains($0)
                })
            #expect(scale > 1)
            #expect(width * (scale - 1) / 2 <= Metrics.smallGap, "\(width) × \(scale)")
        }
    }
}
