import CollabReplica
import CollabWire
import Foundation

/// A prompt on its way (feature E13).
public struct OutboxItem: Sendable, Hashable, Identifiable {
    public enum State: Sendable, Hashable {
        /// Waits for the next `welcome`.
        case notSent
        /// Handed to the transport.
        case sending
        /// Written to the network on a live connection.
        case sent
        /// Refused by the host, with its words, or by Enclave before sending.
        case refused(String)
    }

    public var id: UUID
    public var text: String
    public var images: [PromptImage]
    public var state: State

    public init(id: UUID = UUID(), text: String, images: [PromptImage], state: State) {
        self.id = id
        self.text = text
        self.images = images
        self.state = state
    }
}
