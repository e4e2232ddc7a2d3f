/// The layout of a sealed message: `[12-byte IV][ciphertext][16-byte tag]` (CryptoKit's `SealedBox.combined`).
///
/// ``GCMSealer`` and ``GCMOpener`` exist twice, over OpenSSL on Linux and over CryptoKit on Apple's systems, with the
/// same interface. Both keep a cipher context and are therefore neither `Sendable` nor safe to call from two threads at
/// once: one owner per direction.
public enum AESGCM {
    /// Bytes of the IV that goes before the ciphertext: 12.
    public static let ivSize = 12
    /// Bytes of the tag that follows the ciphertext: 16.
    public static let tagSize = 16
    /// Bytes a sealed message is longer than its plaintext: 28.
    public static let overhead = ivSize + tagSize
}
