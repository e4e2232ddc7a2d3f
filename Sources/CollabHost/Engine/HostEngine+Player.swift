import CollabWire

/// Playing a script: a stack of scopes whose topmost is played until something has to be waited for.
extension HostEngine {
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

    mutating func wait(_ duration: Double) {
        guard duration > 0, let top = scopes.indices.last, historyClock == nil else { return }
        scopes[top].wait = .until(now + duration)
    }

    mutating func push(_ ops: [Op]) {
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
    mutating func ask(_ step: AskStep) {
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
}
