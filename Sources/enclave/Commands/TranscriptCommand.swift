import CollabGuest
import CollabReplica
import CollabWire
import Transcript

/// `enclave transcript`: the session so far, written out.
enum TranscriptCommand: Command {
    static let spec = CommandSpec(
        name: "transcript", summary: "write a session's transcript, or a subagent's, to standard output",
        arguments: [.link],
        options: [
            .value(
                "--format", "FORM", choices: TranscriptExport.Format.allCases.map(\.rawValue),
                "md (default), text, or json: the entries as the host sent them, in one array"),
            .value("--agent", "ID", "the transcript of this subagent"),
            .flag("--brief", "tool calls as one line each"), .name, .timeout,
        ],
        discussion: [Console.languageNote])

    static func run(_ arguments: Arguments, _ context: EnclaveCommand.Context) async throws -> ExitCode {
        let console = context.console
        let seconds = try arguments.number("--timeout", in: 1...86_400, spec: spec) ?? 30
        let format = arguments.value("--format").flatMap(TranscriptExport.Format.init(rawValue:)) ?? .markdown
        let name = try arguments.guestName(console, spec: spec)
        let link = try await LinkSource.locate(arguments, spec: spec, console: console).place.link(console)
        var options = SessionOptions()
        // All of it, not the tail a screen begins with.
        options.tailBytes = nil
        return try await RoomVisit.join(
            link, name: name, options: options, context: context, seconds: seconds
        ) { visit, update in
            let state: ReplicaState
            if let agent = arguments.value("--agent") {
                state = try await visit.transcript(of: agent)
            } else {
                state = try await visit.wholeSession()
            }
            let host = update.replica.state?.participants.first { $0.role == .host }?.name
            let export = TranscriptExport(words: console.words, hostName: host, isOpen: !arguments.has("--brief"))
            export.write(state, rows: TranscriptProjector(state).rows, as: format) { piece in
                // In JSON control characters are escaped; elsewhere they would steer whoever's terminal shows the file.
                console.write(format == .json ? piece : piece.readable)
            }
            return .ok
        }
    }
}

extension RoomVisit {
    /// The session from its beginning.
    /// - Throws: ``CommandFailure`` when the host does not give it.
    func wholeSession() async throws(CommandFailure) -> ReplicaState {
        do throws(RequestError) {
            while session.current.replica.history?.hasEarlier == true {
                guard try await session.loadEarlier() else { break }
            }
        } catch {
            throw CommandFailure(error)
        }
        return session.current.replica
    }

    /// A subagent's transcript, to where it is now.
    /// - Throws: ``CommandFailure``.
    func transcript(of agent: String) async throws(CommandFailure) -> ReplicaState {
        let item = session.current.replica.agents.first { $0.id == agent }
        guard let item else { throw CommandFailure(.failure, "there is no such agent") }
        guard item.hasSessionFile else { throw CommandFailure(.failure, "this agent keeps no transcript") }
        var lines = JSONLines()
        var replica = Replica()
        var cursor = 0
        do throws(RequestError) {
            while true {
                let part = try await session.transcript(agent: agent, fromByte: cursor)
                for record in lines.read(part.text) where record["type"]?.stringValue != "session" {
                    _ = replica.apply(.entry(Entry(decoding: record)), at: 0)
                }
                // Replies are capped: the end is where the size stops growing.
                guard part.newSize > cursor else { return replica.state }
                cursor = part.newSize
            }
        } catch {
            throw CommandFailure(error)
        }
    }
}

extension CommandFailure {
    /// What a request's failure means for a script.
    init(_ error: RequestError) {
        let code: ExitCode =
            switch error {
            case .timedOut: .timeout
            case .cancelled: .interrupted
            case .notLive, .connectionLost: .notJoined
            case .stale, .host, .malformedReply, .unreadableValue, .notOffered, .unknownValue: .failure
            }
        self.init(code, error.localizedDescription)
    }
}
