/// Whether the host has said everything it asks (protocol §10).
///
/// Behind a snapshot the host sends the questions that wait, and says nowhere that these were all of them. What it
/// answers later on the same connection proves it, because a connection keeps order: once a request that left after the
/// snapshot has its reply, a question that did not come is not asked any more. No time goes into this, so neither a slow
/// host nor a busy machine can make an open question look settled.
struct AskFence: Sendable {
    /// Whose transcript is asked for: nobody's, so that the reply is the shortest there is.
    static let agentId = "nobody"

    /// The request that waits for its reply.
    private(set) var call: Requests.Call?
    /// The reply came.
    private(set) var isPassed = false

    /// A new welcome, or no connection: what was proved counts no more.
    /// - Returns: the request whose reply would prove nothing now.
    mutating func reset() -> Requests.Call? {
        defer { self = AskFence() }
        return call
    }

    /// A request left behind the snapshot.
    mutating func raise(_ call: Requests.Call) {
        self.call = call
        isPassed = false
    }

    /// This guest is asked nothing: there is nothing to wait for.
    mutating func open() {
        call = nil
        isPassed = true
    }

    /// A request ended.
    /// - Parameter isAnswered: whether the host answered, with whatever.
    /// - Returns: whether it should be made again.
    mutating func ended(_ call: Requests.Call, isAnswered: Bool) -> Bool {
        guard call == self.call else { return false }
        self.call = nil
        isPassed = isAnswered
        return !isAnswered
    }
}
