import CollabGuest
import CollabWire
import EnclaveContracts
import Foundation
import Testing

@testable import EnclaveBridge

@Suite(
    "Several bridges on PostgreSQL", .serialized,
    .enabled(if: PostgresProcess.obstacle == nil, "\(PostgresProcess.obstacle ?? "")"))
struct BridgePostgresTests {
    @Test("Three bridges share the rooms; one is killed: no question is missed, none is told twice")
    func killed() async throws {
        let postgres = try PostgresProcess()
        defer { postgres.stop() }
        let stage = try BridgeStage()
        let key = try StateKey([UInt8](repeating: 8, count: 32))
        let links = try (0..<9).map { try TestHost.link($0 + 40) }
        let config = try stage.config(links, extra: "\"database\":\"\(postgres.address)\"")
        let push = FakePushServer(seed: 5)
        let devices = try (1...2).map { try BridgeStage.device($0).code }
        let registry = BridgeStore.postgres(address: postgres.address, key: key)
        #expect(try await registry.inspect() == 0)
        try await registry.prepare()
        #expect(try await registry.inspect() == BridgeSchema.steps.count)
        let stranger = BridgeStore.postgres(
            address: postgres.address, key: try StateKey([UInt8](repeating: 9, count: 32)))
        await #expect(throws: StoreError.sealedForOtherKey) { try await stranger.inspect() }
        stranger.close()
        for code in devices { _ = try await registry.register(code) }
        #expect(try await registry.devices().map(\.code) == devices)

        var hosts: [TestHost] = []
        for (index, link) in links.enumerated() {
            let host = try TestHost(link: link, connector: stage.relay.connector, session: "s\(index)")
            try await host.open()
            hosts.append(host)
        }
        var bridges: [Bridge] = []
        for _ in 0..<3 {
            let store = BridgeStore.postgres(address: postgres.address, key: key)
            let bridge = try Bridge(config, stage.surroundings(), .init(store: store, push: push))
            _ = try await bridge.start()
            bridges.append(bridge)
        }
        // Shares are given back and taken within two rounds of leasing.
        try await until("three owners of three rooms each", within: .seconds(40)) {
            let owners = try await registry.inTransaction { connection throws(StoreError) in
                try connection.run("SELECT owner, count(*) FROM rooms WHERE owner IS NOT NULL GROUP BY owner", [])
            }
            return owners.count == 3 && owners.allSatisfy { $0.integer(1) == 3 }
        }
        for (index, host) in hosts.enumerated() { await host.ask(index * 10 + 1, "First question \(index)?") }
        // And noted: what a bridge was sending when it was killed is sent again under its id (another test has that).
        try await until("the first are told", within: .seconds(40)) { try await registry.counts() == [.told: 18] }

        await bridges[0].abandon()
        let killed = ContinuousClock.now
        for (index, host) in hosts.enumerated() {
            await host.ask(index * 10 + 2, "Second question \(index)?")
            await host.end(index * 10 + 1)
        }
        try await push.log.until("all are told", within: .seconds(60)) { all in all.count { $0.isTell } >= 36 }
        let took = ContinuousClock.now - killed
        // On real leases: fifteen seconds to run out, four until somebody looks, and the joining.
        #expect(took < .seconds(30), "a dead bridge's rooms moved after \(took)")
        print("a dead bridge's rooms were followed and told after \(took)")
        try await push.log.until("all of the first are taken back", within: .seconds(60)) { all in
            all.count { $0.isWithdrawal } >= 18
        }
        try await until("quiet", within: .seconds(30)) {
            let counts = try await registry.counts()
            return counts[.told] == 18 && counts[.done] == 18 && counts[.waiting] == nil
        }
        let tells = push.log.all.filter { $0.isTell }
        #expect(tells.count == 36)
        #expect(Set(tells.map(\.id)).count == 36)
        let withdrawn = push.log.all.filter { $0.isWithdrawal }.compactMap { $0.payload?.askId }
        #expect(withdrawn.allSatisfy { $0.hasSuffix("1") }, "an open question was taken back")
        await bridges[1].stop()
        await bridges[2].stop()
        for host in hosts { await host.close() }
        registry.close()
    }

    @Test("A password in the address is in no error")
    func address() async throws {
        let store = BridgeStore.postgres(
            address: "postgresql://user:MARKERpassword@127.0.0.1:9/none",
            key: try StateKey([UInt8](repeating: 8, count: 32)))
        do {
            try await store.prepare()
            Issue.record("there is no such database")
        } catch {
            #expect(!"\(error)".contains("MARKER") && !"\(error.description)".contains("MARKER"))
        }
    }
}
