import EnclaveContracts
import EnclaveModel
import Foundation

/// Live Activities without a system: remembers what was asked for.
final class FakeActivities: ActivityHost, @unchecked Sendable {  // Every access holds the lock.
    enum Call: Hashable {
        case request(room: String, ActivityContent)
        case update(String, ActivityContent)
        case end(String, ActivityContent?, dismissAfter: Double)
    }

    struct Refused: Error {}

    private let lock = NSLock()
    private var recorded: [Call] = []
    private var leftovers: [ActivityMachine.Leftover]
    private var refuses = false
    private var early = false
    private var staleDates: [Double] = []
    private var gate = AsyncStream<Never> { $0.finish() }
    private var gatekeeper: AsyncStream<Never>.Continuation?
    private let stream: AsyncStream<ActivityEvent>
    private let continuation: AsyncStream<ActivityEvent>.Continuation

    init(leftovers: [ActivityMachine.Leftover] = []) {
        self.leftovers = leftovers
        (stream, continuation) = AsyncStream.makeStream()
    }

    private func locked<Value>(_ body: () throws -> Value) rethrows -> Value {
        lock.lock()
        defer { lock.unlock() }
        return try body()
    }

    var calls: [Call] { locked { recorded } }
    var updates: [ActivityContent] {
        calls.compactMap { if case .update(_, let content) = $0 { content } else { nil } }
    }
    var requests: [String] { calls.compactMap { if case .request(let room, _) = $0 { room } else { nil } } }
    /// How far away the stale dates of requests and updates were, milliseconds.
    var staleAfter: [Double] { locked { staleDates } }

    func refuse(_ refuses: Bool) { locked { self.refuses = refuses } }
    func happen(_ event: ActivityEvent) { continuation.yield(event) }

    /// Whether the system speaks of an activity before its request has returned.
    var reportsEarly: Bool {
        get { locked { early } }
        set { locked { early = newValue } }
    }

    func request(room: String, _ content: ActivityContent, staleAfter: Double) async throws -> String {
        let id = try record(room, content, staleAfter)
        guard reportsEarly else { return id }
        happen(.appeared(.init(activity: id, room: room)))
        happen(.token(activity: id, Data([5])))
        for _ in 0..<50 { await Task.yield() }
        return id
    }

    private func record(_ room: String, _ content: ActivityContent, _ staleAfter: Double) throws -> String {
        try locked {
            recorded.append(.request(room: room, content))
            staleDates.append(staleAfter)
            if refuses { throw Refused() }
            return "a\(recorded.count { if case .request = $0 { true } else { false } })"
        }
    }

    func update(activity: String, _ content: ActivityContent, staleAfter: Double) async {
        locked {
            recorded.append(.update(activity, content))
            staleDates.append(staleAfter)
        }
    }

    func end(activity: String, _ content: ActivityContent?, dismissAfter: Double) async {
        locked { recorded.append(.end(activity, content, dismissAfter: dismissAfter)) }
    }

    func running() async -> [ActivityMachine.Leftover] {
        for await _ in locked({ gate }) {}
        return locked { leftovers }
    }

    /// The system takes its time to say what runs, until ``answer()``.
    func beSlow() { locked { (gate, gatekeeper) = AsyncStream.makeStream() } }
    func answer() { locked { gatekeeper }?.finish() }
    func events() -> AsyncStream<ActivityEvent> { stream }
}
