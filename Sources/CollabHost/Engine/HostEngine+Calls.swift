import CollabWire

/// Calls of tools, from the start to the entry of their result (protocol §6, §7).
extension HostEngine {
    mutating func startCall(_ call: Call) {
        live.running = call
        emit(
            "tool_execution_start",
            [
                "toolCallId": .string(call.id), "toolName": .string(call.step.name), "args": call.args,
                "intent": HostJSON.optional(call.intent),
            ])
    }

    /// The call has its answer, if it asked: now it works.
    mutating func runCall(_ call: Call) {
        if let refusal = call.step.refusal, historyClock == nil {
            let values = scopes.last?.answer?.values
            if values == nil || values == [refusal.answer] {
                return finishCall(call, output: refusal.output.filled(bindings), details: nil, isError: true)
            }
        }
        if !call.step.subagents.isEmpty { return runSubagents(of: call) }
        guard historyClock == nil else { return push([.callEnd(call)]) }
        guard call.step.streams else { return push([.wait(call.step.duration), .callEnd(call)]) }
        let lines = call.step.output.filled(bindings).split(separator: "\n", omittingEmptySubsequences: false)
        let pause = call.step.duration / Double(lines.count + 1)
        var ops: [Op] = [.wait(pause)]
        var output = ""
        for line in lines {
            output += line + "\n"
            ops += [.callUpdate(call, output: output), .wait(pause)]
        }
        push(ops + [.callEnd(call)])
    }

    mutating func updateCall(_ call: Call, output: String, details: JSONValue? = nil) {
        emit(
            "tool_execution_update",
            [
                "toolCallId": .string(call.id), "toolName": .string(call.step.name), "args": call.args,
                "partialResult": HostJSON.object([
                    "content": .array([HostJSON.object(["type": .string("text"), "text": .string(output)])]),
                    "details": details,
                ]),
            ])
    }

    mutating func endCall(_ call: Call) {
        var details = call.step.details?.filled(bindings)
        if call.step.name == "ask", let step = call.step.ask, historyClock == nil {
            details = askDetails(step, scopes.last?.answer)
        }
        if !call.step.subagents.isEmpty { details = taskDetails(of: call) }
        finishCall(
            call, output: call.step.output.filled(bindings), images: call.step.images, details: details,
            isError: call.step.isError)
    }

    /// What the `ask` tool reports of an answer.
    private func askDetails(_ step: AskStep, _ answer: AskDesk.Answer?) -> JSONValue {
        HostJSON.object([
            "question": .string(step.title.filled(bindings)),
            "selectedOptions": step.kind == .editor
                ? .array([]) : .array((answer?.values ?? []).map(JSONValue.string)),
            "customInput": step.kind == .editor ? HostJSON.optional(answer?.values?.first) : nil,
        ])
    }

    /// Ends a call with its result and writes the entry.
    mutating func finishCall(
        _ call: Call, output: String, images: [String] = [], details: JSONValue?, isError: Bool
    ) {
        live.running = nil
        live.pendingCalls.removeAll { $0.id == call.id }
        let content =
            [HostJSON.object(["type": .string("text"), "text": .string(output)])] + images.compactMap { imageBlock($0) }
        if case .object(let object)? = details, call.step.name == "todo", let phases = object["phases"] {
            todoPhases = phases
        }
        emit(
            "tool_execution_end",
            [
                "toolCallId": .string(call.id), "toolName": .string(call.step.name),
                "result": HostJSON.object(["content": .array(content), "details": details]), "isError": .bool(isError),
            ])
        enter(
            "message",
            [
                "message": HostJSON.object([
                    "role": .string("toolResult"), "toolCallId": .string(call.id), "toolName": .string(call.step.name),
                    "content": .array(content), "details": details, "isError": .bool(isError),
                    "timestamp": .number(entryTime.rounded()),
                ])
            ])
        spend(tokens: output.count / 4 + images.count * 1_200)
    }
}
