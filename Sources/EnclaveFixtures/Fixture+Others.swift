import CollabHost
import EnclaveModel

extension Fixture {
    /// Agents at work, at rest, and looked at closely.
    static let activity: [Fixture] = [
        Fixture("activity", "empty") {
            let stage = try await launched(FixtureStage())
            stage.app.tab = .activity
            return stage
        },
        Fixture("activity", "quiet") {
            let stage = try await launched(FixtureStage(listed: [.script("quiet")]))
            try await stage.open("quiet")
            stage.app.tab = .activity
            return stage
        },
        Fixture("activity", "live") { try await fannedOut() },
        Fixture("activity", "readonly") {
            var room = try FixtureRoom.demo(.silvertuneWeb)
            room.access = .view
            let stage = try await launched(FixtureStage(listed: [room]))
            try await stage.open("silvertune-web")
            stage.app.tab = .activity
            return stage
        },
        Fixture("agent", "running", steps: [.tap("RaceAudit")]) { try await fannedOut() },
        Fixture("agent", "parked", steps: [.tap("DocKeeper")]) { try await fannedOut() },
        Fixture("agent", "end", steps: [.tap("RaceAudit"), .tap("End agent")]) { try await fannedOut() },
    ]

    /// What the session is, and who is in it.
    static let trust: [Fixture] = [
        Fixture("trust", "empty") {
            let stage = try await launched(FixtureStage())
            stage.app.tab = .trust
            return stage
        },
        Fixture("trust", "live") {
            let stage = try await launched(FixtureStage(listed: listedRooms()))
            try await stage.open("epsilver-site")
            stage.app.tab = .trust
            return stage
        },
        Fixture("trust", "nearly-full") {
            let (stage, host) = try await byHand()
            _ = try await live(stage, host)
            stage.app.tab = .trust
            return stage
        },
    ]

    /// What lies over the tabs.
    static let others: [Fixture] = [
        Fixture("settings", "all") {
            let stage = try await launched(FixtureStage(demo: [.demo(.enclaveApp)]))
            stage.app.sheet = .settings
            return stage
        },
        Fixture("onboarding", "all") {
            let stage = try await launched(FixtureStage(demo: [.demo(.enclaveApp)]))
            stage.app.sheet = .onboarding
            return stage
        },
        Fixture("lock-screen", "asking") {
            let stage = try await asking(after: [])
            stage.app.cover = .lockScreen
            return stage
        },
        Fixture("lock-screen", "working") {
            let stage = try await working()
            stage.app.cover = .lockScreen
            return stage
        },
        Fixture("lock-screen", "none") {
            let stage = try await launched(FixtureStage())
            stage.app.cover = .lockScreen
            return stage
        },
    ]

    /// The first demo room while three subagents review.
    @MainActor static func fannedOut() async throws -> FixtureStage {
        let stage = try await launched(FixtureStage(listed: [.demo(.enclaveApp)]))
        let session = try await stage.open("enclave-app")
        try await stage.run("three reviewers at work", limit: 240_000) {
            session.client.progress.count >= 3 && session.client.progress.allSatisfy { $0.toolCount > 0 }
        }
        stage.app.tab = .activity
        return stage
    }
}
