/// Why a connection could not be opened, or ended.
public enum WebSocketError: Error, Sendable, Hashable {
    /// Nobody could be reached there; the sentence says what was tried.
    case unreachable(String)
    /// The server's certificate was refused; the sentence says why.
    case untrusted(String)
    /// The server answered the upgrade with this HTTP status.
    case refused(status: Int)
    /// Closed; 1005 when the close frame carried no code, 1006 when there was no close frame.
    case closed(code: UInt16, reason: String)
    /// The peer announced a message above the limit (bytes); the connection was closed with 1009.
    case messageTooLarge(Int)
    /// The caller's task was cancelled.
    case cancelled
    /// The library or the operating system would not set up what was asked for, e.g. a port that is taken.
    case unavailable(String)
}
