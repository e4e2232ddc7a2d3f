import Foundation

/// A parsed collab link: relay, room and secret (protocol §2).
///
/// Its description is redacted: a link is a secret.
public struct RoomLink: Sendable, Hashable {
    public var relay: RelayAddress
    /// `[A-Za-z0-9_-]{10,64}`.
    public var roomId: String
    public var secret: RoomSecret

    public init(relay: RelayAddress, roomId: String, secret: RoomSecret) {
        self.relay = relay
        self.roomId = roomId
        self.secret = secret
    }
}

/// Where a relay listens: `wss://host[:port]`, or `ws://` on a loopback host.
public struct RelayAddress: Sendable, Hashable {
    public var isSecure: Bool
    /// Lower-case; IPv6 keeps its brackets.
    public var host: String
    public var port: Int?

    public init(isSecure: Bool, host: String, port: Int?) {
        self.isSecure = isSecure
        self.host = host
        self.port = port
    }

    /// `wss://my.omp.sh`, the relay of links that name none.
    public static let standard = RelayAddress(isSecure: true, host: "my.omp.sh", port: nil)
}

/// What a link lets its holder do.
public enum Access: Sendable, Hashable {
    /// A view link: watch only.
    case view
    /// A full link: watch and steer.
    case control
}

/// The secret of a link: the 32-byte room key and, in a full link, the 16-byte write token.
///
/// Nothing prints it: description, debug description and mirror are redacted (design rule 6).
public struct RoomSecret: Sendable, Hashable {
    let key: [UInt8]
    let token: WriteToken?

    init(key: [UInt8], token: WriteToken?) {
        self.key = key
        self.token = token
    }
}

/// The 16-byte token that makes a guest writable; redacted like ``RoomSecret``.
public struct WriteToken: Sendable, Hashable {
    let bytes: [UInt8]

    init(bytes: [UInt8]) { self.bytes = bytes }
}
