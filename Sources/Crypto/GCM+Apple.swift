#if canImport(CryptoKit)
    import CryptoKit
    import Foundation

    /// Seals messages under one key with a fresh random IV each. Not safe for concurrent use.
    public final class GCMSealer {
        private let key: SymmetricKey

        /// Loads the key. Never throws here; the signature is the one of the OpenSSL twin.
        public init(key: SealingKey) throws(CryptoError) {
            self.key = key.withBytes { SymmetricKey(data: $0) }
        }

        /// Writes `[IV][ciphertext][tag]` of `plaintext` into `output`.
        /// - Parameter output: exactly `plaintext.count + AESGCM.overhead` bytes.
        /// - Throws: ``CryptoError/libraryFailure(_:)``; `output` then holds nothing of use.
        public func seal(
            _ plaintext: UnsafeRawBufferPointer, into output: UnsafeMutableRawBufferPointer
        ) throws(CryptoError) {
            guard output.count == plaintext.count + AESGCM.overhead else {
                throw .libraryFailure("seal: the buffer has the wrong size")
            }
            let box: AES.GCM.SealedBox
            do {
                box = try AES.GCM.seal(plaintext, using: key)
            } catch {
                throw .libraryFailure("AES.GCM.seal")
            }
            guard let combined = box.combined, combined.count == output.count else {
                throw .libraryFailure("AES.GCM.SealedBox.combined")
            }
            output.copyBytes(from: combined)
        }
    }

    /// Opens messages sealed under one key. Not safe for concurrent use.
    public final class GCMOpener {
        private let key: SymmetricKey

        /// Loads the key. Never throws here; the signature is the one of the OpenSSL twin.
        public init(key: SealingKey) throws(CryptoError) {
            self.key = key.withBytes { SymmetricKey(data: $0) }
        }

        /// Writes the plaintext of `[IV][ciphertext][tag]` into `output`, or nothing when the tag does not fit.
        /// - Parameter output: exactly `sealed.count - AESGCM.overhead` bytes.
        /// - Throws: ``CryptoError``.
        public func open(
            _ sealed: UnsafeRawBufferPointer, into output: UnsafeMutableRawBufferPointer
        ) throws(CryptoError) {
            guard sealed.count >= AESGCM.overhead else { throw .truncated }
            guard output.count == sealed.count - AESGCM.overhead else {
                throw .libraryFailure("open: the buffer has the wrong size")
            }
            let plaintext: Data
            do {
                plaintext = try AES.GCM.open(AES.GCM.SealedBox(combined: sealed), using: key)
            } catch {
                throw .authenticationFailed
            }
            output.copyBytes(from: plaintext)
        }
    }
#endif
