import EnclaveContracts
import Foundation

/// A push as Apple's servers see it.
struct PushRecord: Sendable {
    var id: String
    var kind: String
    var topic: String
    var priority: String
    var collapseId: String?
    var token: String
    var status: Int
    var provider: String
    var connection: Int
    var violation: String?
    var body: String

    var payload: AlertPayload? {
        struct Shape: Decodable { var enclave: AlertPayload? }
        do {
            return try JSONDecoder().decode(Shape.self, from: Data(body.utf8)).enclave
        } catch {
            return nil
        }
    }

    var isTell: Bool { kind == "alert" && status == 200 && payload?.withdraws != true }
    var isWithdrawal: Bool { kind != "liveactivity" && payload?.withdraws == true && status == 200 }

    func aps() throws -> [String: Any] {
        let object = try JSONSerialization.jsonObject(with: Data(body.utf8)) as? [String: Any]
        return object?["aps"] as? [String: Any] ?? [:]
    }
}

/// Pushes in the order they came, and a way to wait for one.
final class PushLog: Sendable {
    private let records = BridgeTestLock<[PushRecord]>([])

    func append(_ record: PushRecord) { records.withLock { $0.append(record) } }

    var all: [PushRecord] { records.withLock { $0 } }

    /// Waits for a state of affairs; real time passes.
    func until(
        _ what: String, within patience: Duration = .seconds(20), _ isSo: @Sendable ([PushRecord]) -> Bool
    ) async throws {
        let deadline = ContinuousClock.now + patience
        while !isSo(all) {
            guard ContinuousClock.now < deadline else { throw TestTimeout(what: what) }
            try await Task.sleep(for: .milliseconds(5))
        }
    }
}

struct TestTimeout: Error, CustomStringConvertible {
    var what: String
    var description: String { "waited too long: \(what)" }
}

/// Waits for a state of affairs; real time passes.
func until(
    _ what: String, within patience: Duration = .seconds(20), _ isSo: @Sendable () async throws -> Bool
) async throws {
    let deadline = ContinuousClock.now + patience
    while try await !isSo() {
        guard ContinuousClock.now < deadline else { throw TestTimeout(what: what) }
        try await Task.sleep(for: .milliseconds(10))
    }
}

/// A value behind a lock. Safe to share: reached only under it.
final class BridgeTestLock<Value>: @unchecked Sendable {
    private let lock = NSLock()
    private var value: Value

    init(_ value: sending Value) { self.value = value }

    func withLock<Result>(_ body: (inout Value) throws -> Result) rethrows -> Result {
        lock.lock()
        defer { lock.unlock() }
        return try body(&value)
    }
}
