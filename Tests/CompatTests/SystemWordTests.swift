import Foundation
import SwiftUI
import Testing
import ViewTesting

/// Apple's views bring words of their own, in every language of the system.
@MainActor @Suite("Words of the system") struct SystemWordTests {
    private struct Gallery: View {
        @State private var search = "x"
        @State private var isAsking = false
        @State private var path = [1]
        @State private var steps = 1

        var body: some View {
            NavigationStack(path: $path) {
                Text("Root").navigationDestination(for: Int.self) { _ in
                    List {
                        ShareLink(item: "words")
                        Stepper("Steps", value: $steps)
                        Button("Ask") { isAsking = true }
                        ForEach([1], id: \.self) { Text("Row \($0)") }.onDelete { _ in }
                    }
                    .searchable(text: $search)
                    .confirmationDialog("Sure?", isPresented: $isAsking) { Button("Yes") {} }
                }
            }
        }
    }

    @Test(
        "speak the language of the environment",
        arguments: [
            ("en_US", ["Back", "Cancel", "Clear text", "Decrement", "Delete", "Increment", "Search", "Share…"]),
            (
                "de_DE",
                ["Zurück", "Abbrechen", "Text löschen", "Verringern", "Löschen", "Erhöhen", "Suchen", "Teilen …"]
            ),
        ])
    func words(locale: String, expected: [String]) throws {
        let driver = ViewDriver(Gallery(), locale: Locale(identifier: locale))
        try driver.tap("Ask")
        let page = driver.page()
        for word in expected { #expect(page.contains(word), "\(word)") }
    }

    @Test("change with the language while they are on screen")
    func change() throws {
        let driver = ViewDriver(Gallery())
        #expect(driver.find("Back") != nil)
        driver.setEnvironment { $0.locale = Locale(identifier: "de_AT") }
        #expect(driver.find("Zurück") != nil)
        #expect(driver.find("Back") == nil)
        try driver.tap("Zurück")
        #expect(driver.shows("Root"))
    }
}
