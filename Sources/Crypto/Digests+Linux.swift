#if os(Linux)
    import COpenSSL

    /// SHA-256 and what is built on it.
    public enum Digests {
        /// The 32-byte SHA-256 of `bytes`.
        /// - Throws: ``CryptoError/libraryFailure(_:)``.
        public static func sha256(_ bytes: UnsafeRawBufferPointer) throws(CryptoError) -> [UInt8] {
            try OpenSSL.prepare()
            var digest = [UInt8](repeating: 0, count: 32)
            guard EVP_Digest(bytes.baseAddress, bytes.count, &digest, nil, EVP_sha256(), nil) == 1 else {
                throw .libraryFailure("EVP_Digest")
            }
            return digest
        }

        /// HMAC-SHA-256 of `message` under `key`: 32 bytes.
        /// - Throws: ``CryptoError/libraryFailure(_:)``.
        public static func hmac(key: [UInt8], message: [UInt8]) throws(CryptoError) -> [UInt8] {
            try OpenSSL.prepare()
            var code = [UInt8](repeating: 0, count: 32)
            guard HMAC(EVP_sha256(), key, Int32(key.count), message, message.count, &code, nil) != nil else {
                throw .libraryFailure("HMAC")
            }
            return code
        }
    }

    /// The system's cryptographic random numbers.
    public enum SecureRandom {
        /// `count` random bytes.
        /// - Throws: ``CryptoError/libraryFailure(_:)`` when the system has no randomness to give.
        public static func bytes(_ count: Int) throws(CryptoError) -> [UInt8] {
            try OpenSSL.prepare()
            var bytes = [UInt8](repeating: 0, count: count)
            guard RAND_bytes(&bytes, Int32(count)) == 1 else { throw .libraryFailure("RAND_bytes") }
            return bytes
        }
    }
#endif
