import Attention
import CollabGuest
import CollabReplica
import CollabWire
import EnclaveContracts
import Foundation
import Transcript

/// From what a session publishes to what is to be told: the shared ``AttentionPolicy`` for each kind of listener, and the
/// names under which the registry keeps what was told. Pure: time comes in, instructions go out.
struct RoomWatch: Sendable {
    /// Something to do about a room.
    enum Instruction: Sendable, Hashable {
        /// Tell those who wish for it; telling twice changes nothing.
        case tell(AlertFacts, to: AttentionSettings)
        /// Take back, whoever was told.
        case close(subject: [String])
        /// These are the questions that are open; what else the registry holds as open is over.
        case reconcile(asks: [[String]])
    }

    /// What the session says now.
    struct Situation: Sendable {
        var connection: ConnectionState
        var replica: ReplicaState
        /// The host has proved that every question it asks is in the replica.
        var hasAllAsks: Bool

        init(_ update: SessionUpdate) {
            connection = update.connection
            replica = update.replica
            hasAllAsks = update.hasAllAsks
        }

        /// The questions this guest may answer.
        var openAsks: [Ask] { replica.readOnly ? [] : replica.asks }
    }

    /// The step of a multi-select question has the subject of the one before: that long, in milliseconds, the registry
    /// is not told that one which went is over.
    static let linger = AttentionPolicy.multiSelectBridge
    /// A host may make its room anew (protocol §3): that long, in milliseconds, a room that this watch has never seen
    /// alive proves nothing by being gone. A session that was live has waited by itself before it ends.
    static let grace = 120_000.0

    private let room: String
    private var policies: [AttentionSettings: AttentionPolicy] = [:]
    /// What is missing among the questions is over.
    private var isSettled = false
    /// The registry may hold questions as open of which no policy knows.
    private var mustReconcile = true
    /// When the registry is told which questions are open.
    private var reconcileAt: Double?
    /// Subjects that were open at the last look, and when others went.
    private var lastOpen: Set<[String]> = []
    private var lingering: [[String]: Double] = [:]
    private var hasBeenLive = false
    private var goneSince: Double?
    /// The registry was told that the room is gone, and nothing is open.
    private var isGoneTold = false
    /// The registry's name of what each policy told, for taking back.
    private var told: [AttentionSettings: [String: [String]]] = [:]
    /// How the session ended, until it is live again: attempts to come back change nothing about it.
    private var ended: String?
    private(set) var situation: Situation?
    /// What is said of each open question: it stays the same while the question does, and reading one takes a while.
    private var facts: [RequestID: (ask: Ask, facts: AlertFacts)] = [:]
    /// The session and its name that ``facts`` speak of.
    private var factsSession: [String?] = []
    /// Questions that were read so far: work that must not grow with those that are open.
    private(set) var readCount = 0

    /// A watch that has seen nothing.
    init(room: String) { self.room = room }

    /// Who listens changed: policies that are still wanted go on, new ones begin and tell what is open.
    mutating func listen(_ wanted: Set<AttentionSettings>) {
        policies = policies.filter { wanted.contains($0.key) }
        told = told.filter { wanted.contains($0.key) }
        for settings in wanted where policies[settings] == nil {
            policies[settings] = AttentionPolicy(settings: settings)
        }
    }

    /// New listeners of an old kind: everything open is told again, which reaches only those who were not told.
    mutating func repeatOpen() {
        for settings in policies.keys {
            policies[settings] = AttentionPolicy(settings: settings)
            told[settings] = nil
        }
        mustReconcile = true
    }

    /// The lease of the room was won: the registry may hold what an earlier bridge told.
    mutating func leaseWon() { mustReconcile = true }

