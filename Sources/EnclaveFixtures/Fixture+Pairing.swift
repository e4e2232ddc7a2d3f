import CollabGuest
import CollabTesting
import CollabWire
import EnclaveModel

extension Fixture {
    /// Pairing: from an empty field to what a link grants, why it is refused, and how joining goes.
    static let pairing: [Fixture] = [
        Fixture(.pair, .empty) { try await pair("") },
        Fixture(.pair, .loading) { try await joining().0 },
        Fixture(.pair, .live, "control") { try await pair(try FixtureRoom.script("cards").link().browserLink()) },
        Fixture(.pair, .readOnly, "view") { try await pair(try FixtureRoom.script("cards").link().view.browserLink()) },
        Fixture(.pair, .readOnly, "lesser") {
            let room = try FixtureRoom.script("cards")
            let stage = try await launched(FixtureStage(listed: [room]))
            stage.app.cover = .pair
            stage.app.pairing.text = try room.link().view.browserLink()
            return stage
        },
        Fixture(.pair, .long) {
            var room = FixtureRoom(
                name: "a-room-with-the-longest-name-that-a-relay-takes-60", title: nil, host: .nobody)
            room.relay = RelayAddress(
                isSecure: true, host: "relay.of-the-department-of-long-names.and-of-longer-ones.example.com", port: 8443
            )
            let stage = try await pair(try room.link().browserLink())
            stage.app.pairing.name = "Ada Augusta King, Countess of Lovelace, at the desk by the window"
            return stage
        },
        Fixture(.pair, .error, "refused") {
            try await pair("wss://my.omp.sh/r/AbCdEf123456_-Xy.AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8gISIj")
        },
        Fixture(.pair, .error, "unreachable") {
            let (stage, host) = try await joining(answers: false)
            host.relay.refuse(.unreachable("Nobody answers at my.omp.sh."))
            try await stage.run("another attempt") {
                if case .reconnecting = stage.app.joining?.client.connection { true } else { false }
            }
            return stage
        },
        Fixture(.pair, .error, "no-room") {
            let (stage, host) = try await joining()
            host.relay.socket?.close(code: 4004)
            return try await shut(stage)
        },
        Fixture(.pair, .error, "wrong-key") {
            let (stage, host) = try await joining()
            // Sealed with another room's key.
            let other = try Sealer(secret: RoomSecret(bytes: Array(repeating: 7, count: 48)) ?? .random())
            let frame = try other.seal(try JSONText(validating: HandHost.welcome(entries: 0)))
            host.relay.socket?.deliver([.binary(frame)])
            return try await shut(stage)
        },
        Fixture(.pair, .error, "turned-away") {
            let (stage, host) = try await joining()
            try host.deliver(#"{"t":"error","message":"The harbour is closed to guests until noon."}"#)
            return try await shut(stage)
        },
    ]

    @MainActor private static func pair(_ text: String) async throws -> FixtureStage {
        let stage = try await launched(FixtureStage(unlisted: [.script("cards")]))
        stage.app.cover = .pair
        stage.app.pairing.text = text
        return stage
    }

    /// A room that is being joined, with a host by hand that has said nothing yet.
    /// - Parameter answers: whether the relay does.
    @MainActor public static func joining(answers: Bool = true) async throws -> (FixtureStage, HandHost) {
        var room = FixtureRoom(name: "harbour", title: nil, host: .nobody)
        let host = try HandHost(try room.link())
        host.relay.configure(acceptsDials: answers)
        room.host = .byHand(host.relay)
        let stage = try await launched(FixtureStage(unlisted: [room]))
        stage.app.cover = .pair
        stage.app.pairing.text = try room.link().browserLink()
        let app = stage.app
        Task { await app.joinPaired() }
        try await stage.run("a dial") {
            answers ? app.joining?.client.connection == .waiting : host.relay.pendingDials == 1
        }
        return (stage, host)
    }

    /// Waits until the door is shut for good.
    @MainActor private static func shut(_ stage: FixtureStage) async throws -> FixtureStage {
        try await stage.run("the end") { stage.app.joining?.client.connection.isOver == true }
        return stage
    }
}
