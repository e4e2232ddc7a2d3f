import Foundation

extension HostFrame {
    /// The frame's JSON (protocol §5), for the host's side.
    ///
    /// Values that carry their text (`raw`) are written as that text, so a host that decodes its own JSON into them
    /// sends it unchanged.
    public func encode() -> JSONText {
        switch self {
        case .welcome(let welcome): return welcome.encode()
        case .snapshotChunk(let chunk):
            var frame = JSONObjectWriter(type: "snapshot-chunk")
            frame.put("entries", chunk.entries.map(\.raw))
            frame.put("final", chunk.isFinal)
            return frame.finish()
        case .entry(let entry): return Self.frame("entry", "entry", entry.raw)
        case .event(let event): return Self.frame("event", "event", event.encode())
        case .state(let state): return Self.frame("state", "state", state.raw)
        case .agents(let agents):
            var frame = JSONObjectWriter(type: "agents")
            frame.put("agents", agents.map(\.raw))
            return frame.finish()
        case .bus(let message):
            var frame = JSONObjectWriter(type: "bus")
            switch message {
            case .progress(let progress):
                frame.put("channel", "task:subagent:progress")
                frame.put("data", progress.raw)
            case .lifecycle(let lifecycle):
                frame.put("channel", "task:subagent:lifecycle")
                frame.put("data", lifecycle.raw)
            case .unknown(let channel): frame.put("channel", channel)
            }
            return frame.finish()
        case .uiRequest(let ask): return Self.frame("ui-request", "request", ask.raw)
        case .uiRequestEnd(let reqId):
            var frame = JSONObjectWriter(type: "ui-request-end")
            frame.put("reqId", reqId)
            return frame.finish()
        case .transcript(let reply):
            var frame = JSONObjectWriter(type: "transcript")
            frame.put("reqId", reply.reqId)
            frame.put("text", reply.text)
            frame.put("newSize", reply.newSize)
            frame.put("error", reply.error)
            return frame.finish()
        case .history(let page):
            var frame = JSONObjectWriter(type: "history")
            frame.put("reqId", page.reqId)
            frame.put("entries", page.entries.map(\.raw))
            frame.put("final", page.isFinal)
            frame.put("startId", page.startId)
            frame.put("hasEarlier", page.hasEarlier)
            frame.put("error", page.error)
            return frame.finish()
        case .value(let slice):
            var frame = JSONObjectWriter(type: "value")
            frame.put("reqId", slice.reqId)
            frame.put("offset", slice.offset)
            frame.put("data", units: slice.units)
            frame.put("total", slice.total)
            frame.put("final", slice.isFinal)
            frame.put("error", slice.error)
            return frame.finish()
        case .bye(let reason):
            var frame = JSONObjectWriter(type: "bye")
            frame.put("reason", reason)
            return frame.finish()
        case .error(let message):
            var frame = JSONObjectWriter(type: "error")
            frame.put("message", message)
            return frame.finish()
        case .unknown(_, let text): return text
        }
    }

    private static func frame(_ type: String, _ field: StaticString, _ value: JSONText) -> JSONText {
        var frame = JSONObjectWriter(type: type)
        frame.put(field, value)
        return frame.finish()
    }
}

extension Welcome {
    fileprivate func encode() -> JSONText {
        var frame = JSONObjectWriter(type: "welcome")
        frame.put("proto", proto)
        frame.put("header", header.raw)
        frame.put("state", state.raw)
        frame.put("agents", agents.map(\.raw))
        frame.put("entryCount", entryCount)
        if readOnly { frame.put("readOnly", true) }
        frame.put("todoPhases", todoPhases)
        if let history {
            var tail = JSONObjectWriter()
            tail.put("v", 1)
            if let startId = history.startId { tail.put("startId", startId) } else { tail.putNull("startId") }
            tail.put("hasEarlier", history.hasEarlier)
            frame.put("history", tail.finish())
        }
        return frame.finish()
    }
}

extension AgentEvent {
    /// The event's JSON (protocol §7).
    public func encode() -> JSONText {
        switch self {
        case .agentStart: return Self.event("agent_start") { _ in }
        case .agentEnd: return Self.event("agent_end") { _ in }
        case .turnStart: return Self.event("turn_start") { _ in }
        case .turnEnd: return Self.event("turn_end") { _ in }
        case .messageStart(let message): return Self.event("message_start") { $0.put("message", message.raw) }
        case .messageUpdate(let message): return Self.event("message_update") { $0.put("message", message.raw) }
        case .messageEnd(let message): return Self.event("message_end") { $0.put("message", message.raw) }
        case .toolExecutionStart(let execution):
            return Self.event("tool_execution_start") { execution.write(to: &$0) }
        case .toolExecutionUpdate(let execution, let partialResult):
            return Self.event("tool_execution_update") {
                execution.write(to: &$0)
                $0.put("partialResult", partialResult?.raw)
            }
        case .toolExecutionEnd(let execution, let result, let isError):
            return Self.event("tool_execution_end") {
                execution.write(to: &$0)
                $0.put("result", result?.raw)
                $0.put("isError", isError)
            }
        case .notice(let level, let message, let source):
            return Self.event("notice") {
                $0.put("level", level.name)
                $0.put("message", message)
                $0.put("source", source)
            }
        case .autoRetryStart(let attempt, let maxAttempts, let delay, let errorMessage):
            return Self.event("auto_retry_start") {
                $0.put("attempt", attempt)
                $0.put("maxAttempts", maxAttempts)
                $0.put("delayMs", delay)
                $0.put("errorMessage", errorMessage)
            }
        case .autoRetryEnd(let success, let attempt, let finalError):
            return Self.event("auto_retry_end") {
                $0.put("success", success)
                $0.put("attempt", attempt)
                $0.put("finalError", finalError)
            }
        case .autoCompactionStart(let reason, let action):
            return Self.event("auto_compaction_start") {
                $0.put("reason", reason)
                $0.put("action", action)
            }
        case .autoCompactionEnd(let aborted, let willRetry, let errorMessage, let skipped):
            return Self.event("auto_compaction_end") {
                $0.put("aborted", aborted)
                $0.put("willRetry", willRetry)
                $0.put("errorMessage", errorMessage)
                if skipped { $0.put("skipped", true) }
            }
        case .thinkingLevelChanged(let level):
            return Self.event("thinking_level_changed") { $0.put("thinkingLevel", level) }
        case .unknown(_, let text): return text
        }
    }

    private static func event(_ type: String, _ write: (inout JSONObjectWriter) -> Void) -> JSONText {
        var event = JSONObjectWriter()
        event.put("type", type)
        write(&event)
        return event.finish()
    }
}

extension ToolExecution {
    fileprivate func write(to event: inout JSONObjectWriter) {
        event.put("toolCallId", toolCallId)
        event.put("toolName", toolName)
        event.put("args", args)
        event.put("intent", intent)
    }
}
