extension GCMSealer {
    /// `[IV][ciphertext][tag]` of an array of bytes.
    /// - Throws: ``CryptoError/libraryFailure(_:)``.
    public func seal(_ plaintext: [UInt8]) throws(CryptoError) -> [UInt8] {
        var sealed = [UInt8](repeating: 0, count: plaintext.count + AESGCM.overhead)
        var failure: CryptoError?
        plaintext.withUnsafeBytes { plain in
            sealed.withUnsafeMutableBytes { output in
                do throws(CryptoError) { try seal(plain, into: output) } catch { failure = error }
            }
        }
        if let failure { throw failure }
        return sealed
    }
}

extension GCMOpener {
    /// The plaintext of `[IV][ciphertext][tag]`.
    /// - Throws: ``CryptoError``.
    public func open(_ sealed: [UInt8]) throws(CryptoError) -> [UInt8] {
        guard sealed.count >= AESGCM.overhead else { throw .truncated }
        var plaintext = [UInt8](repeating: 0, count: sealed.count - AESGCM.overhead)
        var failure: CryptoError?
        sealed.withUnsafeBytes { bytes in
            plaintext.withUnsafeMutableBytes { output in
                do throws(CryptoError) { try open(bytes, into: output) } catch { failure = error }
            }
        }
        if let failure { throw failure }
        return plaintext
    }
}
