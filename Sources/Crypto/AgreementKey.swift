/// One side's secret in a Diffie-Hellman agreement over X25519 (RFC 7748). Its description is redacted.
public struct AgreementKey: Sendable {
    /// Bytes of a key, secret or public: 32.
    public static let byteCount = 32

    let secret: [UInt8]
    /// What the other side must know.
    public let publicKey: AgreementPublicKey

    /// A key from the system's randomness.
    /// - Throws: ``CryptoError/libraryFailure(_:)``.
    public init() throws(CryptoError) {
        try self.init(secret: SecureRandom.bytes(Self.byteCount))
    }

    /// A key from its 32 secret bytes, as they were stored.
    /// - Throws: ``CryptoError/truncated`` for another number of bytes.
    public init(secret: [UInt8]) throws(CryptoError) {
        guard secret.count == Self.byteCount else { throw .truncated }
        self.secret = secret
        guard let publicKey = AgreementPublicKey(try X25519.publicKey(of: secret)) else {
            throw .libraryFailure("X25519: a public key of the wrong size")
        }
        self.publicKey = publicKey
    }

    /// Lends the secret bytes, for the moment of storing them.
    public func withSecret<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result {
        secret.withUnsafeBytes(body)
    }

    /// What both sides can compute, and nobody else: 32 bytes that are to go through a key derivation before use.
    /// - Throws: ``CryptoError/libraryFailure(_:)``, also for a public key of small order, which would make the secret
    ///   the same for everybody.
    public func sharedSecret(with other: AgreementPublicKey) throws(CryptoError) -> [UInt8] {
        let shared = try X25519.agree(secret: secret, with: other.bytes)
        guard !constantTimeEqual(shared, [UInt8](repeating: 0, count: Self.byteCount)) else {
            throw .libraryFailure("X25519: the public key is of small order")
        }
        return shared
    }
}

extension AgreementKey: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// Redacted.
    public var description: String { "AgreementKey(redacted)" }
    /// Redacted, like the description.
    public var debugDescription: String { description }
    /// Empty: reflection shows nothing of what is inside.
    public var customMirror: Mirror { Mirror(self, children: [:]) }
}

/// The public half of an ``AgreementKey``.
public struct AgreementPublicKey: Sendable, Hashable {
    /// The 32 bytes of RFC 7748.
    public let bytes: [UInt8]

    /// A public key from its bytes, or nil unless there are exactly ``AgreementKey/byteCount``.
    public init?(_ bytes: [UInt8]) {
        guard bytes.count == AgreementKey.byteCount else { return nil }
        self.bytes = bytes
    }
}
