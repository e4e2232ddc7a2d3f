import CollabGuest

/// What a relay answers to an HTTP request, as the reference does.
public enum RelayAdmission: Sendable, Hashable {
    /// A seat in this room, if the request asks for a WebSocket; 426 if it does not.
    case seat(roomId: String, role: Endpoint.Role)
    /// Not a room's address.
    case notFound

    /// What to do with a request.
    ///
    /// - Parameters:
    ///   - path: decoded, without the query.
    ///   - role: value of the query's `role`.
    public init(path: String, role: String?) {
        let parts = path.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count == 3, parts[0].isEmpty, parts[1] == "r", Self.isRoomId(parts[2]),
            let role = role.flatMap(Endpoint.Role.init(rawValue:))
        else {
            self = .notFound
            return
        }
        self = .seat(roomId: String(parts[2]), role: role)
    }

    /// Whether a text may be a room's id: `[A-Za-z0-9_-]{10,64}` (protocol §2).
    static func isRoomId(_ text: Substring) -> Bool {
        (10...64).contains(text.utf8.count)
            && text.utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
                    UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "-"):
                    true
                default: false
                }
            }
    }
}
