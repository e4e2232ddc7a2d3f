import CollabWire

/// Playing a script: a stack of scopes whose topmost is played until something has to be waited for.
extension HostEngine {
    /// Between two updates of a streamed message, in milliseconds: about twelve a second.
    private static let streamInterval = 80.0
    /// Between two reports of a subagent, in milliseconds.
    private static let progressInterval = 600.0
    /// An endless loop that takes no time is slowed down to one round in so many milliseconds.
    private static let shortestRound = 1_000.0
    /// After a reaction to a prompt the timeline takes a breath before it goes on, in milliseconds.
    private static let breath = 2_500.0

    /// Plays until the topmost scope waits or nothing is left.
    mutating func play() {
        while !isAborting, let top = scopes.indices.last {
            if case .answer(let ask) = scopes[top].wait, asks.answers[ask] != nil { scopes[top].wait = .none }
            guard scopes[top].wait == .none else { return }
            if let op = scopes[top].next() {
                perform(op)
            } else {
                endScope()
            }
        }
    }

    mutating func wakeScopes(waitingFor ask: Int) {
        for index in scopes.indices where scopes[index].wait == .answer(ask) { scopes[index].wait = .none }
    }

    private mutating func wait(_ duration: Double) {
        guard duration > 0, let top = scopes.indices.last, historyClock == nil else { return }
        scopes[top].wait = .until(now + duration)
    }

    private mutating func push(_ ops: [Op]) {
        guard let top = scopes.indices.last else { return }
        scopes[top].push(ops)
    }

    /// The topmost scope has nothing left: a loop begins again, anything else goes.
    private mutating func endScope() {
        guard let scope = scopes.last else { return }
        if case .loop(let body, let left, let round, let startedAt) = scope.kind, left != 1 {
            bindings.round = round + 1
            let start = left == nil ? max(now, startedAt + Self.shortestRound) : now
            var next = Scope(
                .loop(body, left: left.map { $0 - 1 }, round: round + 1, startedAt: start), body.map(Op.step))
            if start > now { next.wait = .until(start) }
            scopes[scopes.count - 1] = next
            return
        }
        scopes.removeLast()
        if case .turn = scope.kind { takeBreath() }
    }

    /// What the timeline waited for may have gone by while a prompt was answered: it doesn't rush on at once.
    mutating func takeBreath() {
        guard let top = scopes.indices.last, case .until(let time) = scopes[top].wait else { return }
        scopes[top].wait = .until(max(time, now + Self.breath))
    }

    private mutating func perform(_ op: Op) {
        switch op {
        case .step(let step): perform(step)
        case .wait(let duration): wait(duration)
        case .beginTurn: beginTurn()
        case .endTurn: endTurn()
        case .takeUp(let prompt):
            enterPrompt(prompt)
            push([.react(prompt)])
        case .react(let prompt): react(to: prompt)
        case .bind(let values): bindings = values
        case .message(let step): beginMessage(step)
        case .messageStart: startMessage()
        case .grow(let part, let text): growMessage(part, text)
        case .addCall(let call): addCall(call)
        case .messageEnd(let errorMessage): endMessage(errorMessage: errorMessage)
        case .callStart(let call): startCall(call)
        case .ask(let step): ask(step)
        case .takeAnswer: takeAnswer()
        case .callRun(let call): runCall(call)
        case .callUpdate(let call, let output): updateCall(call, output: output)
        case .subagentTick(let call): tickSubagents(of: call)
        case .callEnd(let call): endCall(call)
        case .retryEnd(let step): endRetry(step, succeeds: step.succeeds)
        case .compactEnd(let step): endCompaction(step)
        }
    }

