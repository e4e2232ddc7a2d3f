import Crypto
import Foundation

/// The registry: devices, leases of rooms, and what was told to whom (feature N4).
///
/// Every method is one transaction. What is told is decided by ``open(_:targets:worker:)`` and by nothing else: there
/// is one row per alert and target, so whoever asks again, before or after a restart, changes nothing.
struct BridgeStore: Sendable {
    private let database: SQLDatabase
    let key: StateKey

    /// A registry in a database; see ``prepare()``.
    init(database: SQLDatabase, key: StateKey) {
        self.database = database
        self.key = key
    }

    /// An embedded registry.
    static func sqlite(
        path: String, key: StateKey, isDurable: Bool = true,
        clock: @escaping @Sendable () -> Int = { BridgeStore.wallClock() }
    ) -> BridgeStore {
        let database = SQLDatabase(label: "enclave bridge registry") { () throws(StoreError) in
            try SQLiteConnection(path: path, isDurable: isDurable, clock: clock)
        }
        return BridgeStore(database: database, key: key)
    }

    /// A shared registry.
    static func postgres(address: String, key: StateKey) -> BridgeStore {
        let database = SQLDatabase(label: "enclave bridge registry") { () throws(StoreError) in
            try PostgresConnection(address: address)
        }
        return BridgeStore(database: database, key: key)
    }

    static func wallClock() -> Int { Int(Date().timeIntervalSince1970 * 1_000) }

    /// Makes or updates the tables, and checks that the registry was made with this key.
    func prepare() async throws(StoreError) {
        let proof = try hashed { () throws(CryptoError) in try key.name("registry") }
        try await database.transaction { connection throws(StoreError) in
            try BridgeSchema.migrate(connection)
            _ = try connection.run("CREATE TABLE IF NOT EXISTS facts (name TEXT PRIMARY KEY, value TEXT NOT NULL)", [])
            _ = try connection.run(
                "INSERT INTO facts (name, value) VALUES ('key', $1) ON CONFLICT (name) DO NOTHING", [.text(proof)])
            let kept = try connection.run("SELECT value FROM facts WHERE name = 'key'", []).first?.text(0)
            guard kept == proof else { throw .sealedForOtherKey }
        }
    }

    /// Looks at the registry without changing it: whether this key opens it, and whether this program understands it.
    /// - Returns: the schema's version; 0 when there are no tables yet, which ``prepare()`` makes.
    func inspect() async throws(StoreError) -> Int {
        let proof = try hashed { () throws(CryptoError) in try key.name("registry") }
        return try await database.transaction { connection throws(StoreError) in
            guard try connection.hasTable("migrations"), try connection.hasTable("facts") else { return 0 }
            let version = try BridgeSchema.version(connection)
            let kept = try connection.run("SELECT value FROM facts WHERE name = 'key'", []).first?.text(0)
            guard kept == nil || kept == proof else { throw .sealedForOtherKey }
            return version
        }
    }

    func close() { database.close() }

    /// Closes without waiting for a database that does not answer.
    func closeWhenFree() { database.closeWhenFree() }

    /// The clock all bridges share, milliseconds since 1970.
    func now() async throws(StoreError) -> Int {
        try await database.transaction { connection throws(StoreError) in try connection.now() }
    }

    // MARK: Alerts

    /// Opens an alert unless it is open already, and adds deliveries for targets that have none.
    ///
    /// Only the bridge that holds the room's lease may.
    /// - Returns: how many deliveries are new; nil when the lease is not `worker`'s.
    func open(_ draft: AlertDraft, targets: [DeliveryDraft], worker: String) async throws(StoreError) -> Int? {
        let sealed = try targets.map { target throws(StoreError) in
            (target.target, try hashed { () throws(CryptoError) in try key.seal(target.body) }, try Self.messageId())
        }
        let fresh = try Self.identifier()
        return try await database.transaction { connection throws(StoreError) in
            let now = try connection.now()
            guard try Self.holdsLease(connection, draft.room, worker, now) else { return nil }
            let known = try connection.run(
                "SELECT alert, closed_at FROM alerts WHERE room = $1 AND subject = $2 ORDER BY opened_at DESC LIMIT 1",
                [.text(draft.room), .text(draft.subject)]
            ).first
            var alert = fresh
            if let known, let id = known.text(0), draft.isOnceOnly || known.values[1] == .null {
                // A turn that is closed stays so; its missing targets are not told any more.
                guard known.values[1] == .null else { return 0 }
                alert = id
            } else {
                _ = try connection.run(
                    "INSERT INTO alerts (alert, room, subject, reason, opened_at) VALUES ($1, $2, $3, $4, $5)",
                    [.text(alert), .text(draft.room), .text(draft.subject), .text(draft.reason), SQLValue(now)])
            }
            var added = 0
            for (target, body, message) in sealed {
                added += try connection.run(
                    """
                    INSERT INTO deliveries (alert, target, room, state, message, attempts, due_at, body)
                    VALUES ($1, $2, $3, 0, $4, 0, $5, $6) ON CONFLICT (alert, target) DO NOTHING RETURNING alert
                    """,
                    [.text(alert), .text(target), .text(draft.room), .text(message), SQLValue(now), .blob(body)]
                ).count
            }
            return added
        }
    }

