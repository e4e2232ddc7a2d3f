import CollabWire

/// What is to be written, in order, and what may be written now (protocol §4, §5).
///
/// Prompts wait for a whole snapshot and keep their order; a command does not overtake a prompt while the snapshot
/// loads; nothing else has to wait once the host has said `welcome`, and before that only `hello` may leave.
struct SendQueue {
    /// Something to write.
    enum Item {
        /// Says who this guest is, on the connection of that generation.
        case hello(Int)
        case prompt(OutboxItem.ID)
        /// With the time at which it is no longer worth sending, in milliseconds.
        case command(GuestFrame, CommandReceipt, expires: Double)
        case answer(RequestID)
        case request(GuestFrame)
    }

    /// How far the connection has come.
    struct Readiness {
        /// The host said `welcome` on this connection.
        var isWelcomed: Bool
        /// The snapshot is whole.
        var isLive: Bool
        /// What became of an earlier prompt is not known yet.
        var isUncertain: Bool
    }

    private var items: [Item]

    init(prompts: [OutboxItem.ID] = []) { items = prompts.map { .prompt($0) } }

    var count: Int { items.count }

    mutating func append(_ item: Item) { items.append(item) }

    /// `hello` comes before everything else.
    mutating func putHello(_ generation: Int) { items.insert(.hello(generation), at: 0) }

    /// What is sent once more comes before what was written later.
    mutating func resend(_ prompts: [OutboxItem.ID]) {
        let place = items.firstIndex { if case .prompt = $0 { true } else { false } } ?? items.endIndex
        items.insert(contentsOf: prompts.map { .prompt($0) }, at: place)
    }

    /// Whether ``takeNext(_:)`` would give something.
    func hasNext(_ readiness: Readiness) -> Bool { next(readiness) != nil }

    /// Takes out what is to be written next.
    mutating func takeNext(_ readiness: Readiness) -> Item? { next(readiness).map { items.remove(at: $0) } }

    private func next(_ readiness: Readiness) -> Int? {
        guard readiness.isWelcomed else {
            guard case .hello = items.first else { return nil }
            return 0
        }
        var isBehindPrompt = false
        for (index, item) in items.enumerated() {
            switch item {
            case .prompt:
                if readiness.isLive, !readiness.isUncertain { return index }
                isBehindPrompt = true
            case .command:
                if readiness.isLive || !isBehindPrompt { return index }
            case .hello, .answer, .request: return index
            }
        }
        return nil
    }

    /// The connection is gone, and with it what made sense on it only. Answers come back when the host asks again.
    mutating func dropped() {
        items.removeAll { item in
            switch item {
            case .hello, .request, .answer: true
            case .prompt, .command: false
            }
        }
    }

    /// Ends commands that waited too long.
    mutating func expire(at now: Double) {
        items.removeAll { item in
            guard case .command(_, let receipt, let expires) = item, now >= expires else { return false }
            receipt.end(.expired)
            return true
        }
    }

    /// When ``expire(at:)`` has something to do.
    var deadline: Double? {
        items.compactMap { if case .command(_, _, let expires) = $0 { expires } else { nil } }.min()
    }

    /// Nothing is left pending when a session is over.
    mutating func finish() {
        expire(at: .infinity)
        items = []
    }
}
