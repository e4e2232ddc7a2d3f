#if canImport(CryptoKit)
    import CryptoKit
    import Foundation

    /// X25519 (RFC 7748) on bytes; ``AgreementKey`` is the face of it.
    enum X25519 {
        static func publicKey(of secret: [UInt8]) throws(CryptoError) -> [UInt8] {
            do {
                return Array(
                    try Curve25519.KeyAgreement.PrivateKey(rawRepresentation: secret).publicKey.rawRepresentation)
            } catch {
                throw .libraryFailure("Curve25519.KeyAgreement.PrivateKey")
            }
        }

        static func agree(secret: [UInt8], with publicKey: [UInt8]) throws(CryptoError) -> [UInt8] {
            do {
                let own = try Curve25519.KeyAgreement.PrivateKey(rawRepresentation: secret)
                let other = try Curve25519.KeyAgreement.PublicKey(rawRepresentation: publicKey)
                return try own.sharedSecretFromKeyAgreement(with: other).withUnsafeBytes { Array($0) }
            } catch {
                throw .libraryFailure("Curve25519.KeyAgreement")
            }
        }
    }
#endif
