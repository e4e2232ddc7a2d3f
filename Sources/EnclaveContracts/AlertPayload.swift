import Crypto
import Foundation

/// What a push or local notification carries beside its `aps` part, and what a tap on it or an action in it means.
///
/// The same bytes are made by the bridge and read by the app and the notification service extension.
public struct AlertPayload: Codable, Hashable, Sendable {
    /// Why it was sent.
    public enum Reason: String, Codable, Hashable, Sendable {
        case ask, turnEnded, sessionEnded
    }

    /// The format's version: 1.
    public var version = 1
    /// The room's key on this device; opens the session.
    public var room: String
    /// Why it was sent.
    public var reason: Reason
    /// Names the ask; withdraws and replaces by it.
    public var askId: String?
    /// The notification of this room, reason and ask is to be taken back: answered elsewhere, or over.
    public var withdraws: Bool?
    /// The alert's text, sealed for the device; nil when the clear text is all there is.
    public var sealed: SealedText?

    /// A text that only the device can open: ``AlertText`` seals and opens it.
    public struct SealedText: Codable, Hashable, Sendable {
        /// The sealing's version.
        public var v: Int
        /// The sender's one-time public key, base64url.
        public var epk: String
        /// Ciphertext and tag, base64url.
        public var ct: String

        /// A sealed text.
        public init(v: Int, epk: String, ct: String) {
            self.v = v
            self.epk = epk
            self.ct = ct
        }
    }

    /// A payload.
    public init(room: String, reason: Reason, askId: String? = nil, sealed: SealedText? = nil) {
        self.room = room
        self.reason = reason
        self.askId = askId
        self.sealed = sealed
    }

    /// The key of the payload in a notification's `userInfo`.
    public static let userInfoKey = "enclave"

    /// The identifier under which a notification is shown, replaced and withdrawn: one per room and ask.
    public var notificationId: String {
        switch reason {
        case .ask: "\(room)/ask/\(askId ?? "")"
        case .turnEnded: "\(room)/turn"
        case .sessionEnded: "\(room)/ended"
        }
    }

    /// The same name in at most 64 bytes, as APNs wants a collapse id: 43 characters of a SHA-256. The system gives a
    /// pushed notification this identifier, so a later push replaces it and the app withdraws it by it.
    /// - Throws: ``Crypto/CryptoError`` when the system's library fails.
    public func collapseId() throws(CryptoError) -> String {
        Data(try Digests.sha256(Array(notificationId.utf8))).base64URL
    }
}