    /// Closes an open alert: what was told is taken back, what was not is not told any more.
    /// - Returns: whether it was open; nil when the lease is not `worker`'s.
    @discardableResult
    func close(room: String, subject: String, worker: String) async throws(StoreError) -> Bool? {
        try await database.transaction { connection throws(StoreError) in
            let now = try connection.now()
            guard try Self.holdsLease(connection, room, worker, now) else { return nil }
            let rows = try connection.run(
                """
                UPDATE alerts SET closed_at = $1 WHERE room = $2 AND subject = $3 AND closed_at IS NULL
                RETURNING alert
                """, [SQLValue(now), .text(room), .text(subject)])
            for row in rows { try Self.closeDeliveries(connection, of: row.text(0) ?? "", now) }
            return !rows.isEmpty
        }
    }

    /// Subjects of a room's alerts that are open, of one reason.
    func openSubjects(room: String, reason: String) async throws(StoreError) -> [String] {
        try await database.transaction { connection throws(StoreError) in
            try connection.run(
                "SELECT subject FROM alerts WHERE room = $1 AND reason = $2 AND closed_at IS NULL",
                [.text(room), .text(reason)]
            ).compactMap { $0.text(0) }
        }
    }

    private static func closeDeliveries(
        _ connection: any SQLConnection, of alert: String, _ now: Int
    ) throws(StoreError) {
        _ = try connection.run(
            """
            UPDATE deliveries SET state = 6, body = NULL, outcome = 'over'
            WHERE alert = $1 AND state = 0 AND maybe_told = 0
            """, [.text(alert)])
        _ = try connection.run(
            """
            UPDATE deliveries SET state = 3, due_at = $1, attempts = 0
            WHERE alert = $2 AND (state = 2 OR state = 0 AND maybe_told = 1)
            """, [SQLValue(now), .text(alert)])
        // One that is being sent is looked at again when its sending ends.
    }

    // MARK: Deliveries

    /// Takes what is due in rooms this worker leases. Each must end in ``finish(_:_:supportsWithdrawal:)``.
    func claim(worker: String, limit: Int) async throws(StoreError) -> [Delivery] {
        let (rows, asking) = try await database.transaction { connection throws(StoreError) in
            let now = try connection.now()
            let due = try connection.run(
                """
                SELECT d.alert, d.target, d.room, d.message, d.attempts, d.state, a.reason, d.body, a.opened_at
                FROM deliveries d JOIN alerts a ON a.alert = d.alert JOIN rooms r ON r.room = d.room
                WHERE d.state IN (0, 3) AND d.due_at <= $1 AND r.owner = $2 AND r.lease_until > $1
                ORDER BY d.due_at LIMIT $3
                """, [SQLValue(now), .text(worker), SQLValue(limit)])
            for row in due {
                // A message that is being taken back stays in its state: taking back twice does no harm.
                _ = try connection.run(
                    """
                    UPDATE deliveries SET state = CASE state WHEN 0 THEN 1 ELSE 3 END, attempts = attempts + 1,
                    due_at = $1 WHERE alert = $2 AND target = $3
                    """,
                    [SQLValue(now + Self.claimPatience), row.values[0], row.values[1]])
            }
            return (due, try Self.roomsAsking(connection, Set(due.compactMap { $0.text(1) })))
        }
        return try rows.map { row throws(StoreError) in
            let sealed = row.blob(7) ?? []
            let body = sealed.isEmpty ? [] : try opened(sealed)
            return Delivery(
                alert: row.text(0) ?? "", target: row.text(1) ?? "", room: row.text(2) ?? "",
                message: row.text(3) ?? "", attempt: (row.integer(4) ?? 0) + 1, isWithdrawal: row.integer(5) == 3,
                reason: row.text(6) ?? "", body: body, openedAt: row.integer(8) ?? 0,
                roomsAsking: asking[row.text(1) ?? ""] ?? [])
        }
    }

