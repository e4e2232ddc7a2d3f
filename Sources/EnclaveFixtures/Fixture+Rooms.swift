import CollabHost
import CollabTesting
import CollabWire
import EnclaveModel

extension Fixture {
    /// The list: rooms that work, ask, are away, and could be tried.
    static let sessions: [Fixture] = [
        Fixture(.sessions, .empty) { try await launched(FixtureStage()) },
        Fixture(.sessions, .live, "demo") { try await launched(FixtureStage(demo: demoRooms())) },
        Fixture(.sessions, .live) {
            let stage = try await launched(FixtureStage(listed: listedRooms()))
            try await openAll(stage)
            stage.app.path = []
            return stage
        },
        Fixture(.sessions, .loading) { try await launched(FixtureStage(demoOpens: false)) },
        Fixture(.sessions, .loading, "connecting") { try await halfWay() },
        Fixture(.sessions, .readOnly) {
            var rooms = try listedRooms()
            for index in rooms.indices { rooms[index].access = .view }
            let stage = try await launched(FixtureStage(listed: rooms))
            try await stage.open("epsilver-site")
            stage.app.path = []
            return stage
        },
        Fixture(.sessions, .long) {
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
        Fixture(.sessions, .empty, "nothing-found", steps: [.type("zebra", into: "Search sessions")]) {
            try await launched(FixtureStage(listed: listedRooms()))
        },
        Fixture(.sessions, .live, "menu", steps: [.longPress("room-relay reconnect audit")]) {
            try await launched(FixtureStage(listed: listedRooms()))
        },
        Fixture(.sessions, .live, "share", steps: [.longPress("room-relay reconnect audit"), .tap("Share")]) {
            try await launched(FixtureStage(listed: listedRooms()))
        },
        Fixture(.sessions, .live, "undo", steps: [.swipe("room-docs site", action: "Remove")]) {
            try await launched(FixtureStage(listed: listedRooms()))
        },
        Fixture(.sessions, .error) {
            let stage = try await launched(FixtureStage(listed: listedRooms()))
            stage.app.problem = "This room's link is not on this device any more. Pair with it again."
            return stage
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

    /// Rooms on every step of the way in, and one that was left for good.
    @MainActor private static func halfWay() async throws -> FixtureStage {
        let names = ["dialled", "asked", "loading", "lost", "ended"]
        var hosts: [String: HandHost] = [:]
        let rooms = try names.enumerated().map { index, name in
            var room = FixtureRoom(
                name: name, title: "\(["north", "east", "south", "west", "inner"][index]) wall", host: .nobody)
            room.model = "Sail 1"
            room.folder = "/srv/harbour"
            room.age = Double(index) * 400
            let host = try HandHost(try room.link())
            hosts[name] = host
            room.host = .byHand(host.relay)
            return room
        }
        hosts["dialled"]?.relay.configure(acceptsDials: false)
        let stage = try await launched(FixtureStage(listed: rooms))
        for name in names {
            let client = try await stage.begin(name).client
            guard let host = hosts[name], name != "dialled" else { continue }
            try await stage.run("hello") { client.connection == .waiting }
            guard name != "asked" else { continue }
            try host.deliver(HandHost.welcome(entries: 2_140))
            guard name != "loading" else {
                try host.deliver(
                    HandHost.chunk((0..<12).map { HandHost.user("u\($0)", "Note \($0)") }, final: false))
                continue
            }
            try host.deliver(HandHost.chunk([HandHost.user("u", "Count the buoys, please.")]))
            try await stage.run("the past") { client.connection == .live }
            if name == "lost" {
                host.relay.configure(acceptsDials: false)
                host.relay.socket?.close(code: 1006)
                try await stage.run("a reconnection") {
                    if case .reconnecting = client.connection { true } else { false }
                }
            } else {
                try host.deliver(#"{"t":"bye","reason":""}"#)
                try await stage.run("the end") { client.connection.isOver }
            }
        }
        stage.app.path = []
        await stage.settle()
        return stage
    }
}
