/// A live agent event (protocol §7).
public enum AgentEvent: Sendable, Hashable {
    case agentStart
    case agentEnd
    case turnStart
    case turnEnd
    /// Each message event carries the whole message so far.
    case messageStart(Message)
    case messageUpdate(Message)
    case messageEnd(Message)
    case toolExecutionStart(ToolExecution)
    /// Carries the whole partial result so far.
    case toolExecutionUpdate(ToolExecution, partialResult: ToolOutput?)
    case toolExecutionEnd(ToolExecution, result: ToolOutput?, isError: Bool)
    case notice(level: NoticeLevel, message: String, source: String?)
    case autoRetryStart(attempt: Int, maxAttempts: Int, delayMilliseconds: Double, errorMessage: String?)
    case autoRetryEnd(success: Bool, attempt: Int, finalError: String?)
    case autoCompactionStart(reason: String?, action: String?)
    case autoCompactionEnd(aborted: Bool, willRetry: Bool, errorMessage: String?, skipped: Bool)
    case thinkingLevelChanged(level: String?)
    /// An event of a newer host.
    case unknown(type: String?, JSONText)
}

/// How loud a notice is.
public enum NoticeLevel: Sendable, Hashable {
    case info, warning, error
    /// A level of a newer host.
    case other(String)
}

/// Which call a tool execution event is about.
public struct ToolExecution: Sendable, Hashable {
    /// Id of the `toolCall` block that this runs.
    public var toolCallId: String
    /// The tool, as the host names it.
    public var toolName: String
    /// The arguments as sent.
    public var args: JSONText?
    /// What the agent says it is about to do.
    public var intent: String?

    /// An execution from its parts.
    public init(toolCallId: String, toolName: String, args: JSONText?, intent: String?) {
        self.toolCallId = toolCallId
        self.toolName = toolName
        self.args = args
        self.intent = intent
    }
}

/// A tool's (partial) result in an event.
public struct ToolOutput: Sendable, Hashable {
    /// Content blocks; a plain string is one text block.
    public var content: [ContentBlock]
    /// What the tool adds for its card, as sent.
    public var details: JSONText?
    /// The result as sent.
    public var raw: JSONText

    /// An output from its parts.
    public init(content: [ContentBlock], details: JSONText?, raw: JSONText) {
        self.content = content
        self.details = details
        self.raw = raw
    }
}
