import CollabGuest

extension EndReason {
    /// Why the session is over, and what can be done about it. The host's own words stand as they are.
    public var sentence: String {
        switch self {
        case .left: "You left the room."
        case .bye(let reason): reason.isEmpty ? "The host ended the session." : "The host ended the session: \(reason)"
        case .roomClosed: "The room was closed. Ask the host to share the session again."
        case .noSuchRoom: "There is no such room (any more). Ask the host for a fresh link."
        case .hostAlreadyConnected: "The relay took this device for a second host. Ask the host for a fresh link."
        case .roomFull: "The room is full. Try again when somebody has left."
        case .wrongKey: "The link's key does not fit the room, or a frame was tampered with. Ask for a fresh link."
        case .refused(let words): words
        case .welcomeTimeout: "The host did not answer within 30 seconds. Check that omp still runs, then try again."
        case .snapshotTimeout: "The session stopped arriving. Check the connection, then try again."
        case .unreadableWelcome(let reason): "The host's welcome can't be read: \(reason)"
        }
    }
}

extension EndReason {
    /// What leads back into the room.
    public enum WayBack: Sendable, Hashable {
        /// Joining with the same link once more.
        case joinAgain
        /// Another link: with this one it would end in the same way.
        case otherLink
    }

    /// What leads back into the room (protocol §3: a room that was closed is joined again by hand).
    public var wayBack: WayBack {
        switch self {
        case .noSuchRoom, .hostAlreadyConnected, .wrongKey: .otherLink
        case .left, .bye, .roomClosed, .roomFull, .refused, .welcomeTimeout, .snapshotTimeout, .unreadableWelcome:
            .joinAgain
        }
    }
}

extension ConnectionState {
    /// The state in a few words, for status lines.
    public var words: String {
        switch self {
        case .idle: "not connected"
        case .connecting: "connecting"
        case .waiting: "waiting for the host"
        case .loading(let progress):
            progress.expected.map { "loading \(progress.received) of \($0)" } ?? "loading \(progress.received)"
        case .live: "live"
        case .reconnecting(let reconnection): "reconnecting (attempt \(reconnection.attempt)): \(reconnection.cause)"
        case .ended(let reason): reason.sentence
        }
    }
}