    private mutating func perform(_ step: Step) {
        switch step {
        case .wait(let duration): wait(duration)
        case .clock(let daysAgo, let minute): setHistoryClock(daysAgo: daysAgo, minuteOfDay: minute)
        case .user(let text, let images, let synthetic):
            enterUser(text.filled(bindings), images: images, synthetic: synthetic)
        case .prompt(let from, let text):
            enterPrompt(QueuedPrompt(from: from, text: text.filled(bindings), images: []))
        case .assistant(let message):
            if historyClock == nil {
                keepBounds()
                if !queue.isEmpty {
                    push([.step(step)])
                    return takeUpQueue()
                }
            }
            push([.message(message)])
        case .turn(let steps, let onAbort):
            scopes.append(Scope(.turn(onAbort: onAbort), [.beginTurn] + steps.map(Op.step) + [.endTurn]))
        case .notice(let notice):
            emit(
                "notice",
                [
                    "level": .string(notice.level.rawValue), "message": .string(notice.message.filled(bindings)),
                    "source": HostJSON.optional(notice.source),
                ])
        case .retry(let retry): beginRetry(retry)
        case .compact(let compact): beginCompaction(compact)
        case .model(let seed):
            model = seed
            enter("model_change", ["model": .string("\(seed.provider)/\(seed.id)")])
            scheduleState()
        case .thinkingLevel(let level):
            thinkingLevel = level
            enter("thinking_level_change", ["thinkingLevel": .string(level)])
            emit("thinking_level_changed", ["thinkingLevel": .string(level)])
            scheduleState()
        case .custom(let custom):
            enter(
                "custom_message",
                [
                    "customType": .string(custom.type), "content": .string(custom.text.filled(bindings)),
                    "details": custom.details?.filled(bindings), "display": .bool(custom.display),
                ])
        case .branchSummary(let summary):
            enter(
                "branch_summary",
                ["fromId": .string(log.lastId ?? ""), "summary": .string(summary.filled(bindings))])
        case .state(let newTitle, let tokens):
            if let newTitle { title = newTitle.filled(bindings) }
            if let tokens { contextTokens = tokens }
            scheduleState()
        case .agent(let seed): setAgent(seed)
        case .bus(let channel, let data):
            broadcast(["t": .string("bus"), "channel": .string(channel), "data": data.filled(bindings)])
        case .ask(let ask): push([.ask(ask), .takeAnswer])
        case .branch(let cases): branch(cases)
        case .loop(let body, let times):
            bindings.round = 1
            scopes.append(Scope(.loop(body, left: times, round: 1, startedAt: now), body.map(Op.step)))
        case .awaitPrompt:
            if let top = scopes.indices.last { scopes[top].wait = .prompt }
        case .event(let event): broadcast(["t": .string("event"), "event": event.filled(bindings)])
        case .entry(let entry):
            if case .object(let members) = entry.filled(bindings) { enter(members) }
        case .filler(let entries, let units): Filler.write(entries: entries, units: units, into: &self)
        case .bye(let reason):
            broadcast(["t": .string("bye"), "reason": .string(reason)])
            scopes = []
        }
    }

    /// Opens a question and waits for its answer.
    private mutating func ask(_ step: AskStep) {
        let id = openAsk(step)
        guard let top = scopes.indices.last else { return }
        scopes[top].ask = id
        scopes[top].wait = .answer(id)
    }

    /// Reads the answer that was waited for; templates quote it from now on.
    private mutating func takeAnswer() {
        guard let top = scopes.indices.last, let id = scopes[top].ask else { return }
        scopes[top].ask = nil
        let answer = asks.answers.removeValue(forKey: id)
        scopes[top].answer = answer
        bindings.answer = answer?.values?.joined(separator: ", ")
        bindings.answerFrom = answer?.from ?? ""
    }

    private mutating func branch(_ cases: [BranchCase]) {
        let answer = bindings.answer
        let chosen = cases.first { branch in
            switch branch.match {
            case .answer(let label): answer == label
            case .cancelled: answer == nil
            case .anything: true
            }
        }
        push((chosen?.steps ?? []).map(Op.step))
    }

    // MARK: Turns and prompts

    private mutating func beginTurn() {
        isStreaming = true
        setMainAgent(.running)
        emit("agent_start")
        emit("turn_start")
        scheduleState()
    }

