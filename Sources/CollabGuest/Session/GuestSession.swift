import CollabReplica
import CollabWire

/// One room, joined as a guest: connection, replica, outbox and requests behind one door (protocol §3–§5, §9–§12).
public actor GuestSession {
    /// Everything a subscriber needs, newest first; see ``SessionUpdates``.
    public nonisolated var updates: SessionUpdates { SessionUpdates(hub: hub) }
    /// The newest update.
    public nonisolated var current: SessionUpdate { hub.latest }

    private let hub: UpdateHub

    /// A session that has not started yet.
    /// - Parameters:
    ///   - link: relay, room and secret.
    ///   - name: shown to others; the host trims it to 64 characters.
    ///   - options: bounds and wishes.
    ///   - connector: opens connections.
    ///   - clock: time.
    ///   - random: jitter of the backoff.
    ///   - outbox: prompts kept from an earlier session with this room (``SessionUpdate/outbox``).
    public init(
        link: RoomLink, name: String, options: SessionOptions = SessionOptions(), connector: any TransportConnector,
        clock: any SessionClock = SystemClock(), random: any RandomSource = SystemRandom(), outbox: [OutboxItem] = []
    ) {
        hub = UpdateHub(
            SessionUpdate(connection: .idle, replica: ReplicaState(), change: ReplicaChange(), outbox: outbox))
    }

    // MARK: Life

    /// Connects, and stays connected until the session ends.
    public func start() {}

    /// Leaves for good: ``EndReason/left``.
    public func stop() {
        hub.publish(
            SessionUpdate(
                connection: .ended(.left), replica: current.replica, change: ReplicaChange(), outbox: current.outbox),
            isLast: true)
    }

    /// The app is in the foreground again: connects within a second, or checks that the connection still stands.
    public func resume() {}

    /// The network path changed: the same check, and a waiting attempt starts at once.
    public func networkChanged() {}

    /// The app went to the background: a connection is kept while the system lets it, but not tried again.
    public func enterBackground() {}

    /// Asks the host for a fresh snapshot on the same connection. Every `hello` is announced to the room: rarely.
    public func resynchronise() {}

    // MARK: Steering

    /// Puts a prompt into the outbox. It leaves now, or after the next `welcome`.
    /// - Returns: its id in ``SessionUpdate/outbox``, where its state shows what became of it.
    @discardableResult
    public func sendPrompt(_ text: String, images: [PromptImage] = []) -> OutboxItem.ID {
        OutboxItem(text: text, images: images, state: .notSent).id
    }

    /// Takes a prompt out of the outbox, unless it is being written right now.
    public func discard(_ id: OutboxItem.ID) {}

    /// Sends a refused or unconfirmed prompt once more.
    public func resend(_ id: OutboxItem.ID) {}

    /// Asks the host to stop the running turn.
    @discardableResult
    public func abort() -> CommandReceipt { CommandReceipt(.refused("The session has not started.")) }

    /// Answers a question; nil cancels it. Dropped when the question is gone; sent again after a reconnect only if
    /// the host still asks the same.
    @discardableResult
    public func answer(_ id: RequestID, value: String?) -> CommandReceipt {
        CommandReceipt(.refused("The session has not started."))
    }

    /// Talks to, stops or revives a subagent.
    @discardableResult
    public func agent(_ command: AgentCommand, _ agentId: String) -> CommandReceipt {
        CommandReceipt(.refused("The session has not started."))
    }

    // MARK: Reading

    /// A part of a subagent's transcript, from a byte on.
    public func transcript(agent agentId: String, fromByte: Int) async throws(RequestError) -> TranscriptPart {
        throw .notLive
    }

    /// Loads the page before the first entry and prepends it. Returns whether there is more before it.
    /// A second call while one is under way waits for the same page.
    @discardableResult
    public func loadEarlier() async throws(RequestError) -> Bool { throw .notLive }

    /// Loads a value the host trimmed and puts it back into its entry.
    public func load(_ elided: ElidedValue, of entryId: String) async throws(RequestError) { throw .notLive }
}
