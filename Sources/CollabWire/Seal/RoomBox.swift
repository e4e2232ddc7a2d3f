import Crypto

/// Seals what a device keeps of a room, with a key derived from the room's: who has no link reads none of it, and no
/// frame of the room is ever sealed with this key.
public struct RoomBox: Sendable {
    private let key: SealingKey

    /// The box of a room.
    /// - Throws: ``SealError/unavailable(_:)`` when the system's library fails.
    public init(_ secret: RoomSecret) throws(SealError) {
        let bytes = try secret.derive("enclave kept copy 1", count: SealingKey.byteCount)
        guard let key = SealingKey(bytes) else { throw .unavailable("hkdf") }
        self.key = key
    }

    /// `[IV][ciphertext][tag]` of bytes.
    /// - Throws: ``SealError/unavailable(_:)``.
    public func seal(_ bytes: [UInt8]) throws(SealError) -> [UInt8] {
        do throws(CryptoError) { return try GCMSealer(key: key).seal(bytes) } catch { throw SealError(error) }
    }

    /// What was sealed.
    /// - Throws: ``SealError``; nothing of an inauthentic content is ever seen.
    public func open(_ sealed: [UInt8]) throws(SealError) -> [UInt8] {
        do throws(CryptoError) { return try GCMOpener(key: key).open(sealed) } catch { throw SealError(error) }
    }
}
