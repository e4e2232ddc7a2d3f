import CollabGuest
import CollabTesting
import CollabWire

/// Plays the host of a room frame by frame, for states that no host stays in: half a snapshot, a lost connection.
@MainActor
public final class HandHost {
    /// What the guest dials.
    public let relay = FakeRelay()
    private let sealer: Sealer
    private let opener: Opener

    /// The host of a room.
    /// - Parameter link: the room's link.
    public init(_ link: RoomLink) throws {
        sealer = try Sealer(secret: link.secret)
        opener = try Opener(secret: link.secret)
    }

    /// Delivers frames, written as JSON.
    public func deliver(_ frames: String...) throws {
        let messages = try frames.map { TransportMessage.binary(try sealer.seal(try JSONText(validating: $0))) }
        relay.socket?.deliver(messages)
    }

    /// Delivers a frame, and the same sealed bytes once more, as somebody would who plays back what passed by.
    public func deliverTwice(_ frame: String) throws {
        let message = TransportMessage.binary(try sealer.seal(try JSONText(validating: frame)))
        relay.socket?.deliver([message, message])
    }

    /// What the guest has sent over the newest connection.
    public func sent() throws -> [JSONText] {
        try (relay.socket?.sent ?? []).compactMap { message in
            guard case .binary(let data) = message, let envelope = Envelope(data) else { return nil }
            return try opener.open(envelope).json()
        }
    }

    /// What the guest has sent of a kind.
    public func sent(_ kind: String) throws -> [JSONText] { try sent().filter { $0["t"]?.stringValue == kind } }
}
