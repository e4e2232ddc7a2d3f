/// Why a message could not be sealed or opened.
public enum SealError: Error, Sendable, Hashable {
    /// The frame was sealed with another key, or was changed on the way. Ends the session (protocol §3).
    case wrongKey
    /// Too short to be a sealed frame: as bad as a wrong key.
    case truncated
    /// The system's cryptography library failed; nothing is known about the frame.
    case unavailable(String)
}

extension SealError: CustomStringConvertible {
    /// What happened and what to do.
    public var description: String {
        switch self {
        case .wrongKey: "This link's key does not fit the room. Ask the host for a fresh link."
        case .truncated: "The relay sent a frame that is cut off. Ask the host for a fresh link if this happens again."
        case .unavailable(let step): "The system's cryptography library failed (\(step)). Restart and try again."
        }
    }
}
