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
    public var toolCallId: String
    public var toolName: String
    public var args: JSONText?
    public var intent: String?

    public init(toolCallId: String, toolName: String, args: JSONText?, intent: String?) {
        self.toolCallId = toolCallId
        self.toolName = toolName
        self.args = args
        self.intent = intent
    }
}

/// A tool's (partial) result in an event.
public struct ToolOutput: Sendable, Hashable {
    public var content: [ContentBlock]
    public var details: JSONText?
    /// The result as sent.
    public var raw: JSONText

    public init(content: [ContentBlock], details: JSONText?, raw: JSONText) {
        self.content = content
        self.details = details
        self.raw = raw
    }
}
