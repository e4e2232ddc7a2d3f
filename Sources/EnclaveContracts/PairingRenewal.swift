import Crypto
import Foundation

/// A later code of a device that is paired already, sealed with the key that its first code carried: how a rotated
/// token or a new Live Activity's token reaches the bridge without the person (Docs/Push.md, "Renewals").
///
/// It may pass through anybody's hands: it shows the device's random name and nothing else.
public struct PairingRenewal: Codable, Hashable, Sendable {
    /// The format's version: 1.
    public var version: Int
    /// ``PairingCode/device``: whose renewal it is, so that the bridge finds the key.
    public var device: String
    /// `[IV][ciphertext][tag]` of the new code's text, base64url.
    public var box: String

    /// Seals a code with its own renewal key.
    /// - Throws: ``PairingError``.
    public init(_ code: PairingCode) throws(PairingError) {
        let plaintext = Array(try code.text().utf8)
        var sealed = [UInt8](repeating: 0, count: plaintext.count + AESGCM.overhead)
        let key = try code.renewalKey()
        do {
            let sealer = try GCMSealer(key: key)
            try plaintext.withUnsafeBytes { plain in
                try sealed.withUnsafeMutableBytes { try sealer.seal(plain, into: $0) }
            }
        } catch {
            throw .unreadable
        }
        version = 1
        device = code.device
        box = Data(sealed).base64URL
    }

    /// The code inside.
    /// - Parameter key: the renewal key of the device's first code.
    /// - Throws: ``PairingError/notFromDevice`` when it was sealed with another key or for another device.
    public func open(with key: SealingKey) throws(PairingError) -> PairingCode {
        guard version == 1 else { throw .newer }
        guard box.utf8.count <= 2 * PairingCode.maximumLength, let sealed = Data(base64URL: box),
            sealed.count > AESGCM.overhead
        else { throw .unreadable }
        var plaintext = [UInt8](repeating: 0, count: sealed.count - AESGCM.overhead)
        do {
            let opener = try GCMOpener(key: key)
            try sealed.withUnsafeBytes { bytes in
                try plaintext.withUnsafeMutableBytes { try opener.open(bytes, into: $0) }
            }
        } catch {
            throw .notFromDevice
        }
        let code = try PairingCode(parsing: String(decoding: plaintext, as: UTF8.self))
        guard code.device == device else { throw .notFromDevice }
        return code
    }
}
