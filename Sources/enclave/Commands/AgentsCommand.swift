import CollabReplica
import CollabWire
import EnclaveModel

/// `enclave agents`: the roster, and what may be done to it.
enum AgentsCommand: Command {
    static let spec = CommandSpec(
        name: "agents", summary: "list the agents of a session, or talk to, end or revive one",
        arguments: [.link],
        options: [
            .value("--chat", "ID", "send --text to this agent"), .value("--text", "TEXT", "what to say with --chat"),
            .value("--kill", "ID", "end this agent"), .value("--revive", "ID", "bring this agent back"),
            .json, .name, .timeout,
        ],
        discussion: [
            """
            One line per agent, without a header: id, status, name and, once it has reported, what it does, with tabs \
            between them.
            """,
            "--json prints one object per agent: agent (the roster's item) and progress (its last report), as the host sent them.",
        ])

    static func run(_ arguments: Arguments, _ context: EnclaveCommand.Context) async throws -> ExitCode {
        let console = context.console
        let seconds = try arguments.number("--timeout", in: 1...86_400, spec: spec) ?? 30
        let command = try self.command(arguments)
        let name = try arguments.guestName(console, spec: spec)
        let link = try await LinkSource.locate(arguments, spec: spec, console: console).place.link(console)
        if command != nil { try LinkSource.requireControl(link) }
        return try await RoomVisit.join(
            link, name: name, context: context, seconds: seconds
        ) { visit, update in
            guard let (command, id) = command else {
                list(update.replica, asJSON: arguments.has("--json"), console)
                return .ok
            }
            try visit.requireWritable(update)
            let agent = update.replica.agents.first { $0.id == id }
            guard let agent else { throw CommandFailure(.failure, "there is no such agent") }
            let controls = AgentControls(agent: agent, readOnly: false, isLive: true)
            guard controls.allows(command) else {
                throw CommandFailure(.refused, "this can't be done to an agent that is \(agent.status.word)")
            }
            let notices = update.replica.notices
            try await visit.settle(await visit.session.agent(command, id))
            try await visit.listenForRefusal(after: notices)
            console.complain("sent")
            return .ok
        }
    }

    private static func command(_ arguments: Arguments) throws(UsageError) -> (AgentCommand, String)? {
        var commands: [(AgentCommand, String)] = []
        if let id = arguments.value("--kill") { commands.append((.kill, id)) }
        if let id = arguments.value("--revive") { commands.append((.revive, id)) }
        if let id = arguments.value("--chat") {
            guard let text = arguments.value("--text"), text.contains(where: { !$0.isWhitespace }) else {
                throw UsageError("--chat needs --text", spec: spec)
            }
            commands.append((.chat(text: text), id))
        }
        guard commands.count <= 1 else { throw UsageError("one of --chat, --kill and --revive at a time", spec: spec) }
        return commands.first
    }

    private static func list(_ replica: ReplicaState, asJSON: Bool, _ console: Console) {
        for agent in replica.agents {
            let progress = replica.progress.first { $0.id == agent.id }
            if asJSON {
                var line = JSONLine()
                line.add("agent", agent.raw)
                line.add("progress", progress?.raw)
                console.print(line.text)
            } else {
                let what = progress?.lastIntent ?? progress?.description ?? progress?.task
                let columns = [agent.id, agent.status.word, agent.displayName] + [what].compactMap(\.self)
                console.print(columns.map(\.printable).joined(separator: "\t"))
            }
        }
    }
}

extension AgentInfo.Status {
    /// The status as the protocol writes it.
    var word: String {
        switch self {
        case .running: "running"
        case .idle: "idle"
        case .parked: "parked"
        case .aborted: "aborted"
        case .other(let word): word
        }
    }
}
