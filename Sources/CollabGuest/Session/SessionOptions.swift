/// What a session asks of the host, and the bounds it keeps.
public struct SessionOptions: Sendable, Hashable {
    /// How much of the end of the session to ask for when joining (UTF-16 units of JSON); nil asks for all of it.
    /// Hosts that don't know tails send everything either way.
    public var tailBytes: Int? = 1 << 20
    /// How much a page of earlier entries may hold (UTF-16 units of JSON).
    public var historyBytes = 1 << 20
    /// Prompts that may wait in the outbox; more are refused.
    public var maximumOutbox = 200
    /// Commands and requests that may wait to be written; more are refused.
    public var maximumQueue = 500
    /// The largest message a relay takes from a guest: 16 MiB (protocol §12).
    public var maximumOutgoing = 16 << 20
    /// Sealed frames remembered to refuse replays.
    public var replayWindow = 32_768

    /// Whether the transcript is kept. Without, only its newest entry is: for a guest that follows state and questions.
    /// Such a guest must send no prompts: their fate is read off the transcript.
    public var keepsEntries = true

    /// Whether the host is made to prove, after each welcome, that it has asked everything it asks
    /// (``SessionUpdate/hasAllAsks``): for a guest that tells people about questions and takes that back. Costs one
    /// small request for each welcome.
    public var confirmsAsks = false

    /// The usual bounds.
    public init() {}
}
