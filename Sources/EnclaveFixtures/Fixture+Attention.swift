import EnclaveContracts
import EnclaveModel
import Foundation

extension Fixture {
    /// What the person chooses of it: settings with a preview of each level, and the pairing with a push bridge.
    static let attention: [Fixture] = [
        Fixture(.attention, .live, "private", steps: [.tap("Notifications"), .tap("Private")], height: 1_900) {
            try await settings()
        },
        Fixture(.attention, .live, "title", steps: [.tap("Notifications"), .tap("Title")], height: 1_900) {
            try await settings()
        },
        Fixture(.attention, .live, "preview", steps: [.tap("Notifications"), .tap("Preview")], height: 1_900) {
            try await settings()
        },
        Fixture(.attention, .error, "denied", steps: [.tap("Notifications")], height: 1_900) {
            try await settings(permission: .denied)
        },
        Fixture(.attention, .empty, steps: [.tap("Notifications")], height: 1_900) { try await settings(rooms: []) },
        Fixture(.attention, .long, steps: [.tap("Notifications")], height: 2_700) {
            try await settings(
                rooms: (1...24).map { number in
                    FixtureRoom(
                        name: "room\(number)",
                        title: number % 5 == 0
                            ? "Survey of everything that drifts, lies or hangs between wall \(number) and the next"
                            : "harbour survey \(number)", host: .nobody)
                })
        },
        Fixture(.bridge, .empty, "unpaired", steps: [.tap("Notifications"), .tap("Push bridge")], height: 1_300) {
            try await settings()
        },
        Fixture(
            .bridge, .live, "code", steps: [.tap("Notifications"), .tap("Push bridge"), .tap("Show pairing code")],
            height: 1_700
        ) { try await settings(token: true) },
        Fixture(.bridge, .live, "outdated", steps: [.tap("Notifications"), .tap("Push bridge")], height: 1_700) {
            let stage = try await settings(token: true)
            _ = try stage.center.push.pairingCode(wishes: stage.center.preferences.wishes)
            stage.center.preferences.choices.attention.privacy = .preview
            return stage
        },
        Fixture(
            .bridge, .error, "no-address",
            steps: [
                .tap("Notifications"), .tap("Push bridge"), .type("ws://bridge.example.org", into: "Bridge address"),
            ], height: 1_700
        ) { try await settings(token: true) },
        Fixture(.bridge, .long, steps: [.tap("Notifications"), .tap("Push bridge")], height: 1_900) {
            let path = (1...12).map { "behind-wall-\($0)" }.joined(separator: "/")
            let stage = try await paired(
                .takes, at: "wss://bridge.of-the-department-of-long-names.example.org:8443/\(path)"
            ) { if case .current(since: .some) = $0 { true } else { false } }
            stage.center.push.name =
                "The telephone of Ada Augusta King, Countess of Lovelace, on the desk by the window"
            try await stage.run("what the bridge says of the name") {
                if case .current(since: .some) = stage.center.renewals.standing { true } else { false }
            }
            return stage
        },
        Fixture(.bridge, .live, "told", steps: [.tap("Notifications"), .tap("Push bridge")], height: 1_700) {
            try await paired(.takes) { if case .current(since: .some) = $0 { true } else { false } }
        },
        Fixture(.bridge, .loading, "telling", steps: [.tap("Notifications"), .tap("Push bridge")], height: 1_700) {
            try await paired(.silent) { $0 == .sending }
        },
        Fixture(.bridge, .error, "away", steps: [.tap("Notifications"), .tap("Push bridge")], height: 1_700) {
            try await paired(.away) { if case .failed = $0 { true } else { false } }
        },
        Fixture(.bridge, .error, "refused", steps: [.tap("Notifications"), .tap("Push bridge")], height: 1_700) {
            try await paired(.refuses) { $0 == .refused }
        },
    ]

    /// The settings of a person whose bridge has an address and is in this mood, after a change.
    @MainActor private static func paired(
        _ mood: FixtureBridge.Mood, at address: String = "wss://bridge.example.org/harbour",
        until isSo: (RenewalController.Standing) -> Bool
    ) async throws -> FixtureStage {
        let stage = try await settings(token: true, bridge: FixtureBridge(mood: mood))
        let center = stage.center
        _ = try center.push.pairingCode(wishes: center.preferences.wishes)
        center.push.choose(address: try BridgeAddress(parsing: address))
        center.preferences.choices.attention.privacy = .preview
        try await stage.run("what the bridge says") { isSo(center.renewals.standing) }
        return stage
    }

    /// The settings of a person with rooms; with a token when Apple has given the device one.
    @MainActor private static func settings(
        token: Bool = false, permission: NotificationPermission = .unknown,
        bridge: FixtureBridge = FixtureBridge(mood: .takes), rooms: [FixtureRoom]? = nil
    ) async throws -> FixtureStage {
        let stage = try await launched(
            FixtureStage(listed: rooms ?? listedRooms(), permission: permission, bridge: bridge))
        if token { stage.center.push.tokenArrived(Data(repeating: 7, count: 32)) }
        stage.app.sheet = .settings
        return stage
    }
}
