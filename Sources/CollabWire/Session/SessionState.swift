/// The authoritative session state (protocol §8). Sent debounced; each one replaces the last.
public struct SessionState: Sendable, Hashable {
    public var isStreaming: Bool
    public var isAborting: Bool
    /// Steering messages that wait.
    public var queuedMessageCount: Int
    public var sessionName: String?
    public var cwd: String?
    public var model: ModelInfo?
    public var thinkingLevel: String?
    public var contextUsage: ContextUsage?
    public var participants: [Participant]
    /// The state as sent.
    public var raw: JSONText

    public init(
        isStreaming: Bool, isAborting: Bool, queuedMessageCount: Int, sessionName: String?, cwd: String?,
        model: ModelInfo?, thinkingLevel: String?, contextUsage: ContextUsage?, participants: [Participant],
        raw: JSONText
    ) {
        self.isStreaming = isStreaming
        self.isAborting = isAborting
        self.queuedMessageCount = queuedMessageCount
        self.sessionName = sessionName
        self.cwd = cwd
        self.model = model
        self.thinkingLevel = thinkingLevel
        self.contextUsage = contextUsage
        self.participants = participants
        self.raw = raw
    }
}

/// The model the host runs.
public struct ModelInfo: Sendable, Hashable {
    public var id: String
    public var name: String?
    public var provider: String?
    /// In tokens.
    public var contextWindow: Int?

    public init(id: String, name: String?, provider: String?, contextWindow: Int?) {
        self.id = id
        self.name = name
        self.provider = provider
        self.contextWindow = contextWindow
    }
}

/// How full the context is; each figure may be unknown.
public struct ContextUsage: Sendable, Hashable {
    public var tokens: Int?
    public var contextWindow: Int?
    /// 0…100 (may exceed 100).
    public var percent: Double?

    public init(tokens: Int?, contextWindow: Int?, percent: Double?) {
        self.tokens = tokens
        self.contextWindow = contextWindow
        self.percent = percent
    }
}

/// Somebody in the room.
public struct Participant: Sendable, Hashable {
    /// What a participant may do.
    public enum Role: Sendable, Hashable {
        case host, guest
        case other(String)
    }

    public var name: String
    public var role: Role
    public var readOnly: Bool

    public init(name: String, role: Role, readOnly: Bool) {
        self.name = name
        self.role = role
        self.readOnly = readOnly
    }
}
