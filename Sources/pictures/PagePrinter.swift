import EnclaveFixtures
import Foundation
import SwiftUI
import ViewTesting

/// Makes a page of every fixture in every variant, before any browser is started.
@MainActor
struct PagePrinter {
    var locale = Locale(identifier: "en_US")
    var devices = Variant.Device.allCases
    /// Styles that stand before the page's own: fonts.
    var styles: String

    /// The pages of a fixture.
    func shots(of fixture: Fixture) async throws -> [Shot] {
        var shots: [Shot] = []
        // What a swipe did to the model can't be done twice: such a fixture is put on stage for every device anew.
        let isKept = !fixture.steps.contains { if case .swipe = $0 { true } else { false } }
        var kept: FixtureStage?
        for device in devices {
            let stage: FixtureStage
            if let kept { stage = kept } else { stage = try await fixture.stage() }
            if isKept { kept = stage }
            let driver = ViewDriver(
                stage.root, screen: device.screen, scheme: .dark, typeSize: device.typeSize)
            driver.now = { FixtureStage.date }
            await Self.rest(stage, driver)
            for step in fixture.steps {
                try Self.take(step, driver)
                await Self.rest(stage, driver)
            }
            // Steps go by English names; only then the screen speaks its language.
            driver.setEnvironment { $0.locale = locale }
            await Self.rest(stage, driver)
            for isDark in [true, false] {
                driver.setEnvironment { $0.colorScheme = isDark ? .dark : .light }
                await driver.settle()
                var page = driver.page(fontFaces: styles, title: fixture.id)
                var (width, height) = driver.screenSize
                if let tall = fixture.height {
                    page = page.replacing("--h:\(height)px", with: "--h:\(Int(tall))px")
                    height = Int(tall)
                }
                width = max(width, 1)
                shots.append(
                    Shot(
                        name: fixture.id, variant: Variant(device: device, isDark: isDark), page: page, width: width,
                        height: height))
            }
            if !isKept { try await stage.close() }
        }
        try await kept?.close()
        return shots
    }

    /// Lets everything come to rest. Pictures are decoded elsewhere, and can be tapped once they are there: without
    /// waiting for them a step would find now this one, now that one.
    private static func rest(_ stage: FixtureStage, _ driver: ViewDriver) async {
        await stage.settle()
        await driver.settle()
        for _ in 0..<200 where driver.shows("Loading image…") {
            await stage.settle()
            await driver.settle()
        }
    }

    private static func take(_ step: Fixture.Step, _ driver: ViewDriver) throws {
        switch step {
        case .tap(let name): try driver.tap(name)
        case .longPress(let name): try driver.longPress(name)
        case .type(let text, let field): try driver.type(text, into: field)
        case .swipe(let row, let action): try driver.swipe(row, action: action)
        }
    }
}
