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
        let key = try code.renewalKey()
        let sealed: [UInt8]
        do { sealed = try GCMSealer(key: key).seal(plaintext) } catch { throw .unreadable }
        version = 1
        device = code.device
        box = Data(sealed).base64URL
    }

    /// A renewal as it is sent or copied; nil for a text that is none.
    public init?(parsing text: String) {
        do {
            self = try JSONDecoder().decode(PairingRenewal.self, from: Data(text.utf8))
        } catch {
            return nil
        }
    }

    /// The code inside.
    /// - Parameter key: the renewal key of the device's first code.
    /// - Throws: ``PairingError/notFromDevice`` when it was sealed with another key or for another device.
    public func open(with key: SealingKey) throws(PairingError) -> PairingCode {
        guard version == 1 else { throw .newer }
        guard box.utf8.count <= 2 * PairingCode.maximumLength, let sealed = Data(base64URL: box),
            sealed.count > AESGCM.overhead
        else { throw .unreadable }
        let plaintext: [UInt8]
        do { plaintext = try GCMOpener(key: key).open(Array(sealed)) } catch { throw .notFromDevice }
        let code = try PairingCode(parsing: String(decoding: plaintext, as: UTF8.self))
        guard code.device == device else { throw .notFromDevice }
        return code
    }
}
