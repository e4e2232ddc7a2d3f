import Foundation

/// One message of a WebSocket.
public enum TransportMessage: Sendable, Hashable {
    /// An envelope (protocol §3).
    case binary(Data)
    /// Relay control JSON.
    case text(String)
}

/// One open connection to a relay.
///
/// A transport is pulled: `receive` returns what has arrived, in order, and when nobody pulls, it stops reading from
/// the network above a bound. `send` suspends while too much waits to be written. Neither ever drops a message.
public protocol Transport: Sendable {
    /// Everything that has arrived since the last call, at least one message, in order; waits when there is nothing.
    /// - Throws: ``TransportError`` once the connection is gone and everything that arrived has been handed out.
    func receive() async throws(TransportError) -> [TransportMessage]

    /// Hands a message to the network in order; returns when it is accepted, not when it has arrived.
    func send(_ message: TransportMessage) async throws(TransportError)

    /// Sends a WebSocket ping and waits for its pong.
    func ping() async throws(TransportError)

    /// Closes the connection; a waiting `receive` ends with ``TransportError/closed(code:reason:)``. Idempotent.
    func close(code: UInt16, reason: String) async
}

/// Opens connections.
public protocol TransportConnector: Sendable {
    /// Connects to a relay's room as a guest or host, or to another WebSocket.
    /// - Throws: ``TransportError``; cancellation throws ``TransportError/cancelled``.
    func connect(to endpoint: Endpoint) async throws(TransportError) -> any Transport
}

/// Where to connect: `ws(s)://host[:port]` and what is there.
public struct Endpoint: Sendable, Hashable {
    /// Who connects.
    public enum Role: String, Sendable, Hashable { case guest, host }

    /// What is asked for there.
    public enum Target: Sendable, Hashable {
        /// A relay's room, as a guest or its host: `/r/<roomId>?role=…`. Holds no secret.
        case room(String, Role)
        /// A WebSocket of another kind, by its path.
        case path(String)
    }

    /// TLS: `wss`, otherwise `ws`.
    public var isSecure: Bool
    /// IPv6 with brackets.
    public var host: String
    /// Nil for the scheme's own port.
    public var port: Int?
    /// What is asked for.
    public var target: Target

    /// Something at a host.
    public init(isSecure: Bool, host: String, port: Int?, target: Target) {
        self.isSecure = isSecure
        self.host = host
        self.port = port
        self.target = target
    }

    /// A relay's room.
    public init(isSecure: Bool, host: String, port: Int?, roomId: String, role: Role) {
        self.init(isSecure: isSecure, host: host, port: port, target: .room(roomId, role))
    }
}

/// Limits every transport keeps.
public enum TransportLimits {
    /// Larger messages are refused with close code 1009: 32 MiB (protocol §3).
    public static let maximumMessageSize = 32 << 20
    /// Unread bytes above which a transport stops reading from the network: 8 MiB.
    public static let receiveBuffer = 8 << 20
    /// Unsent bytes above which `send` suspends: 4 MiB.
    public static let sendBuffer = 4 << 20
}

/// Why a connection could not be opened or ended.
public enum TransportError: Error, Sendable, Hashable {
    /// The name did not resolve, nobody listens, the network is down.
    case unreachable(String)
    /// The TLS certificate was refused.
    case untrusted(String)
    /// The server answered the upgrade with this HTTP status.
    case refused(status: Int)
    /// Closed with a close frame; 1006 when there was none.
    case closed(code: UInt16, reason: String)
    /// A message above ``TransportLimits/maximumMessageSize`` (bytes, when known).
    case messageTooLarge(Int?)
    /// The caller gave up.
    case cancelled
}
