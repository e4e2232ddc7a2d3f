import Foundation

/// Why a transcript, history or value request brought nothing. All but ``stale`` and ``host(_:)`` may be tried again
/// from the same place.
public enum RequestError: Error, Sendable, Hashable {
    /// Nobody to ask: the session is not live.
    case notLive
    /// Ten seconds without a frame of the reply (protocol §5).
    case timedOut
    /// The connection dropped or the session ended while it was pending.
    case connectionLost
    /// The host's copy changed since the guest read it.
    case stale
    /// The host's words.
    case host(String)
    /// The reply does not fit the question (a gap between slices, more data than announced).
    case malformedReply
    /// The loaded value is not JSON, or does not fit the entry it belongs to.
    case unreadableValue
    /// The host did not offer history and elided values (`welcome.history` was missing).
    case notOffered
    /// The entry or its trimmed value is not held (any more).
    case unknownValue
    /// The caller gave up.
    case cancelled
}

extension RequestError: LocalizedError {
    /// A sentence a person can act on.
    public var errorDescription: String? {
        switch self {
        case .notLive: "Not connected to the host. Try again when the session is live."
        case .timedOut: "The host did not answer within ten seconds. Try again."
        case .connectionLost: "The connection was lost while loading. Try again."
        case .stale: "The content changed on the host. Reload the session to see it."
        case .host(let message): message
        case .malformedReply: "The host sent a reply that does not fit. Try again."
        case .unreadableValue: "The host sent a value that cannot be read."
        case .notOffered: "This host does not offer earlier messages or shortened values."
        case .unknownValue: "This value is no longer part of the transcript."
        case .cancelled: "Loading was cancelled."
        }
    }
}

/// A part of a subagent's transcript file (protocol §9).
public struct TranscriptPart: Sendable, Hashable {
    /// JSONL text; the last line may be incomplete.
    public var text: String
    /// The byte to ask from next.
    public var newSize: Int

    /// A part of a transcript.
    public init(text: String, newSize: Int) {
        self.text = text
        self.newSize = newSize
    }
}
