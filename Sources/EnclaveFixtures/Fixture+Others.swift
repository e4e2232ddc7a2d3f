import CollabHost
import EnclaveModel

extension Fixture {
    /// What lies over the tabs.
    static let others: [Fixture] = [
        Fixture(.settings, .live, "all") {
            let stage = try await launched(FixtureStage(demo: [.demo(.enclaveApp)]))
            stage.app.sheet = .settings
            return stage
        },
        Fixture(.settings, .empty) { try await settings(name: "") },
        Fixture(.settings, .long) {
            try await settings(
                name: "Ada Augusta King, Countess of Lovelace, at the desk by the window of the harbour office")
        },
        Fixture(.settings, .error) { try await settings(name: try FixtureRoom.script("cards").link().formatted) },
        Fixture(.onboarding, .live, "all") {
            let stage = try await launched(FixtureStage(demo: [.demo(.enclaveApp)]))
            stage.app.sheet = .onboarding
            return stage
        },
        Fixture(.lockScreen, .live, "asking") {
            let stage = try await asking(after: [])
            stage.app.cover = .lockScreen
            return stage
        },
        Fixture(.lockScreen, .live, "working") {
            let stage = try await working()
            stage.app.cover = .lockScreen
            return stage
        },
        Fixture(.lockScreen, .loading) {
            let stage = try await awaiting(.sessions)
            stage.app.cover = .lockScreen
            return stage
        },
        Fixture(.lockScreen, .long, steps: [.tap("Preview")]) {
            let (stage, host) = try await byHand()
            let session = try await live(stage, host)
            let title = "Lift the buoy that drifted behind the second wall, with the crane, before the tide turns? "
            try host.deliver(
                HandHost.stateFrame(
                    isStreaming: true, name: "Survey of everything that drifts, lies or hangs between the walls"),
                HandHost.ask(
                    #"{"reqId":5,"kind":"select","title":"\#(String(repeating: title, count: 6))","options":["Approve","Decline"]}"#
                ))
            try await stage.run("the question") { session.needsAnswer }
            stage.app.cover = .lockScreen
            return stage
        },
        Fixture(.lockScreen, .error, "ended") {
            let (stage, host) = try await byHand()
            let session = try await live(stage, host)
            try host.deliver(#"{"t":"bye","reason":"rita closed her laptop"}"#)
            try await stage.run("the end") { session.client.connection.isOver }
            stage.app.cover = .lockScreen
            return stage
        },
        Fixture(.lockScreen, .error, "away") {
            let (stage, host) = try await byHand()
            _ = try await live(stage, host)
            try await cut(stage, host)
            stage.app.cover = .lockScreen
            return stage
        },
        Fixture(.lockScreen, .readOnly) {
            let (stage, host) = try await byHand(access: .view)
            let session = try await live(stage, host)
            try host.deliver(HandHost.stateFrame(isStreaming: true))
            try await stage.run("work") { session.client.isWorking }
            stage.app.cover = .lockScreen
            return stage
        },
        Fixture(.lockScreen, .empty, "none") {
            let stage = try await launched(FixtureStage())
            stage.app.cover = .lockScreen
            return stage
        },
    ]

    @MainActor private static func settings(name: String) async throws -> FixtureStage {
        let stage = try await launched(FixtureStage(demo: [.demo(.enclaveApp)]))
        stage.app.pairing.name = name
        stage.app.sheet = .settings
        return stage
    }
}
