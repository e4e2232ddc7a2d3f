import CollabGuest
import CollabWire
import Crypto
import EnclaveContracts
import Foundation
import WebSockets

/// The push daemon: leases rooms, follows them, tells devices and sinks (feature N4).
public actor Bridge {
    /// What a bridge needs from outside; a test gives its own.
    public struct Surroundings: Sendable {
        /// Opens connections to relays.
        public var connector: any TransportConnector
        /// Time that passes.
        public var clock: any SessionClock
        /// Jitter.
        public var random: any RandomSource
        /// The environment's time, milliseconds since 1970.
        public var wall: @Sendable () -> Int
        /// Gets the log's lines.
        public var writeLog: @Sendable (String) -> Void

        /// The system's.
        public init(
            connector: any TransportConnector = Connectors.standard, clock: any SessionClock = SystemClock(),
            random: any RandomSource = SystemRandom(),
            wall: @escaping @Sendable () -> Int = { Int(Date().timeIntervalSince1970 * 1_000) },
            writeLog: @escaping @Sendable (String) -> Void
        ) {
            self.connector = connector
            self.clock = clock
            self.random = random
            self.wall = wall
            self.writeLog = writeLog
        }
    }

    /// Ports that were opened, of interest when 0 was asked for.
    public struct Ports: Sendable, Hashable {
        /// Health and metrics.
        public var status: Int?
        /// Renewals.
        public var renewals: Int?
    }

    private let config: BridgeConfig
    private let surroundings: Surroundings
    private let store: BridgeStore
    private let worker: String
    private let log: BridgeLog
    private let metrics = BridgeMetrics()
    private let audience = Audience()
    private let curls: [CurlClient]
    private let dispatcher: Dispatcher
    private let rooms: [String: FollowedRoom]
    /// Holds the folder's lock while the bridge runs.
    private var folder: StateFolder?
    private let devicesChanged: BridgeSignal
    /// When leases were last renewed, on the surroundings' clock; read by `/healthz`.
    private let renewedAt = BridgeLock(-Double.infinity)

    /// A room that is followed, by the lease that was won as the `epoch`th.
    private struct Following {
        var follower: RoomFollower
        var task: Task<Void, Never>
        var epoch: Int
    }

    private var followers: [String: Following] = [:]
    /// Of rooms given up: what still runs there ends before the room is followed anew.
    private var leaving: [String: Task<Void, Never>] = [:]
    private var stamp = ""
    private var tasks: [Task<Void, Never>] = []
    private var status: StatusServer?
    private var renewals: RenewalServer?
    private var isStopped = false

    /// What a test puts in the place of registry and network.
    struct Substitutes: Sendable {
        var store: BridgeStore?
        var push: (any HTTPExchange)?
    }

    /// Opens what is needed, but follows nothing yet.
    /// - Throws: ``BridgeConfigError``.
    public init(_ config: BridgeConfig, _ surroundings: Surroundings) throws(BridgeConfigError) {
        try self.init(config, surroundings, Substitutes())
    }

    init(
        _ config: BridgeConfig, _ surroundings: Surroundings, _ substitutes: Substitutes
    ) throws(BridgeConfigError) {
        guard !config.rooms.isEmpty else { throw .noRooms }
        self.config = config
        self.surroundings = surroundings
        rooms = Dictionary(config.rooms.map { ($0.key.rawValue, $0) }) { first, _ in first }
        log = BridgeLog(level: config.logLevel, clock: surroundings.wall, write: surroundings.writeLog)
        folder = config.database == nil ? try StateFolder(config.state) : nil
        if let given = substitutes.store {
            store = given
        } else {
            store = try Self.store(config, wall: surroundings.wall)
        }
        do {
            worker = Hexadecimal.encode(try SecureRandom.bytes(8))
        } catch {
            throw .noRandomness
        }
        let seconds: @Sendable () -> Int = { [wall = surroundings.wall] in wall() / 1_000 }
        var curls: [CurlClient] = []
        func client(_ trustFile: String?) throws(BridgeConfigError) -> CurlClient {
            do {
                let made = try CurlClient(trustFile: trustFile)
                curls.append(made)
                return made
            } catch {
                throw .malformed("libcurl could not be started")
            }
        }
        var apns: [PairingCode.Environment: APNsClient] = [:]
        if let account = config.account {
            let key = try Self.account(account)
            for environment in PairingCode.Environment.allCases {
                // A client each: one connection and one provider token per environment.
                let exchange: any HTTPExchange
                if let given = substitutes.push { exchange = given } else { exchange = try client(account.trustFile) }
                apns[environment] = APNsClient(
                    origin: account.origin ?? APNsClient.origin(environment), account: key, http: exchange,
                    clock: seconds)
            }
        }
        let web = config.sinks.isEmpty ? nil : try client(nil)
        var sinks: [String: PlacedSink] = [:]
        for (index, sink) in config.sinks.enumerated() {
            sinks[sink.name] = PlacedSink(sink: try Self.sink(sink, web, clock: seconds), place: index + 1)
        }
        self.curls = curls
        let changed = BridgeSignal()
        devicesChanged = changed
        dispatcher = Dispatcher(
            Dispatcher.Tools(
                store: store, worker: worker, clock: surroundings.clock, random: surroundings.random,
                audience: audience, apns: apns, sinks: sinks, log: log, metrics: metrics, wall: surroundings.wall,
                devicesChanged: { changed.raise() }))
    }

    /// Opens registry and ports and begins to follow.
    /// - Throws: ``StoreError``, ``BridgeConfigError``.
    public func start() async throws -> Ports {
        try await store.prepare()
        // The folder's lock proves that no other bridge works on this registry: what the last one leased is free.
        if folder != nil { try await store.releaseEverything() }
        _ = try await readAudience()
        var ports = Ports()
        do throws(WebSocketError) {
            if let listen = config.status {
                let (renewedAt, clock, metrics) = (renewedAt, surroundings.clock, metrics)
                let server = StatusServer(metrics: metrics) {
                    guard clock.now() - renewedAt.withLock({ $0 }) < Double(BridgeStore.leaseLength) else {
                        return .failed
                    }
                    let rooms = metrics.value(.roomsLeased)
                    return rooms == 0 || metrics.value(.roomsLive) > 0 ? .ok : .degraded(rooms: rooms)
                }
                ports.status = try await server.start(listen)
                status = server
            }
            if let listen = config.renewals {
                let server = RenewalServer { [weak self] renewal in await self?.renew(renewal) ?? .unavailable }
                ports.renewals = try await server.start(listen)
                renewals = server
            }
        } catch {
            throw BridgeConfigError.malformed("the port for status or renewals cannot be opened; is it taken?")
        }
        try await lease()
        tasks.append(Task { await self.keepLeasing() })
        tasks.append(Task { await self.watchDevices() })
        tasks.append(Task { await self.keepPruning() })
        await dispatcher.wake()
        log(
            .info, "bridge.started",
            [
                "rooms": .number(rooms.count), "devices": .number(metrics.value(.devices)),
                "sinks": .number(config.sinks.count),
            ])
        return ports
    }

    /// Leaves every room, finishes what is under way and gives the leases back: within ten seconds, whatever hangs. What
    /// could not be finished is told by whoever follows the rooms next (``Dispatcher/stop(grace:noting:)``).
    public func stop() async {
        guard !isStopped else { return }
        isStopped = true
        for task in tasks { task.cancel() }
        for entry in followers.values { entry.task.cancel() }
        let leavers = followers.values.map(\.task) + leaving.values
        followers = [:]
        leaving = [:]
        let telling = Task { [dispatcher] in await dispatcher.stop() }
        let hasLeft = await Patience.wait(atMost: Dispatcher.grace) { for task in leavers { await task.value } }
        if !hasLeft { log(.warning, "rooms.not left") }
        await telling.value
        await status?.stop()
        await renewals?.stop()
        let (store, worker, log) = (store, worker, log)
        let isAnswered = await Patience.wait(atMost: Dispatcher.noting) {
            do {
                try await store.releaseAll(worker: worker)
            } catch {
                // They run out by themselves.
                log(.warning, "leases.kept")
            }
        }
        if !isAnswered { log(.warning, "leases.kept") }
        for curl in curls { curl.close() }
        if isAnswered { store.close() } else { store.closeWhenFree() }
        folder = nil
        log(.info, "bridge.stopped")
    }

    /// Stops as a killed process does: nothing is finished, noted or given back.
    func abandon() async {
        isStopped = true
        await dispatcher.abandon()
        store.close()
        for task in tasks { task.cancel() }
        for entry in followers.values { entry.task.cancel() }
        followers = [:]
        for curl in curls { curl.close() }
        folder = nil
    }

    /// Rooms with a live session.
    var liveRooms: Int { metrics.value(.roomsLive) }

    // MARK: Leases

    private func keepLeasing() async {
        while !Task.isCancelled {
            do {
                try await surroundings.clock.sleep(
                    until: surroundings.clock.now() + Double(BridgeStore.leaseInterval))
                try await lease()
            } catch is CancellationError {
                return
            } catch {
                metrics.count(.storeErrors)
                log(.error, "leases.failed")
                // Somebody else may take the rooms now: telling stops here before it begins there.
                let age = surroundings.clock.now() - renewedAt.withLock { $0 }
                if age > Double(BridgeStore.leaseLength - BridgeStore.leaseInterval) { await follow([:]) }
            }
        }
    }

    private func lease() async throws {
        let started = surroundings.clock.now()
        let mine = try await store.lease(worker: worker, rooms: rooms.keys.sorted())
        renewedAt.withLock { $0 = started }
        metrics.set(.roomsLeased, mine.count)
        await follow(mine)
    }

    /// Follows these rooms and no others.
    private func follow(_ mine: [String: Int]) async {
        for (name, entry) in followers where mine[name] == nil {
            entry.task.cancel()
            followers[name] = nil
            leaving[name] = entry.task
            log(.info, "room.given up", ["room": .tag(entry.follower.tag)])
        }
        var isNew = false
        for (name, epoch) in mine where !isStopped {
            if let known = followers[name] {
                if known.epoch != epoch {
                    followers[name]?.epoch = epoch
                    await known.follower.leaseWon()
                }
                continue
            }
            guard let room = rooms[name] else { continue }
            do throws(CryptoError) {
                let follower = try RoomFollower(room, tools: tools)
                let last = leaving.removeValue(forKey: name)
                let task = Task {
                    await last?.value
                    await follower.run()
                }
                followers[name] = Following(follower: follower, task: task, epoch: epoch)
                isNew = true
            } catch {
                log(.error, "room.unfollowable")
            }
        }
        // What the last holder left behind is due now.
        if isNew { await dispatcher.wake() }
    }

    private var tools: RoomFollower.Tools {
        let dispatcher = dispatcher
        return RoomFollower.Tools(
            store: store, worker: worker, name: config.name, connector: surroundings.connector,
            clock: surroundings.clock, random: surroundings.random, audience: audience, log: log, metrics: metrics,
            wake: { Task { await dispatcher.wake() } },
            pushActivity: { push, device, room in await dispatcher.push(push, to: device, room: room) })
    }

    // MARK: Devices

    /// Devices are paired and revoked by another process (`enclave bridge pair`): the registry is asked now and then.
    private func watchDevices() async {
        while !Task.isCancelled {
            do {
                await devicesChanged.wait(atMost: .seconds(2))
                try Task.checkCancellation()
                if try await readAudience() {
                    for entry in followers.values { await entry.follower.audienceChanged() }
                }
            } catch is CancellationError {
                return
            } catch {
                metrics.count(.storeErrors)
            }
        }
    }

    /// Reads the devices anew when they have changed.
    private func readAudience() async throws -> Bool {
        let newest = try await store.deviceStamp()
        guard newest != stamp else { return false }
        let devices = try await store.devices()
        var listeners = devices.filter { $0.disabled == nil && $0.code.push != nil }.map {
            Listener(target: $0.tag, wishes: $0.code.wishes, kind: .device($0))
        }
        metrics.set(.devices, listeners.count)
        listeners += config.sinks.map { Listener(target: "sink:\($0.name)", wishes: $0.wishes, kind: .sink) }
        stamp = newest
        return audience.replace(listeners)
    }

    private func renew(_ renewal: PairingRenewal) async -> RenewalServer.Verdict {
        do {
            guard let tag = try await store.renew(renewal) else { return .refused }
            metrics.count(.renewals)
            log(.info, "device.renewed", ["device": .tag(tag)])
            devicesChanged.raise()
            return .taken
        } catch is StoreError {
            metrics.count(.storeErrors)
            log(.error, "renewal.failed")
            return .unavailable
        } catch {
            log(.warning, "renewal.refused")
            return .refused
        }
    }

    // MARK: Now and then

    private func keepPruning() async {
        while !Task.isCancelled {
            do {
                try await store.prune(olderThan: 7 * 86_400_000)
                try await surroundings.clock.sleep(until: surroundings.clock.now() + 3_600_000)
            } catch is CancellationError {
                return
            } catch {
                metrics.count(.storeErrors)
                do { try await Task.sleep(for: .seconds(60)) } catch { return }
            }
        }
    }

    // MARK: Making the parts

    static func store(_ config: BridgeConfig, wall: @escaping @Sendable () -> Int) throws(BridgeConfigError)
        -> BridgeStore
    {
        if config.stateKey == nil || config.database == nil { try PrivateFile.createFolder(config.state) }
        return store(config, key: try StateKey.load(config.stateKeyFile), wall: wall)
    }

    static func store(_ config: BridgeConfig, key: StateKey, wall: @escaping @Sendable () -> Int) -> BridgeStore {
        if let address = config.database { return .postgres(address: address, key: key) }
        return .sqlite(path: StateFolder.registry(in: config.state), key: key, clock: wall)
    }

    /// Whether a file looks like a `.p8`.
    private static func isKey(_ file: Data) -> Bool { file.range(of: Data("PRIVATE KEY".utf8)) != nil }

    static func account(_ account: BridgeConfig.Account) throws(BridgeConfigError) -> ProviderToken.Account {
        let pem = String(
            decoding: try PrivateFile.read(account.keyFile, what: "the APNs key", isOne: isKey), as: UTF8.self)
        do {
            return ProviderToken.Account(
                key: try SignatureKey(pem: pem), keyId: account.keyId, teamId: account.teamId)
        } catch {
            throw .badPushKey(account.keyFile)
        }
    }

    private static func sink(
        _ config: BridgeConfig.SinkConfig, _ http: CurlClient?, clock: @escaping @Sendable () -> Int
    ) throws(BridgeConfigError) -> any Sink {
        switch config.kind {
        case .webhook(let url, let secret):
            guard let http else { throw .malformed("a webhook needs libcurl") }
            return WebhookSink(url: url, secret: Array(secret.utf8), http: http, clock: clock)
        case .ntfy(let url, let token):
            guard let http, let sink = NtfySink(address: url, token: token, http: http) else {
                throw .malformed("the url of an ntfy sink ends in its topic")
            }
            return sink
        case .command(let command): return CommandSink(command: command, patience: 30_000)
        case .desktop(let program): return DesktopSink(program: program)
        }
    }
}
