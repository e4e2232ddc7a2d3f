extension Digests {
    /// The SHA-256 of an array of bytes; see ``sha256(_:)-(UnsafeRawBufferPointer)``.
    /// - Throws: ``CryptoError/libraryFailure(_:)``.
    public static func sha256(_ bytes: [UInt8]) throws(CryptoError) -> [UInt8] {
        var outcome: Result<[UInt8], CryptoError> = .failure(.libraryFailure("sha256"))
        bytes.withUnsafeBytes { buffer in
            do throws(CryptoError) {
                outcome = .success(try sha256(buffer))
            } catch {
                outcome = .failure(error)
            }
        }
        return try outcome.get()
    }

    /// HKDF-SHA-256 (RFC 5869): `count` bytes of key material derived from `secret`.
    /// - Parameters:
    ///   - secret: the input keying material.
    ///   - salt: may be empty.
    ///   - info: binds the result to its use.
    ///   - count: 1…8160 bytes.
    /// - Throws: ``CryptoError/libraryFailure(_:)``, also for a `count` outside its range.
    public static func hkdf(
        secret: [UInt8], salt: [UInt8], info: [UInt8], count: Int
    ) throws(CryptoError) -> [UInt8] {
        try hkdfExpand(hkdfExtract(secret: secret, salt: salt), info: info, count: count)
    }

    /// The first half of HKDF: evens out `secret` into 32 bytes.
    /// - Throws: ``CryptoError/libraryFailure(_:)``.
    public static func hkdfExtract(secret: [UInt8], salt: [UInt8]) throws(CryptoError) -> [UInt8] {
        try hmac(key: salt.isEmpty ? [UInt8](repeating: 0, count: 32) : salt, message: secret)
    }

    /// The second half of HKDF: `count` bytes for one use out of what ``hkdfExtract(secret:salt:)`` gave.
    /// - Throws: ``CryptoError/libraryFailure(_:)``, also for a `count` outside 1…8160.
    public static func hkdfExpand(
        _ extracted: [UInt8], info: [UInt8], count: Int
    ) throws(CryptoError) -> [UInt8] {
        guard (1...(255 * 32)).contains(count) else { throw .libraryFailure("hkdf: \(count) bytes asked") }
        var output: [UInt8] = []
        var block: [UInt8] = []
        var counter: UInt8 = 1
        while output.count < count {
            block = try hmac(key: extracted, message: block + info + [counter])
            output += block
            counter &+= 1
        }
        return Array(output.prefix(count))
    }
}
