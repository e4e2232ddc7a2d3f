#if canImport(CryptoKit)
    import CryptoKit
    import Foundation

    extension AESGCM {
        /// Seals one message under a nonce that the caller must never use again with this key.
        ///
        /// For protocols that derive key and nonce together, such as ``HPKE``; everything else draws its IV with
        /// ``GCMSealer``.
        /// - Parameters:
        ///   - nonce: ``ivSize`` bytes.
        ///   - header: authenticated with the message, but not sealed.
        /// - Returns: ciphertext and tag.
        /// - Throws: ``CryptoError/libraryFailure(_:)``.
        static func seal(
            _ plaintext: [UInt8], key: SealingKey, nonce: [UInt8], header: [UInt8]
        ) throws(CryptoError) -> [UInt8] {
            do {
                let box = try AES.GCM.seal(
                    plaintext, using: key.withBytes { SymmetricKey(data: $0) }, nonce: AES.GCM.Nonce(data: nonce),
                    authenticating: header)
                return Array(box.ciphertext) + Array(box.tag)
            } catch {
                throw .libraryFailure("AES.GCM.seal")
            }
        }

        /// Opens what ``seal(_:key:nonce:header:)`` sealed.
        /// - Throws: ``CryptoError``.
        static func open(
            _ sealed: [UInt8], key: SealingKey, nonce: [UInt8], header: [UInt8]
        ) throws(CryptoError) -> [UInt8] {
            guard sealed.count >= tagSize else { throw .truncated }
            do {
                let box = try AES.GCM.SealedBox(
                    nonce: AES.GCM.Nonce(data: nonce), ciphertext: sealed.dropLast(tagSize),
                    tag: sealed.suffix(tagSize))
                return Array(
                    try AES.GCM.open(box, using: key.withBytes { SymmetricKey(data: $0) }, authenticating: header))
            } catch {
                throw .authenticationFailed
            }
        }
    }
#endif