    /// The rooms that wait for an answer, by target: as far as a target is told of its questions.
    private static func roomsAsking(
        _ connection: any SQLConnection, _ targets: Set<String>
    ) throws(StoreError) -> [String: Set<String>] {
        let devices = targets.filter { !$0.hasPrefix("sink:") }.sorted()
        guard !devices.isEmpty else { return [:] }
        let places = devices.indices.map { "$\($0 + 1)" }.joined(separator: ", ")
        let rows = try connection.run(
            """
            SELECT DISTINCT d.target, d.room FROM alerts a JOIN deliveries d ON d.alert = a.alert
            WHERE a.closed_at IS NULL AND a.reason = 'ask' AND d.target IN (\(places))
            """, devices.map { .text($0) })
        var rooms: [String: Set<String>] = [:]
        for row in rows { rooms[row.text(0) ?? "", default: []].insert(row.text(1) ?? "") }
        return rooms
    }

    /// A claimed withdrawal that nobody finishes is due again after this long, milliseconds.
    static let claimPatience = 60_000

    /// Notes how deliveries ended; all of them in one transaction.
    func finish(_ results: [(delivery: Delivery, result: DeliveryResult, supportsWithdrawal: Bool)])
        async throws(StoreError)
    {
        let results = results.map { ($0.delivery, $0.result, $0.supportsWithdrawal) }
        try await database.transaction { connection throws(StoreError) in
            let now = try connection.now()
            for (delivery, result, supportsWithdrawal) in results {
                let ids: [SQLValue] = [.text(delivery.alert), .text(delivery.target)]
                if delivery.isWithdrawal {
                    try Self.finishWithdrawal(connection, ids, result)
                    continue
                }
                let row = try connection.run(
                    """
                    SELECT a.closed_at, d.maybe_told FROM deliveries d JOIN alerts a ON a.alert = d.alert
                    WHERE d.alert = $1 AND d.target = $2
                    """, ids
                ).first
                // Revoked or pruned meanwhile.
                guard let row else { continue }
                var maybeTold = row.integer(1) == 1
                if case .retry(_, mayHaveArrived: true) = result { maybeTold = true }
                let (state, due, outcome, keepsBody) = Self.next(
                    result, isClosed: row.values[0] != .null, maybeTold: maybeTold,
                    supportsWithdrawal: supportsWithdrawal, now: now)
                _ = try connection.run(
                    """
                    UPDATE deliveries SET state = $3, due_at = $4, outcome = $5, maybe_told = $7,
                    body = CASE WHEN $6 = 1 THEN body ELSE NULL END WHERE alert = $1 AND target = $2 AND state = 1
                    """,
                    ids + [
                        SQLValue(state.rawValue), SQLValue(due), SQLValue(outcome), SQLValue(keepsBody ? 1 : 0),
                        SQLValue(maybeTold ? 1 : 0),
                    ])
            }
        }
    }

    /// What follows an attempt to tell. Pure: a table in the tests.
    /// - Parameter maybeTold: this attempt or an earlier one may have arrived.
    static func next(
        _ result: DeliveryResult, isClosed: Bool, maybeTold: Bool, supportsWithdrawal: Bool, now: Int
    ) -> (state: DeliveryState, due: Int, outcome: String?, keepsBody: Bool) {
        switch result {
        case .delivered:
            // Taking back needs to know what: the body stays until then.
            if isClosed { return supportsWithdrawal ? (.withdrawing, now, nil, true) : (.done, 0, nil, false) }
            return (.told, 0, nil, supportsWithdrawal)
        case .retry(let time, _):
            if isClosed {
                return maybeTold && supportsWithdrawal
                    ? (.withdrawing, now, nil, true) : (.cancelled, 0, "over", false)
            }
            return (.waiting, time, nil, true)
        case .givenUp(let reason): return (.failed, 0, reason, false)
        }
    }

