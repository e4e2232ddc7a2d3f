/// The system's side of Live Activities, in memory: what runs, who listens, and what a person or Apple's servers do.
@_spi(Preview) public final class ActivityDesk: @unchecked Sendable {  // Every access holds the lock.
    /// The one of this process, as the system is one.
    public static let shared = ActivityDesk()

    /// One activity.
    public final class Entry: @unchecked Sendable {  // Changed by the desk only, under its lock.
        /// Names the activity.
        public let id: String
        /// What stays the same.
        public let attributes: any ActivityAttributes
        /// What it shows: an `ActivityContent`.
        public fileprivate(set) var content: Any
        /// Where it is in its life.
        public fileprivate(set) var state = ActivityState.active
        /// How it leaves the screen, once it has ended.
        public fileprivate(set) var dismissal: ActivityUIDismissalPolicy?
        /// How often it was updated.
        public fileprivate(set) var updates = 0
        fileprivate var token: Data?
        fileprivate var stateListeners: [AsyncStream<ActivityState>.Continuation] = []
        fileprivate var tokenListeners: [AsyncStream<Data>.Continuation] = []

        fileprivate init(id: String, attributes: any ActivityAttributes, content: Any) {
            self.id = id
            self.attributes = attributes
            self.content = content
        }
    }

    private let lock = NSLock()
    private var entries: [Entry] = []
    private var count = 0
    private var refusal: ActivityAuthorizationError?
    private var start: Data?
    private var startsListeners: [AsyncStream<Entry>.Continuation] = []
    private var startListeners: [AsyncStream<Data>.Continuation] = []

    private func locked<Value>(_ body: () throws -> Value) rethrows -> Value {
        lock.lock()
        defer { lock.unlock() }
        return try body()
    }

    // MARK: What the app asks for

    var isEnabled: Bool { locked { refusal != .denied } }
    var running: [Entry] { locked { entries.filter { $0.state != .dismissed } } }

    func request(_ attributes: any ActivityAttributes, _ content: Any, wantsToken: Bool) throws -> Entry {
        try locked {
            if let refusal { throw refusal }
            count += 1
            let entry = Entry(id: "activity-\(count)", attributes: attributes, content: content)
            if wantsToken { entry.token = Data((0..<32).map { UInt8(truncatingIfNeeded: $0 + count) }) }
            entries.append(entry)
            startsListeners.forEach { $0.yield(entry) }
            return entry
        }
    }

    func update(_ entry: Entry, _ content: Any) {
        locked {
            guard entry.state == .active || entry.state == .stale else { return }
            entry.content = content
            entry.updates += 1
            change(entry, to: .active)
        }
    }

    func end(_ entry: Entry, _ content: Any?, _ policy: ActivityUIDismissalPolicy) {
        locked {
            guard entry.state == .active || entry.state == .stale else { return }
            if let content { entry.content = content }
            entry.dismissal = policy
            change(entry, to: policy == .immediate ? .dismissed : .ended)
        }
    }

    func state(of entry: Entry) -> ActivityState { locked { entry.state } }
    func content(of entry: Entry) -> Any { locked { entry.content } }
    func token(of entry: Entry) -> Data? { locked { entry.token } }
    var startToken: Data? { locked { start } }

    func states(of entry: Entry) -> AsyncStream<ActivityState> {
        AsyncStream { continuation in
            locked { entry.stateListeners.append(continuation) }
        }
    }

    func tokens(of entry: Entry) -> AsyncStream<Data> {
        AsyncStream { continuation in
            locked {
                if let token = entry.token { continuation.yield(token) }
                entry.tokenListeners.append(continuation)
            }
        }
    }

    func starts() -> AsyncStream<Entry> {
        AsyncStream { continuation in
            locked {
                entries.filter { $0.state != .dismissed }.forEach { continuation.yield($0) }
                startsListeners.append(continuation)
            }
        }
    }

    func startTokens() -> AsyncStream<Data> {
        AsyncStream { continuation in
            locked {
                if let start { continuation.yield(start) }
                startListeners.append(continuation)
            }
        }
    }

    private func change(_ entry: Entry, to state: ActivityState) {
        guard entry.state != state else { return }
        entry.state = state
        for listener in entry.stateListeners {
            listener.yield(state)
            if state == .dismissed { listener.finish() }
        }
    }

    // MARK: What the world does

    /// Everything that was ever requested, oldest first.
    public var all: [Entry] { locked { entries } }

    /// The person swipes an activity away.
    public func swipeAway(_ id: String) {
        locked { entries.filter { $0.id == id }.forEach { change($0, to: .dismissed) } }
    }

    /// From now on requests are refused with this; nil allows them again.
    public func refuse(with error: ActivityAuthorizationError?) { locked { refusal = error } }

    /// Apple gives out a token that starts activities.
    public func setStartToken(_ token: Data) {
        locked {
            start = token
            startListeners.forEach { $0.yield(token) }
        }
    }

    /// Apple gives an activity another token.
    public func setToken(_ token: Data, of id: String) {
        locked {
            for entry in entries where entry.id == id {
                entry.token = token
                entry.tokenListeners.forEach { $0.yield(token) }
            }
        }
    }

    /// A device without any activity.
    public func reset() {
        locked {
            entries = []
            refusal = nil
            start = nil
        }
    }
}
