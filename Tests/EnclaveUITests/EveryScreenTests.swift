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
        #expect(nameless(screen) == 0, "controls without a German name")
        try await screen.stage.close()
    }

    private func nameless(_ screen: Screen) -> Int {
        screen.driver.elements
            .filter { ["button", "textbox", "switch", "combobox"].contains($0.role) }
            .count { $0.label.trimmingCharacters(in: .whitespaces).isEmpty }
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
