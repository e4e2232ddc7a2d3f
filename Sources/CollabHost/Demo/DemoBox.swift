import CollabGuest
import CollabWire
import Foundation

/// The demo: three rooms hosted at once, inside the process or on a relay, over the real protocol (feature A3).
public actor DemoBox {
    /// One room of the box.
    public struct Room: Sendable {
        /// Which of the three it is.
        public var demo: DemoRoom
        /// The room's title.
        public var title: String
        /// A link that may steer; ``CollabWire/RoomLink/view`` of it may only watch.
        public var link: RoomLink
    }

    /// The rooms, in the order they are shown.
    public nonisolated let rooms: [Room]
    /// What guests of this box connect with.
    public nonisolated let connector: any TransportConnector

    private let hosts: [ScriptedHost]
    private var runs: [Task<Void, Never>] = []
    private let relay: MemoryRelay?
    private let spawn: GuestSession.Spawner

    /// A box on a relay.
    /// - Parameters:
    ///   - relay: The relay's address, which goes into the links.
    ///   - connector: Opens connections to it.
    ///   - clock: Time.
    ///   - date: What day it is now.
    ///   - log: Gets what happens to each room's connection.
    /// - Throws: ``ScriptError`` when a room's script cannot be read, ``CollabWire/SealError`` when the system has no
    ///   randomness for secrets.
    public init(
        relay: RelayAddress, connector: any TransportConnector, clock: any SessionClock = SystemClock(),
        date: Date = Date(), log: @escaping @Sendable (DemoRoom, HostEvent) -> Void = { _, _ in }
    ) throws {
        try self.init(
            address: relay, connector: connector, relay: nil, clock: clock, date: date, log: log, spawn: Self.anywhere)
    }

    /// A box with a relay of its own inside the process: nothing leaves it, and no network is needed.
    /// - Throws: As ``init(relay:connector:clock:date:log:)``.
    public static func inMemory(
        clock: any SessionClock = SystemClock(), date: Date = Date(),
        log: @escaping @Sendable (DemoRoom, HostEvent) -> Void = { _, _ in }
    ) throws -> DemoBox {
        try inMemory(clock: clock, date: date, log: log, spawn: anywhere)
    }

    /// The same, with a say in where its tasks run.
    package static func inMemory(
        clock: any SessionClock, date: Date, log: @escaping @Sendable (DemoRoom, HostEvent) -> Void = { _, _ in },
        spawn: @escaping GuestSession.Spawner
    ) throws -> DemoBox {
        let relay = MemoryRelay(clock: clock, spawn: spawn)
        return try DemoBox(
            address: RelayAddress(isSecure: false, host: "localhost", port: nil), connector: relay.connector,
            relay: relay, clock: clock, date: date, log: log, spawn: spawn)
    }

    private static let anywhere: GuestSession.Spawner = { body in Task { await body() } }

    private init(
        address: RelayAddress, connector: any TransportConnector, relay: MemoryRelay?, clock: any SessionClock,
        date: Date, log: @escaping @Sendable (DemoRoom, HostEvent) -> Void, spawn: @escaping GuestSession.Spawner
    ) throws {
        self.connector = connector
        self.spawn = spawn
        self.relay = relay
        var rooms: [Room] = []
        var hosts: [ScriptedHost] = []
        for demo in DemoRoom.allCases {
            let script = try demo.script()
            let secret = try RoomSecret.random()
            // The room's id is no secret, but it must be new each time: a relay knows rooms by it.
            let id = "demo-\(UUID().uuidString.lowercased())"
            let link = RoomLink(relay: address, roomId: id, secret: secret)
            rooms.append(Room(demo: demo, title: script.title, link: link))
            hosts.append(
                ScriptedHost(
                    script: script, link: link, connector: connector, clock: clock, random: SystemRandom(), date: date,
                    log: { log(demo, $0) }, spawn: spawn))
        }
        self.rooms = rooms
        self.hosts = hosts
    }

    /// Opens the rooms and waits until the relay has let each host in, or refused it once; a host that was refused goes
    /// on trying. They stay open until ``stop()``.
    public func start() async {
        guard runs.isEmpty else { return }
        runs = hosts.map { host in spawn { _ = await host.run() } }
        for host in hosts { await host.firstAttempt() }
    }

    /// Says good-bye in every room and waits until all is closed.
    public func stop() async {
        for host in hosts { await host.stop(reason: "The demo is over.") }
        for run in runs { await run.value }
        runs = []
        await relay?.stop()
    }

    /// The room of a kind.
    public nonisolated func room(_ demo: DemoRoom) -> Room? { rooms.first { $0.demo == demo } }
}
