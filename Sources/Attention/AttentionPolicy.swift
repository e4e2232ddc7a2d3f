import CollabWire
import EnclaveContracts

/// What to tell a person who is not looking, how loud, and when to take it back (features N1–N3).
///
/// A pure state machine per room set: observations in, actions out; time comes in as milliseconds of the session's clock.
/// Quiet by default: only questions are told, unless ``AttentionSettings`` says more.
public struct AttentionPolicy: Sendable {
    /// What the person wants to hear about.
    public var settings: AttentionSettings

    private var rooms: [String: RoomAttention] = [:]

    /// A policy that has told nothing yet.
    public init(settings: AttentionSettings = AttentionSettings()) { self.settings = settings }

    /// A toggle of a multi-select question ends its request and opens the next: that long, in milliseconds, a vanished
    /// multi-select question counts as still asked.
    public static let multiSelectBridge = 1_000.0

    /// Questions of one room that are told by themselves at once, the oldest; the others are one alert together
    /// (``AttentionSubject/moreAsks``), and are told by themselves as these are settled. Which they are depends on the room
    /// alone: a bridge that takes over tells the same.
    public static let mostAsks = 8

    /// A turn counts as over when nothing works for this long, in milliseconds: a steered turn starts again at once.
    public static let settle = 2_000.0

    /// Takes a look at a room.
    /// - Parameters:
    ///   - observation: what is so now; tell it whenever something changed, and at ``deadline``.
    ///   - now: the clock, milliseconds.
    /// - Returns: what to do, in order.
    public mutating func observe(_ observation: RoomObservation, now: Double) -> [AttentionAction] {
        var room = rooms[observation.room] ?? RoomAttention()
        let before = badge
        var actions = room.asks(observation, settings: settings, now: now)
        actions += room.turn(observation, settings: settings, now: now)
        actions += room.end(observation, settings: settings)
        rooms[observation.room] = room
        if badge != before { actions.append(.badge(badge)) }
        return actions
    }

    /// The room was removed, or the person is on its screen now: everything told about it is taken back.
    public mutating func forget(room name: String) -> [AttentionAction] {
        let before = badge
        guard let room = rooms.removeValue(forKey: name) else { return [] }
        var actions = room.told.map { AttentionAction.withdraw(room: name, $0) }
        if badge != before { actions.append(.badge(badge)) }
        return actions
    }

    /// When ``observe(_:now:)`` should be called again although nothing changed; nil when there is no such time.
    public var deadline: Double? {
        rooms.values.compactMap(\.deadline).min()
    }

    /// How many rooms wait for an answer: the app icon's badge.
    public var badge: Int {
        rooms.values.count { $0.isAsking }
    }
}

/// What the person wants to hear about.
public struct AttentionSettings: Sendable, Hashable, Codable {
    /// Tell when a question waits.
    public var tellsAsks = true
    /// Tell when a turn is over.
    public var tellsTurnEnds = false
    /// Only turns that worked at least this long, in seconds.
    public var shortestTurn = 30.0
    /// Tell when a session ends or fails.
    public var tellsSessionEnds = false
    /// How much the lock screen shows.
    public var privacy = PrivacyLevel.title

    /// Questions only, titles only.
    public init() {}
}

/// What is so in a room at one moment.
public struct RoomObservation: Sendable, Hashable {
    /// The room's key on this device.
    public var room: String
    /// The person looks at this room right now.
    public var isOnScreen: Bool
    /// The connection stands, the snapshot is whole and the host has asked everything it asks: what is missing is really
    /// gone.
    public var isLive: Bool
    /// Open questions, oldest first.
    public var asks: [Ask]
    /// The agent works.
    public var isWorking: Bool
    /// Names the newest turn, such as its last entry's id: the same turn is told once.
    public var turn: String?
    /// The session ended for good, and why, in a sentence.
    public var ended: String?

    /// An observation.
    public init(
        room: String, isOnScreen: Bool, isLive: Bool, asks: [Ask], isWorking: Bool, turn: String?, ended: String?
    ) {
        self.room = room
        self.isOnScreen = isOnScreen
        self.isLive = isLive
        self.asks = asks
        self.isWorking = isWorking
        self.turn = turn
        self.ended = ended
    }
}

