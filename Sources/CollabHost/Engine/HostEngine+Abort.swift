import CollabWire

/// Stopping a turn (protocol §7, §8): shown at once as `isAborting`, confirmed when everything has ended.
extension HostEngine {
    /// How long the agent takes to stop, in milliseconds.
    private static let abortTime = 400.0

    mutating func beginAbort(by name: String) {
        guard isStreaming, !isAborting else { return }
        isAborting = true
        queue = []
        announce("\(name) interrupted")
        sendState()
        jobs.schedule(.finishAbort, at: now + Self.abortTime)
    }

    mutating func finishAbort() {
        isAborting = false
        popTurn()
        endEverything()
        emit("turn_end")
        emit("agent_end")
        isStreaming = false
        setMainAgent(.idle)
        sendState()
        // What was written to the room while it was stopping begins the next turn.
        guard let first = queue.first else { return }
        queue.removeFirst()
        beginTurn(with: first)
    }

    private mutating func endEverything() {
        for index in live.subagents.indices where !live.subagents[index].isOver {
            finishSubagent(index, as: .aborted)
        }
        if live.draft?.isEmpty == false {
            endMessage(isAborted: true)
        } else {
            live.draft = nil
        }
        // Calls that never ran get a result as well, so that no card waits for ever.
        for call in live.pendingCalls {
            finishCall(call, output: "Interrupted by the user.", details: nil, isError: true)
        }
        if let retry = live.isRetrying { endRetry(retry, succeeds: false) }
        if live.isCompacting {
            emit("auto_compaction_end", ["aborted": .bool(true), "willRetry": .bool(false)])
        }
        live = Live()
    }

    private mutating func popTurn() {
        while let scope = scopes.popLast() {
            if let ask = scope.ask {
                withdrawAsk(ask)
                asks.answers[ask] = nil
            }
            guard case .turn(let onAbort) = scope.kind else { continue }
            takeBreath()
            if !onAbort.isEmpty { scopes.append(Scope(.plain, onAbort.map(Op.step))) }
            return
        }
    }
}
