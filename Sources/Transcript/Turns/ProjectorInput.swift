import CollabReplica
import CollabWire

/// What rows are made from: the part of a replica's state that shows in the transcript.
struct ProjectorInput {
    var entries = EntryList()
    var ghost: Ghost?
    var isWorking = false
    var tools: [ActiveTool] = []
    var progress: [SubagentProgress] = []
    var lifecycle: [SubagentLifecycle] = []
    var agents: [AgentInfo] = []
    var recovery: Recovery?
    var history: HistoryState?

    /// Nothing but entries to come.
    init() {}

    init(_ state: ReplicaState) {
        entries = state.entries
        ghost = state.ghost
        isWorking = state.isWorking
        tools = state.tools
        progress = state.progress
        lifecycle = state.lifecycle
        agents = state.agents
        recovery = state.recovery
        history = state.history
    }
}
