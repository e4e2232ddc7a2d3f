import CollabReplica
import CollabWire
import Foundation

/// The prompts of a person on their way to the host: nothing leaves it unseen (protocol §3).
///
/// A prompt leaves the outbox when the transcript shows it (a `collab-prompt` of the same text and author behind the
/// entry that was last when it was sent), or when a person discards it.
/// * When the connection drops after a prompt was handed over, nobody knows whether the host got it. After the next
///   whole snapshot it is looked for; when it is not there and the host has had nothing queued for
///   ``Timing/settled``, it is sent once more. Later prompts wait for that, so the order stays.
///   When the snapshot does not reach back far enough to tell, the prompt is refused with that reason.
/// * When a prompt was sent and the host stays idle for ``Timing/unanswered`` without showing it, it is refused with
///   that reason (an abort clears the host's queue without a word).
/// * An `error` frame that can only be about a prompt refuses the oldest one under way.
struct Outbox: Sendable {
    /// Milliseconds.
    enum Timing {
        static let settled: Double = 3_000
        static let unanswered: Double = 10_000
    }

    /// What is known of a prompt that was handed over in this session.
    private struct Flight: Sendable {
        var sentAt: Double
        /// The connection it was handed to is gone.
        var isUncertain = false
    }

    /// In the order they were written.
    private(set) var items: [OutboxItem]
    private var flights: [OutboxItem.ID: Flight] = [:]
    /// Since when the host's queue is empty, and since when it is idle as well.
    private var queueEmptySince: Double?
    private var idleSince: Double?
    private let author: String
    private let limit: Int

    /// - Parameters:
    ///   - restored: what an earlier session left; what was under way then is uncertain.
    ///   - author: the guest's name as the host shows it.
    ///   - limit: prompts that may wait.
    init(restored: [OutboxItem], author: String, limit: Int) {
        items = restored
        self.author = author
        self.limit = limit
        for item in restored where item.state == .sending || item.state == .sent {
            flights[item.id] = Flight(sentAt: -.infinity, isUncertain: true)
        }
    }

    /// Ids that are ready to be sent, in order.
    var unsent: [OutboxItem.ID] { items.filter { $0.state == .notSent }.map(\.id) }

    /// Some prompt may or may not have arrived: later ones wait.
    var isUncertain: Bool { flights.values.contains { $0.isUncertain } }

    /// Prompts under way on the present connection.
    var hasPromptsUnderWay: Bool { flights.values.contains { !$0.isUncertain } }

    /// The transcript may show it: under way, or refused after it was handed over.
    private func isInQuestion(_ item: OutboxItem) -> Bool {
        if flights[item.id] != nil { return true }
        if case .refused = item.state { return item.sentAfter != nil }
        return false
    }

    /// The prompt with an id.
    func item(_ id: OutboxItem.ID) -> OutboxItem? { items.first { $0.id == id } }

    // MARK: A person's doings

    /// Adds a prompt; `refusal` is why it can't be sent at all.
    mutating func add(_ text: String, images: [PromptImage], refusal: String?) -> OutboxItem {
        var state = refusal.map { OutboxItem.State.refused($0) } ?? .notSent
        if items.count >= limit { state = .refused("Too many prompts are waiting. Discard some and send again.") }
        let item = OutboxItem(text: text, images: images, state: state)
        items.append(item)
        return item
    }

    /// Takes a prompt out; not while it is being written. Returns whether it went.
    mutating func discard(_ id: OutboxItem.ID) -> Bool {
        guard let item = item(id), item.state != .sending || flights[id]?.isUncertain == true else { return false }
        items.removeAll { $0.id == id }
        flights[id] = nil
        return true
    }

    /// Makes a refused or unconfirmed prompt the newest unsent one. Returns whether it will be sent.
    mutating func resend(_ id: OutboxItem.ID) -> Bool {
        guard let item = item(id) else { return false }
        switch item.state {
        case .notSent: return false
        case .sending where flights[id]?.isUncertain != true: return false
        case .sending, .sent, .refused: break
        }
        flights[id] = nil
        items.removeAll { $0.id == id }
        items.append(OutboxItem(id: item.id, text: item.text, images: item.images, state: .notSent))
        return true
    }

    // MARK: The writer's doings

    /// The prompt is handed to the transport while the transcript ends with `lastEntry`.
    mutating func begin(_ id: OutboxItem.ID, after lastEntry: String?, at now: Double) {
        update(id) {
            $0.state = .sending
            $0.sentAfter = lastEntry ?? ""
        }
        flights[id] = Flight(sentAt: now)
    }

    /// The transport took it.
    mutating func written(_ id: OutboxItem.ID, at now: Double) {
        guard let item = item(id), item.state == .sending, flights[id]?.isUncertain == false else { return }
        update(id) { $0.state = .sent }
        flights[id]?.sentAt = now
    }

