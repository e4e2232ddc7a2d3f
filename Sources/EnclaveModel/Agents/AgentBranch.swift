import CollabWire

/// A subagent in its place in the tree.
public struct AgentBranch: Sendable, Hashable, Identifiable {
    /// The agent.
    public var agent: AgentInfo
    /// How many subagents stand between it and the main agent; 0 for what the main agent started.
    public var depth: Int
    /// It runs, or one below it does: what is folded away is neither.
    public var isAtWork: Bool

    /// The agent's.
    public var id: String { agent.id }
}

extension [AgentInfo] {
    /// The subagents as a tree (feature V1): each below the agent that started it, otherwise in the roster's order. One
    /// whose parent is not in the roster stands on the first level, and so does one of those that name each other in a
    /// circle; nobody is left out.
    public var branches: [AgentBranch] {
        let agents = subagents
        var children: [String: [Int]] = [:]
        var tops: [Int] = []
        let ids = Set(agents.map(\.id))
        for (place, agent) in agents.enumerated() {
            if let parent = agent.parentId, parent != agent.id, ids.contains(parent) {
                children[parent, default: []].append(place)
            } else {
                tops.append(place)
            }
        }
        var placed = [Bool](repeating: false, count: agents.count)
        var branches: [AgentBranch] = []
        branches.reserveCapacity(agents.count)
        // Not by recursion: a host may hang thousands one below the other.
        func place(_ top: Int) {
            var waiting = [(place: top, depth: 0)]
            while let (place, depth) = waiting.popLast() {
                guard !placed[place] else { continue }
                placed[place] = true
                let agent = agents[place]
                branches.append(AgentBranch(agent: agent, depth: depth, isAtWork: agent.status == .running))
                waiting += (children[agent.id] ?? []).reversed().map { ($0, depth + 1) }
            }
        }
        tops.forEach(place)
        agents.indices.forEach(place)
        // From the end every agent comes before the one above it. Depths where somebody works, the deepest last.
        var working: [Int] = []
        for index in branches.indices.reversed() {
            let depth = branches[index].depth
            while let deepest = working.last, deepest > depth {
                working.removeLast()
                if deepest == depth + 1 { branches[index].isAtWork = true }
            }
            if branches[index].isAtWork, working.last != depth { working.append(depth) }
        }
        return branches
    }
}
