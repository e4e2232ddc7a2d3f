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
        /// A welcome reset the replica since the last look.
        var isReset: Bool

        init(_ update: SessionUpdate) {
            connection = update.connection
            replica = update.replica
            isReset = update.change.isReset
        }
    }

    /// After a welcome the host asks again, behind the snapshot: that long, in milliseconds, a missing question proves
    /// nothing.
    static let settle = 1_500.0

    private let room: String
    private var policies: [AttentionSettings: AttentionPolicy] = [:]
    private var liveSince: Double?
    /// Live for long enough that a missing question proves something.
    private var isSettled = false
    private var hasReconciled = false
    private var hasBeenLive = false
    /// The registry's name of what each policy told, for taking back.
    private var told: [AttentionSettings: [String: [String]]] = [:]
    /// How the session ended, until it is live again: attempts to come back change nothing about it.
    private var ended: String?
    private(set) var situation: Situation?

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
    }

    /// The lease of the room was won: the registry may hold what an earlier bridge told.
    mutating func leaseWon() { hasReconciled = false }

    /// Takes a look.
    mutating func observe(_ newest: Situation?, now: Double) -> [Instruction] {
        if let newest {
            if newest.isReset || !Self.isLive(newest.connection) { liveSince = nil }
            situation = newest
        }
        guard let situation else { return [] }
        let isLive = Self.isLive(situation.connection)
        if isLive, liveSince == nil { liveSince = now }
        if isLive {
            hasBeenLive = true
            ended = nil
        } else if hasBeenLive, ended == nil {
            ended = Self.end(of: situation.connection)
        }
        isSettled = liveSince.map { isLive && now - $0 >= Self.settle } ?? false
        let replica = situation.replica
        let asks = replica.readOnly ? [] : replica.asks
        let session = replica.header?.id ?? ""
        let title = replica.state?.sessionName ?? replica.header?.title
        let facts = Dictionary(asks.map { ($0.id, AlertFacts($0, session: session, title: title)) }) { first, _ in first
        }
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
        if isSettled, !hasReconciled || ended != nil {
            hasReconciled = true
            instructions.append(.reconcile(asks: openSubjects.sorted { $0.joined() < $1.joined() }))
        }
        return Self.unique(instructions)
    }

    /// When to look again although nothing happened; nil when there is no such time.
    var deadline: Double? {
        // Before that no policy has anything to decide.
        guard isSettled else { return liveSince.map { $0 + Self.settle } }
        return policies.values.compactMap(\.deadline).min()
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
            guard let name = told[settings]?.removeValue(forKey: Self.key(subject)), !open.contains(name) else {
                return []
            }
            return [.close(subject: name)]
        case .badge: return []
        }
    }

    /// The alert's own number names a question over the steps of a run.
    private static func key(_ subject: AttentionSubject) -> String {
        switch subject {
        case .ask(_, let alert): "ask \(alert)"
        case .turnEnded(let turn): "turn \(turn)"
        case .sessionEnded: "end"
        }
    }

    private static func facts(
        of subject: AttentionSubject, _ asks: [RequestID: AlertFacts], session: String, title: String?
    ) -> AlertFacts? {
        switch subject {
        case .ask(let ask, _): asks[ask.id] ?? AlertFacts(ask, session: session, title: title)
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

    /// How a session ended, in a sentence; nil while it may go on.
    private static func end(of connection: ConnectionState) -> String? {
        guard case .ended(let reason) = connection else { return nil }
        return switch reason {
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
