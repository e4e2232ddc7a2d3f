import CollabWire
import Crypto
import Foundation

// A screen shows `localizedDescription`: it must be the error's own sentence, not the system's "could not be completed".

extension LinkError: LocalizedError {
    /// The sentence of ``CollabWire/LinkError/description``.
    public var errorDescription: String? { description }
}
