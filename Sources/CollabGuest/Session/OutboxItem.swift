import CollabReplica
import CollabWire
import Foundation

/// A prompt on its way. It stays until the host shows it in the transcript, or a person discards it.
public struct OutboxItem: Sendable, Hashable, Identifiable {
    /// Where a prompt stands.
    public enum State: Sendable, Hashable {
        /// Waits for the next `welcome`.
        case notSent
        /// Handed to the transport.
        case sending
        /// Written to the network on a live connection; the transcript does not show it yet. After a reconnect the
        /// session looks for it in the transcript, and sends it again only when the host clearly never got it.
        case sent
        /// Refused by the host, with its words, or by Enclave before sending.
        case refused(String)
    }

    /// Made by the guest; never on the wire.
    public var id: UUID
    /// What the person wrote.
    public var text: String
    /// Images that go with it.
    public var images: [PromptImage]
    /// Where it stands.
    public var state: State
    /// The id of the transcript's last entry when the prompt was handed over: what comes behind it may be the
    /// prompt itself. Kept with stored items, so that a restart does not send twice.
    public var sentAfter: String?

    /// A prompt, new or restored from storage.
    public init(
        id: UUID = UUID(), text: String, images: [PromptImage], state: State, sentAfter: String? = nil
    ) {
        self.id = id
        self.text = text
        self.images = images
        self.state = state
        self.sentAfter = sentAfter
    }
}
