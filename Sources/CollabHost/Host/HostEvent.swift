import CollabWire

/// What a scripted host tells whoever runs it. Holds no secret and nothing of the session's content.
public enum HostEvent: Sendable, Hashable, CustomStringConvertible {
    /// The room is open on the relay.
    case open
    /// The connection is gone; tried again after so many milliseconds.
    case dropped(cause: String, retryAfter: Double)
    /// A message could not be opened or read, and was left out.
    case unreadableFrame(peer: UInt32)
    /// It is over.
    case ended(HostEnd)

    /// A sentence for a log.
    public var description: String {
        switch self {
        case .open: "The room is open."
        case .dropped(let cause, let delay):
            "The connection to the relay is gone (\(cause)); trying again in \(Int((delay / 1000).rounded(.up))) s."
        case .unreadableFrame(let peer): "A frame of guest \(peer) could not be read and was left out."
        case .ended(let end): end.description
        }
    }
}

/// Why a scripted host is over.
public enum HostEnd: Error, Sendable, Hashable, CustomStringConvertible {
    /// It was told to stop.
    case stopped
    /// 4009: the room has a host already.
    case roomTaken
    /// 4029: the relay takes no more rooms.
    case relayFull
    /// The system has no encryption to offer.
    case noEncryption(String)

    /// A sentence that says what can be done.
    public var description: String {
        switch self {
        case .stopped: "The host has stopped."
        case .roomTaken: "Another host has this room open: stop it, or choose another room."
        case .relayFull: "The relay takes no more rooms: try later, or use another relay."
        case .noEncryption(let why): "The frames could not be encrypted: \(why)"
        }
    }
}
