import EnclaveContracts

/// Decides when Live Activities start, change and end (feature N1).
///
/// A pure state machine; whoever owns ActivityKit carries out its actions and reports back. Time is in milliseconds,
/// and so that one clock serves tests and app, stale dates are distances from now. One activity per room; at most one
/// update a second each, and the last state is never lost; every request and update carries a stale date.
public struct ActivityMachine: Sendable {
    /// Something to do with ActivityKit.
    public enum Action: Sendable, Hashable {
        /// Request an activity for a room; answer with ``started(room:activity:now:)`` or ``failed(room:)``.
        case request(room: String, ActivityContent, staleAfter: Double)
        /// Update an activity.
        case update(activity: String, ActivityContent, staleAfter: Double)
        /// End an activity with a last state; nil keeps what it shows. It stays on the lock screen for that long.
        case end(activity: String, ActivityContent?, dismissAfter: Double)
    }

    /// An activity that outlived the process that started it.
    public struct Leftover: Sendable, Hashable {
        /// ActivityKit's id.
        public var activity: String
        /// The room it belongs to.
        public var room: String

        /// A leftover.
        public init(activity: String, room: String) {
            self.activity = activity
            self.room = room
        }
    }

    /// Between two updates of an activity, milliseconds.
    public static let interval = 1_000.0
    /// Changes of figures alone are merged for this long, milliseconds.
    public static let figuresInterval = 15_000.0
    /// After this long without news the system dims an activity, milliseconds.
    public static let staleAfter = 120_000.0
    /// The system ends an activity after eight hours; a running one is renewed a little before, milliseconds.
    public static let lifetime = 8.0 * 3_600_000 - 60_000
    /// How long the last state stays on the lock screen, milliseconds.
    public static let dismissAfter = 240_000.0
    /// After a refused request the next one waits this long, milliseconds, or until the app is in front again.
    public static let retryAfter = 30_000.0
    /// Rooms that have an activity at the same time; the system shows the newest on the island.
    public static let limit = 3

    private var rooms: [String: RoomActivity] = [:]
    private var order: [String] = []

    /// A machine that knows of no activity.
    public init() {}

    /// The app was launched: leftovers of rooms that are being restored are adopted, the others end at once.
    public mutating func launched(leftovers: [Leftover], restoring: Set<String>, now: Double) -> [Action] {
        var actions: [Action] = []
        for leftover in leftovers {
            var isFree = true
            switch rooms[leftover.room]?.phase {
            case .running, .starting: isFree = false
            case nil, .absent, .dismissed, .refused: break
            }
            if restoring.contains(leftover.room), isFree {
                var activity = RoomActivity(phase: .running(leftover.activity, since: now))
                activity.content = rooms[leftover.room]?.content
                rooms[leftover.room] = activity
                order.removeAll { $0 == leftover.room }
                order.append(leftover.room)
            } else {
                actions.append(.end(activity: leftover.activity, nil, dismissAfter: 0))
            }
        }
        return actions
    }

    /// A room's content is this now. Call it on every change and at ``deadline``.
    public mutating func observe(room: String, _ content: ActivityContent, now: Double) -> [Action] {
        let content = content.fitted()
        var actions: [Action] = []
        var activity = rooms[room] ?? RoomActivity(phase: .absent)
        defer { rooms[room] = activity }

        if content.phase == .idle || content.phase == .ended { activity.turnIsOver = true }
        switch activity.phase {
        case .dismissed where activity.turnIsOver && content.phase == .working:
            // Swiped away: silent until the next turn begins. An answer or a broken line is none.
            activity.phase = .absent
        case .refused(let since) where now - since >= Self.retryAfter: activity.phase = .absent
        default: break
        }

        activity.content = content
        switch activity.phase {
        case .absent:
            guard content.phase == .working || content.phase == .asking else { return [] }
            actions += makeRoom(for: room)
            activity.phase = .starting
            activity.shown = content
            activity.shownAt = now
            order.removeAll { $0 == room }
            order.append(room)
            actions.append(.request(room: room, content, staleAfter: Self.staleAfter))
        case .starting, .dismissed, .refused:
            break
        case .running(let id, let since):
            if content.phase == .ended {
                activity = RoomActivity(phase: .absent)
                order.removeAll { $0 == room }
                return [.end(activity: id, content, dismissAfter: Self.dismissAfter)]
            }
            if now - since >= Self.lifetime, content.phase == .working || content.phase == .asking {
                activity.phase = .starting
                activity.shown = content
                activity.shownAt = now
                return [
                    .end(activity: id, nil, dismissAfter: 0),
                    .request(room: room, content, staleAfter: Self.staleAfter),
                ]
            }
            if let action = activity.flush(id, now: now) { actions.append(action) }
        }
        return actions
    }

