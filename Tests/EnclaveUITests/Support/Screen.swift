import EnclaveFixtures
import EnclaveModel
import Foundation
import SwiftUI
import ViewTesting

/// The app on a fixture's stage, in the hands of a test.
@MainActor
final class Screen {
    let stage: FixtureStage
    let driver: ViewDriver

    var app: AppModel { stage.app }

    init(
        _ stage: FixtureStage, on screen: ViewDriver.Screen = .iPhone, typeSize: DynamicTypeSize = .large,
        locale: Locale = Locale(identifier: "en_US")
    ) async {
        self.stage = stage
        driver = ViewDriver(stage.root, screen: screen, scheme: .dark, typeSize: typeSize, locale: locale)
        driver.now = { FixtureStage.date }
        await settle()
    }

    /// A fixture by its name, after its steps.
    convenience init(fixture id: String, on screen: ViewDriver.Screen = .iPhone) async throws {
        guard let fixture = Fixture.all.first(where: { $0.id == id }) else { throw FixtureError("no fixture \(id)") }
        await self.init(try await fixture.stage(), on: screen)
        if !fixture.steps.isEmpty { await rest() }
        for step in fixture.steps { try await take(step) }
    }

    /// Does what a fixture does before it is looked at.
    func take(_ step: Fixture.Step) async throws {
        switch step {
        case .tap(let name): try driver.tap(name)
        case .longPress(let name): try driver.longPress(name)
        case .type(let text, let field): try driver.type(text, into: field)
        case .swipe(let row, let action): try driver.swipe(row, action: action)
        }
        await rest()
    }

    /// Lets pictures be decoded as well, on other threads: what can be tapped depends on it.
    private func rest() async {
        await settle()
        for _ in 0..<200 where driver.shows("Loading image…") { await settle() }
    }

    /// Lets model and view come to rest.
    func settle() async {
        for _ in 0..<2 {
            await stage.settle()
            await driver.settle()
        }
    }

    func tap(_ name: String, role: String? = nil) async throws {
        try driver.tap(name, role: role)
        await settle()
    }

    func type(_ text: String, into field: String) async throws {
        try driver.type(text, into: field)
        await settle()
    }

    func shows(_ words: String) -> Bool { driver.shows(words) || driver.find(words) != nil }

    /// Lets time pass until a condition holds, and shows what became of it.
    func run(_ what: String, until condition: () -> Bool) async throws {
        try await stage.run(what) {
            // The condition may look at the screen, which shows nothing new by itself.
            driver.update()
            return condition()
        }
        await settle()
    }
}
