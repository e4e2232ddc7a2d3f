import Crypto
import Foundation

/// What an alert says, as only the device reads it: sealed by the bridge, opened by the notification service extension
/// (Docs/Push.md, "The sealed text").
///
/// Sealing is HPKE (RFC 9180, base mode: X25519, HKDF-SHA-256, AES-256-GCM) over a padded text, bound to room, reason
/// and ask, so that a sealed text cannot be moved to another alert.
public struct AlertText: Codable, Hashable, Sendable {
    /// The first line: the session's name, or a generic one.
    public var title: String
    /// What happened: the question, or that the turn is over.
    public var body: String
    /// The options of a question, byte for byte as they are sent back; empty when there are more than four, or when
    /// one is too long for a button.
    public var options: [String]
    /// The question is answered with a text.
    public var wantsText: Bool

    /// A text.
    public init(title: String, body: String, options: [String] = [], wantsText: Bool = false) {
        self.title = title
        self.body = body
        self.options = options
        self.wantsText = wantsText
    }

    /// Options that fit on a notification as actions.
    public static let maximumOptions = 4
    /// The version of the sealing that is made here: 1.
    public static let version = 1
    /// The longest text that is sealed, in bytes of JSON; longer ones are cut first.
    public static let maximumBytes = buckets[buckets.count - 1] - lengthSize

    /// Sizes a text is padded to, so that its length tells little about it.
    private static let buckets = [256, 512, 1_024, 2_048]
    /// Bytes of the length that goes before the text.
    private static let lengthSize = 2

    /// The same text, cut at whole characters until it can be sealed.
    public func fitted() -> AlertText {
        var text = self
        let isTooMany = options.count > Self.maximumOptions || options.contains { $0.utf8.count > 120 || $0.isEmpty }
        if isTooMany { text.options = [] }
        for limit in [1_200, 600, 300, 150, 80] {
            text.title = title.clipped(toBytes: min(limit, 160))
            text.body = body.clipped(toBytes: limit)
            if let size = text.encodedSize, size <= Self.maximumBytes { return text }
        }
        text.options = []
        return text
    }

    private var encodedSize: Int? {
        do {
            return try JSONEncoder().encode(self).count
        } catch {
            // Strings and a flag always encode; a failure would count as too large.
            return nil
        }
    }

    // MARK: Sealing

    /// The payload with this text sealed into it for the owner of `key`.
    /// - Throws: ``AlertTextError/unreadable`` when the text cannot be encoded, ``AlertTextError/crypto(_:)``.
    public func sealed(into payload: AlertPayload, for key: AgreementPublicKey) throws(AlertTextError) -> AlertPayload {
        let json: [UInt8]
        do {
            json = Array(try JSONEncoder().encode(fitted()))
        } catch {
            throw .unreadable
        }
        guard let size = Self.buckets.first(where: { json.count + Self.lengthSize <= $0 }) else { throw .unreadable }
        let length = [UInt8(json.count >> 8 & 0xFF), UInt8(json.count & 0xFF)]
        let padding = [UInt8](repeating: 0, count: size - json.count - Self.lengthSize)
        do {
            let sealed = try HPKE.seal(length + json + padding, to: key, info: Self.binding(payload))
            var payload = payload
            payload.sealed = AlertPayload.SealedText(
                v: Self.version, epk: Data(sealed.encapsulatedKey).base64URL, ct: Data(sealed.ciphertext).base64URL)
            return payload
        } catch {
            throw .crypto(error)
        }
    }

    /// The text that was sealed into a payload.
    /// - Throws: ``AlertTextError``.
    public init(opening payload: AlertPayload, with key: AgreementKey) throws(AlertTextError) {
        guard let sealed = payload.sealed else { throw .missing }
        guard sealed.v == Self.version else { throw .newer(sealed.v) }
        guard let sender = Data(base64URL: sealed.epk), let ciphertext = Data(base64URL: sealed.ct) else {
            throw .unreadable
        }
        let bytes: [UInt8]
        do {
            bytes = try HPKE.open(
                HPKE.Sealed(encapsulatedKey: Array(sender), ciphertext: Array(ciphertext)), with: key,
                info: Self.binding(payload))
        } catch {
            throw .crypto(error)
        }
        guard bytes.count >= Self.lengthSize else { throw .unreadable }
        let length = Int(bytes[0]) << 8 | Int(bytes[1])
        guard bytes.count >= Self.lengthSize + length else { throw .unreadable }
        do {
            let json = Data(bytes[Self.lengthSize..<Self.lengthSize + length])
            self = try JSONDecoder().decode(AlertText.self, from: json)
        } catch {
            throw .unreadable
        }
    }

    /// What a sealed text is bound to: it opens in its own alert only.
    private static func binding(_ payload: AlertPayload) -> [UInt8] {
        Array("enclave alert 1\n\(payload.room)\n\(payload.reason.rawValue)\n\(payload.askId ?? "")".utf8)
    }
}

/// Why an alert's text could not be sealed or opened.
public enum AlertTextError: Error, Sendable, Hashable {
    /// The payload carries no sealed text.
    case missing
    /// Sealed in a version that this app does not know.
    case newer(Int)
    /// Not in the form that Docs/Push.md describes.
    case unreadable
    /// Sealed for another key, changed on the way, or the system's library failed.
    case crypto(CryptoError)
}

extension AlertTextError: CustomStringConvertible {
    /// What happened, in a sentence.
    public var description: String {
        switch self {
        case .missing: "The alert carries no text."
        case .newer(let version): "The alert is sealed in version \(version). Update the app to read it."
        case .unreadable: "The alert's text is damaged."
        case .crypto(.authenticationFailed): "The alert was sealed for another device. Pair this one again."
        case .crypto(let error): error.description
        }
    }
}
