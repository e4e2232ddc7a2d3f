import CollabWire

/// Messages of the agent: streamed as a whole each time, then entered (protocol §6, §7).
extension HostEngine {
    /// Between two updates of a streamed message, in milliseconds: about twelve a second.
    private static let streamInterval = 80.0

    mutating func beginMessage(_ step: AssistantStep) {
        var ops: [Op] = [.messageStart]
        if let thinking = step.thinking { ops += stream(.thinking, thinking.filled(bindings), rate: step.rate * 1.5) }
        if let text = step.text { ops += stream(.text, text.filled(bindings), rate: step.rate) }
        let calls = step.calls.map { call in
            Call(
                id: nextCallId(), step: call, args: call.args.filled(bindings), intent: call.intent?.filled(bindings))
        }
        for call in calls { ops += [.addCall(call), .wait(150)] }
        ops.append(.messageEnd(errorMessage: step.errorMessage))
        for call in calls {
            ops.append(.callStart(call))
            if let ask = call.step.ask, historyClock == nil { ops += [.ask(ask), .takeAnswer] }
            ops.append(.callRun(call))
        }
        push(ops)
    }

    /// The growth of a text: a few words at a time, as models write.
    private mutating func stream(_ part: Draft.Part, _ text: String, rate: Double) -> [Op] {
        guard historyClock == nil else { return [.grow(part, text)] }
        let usual = max(1, Int(rate * Self.streamInterval / 1000))
        var ops: [Op] = []
        var rest = text[...]
        while !rest.isEmpty {
            let piece = rest.prefix(random.number(in: max(1, usual / 2)...(usual + usual / 2)))
            ops += [.grow(part, String(piece)), .wait(Self.streamInterval)]
            rest = rest.dropFirst(piece.count)
        }
        return ops
    }

    mutating func startMessage() {
        live.draft = Draft(model: "\(model.provider)/\(model.id)", startedAt: entryTime)
        emitMessage("message_start")
    }

    mutating func growMessage(_ part: Draft.Part, _ text: String) {
        switch part {
        case .thinking: live.draft?.thinking += text
        case .text: live.draft?.text += text
        }
        emitMessage("message_update")
    }

    mutating func addCall(_ call: Call) {
        live.draft?.calls.append(
            HostJSON.object([
                "type": .string("toolCall"), "id": .string(call.id), "name": .string(call.step.name),
                "arguments": call.args, "intent": HostJSON.optional(call.intent),
            ]))
        live.pendingCalls.append(call)
        emitMessage("message_update")
    }

    private mutating func emitMessage(_ event: String) {
        guard let draft = live.draft, historyClock == nil else { return }
        emit(event, ["message": draft.message(stopReason: "stop", usage: usage(output: 0, isFinal: false))])
    }

    /// Ends the message that is streamed and writes its entry.
    mutating func endMessage(errorMessage: String? = nil, isAborted: Bool = false) {
        guard let draft = live.draft else { return }
        live.draft = nil
        let stopReason =
            if isAborted { "aborted" } else if errorMessage != nil { "error" } else if draft.calls.isEmpty {
                "stop"
            } else { "toolUse" }
        let output = draft.characters / 4 + 12
        let message = draft.message(
            stopReason: stopReason, errorMessage: errorMessage, usage: usage(output: output, isFinal: true))
        emit("message_end", ["message": message])
        enter("message", ["message": message])
        spend(tokens: output)
    }

    /// Tokens and cost of one message: all of the context is read, most of it from the cache.
    private mutating func usage(output: Int, isFinal: Bool) -> JSONValue {
        let fresh = isFinal ? min(contextTokens, random.number(in: 180...2_400)) : 0
        let cached = isFinal ? contextTokens - fresh : 0
        let cost =
            (Double(fresh) * model.inputPrice + Double(output) * model.outputPrice + Double(cached) * model.cachePrice)
            / 1_000_000
        return HostJSON.object([
            "input": HostJSON.number(fresh), "output": HostJSON.number(output), "cacheRead": HostJSON.number(cached),
            "cacheWrite": HostJSON.number(0), "totalTokens": HostJSON.number(fresh + output + cached),
            "cost": HostJSON.object(["total": .number((cost * 1_000_000).rounded() / 1_000_000)]),
        ])
    }

    /// The context fills; it never overflows, since a host would have compacted before.
    mutating func spend(tokens: Int) {
        contextTokens = min(contextTokens + tokens, model.contextWindow * 97 / 100)
        if historyClock == nil { scheduleState() }
    }
}
