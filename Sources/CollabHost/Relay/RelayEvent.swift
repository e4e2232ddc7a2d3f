/// What a relay writes into its log: no room id, no address, no content.
public enum RelayEvent: Sendable, Hashable, CustomStringConvertible {
    /// With the number of rooms there are now.
    case roomOpened(RoomTag, rooms: Int)
    /// With the number of rooms there are now.
    case roomClosed(RoomTag, rooms: Int)
    /// With the number of guests there are now.
    case guestJoined(RoomTag, peer: UInt32, guests: Int)
    /// With the number of guests there are now.
    case guestLeft(RoomTag, peer: UInt32, guests: Int)
    /// A receiver that did not receive was sent away.
    case slowDropped(RoomTag)
    /// A guest was turned away with 4029.
    case roomFull(RoomTag)
    /// A host was turned away with 4029.
    case relayFull

    /// One line.
    public var description: String {
        switch self {
        case .roomOpened(let tag, let rooms): "room \(tag) opened, \(rooms) open"
        case .roomClosed(let tag, let rooms): "room \(tag) closed, \(rooms) open"
        case .guestJoined(let tag, let peer, let guests): "room \(tag): guest \(peer) joined, \(guests) here"
        case .guestLeft(let tag, let peer, let guests): "room \(tag): guest \(peer) left, \(guests) here"
        case .slowDropped(let tag): "room \(tag): dropped a connection that did not keep up"
        case .roomFull(let tag): "room \(tag) is full"
        case .relayFull: "no room for another room"
        }
    }
}

/// A name for a room in logs that does not give its id away; another one after every start of the process.
public struct RoomTag: Sendable, Hashable, CustomStringConvertible {
    /// Eight hexadecimal digits.
    public let description: String

    /// The tag of a room.
    public init(_ roomId: String) {
        // Seeded anew by every process, so that a log cannot be searched for a known room id.
        let hash = UInt32(truncatingIfNeeded: roomId.hashValue)
        let digits = String(hash, radix: 16)
        description = String(repeating: "0", count: 8 - digits.count) + digits
    }
}
