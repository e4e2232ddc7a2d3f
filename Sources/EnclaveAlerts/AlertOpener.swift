import Crypto
import EnclaveContracts

/// Opens pushed alerts: what the notification service extension does, without the extension.
///
/// It never fails: whatever cannot be opened — no key, another device's, a newer format, a locked device — is shown
/// with the generic words the push came with.
public struct AlertOpener: Sendable {
    private let keys: DeviceKeyStore
    private let privacy: PrivacyLevel
    private let words: AlertWords

    /// An opener.
    /// - Parameters:
    ///   - keys: the device's keys.
    ///   - privacy: how much of what was opened may be shown.
    ///   - words: for everything that is not the session's own.
    public init(keys: DeviceKeyStore, privacy: PrivacyLevel, words: AlertWords) {
        self.keys = keys
        self.privacy = privacy
        self.words = words
    }

    /// The notification that a payload stands for.
    /// - Parameter id: the name the system gave it.
    public func draft(for payload: AlertPayload, id: String) -> AlertDraft {
        AlertDraft(id: id, text: text(of: payload), payload: payload, privacy: privacy, words: words)
    }

    /// What was sealed into a payload; nil when it cannot be opened.
    private func text(of payload: AlertPayload) -> AlertText? {
        guard payload.sealed != nil else { return nil }
        do {
            guard let keys = try keys.keys() else { return nil }
            return try AlertText(opening: payload, with: keys.agreement)
        } catch {
            return nil
        }
    }
}
