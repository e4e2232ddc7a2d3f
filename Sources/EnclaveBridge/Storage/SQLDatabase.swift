import Foundation

/// A value of a database.
enum SQLValue: Sendable, Hashable {
    case null
    case integer(Int64)
    case text(String)
    case blob([UInt8])

    init(_ value: Int) { self = .integer(Int64(value)) }
    init(_ value: String?) { self = value.map { .text($0) } ?? .null }
    init(_ value: [UInt8]?) { self = value.map { .blob($0) } ?? .null }
}

/// One row of a result, by position.
struct SQLRow: Sendable, Hashable {
    var values: [SQLValue]

    func integer(_ index: Int) -> Int? {
        if case .integer(let number) = values[index] { Int(number) } else { nil }
    }

    func text(_ index: Int) -> String? {
        if case .text(let text) = values[index] { text } else { nil }
    }

    func blob(_ index: Int) -> [UInt8]? {
        if case .blob(let bytes) = values[index] { bytes } else { nil }
    }
}

/// One connection to a database; used by one thread at a time.
///
/// Statements are written in what SQLite (3.35 and later) and PostgreSQL both read: parameters `$1`, `$2`, …, types
/// `TEXT`, `BIGINT` and `BYTEA`, `ON CONFLICT`, `RETURNING`, partial indexes.
protocol SQLConnection: AnyObject {
    /// Runs one statement.
    /// - Returns: its rows.
    func run(_ statement: String, _ values: [SQLValue]) throws(StoreError) -> [SQLRow]

    /// Whether there is a table of this name, in lower case.
    func hasTable(_ name: String) throws(StoreError) -> Bool

    /// Opens a transaction in which nobody else writes what it reads.
    func begin() throws(StoreError)
    func commit() throws(StoreError)
    /// Never throws: it runs when something already failed.
    func rollback()

    /// Whether an error may go away by running the whole transaction again.
    func mayRetry(_ error: StoreError) -> Bool

    /// Milliseconds since 1970 by the clock that all bridges on this database share.
    func now() throws(StoreError) -> Int

    func close()
}

/// Why the registry could not be read or written.
public enum StoreError: Error, Sendable, Hashable {
    /// The database cannot be opened or reached, and why; holds no password.
    case unavailable(String)
    /// A statement failed: the database's code and the statement's first words.
    case failed(code: String, statement: String)
    /// Two transactions met; the loser may try again.
    case conflict
    /// The schema is of a newer program.
    case newerSchema(Int)
    /// A stored value cannot be opened: another state key, or a damaged database.
    case sealedForOtherKey
}

extension StoreError: CustomStringConvertible {
    /// What happened, in a sentence; never a value from the database.
    public var description: String {
        switch self {
        case .unavailable(let reason): "The database cannot be used: \(reason)."
        case .failed(let code, let statement): "The database refused a statement (\(code), \(statement))."
        case .conflict: "Two bridges wrote at the same time; the work is tried again."
        case .newerSchema(let version):
            "The database has schema \(version), which is newer than this program. Update it."
        case .sealedForOtherKey:
            "The registry was written with another state key. Give the bridge the key it was made with."
        }
    }
}

/// A connection behind a thread of its own, so that waiting for the disk or the network holds up nobody else.
///
/// Sendable although the connection is not: `connection` is touched on `queue` only.
final class SQLDatabase: @unchecked Sendable {
    private let queue: DispatchQueue
    private var connection: (any SQLConnection)?
    private var isClosed = false
    private let open: @Sendable () throws(StoreError) -> any SQLConnection

    /// - Parameter open: makes a connection; called again after one was lost.
    init(label: String, open: @escaping @Sendable () throws(StoreError) -> any SQLConnection) {
        queue = DispatchQueue(label: label)
        self.open = open
    }

    /// Runs `body` in a transaction, up to a few times when transactions meet.
    func transaction<Value: Sendable>(
        _ body: @escaping @Sendable (any SQLConnection) throws(StoreError) -> Value
    ) async throws(StoreError) -> Value {
        typealias Waiter = CheckedContinuation<Result<Value, StoreError>, Never>
        let result = await withCheckedContinuation { (continuation: Waiter) in
            queue.async { continuation.resume(returning: self.attempt(body)) }
        }
        return try result.get()
    }

    /// Closes for good: later transactions fail.
    func close() { queue.sync { closeNow() } }

    /// The same, without waiting for the transaction that is under way.
    func closeWhenFree() { queue.async { self.closeNow() } }

    private func closeNow() {
        isClosed = true
        connection?.close()
        connection = nil
    }

    private func attempt<Value>(_ body: (any SQLConnection) throws(StoreError) -> Value) -> Result<Value, StoreError> {
        var last = StoreError.conflict
        for _ in 0..<8 {
            do throws(StoreError) {
                let connection = try current()
                do throws(StoreError) {
                    try connection.begin()
                    let value = try body(connection)
                    try connection.commit()
                    return .success(value)
                } catch {
                    connection.rollback()
                    guard connection.mayRetry(error) else { throw error }
                    last = error
                }
            } catch {
                if case .unavailable = error {
                    // The next transaction connects anew.
                    connection?.close()
                    connection = nil
                }
                return .failure(error)
            }
        }
        return .failure(last)
    }

    private func current() throws(StoreError) -> any SQLConnection {
        if let connection { return connection }
        guard !isClosed else { throw .unavailable("it was closed") }
        let made = try open()
        connection = made
        return made
    }
}
