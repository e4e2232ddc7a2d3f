import Crypto
import Foundation

/// The key of a bridge's registry: device tokens and waiting texts are sealed with it, names are hashed with it, so that
/// the database alone tells nothing.
struct StateKey: Sendable {
    private let sealing: SealingKey
    private let naming: [UInt8]

    /// Derives what is needed from 32 random bytes.
    init(_ secret: [UInt8]) throws(CryptoError) {
        guard secret.count == SealingKey.byteCount else { throw .truncated }
        let sealing = try Digests.hkdf(secret: secret, salt: [], info: Array("enclave bridge seal".utf8), count: 32)
        naming = try Digests.hkdf(secret: secret, salt: [], info: Array("enclave bridge name".utf8), count: 32)
        guard let key = SealingKey(sealing) else { throw .truncated }
        self.sealing = key
    }

    /// A name for something whose own name must not be stored: 32 hexadecimal digits of a keyed hash.
    /// - Parameter kind: keeps names of different things apart.
    func name(_ kind: String, _ parts: String...) throws(CryptoError) -> String {
        // Lengths before the parts: no two lists run together to the same bytes.
        let message = [kind] + parts
        let bytes = message.flatMap { Array("\($0.utf8.count):".utf8) + Array($0.utf8) }
        return Hexadecimal.encode(try Digests.hmac(key: naming, message: bytes).prefix(16))
    }

    /// Seals bytes for the registry.
    func seal(_ plaintext: [UInt8]) throws(CryptoError) -> [UInt8] { try GCMSealer(key: sealing).seal(plaintext) }

    /// Opens what ``seal(_:)`` sealed.
    func open(_ sealed: [UInt8]) throws(CryptoError) -> [UInt8] { try GCMOpener(key: sealing).open(sealed) }

    /// The key in a file that only its owner may read; made when it is not there.
    /// - Throws: ``BridgeConfigError``.
    static func load(_ path: String) throws(BridgeConfigError) -> StateKey {
        if !FileManager.default.fileExists(atPath: path) {
            let secret: [UInt8]
            do { secret = try SecureRandom.bytes(SealingKey.byteCount) } catch { throw .noRandomness }
            try PrivateFile.create(path, Data((Hexadecimal.encode(secret) + "\n").utf8))
        }
        guard let secret = secret(try PrivateFile.read(path, what: "the state key", isOne: { secret($0) != nil }))
        else {
            throw .badStateKey(path)
        }
        do { return try StateKey(secret) } catch { throw .badStateKey(path) }
    }

    private static func secret(_ file: Data) -> [UInt8]? {
        Hexadecimal.decode(String(decoding: file, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines))
    }
}