    private static func finishWithdrawal(
        _ connection: any SQLConnection, _ ids: [SQLValue], _ result: DeliveryResult
    ) throws(StoreError) {
        switch result {
        case .delivered, .givenUp:
            var outcome: String?
            if case .givenUp(let reason) = result { outcome = reason }
            _ = try connection.run(
                """
                UPDATE deliveries SET state = 4, body = NULL, outcome = $3
                WHERE alert = $1 AND target = $2 AND state = 3
                """, ids + [SQLValue(outcome)])
        case .retry(let time, _):
            _ = try connection.run(
                "UPDATE deliveries SET due_at = $3 WHERE alert = $1 AND target = $2 AND state = 3",
                ids + [SQLValue(time)])
        }
    }

    /// When the next delivery of this worker's rooms is due, milliseconds since 1970; nil when none waits.
    func nextDue(worker: String) async throws(StoreError) -> Int? {
        try await database.transaction { connection throws(StoreError) in
            try connection.run(
                """
                SELECT min(d.due_at) FROM deliveries d JOIN rooms r ON r.room = d.room
                WHERE d.state IN (0, 3) AND r.owner = $1
                """, [.text(worker)]
            ).first?.integer(0)
        }
    }

    /// Counts of deliveries by state, for metrics and tests.
    func counts() async throws(StoreError) -> [DeliveryState: Int] {
        try await database.transaction { connection throws(StoreError) in
            var counts: [DeliveryState: Int] = [:]
            for row in try connection.run("SELECT state, count(*) FROM deliveries GROUP BY state", []) {
                if let state = row.integer(0).flatMap({ DeliveryState(rawValue: $0) }) {
                    counts[state] = row.integer(1) ?? 0
                }
            }
            return counts
        }
    }

    /// Forgets alerts that have been over for a while.
    func prune(olderThan age: Int) async throws(StoreError) {
        try await database.transaction { connection throws(StoreError) in
            let limit = SQLValue(try connection.now() - age)
            _ = try connection.run(
                """
                DELETE FROM deliveries WHERE state IN (2, 4, 5, 6) AND alert IN
                (SELECT alert FROM alerts WHERE closed_at IS NOT NULL AND closed_at < $1)
                """, [limit])
            _ = try connection.run(
                """
                DELETE FROM alerts WHERE closed_at IS NOT NULL AND closed_at < $1
                AND NOT EXISTS (SELECT 1 FROM deliveries d WHERE d.alert = alerts.alert)
                """, [limit])
        }
    }

    // MARK: Leases

    /// How long a lease lasts without being renewed, milliseconds. With ``leaseInterval`` it bounds how long a dead
    /// bridge's rooms are without one.
    static let leaseLength = 15_000
    /// How often leases are renewed and free rooms looked for, milliseconds.
    static let leaseInterval = 4_000

    /// Renews this worker's leases and takes its share of rooms that nobody follows.
    /// - Parameter rooms: the rooms this bridge has links for.
    /// - Returns: the rooms it holds now, each with its epoch.
    func lease(worker: String, rooms: [String]) async throws(StoreError) -> [String: Int] {
        try await database.transaction { connection throws(StoreError) in
            let now = try connection.now()
            let until = SQLValue(now + Self.leaseLength)
            _ = try connection.run(
                """
                INSERT INTO workers (worker, seen_until) VALUES ($1, $2)
                ON CONFLICT (worker) DO UPDATE SET seen_until = excluded.seen_until
                """, [.text(worker), until])
            _ = try connection.run("DELETE FROM workers WHERE seen_until < $1", [SQLValue(now - Self.leaseLength)])
            for room in rooms {
                _ = try connection.run(
                    """
                    INSERT INTO rooms (room, owner, lease_until, epoch, added_at) VALUES ($1, NULL, 0, 0, $2)
                    ON CONFLICT (room) DO NOTHING
                    """, [.text(room), SQLValue(now)])
            }
            let wanted = Set(rooms)
            var mine: [String: Int] = [:]
            var free: [String] = []
            let all = try connection.run(
                "SELECT room, owner, lease_until, epoch FROM rooms ORDER BY added_at, room", [])
            for row in all {
                guard let room = row.text(0), wanted.contains(room) else { continue }
                if row.text(1) == worker {
                    mine[room] = row.integer(3) ?? 0
                } else if row.text(1) == nil || (row.integer(2) ?? 0) <= now {
                    free.append(room)
                }
            }
            let workers =
                try connection.run(
                    "SELECT count(*) FROM workers WHERE seen_until > $1", [SQLValue(now)]
                ).first?.integer(0) ?? 1
            // Rounded up, so that no room is left over.
            let share = (rooms.count + max(1, workers) - 1) / max(1, workers)
            for room in mine.keys.sorted().dropFirst(share) {
                // Others have joined: the surplus is given back and taken by them.
                mine[room] = nil
                _ = try connection.run(
                    "UPDATE rooms SET owner = NULL, lease_until = 0 WHERE room = $1 AND owner = $2",
                    [.text(room), .text(worker)])
            }
            for room in free.prefix(max(0, share - mine.count)) {
                let epoch = try connection.run(
                    """
                    UPDATE rooms SET owner = $1, epoch = epoch + 1 WHERE room = $2
                    AND (owner IS NULL OR lease_until <= $3) RETURNING epoch
                    """, [.text(worker), .text(room), SQLValue(now)]
                ).first?.integer(0)
                guard let epoch else { continue }
                mine[room] = epoch
                try Self.recover(connection, room: room, now: now)
            }
            for room in mine.keys {
                _ = try connection.run(
                    "UPDATE rooms SET lease_until = $1 WHERE room = $2 AND owner = $3",
                    [until, .text(room), .text(worker)])
            }
            return mine
        }
    }

