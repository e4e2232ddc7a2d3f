import Crypto
import EnclaveContracts
import Foundation
import Testing

@testable import EnclaveBridge

@Suite("The registry")
final class BridgeStoreTests {
    private final class Time: Sendable {
        private let value = BridgeTestLock(1_000_000)
        var now: Int { value.withLock { $0 } }
        func advance(_ milliseconds: Int) { value.withLock { $0 += milliseconds } }
    }

    private let folder = FileManager.default.temporaryDirectory.appending(path: "registry-\(UUID().uuidString)")
    private let time = Time()

    deinit {
        // What cannot be removed stays in the system's temporary folder.
        _ = try? FileManager.default.removeItem(at: folder)
    }

    private func open(_ secret: UInt8 = 1) async throws -> BridgeStore {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let key = try StateKey([UInt8](repeating: secret, count: 32))
        let store = BridgeStore.sqlite(
            path: folder.appending(path: "registry.sqlite").path, key: key, isDurable: false,
            clock: { [time] in time.now })
        try await store.prepare()
        return store
    }

    private func draft(_ subject: String, once: Bool = false) -> AlertDraft {
        AlertDraft(room: "room", subject: subject, reason: "ask", isOnceOnly: once)
    }

    private func targets(_ names: String...) -> [DeliveryDraft] {
        names.map { DeliveryDraft(target: $0, body: Array("text for \($0)".utf8)) }
    }

    @Test("An alert is told once per target, however often it is opened, by whichever process")
    func once() async throws {
        let store = try await open()
        _ = try await store.lease(worker: "w", rooms: ["room"])
        #expect(try await store.open(draft("a"), targets: targets("d1", "d2"), worker: "w") == 2)
        #expect(try await store.open(draft("a"), targets: targets("d1", "d2", "d3"), worker: "w") == 1)
        store.close()
        let again = try await open()
        #expect(try await again.open(draft("a"), targets: targets("d1", "d2", "d3"), worker: "w") == 0)
        let claimed = try await again.claim(worker: "w", limit: 10)
        #expect(claimed.map(\.target).sorted() == ["d1", "d2", "d3"])
        #expect(claimed.allSatisfy { $0.body == Array("text for \($0.target)".utf8) && $0.attempt == 1 })
        #expect(try await again.claim(worker: "w", limit: 10).isEmpty)
        again.close()
    }

    @Test("A turn is told once for ever; a question may come back")
    func onceOnly() async throws {
        let store = try await open()
        _ = try await store.lease(worker: "w", rooms: ["room"])
        for (subject, once, second) in [("turn", true, 0), ("ask", false, 1)] {
            #expect(try await store.open(draft(subject, once: once), targets: targets("d"), worker: "w") == 1)
            #expect(try await store.close(room: "room", subject: subject, worker: "w") == true)
            #expect(try await store.open(draft(subject, once: once), targets: targets("d"), worker: "w") == second)
        }
    }

    @Test("What is closed before it was told is not told; what was told is taken back")
    func closing() async throws {
        let store = try await open()
        _ = try await store.lease(worker: "w", rooms: ["room"])
        _ = try await store.open(draft("early"), targets: targets("d"), worker: "w")
        try await store.close(room: "room", subject: "early", worker: "w")
        #expect(try await store.counts() == [.cancelled: 1])

        _ = try await store.open(draft("late"), targets: targets("d"), worker: "w")
        let claimed = try #require(try await store.claim(worker: "w", limit: 1).first)
        try await store.finish([(claimed, .delivered, true)])
        #expect(try await store.counts()[.told] == 1)
        try await store.close(room: "room", subject: "late", worker: "w")
        let withdrawal = try #require(try await store.claim(worker: "w", limit: 1).first)
        #expect(withdrawal.isWithdrawal)
        #expect(withdrawal.body == claimed.body)
        try await store.finish([(withdrawal, .delivered, true)])
        #expect(try await store.counts() == [.cancelled: 1, .done: 1])
    }

