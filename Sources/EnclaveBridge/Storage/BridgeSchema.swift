/// The registry's tables, version by version. A step is never changed once it was released: a new one is added.
enum BridgeSchema {
    /// Statements that lead from version `index` to the next, one transaction each.
    static let steps: [[String]] = [
        [
            // Bridges at work, so that each takes its share.
            "CREATE TABLE workers (worker TEXT PRIMARY KEY, seen_until BIGINT NOT NULL)",
            // Who follows which room, until when. `epoch` counts the changes of hands.
            """
            CREATE TABLE rooms (room TEXT PRIMARY KEY, owner TEXT, lease_until BIGINT NOT NULL, epoch BIGINT NOT NULL,
            added_at BIGINT NOT NULL)
            """,
            // What a pairing code said, sealed; `tag` is a keyed hash of the device's name.
            """
            CREATE TABLE devices (tag TEXT PRIMARY KEY, serial BIGINT NOT NULL, sealed BYTEA NOT NULL,
            registered_at BIGINT NOT NULL, strikes BIGINT NOT NULL, struck_at BIGINT NOT NULL, disabled TEXT)
            """,
            // Something a person is told about: once per room and subject, a keyed hash, while it is open.
            """
            CREATE TABLE alerts (alert TEXT PRIMARY KEY, room TEXT NOT NULL, subject TEXT NOT NULL,
            reason TEXT NOT NULL, opened_at BIGINT NOT NULL, closed_at BIGINT)
            """,
            "CREATE UNIQUE INDEX alerts_open ON alerts (room, subject) WHERE closed_at IS NULL",
            "CREATE INDEX alerts_subject ON alerts (room, subject)",
            "CREATE INDEX alerts_closed ON alerts (closed_at)",
            // One row per alert and target: the reason that nobody is told twice.
            """
            CREATE TABLE deliveries (alert TEXT NOT NULL, target TEXT NOT NULL, room TEXT NOT NULL,
            state BIGINT NOT NULL, message TEXT NOT NULL, attempts BIGINT NOT NULL, due_at BIGINT NOT NULL,
            body BYTEA, outcome TEXT, PRIMARY KEY (alert, target))
            """,
            "CREATE INDEX deliveries_due ON deliveries (state, due_at)",
        ],
        // An earlier attempt may have arrived: what waits to be sent again must be taken back when it is over.
        ["ALTER TABLE deliveries ADD COLUMN maybe_told BIGINT NOT NULL DEFAULT 0"],
    ]

    /// Brings a database to the newest version.
    /// - Throws: ``StoreError/newerSchema(_:)`` when a newer program made it.
    static func migrate(_ connection: any SQLConnection) throws(StoreError) {
        _ = try connection.run("CREATE TABLE IF NOT EXISTS migrations (version BIGINT PRIMARY KEY)", [])
        let version = try version(connection)
        for (index, step) in steps.enumerated() where index >= version {
            for statement in step { _ = try connection.run(statement, []) }
            _ = try connection.run("INSERT INTO migrations (version) VALUES ($1)", [SQLValue(index + 1)])
        }
    }

    /// The version a database with a table of migrations has.
    /// - Throws: ``StoreError/newerSchema(_:)`` when a newer program made it.
    static func version(_ connection: any SQLConnection) throws(StoreError) -> Int {
        let version = try connection.run("SELECT max(version) FROM migrations", []).first?.integer(0) ?? 0
        guard version <= steps.count else { throw .newerSchema(version) }
        return version
    }
}
