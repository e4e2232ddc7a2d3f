import EnclaveFixtures
import Foundation
@_spi(Preview) import SwiftUI
import Testing
import ViewTesting

@testable import EnclaveUI

@Suite("Every screen in every state", .serialized)
@MainActor
struct EveryScreenTests {
    @Test(
        "comes on stage, names every control, and has German words for everything it says",
        arguments: Fixture.all.map(\.id))
    func screen(id: String) async throws {
        let ofTheData = Fixture.all.first { $0.id == id }.flatMap { Self.ofTheData[$0.screen.rawValue] } ?? []
        let screen = try await Screen(fixture: id)
        #expect(!screen.driver.texts.isEmpty)
        #expect(nameless(screen) == 0, "controls without a name")

        let missed = Missed()
        let catalog = StringCatalog.shared
        Localization.setTranslator { lookup in
            let found = catalog.text(
                lookup.key, count: lookup.integers.compactMap(\.self).first, locale: lookup.locale)
            if found == nil { missed.note(lookup.key) }
            return found
        }
        screen.driver.setEnvironment { $0.locale = Locale(identifier: "de_DE") }
        await screen.settle()
        #expect(missed.keys == [])
        #expect(english(screen).subtracting(ofTheData) == [], "words that stayed English")
        #expect(nameless(screen) == 0, "controls without a German name")
        let heard = screen.driver.page().matches(of: /aria-(?:label|valuetext|description)="([^"]*)"/)
        #expect(heard.map(\.1).filter { $0.unicodeScalars.contains("\u{AD}") } == [], "names with soft hyphens")
        try await screen.stage.close()
    }

    private func nameless(_ screen: Screen) -> Int {
        screen.driver.elements
            .filter { ["button", "textbox", "switch", "combobox"].contains($0.role) }
            .count { $0.label.trimmingCharacters(in: .whitespaces).isEmpty }
    }

    /// What a screen shows, or calls its controls, in English words of the catalog that are others in German.
    private func english(_ screen: Screen) -> Set<String> {
        let elements = screen.driver.elements
        let words = screen.driver.texts + elements.flatMap { [$0.label, $0.value, $0.hint ?? ""] }
        // A container is called by all the words in it: a sentence is looked for in single texts and names.
        let sentences = screen.driver.texts + elements.filter(\.isControl).map(\.label) + elements.compactMap(\.hint)
        return Set(words.filter { Self.englishWords.contains($0) && !Self.ofTheSystem.contains($0) })
            .union(sentences.filter(isEnglishSentence))
    }

    /// Words of the system, which speaks for itself, that happen to be the catalog's too.
    private static let ofTheSystem: Set<String> = ["Back"]

    /// Words of hosts that happen to be the catalog's, by screen: arguments of tools, options of questions, a poster's captions.
    private static let ofTheData: [String: Set<String>] = [
        "session": ["to", "done", "Model"], "ask": ["to", "done", "Done", "Model"], "lock-screen": ["to", "done"],
        "live-activity": ["working", "idle", "ended"],
        "lock": ["open"],
    ]

    /// Words of the catalog as they stand, without those that German writes in the same way.
    private static let englishWords: Set<String> = {
        let forms = StringCatalog.shared.forms
        let english = (forms["en"] ?? [:]).values.flatMap(\.values).filter { !$0.contains("%") }
        return Set(english).subtracting((forms["de"] ?? [:]).values.flatMap(\.values))
    }()

    /// Sentences with places, without those that say so little that anything could be one.
    private static let englishSentences: [NSRegularExpression] = {
        let forms = StringCatalog.shared.forms
        let german = Set((forms["de"] ?? [:]).values.flatMap(\.values))
        return (forms["en"] ?? [:]).values.flatMap(\.values)
            .filter { $0.contains("%") && !german.contains($0) }
            .filter { $0.contains("%lld") || $0.matches(of: /\p{L}{3,}/).count > 2 }
            .compactMap { sentence in
                let pattern = NSRegularExpression.escapedPattern(for: sentence)
                    .replacing(/%(?:\d+\\\$)?lld/, with: "[\\d.,]+")
                    .replacing(/%(?:\d+\\\$)?@/, with: ".+").replacing("%%", with: "%")
                do {
                    return try NSRegularExpression(pattern: "^(?:\(pattern))$")
                } catch {
                    Issue.record(error)
                    return nil
                }
            }
    }()

    private func isEnglishSentence(_ text: String) -> Bool {
        Self.englishSentences.contains { sentence in
            sentence.firstMatch(in: text, range: NSRange(text.startIndex..., in: text)) != nil
        }
    }

    /// Keys that nobody translated. Safe: screens are drawn on the main actor only.
    private final class Missed: @unchecked Sendable {
        private(set) var keys: Set<String> = []
        func note(_ key: String) {
            // Words that are data, or a symbol, need no translation.
            if key.contains(where: \.isLetter), !key.hasPrefix("https://") { keys.insert(key) }
        }
    }
}