    @Test("What follows an attempt to tell, as a table")
    func table() {
        func next(
            _ result: DeliveryResult, closed: Bool, withdraws: Bool, maybe: Bool = false
        ) -> DeliveryState {
            BridgeStore.next(result, isClosed: closed, maybeTold: maybe, supportsWithdrawal: withdraws, now: 5).state
        }
        #expect(next(.delivered, closed: false, withdraws: true) == .told)
        #expect(next(.delivered, closed: true, withdraws: true) == .withdrawing)
        #expect(next(.delivered, closed: true, withdraws: false) == .done)
        let again = DeliveryResult.retry(at: 9, mayHaveArrived: false)
        #expect(next(again, closed: false, withdraws: true) == .waiting)
        #expect(next(again, closed: true, withdraws: true) == .cancelled)
        #expect(next(again, closed: true, withdraws: true, maybe: true) == .withdrawing)
        #expect(next(again, closed: true, withdraws: false, maybe: true) == .cancelled)
        #expect(next(.givenUp("x"), closed: false, withdraws: true) == .failed)
        #expect(
            BridgeStore.next(again, isClosed: false, maybeTold: true, supportsWithdrawal: true, now: 5).due == 9)
    }

    @Test("What may have arrived before its answer was lost is taken back when it is over, also after a takeover")
    func maybeTold() async throws {
        let store = try await open()
        _ = try await store.lease(worker: "w", rooms: ["room"])
        _ = try await store.open(draft("lost"), targets: targets("d"), worker: "w")
        let lost = try #require(try await store.claim(worker: "w", limit: 1).first)
        try await store.finish([(lost, .retry(at: time.now + 5_000, mayHaveArrived: true), true)])
        time.advance(5_000)
        // The next attempt certainly did not arrive; the first one still may have.
        let refused = try #require(try await store.claim(worker: "w", limit: 1).first)
        try await store.finish([(refused, .retry(at: time.now + 5_000, mayHaveArrived: false), true)])
        try await store.close(room: "room", subject: "lost", worker: "w")
        let back = try #require(try await store.claim(worker: "w", limit: 1).first)
        #expect(back.isWithdrawal && back.body == lost.body)
        try await store.finish([(back, .delivered, true)])

        _ = try await store.open(draft("killed"), targets: targets("d"), worker: "w")
        let killed = try #require(try await store.claim(worker: "w", limit: 1).first)
        time.advance(BridgeStore.leaseLength)
        #expect(try await store.lease(worker: "heir", rooms: ["room"]).count == 1)
        try await store.close(room: "room", subject: "killed", worker: "heir")
        let taken = try #require(try await store.claim(worker: "heir", limit: 1).first)
        #expect(taken.isWithdrawal && taken.alert == killed.alert)
    }

    @Test("A delivery knows which rooms wait for an answer of its target, whoever told them")
    func roomsAsking() async throws {
        let store = try await open()
        _ = try await store.lease(worker: "w", rooms: ["r1", "r2", "r3"])
        func add(_ room: String, _ subject: String, _ names: String..., reason: String = "ask") async throws {
            let draft = AlertDraft(room: room, subject: subject, reason: reason, isOnceOnly: false)
            _ = try await store.open(draft, targets: targets(names[0]), worker: "w")
            for name in names.dropFirst() { _ = try await store.open(draft, targets: targets(name), worker: "w") }
        }
        func claim() async throws -> [String: Set<String>] {
            let claimed = try await store.claim(worker: "w", limit: 100)
            try await store.finish(
                claimed.map { (delivery: $0, result: DeliveryResult.delivered, supportsWithdrawal: true) })
            return Dictionary(claimed.map { ($0.target, $0.roomsAsking) }) { first, _ in first }
        }
        try await add("r1", "a", "d1", "d2", "sink:log")
        try await add("r1", "b", "d1")
        try await add("r3", "turn", "d1", reason: "turnEnded")
        #expect(try await claim() == ["d1": ["r1"], "d2": ["r1"], "sink:log": []])
        try await add("r2", "c", "d1")
        #expect(try await claim() == ["d1": ["r1", "r2"]])
        try await store.close(room: "r1", subject: "a", worker: "w")
        #expect(try await claim() == ["d1": ["r1", "r2"], "d2": [], "sink:log": []])
        try await store.close(room: "r1", subject: "b", worker: "w")
        #expect(try await claim() == ["d1": ["r2"]])
    }

    @Test("A retry waits for its time and keeps the message's id")
    func retry() async throws {
        let store = try await open()
        _ = try await store.lease(worker: "w", rooms: ["room"])
        _ = try await store.open(draft("a"), targets: targets("d"), worker: "w")
        let first = try #require(try await store.claim(worker: "w", limit: 1).first)
        try await store.finish([(first, .retry(at: time.now + 5_000, mayHaveArrived: true), true)])
        #expect(try await store.claim(worker: "w", limit: 1).isEmpty)
        #expect(try await store.nextDue(worker: "w") == time.now + 5_000)
        time.advance(5_000)
        let second = try #require(try await store.claim(worker: "w", limit: 1).first)
        #expect(second.message == first.message && second.attempt == 2)
    }

    @Test("A dead bridge's rooms and what it was sending move within thirty seconds; until then nobody touches them")
    func takeover() async throws {
        let store = try await open()
        #expect(try await store.lease(worker: "dead", rooms: ["room"]).keys.sorted() == ["room"])
        _ = try await store.open(draft("a"), targets: targets("d"), worker: "dead")
        let sending = try #require(try await store.claim(worker: "dead", limit: 1).first)
        var waited = 0
        while try await store.lease(worker: "heir", rooms: ["room"]).isEmpty {
            #expect(try await store.claim(worker: "heir", limit: 1).isEmpty)
            #expect(try await store.open(draft("b"), targets: targets("d"), worker: "heir") == nil)
            time.advance(BridgeStore.leaseInterval)
            waited += BridgeStore.leaseInterval
            try #require(waited < 60_000)
        }
        #expect(waited <= 30_000 - BridgeStore.leaseInterval)
        // The dead one comes back: it holds nothing any more.
        #expect(try await store.open(draft("c"), targets: targets("d"), worker: "dead") == nil)
        #expect(try await store.close(room: "room", subject: "a", worker: "dead") == nil)
        let again = try #require(try await store.claim(worker: "heir", limit: 1).first)
        #expect(again.message == sending.message)
    }

    @Test("Bridges share the rooms evenly, and a new one gets its share")
    func shares() async throws {
        let store = try await open()
        let rooms = (0..<10).map { "room \($0)" }
        #expect(try await store.lease(worker: "a", rooms: rooms).count == 10)
        #expect(try await store.lease(worker: "b", rooms: rooms).isEmpty)
        #expect(try await store.lease(worker: "a", rooms: rooms).count == 5)
        #expect(try await store.lease(worker: "b", rooms: rooms).count == 5)
        #expect(try await store.lease(worker: "c", rooms: rooms).isEmpty)
        let first = try await store.lease(worker: "a", rooms: rooms)
        let second = try await store.lease(worker: "b", rooms: rooms)
        let third = try await store.lease(worker: "c", rooms: rooms)
        let counts = [first.count, second.count, third.count]
        #expect(counts == [4, 4, 2])
        #expect(Set(first.keys).union(second.keys).union(third.keys).count == 10)
        try await store.releaseAll(worker: "a")
        #expect(try await store.lease(worker: "c", rooms: rooms).count == 5)
    }

    @Test("Only the state key opens what is stored, and nothing stands in the file in clear")
    func sealing() async throws {
        let store = try await open()
        _ = try await store.lease(worker: "w", rooms: ["room"])
        _ = try await store.open(draft("a"), targets: targets("device"), worker: "w")
        let (code, _) = try BridgeStage.device(3)
        try await store.register(code)
        store.close()
        await #expect(throws: StoreError.sealedForOtherKey) { try await open(2) }
        var bytes = Data()
        for file in try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil) {
            bytes += try Data(contentsOf: file)
        }
        for secret in ["text for device", BridgeStage.token(3), code.key, code.renewal, code.device, code.name] {
            #expect(bytes.range(of: Data(secret.utf8)) == nil)
        }
        #expect(bytes.range(of: Data([0x03, 0xD0, 0x03, 0xD0, 0x03, 0xD0])) == nil)
        let attributes = try FileManager.default.attributesOfItem(
            atPath: folder.appending(path: "registry.sqlite").path)
        let mode = attributes[.posixPermissions] as? Int
        #expect(mode == 0o600)
    }

    @Test("A registry of a newer program is left alone")
    func newerSchema() async throws {
        let store = try await open()
        try await store.inTransaction { connection throws(StoreError) in
            _ = try connection.run("INSERT INTO migrations (version) VALUES (99)", [])
        }
        await #expect(throws: StoreError.newerSchema(99)) { try await store.prepare() }
    }

    @Test("An unregistered token stays away, one registered again later stays")
    func goneToken() async throws {
        let store = try await open()
        let (code, _) = try BridgeStage.device(1)
        let tag = try #require(try await store.register(code))
        // Apple speaks of a time before the registration: the token was registered again since.
        #expect(try await !store.tokenIsGone(tag: tag, since: time.now - 1, reason: "Unregistered"))
        #expect(try await store.devices().first?.disabled == nil)
        #expect(try await store.tokenIsGone(tag: tag, since: time.now + 1, reason: "Unregistered"))
        #expect(try await store.devices().first?.disabled == "Unregistered")
        time.advance(10)
        var again = code
        again.serial = 2
        try await store.register(again)
        #expect(try await store.devices().first?.disabled == nil)
    }

    @Test("A token must be called bad three times, hours apart, before its device is given up")
    func strikes() async throws {
        let store = try await open()
        let (code, _) = try BridgeStage.device(1)
        let tag = try #require(try await store.register(code))
        time.advance(3_600_000)
        #expect(try await !store.strike(tag: tag, reason: "BadDeviceToken"))
        for _ in 0..<10 { #expect(try await !store.strike(tag: tag, reason: "BadDeviceToken")) }
        time.advance(3_600_000)
        #expect(try await !store.strike(tag: tag, reason: "BadDeviceToken"))
        time.advance(3_600_000)
        #expect(try await store.strike(tag: tag, reason: "BadDeviceToken"))
        #expect(try await store.devices().first?.disabled == "BadDeviceToken")
    }

    @Test("An older code does not undo a newer one; a revoked device is forgotten with what waits for it")
    func codes() async throws {
        let store = try await open()
        _ = try await store.lease(worker: "w", rooms: ["room"])
        let tag = try #require(try await store.register(BridgeStage.device(1, serial: 5).code))
        #expect(try await store.register(BridgeStage.device(1, serial: 4).code) == nil)
        #expect(try await store.devices().map(\.code.serial) == [5])
        _ = try await store.open(draft("a"), targets: targets(tag), worker: "w")
        #expect(try await store.revoke(tag: tag))
        #expect(try await !store.revoke(tag: tag))
        #expect(try await store.devices().isEmpty)
        #expect(try await store.counts() == [.cancelled: 1])
    }

    @Test("What has been over for a week is forgotten, what is open is not")
    func pruning() async throws {
        let store = try await open()
        _ = try await store.lease(worker: "w", rooms: ["room"])
        _ = try await store.open(draft("old"), targets: targets("d"), worker: "w")
        try await store.close(room: "room", subject: "old", worker: "w")
        _ = try await store.open(draft("open"), targets: targets("d"), worker: "w")
        time.advance(8 * 86_400_000)
        try await store.prune(olderThan: 7 * 86_400_000)
        #expect(try await store.counts() == [.waiting: 1])
    }

    @Test("A registry of the first program is brought up to date, with everything that is in it")
    func migration() async throws {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let path = folder.appending(path: "registry.sqlite").path
        let old = try SQLiteConnection(path: path, isDurable: false, clock: { 1 })
        _ = try old.run("CREATE TABLE migrations (version BIGINT PRIMARY KEY)", [])
        for statement in BridgeSchema.steps[0] { _ = try old.run(statement, []) }
        _ = try old.run("INSERT INTO migrations (version) VALUES (1)", [])
        _ = try old.run(
            "INSERT INTO alerts (alert, room, subject, reason, opened_at) VALUES ('a', 'room', 's', 'ask', 5)", [])
        _ = try old.run(
            """
            INSERT INTO deliveries (alert, target, room, state, message, attempts, due_at)
            VALUES ('a', 'd', 'room', 2, 'm', 1, 0)
            """, [])
        old.close()
        let store = try await open()
        defer { store.close() }
        let versions = try await store.inTransaction { connection throws(StoreError) in
            try connection.run("SELECT version FROM migrations ORDER BY version", []).map { $0.integer(0) }
        }
        #expect(versions == (1...BridgeSchema.steps.count).map { $0 })
        // What was told is still told, and can be taken back.
        #expect(try await store.counts() == [.told: 1])
        _ = try await store.lease(worker: "w", rooms: ["room"])
        #expect(try await store.close(room: "room", subject: "s", worker: "w") == true)
        #expect(try await store.counts() == [.withdrawing: 1])
    }

    @Test("A commit is on the disk before it counts, in a write-ahead log, and what is deleted is overwritten")
    func durability() async throws {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let connection = try SQLiteConnection(
            path: folder.appending(path: "registry.sqlite").path, isDurable: true, clock: { 1 })
        defer { connection.close() }
        #expect(try connection.run("PRAGMA journal_mode", []).first?.text(0) == "wal")
        #expect(try connection.run("PRAGMA synchronous", []).first?.integer(0) == 2)
        #expect(try connection.run("PRAGMA secure_delete", []).first?.integer(0) == 1)
    }
}
