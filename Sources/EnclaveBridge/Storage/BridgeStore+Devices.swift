import Crypto
import EnclaveContracts
import Foundation

/// A paired device as the registry knows it.
struct RegisteredDevice: Sendable, Hashable {
    /// A keyed hash of the device's random name: its name as a target.
    var tag: String
    var code: PairingCode
    /// Milliseconds since 1970 of the newest code or renewal.
    var registeredAt: Int
    /// Why nothing is sent to it any more.
    var disabled: String?
}

extension BridgeStore {
    /// Times a token must be called bad, at least an hour apart, before the device is given up.
    static let maximumStrikes = 3
    private static let strikeDistance = 3_600_000

    /// Takes a pairing code in; a known device is brought up to date.
    /// - Returns: the device's tag; nil when a newer code is known already.
    @discardableResult
    func register(_ code: PairingCode) async throws(StoreError) -> String? {
        let tag = try tag(of: code.device)
        let json: [UInt8]
        do {
            json = Array(try JSONEncoder().encode(code))
        } catch {
            throw .unavailable("the code cannot be stored")
        }
        let sealed = try hashed { () throws(CryptoError) in try key.seal(json) }
        return try await inTransaction { connection throws(StoreError) in
            let now = try connection.now()
            let rows = try connection.run(
                """
                INSERT INTO devices (tag, serial, sealed, registered_at, strikes, struck_at) VALUES ($1, $2, $3, $4, 0, 0)
                ON CONFLICT (tag) DO UPDATE SET serial = excluded.serial, sealed = excluded.sealed,
                registered_at = excluded.registered_at, strikes = 0, struck_at = 0, disabled = NULL
                WHERE devices.serial <= excluded.serial RETURNING tag
                """, [.text(tag), SQLValue(code.serial), .blob(sealed), SQLValue(now)])
            return rows.isEmpty ? nil : tag
        }
    }

    /// Takes a renewal in: the code of a known device, sealed with the key that its last code carried.
    /// - Returns: the device's tag; nil when the device is unknown or the code is not newer than the one known.
    /// - Throws: ``StoreError``, ``EnclaveContracts/PairingError``.
    func renew(_ renewal: PairingRenewal) async throws -> String? {
        let tag = try tag(of: renewal.device)
        guard let device = try await devices().first(where: { $0.tag == tag }) else { return nil }
        let code = try renewal.open(with: device.code.renewalKey())
        // An older one, played back, must not undo a newer one.
        guard code.serial > device.code.serial else { return nil }
        return try await register(code)
    }

    /// A device's name as a target.
    func tag(of device: String) throws(StoreError) -> String {
        try hashed { () throws(CryptoError) in try key.name("device", device.lowercased()) }
    }

    /// All devices, oldest first.
    func devices() async throws(StoreError) -> [RegisteredDevice] {
        let rows = try await inTransaction { connection throws(StoreError) in
            try connection.run(
                "SELECT tag, sealed, registered_at, disabled FROM devices ORDER BY registered_at, tag", [])
        }
        return try rows.map { row throws(StoreError) in
            let json = try opened(row.blob(1) ?? [])
            do {
                return RegisteredDevice(
                    tag: row.text(0) ?? "", code: try JSONDecoder().decode(PairingCode.self, from: Data(json)),
                    registeredAt: row.integer(2) ?? 0, disabled: row.text(3))
            } catch {
                throw StoreError.sealedForOtherKey
            }
        }
    }

    /// Forgets a device and everything that waits for it.
    /// - Returns: whether it was known.
    func revoke(tag: String) async throws(StoreError) -> Bool {
        try await inTransaction { connection throws(StoreError) in
            _ = try connection.run(
                """
                UPDATE deliveries SET state = 6, body = NULL, outcome = 'revoked'
                WHERE target = $1 AND state IN (0, 1, 2, 3)
                """, [.text(tag)])
            return try !connection.run("DELETE FROM devices WHERE tag = $1 RETURNING tag", [.text(tag)]).isEmpty
        }
    }

    /// Apple says that a token is no longer in use since `since` (milliseconds): what was registered later stays.
    /// - Returns: whether the device is given up.
    func tokenIsGone(tag: String, since: Int?, reason: String) async throws(StoreError) -> Bool {
        try await inTransaction { connection throws(StoreError) in
            let now = try connection.now()
            let limit = since ?? now
            return try !connection.run(
                """
                UPDATE devices SET disabled = $1 WHERE tag = $2 AND disabled IS NULL AND registered_at < $3
                RETURNING tag
                """, [.text(reason), .text(tag), SQLValue(limit)]
            ).isEmpty
        }
    }

    /// Apple calls a token bad. A device is given up after some times, at least an hour apart.
    /// - Returns: whether it is given up now.
    func strike(tag: String, reason: String) async throws(StoreError) -> Bool {
        try await inTransaction { connection throws(StoreError) in
            let now = try connection.now()
            let rows = try connection.run(
                """
                UPDATE devices SET strikes = strikes + 1, struck_at = $1 WHERE tag = $2 AND struck_at <= $3
                RETURNING strikes
                """, [SQLValue(now), .text(tag), SQLValue(now - Self.strikeDistance)])
            guard let strikes = rows.first?.integer(0), strikes >= Self.maximumStrikes else { return false }
            _ = try connection.run(
                "UPDATE devices SET disabled = $1 WHERE tag = $2", [.text(reason), .text(tag)])
            return true
        }
    }

    /// Counts up whenever the set of devices or what they want changes; cheap to ask.
    func deviceStamp() async throws(StoreError) -> String {
        try await inTransaction { connection throws(StoreError) in
            let row = try connection.run(
                "SELECT count(*), max(registered_at), count(disabled), max(serial) FROM devices", []
            ).first
            return row.map { "\($0.values)" } ?? ""
        }
    }
}
