#if canImport(CryptoKit)
    import CryptoKit
    import Foundation
    import Security

    /// SHA-256 and what is built on it.
    public enum Digests {
        /// The 32-byte SHA-256 of `bytes`. Never throws here; the signature is the one of the OpenSSL twin.
        public static func sha256(_ bytes: UnsafeRawBufferPointer) throws(CryptoError) -> [UInt8] {
            var hash = SHA256()
            hash.update(bufferPointer: bytes)
            return Array(hash.finalize())
        }

        /// HMAC-SHA-256 of `message` under `key`: 32 bytes. Never throws here.
        public static func hmac(key: [UInt8], message: [UInt8]) throws(CryptoError) -> [UInt8] {
            Array(HMAC<SHA256>.authenticationCode(for: message, using: SymmetricKey(data: key)))
        }
    }

    /// The system's cryptographic random numbers.
    public enum SecureRandom {
        /// `count` random bytes.
        /// - Throws: ``CryptoError/libraryFailure(_:)`` when the system has no randomness to give.
        public static func bytes(_ count: Int) throws(CryptoError) -> [UInt8] {
            var bytes = [UInt8](repeating: 0, count: count)
            guard SecRandomCopyBytes(kSecRandomDefault, count, &bytes) == errSecSuccess else {
                throw .libraryFailure("SecRandomCopyBytes")
            }
            return bytes
        }
    }
#endif
