import Foundation

/// A parsed collab link: relay, room and secret (protocol §2).
///
/// Its description is redacted: a link is a secret.
public struct RoomLink: Sendable, Hashable {
    /// Where the room is.
    public var relay: RelayAddress
    /// `[A-Za-z0-9_-]{10,64}`.
    public var roomId: String
    /// The room key and, in a full link, the write token.
    public var secret: RoomSecret

    /// A link from its parts.
    public init(relay: RelayAddress, roomId: String, secret: RoomSecret) {
        self.relay = relay
        self.roomId = roomId
        self.secret = secret
    }

    /// What the link lets its holder do.
    public var access: Access { secret.access }

    /// The same room without the write token.
    public var view: RoomLink { RoomLink(relay: relay, roomId: roomId, secret: secret.viewOnly) }

    /// `ws(s)://host[:port]/r/<roomId>`: where the socket goes. Holds no secret.
    public var webSocketURL: String { "\(relay.origin)/r/\(roomId)" }

    /// The compact link: bare on the standard relay, without a scheme on others, the full URL on loopback.
    /// **A secret.**
    public var formatted: String {
        if relay == .standard { return "\(roomId).\(secret.base64url)" }
        let prefix = relay.isSecure ? relay.authority : relay.origin
        return "\(prefix)/r/\(roomId).\(secret.base64url)"
    }

    /// The link a browser opens: `https://host[:port]/#<compact link>`, `http://` on loopback. **A secret.**
    /// - Parameter web: where the web client is, such as `https://web.example/collab/`; blank means the relay itself.
    /// - Throws: ``LinkError/badWebAddress``.
    public func browserLink(web: String = "") throws(LinkError) -> String {
        let address = web.trimmingCharacters(in: .whitespacesAndNewlines)
        guard !address.isEmpty else {
            return "\(relay.isSecure ? "https" : "http")://\(relay.authority)/#\(formatted)"
        }
        guard let url = LinkURL(address), url.scheme == "https" || url.scheme == "http", url.query.isEmpty,
            url.fragment.isEmpty, !url.hasUserInformation
        else { throw .badWebAddress }
        var path = url.path[...]
        while path.last == "/" { path = path.dropLast() }
        return "\(url.scheme)://\(url.authority)\(path)/#\(formatted)"
    }
}

extension RoomLink: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// Relay and room, without the secret.
    public var description: String { "RoomLink(\(webSocketURL), \(access))" }
    /// Relay and room, without the secret.
    public var debugDescription: String { description }
    /// Empty: reflection shows nothing of what is inside.
    public var customMirror: Mirror { Mirror(self, children: [:]) }
}

/// Where a relay listens: `wss://host[:port]`, or `ws://` on a loopback host.
public struct RelayAddress: Sendable, Hashable {
    /// `wss` rather than plain `ws`.
    public var isSecure: Bool
    /// Lower-case; IPv6 keeps its brackets.
    public var host: String
    /// Nil for the scheme's own port (443, or 80 for plain `ws`).
    public var port: Int?

    /// An address from its parts, taken as they are.
    public init(isSecure: Bool, host: String, port: Int?) {
        self.isSecure = isSecure
        self.host = host
        self.port = port
    }

    /// `wss://my.omp.sh`, the relay of links that name none.
    public static let standard = RelayAddress(isSecure: true, host: "my.omp.sh", port: nil)

    /// Reads a relay's address: `ws`, `wss`, `http` or `https`; path, query and fragment are ignored.
    /// - Throws: ``LinkError``.
    public init(parsing text: String) throws(LinkError) {
        let text = text.trimmingCharacters(in: .whitespacesAndNewlines)
        guard !text.isEmpty else { throw .empty }
        guard text.contains("://"), let url = LinkURL(text) else { throw .unreadable }
        try self.init(url)
    }

    init(_ url: LinkURL) throws(LinkError) {
        switch url.scheme {
        case "wss", "https": self.init(isSecure: true, host: url.host, port: url.port)
        case "ws", "http":
            // Only these three: a name like localhost.example, or 127.0.0.2, may be anybody's.
            guard ["localhost", "127.0.0.1", "[::1]"].contains(url.host) else { throw .insecureRelay }
            self.init(isSecure: false, host: url.host, port: url.port)
        default: throw .unsupportedScheme
        }
        // Nothing would be done with it: a relay lets in whoever has the link.
        guard !url.hasUserInformation else { throw .userInformation }
    }

    /// `host[:port]`.
    public var authority: String { port.map { "\(host):\($0)" } ?? host }

    /// `ws(s)://host[:port]`.
    public var origin: String { "\(isSecure ? "wss" : "ws")://\(authority)" }
}

/// What a link lets its holder do.
public enum Access: Sendable, Hashable {
    /// A view link: watch only.
    case view
    /// A full link: watch and steer.
    case control
}
