import Crypto

/// Names a room on this device: a SHA-256 over relay and room id. It tells nobody which room it is, so it may stand in
/// file names, lists and notifications, where a room id may not.
public struct RoomKey: Sendable, Hashable, RawRepresentable, Codable {
    /// 64 hexadecimal digits.
    public let rawValue: String

    /// A key as it was stored; nil when it is not 64 lower-case hexadecimal digits.
    public init?(rawValue: String) {
        let digits = rawValue.utf8
        guard digits.count == 64, digits.allSatisfy({ (48...57).contains($0) || (97...102).contains($0) }) else {
            return nil
        }
        self.rawValue = rawValue
    }

    /// The key of a link's room: the same for its view and its control link.
    /// - Throws: ``Crypto/CryptoError`` when the system's library fails.
    public init(_ link: RoomLink) throws(CryptoError) {
        let name = "enclave room\n\(link.webSocketURL)"
        let hash = try Digests.sha256(Array(name.utf8))
        rawValue = Hexadecimal.encode(hash)
    }
}
