import CollabWire

/// Answers given here that the host has not confirmed by ending the question (protocol §10).
///
/// An answer belongs to the connection it was written on. After another `welcome` it is sent again, but only when the
/// host asks the same question once more; when it does not, the answer expires.
struct HeldAnswers {
    private struct Held {
        var ask: Ask
        var value: String?
        var receipt: CommandReceipt
        /// The welcome under which it was written or queued; nil while it waits for the host to ask again.
        var welcome: Int?
        /// When it no longer waits for that, in milliseconds.
        var expires: Double?
        /// It is being written to this connection, or was.
        var isWritten = false
    }

    /// What a question that comes (again) means.
    enum Meaning: Equatable {
        /// Nothing is held for it, or what is held was for another question: it is to be shown.
        case unanswered
        /// It was answered on this connection already.
        case answered
        /// It was answered on an earlier connection: the answer is to be sent again.
        case toBeSentAgain
    }

    private var held: [RequestID: Held] = [:]
    /// Counts welcomes.
    private var welcomes = 0

    /// Keeps an answer; an earlier one for the same question ends.
    mutating func hold(_ ask: Ask, value: String?, receipt: CommandReceipt) {
        end(ask.id)
        held[ask.id] = Held(ask: ask, value: value, receipt: receipt)
    }

    /// What to write for a question; nil when its answer is no longer held. The inner nil cancels the question.
    mutating func frame(for id: RequestID) -> GuestFrame? {
        held[id]?.isWritten = true
        return held[id].map { .uiResponse(reqId: id, value: $0.value) }
    }

    /// The answer waits in the send queue of the present connection.
    mutating func queued(_ id: RequestID) {
        held[id]?.welcome = welcomes
        held[id]?.expires = nil
    }

    /// The answer left.
    func written(_ id: RequestID) { held[id]?.receipt.end(.sent) }

    /// The host ended the question, however that came. Its word may be here before the connection says that the answer is
    /// out: that answer has left all the same.
    mutating func end(_ id: RequestID, _ outcome: CommandReceipt.Outcome? = nil) {
        guard let answer = held.removeValue(forKey: id) else { return }
        answer.receipt.end(outcome ?? (answer.isWritten ? .sent : .expired))
    }

    /// The host asks.
    mutating func asked(_ ask: Ask) -> Meaning {
        guard let answer = held[ask.id] else { return .unanswered }
        guard answer.ask.title == ask.title, answer.ask.kind == ask.kind else {
            end(ask.id)
            return .unanswered
        }
        return answer.welcome == welcomes ? .answered : .toBeSentAgain
    }

    /// A `welcome` came. A guest that may only watch has nothing to answer any more.
    mutating func welcomed(readOnly: Bool) {
        welcomes += 1
        if readOnly { finish() }
    }

    /// The snapshot is whole. The host asks again right behind it, or not at all.
    mutating func live(until deadline: Double) {
        for id in held.keys where held[id]?.welcome != welcomes { held[id]?.expires = deadline }
    }

    /// The connection is gone: what has not left waits for the host to ask again.
    mutating func dropped() {
        for id in held.keys where held[id]?.receipt.current == nil {
            held[id]?.welcome = nil
            held[id]?.isWritten = false
        }
    }

    /// Ends answers that the host did not ask for again.
    mutating func expire(at now: Double) {
        for (id, answer) in held where answer.expires.map({ now >= $0 }) ?? false { end(id) }
    }

    /// When ``expire(at:)`` has something to do.
    var deadline: Double? { held.values.compactMap(\.expires).min() }

    /// Nothing is left pending when a session is over.
    mutating func finish() {
        for answer in held.values { answer.receipt.end(.expired) }
        held = [:]
    }
}
