#if canImport(CryptoKit)
    import CryptoKit
    import Foundation

    /// ECDSA over P-256 with SHA-256, on bytes; ``SignatureKey`` is the face of it.
    enum ES256 {
        static func newKey() throws(CryptoError) -> [UInt8] {
            Array(P256.Signing.PrivateKey().derRepresentation)
        }

        static func publicKey(of der: [UInt8]) throws(CryptoError) -> [UInt8] {
            Array(try key(der).publicKey.x963Representation)
        }

        static func sign(_ message: [UInt8], with der: [UInt8]) throws(CryptoError) -> [UInt8] {
            let key = try key(der)
            do {
                return Array(try key.signature(for: message).rawRepresentation)
            } catch {
                throw .libraryFailure("P256.Signing.signature")
            }
        }

        static func verify(
            _ signature: [UInt8], of message: [UInt8], with point: [UInt8]
        ) throws(CryptoError) -> Bool {
            do {
                let key = try P256.Signing.PublicKey(x963Representation: point)
                return key.isValidSignature(
                    try P256.Signing.ECDSASignature(rawRepresentation: signature), for: message)
            } catch {
                throw .libraryFailure("P256.Signing.PublicKey")
            }
        }

        private static func key(_ der: [UInt8]) throws(CryptoError) -> P256.Signing.PrivateKey {
            do {
                return try P256.Signing.PrivateKey(derRepresentation: der)
            } catch {
                throw .libraryFailure("P256.Signing.PrivateKey")
            }
        }
    }
#endif
