import Crypto

/// The secret of a link: the 32-byte room key and, in a full link, the 16-byte write token.
///
/// Nothing prints it: description, debug description and mirror are redacted (design rule 6).
public struct RoomSecret: Sendable, Hashable {
    /// Bytes of a view link's secret: 32.
    public static let viewByteCount = SealingKey.byteCount
    /// Bytes of a full link's secret: 48.
    public static let fullByteCount = SealingKey.byteCount + WriteToken.byteCount

    let key: SealingKey
    /// Present in the secret of a full link.
    public let token: WriteToken?

    init(key: SealingKey, token: WriteToken?) {
        self.key = key
        self.token = token
    }

    /// A secret from its bytes: ``viewByteCount`` or ``fullByteCount`` of them, else nil.
    public init?(bytes: [UInt8]) {
        guard bytes.count == Self.viewByteCount || bytes.count == Self.fullByteCount,
            let key = SealingKey(Array(bytes.prefix(SealingKey.byteCount)))
        else { return nil }
        self.init(key: key, token: WriteToken(bytes: Array(bytes.dropFirst(SealingKey.byteCount))))
    }

    /// A new room's secret, with a write token.
    /// - Throws: ``SealError/unavailable(_:)`` when the system has no randomness to give.
    public static func random() throws(SealError) -> RoomSecret {
        let bytes: [UInt8]
        do throws(CryptoError) {
            bytes = try SecureRandom.bytes(fullByteCount)
        } catch {
            throw SealError(error)
        }
        guard let secret = RoomSecret(bytes: bytes) else { throw .unavailable("random") }
        return secret
    }

    /// What the holder may do.
    public var access: Access { token == nil ? .view : .control }

    /// The same key without the write token.
    public var viewOnly: RoomSecret { RoomSecret(key: key, token: nil) }

    /// The secret as a link writes it. **A secret**: for links and the vault only, never for logs.
    public var base64url: String { withBytes { Base64URL.encode($0) } }

    /// Bytes for one use, derived from the room key alone: view and control links of a room give the same.
    /// - Throws: ``SealError/unavailable(_:)`` when the system's library fails.
    func derive(_ use: String, count: Int) throws(SealError) -> [UInt8] {
        do throws(CryptoError) {
            return try Digests.hkdf(
                secret: key.withBytes { Array($0) }, salt: [], info: Array(use.utf8), count: count)
        } catch {
            throw SealError(error)
        }
    }

    /// Lends the secret's bytes to what must store it (the vault).
    public func withBytes<Result>(_ body: ([UInt8]) -> Result) -> Result {
        key.withBytes { body(Array($0) + (token?.bytes ?? [])) }
    }
}

extension RoomSecret: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// Redacted.
    public var description: String { "RoomSecret(redacted)" }
    /// Redacted, like the description.
    public var debugDescription: String { description }
    /// Empty: reflection shows nothing of what is inside.
    public var customMirror: Mirror { Mirror(self, children: [:]) }
}

/// The 16-byte token that makes a guest writable; redacted like ``RoomSecret``, compared in constant time.
public struct WriteToken: Sendable, Hashable {
    /// Bytes of a token: 16.
    public static let byteCount = 16

    let bytes: [UInt8]

    /// A token from its bytes, or nil unless there are exactly ``byteCount``.
    public init?(bytes: [UInt8]) {
        guard bytes.count == Self.byteCount else { return nil }
        self.bytes = bytes
    }

    /// The token as `hello` carries it (protocol §4). **A secret**: goes into a sealed frame and nowhere else.
    var base64url: String { Base64URL.encode(bytes) }

    /// Compares in a time that does not depend on the bytes, so that a host's answer tells nothing about its token.
    public static func == (left: WriteToken, right: WriteToken) -> Bool { constantTimeEqual(left.bytes, right.bytes) }
}

extension WriteToken: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// Redacted.
    public var description: String { "WriteToken(redacted)" }
    /// Redacted, like the description.
    public var debugDescription: String { description }
    /// Empty: reflection shows nothing of what is inside.
    public var customMirror: Mirror { Mirror(self, children: [:]) }
}
