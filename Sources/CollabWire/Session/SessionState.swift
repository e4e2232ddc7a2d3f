/// The authoritative session state (protocol §8). Sent debounced; each one replaces the last.
public struct SessionState: Sendable, Hashable {
    /// The agent works; authoritative in both directions.
    public var isStreaming: Bool
    /// An abort is under way.
    public var isAborting: Bool
    /// Steering messages that wait.
    public var queuedMessageCount: Int
    /// The session's title.
    public var sessionName: String?
    /// The host's working directory.
    public var cwd: String?
    /// The model the host runs.
    public var model: ModelInfo?
    /// How much the model thinks, in the host's words.
    public var thinkingLevel: String?
    /// How full the context is.
    public var contextUsage: ContextUsage?
    /// Everybody in the room.
    public var participants: [Participant]
    /// The state as sent.
    public var raw: JSONText

    /// A state from its parts.
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
    /// The provider's id of the model.
    public var id: String
    /// The name to show.
    public var name: String?
    /// Who runs the model.
    public var provider: String?
    /// In tokens.
    public var contextWindow: Int?

    /// A model from its parts.
    public init(id: String, name: String?, provider: String?, contextWindow: Int?) {
        self.id = id
        self.name = name
        self.provider = provider
        self.contextWindow = contextWindow
    }
}

/// How full the context is; each figure may be unknown.
public struct ContextUsage: Sendable, Hashable {
    /// Tokens in the context.
    public var tokens: Int?
    /// Tokens the context can hold.
    public var contextWindow: Int?
    /// 0…100 (may exceed 100).
    public var percent: Double?

    /// A usage from its parts.
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

    /// As the participant calls itself.
    public var name: String
    /// What the participant is.
    public var role: Role
    /// Joined with a view link.
    public var readOnly: Bool

    /// A participant from its parts.
    public init(name: String, role: Role, readOnly: Bool) {
        self.name = name
        self.role = role
        self.readOnly = readOnly
    }
}
