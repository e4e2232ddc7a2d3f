import CPostgres
import Crypto
import Foundation

/// The shared database, for several bridges.
final class PostgresConnection: SQLConnection {
    private let handle: OpaquePointer
    private var prepared: [String: String] = [:]

    /// Connects.
    /// - Parameter address: a `postgresql://` address or a list of `keyword=value`; may hold a password, and is therefore
    ///   never repeated in an error.
    init(address: String) throws(StoreError) {
        let keywords = ["dbname", "application_name", "connect_timeout", "client_encoding"]
        let values = [address, "enclave bridge", "10", "UTF8"]
        let opened = Self.withCStrings(keywords) { keywords in
            Self.withCStrings(values) { values in PQconnectdbParams(keywords, values, 1) }
        }
        guard let opened else { throw .unavailable("PostgreSQL's library has no memory left") }
        guard PQstatus(opened) == CONNECTION_OK else {
            // The library's words may repeat parts of the address: only what kind of failure it was is told.
            let words = PQerrorMessage(opened).map { String(cString: $0) } ?? ""
            PQfinish(opened)
            throw .unavailable(Self.kind(of: words))
        }
        handle = opened
        PQsetNoticeProcessor(handle, { _, _ in }, nil)
    }

    func run(_ statement: String, _ values: [SQLValue]) throws(StoreError) -> [SQLRow] {
        let name = try prepare(statement)
        var buffers: [[UInt8]?] = []
        var formats: [Int32] = []
        for value in values {
            switch value {
            case .null:
                buffers.append(nil)
                formats.append(0)
            case .integer(let number):
                buffers.append(Array("\(number)".utf8) + [0])
                formats.append(0)
            case .text(let text):
                buffers.append(Array(text.utf8) + [0])
                formats.append(0)
            case .blob(let bytes):
                buffers.append(bytes)
                formats.append(1)
            }
        }
        let lengths = buffers.map { Int32($0?.count ?? 0) }
        // One allocation per value, so that the pointers stay put while the library reads them.
        let copies = buffers.map { buffer -> UnsafeMutablePointer<CChar>? in
            guard let buffer else { return nil }
            let copy = UnsafeMutablePointer<CChar>.allocate(capacity: max(1, buffer.count))
            for (index, byte) in buffer.enumerated() { copy[index] = CChar(bitPattern: byte) }
            return copy
        }
        defer { for copy in copies { copy?.deallocate() } }
        let pointers = copies.map { UnsafePointer($0) }
        let result = PQexecPrepared(handle, name, Int32(values.count), pointers, lengths, formats, 0)
        defer { PQclear(result) }
        try check(result, statement)
        return Self.rows(of: result)
    }

    func hasTable(_ name: String) throws(StoreError) -> Bool {
        try !run("SELECT 1 WHERE to_regclass($1) IS NOT NULL", [.text(name)]).isEmpty
    }

    func begin() throws(StoreError) { try command("BEGIN ISOLATION LEVEL REPEATABLE READ") }

    func commit() throws(StoreError) { try command("COMMIT") }

    func rollback() {
        guard PQtransactionStatus(handle) != PQTRANS_IDLE else { return }
        PQclear(PQexec(handle, "ROLLBACK"))
    }

    func mayRetry(_ error: StoreError) -> Bool { error == .conflict }

    func now() throws(StoreError) -> Int {
        // Not now(): that is the transaction's beginning.
        let rows = try run("SELECT (extract(epoch FROM clock_timestamp()) * 1000)::bigint", [])
        guard let now = rows.first?.integer(0) else { throw .failed(code: "no time", statement: "SELECT") }
        return now
    }

    func close() { PQfinish(handle) }

    private func command(_ text: String) throws(StoreError) {
        let result = PQexec(handle, text)
        defer { PQclear(result) }
        try check(result, text)
    }

    private func prepare(_ statement: String) throws(StoreError) -> String {
        if let name = prepared[statement] { return name }
        let name = "s\(prepared.count)"
        let result = PQprepare(handle, name, statement, 0, nil)
        defer { PQclear(result) }
        try check(result, statement)
        prepared[statement] = name
        return name
    }

    private func check(_ result: OpaquePointer?, _ statement: String) throws(StoreError) {
        let status = PQresultStatus(result)
        if status == PGRES_COMMAND_OK || status == PGRES_TUPLES_OK { return }
        if PQstatus(handle) != CONNECTION_OK { throw .unavailable("the connection to PostgreSQL was lost") }
        let code = PQresultErrorField(result, Int32(UInt8(ascii: "C"))).map { String(cString: $0) } ?? "?"
        // Serialization failure, deadlock, and two inserts of one key, or two migrations, in the same moment.
        if ["40001", "40P01", "23505", "42P07"].contains(code) { throw .conflict }
        throw .failed(code: "PostgreSQL \(code)", statement: String(statement.prefix(40)))
    }

    private static func rows(of result: OpaquePointer?) -> [SQLRow] {
        (0..<PQntuples(result)).map { row in
            SQLRow(
                values: (0..<PQnfields(result)).map { column in
                    guard PQgetisnull(result, row, column) == 0, let bytes = PQgetvalue(result, row, column) else {
                        return .null
                    }
                    let text = String(cString: bytes)
                    // Numbers of the types' table: 20, 21 and 23 are integers, 17 is bytea.
                    switch PQftype(result, column) {
                    case 20, 21, 23: return Int64(text).map { .integer($0) } ?? .null
                    case 17: return Hexadecimal.decode(text.dropFirst(2)).map { .blob($0) } ?? .null
                    default: return .text(text)
                    }
                })
        }
    }

    private static func kind(of words: String) -> String {
        if words.contains("password") || words.contains("authentication") {
            return "PostgreSQL refused the user or the password"
        }
        if words.contains("does not exist") { return "PostgreSQL has no such database or user" }
        return "PostgreSQL cannot be reached"
    }

    private static func withCStrings<Result>(
        _ strings: [String], _ body: ([UnsafePointer<CChar>?]) -> Result
    ) -> Result {
        let copies = strings.map { strdup($0) }
        defer { copies.forEach { free($0) } }
        return body(copies.map { UnsafePointer($0) } + [nil])
    }
}
