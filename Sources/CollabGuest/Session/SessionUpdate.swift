import CollabReplica

/// What a subscriber of a session gets: the newest state, and what changed since its last update.
public struct SessionUpdate: Sendable {
    public var connection: ConnectionState
    public var replica: ReplicaState
    public var change: ReplicaChange
    public var outbox: [OutboxItem]

    public init(connection: ConnectionState, replica: ReplicaState, change: ReplicaChange, outbox: [OutboxItem]) {
        self.connection = connection
        self.replica = replica
        self.change = change
        self.outbox = outbox
    }
}