    /// Takes a look.
    /// - Parameter newest: the newest there is, also when it is time alone that calls for a look.
    mutating func observe(_ newest: Situation?, now: Double) -> [Instruction] {
        if let newest { situation = newest }
        guard let situation else { return [] }
        noteConnection(situation.connection, now: now)
        isSettled = Self.isLive(situation.connection) && situation.hasAllAsks
        let replica = situation.replica
        // Before the welcome a broadcast may bring a question (protocol §12), but not the session it belongs to: told now,
        // it would have another name than after the welcome, and be told twice.
        let asks = situation.connection.isWelcomed ? situation.openAsks : []
        let session = replica.header?.id ?? ""
        let title = replica.sessionName
        let facts = read(asks, session: session, title: title)
        let openSubjects = ended == nil ? Set(facts.values.map(\.subject)) : []

        var instructions: [Instruction] = []
        for settings in policies.keys {
            let observation = RoomObservation(
                room: room, isOnScreen: false, isLive: isSettled, asks: asks, isWorking: replica.isWorking,
                turn: replica.entries.last?.id, ended: ended)
            for action in policies[settings]?.observe(observation, now: now) ?? [] {
                instructions += carryOut(
                    action, settings, facts: facts, session: session, title: title, open: openSubjects)
            }
        }
        instructions += renameMore(.more(session: session, title: title))
        if let open = reconciled(openSubjects.union(told.values.compactMap { $0[Self.more] }), now: now) {
            instructions.append(.reconcile(asks: open.sorted { $0.joined() < $1.joined() }))
        }
        return Self.unique(instructions)
    }

    /// What is said of the open questions.
    private mutating func read(_ asks: [Ask], session: String, title: String?) -> [RequestID: AlertFacts] {
        if factsSession != [session, title] {
            factsSession = [session, title]
            facts = [:]
        }
        var kept: [RequestID: (ask: Ask, facts: AlertFacts)] = [:]
        for ask in asks where kept[ask.id] == nil {
            if let known = facts[ask.id], known.ask == ask {
                kept[ask.id] = known
            } else {
                readCount += 1
                kept[ask.id] = (ask, AlertFacts(ask, session: session, title: title))
            }
        }
        facts = kept
        return kept.mapValues(\.facts)
    }

    /// The host began another session: that there are more questions has another name then.
    private mutating func renameMore(_ facts: AlertFacts) -> [Instruction] {
        var instructions: [Instruction] = []
        for settings in told.keys {
            guard let name = told[settings]?[Self.more], name != facts.subject else { continue }
            told[settings]?[Self.more] = facts.subject
            instructions += [.close(subject: name), .tell(facts, to: settings)]
        }
        return instructions
    }

    /// When to look again although nothing happened; nil when there is no such time.
    var deadline: Double? {
        if let goneSince, !isGoneTold { return goneSince + Self.grace }
        // Before that no policy has anything to decide.
        guard isSettled else { return nil }
        return (policies.values.compactMap(\.deadline) + (reconcileAt.map { [$0] } ?? [])).min()
    }

    /// Connected, but the host may be asking something that has not come yet.
    var mayMissAsks: Bool {
        guard let situation, !situation.hasAllAsks, situation.replica.asks.isEmpty else { return false }
        return situation.connection.isWelcomed
    }

    /// A step of a multi-select question went a moment ago, and the next has not come: nothing to show has changed.
    var isBetweenSteps: Bool {
        guard let situation, situation.openAsks.isEmpty, situation.connection.isWelcomed else { return false }
        return lingering.keys.contains { $0.first == AlertFacts.run }
    }

    private mutating func noteConnection(_ connection: ConnectionState, now: Double) {
        switch connection {
        case .live:
            hasBeenLive = true
            ended = nil
            goneSince = nil
            isGoneTold = false
        case .loading: goneSince = nil
        case .idle, .connecting, .waiting, .reconnecting: break
        case .ended(let reason):
            if hasBeenLive, ended == nil { ended = Self.sentence(reason) }
            if !hasBeenLive, Self.isGone(reason), goneSince == nil { goneSince = now }
        }
    }

    // MARK: What the registry holds as open

