import Foundation

/// A P-256 key that signs (ECDSA with SHA-256, the `ES256` of JSON Web Tokens). Its description is redacted.
public struct SignatureKey: Sendable {
    /// Bytes of a signature: r and s, 32 each.
    public static let signatureSize = 64

    /// PKCS #8 or SEC 1, DER.
    let der: [UInt8]
    /// What signatures are verified with.
    public let publicKey: SignaturePublicKey

    /// A key from a PEM file's text, such as the `.p8` file of an Apple developer account.
    /// - Throws: ``CryptoError/truncated`` when there is no private key in it, ``CryptoError/libraryFailure(_:)`` when it
    ///   is none for P-256.
    public init(pem: String) throws(CryptoError) {
        let lines = pem.split(whereSeparator: \.isNewline).map { $0.trimmingCharacters(in: .whitespaces) }
        guard let begin = lines.firstIndex(where: { $0.hasPrefix("-----BEGIN") && $0.contains("PRIVATE KEY") }),
            let end = lines[begin...].firstIndex(where: { $0.hasPrefix("-----END") }),
            let data = Data(base64Encoded: lines[(begin + 1)..<end].joined())
        else { throw .truncated }
        try self.init(der: Array(data))
    }

    /// A key from its PKCS #8 form.
    /// - Throws: ``CryptoError/libraryFailure(_:)`` when it is none for P-256.
    public init(der: [UInt8]) throws(CryptoError) {
        self.der = der
        publicKey = SignaturePublicKey(point: try ES256.publicKey(of: der))
    }

    /// A key from the system's randomness.
    /// - Throws: ``CryptoError/libraryFailure(_:)``.
    public init() throws(CryptoError) {
        try self.init(der: ES256.newKey())
    }

    /// The signature of `message`: r and s, 64 bytes.
    /// - Throws: ``CryptoError/libraryFailure(_:)``.
    public func sign(_ message: [UInt8]) throws(CryptoError) -> [UInt8] {
        try ES256.sign(message, with: der)
    }

    /// The key in PEM, for a file that only its owner may read.
    public var pem: String {
        let body = Data(der).base64EncodedString(options: [.lineLength64Characters, .endLineWithLineFeed])
        let label = "PRIVATE KEY-----"
        return "-----BEGIN \(label)\n\(body)\n-----END \(label)\n"
    }
}

extension SignatureKey: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// Redacted.
    public var description: String { "SignatureKey(redacted)" }
    /// Redacted, like the description.
    public var debugDescription: String { description }
    /// Empty: reflection shows nothing of what is inside.
    public var customMirror: Mirror { Mirror(self, children: [:]) }
}

/// The public half of a ``SignatureKey``.
public struct SignaturePublicKey: Sendable, Hashable {
    /// The uncompressed point: 4, x, y; 65 bytes.
    public let point: [UInt8]

    /// A public key from its uncompressed point.
    public init(point: [UInt8]) { self.point = point }

    /// Whether `signature` (r and s, 64 bytes) was made over `message` by the key's owner.
    /// - Throws: ``CryptoError/libraryFailure(_:)`` when the point is not on the curve.
    public func verifies(_ signature: [UInt8], of message: [UInt8]) throws(CryptoError) -> Bool {
        guard signature.count == SignatureKey.signatureSize else { return false }
        return try ES256.verify(signature, of: message, with: point)
    }
}
