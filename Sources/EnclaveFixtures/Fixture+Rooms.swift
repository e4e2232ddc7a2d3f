import CollabHost
import CollabTesting
import CollabWire
import EnclaveModel

extension Fixture {
    /// The list: rooms that work, ask, are away, and could be tried.
    static let sessions: [Fixture] = [
        Fixture("sessions", "empty") { try await launched(FixtureStage()) },
        Fixture("sessions", "demo") { try await launched(FixtureStage(demo: demoRooms())) },
        Fixture("sessions", "live") {
            let stage = try await launched(FixtureStage(listed: listedRooms()))
            try await openAll(stage)
            stage.app.path = []
            return stage
        },
        Fixture("sessions", "long") {
            var long = try FixtureRoom.script("long")
            long.access = .view
            long.folder = "/Users/mara/Code/a/very/long/way/to/the/folder/of/the/project"
            long.model = "Claude Opus 4.5"
            var port = FixtureRoom(name: "port", title: nil, host: .nobody)
            port.relay = RelayAddress(
                isSecure: true, host: "relay.department.of.long.names.example.com", port: 8443)
            port.age = 86_400 * 40
            // Every letter under a pile of accents, as on pages that want to look haunted.
            let pile = String(String.UnicodeScalarView((0x300...0x31F).compactMap(Unicode.Scalar.init)))
            var piled = FixtureRoom(
                name: "piled", title: "harbour survey".map { "\($0)\(pile)" }.joined(), host: .nobody)
            piled.folder = "/srv/harbour"
            piled.age = 86_400 * 50
            let stage = try await launched(FixtureStage(listed: [long, port, piled]))
            return stage
        },
        Fixture("sessions", "nothing-found", steps: [.type("zebra", into: "Search sessions")]) {
            try await launched(FixtureStage(listed: listedRooms()))
        },
        Fixture("sessions", "menu", steps: [.longPress("room-relay reconnect audit")]) {
            try await launched(FixtureStage(listed: listedRooms()))
        },
        Fixture("sessions", "share", steps: [.longPress("room-relay reconnect audit"), .tap("Share")]) {
            try await launched(FixtureStage(listed: listedRooms()))
        },
        Fixture("sessions", "undo", steps: [.swipe("room-docs site", action: "Remove")]) {
            try await launched(FixtureStage(listed: listedRooms()))
        },
        Fixture("sessions", "error") {
            let stage = try await launched(FixtureStage(listed: listedRooms()))
            stage.app.problem = "This room's link is not on this device any more. Pair with it again."
            return stage
        },
    ]

    /// Pairing: from an empty field to what a link grants, or why it is refused.
    static let pairing: [Fixture] = [
        Fixture("pair", "empty") { try await pair("") },
        Fixture("pair", "control") { try await pair(try FixtureRoom.script("cards").link().browserLink()) },
        Fixture("pair", "view") { try await pair(try FixtureRoom.script("cards").link().view.browserLink()) },
        Fixture("pair", "refused") {
            try await pair("wss://my.omp.sh/r/AbCdEf123456_-Xy.AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8gISIj")
        },
    ]

    // MARK: Stages

    @MainActor static func launched(_ stage: FixtureStage) async throws -> FixtureStage {
        try await stage.launch()
        return stage
    }

    private static func demoRooms() throws -> [FixtureRoom] { try DemoRoom.allCases.map(FixtureRoom.demo) }

    /// Rooms as somebody has them who uses the app every day.
    public static func rooms() throws -> [FixtureRoom] { try listedRooms() }

    static func listedRooms() throws -> [FixtureRoom] {
        var rooms = try demoRooms()
        rooms[0].tag = .amber
        rooms[2].access = .view
        var audit = FixtureRoom(name: "audit", title: "relay reconnect audit", host: .nobody)
        audit.model = "Claude Opus 4.5"
        audit.folder = "~/Code/relay"
        audit.age = 3_600 * 5
        audit.tag = .foam
        var docs = FixtureRoom(name: "docs", title: "docs site", host: .nobody)
        docs.model = "Claude Sonnet 4.5"
        docs.folder = "~/Code/docs"
        docs.age = 86_400 * 3
        docs.relay = RelayAddress(isSecure: true, host: "relay.home.example", port: 8443)
        return rooms + [audit, docs]
    }

    /// Opens the three rooms that have a host; the first works, the second asks.
    @MainActor static func openAll(_ stage: FixtureStage) async throws {
        let site = try await stage.open("epsilver-site")
        let web = try await stage.open("silvertune-web")
        let app = try await stage.open("enclave-app")
        try await stage.run("an ask and a running tool") {
            web.needsAnswer && app.client.tools.contains { $0.execution.toolName == "bash" }
        }
        try await stage.run("a quiet third room") { !site.client.isWorking || site.client.runningAction != nil }
    }

    @MainActor private static func pair(_ text: String) async throws -> FixtureStage {
        let stage = try await launched(FixtureStage(unlisted: [.script("cards")]))
        stage.app.cover = .pair
        stage.app.pairing.text = text
        return stage
    }
}
