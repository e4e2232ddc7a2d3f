import EnclaveContracts
import EnclaveFixtures
import EnclaveModel
import Foundation
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
        screen.driver.clipboard = nil
        try await screen.tap("Copy for two minutes")
        let text = try #require(screen.driver.clipboard)
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
        screen.driver.clipboard = nil
        try await screen.tap("Copy renewal")
        #expect(screen.driver.clipboard?.contains("sealed") == true || screen.driver.clipboard?.hasPrefix("{") == true)
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

    @Test("An address is used when the person says so, not while it is typed; then changes go by themselves")
    func address() async throws {
        let screen = try await Screen(fixture: "bridge-outdated")
        let push = screen.stage.center.push
        try await screen.type("wss://bridge.example.org", into: "Bridge address")
        #expect(push.address == nil)
        #expect(screen.shows("Copy renewal"))
        try await screen.tap("Use this address")
        #expect(push.address?.text == "wss://bridge.example.org/v1/renew")
        #expect(!screen.shows("Copy renewal") && !screen.shows("Use this address"))
        try await screen.run("the bridge is told") { screen.shows("Last told: now") }
        #expect(screen.shows("The bridge has what it needs"))
        try await screen.tap("Remove the address")
        #expect(push.address == nil && !screen.shows("Remove the address"))
        screen.stage.center.preferences.choices.attention.tellsTurnEnds.toggle()
        await screen.settle()
        #expect(screen.shows("Copy renewal"))
    }

    @Test("An address that cannot be used says why, in German too, and is pasted as well as typed")
    func refusedAddress() async throws {
        let screen = try await Screen(fixture: "bridge-no-address")
        #expect(screen.shows("Write wss:// and let the bridge's proxy speak TLS."))
        #expect(!screen.shows("Use this address"))
        screen.driver.setEnvironment { $0.locale = Locale(identifier: "de_DE") }
        await screen.settle()
        #expect(screen.shows("Schreibe wss:// und lass den Proxy der Brücke TLS sprechen."))
        screen.driver.clipboard = "https://bridge.example.org/harbour"
        try await screen.tap("Einsetzen")
        try await screen.tap("Diese Adresse nehmen")
        #expect(screen.stage.center.push.address?.text == "wss://bridge.example.org/harbour/v1/renew")
    }

    @Test("A bridge that is away says why, and is tried again at a tap; one that refuses wants a new code")
    func away() async throws {
        let screen = try await Screen(fixture: "bridge-away")
        #expect(screen.shows("The bridge could not be told of a change"))
        #expect(screen.shows("Nobody answers at the address."))
        #expect(!screen.shows("Copy renewal"))
        try await screen.tap("Try now")
        #expect(screen.shows("The bridge could not be told of a change"))

        let refused = try await Screen(fixture: "bridge-refused")
        #expect(refused.shows("The bridge refuses this device: pair it again"))
        #expect(!refused.shows("Try now"))
        try await refused.tap("Show pairing code")
        #expect(refused.shows("The bridge has what it needs"))
        let telling = try await Screen(fixture: "bridge-telling")
        #expect(telling.shows("The bridge is being told of a change"))
    }
}
