import CSQLite
import Foundation

/// The embedded database: one file, write-ahead log, every commit on the disk before it counts.
final class SQLiteConnection: SQLConnection {
    private let handle: OpaquePointer
    private var statements: [String: OpaquePointer] = [:]
    /// Told by tests; the wall clock otherwise.
    private let clock: @Sendable () -> Int

    /// Opens or makes the file; only its owner may read it.
    /// - Parameters:
    ///   - isDurable: a commit survives the machine's power failing, not only the process's end.
    ///   - clock: milliseconds since 1970.
    init(path: String, isDurable: Bool, clock: @escaping @Sendable () -> Int) throws(StoreError) {
        self.clock = clock
        // The file is made private before SQLite puts anything into it.
        let descriptor = Foundation.open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else {
            throw .unavailable("\(path) cannot be opened (\(String(cString: strerror(errno))))")
        }
        Foundation.close(descriptor)
        var opened: OpaquePointer?
        let flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX
        let code = sqlite3_open_v2(path, &opened, flags, nil)
        guard code == SQLITE_OK, let opened else {
            sqlite3_close_v2(opened)
            throw .unavailable("\(path) is no database that can be opened (SQLite \(code))")
        }
        handle = opened
        sqlite3_extended_result_codes(handle, 1)
        sqlite3_busy_timeout(handle, 5_000)
        do throws(StoreError) {
            _ = try run("PRAGMA journal_mode = WAL", [])
            _ = try run("PRAGMA synchronous = \(isDurable ? "FULL" : "OFF")", [])
            _ = try run("PRAGMA secure_delete = ON", [])
        } catch {
            close()
            throw .unavailable("\(path) is no database that can be written")
        }
    }

    func run(_ statement: String, _ values: [SQLValue]) throws(StoreError) -> [SQLRow] {
        let prepared = try prepare(statement)
        defer {
            sqlite3_reset(prepared)
            sqlite3_clear_bindings(prepared)
        }
        for (index, value) in values.enumerated() {
            let position = sqlite3_bind_parameter_index(prepared, "$\(index + 1)")
            guard position > 0 else { continue }
            let code =
                switch value {
                case .null: sqlite3_bind_null(prepared, position)
                case .integer(let number): sqlite3_bind_int64(prepared, position, number)
                case .text(let text):
                    enclave_sqlite_bind_text(prepared, position, text, Int32(text.utf8.count))
                case .blob(let bytes):
                    bytes.withUnsafeBytes {
                        enclave_sqlite_bind_blob(prepared, position, $0.baseAddress, Int32($0.count))
                    }
                }
            guard code == SQLITE_OK else { throw failure(code, statement) }
        }
        var rows: [SQLRow] = []
        while true {
            let code = sqlite3_step(prepared)
            if code == SQLITE_DONE { return rows }
            guard code == SQLITE_ROW else { throw failure(code, statement) }
            rows.append(SQLRow(values: (0..<sqlite3_column_count(prepared)).map { Self.value(prepared, $0) }))
        }
    }

    func hasTable(_ name: String) throws(StoreError) -> Bool {
        try !run("SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = $1", [.text(name)]).isEmpty
    }

    func begin() throws(StoreError) { _ = try run("BEGIN IMMEDIATE", []) }

    func commit() throws(StoreError) { _ = try run("COMMIT", []) }

    func rollback() {
        guard sqlite3_get_autocommit(handle) == 0 else { return }
        sqlite3_exec(handle, "ROLLBACK", nil, nil, nil)
    }

    func mayRetry(_ error: StoreError) -> Bool { error == .conflict }

    func now() throws(StoreError) -> Int { clock() }

    func close() {
        for statement in statements.values { sqlite3_finalize(statement) }
        statements = [:]
        sqlite3_close_v2(handle)
    }

    private func prepare(_ statement: String) throws(StoreError) -> OpaquePointer {
        if let prepared = statements[statement] { return prepared }
        var prepared: OpaquePointer?
        let code = sqlite3_prepare_v3(handle, statement, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &prepared, nil)
        guard code == SQLITE_OK, let prepared else { throw failure(code, statement) }
        statements[statement] = prepared
        return prepared
    }

    private func failure(_ code: Int32, _ statement: String) -> StoreError {
        switch code & 0xFF {
        case SQLITE_BUSY, SQLITE_LOCKED: .conflict
        default: .failed(code: "SQLite \(code)", statement: String(statement.prefix(40)))
        }
    }

    private static func value(_ statement: OpaquePointer, _ column: Int32) -> SQLValue {
        switch sqlite3_column_type(statement, column) {
        case SQLITE_INTEGER: return .integer(sqlite3_column_int64(statement, column))
        case SQLITE_TEXT:
            guard let text = sqlite3_column_text(statement, column) else { return .null }
            return .text(String(cString: text))
        case SQLITE_BLOB:
            let count = Int(sqlite3_column_bytes(statement, column))
            guard count > 0, let bytes = sqlite3_column_blob(statement, column) else { return .blob([]) }
            return .blob(Array(UnsafeRawBufferPointer(start: bytes, count: count)))
        default: return .null
        }
    }
}
