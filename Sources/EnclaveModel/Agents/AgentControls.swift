import CollabWire

/// What may be done to an agent, given its state and the link (protocol §9, feature V3).
public struct AgentControls: Sendable, Hashable {
    /// Why nothing can be done.
    public enum Obstacle: Sendable, Hashable {
        /// The agent is no longer in the roster.
        case gone
        /// A view link.
        case readOnly
        /// The main agent is steered by prompts, not here.
        case mainAgent
        /// No connection: a command would be lost.
        case notLive
    }

    /// A message to the agent.
    public var canChat = false
    /// Ends the agent; asks for confirmation first.
    public var canKill = false
    /// Brings a parked or aborted agent back.
    public var canRevive = false
    /// Why nothing is offered, when nothing is.
    public var obstacle: Obstacle?

    /// The controls for an agent of the roster.
    /// - Parameters:
    ///   - agent: the roster item, nil when the roster has none with the id any more.
    ///   - readOnly: the link or the host allows no steering.
    ///   - isLive: frames can reach the host now.
    public init(agent: AgentInfo?, readOnly: Bool, isLive: Bool) {
        guard let agent else {
            obstacle = .gone
            return
        }
        if agent.kind == .main {
            obstacle = .mainAgent
        } else if readOnly {
            obstacle = .readOnly
        } else if !isLive {
            obstacle = .notLive
        } else {
            switch agent.status {
            case .running:
                canKill = true
                canChat = true
            case .idle:
                canChat = true
                canKill = true
            case .parked, .aborted:
                canRevive = true
            case .other:
                // A status of a newer host: a message does no harm, the rest might.
                canChat = true
            }
        }
    }

    /// Whether this command may be sent: allowed now, and with text where there must be some.
    public func allows(_ command: AgentCommand) -> Bool {
        switch command {
        case .chat(let text): canChat && text.contains { !$0.isWhitespace }
        case .kill: canKill
        case .revive: canRevive
        }
    }
}

extension [AgentInfo] {
    /// The subagents of a roster: everybody but the main agent.
    public var subagents: [AgentInfo] { filter { $0.kind != .main } }
}