    /// What a worker was sending when it went away is sent again under the same id (Docs/Push.md, "Exactly once").
    private static func recover(_ connection: any SQLConnection, room: String, now: Int) throws(StoreError) {
        _ = try connection.run(
            """
            UPDATE deliveries SET state = 3, due_at = $1, attempts = 0 WHERE room = $2 AND state = 1
            AND alert IN (SELECT alert FROM alerts WHERE room = $2 AND closed_at IS NOT NULL)
            """, [SQLValue(now), .text(room)])
        _ = try connection.run(
            "UPDATE deliveries SET state = 0, due_at = $1, maybe_told = 1 WHERE room = $2 AND state = 1",
            [SQLValue(now), .text(room)])
    }

    /// Frees every lease, whoever holds it: for a registry that nobody else can be working on.
    func releaseEverything() async throws(StoreError) {
        try await database.transaction { connection throws(StoreError) in
            _ = try connection.run("UPDATE rooms SET owner = NULL, lease_until = 0", [])
            _ = try connection.run("DELETE FROM workers", [])
        }
    }

    /// Gives all leases back: another bridge may take over at once.
    func releaseAll(worker: String) async throws(StoreError) {
        try await database.transaction { connection throws(StoreError) in
            _ = try connection.run(
                "UPDATE rooms SET owner = NULL, lease_until = 0 WHERE owner = $1", [.text(worker)])
            _ = try connection.run("DELETE FROM workers WHERE worker = $1", [.text(worker)])
        }
    }

    private static func holdsLease(
        _ connection: any SQLConnection, _ room: String, _ worker: String, _ now: Int
    ) throws(StoreError) -> Bool {
        let row = try connection.run("SELECT owner, lease_until FROM rooms WHERE room = $1", [.text(room)]).first
        return row?.text(0) == worker && (row?.integer(1) ?? 0) > now
    }

    // MARK: Small things

    func inTransaction<Value: Sendable>(
        _ body: @escaping @Sendable (any SQLConnection) throws(StoreError) -> Value
    ) async throws(StoreError) -> Value {
        try await database.transaction(body)
    }

    func hashed<Value>(_ body: () throws(CryptoError) -> Value) throws(StoreError) -> Value {
        do throws(CryptoError) { return try body() } catch { throw .unavailable(error.description) }
    }

    func opened(_ sealed: [UInt8]) throws(StoreError) -> [UInt8] {
        do throws(CryptoError) { return try key.open(sealed) } catch { throw .sealedForOtherKey }
    }

    private static func identifier() throws(StoreError) -> String {
        do throws(CryptoError) {
            return Hexadecimal.encode(try SecureRandom.bytes(16))
        } catch {
            throw .unavailable(error.description)
        }
    }

    /// A random UUID in lower case, as APNs writes them.
    private static func messageId() throws(StoreError) -> String { UUID().uuidString.lowercased() }
}
