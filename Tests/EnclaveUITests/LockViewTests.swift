import EnclaveFixtures
import EnclaveModel
import Foundation
import SwiftUI
import Testing
import ViewTesting

@Suite("The lock over the screens", .serialized)
@MainActor
struct LockViewTests {
    /// The app with an open room, and a lock that the person has just turned on.
    private func locked() async throws -> Screen {
        let stage = try FixtureStage(listed: [.room("cards")])
        try await stage.launch()
        try await stage.open("cards")
        let screen = await Screen(stage)
        stage.owner.mood = .confirmed
        #expect(await stage.lock.require(true))
        stage.owner.mood = nil
        await screen.settle()
        return screen
    }

    private func enter(_ phase: ScenePhase, _ screen: Screen) async {
        screen.driver.setEnvironment { $0.scenePhase = phase }
        await screen.settle()
    }

    @Test("covers whatever was open when the app is left, and gives it back as it was to the owner alone")
    func comesBack() async throws {
        let screen = try await locked()
        try await screen.type("half a sente", into: "composer")
        await enter(.inactive, screen)
        #expect(screen.driver.find("Enclave is covered") != nil)
        await enter(.background, screen)
        await enter(.inactive, screen)
        await enter(.active, screen)
        #expect(screen.stage.owner.asked == 2)
        #expect(screen.shows("Enclave is locked"))
        #expect(screen.driver.find("Unlock")?.isEnabled == false)
        #expect(!screen.app.isInFront(try screen.stage.key(of: "cards")), "a question may ring now")

        screen.stage.owner.answer(.refused)
        await screen.settle()
        #expect(screen.shows("That was not recognised. Try again."))
        try await screen.tap("Unlock")
        screen.stage.owner.answer(.confirmed)
        await screen.settle()
        #expect(!screen.shows("Enclave is locked"))
        #expect(screen.app.isInFront(try screen.stage.key(of: "cards")))
        #expect(screen.driver.find("composer")?.value == "half a sente")
        try await screen.stage.close()
    }

    @Test("lies over sheets, also over those that come while it is there")
    func overSheets() async throws {
        let screen = try await locked()
        screen.app.sheet = .settings
        await screen.settle()
        await enter(.background, screen)
        await enter(.active, screen)
        #expect(screen.driver.reachable.contains { $0.label == "Enclave is locked" })
        screen.app.sheet = nil
        screen.app.arrived(.join(try FixtureRoom.room("long").link()))
        await screen.settle()
        #expect(screen.app.cover == .pair)
        #expect(screen.driver.reachable.contains { $0.label == "Enclave is locked" })
        screen.stage.owner.answer(.confirmed)
        await screen.settle()
        #expect(screen.shows("Pair a box"))
        try await screen.stage.close()
    }

    @Test("is chosen in the settings; the switch follows the owner's answer, not the finger")
    func settings() async throws {
        let screen = try await Screen(fixture: "settings-all")
        screen.stage.owner.mood = .cancelled
        try await screen.tap("Require Face ID")
        #expect(!screen.stage.lock.settings.isRequired)
        #expect(!screen.shows("After 5 minutes"))
        screen.stage.owner.mood = .confirmed
        try await screen.tap("Require Face ID")
        #expect(screen.stage.lock.settings.isRequired)
        try await screen.tap("Cover Enclave when I leave it")
        #expect(!screen.stage.lock.settings.coversWhenLeft)
        try await screen.stage.close()
    }

    @Test("cannot be chosen where the device has no passcode, and that is said")
    func noPasscode() async throws {
        let stage = try FixtureStage()
        stage.owner.proof = nil
        try await stage.launch()
        let screen = await Screen(stage)
        stage.app.sheet = .settings
        await screen.settle()
        #expect(screen.driver.find("Require the passcode")?.isEnabled == false)
        #expect(screen.shows("Set a passcode on this device first"))
        try await stage.close()
    }

    @Test("a passcode that was taken away opens the app, and says that the lock is off")
    func turnedOff() async throws {
        let screen = try await locked()
        screen.stage.owner.mood = .noOwner
        await enter(.background, screen)
        await enter(.active, screen)
        #expect(!screen.shows("Enclave is locked"))
        #expect(screen.shows("The lock is off: this device has no passcode any more."))
        try await screen.stage.close()
    }
}
