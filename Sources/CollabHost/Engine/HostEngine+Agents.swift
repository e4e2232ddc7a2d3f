import CollabWire
import Foundation

/// What guests do with agents: chat, kill, revive (protocol §4, §9).
extension HostEngine {
    /// Finished subagents beyond this many leave the roster, oldest first.
    private static let rosterLimit = 12
    /// How long an agent thinks before it answers a chat, and works before it is idle again, in milliseconds.
    private static let replyDelay = 1_800.0
    private static let revivalTime = 6_000.0
    /// How long half a line of a transcript stands alone, in milliseconds.
    static let halfLineTime = 350.0

    mutating func receiveCommand(_ command: AgentCommand, agentId: String, of guest: Guest) {
        guard let index = agents.firstIndex(where: { $0.id == agentId }) else {
            return sendError("Agent \(agentId): there is no such agent.", to: guest.peer)
        }
        let agent = agents[index]
        guard agent.kind == .sub else {
            return sendError("Agent \(agentId): the main agent takes prompts, not commands.", to: guest.peer)
        }
        guard !agent.isReadOnly else {
            return sendError("Agent \(agentId): its transcript can be read, but it takes no commands.", to: guest.peer)
        }
        switch command {
        case .chat(let text): chat(text, with: index, by: guest)
        case .kill: kill(index, by: guest)
        case .revive: revive(index, by: guest)
        }
    }

    private mutating func chat(_ text: String, with index: Int, by guest: Guest) {
        let id = agents[index].id
        guard !text.trimmingCharacters(in: .whitespacesAndNewlines).isEmpty else {
            return sendError("Agent \(id): the chat message is empty.", to: guest.peer)
        }
        guard agents[index].transcript.bytes.count + text.utf8.count < TranscriptFile.maximumSize else {
            return sendError("Agent \(id): its transcript is full.", to: guest.peer)
        }
        agents[index].transcript.addUser(text, at: wallTime)
        touch(index)
        var values = bindings
        values.prompt = text
        values.promptFrom = guest.name
        let replies = agents[index].replies
        let reply =
            replies.isEmpty
            ? "Noted: \(text)" : replies[agents[index].replyCount % replies.count].filled(values)
        agents[index].replyCount += 1
        jobs.schedule(.agentReply(agentId: id, reply), at: now + Self.replyDelay)
    }

    private mutating func kill(_ index: Int, by guest: Guest) {
        let id = agents[index].id
        guard agents[index].status == .running else {
            return sendError("Agent \(id): it is not running.", to: guest.peer)
        }
        announce("\(guest.name) stopped \(agents[index].displayName)")
        if let running = live.subagents.firstIndex(where: { $0.id == id && !$0.isOver }) {
            finishSubagent(running, as: .aborted)
        } else {
            agents[index].status = .aborted
            touch(index)
        }
    }

    private mutating func revive(_ index: Int, by guest: Guest) {
        let id = agents[index].id
        guard agents[index].status != .running else {
            return sendError("Agent \(id): it is running already.", to: guest.peer)
        }
        agents[index].status = .running
        agents[index].transcript.addAssistant("Back again. I have what I knew; tell me what is needed.", at: wallTime)
        touch(index)
        announce("\(guest.name) revived \(agents[index].displayName)")
        jobs.schedule(.agentIdle(id), at: now + Self.revivalTime)
    }

    /// An agent's transcript or status changed.
    mutating func touch(_ index: Int) {
        agents[index].lastActivity = wallTime
        if agents[index].transcript.hasUnfinishedLine {
            jobs.schedule(.completeLine(agentId: agents[index].id), at: now + Self.halfLineTime)
        }
        scheduleAgents()
    }

    mutating func replyOfAgent(_ id: String, _ text: String) {
        guard let index = agents.firstIndex(where: { $0.id == id }) else { return }
        agents[index].transcript.addAssistant(text, at: wallTime)
        touch(index)
    }

    /// The revived agent has nothing to do.
    mutating func agentGoesIdle(_ id: String) {
        guard let index = agents.firstIndex(where: { $0.id == id }), agents[index].status == .running,
            !live.subagents.contains(where: { $0.id == id && !$0.isOver })
        else { return }
        agents[index].status = .idle
        touch(index)
    }

    /// Adds an agent to the roster or changes the one with its id.
    mutating func setAgent(_ seed: AgentSeed) {
        if let index = agents.firstIndex(where: { $0.id == seed.id }) {
            agents[index].displayName = seed.displayName
            agents[index].status = seed.status
            agents[index].replies = seed.replies
            agents[index].isReadOnly = seed.isReadOnly
            touch(index)
        } else {
            agents.append(Agent(seed: seed, at: wallTime))
            let surplus = agents.count(where: { $0.kind == .sub && $0.status != .running }) - Self.rosterLimit
            for _ in 0..<max(0, surplus) {
                if let oldest = agents.firstIndex(where: {
                    $0.kind == .sub && $0.status != .running && $0.id != seed.id
                }) {
                    agents.remove(at: oldest)
                }
            }
            scheduleAgents()
        }
    }

    /// The main agent's status follows the turn.
    mutating func setMainAgent(_ status: AgentSeed.Status) {
        guard let index = agents.firstIndex(where: { $0.kind == .main }) else { return }
        agents[index].status = status
        touch(index)
    }

    mutating func perform(_ job: JobList.Job) {
        switch job {
        case .state: sendState()
        case .agents: sendAgents()
        case .finishAbort: finishAbort()
        case .reopenAsk(let id): reopenAsk(id)
        case .askTimeout(let id): askTimedOut(id)
        case .agentReply(let agentId, let text): replyOfAgent(agentId, text)
        case .agentIdle(let agentId): agentGoesIdle(agentId)
        case .completeLine(let agentId):
            guard let index = agents.firstIndex(where: { $0.id == agentId }) else { return }
            agents[index].transcript.completeLine()
            touch(index)
        }
    }
}