    /// It can't be sent.
    mutating func refuse(_ id: OutboxItem.ID, _ reason: String) {
        update(id) { $0.state = .refused(reason) }
        flights[id] = nil
    }

    private mutating func update(_ id: OutboxItem.ID, _ change: (inout OutboxItem) -> Void) {
        guard let index = items.firstIndex(where: { $0.id == id }) else { return }
        change(&items[index])
    }

    // MARK: What the session learns

    /// The connection is gone: what was under way may or may not have arrived.
    mutating func dropped() {
        for id in flights.keys { flights[id]?.isUncertain = true }
        queueEmptySince = nil
        idleSince = nil
    }

    /// An `error` frame that can only be about a prompt. Returns whether one was refused.
    mutating func refuseOldest(_ reason: String) -> Bool {
        let underWay = items.first { flights[$0.id]?.isUncertain == false }
        guard let underWay else { return false }
        refuse(underWay.id, reason)
        return true
    }

    /// An entry was appended: a prompt of ours that has arrived leaves the outbox.
    mutating func observe(_ entry: Entry) -> Bool {
        guard !items.isEmpty, let text = text(ifOwn: entry),
            let item = items.first(where: { isInQuestion($0) && Self.isSame($0.text, text) })
        else { return false }
        items.removeAll { $0.id == item.id }
        flights[item.id] = nil
        return true
    }

    /// A snapshot is whole: looks for what may have arrived before the connection dropped.
    /// - Parameters:
    ///   - isComplete: the snapshot goes back to the beginning of the session.
    ///   - hasGaps: a part of it did not arrive, so what is not there proves nothing.
    mutating func observe(snapshot entries: EntryList, isComplete: Bool, hasGaps: Bool = false) -> Bool {
        guard items.contains(where: { isInQuestion($0) }) else { return false }
        let before = items
        // Only as far back as the oldest prompt in question can lie.
        let anchors = Set(items.filter { isInQuestion($0) }.compactMap(\.sentAfter))
        var tail: [Entry] = []
        var reached: Set<String> = isComplete ? [""] : []
        for position in entries.indices.reversed() {
            let entry = entries[position]
            if let id = entry.id, anchors.contains(id) {
                reached.insert(id)
                // A prompt sent into an empty session lies anywhere from the first entry on.
                if !anchors.contains(""), reached.isSuperset(of: anchors) { break }
            }
            tail.append(entry)
        }
        for entry in tail.reversed() { _ = observe(entry) }
        for item in items where flights[item.id]?.isUncertain == true {
            guard !hasGaps, let anchor = item.sentAfter, reached.contains(anchor) || isComplete else {
                refuse(item.id, "It is not known whether this prompt arrived. Look for it before you send it again.")
                continue
            }
        }
        return items != before
    }

    /// The host's queue and activity, as of now. Returns the prompts to send once more.
    mutating func settle(isLive: Bool, queued: Int, isWorking: Bool, at now: Double) -> Settlement {
        queueEmptySince = isLive && queued == 0 ? queueEmptySince ?? now : nil
        idleSince = isLive && queued == 0 && !isWorking ? idleSince ?? now : nil
        var settlement = Settlement()
        for item in items {
            guard let flight = flights[item.id], let due = due(flight), now >= due else { continue }
            settlement.isChanged = true
            if flight.isUncertain {
                flights[item.id] = nil
                update(item.id) { $0.state = .notSent }
                settlement.resend.append(item.id)
            } else if item.state == .sent {
                refuse(item.id, "The host did not take this prompt. An abort may have cleared it.")
            }
        }
        return settlement
    }

    /// What ``settle(isLive:queued:isWorking:at:)`` decided.
    struct Settlement: Sendable {
        var resend: [OutboxItem.ID] = []
        var isChanged = false
    }

    /// When ``settle(isLive:queued:isWorking:at:)`` is due.
    var deadline: Double? { flights.values.compactMap { due($0) }.min() }

    private func due(_ flight: Flight) -> Double? {
        if flight.isUncertain { return queueEmptySince.map { $0 + Timing.settled } }
        return idleSince.map { max($0, flight.sentAt) + Timing.unanswered }
    }

    private func text(ifOwn entry: Entry) -> String? {
        guard case .customMessage(let custom) = entry.kind, custom.customType == CustomMessage.collabPrompt,
            custom.author == nil || custom.author == author
        else { return nil }
        return custom.content.reduce(into: "") { text, block in
            if case .text(let part) = block { text += part.value }
        }
    }

    /// Hosts may trim a prompt.
    private static func isSame(_ left: String, _ right: String) -> Bool {
        left == right
            || left.trimmingCharacters(in: .whitespacesAndNewlines)
                == right.trimmingCharacters(in: .whitespacesAndNewlines)
    }
}
