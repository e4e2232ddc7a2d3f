/// What one relay allows.
public struct RelayLimits: Sendable, Hashable {
    /// A larger message closes its sender with 1009; bytes. The reference relay stops at 16 MiB.
    public var messageSize = 32 << 20
    /// Rooms at a time; the next host is closed with 4029.
    public var rooms = 1000
    /// Guests in one room at a time; the next one is closed with 4029.
    public var guestsPerRoom = 256
    /// Connections at a time, hosts and guests; the next one's upgrade is answered with 503.
    public var connections = 10_000
    /// Unsent bytes for one receiver above which its senders are no longer read.
    public var backlog = 8 << 20
    /// Milliseconds a receiver may stay above half its backlog before it is closed with 4008.
    public var patience = 20_000.0

    /// The protocol's sizes; room for a small team's relay.
    public init() {}

    /// Unsent bytes for one receiver that are never exceeded: the backlog and one message that was under way.
    public var hardBacklog: Int { backlog + messageSize }
    /// Unsent bytes at which a receiver counts as having caught up.
    var caughtUp: Int { backlog / 2 }
}
