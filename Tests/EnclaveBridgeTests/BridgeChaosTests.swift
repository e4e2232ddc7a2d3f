import Attention
import CollabGuest
import CollabHost
import CollabTesting
import CollabWire
import Crypto
import EnclaveContracts
import Foundation
import Testing

@testable import EnclaveBridge

/// Ten thousand events while bridge, relay connections and push server fail at random.
@Suite("A bridge in bad weather", .serialized)
struct BridgeChaosTests {
    /// A relay whose connections a test can cut.
    private final class CuttableConnector: TransportConnector {
        private let inner: MemoryConnector
        private let open = BridgeTestLock<[MemoryTransport]>([])

        init(_ inner: MemoryConnector) { self.inner = inner }

        func connect(to endpoint: Endpoint) async throws(TransportError) -> any Transport {
            let transport = try await inner.connect(to: endpoint)
            if let memory = transport as? MemoryTransport { open.withLock { $0.append(memory) } }
            return transport
        }

        func cutAll() {
            let cut = open.withLock { open in
                defer { open = [] }
                return open
            }
            for transport in cut { transport.cut() }
        }
    }

    @Test("Each question reaches each device exactly once or is withdrawn, and none is lost")
    func tenThousand() async throws {
        let seed: UInt64 = 20_261_130
        let random = SeededRandom(seed: seed)
        let stage = try BridgeStage()
        let clock = FastClock()
        let started = BridgeStore.wallClock()
        let wall: @Sendable () -> Int = { started + Int(clock.now()) }
        let rooms = 4
        let devices = try (1...2).map { try BridgeStage.device($0).code }
        let links = try (0..<rooms).map { try TestHost.link($0 + 1) }
        let config = try stage.config(links)
        let guests = CuttableConnector(stage.relay.connector)
        var hosts: [TestHost] = []
        for (index, link) in links.enumerated() {
            let host = try TestHost(link: link, connector: stage.relay.connector, session: "session-\(index)")
            try await host.open()
            hosts.append(host)
        }
        let push = FakePushServer(seed: seed)
        let key = try StateKey([UInt8](repeating: 4, count: 32))
        try PrivateFile.createFolder(config.state)
        let path = StateFolder.registry(in: config.state)
        var surroundings = stage.surroundings(guests)
        surroundings.clock = clock
        surroundings.random = random
        surroundings.wall = wall

        func start() async throws -> Bridge {
            let store = BridgeStore.sqlite(path: path, key: key, isDurable: false, clock: wall)
            let bridge = try Bridge(config, surroundings, .init(store: store, push: push))
            _ = try await bridge.start()
            return bridge
        }
        let setUp = BridgeStore.sqlite(path: path, key: key, isDurable: false, clock: wall)
        try await setUp.prepare()
        for code in devices { _ = try await setUp.register(code) }
        setUp.close()
        var bridge: Bridge? = try await start()

        var next = 0
        var open: [Int: Set<Int>] = [:]
        var restarts = 0
        // Questions that were open for long enough to be told for certain.
        var certain: Set<Int> = []
        let watching = BridgeStore.sqlite(path: path, key: key, isDurable: false, clock: wall)
        for event in 0..<10_000 {
            let room = random.int(0...(rooms - 1))
            switch random.int(0...99) {
            case 0..<50:
                next += 1
                await hosts[room].ask(next, "Question \(next)?")
                open[room, default: []].insert(next)
            case 50..<97:
                // Keep a handful open in each room.
                let asks = (open[room] ?? []).sorted()
                if asks.count > 3 {
                    let id = asks[random.int(0...(asks.count - 1))]
                    await hosts[room].end(id)
                    open[room]?.remove(id)
                }
            case 97: guests.cutAll()
            case 98:
                push.configure(refusals: random.unit() * 0.3, losses: random.unit() * 0.2, isDown: random.chance(0.2))
            default:
                if restarts < 25 {
                    restarts += 1
                    if random.chance(0.5) { await bridge?.abandon() } else { await bridge?.stop() }
                    bridge = nil
                    bridge = try await start()
                }
            }
            if event.isMultiple(of: 4) { try await Task.sleep(for: .milliseconds(2)) }
            if event.isMultiple(of: 1_000) {
                // A clear day: what is open now is told.
                push.configure()
                try await caughtUp(watching, open: open, devices: devices.count)
                certain.formUnion(open.values.flatMap(alone))
            }
        }
        // The weather clears.
        push.configure()
        let stillOpen = open
        let names = config.rooms.map { $0.key.rawValue }
        try await caughtUp(watching, open: stillOpen, devices: devices.count)
        certain.formUnion(stillOpen.values.flatMap(alone))
        await bridge?.stop()
        watching.close()

        // What Apple saw, by question and device.
        struct Pair: Hashable {
            var room: String
            var ask: String
            var token: String
        }
        var told: [Pair: Set<String>] = [:]
        var withdrawn: Set<Pair> = []
        var more = 0
        for record in push.log.all where record.status == 200 {
            let payload = try #require(record.payload)
            // That there are more is told again and again, as it comes and goes.
            guard let ask = payload.askId else {
                more += 1
                continue
            }
            let pair = Pair(room: payload.room, ask: ask, token: record.token)
            if record.isTell { told[pair, default: []].insert(record.id) } else { withdrawn.insert(pair) }
        }
        #expect(told.values.allSatisfy { $0.count == 1 }, "a question was told under two ids")
        let tokens = Set(devices.compactMap { $0.push?.token })
        for (room, asks) in stillOpen {
            for ask in alone(asks) {
                for token in tokens {
                    let pair = Pair(room: names[room], ask: "\(ask)", token: token)
                    let (isTold, isWithdrawn) = (told[pair]?.count == 1, withdrawn.contains(pair))
                    #expect(isTold, "an open question was not told")
                    #expect(!isWithdrawn, "an open question was taken back")
                }
            }
        }
        let toldAsks = Set(told.keys.map(\.ask))
        #expect(certain.count > 100 && certain.allSatisfy { toldAsks.contains("\($0)") })
        let open2 = Set(stillOpen.flatMap { room, asks in asks.map { "\(names[room]) \($0)" } })
        for pair in told.keys where !open2.contains("\(pair.room) \(pair.ask)") {
            let isWithdrawn = withdrawn.contains(pair)
            #expect(isWithdrawn, "a question that is over was not taken back")
        }
        #expect(more > 0 && restarts > 10)
        for host in hosts { await host.close() }
    }

    /// Of a room's open questions those that are told by themselves: the oldest.
    private func alone(_ asks: Set<Int>) -> ArraySlice<Int> { asks.sorted().prefix(AttentionPolicy.mostAsks) }

    /// Waits until every open question is told, by itself or with others, and nothing else is under way.
    private func caughtUp(_ store: BridgeStore, open: [Int: Set<Int>], devices: Int) async throws {
        let wanted = open.values.reduce(0) { $0 + min($1.count, AttentionPolicy.mostAsks + 1) } * devices
        try await until("everything is told or taken back", within: .seconds(120)) {
            let counts = try await store.counts()
            return counts[.told, default: 0] == wanted && counts[.waiting] == nil && counts[.sending] == nil
                && counts[.withdrawing] == nil
        }
    }
}