    private mutating func endTurn() {
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
    private mutating func takeUpQueue() {
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

    private mutating func react(to prompt: QueuedPrompt) {
        bindings.prompt = prompt.text
        bindings.promptFrom = prompt.from
        if let reaction = script.reactions.first(where: { $0.answers(prompt.text) }) {
            // The answer to a prompt begins before the next prompt is taken up.
            var ops = reaction.steps.map(Op.step)
            if case .assistant(let message)? = reaction.steps.first { ops[0] = .message(message) }
            push(ops)
        }
    }

    private mutating func enterPrompt(_ prompt: QueuedPrompt) {
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

    private mutating func enterUser(_ text: String, images: [String], synthetic: Bool) {
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

    // MARK: Messages

    private mutating func beginMessage(_ step: AssistantStep) {
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

    private mutating func startMessage() {
        live.draft = Draft(model: "\(model.provider)/\(model.id)", startedAt: entryTime)
        emitMessage("message_start")
    }

    private mutating func growMessage(_ part: Draft.Part, _ text: String) {
        switch part {
        case .thinking: live.draft?.thinking += text
        case .text: live.draft?.text += text
        }
        emitMessage("message_update")
    }

    private mutating func addCall(_ call: Call) {
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
    private mutating func spend(tokens: Int) {
        contextTokens = min(contextTokens + tokens, model.contextWindow * 97 / 100)
        if historyClock == nil { scheduleState() }
    }

    // MARK: Calls

    private mutating func startCall(_ call: Call) {
        live.running = call
        emit(
            "tool_execution_start",
            [
                "toolCallId": .string(call.id), "toolName": .string(call.step.name), "args": call.args,
                "intent": HostJSON.optional(call.intent),
            ])
    }

    /// The call has its answer, if it asked: now it works.
    private mutating func runCall(_ call: Call) {
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

    private mutating func updateCall(_ call: Call, output: String, details: JSONValue? = nil) {
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

    private mutating func endCall(_ call: Call) {
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

    // MARK: Subagents

    private mutating func runSubagents(of call: Call) {
        live.subagents = call.step.subagents.enumerated().map { index, step in
            RunningSubagent(
                id: step.id.filled(bindings), index: index, step: step, parentCallId: call.id, startedAt: now)
        }
        for index in live.subagents.indices { startSubagent(index) }
        guard historyClock == nil else {
            for index in live.subagents.indices {
                finishSubagent(index, as: live.subagents[index].step.fails ? .failed : .completed)
            }
            return push([.callEnd(call)])
        }
        let longest = live.subagents.map(\.step.duration).max() ?? 0
        let ticks = Int((longest / Self.progressInterval).rounded(.up)) + 1
        push(
            (0..<ticks).flatMap { _ in [Op.subagentTick(call), .wait(Self.progressInterval)] }
                + [.subagentTick(call), .callEnd(call)])
    }

    private mutating func startSubagent(_ index: Int) {
        let subagent = live.subagents[index]
        agents.removeAll { $0.id == subagent.id }
        setAgent(
            AgentSeed(
                id: subagent.id, displayName: subagent.id, kind: .sub, status: .running,
                parentId: agents.first { $0.kind == .main }?.id,
                transcript: [.user(subagent.step.assignment)], replies: [], isReadOnly: false))
        sendLifecycle(subagent, "started")
    }

    private mutating func tickSubagents(of call: Call) {
        for index in live.subagents.indices where !live.subagents[index].isOver {
            let subagent = live.subagents[index]
            let elapsed = now - subagent.startedAt
            let toolTime = subagent.step.duration / Double(subagent.step.tools.count + 1)
            live.subagents[index].tokens = Int(elapsed * 1.9) + subagent.toolsDone * 740
            while live.subagents[index].toolsDone < subagent.step.tools.count,
                Double(live.subagents[index].toolsDone + 1) * toolTime <= elapsed
            {
                finishTool(ofSubagent: index)
            }
            if elapsed >= subagent.step.duration {
                finishSubagent(index, as: subagent.step.fails ? .failed : .completed)
            } else {
                sendProgress(index)
            }
        }
        let done = live.subagents.count(where: \.isOver)
        updateCall(
            call, output: "\(done) of \(live.subagents.count) agents finished", details: taskDetails(of: call))
    }

    private mutating func finishTool(ofSubagent index: Int) {
        let subagent = live.subagents[index]
        let tool = subagent.step.tools[subagent.toolsDone]
        live.subagents[index].toolsDone += 1
        if let agent = agents.firstIndex(where: { $0.id == subagent.id }) {
            agents[agent].transcript.addTool(tool, at: wallTime)
            touch(agent)
        }
    }

    /// Ends a subagent in one of the ways the protocol knows.
    mutating func finishSubagent(_ index: Int, as status: RunningSubagent.LifecycleStatus) {
        if status == .completed {
            while live.subagents[index].toolsDone < live.subagents[index].step.tools.count {
                finishTool(ofSubagent: index)
            }
        }
        live.subagents[index].isOver = true
        live.subagents[index].status = status
        let subagent = live.subagents[index]
        if let agent = agents.firstIndex(where: { $0.id == subagent.id }) {
            agents[agent].status = status == .aborted ? .aborted : .idle
            if status != .aborted { agents[agent].transcript.addAssistant(subagent.step.report, at: wallTime) }
            touch(agent)
        }
        sendProgress(index)
        sendLifecycle(subagent, status.rawValue)
    }

    private mutating func sendLifecycle(_ subagent: RunningSubagent, _ status: String) {
        broadcast([
            "t": .string("bus"), "channel": .string("task:subagent:lifecycle"),
            "data": HostJSON.object([
                "id": .string(subagent.id), "agent": .string(subagent.step.agent),
                "description": .string(subagent.step.description), "status": .string(status),
                "parentToolCallId": .string(subagent.parentCallId), "index": HostJSON.number(subagent.index),
            ]),
        ])
    }

    private mutating func sendProgress(_ index: Int) {
        let subagent = live.subagents[index]
        broadcast([
            "t": .string("bus"), "channel": .string("task:subagent:progress"),
            "data": HostJSON.object([
                "index": HostJSON.number(subagent.index), "agent": .string(subagent.step.agent),
                "task": .string(subagent.step.description), "parentToolCallId": .string(subagent.parentCallId),
                "assignment": .string(subagent.step.assignment), "progress": progress(of: subagent),
            ]),
        ])
    }

    private func progress(of subagent: RunningSubagent) -> JSONValue {
        let tools = subagent.step.tools
        let current = !subagent.isOver && subagent.toolsDone < tools.count ? tools[subagent.toolsDone] : nil
        let toolTime = subagent.step.duration / Double(tools.count + 1)
        let started = subagent.startedAt + Double(subagent.toolsDone) * toolTime
        let done = tools.prefix(subagent.toolsDone)
        let tokens = subagent.isOver ? max(subagent.tokens, tools.count * 2_100) : subagent.tokens
        return HostJSON.object([
            "id": .string(subagent.id), "index": HostJSON.number(subagent.index),
            "agent": .string(subagent.step.agent), "status": .string(subagent.status.rawValue),
            "task": .string(subagent.step.assignment), "description": .string(subagent.step.description),
            "lastIntent": HostJSON.optional((current ?? done.last)?.intent),
            "currentTool": HostJSON.optional(current?.name),
            "currentToolArgs": current.map { .string(HostJSON.text($0.args.filled(bindings))) },
            "currentToolStartMs": current.map { _ in .number((epochTime(started)).rounded()) },
            "recentTools": .array(
                done.suffix(5).reversed().map { tool in
                    HostJSON.object([
                        "tool": .string(tool.name), "args": .string(HostJSON.text(tool.args.filled(bindings))),
                    ])
                }),
            "recentOutput": .array(
                (done.last?.output ?? "").split(separator: "\n").suffix(4).map { .string(String($0)) }),
            "toolCount": HostJSON.number(subagent.toolsDone), "requests": HostJSON.number(subagent.toolsDone + 1),
            "tokens": HostJSON.number(tokens), "contextTokens": HostJSON.number(tokens / 2 + 6_000),
            "contextWindow": HostJSON.number(model.contextWindow),
            "cost": .number((Double(tokens) * model.inputPrice / 1_000_000 * 10_000).rounded() / 10_000),
            "durationMs": .number(
                (min(now - subagent.startedAt, subagent.step.duration + Self.progressInterval)).rounded()),
            "resolvedModel": .string("\(model.provider)/\(model.id)"),
        ])
    }

    private func taskDetails(of call: Call) -> JSONValue {
        let mine = live.subagents.filter { $0.parentCallId == call.id }
        return HostJSON.object([
            "progress": .array(mine.map(progress)),
            "results": .array(
                mine.filter(\.isOver).map { subagent in
                    HostJSON.object([
                        "id": .string(subagent.id), "index": HostJSON.number(subagent.index),
                        "agent": .string(subagent.step.agent), "description": .string(subagent.step.description),
                        "status": .string(subagent.status.rawValue),
                        "exitCode": HostJSON.number(subagent.status == .completed ? 0 : 1),
                        "output": .string(subagent.status == .aborted ? "" : subagent.step.report),
                        "tokens": HostJSON.number(subagent.tokens),
                        "durationMs": .number(subagent.step.duration),
                    ])
                }),
        ])
    }

    // MARK: Recovery

    private mutating func beginRetry(_ step: RetryStep) {
        live.isRetrying = step
        emit(
            "auto_retry_start",
            [
                "attempt": HostJSON.number(step.attempt), "maxAttempts": HostJSON.number(step.maxAttempts),
                "delayMs": .number(step.delay), "errorMessage": .string(step.errorMessage),
            ])
        push([.wait(step.delay), .retryEnd(step)])
    }

    mutating func endRetry(_ step: RetryStep, succeeds: Bool) {
        live.isRetrying = nil
        emit(
            "auto_retry_end",
            [
                "success": .bool(succeeds), "attempt": HostJSON.number(step.attempt),
                "finalError": succeeds ? nil : .string(step.errorMessage),
            ])
    }

    private mutating func beginCompaction(_ step: CompactStep) {
        guard historyClock == nil else { return endCompaction(step) }
        live.isCompacting = true
        emit("auto_compaction_start", ["reason": .string("threshold"), "action": .string("context-full")])
        push([.wait(step.duration), .compactEnd(step)])
    }

    private mutating func endCompaction(_ step: CompactStep) {
        live.isCompacting = false
        let kept = max(0, log.count - step.keep)
        enter(
            "compaction",
            [
                "summary": .string(step.summary.filled(bindings)), "shortSummary": HostJSON.optional(step.shortSummary),
                "firstKeptEntryId": HostJSON.optional(
                    kept < log.count ? log.records[kept].id : log.lastId),
                "tokensBefore": HostJSON.number(contextTokens),
            ])
        contextTokens = min(step.tokens, model.contextWindow)
        emit("auto_compaction_end", ["aborted": .bool(false), "willRetry": .bool(false)])
        if step.drops {
            log.forget(kept)
            sendSnapshots()
        }
        scheduleState()
    }

    // MARK: Bounds

    /// A room that runs for ever must not grow for ever: above the script's bound the oldest part is forgotten, as
    /// when a host goes on in a new session file, and everybody is welcomed to what is left.
    private mutating func keepBounds() {
        guard let most = script.room.maxEntries, log.count > most else { return }
        log.forget(log.count - most * 3 / 5)
        sendSnapshots()
    }

    // MARK: History

    mutating func writeHistory() {
        historyClock = wallTime - 3_600_000
        scopes = [Scope(.timeline, script.history.map(Op.step))]
        play()
        historyClock = nil
        live = Live()
        bindings = Bindings()
    }

    /// Entries never go back in time, and none is from the future.
    private mutating func setHistoryClock(daysAgo: Int, minuteOfDay: Int) {
        let day = 86_400_000.0
        let midnight = (wallTime / day).rounded(.down) * day
        var time = midnight - Double(daysAgo) * day + Double(minuteOfDay) * 60_000
        while time > wallTime - 600_000 { time -= day }
        historyClock = max(time, log.count == 0 ? time : (historyClock ?? time))
    }

    /// A time of the engine as milliseconds since 1970.
    private func epochTime(_ time: Double) -> Double { wallTime - now + time }
}
