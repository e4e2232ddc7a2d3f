import CollabWire

/// What is known live of the subagents, by the call that launched them.
struct SubagentIndex: Sendable {
    private struct Known: Sendable, Hashable {
        var progress: [SubagentProgress] = []
        var lifecycle: [SubagentLifecycle] = []
        var roster: [AgentInfo] = []
    }

    private var byCall: [String: Known] = [:]
    /// The calls about which the last update said something new.
    private(set) var changedCalls: Set<String> = []

    /// Takes in what is known now. Time: linear in the agents known.
    mutating func update(progress: [SubagentProgress], lifecycle: [SubagentLifecycle], agents: [AgentInfo]) {
        var next: [String: Known] = [:]
        var callOfAgent: [String: String] = [:]
        for item in progress {
            guard let call = item.parentToolCallId else { continue }
            callOfAgent[item.id] = call
            next[call, default: Known()].progress.append(item)
        }
        for item in lifecycle {
            guard let call = item.parentToolCallId ?? callOfAgent[item.id] else { continue }
            callOfAgent[item.id] = call
            next[call, default: Known()].lifecycle.append(item)
        }
        for agent in agents {
            guard let call = callOfAgent[agent.id] else { continue }
            next[call, default: Known()].roster.append(agent)
        }
        changedCalls = Set(byCall.keys).union(next.keys).filter { byCall[$0] != next[$0] }
        byCall = next
    }

    /// A call with what is known of its agents.
    func turn(_ tool: ToolTurn) -> SubagentsTurn {
        let known = byCall[tool.callId]
        return SubagentsTurn(
            tool: tool, progress: known?.progress ?? [], lifecycle: known?.lifecycle ?? [],
            roster: known?.roster ?? [])
    }
}