    /// ActivityKit gave the room's activity an id.
    public mutating func started(room: String, activity id: String, now: Double) -> [Action] {
        guard var activity = rooms[room], case .starting = activity.phase else {
            return [.end(activity: id, nil, dismissAfter: 0)]
        }
        activity.phase = .running(id, since: now)
        rooms[room] = activity
        guard let content = activity.content else { return [] }
        // The session may have ended while the request was under way.
        return observe(room: room, content, now: now)
    }

    /// ActivityKit refused: switched off, too many, or the app is not in front.
    public mutating func failed(room: String, now: Double) {
        guard case .starting = rooms[room]?.phase else { return }
        rooms[room]?.phase = .refused(since: now)
        order.removeAll { $0 == room }
    }

    /// The app is in front: what was refused before may be asked for again.
    public mutating func becameActive() {
        for (room, activity) in rooms {
            if case .refused = activity.phase { rooms[room]?.phase = .absent }
        }
    }

    /// A push started an activity while the app did not: the room takes it over, unless it has one already.
    public mutating func appeared(_ leftover: Leftover, now: Double) -> [Action] {
        switch rooms[leftover.room]?.phase {
        case .running(let id, _):
            id == leftover.activity ? [] : [.end(activity: leftover.activity, nil, dismissAfter: 0)]
        case .starting: [.end(activity: leftover.activity, nil, dismissAfter: 0)]
        case nil, .absent, .dismissed, .refused:
            launched(leftovers: [leftover], restoring: [leftover.room], now: now)
        }
    }

    /// The person swiped the room's activity away.
    /// - Parameter id: which one; another one than the room has by now changes nothing.
    public mutating func dismissed(room: String, activity id: String) {
        guard case .running(id, _) = rooms[room]?.phase else { return }
        rooms[room]?.phase = .dismissed
        let phase = rooms[room]?.content?.phase
        rooms[room]?.turnIsOver = phase == .idle || phase == .ended
        order.removeAll { $0 == room }
    }

    /// The room is left or removed: its activity ends with the last state known.
    public mutating func left(room: String) -> [Action] {
        guard let activity = rooms.removeValue(forKey: room) else { return [] }
        order.removeAll { $0 == room }
        guard case .running(let id, _) = activity.phase else { return [] }
        var last = activity.content
        last?.phase = .ended
        last?.question = nil
        return [.end(activity: id, last, dismissAfter: 0)]
    }

    /// The app leaves the foreground: whatever waits is sent now.
    public mutating func resignActive(now: Double) -> [Action] {
        var actions: [Action] = []
        for (room, var activity) in rooms {
            if case .running(let id, _) = activity.phase,
                let action = activity.flush(id, now: now, isForced: true)
            {
                actions.append(action)
                rooms[room] = activity
            }
        }
        return actions
    }

    /// When the next merged update of some room is due; call ``due(now:)`` then. Nil when nothing waits.
    public var deadline: Double? {
        rooms.values.compactMap(\.deadline).min()
    }

    /// Sends what is due.
    public mutating func due(now: Double) -> [Action] {
        var actions: [Action] = []
        for (room, var activity) in rooms {
            guard case .running(let id, _) = activity.phase, let action = activity.flush(id, now: now) else { continue }
            actions.append(action)
            rooms[room] = activity
        }
        return actions
    }

    /// Ends the oldest activity when one more would be too many.
    private mutating func makeRoom(for room: String) -> [Action] {
        guard order.filter({ $0 != room }).count >= Self.limit, let oldest = order.first(where: { $0 != room }) else {
            return []
        }
        return left(room: oldest)
    }
}

/// The machine's memory of one room.
private struct RoomActivity: Sendable {
    enum Phase: Sendable {
        case absent
        /// Requested, no id yet.
        case starting
        case running(String, since: Double)
        /// Swiped away.
        case dismissed
        /// Refused by the system.
        case refused(since: Double)
    }

    var phase: Phase
    /// The newest content.
    var content: ActivityContent?
    /// What the activity shows.
    var shown: ActivityContent?
    var shownAt = -Double.infinity
    /// The turn in which the activity was swiped away is over.
    var turnIsOver = false

    init(phase: Phase) { self.phase = phase }

    var deadline: Double? {
        guard case .running = phase, let content, content != shown else { return nil }
        return shownAt + interval(for: content)
    }

    mutating func flush(_ id: String, now: Double, isForced: Bool = false) -> ActivityMachine.Action? {
        guard let content, content != shown else { return nil }
        guard isForced || now - shownAt >= interval(for: content) else { return nil }
        shown = content
        shownAt = now
        return .update(activity: id, content, staleAfter: ActivityMachine.staleAfter)
    }

    private func interval(for content: ActivityContent) -> Double {
        guard let shown, onlyFiguresDiffer(shown, content) else { return ActivityMachine.interval }
        return ActivityMachine.figuresInterval
    }

    private func onlyFiguresDiffer(_ left: ActivityContent, _ right: ActivityContent) -> Bool {
        var same = right
        same.tokens = left.tokens
        same.contextPercent = left.contextPercent
        return same == left
    }
}
