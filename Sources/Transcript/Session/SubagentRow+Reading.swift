import CollabWire

extension SubagentRow {
    /// "Anna.Bob" as "Anna>Bob": who launched whom.
    public static func label(_ id: String?) -> String? {
        id.map { String($0.map { $0 == "." ? ">" : $0 }) }
    }

    /// The final results of a `task` call.
    static func results(_ list: JSONText?) -> [SubagentRow] {
        (list?.objects ?? []).enumerated().map { position, result in
            var row = SubagentRow(index: result["index"]?.intValue ?? position, state: state(ofResult: result))
            row.id = result["id"]?.stringValue
            row.agent = result["agent"]?.stringValue
            row.description = result["description"]?.stringValue
            row.isTruncated = result["truncated"]?.boolValue == true
            row.tokens = result["tokens"]?.intValue
            row.requests = result["requests"]?.intValue
            row.cost = result["cost"]?.finite
            row.durationMilliseconds = result["durationMs"]?.finite
            row.model = result["resolvedModel"]?.stringValue
            (row.warning, row.output) = split(result["output"]?.stringValue ?? "")
            let error = result["error"]?.stringValue.flatMap { $0.isEmpty ? nil : $0 }
            let reason = result["abortReason"]?.stringValue.flatMap { $0.isEmpty ? nil : $0 }
            row.error = row.state == .aborted ? reason ?? error : error
            row.patchPath = result["patchPath"]?.stringValue.flatMap { $0.isEmpty ? nil : $0 }
            row.branchName = result["branchName"]?.stringValue.flatMap { $0.isEmpty ? nil : $0 }
            return row
        }
    }

    /// The progress that a `task` call reports with its partial result.
    static func progress(_ list: JSONText?) -> [SubagentRow] {
        (list?.objects ?? []).enumerated().map { position, item in
            let state = item["status"]?.stringValue.map(state(ofProgress:)) ?? .running
            var row = SubagentRow(index: item["index"]?.intValue ?? position, state: state)
            row.id = item["id"]?.stringValue
            row.agent = item["agent"]?.stringValue
            row.description = item["description"]?.stringValue
            row.assignment = item["assignment"]?.stringValue
            row.activity = item["lastIntent"]?.stringValue ?? item["currentTool"]?.stringValue
            row.toolCount = item["toolCount"]?.intValue
            row.tokens = item["tokens"]?.intValue
            row.requests = item["requests"]?.intValue
            row.cost = item["cost"]?.finite
            row.durationMilliseconds = item["durationMs"]?.finite
            row.model = item["resolvedModel"]?.stringValue
            return row
        }
    }

    private static func state(ofResult result: JSONText) -> State {
        if result["aborted"]?.boolValue == true { return .aborted }
        guard result["exitCode"]?.finite == 0 else { return .failed }
        return result["error"]?.stringValue.map { !$0.isEmpty } == true ? .mergeFailed : .completed
    }

    private static func state(ofProgress status: String) -> State {
        switch status {
        case "pending": .pending
        case "completed": .completed
        case "failed": .failed
        case "aborted": .aborted
        default: .running
        }
    }

    /// The host puts a warning before the output of an agent that never handed anything back.
    private static func split(_ output: String) -> (warning: String?, output: String?) {
        let first = ModelTags.trimmed(output.prefix { !$0.isNewline })
        guard first.hasPrefix("SYSTEM WARNING: Subagent exited without calling yield tool") else {
            return (nil, TranscriptProjector.isBlank(output) ? nil : output)
        }
        let rest = ModelTags.trimmed(output.drop { !$0.isNewline })
        return (String(first), rest.isEmpty ? nil : String(rest))
    }
}

extension SubagentsTurn {
    /// One row per agent of the call: what was ordered, what is known live, what became of it.
    ///
    /// A result settles an agent; before that the lifecycle, the roster and the progress say how it stands, in this
    /// order: progress that was last heard of before a reconnect must not outlive the roster's word.
    public var rows: [SubagentRow] {
        let input = ToolCardInput(tool)
        let orders = TaskCard.orders(input)
        let results = SubagentRow.results(input.detail("results"))
        let snapshots = SubagentRow.progress(input.detail("progress"))
        let known = results.compactMap(\.id) + snapshots.compactMap(\.id) + progress.map(\.id)
        let count = max(orders.count, results.count, snapshots.count, progress.count)
        return (0..<count).map { index in
            let order = orders.indices.contains(index) ? orders[index] : nil
            let live = progress.first { $0.index == index } ?? progress.first { $0.id == order?.id }
            let id =
                order?.id ?? live?.id ?? results.first { $0.index == index }?.id
                ?? (known.indices.contains(index) ? known[index] : nil)
            return row(
                index: index, id: id, order: order, result: results.first { $0.id != nil && $0.id == id },
                snapshot: snapshots.first { $0.id != nil && $0.id == id }, live: live)
        }
    }

    private func row(
        index: Int, id: String?, order: TaskCard.Order?, result: SubagentRow?, snapshot: SubagentRow?,
        live: SubagentProgress?
    ) -> SubagentRow {
        var row = result ?? snapshot ?? SubagentRow(index: index, state: tool.isRunning ? .running : .pending)
        row.index = index
        row.id = id
        row.description = order?.description ?? row.description ?? live?.description
        row.assignment = order?.assignment ?? row.assignment ?? live?.assignment
        row.isIsolated = order?.isIsolated == true
        row.agent = row.agent ?? live?.agent
        guard result == nil else { return row }
        if let live {
            row.toolCount = live.toolCount
            row.tokens = live.tokens
            row.requests = live.requests
            row.cost = live.cost
            row.durationMilliseconds = live.durationMilliseconds
            row.model = live.resolvedModel ?? row.model
            row.activity = live.lastIntent ?? live.currentTool ?? row.activity
        }
        row.state = state(of: id, live: live) ?? row.state
        if row.state != .running { row.activity = nil }
        return row
    }

    private func state(of id: String?, live: SubagentProgress?) -> SubagentRow.State? {
        switch lifecycle.first(where: { $0.id == id })?.status {
        case .completed: return .completed
        case .failed: return .failed
        case .aborted: return .aborted
        case .started, .other, nil: break
        }
        let agent = roster.first { $0.id == id }?.status
        switch live?.status {
        case .completed: return .completed
        case .failed: return .failed
        case .aborted: return .aborted
        case .pending where agent == nil: return .pending
        case .running where agent == nil: return .running
        case .pending, .running, .other, nil: break
        }
        switch agent {
        case .running: return .running
        case .idle, .parked: return .completed
        case .aborted: return .aborted
        case .other, nil: return nil
        }
    }
}
