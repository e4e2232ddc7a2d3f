import EnclaveContracts
import EnclaveFixtures
import EnclaveModel
import Testing

@testable import EnclaveUI

@Suite("Settings of notifications, and pairing with a bridge", .serialized)
@MainActor
struct AttentionViewTests {
    private func choices(_ screen: Screen) -> AttentionPreferences.Choices { screen.stage.center.preferences.choices }

    @Test("Every kind of message is switched by itself, and each room too")
    func switches() async throws {
        let screen = try await Screen(fixture: "attention-title")
        let before = choices(screen)
        for name in ["Questions", "Finished turns", "Ended sessions", "Live Activities"] {
            try screen.driver.toggle(name)
            await screen.settle()
        }
        let after = choices(screen)
        #expect(after.attention.tellsAsks != before.attention.tellsAsks)
        #expect(after.attention.tellsTurnEnds != before.attention.tellsTurnEnds)
        #expect(after.attention.tellsSessionEnds != before.attention.tellsSessionEnds)
        #expect(after.showsActivities != before.showsActivities)
        let key = try screen.stage.key(of: "audit").rawValue
        #expect(screen.stage.center.preferences[hears: key])
        try screen.driver.toggle("relay reconnect audit")
        await screen.settle()
        #expect(!screen.stage.center.preferences[hears: key])
    }

    @Test("Allow asks the system once; then the offer is gone")
    func permission() async throws {
        let screen = try await Screen(fixture: "attention-title")
        try await screen.tap("Allow notifications")
        #expect(await screen.stage.system.permission() == .granted)
        #expect(screen.driver.find("Allow notifications") == nil)
    }

    @Test("Where the system's settings say no, the screen says that instead of offering what it cannot do")
    func denied() async throws {
        let screen = try await Screen(fixture: "attention-denied")
        #expect(screen.shows("Notifications are switched off in the iOS settings."))
        #expect(screen.driver.find("Allow notifications") == nil)
    }

    @Test("The preview says as much as the level allows, and offers answers only where the question is to be read")
    func levels() async throws {
        let screen = try await Screen(fixture: "attention-preview")
        #expect(screen.shows("Run the migration?"))
        #expect(screen.shows("Approve"))
        #expect(choices(screen).attention.privacy == .preview)
        try await screen.tap("Title")
        #expect(choices(screen).attention.privacy == .title)
        #expect(!screen.shows("Run the migration?"))
        #expect(!screen.shows("Approve"))
        #expect(screen.shows("relay reconnect audit"))
        try await screen.tap("Private")
        #expect(choices(screen).attention.privacy == .private)
        #expect(screen.shows("Only that a session needs you. Answer in Enclave."))
    }

    @Test("The code shows on request, is copied for a while, and goes when it is hidden or the app is left")
    func code() async throws {
        let screen = try await Screen(fixture: "bridge-code")
        #expect(screen.shows("Pairing code"))
        Clipboard.text = nil
        try await screen.tap("Copy for two minutes")
        let text = try #require(Clipboard.text)
        #expect(try PairingCode(parsing: text).name == "Ada's iPhone")
        #expect(screen.stage.center.push.standing(wishes: screen.stage.center.preferences.wishes) == .current)
        try await screen.tap("Hide")
        #expect(!screen.shows("Copy for two minutes"))
        try await screen.tap("Show pairing code")
        #expect(screen.shows("Copy for two minutes"))
        screen.driver.setEnvironment { $0.scenePhase = .inactive }
        await screen.settle()
        #expect(!screen.shows("Copy for two minutes"))
    }

    @Test("A change after pairing is told by a renewal, which is no secret and settles it")
    func renewal() async throws {
        let screen = try await Screen(fixture: "bridge-outdated")
        #expect(screen.shows("The bridge must hear of a change"))
        Clipboard.text = nil
        try await screen.tap("Copy renewal")
        #expect(Clipboard.text?.contains("sealed") == true || Clipboard.text?.hasPrefix("{") == true)
        #expect(screen.shows("The bridge has what it needs"))
    }

    @Test("The device's name and what pushed activities show are the person's")
    func wishes() async throws {
        let screen = try await Screen(fixture: "bridge-unpaired")
        try await screen.type("Pocket", into: "Device name")
        #expect(screen.stage.center.push.name == "Pocket")
        let picker = try #require(screen.driver.all(role: "combobox").last)
        try screen.driver.tap(picker)
        await screen.settle()
        let choices = screen.driver.findAll("Preview").filter { $0.role?.hasPrefix("menuitem") == true }
        try screen.driver.tap(try #require(choices.first))
        await screen.settle()
        #expect(self.choices(screen).pushedActivityPrivacy == .preview)
        #expect(screen.shows("until then a bridge has nowhere to send to"))
    }

    @Test("Forgetting the bridge asks first, and then the device is somebody else to it")
    func forget() async throws {
        let screen = try await Screen(fixture: "bridge-outdated")
        let device = screen.stage.center.push.device
        try await screen.tap("Forget the bridge")
        #expect(screen.shows("Forget the bridge?"))
        #expect(screen.stage.center.push.device == device)
        try await screen.tap("Forget")
        #expect(screen.stage.center.push.device != device)
        #expect(screen.shows("No code was made yet"))
    }
}
