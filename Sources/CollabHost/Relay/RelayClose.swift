/// Why a relay closes a connection: the code and its words (protocol §3).
public struct RelayClose: Sendable, Hashable {
    /// Of the close frame.
    public var code: UInt16
    /// Of the close frame; for people.
    public var reason: String

    /// The host left, or the relay stops.
    public static let roomClosed = RelayClose(code: 4001, reason: "room closed")
    /// A guest came to a room that has no host.
    public static let noSuchRoom = RelayClose(code: 4004, reason: "no such room")
    /// A second host came.
    public static let hostConnected = RelayClose(code: 4009, reason: "a host is already connected for this room")
    /// The room has as many guests as the relay allows.
    public static let roomFull = RelayClose(code: 4029, reason: "room is full")
    /// A host came and the relay has as many rooms as it allows.
    public static let relayFull = RelayClose(code: 4029, reason: "this relay has no room left")
    /// The receiver does not take what is sent to it. Transient for a guest: it reconnects and gets a fresh snapshot,
    /// where dropped frames would be a silent loss.
    public static let tooSlow = RelayClose(code: 4008, reason: "too slow: frames could not be delivered")
}