    /// The subjects that are open, when it is time to compare the registry with them: it may hold others, told by an
    /// earlier bridge, or to listeners who have changed their wishes since.
    private mutating func reconciled(_ open: Set<[String]>, now: Double) -> Set<[String]>? {
        if ended != nil || goneSince.map({ now - $0 >= Self.grace }) ?? false {
            guard !isGoneTold else { return nil }
            isGoneTold = true
            return []
        }
        guard isSettled else {
            // Others may settle what is open now.
            mustReconcile = true
            reconcileAt = nil
            lastOpen = []
            lingering = [:]
            return nil
        }
        for subject in lastOpen.subtracting(open) { lingering[subject] = now }
        lingering = lingering.filter { !open.contains($0.key) && now - $0.value < Self.linger }
        lastOpen = open
        if mustReconcile || !lingering.isEmpty, reconcileAt == nil { reconcileAt = now + Self.linger }
        mustReconcile = false
        guard let due = reconcileAt, due <= now else { return nil }
        reconcileAt = lingering.values.min().map { $0 + Self.linger }
        return open.union(lingering.keys)
    }

    private mutating func carryOut(
        _ action: AttentionAction, _ settings: AttentionSettings, facts: [RequestID: AlertFacts], session: String,
        title: String?, open: Set<[String]>
    ) -> [Instruction] {
        switch action {
        case .tell(_, let subject):
            guard let told = Self.facts(of: subject, facts, session: session, title: title) else { return [] }
            self.told[settings, default: [:]][Self.key(subject)] = told.subject
            return [.tell(told, to: settings)]
        case .rebind(_, let subject):
            // The steps of a run have one subject: nothing to say.
            if let fact = Self.facts(of: subject, facts, session: session, title: title) {
                told[settings, default: [:]][Self.key(subject)] = fact.subject
            }
            return []
        case .withdraw(_, let subject):
            let key = Self.key(subject)
            guard let name = told[settings]?.removeValue(forKey: key), !open.contains(name) else { return [] }
            // What is more for one listener may still be more for another.
            guard key != Self.more || told.values.allSatisfy({ $0[key] == nil }) else { return [] }
            return [.close(subject: name)]
        case .badge: return []
        }
    }

    private static let more = "more"

    /// The alert's own number names a question over the steps of a run.
    private static func key(_ subject: AttentionSubject) -> String {
        switch subject {
        case .ask(_, let alert): "ask \(alert)"
        case .moreAsks: more
        case .turnEnded(let turn): "turn \(turn)"
        case .sessionEnded: "end"
        }
    }

    private static func facts(
        of subject: AttentionSubject, _ asks: [RequestID: AlertFacts], session: String, title: String?
    ) -> AlertFacts? {
        switch subject {
        case .ask(let ask, _): asks[ask.id] ?? AlertFacts(ask, session: session, title: title)
        case .moreAsks: .more(session: session, title: title)
        case .turnEnded(let turn):
            AlertFacts(
                reason: .turnEnded, askId: nil, title: title, text: "The turn is over.", options: [], wantsText: false,
                subject: ["turn", session, turn], isOnceOnly: true)
        case .sessionEnded(let reason):
            AlertFacts(
                reason: .sessionEnded, askId: nil, title: title, text: reason, options: [], wantsText: false,
                subject: ["end", session], isOnceOnly: false)
        }
    }

    private static func unique(_ instructions: [Instruction]) -> [Instruction] {
        var seen: Set<Instruction> = []
        return instructions.filter { seen.insert($0).inserted }
    }

    private static func isLive(_ connection: ConnectionState) -> Bool {
        if case .live = connection { true } else { false }
    }

    /// The room is not there, or not the one the link names.
    private static func isGone(_ reason: EndReason) -> Bool {
        switch reason {
        case .bye, .roomClosed, .noSuchRoom, .hostAlreadyConnected, .wrongKey: true
        case .left, .roomFull, .refused, .welcomeTimeout, .snapshotTimeout, .unreadableWelcome: false
        }
    }

    /// How a session ended, in a sentence; nil when it may go on.
    private static func sentence(_ reason: EndReason) -> String? {
        switch reason {
        case .left: nil
        case .bye(let words): words.isEmpty ? "The host ended the session." : words
        case .roomClosed, .noSuchRoom: "The host is gone, and the room with it."
        case .hostAlreadyConnected: "Another host took the room."
        case .roomFull: "The room is full."
        case .wrongKey: "The room's key changed."
        case .refused(let words): words
        case .welcomeTimeout, .snapshotTimeout: nil
        case .unreadableWelcome: nil
        }
    }
}
