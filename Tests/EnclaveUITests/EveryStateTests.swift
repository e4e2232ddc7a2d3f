import EnclaveFixtures
import Foundation
import Testing

@Suite("Every screen has its states")
struct EveryStateTests {
    @Test("A fixture for each, or the reason why there is no such state", arguments: FixtureScreen.ofTheApp)
    func states(screen: FixtureScreen) {
        for state in FixtureState.allCases {
            let fixtures = Fixture.all.filter { $0.screen == screen && $0.state == state }
            let reason = screen.reasonAgainst(state)
            #expect(!fixtures.isEmpty || reason != nil, "\(screen.rawValue) has no fixture for \(state.rawValue)")
            #expect(fixtures.isEmpty || reason == nil, "\(screen.rawValue) can be \(state.rawValue) after all")
        }
    }

    @Test("Fixtures have names of their own, and the screens that the system draws have fixtures, too")
    func names() {
        #expect(Set(Fixture.all.map(\.id)).count == Fixture.all.count)
        for screen in FixtureScreen.allCases { #expect(Fixture.all.contains { $0.screen == screen }) }
    }

    @Test("Docs/Screens.md shows the table as it is")
    func table() throws {
        let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().appending(path: "Docs/Screens.md")
        let text = try String(contentsOf: file, encoding: .utf8)
        #expect(text.contains(Fixture.table), "make it anew: pictures --table")
    }
}
