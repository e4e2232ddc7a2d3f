import CollabWire

/// Turns, and the prompts that begin or steer them (protocol §4, §7).
extension HostEngine {
    mutating func beginTurn() {
        isStreaming = true
        setMainAgent(.running)
        emit("agent_start")
        emit("turn_start")
        scheduleState()
    }

    mutating func endTurn() {
        if !queue.isEmpty {
            push([.endTurn])
            return takeUpQueue()
        }
        emit("turn_end")
        emit("agent_end")
        isStreaming = false
        setMainAgent(.idle)
        scheduleState()
        keepBounds()
    }

    /// The waiting prompts enter the turn: the agent reads all of them before it goes on.
    mutating func takeUpQueue() {
        let prompts = queue
        queue = []
        scheduleState()
        emit("turn_end")
        emit("turn_start")
        push(prompts.map(Op.takeUp) + [.bind(bindings)])
    }

    /// A guest's prompt: steers the turn that streams, or begins one.
    mutating func receivePrompt(_ prompt: QueuedPrompt, peer: UInt32) {
        guard !prompt.text.isEmpty || !prompt.images.isEmpty else {
            return sendError("The prompt is empty.", to: peer)
        }
        guard queue.count < Self.queueLimit else {
            return sendError("The prompt was not taken: \(queue.count) are waiting already.", to: peer)
        }
        if isStreaming || isAborting {
            queue.append(prompt)
            return sendState()
        }
        beginTurn(with: prompt)
    }

    /// Prompts that wait at most.
    private static let queueLimit = 32

    /// What the agent does before it answers a prompt, in milliseconds.
    private static let readingTime = 500.0

    mutating func beginTurn(with prompt: QueuedPrompt) {
        enterPrompt(prompt)
        if let top = scopes.indices.last, scopes[top].wait == .prompt { scopes[top].wait = .none }
        guard script.reactions.contains(where: { $0.answers(prompt.text) }) else { return keepBounds() }
        scopes.append(Scope(.turn(onAbort: []), [.beginTurn, .wait(Self.readingTime), .react(prompt), .endTurn]))
    }

    mutating func react(to prompt: QueuedPrompt) {
        bindings.prompt = prompt.text
        bindings.promptFrom = prompt.from
        if let reaction = script.reactions.first(where: { $0.answers(prompt.text) }) {
            // The answer to a prompt begins before the next prompt is taken up.
            var ops = reaction.steps.map(Op.step)
            if case .assistant(let message)? = reaction.steps.first { ops[0] = .message(message) }
            push(ops)
        }
    }

    mutating func enterPrompt(_ prompt: QueuedPrompt) {
        let content: JSONValue =
            if prompt.images.isEmpty {
                .string(prompt.text)
            } else {
                .array(
                    [HostJSON.object(["type": .string("text"), "text": .string(prompt.text)])]
                        + prompt.images.map { image in
                            HostJSON.object([
                                "type": .string("image"), "data": .string(image.data),
                                "mimeType": .string(image.mimeType),
                            ])
                        })
            }
        enter(
            "custom_message",
            [
                "customType": .string("collab-prompt"), "content": content,
                "details": HostJSON.object(["from": .string(prompt.from)]), "display": .bool(true),
            ])
        spend(tokens: prompt.text.count / 4 + prompt.images.count * 1_200)
    }

    mutating func enterUser(_ text: String, images: [String], synthetic: Bool) {
        let content: JSONValue =
            images.isEmpty
            ? .string(text)
            : .array(
                [HostJSON.object(["type": .string("text"), "text": .string(text)])]
                    + images.compactMap { imageBlock($0) })
        enter(
            "message",
            [
                "message": HostJSON.object([
                    "role": .string("user"), "content": content, "synthetic": synthetic ? .bool(true) : nil,
                    "timestamp": .number(entryTime.rounded()),
                ])
            ])
        spend(tokens: text.count / 4 + images.count * 1_200)
    }

    mutating func imageBlock(_ name: String) -> JSONValue? {
        guard let data = pictures.base64(name) else { return nil }
        return HostJSON.object([
            "type": .string("image"), "data": .string(data), "mimeType": .string("image/png"),
        ])
    }
}
