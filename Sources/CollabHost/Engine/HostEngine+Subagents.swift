import CollabWire

/// Subagents inside a call: progress, transcripts, ends (protocol §9).
extension HostEngine {
    /// Between two reports of a subagent, in milliseconds.
    private static let progressInterval = 600.0

    mutating func runSubagents(of call: Call) {
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

    mutating func tickSubagents(of call: Call) {
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

    func taskDetails(of call: Call) -> JSONValue {
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

    /// A time of the engine as milliseconds since 1970.
    private func epochTime(_ time: Double) -> Double { wallTime - now + time }
}
