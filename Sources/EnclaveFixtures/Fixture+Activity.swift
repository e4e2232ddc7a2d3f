import CollabHost
import CollabTesting
import CollabWire
import EnclaveModel

extension Fixture {
    /// The agents of a session.
    static let activity: [Fixture] = [
        Fixture(.activity, .empty) {
            let stage = try await launched(FixtureStage())
            stage.app.tab = .activity
            return stage
        },
        Fixture(.activity, .empty, "quiet") {
            let stage = try await launched(FixtureStage(listed: [.script("quiet")]))
            try await stage.open("quiet")
            stage.app.tab = .activity
            return stage
        },
        Fixture(.activity, .loading) { try await awaiting(.activity) },
        Fixture(.activity, .live) { try await fannedOut() },
        Fixture(.activity, .live, "at-rest") {
            let (stage, host) = try await withAgents()
            let done = (1...14).map {
                HandHost.Agent(
                    id: "Sounder\($0)", name: "Sounder \($0)", status: $0 == 9 ? "aborted" : "parked", age: $0 * 340)
            }
            try host.deliver(HandHost.roster([diver, keeper] + done))
            try await stage.run("the roster") { stage.app.current?.client.agents.count == 17 }
            await stage.settle()
            return stage
        },
        Fixture(.activity, .long) { try await manyAgents() },
        Fixture(.activity, .error, "reconnecting") {
            let (stage, host) = try await withAgents()
            try await cut(stage, host)
            return stage
        },
        Fixture(.activity, .error, "ended") {
            let (stage, host) = try await withAgents()
            try host.deliver(#"{"t":"bye","reason":"rita closed her laptop"}"#)
            try await stage.run("the end") { stage.app.current?.client.connection.isOver == true }
            return stage
        },
        Fixture(.activity, .error, "refused") { try await turnedAway(to: .activity) },
        Fixture(.activity, .readOnly) {
            var room = try FixtureRoom.demo(.silvertuneWeb)
            room.access = .view
            let stage = try await launched(FixtureStage(listed: [room]))
            try await stage.open("silvertune-web")
            stage.app.tab = .activity
            return stage
        },
    ]

    /// One agent, looked at closely.
    static let agents: [Fixture] = [
        Fixture(.agent, .empty, steps: [.tap("Diver")]) {
            let (stage, host) = try await withAgents()
            try await read("Diver", [], stage, host)
            return stage
        },
        Fixture(.agent, .empty, "no-file", steps: [.tap("Keeper")]) { try await withAgents().0 },
        Fixture(.agent, .loading, steps: [.tap("Diver")]) { try await withAgents().0 },
        Fixture(.agent, .live, "running", steps: [.tap("RaceAudit")]) { try await fannedOut() },
        Fixture(.agent, .live, "parked", steps: [.tap("DocKeeper")]) { try await fannedOut() },
        Fixture(.agent, .live, "end", steps: [.tap("RaceAudit"), .tap("End agent")]) { try await fannedOut() },
        Fixture(.agent, .long, steps: [.tap(longName)]) {
            let (stage, host) = try await withAgents()
            try host.deliver(HandHost.roster([.init(id: "long", name: longName)]), longProgress("long"))
            try await stage.run("the roster") { stage.app.current?.client.agents.count == 2 }
            let lines = (1...60).flatMap { number in
                [
                    HandHost.user("u\(number)", "Sound the \(number)th berth and write down what lies there."),
                    HandHost.assistant("a\(number)", Array(repeating: longSentence, count: 4).joined(separator: " ")),
                ]
            }
            try await read("long", lines, stage, host)
            return stage
        },
        Fixture(.agent, .error, steps: [.tap("Diver")]) {
            let (stage, host) = try await withAgents()
            try await read("Diver", [], error: "The agent's file was moved away.", stage, host)
            return stage
        },
        Fixture(.agent, .error, "reconnecting", steps: [.tap("Diver")]) {
            let (stage, host) = try await withAgents()
            try await cut(stage, host)
            return stage
        },
        Fixture(.agent, .readOnly, steps: [.tap("Diver")]) {
            let (stage, host) = try await withAgents(access: .view)
            try await read("Diver", dive, stage, host)
            return stage
        },
    ]

    // MARK: Agents

    @MainActor private static let diver = HandHost.Agent(id: "Diver", name: "Diver")
    @MainActor private static let keeper = HandHost.Agent(
        id: "Keeper", name: "Keeper", status: "idle", hasFile: false, age: 900)
    @MainActor private static let dive = [
        HandHost.user("d1", "Look for the buoy that drifted."),
        HandHost.assistant("d2", "It lies behind the second wall, on its side. The chain is **torn**."),
    ]
    private static let longName =
        "Surveyor of everything that drifts, lies or hangs between the second and the third harbour wall"
    private static let longSentence =
        "The chain of the buoy runs under the wall, over the cable of the lamp and into the silt, where it ends in a hook."

    @MainActor private static func longProgress(_ id: String) -> String {
        HandHost.progress(
            id,
            task:
                "Sound every berth, write down depth, ground and what lies there, compare with last year's survey, and say "
                + "where the two differ by more than a hand",
            intent: "Comparing the depth of berth 112 with last year's survey, the one before it, and the chart",
            tool: "bash", args: "make survey BERTHS=" + (1...60).map(String.init).joined(separator: ","),
            output: [
                "berth 111: 4.2 m, silt, one anchor, two chains, a lamp, a bicycle, and a box that nobody opened",
                "/srv/harbour/surveys/2026/may/second-wall/third-basin/berths/112/soundings/raw/line-0001.csv",
            ], tools: 12_345, tokens: 1_234_567)
    }

    /// Hundreds of agents, six below each other, with names that nobody planned for.
    @MainActor private static func manyAgents() async throws -> FixtureStage {
        let (stage, host) = try await withAgents()
        var agents = [HandHost.Agent(id: "long", name: longName)]
        agents += (1...6).map {
            HandHost.Agent(id: "deep\($0)", name: "Level \($0)", parent: $0 == 1 ? "long" : "deep\($0 - 1)")
        }
        agents += [.init(id: "word", name: String(repeating: "Hafenbecken", count: 8))]
        agents += (1...120).map { HandHost.Agent(id: "b\($0)", name: "Berth \($0)") }
        agents += (121...340).map { HandHost.Agent(id: "b\($0)", name: "Berth \($0)", status: "parked", age: $0 * 60) }
        try host.deliver(HandHost.roster(agents), longProgress("long"))
        try await stage.run("the roster") { stage.app.current?.client.agents.count == agents.count + 1 }
        await stage.settle()
        return stage
    }

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

    /// The room by hand with an agent that runs and one that rests.
    @MainActor private static func withAgents(access: Access = .control) async throws -> (FixtureStage, HandHost) {
        let (stage, host) = try await byHand(access: access)
        let session = try await live(stage, host)
        try host.deliver(
            HandHost.stateFrame(isStreaming: true), HandHost.roster([diver, keeper]),
            HandHost.progress(
                "Diver", task: "Find the buoy that drifted", intent: "Looking behind the second wall",
                output: ["sonar: nothing above 40 cm", "sonar: one echo, 2.1 m, on its side"]))
        try await stage.run("the roster") { session.client.agents.count == 3 && !session.client.progress.isEmpty }
        stage.app.tab = .activity
        return (stage, host)
    }

    /// Reads an agent's transcript once, as its screen does; the host answers with these lines, or with an error.
    @MainActor private static func read(
        _ id: String, _ lines: [String], error: String? = nil, _ stage: FixtureStage, _ host: HandHost
    ) async throws {
        guard let client = stage.app.current?.client else { throw FixtureError("no room is open") }
        let transcript = client.transcript(of: id)
        transcript.appeared()
        try await stage.run("the request") { try host.asked(transcriptOf: id).count == 1 }
        try host.reply(transcriptOf: id, lines, error: error)
        if error == nil, !lines.isEmpty {
            try await stage.run("the next request") { try host.asked(transcriptOf: id).count == 2 }
            try host.reply(transcriptOf: id, [], after: lines)
        }
        try await stage.run("the end of the reading") { ![.ready, .requesting].contains(transcript.phase) }
        transcript.disappeared()
    }
}
