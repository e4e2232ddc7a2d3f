import Foundation

extension AgentEvent {
    /// Reads an event (protocol §7); one of a newer host is ``unknown(type:_:)``.
    /// - Throws: ``FrameError/malformed(frame:field:)`` when a known event lacks what it is about.
    public init(decoding text: JSONText) throws(FrameError) {
        self = try text.withNode { (node) throws(FrameError) in try AgentEvent(node: node) }
    }

    init(node: JSONNode) throws(FrameError) {
        guard node.isObject else { throw .malformed(frame: "event", field: "event") }
        guard let type = node["type"]?.string else {
            self = .unknown(type: nil, node.text)
            return
        }
        func message() throws(FrameError) -> Message {
            guard let message = node["message"].flatMap(Message.init(node:)) else {
                throw .malformed(frame: "event", field: "message")
            }
            return message
        }
        func execution() throws(FrameError) -> ToolExecution {
            guard let id = node["toolCallId"]?.string else { throw .malformed(frame: "event", field: "toolCallId") }
            let name = node["toolName"]?.string ?? ""
            let arguments = node["args"]
            return ToolExecution(
                toolCallId: id, toolName: name, args: arguments?.text,
                intent: node["intent"]?.nonEmptyString ?? ContentBlock.intent(of: arguments, tool: name))
        }
        switch type {
        case "agent_start": self = .agentStart
        case "agent_end": self = .agentEnd
        case "turn_start": self = .turnStart
        case "turn_end": self = .turnEnd
        case "message_start": self = .messageStart(try message())
        case "message_update": self = .messageUpdate(try message())
        case "message_end": self = .messageEnd(try message())
        case "tool_execution_start": self = .toolExecutionStart(try execution())
        case "tool_execution_update":
            self = .toolExecutionUpdate(try execution(), partialResult: node["partialResult"].flatMap(ToolOutput.init))
        case "tool_execution_end":
            self = .toolExecutionEnd(
                try execution(), result: node["result"].flatMap(ToolOutput.init),
                isError: node["isError"]?.isTruthy ?? false)
        case "notice":
            self = .notice(
                level: NoticeLevel(name: node["level"]?.string), message: node["message"]?.string ?? "",
                source: node["source"]?.string)
        case "auto_retry_start":
            self = .autoRetryStart(
                attempt: node["attempt"]?.int ?? 0, maxAttempts: node["maxAttempts"]?.int ?? 0,
                delayMilliseconds: node["delayMs"]?.double ?? 0, errorMessage: node["errorMessage"]?.string)
        case "auto_retry_end":
            self = .autoRetryEnd(
                success: node["success"]?.isTruthy ?? false, attempt: node["attempt"]?.int ?? 0,
                finalError: node["finalError"]?.string)
        case "auto_compaction_start":
            self = .autoCompactionStart(reason: node["reason"]?.string, action: node["action"]?.string)
        case "auto_compaction_end":
            self = .autoCompactionEnd(
                aborted: node["aborted"]?.isTruthy ?? false, willRetry: node["willRetry"]?.isTruthy ?? false,
                errorMessage: node["errorMessage"]?.string, skipped: node["skipped"]?.isTruthy ?? false)
        case "thinking_level_changed": self = .thinkingLevelChanged(level: node["thinkingLevel"]?.string)
        default: self = .unknown(type: type, node.text)
        }
    }
}

extension NoticeLevel {
    init(name: String?) {
        self =
            switch name {
            case "info", nil: .info
            case "warning": .warning
            case "error": .error
            case let other?: .other(other)
            }
    }

    /// The level as the wire writes it.
    public var name: String {
        switch self {
        case .info: "info"
        case .warning: "warning"
        case .error: "error"
        case .other(let name): name
        }
    }
}

extension ToolOutput {
    /// Reads a tool's result; nil for `null`. A result that is a plain string is one text block.
    public init?(decoding text: JSONText) {
        guard let output = text.withNode({ ToolOutput(node: $0) }) else { return nil }
        self = output
    }

    init?(node: JSONNode) {
        guard !node.isNull else { return nil }
        self.init(
            content: ContentBlock.list(node.isObject ? node["content"] : node),
            details: node["details"]?.textUnlessNull,
            raw: node.text)
    }
}
