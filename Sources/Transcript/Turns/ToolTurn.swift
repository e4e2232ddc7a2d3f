import CollabWire

/// One tool call with whatever is known of its result: references to the replica's values, nothing decoded.
///
/// ``ToolCard`` says what to draw.
public struct ToolTurn: Hashable, Sendable {
    /// `toolCallId`.
    public var callId: String
    /// The tool's wire name.
    public var name: String
    /// As sent; nil for a result without a call.
    public var arguments: JSONText?
    /// What the agent says it is about to do.
    public var intent: String?
    /// The result, once it is there.
    public var result: ToolResultValue?
    /// What the tool has put out so far.
    public var partial: ToolOutput? {
        get { live?.partial }
        set { live = Live(startedAt: startedAt, partial: newValue) }
    }
    /// On the session's clock, milliseconds; nil when it does not run.
    public var startedAt: Double? {
        get { live?.startedAt }
        set { live = Live(startedAt: newValue, partial: partial) }
    }
    private var live: Live?
    /// Whether the tool runs, or its call is still being written.
    public var isRunning: Bool
    /// A result whose call is not in the transcript.
    public var isOrphan: Bool

    /// A call.
    public init(
        callId: String, name: String, arguments: JSONText?, intent: String? = nil, result: ToolResultValue? = nil,
        partial: ToolOutput? = nil, startedAt: Double? = nil, isRunning: Bool = false, isOrphan: Bool = false
    ) {
        self.callId = callId
        self.name = name
        self.arguments = arguments
        self.intent = intent
        self.result = result
        live = Live(startedAt: startedAt, partial: partial)
        self.isRunning = isRunning
        self.isOrphan = isOrphan
    }

    /// What only a running tool has. Boxed: nearly all calls of a session have ended.
    private indirect enum Live: Hashable, Sendable {
        case running(startedAt: Double?, partial: ToolOutput?)

        init?(startedAt: Double?, partial: ToolOutput?) {
            guard startedAt != nil || partial != nil else { return nil }
            self = .running(startedAt: startedAt, partial: partial)
        }

        var startedAt: Double? {
            switch self {
            case .running(let startedAt, _): startedAt
            }
        }

        var partial: ToolOutput? {
            switch self {
            case .running(_, let partial): partial
            }
        }
    }

    /// Where the call stands.
    public var status: ToolStatus {
        if let result { return result.isError ? .failed : .succeeded }
        return isRunning ? .running : .pending
    }
}

/// Where a tool call stands.
public enum ToolStatus: Hashable, Sendable {
    /// Neither running nor answered: not started, or its end was never heard of.
    case pending
    case running
    case succeeded
    case failed
}

/// The result of a tool call.
public struct ToolResultValue: Hashable, Sendable {
    /// Texts and pictures as sent.
    public var content: [ContentBlock]
    /// Free-form data of the tool.
    public var details: JSONText?
    /// Whether the tool failed.
    public var isError: Bool

    /// A result.
    public init(content: [ContentBlock], details: JSONText?, isError: Bool) {
        self.content = content
        self.details = details
        self.isError = isError
    }
}

/// Consecutive tool calls with nothing said between them, shown as one line that opens.
public struct ActivityTurn: Hashable, Sendable {
    /// One call of the group; its id is the one its own row would have.
    public struct Step: Hashable, Sendable, Identifiable {
        /// The id that the call's own row would have.
        public var id: TurnID
        /// The call.
        public var tool: ToolTurn
        /// What the host trimmed from call and result.
        public var elided: [ElidedReference]

        /// A step.
        public init(id: TurnID, tool: ToolTurn, elided: [ElidedReference] = []) {
            self.id = id
            self.tool = tool
            self.elided = elided
        }
    }

    /// At least two.
    public var steps: [Step]

    /// A group.
    public init(steps: [Step]) {
        self.steps = steps
    }
}

/// The subagents that a `task` call launched, with what is known of them live.
public struct SubagentsTurn: Hashable, Sendable {
    /// The call.
    public var tool: ToolTurn
    /// Progress of the agents that name this call as their parent.
    public var progress: [SubagentProgress]
    /// Lifecycle of the same.
    public var lifecycle: [SubagentLifecycle]
    /// The roster's word on the same: authoritative when it disagrees.
    public var roster: [AgentInfo]

    /// Subagents.
    public init(
        tool: ToolTurn, progress: [SubagentProgress] = [], lifecycle: [SubagentLifecycle] = [],
        roster: [AgentInfo] = []
    ) {
        self.tool = tool
        self.progress = progress
        self.lifecycle = lifecycle
        self.roster = roster
    }
}
