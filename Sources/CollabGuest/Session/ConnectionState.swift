import CollabReplica

/// Where a session stands (protocol §3).
public enum ConnectionState: Sendable, Hashable {
    /// Not started.
    case idle
    /// Opening the first connection.
    case connecting
    /// `hello` is out, no `welcome` yet.
    case waiting
    /// Welcomed; the snapshot is arriving.
    case loading(LoadingProgress)
    /// Following.
    case live
    /// The connection dropped and is tried again.
    case reconnecting(Reconnection)
    /// Over for good.
    case ended(EndReason)

    /// The host's `welcome` is here and the connection stands.
    public var isWelcomed: Bool {
        switch self {
        case .live, .loading: true
        case .idle, .connecting, .waiting, .reconnecting, .ended: false
        }
    }

    /// Over for good, whatever the reason.
    public var isOver: Bool { if case .ended = self { true } else { false } }
}

/// One run of attempts to come back.
public struct Reconnection: Sendable, Hashable {
    /// From 1.
    public var attempt: Int
    /// When the next attempt starts, on the session's clock (milliseconds); nil while one is under way.
    public var nextAttempt: Double?
    /// Why the last connection ended, in a sentence.
    public var cause: String
    /// What the transport said about it; nil when it was the guest, or the host's room, that ended the connection.
    public var failure: TransportError?

    /// An attempt that is under way or waited for.
    public init(attempt: Int, nextAttempt: Double?, cause: String, failure: TransportError? = nil) {
        self.attempt = attempt
        self.nextAttempt = nextAttempt
        self.cause = cause
        self.failure = failure
    }
}

/// Why a session is over.
public enum EndReason: Sendable, Hashable {
    /// The person left.
    case left
    /// `bye`: the host's words.
    case bye(String)
    /// 4001 or `room-closed`, and the bounded time to come back has passed where there was one.
    case roomClosed
    /// 4004.
    case noSuchRoom
    /// 4009.
    case hostAlreadyConnected
    /// 4029.
    case roomFull
    /// A frame failed authentication: wrong key or tampering.
    case wrongKey
    /// `error` before the first welcome: the host's words.
    case refused(String)
    /// No `welcome` within 30 s.
    case welcomeTimeout
    /// 30 s without a chunk while loading.
    case snapshotTimeout
    /// The first welcome could not be applied, and why.
    case unreadableWelcome(String)
}