/// Something to do about a person's attention.
public enum AttentionAction: Sendable, Hashable {
    /// Show it, or bring the one with the same subject up to date silently.
    case tell(room: String, AttentionSubject)
    /// Keep what is shown, but answers from it go to this ask from now on.
    case rebind(room: String, AttentionSubject)
    /// Take it back: answered elsewhere, seen, or over.
    case withdraw(room: String, AttentionSubject)
    /// The number on the app's icon.
    case badge(Int)
}

/// What is told.
public enum AttentionSubject: Sendable, Hashable {
    /// A question; `alert` stays the same over the steps of a multi-select.
    case ask(Ask, alert: Int)
    /// More questions wait than are told by themselves.
    case moreAsks
    /// A turn is over.
    case turnEnded(turn: String)
    /// The session is over, and why.
    case sessionEnded(String)

    /// How loud: a question breaks through, the rest waits its turn.
    public var isUrgent: Bool {
        switch self {
        case .ask, .moreAsks: true
        case .turnEnded, .sessionEnded: false
        }
    }
}

/// The policy's memory of one room.
private struct RoomAttention: Sendable {
    /// A question that was told.
    struct Told: Sendable {
        var ask: Ask
        var alert: Int
        /// It vanished at this time, and its successor may come.
        var vanishedAt: Double?
    }

    var toldAsks: [Told] = []
    var isMoreTold = false
    /// Questions that were open while the person looked: not told later either.
    var seen: Set<RequestID> = []
    var alertCount = 0
    var workingSince: Double?
    var idleSince: Double?
    var workedFor = 0.0
    var toldTurn: String?
    var isTurnShown = false
    var toldEnd: String?
    var isEndShown = false

    var isAsking = false

    var told: [AttentionSubject] {
        var subjects = toldAsks.map { AttentionSubject.ask($0.ask, alert: $0.alert) }
        if isMoreTold { subjects.append(.moreAsks) }
        if isTurnShown, let toldTurn { subjects.append(.turnEnded(turn: toldTurn)) }
        if isEndShown, let toldEnd { subjects.append(.sessionEnded(toldEnd)) }
        return subjects
    }

    var deadline: Double? {
        let bridges = toldAsks.compactMap { $0.vanishedAt.map { $0 + AttentionPolicy.multiSelectBridge } }
        let settles = idleSince.map { [$0 + AttentionPolicy.settle] } ?? []
        return (bridges + settles).min()
    }

    // MARK: Questions

    mutating func asks(
        _ observation: RoomObservation, settings: AttentionSettings, now: Double
    ) -> [AttentionAction] {
        var actions: [AttentionAction] = []
        let room = observation.room
        // Without a proof a question that is missing may only not have been asked again yet.
        if observation.isLive || observation.ended != nil || !observation.asks.isEmpty {
            isAsking = !observation.asks.isEmpty && observation.ended == nil
        }
        let open = observation.ended == nil ? observation.asks : []

        if observation.isOnScreen {
            actions += toldAsks.map { .withdraw(room: room, .ask($0.ask, alert: $0.alert)) }
            toldAsks = []
        }
        if observation.isOnScreen || !settings.tellsAsks { seen.formUnion(open.map(\.id)) }

        let openIds = Set(open.map(\.id))
        actions += tell(open, openIds, in: room)

        // While the connection is away nothing proves that a question is settled.
        if observation.isLive || observation.ended != nil {
            var kept: [Told] = []
            for var told in toldAsks {
                if openIds.contains(told.ask.id) {
                    kept.append(told)
                    continue
                }
                if told.vanishedAt == nil { told.vanishedAt = now }
                let waited = now - (told.vanishedAt ?? now)
                let maySucceed = observation.ended == nil && Self.isMultiSelect(told.ask)
                if maySucceed && waited < AttentionPolicy.multiSelectBridge {
                    kept.append(told)
                } else {
                    actions.append(.withdraw(room: room, .ask(told.ask, alert: told.alert)))
                }
            }
            let isRoomier = kept.count < toldAsks.count
            toldAsks = kept
            seen.formIntersection(openIds)
            if isRoomier { actions += tell(open, openIds, in: room) }
        }
        // Before the host's proof places may be taken by questions that are over.
        if observation.isLive || observation.ended != nil || observation.isOnScreen {
            actions += more(openIds, in: room)
        }
        return actions
    }

