import CollabReplica

/// What a subscriber of a session gets: the newest state, and what changed since its last update.
public struct SessionUpdate: Sendable {
    /// Where the connection stands.
    public var connection: ConnectionState
    /// Everything known of the session.
    public var replica: ReplicaState
    /// What changed in it since this subscriber's last update.
    public var change: ReplicaChange
    /// The prompts that are not in the transcript yet, oldest first.
    public var outbox: [OutboxItem]
    /// Every question that is open at the host is in ``replica``: one that is missing is settled. False from a welcome
    /// until the host has proved it, while the connection is away, and always without ``SessionOptions/confirmsAsks``.
    public var hasAllAsks: Bool
    /// What came over the wire.
    public var counters: SessionCounters

    /// An update.
    public init(
        connection: ConnectionState, replica: ReplicaState, change: ReplicaChange, outbox: [OutboxItem],
        hasAllAsks: Bool = false, counters: SessionCounters = SessionCounters()
    ) {
        self.connection = connection
        self.replica = replica
        self.change = change
        self.outbox = outbox
        self.hasAllAsks = hasAllAsks
        self.counters = counters
    }
}
