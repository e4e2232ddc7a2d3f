/// Hybrid public key encryption (RFC 9180), base mode, for one message: anyone who knows a public key can seal, only
/// the owner of its secret can open.
///
/// The suite is DHKEM(X25519, HKDF-SHA256), HKDF-SHA256, AES-256-GCM. The sender stays unknown: whoever must be told
/// apart has to say so inside the message.
public enum HPKE {
    /// Bytes of the sender's one-time public key.
    public static let encapsulatedKeySize = AgreementKey.byteCount
    /// Bytes the sealed message is longer than the message.
    public static let overhead = AESGCM.tagSize

    /// A sealed message.
    public struct Sealed: Sendable, Hashable {
        /// The sender's one-time public key.
        public var encapsulatedKey: [UInt8]
        /// Ciphertext and tag.
        public var ciphertext: [UInt8]

        /// A sealed message, as it arrived.
        public init(encapsulatedKey: [UInt8], ciphertext: [UInt8]) {
            self.encapsulatedKey = encapsulatedKey
            self.ciphertext = ciphertext
        }
    }

    /// Seals a message for the owner of a key.
    /// - Parameters:
    ///   - info: what the message is for; it opens under the same `info` only.
    ///   - header: authenticated with the message, but not sealed.
    /// - Throws: ``CryptoError/libraryFailure(_:)``.
    public static func seal(
        _ message: [UInt8], to recipient: AgreementPublicKey, info: [UInt8], header: [UInt8] = []
    ) throws(CryptoError) -> Sealed {
        try seal(message, to: recipient, info: info, header: header, oneTimeKey: AgreementKey())
    }

    /// The same with a given one-time key: for test vectors. A one-time key must never be used twice.
    package static func seal(
        _ message: [UInt8], to recipient: AgreementPublicKey, info: [UInt8], header: [UInt8], oneTimeKey: AgreementKey
    ) throws(CryptoError) -> Sealed {
        let encapsulated = oneTimeKey.publicKey.bytes
        let keys = try schedule(
            agreed: oneTimeKey.sharedSecret(with: recipient), encapsulated: encapsulated, recipient: recipient,
            info: info)
        return Sealed(
            encapsulatedKey: encapsulated,
            ciphertext: try AESGCM.seal(message, key: keys.key, nonce: keys.nonce, header: header))
    }

    /// Opens a message that was sealed for `key`.
    /// - Throws: ``CryptoError/authenticationFailed`` when it was sealed for another key or use, or was changed;
    ///   ``CryptoError/truncated`` when it is too short to be one.
    public static func open(
        _ sealed: Sealed, with key: AgreementKey, info: [UInt8], header: [UInt8] = []
    ) throws(CryptoError) -> [UInt8] {
        guard let sender = AgreementPublicKey(sealed.encapsulatedKey) else { throw .truncated }
        let keys = try schedule(
            agreed: key.sharedSecret(with: sender), encapsulated: sealed.encapsulatedKey, recipient: key.publicKey,
            info: info)
        return try AESGCM.open(sealed.ciphertext, key: keys.key, nonce: keys.nonce, header: header)
    }

    // MARK: The schedule of RFC 9180

    private static let version = Array("HPKE-v1".utf8)
    /// "KEM" and the number of DHKEM(X25519, HKDF-SHA256).
    private static let kemSuite = Array("KEM".utf8) + [0x00, 0x20]
    /// "HPKE" and the numbers of the three algorithms.
    private static let suite = Array("HPKE".utf8) + [0x00, 0x20, 0x00, 0x01, 0x00, 0x02]
    private static let baseMode: UInt8 = 0

    private static func schedule(
        agreed: [UInt8], encapsulated: [UInt8], recipient: AgreementPublicKey, info: [UInt8]
    ) throws(CryptoError) -> (key: SealingKey, nonce: [UInt8]) {
        // §4.1: the shared secret is bound to both public keys.
        let extracted = try extract(suite: kemSuite, salt: [], label: "eae_prk", input: agreed)
        let shared = try expand(
            suite: kemSuite, secret: extracted, label: "shared_secret", info: encapsulated + recipient.bytes, count: 32)
        // §5.1: no pre-shared key in base mode.
        let context =
            try [baseMode] + extract(suite: suite, salt: [], label: "psk_id_hash", input: [])
            + extract(suite: suite, salt: [], label: "info_hash", input: info)
        let secret = try extract(suite: suite, salt: shared, label: "secret", input: [])
        let key = try expand(
            suite: suite, secret: secret, label: "key", info: context, count: SealingKey.byteCount)
        let nonce = try expand(
            suite: suite, secret: secret, label: "base_nonce", info: context, count: AESGCM.ivSize)
        guard let key = SealingKey(key) else { throw .libraryFailure("HPKE: a key of the wrong size") }
        return (key, nonce)
    }

    private static func extract(
        suite: [UInt8], salt: [UInt8], label: String, input: [UInt8]
    ) throws(CryptoError) -> [UInt8] {
        try Digests.hkdfExtract(secret: version + suite + Array(label.utf8) + input, salt: salt)
    }

    private static func expand(
        suite: [UInt8], secret: [UInt8], label: String, info: [UInt8], count: Int
    ) throws(CryptoError) -> [UInt8] {
        let size = [UInt8(count >> 8 & 0xFF), UInt8(count & 0xFF)]
        return try Digests.hkdfExpand(
            secret, info: size + version + suite + Array(label.utf8) + info, count: count)
    }
}