    /// Tells that there are more questions than are told by themselves, and takes that back when there are not.
    private mutating func more(_ openIds: Set<RequestID>, in room: String) -> [AttentionAction] {
        // A question that went may keep its place for a moment.
        let isMore =
            openIds.count > AttentionPolicy.mostAsks
            && !openIds.subtracting(seen).subtracting(toldAsks.map(\.ask.id)).isEmpty
        guard isMore != isMoreTold else { return [] }
        isMoreTold = isMore
        return [isMore ? .tell(room: room, .moreAsks) : .withdraw(room: room, .moreAsks)]
    }

    /// Tells of questions that nobody was told of, the oldest first, until so many are told at once.
    private mutating func tell(_ open: [Ask], _ openIds: Set<RequestID>, in room: String) -> [AttentionAction] {
        var actions: [AttentionAction] = []
        let places = Dictionary(toldAsks.enumerated().map { ($0.element.ask.id, $0.offset) }) { first, _ in first }
        for ask in open where !seen.contains(ask.id) {
            if let index = places[ask.id], toldAsks[index].ask.id == ask.id {
                toldAsks[index].vanishedAt = nil
                continue
            }
            if Self.isMultiSelect(ask),
                let index = toldAsks.firstIndex(where: {
                    Self.continues($0.ask, with: ask) && !openIds.contains($0.ask.id)
                })
            {
                // The next step of a multi-select: the same alert, another request to answer.
                toldAsks[index].ask = ask
                toldAsks[index].vanishedAt = nil
                actions.append(.rebind(room: room, .ask(ask, alert: toldAsks[index].alert)))
                continue
            }
            // A host that asks without end is no reason to ring without end: the next is told when one is settled.
            guard toldAsks.count < AttentionPolicy.mostAsks else { continue }
            alertCount += 1
            toldAsks.append(Told(ask: ask, alert: alertCount))
            actions.append(.tell(room: room, .ask(ask, alert: alertCount)))
        }
        return actions
    }

    private static func isMultiSelect(_ ask: Ask) -> Bool {
        if case .select(let select) = ask.kind { select.marker == .checkbox } else { false }
    }

    private static func continues(_ ask: Ask, with next: Ask) -> Bool {
        isMultiSelect(ask) && isMultiSelect(next) && ask.title == next.title
    }

    // MARK: Turns

    mutating func turn(_ observation: RoomObservation, settings: AttentionSettings, now: Double) -> [AttentionAction] {
        var actions: [AttentionAction] = []
        if isTurnShown, let toldTurn, observation.isOnScreen || observation.isWorking {
            actions.append(.withdraw(room: observation.room, .turnEnded(turn: toldTurn)))
            isTurnShown = false
        }
        guard observation.isLive, observation.ended == nil else { return actions }
        if observation.isWorking {
            if workingSince == nil { workingSince = now - workedFor }
            idleSince = nil
            return actions
        }
        if let since = workingSince {
            workedFor = now - since
            workingSince = nil
            idleSince = now
        }
        guard let idleSince, now - idleSince >= AttentionPolicy.settle else { return actions }
        let worked = workedFor
        self.idleSince = nil
        workedFor = 0
        // A question that waits says more than "the turn is over".
        guard settings.tellsTurnEnds, !observation.isOnScreen, observation.asks.isEmpty,
            worked >= settings.shortestTurn * 1_000, let turn = observation.turn, turn != toldTurn
        else { return actions }
        toldTurn = turn
        isTurnShown = true
        actions.append(.tell(room: observation.room, .turnEnded(turn: turn)))
        return actions
    }

    // MARK: Ends

    mutating func end(_ observation: RoomObservation, settings: AttentionSettings) -> [AttentionAction] {
        guard let reason = observation.ended else {
            guard let told = toldEnd else { return [] }
            // Joined again.
            toldEnd = nil
            guard isEndShown else { return [] }
            isEndShown = false
            return [.withdraw(room: observation.room, .sessionEnded(told))]
        }
        workingSince = nil
        idleSince = nil
        workedFor = 0
        if observation.isOnScreen {
            guard let told = toldEnd, isEndShown else { return [] }
            isEndShown = false
            return [.withdraw(room: observation.room, .sessionEnded(told))]
        }
        guard settings.tellsSessionEnds, toldEnd == nil else { return [] }
        toldEnd = reason
        isEndShown = true
        return [.tell(room: observation.room, .sessionEnded(reason))]
    }
}
