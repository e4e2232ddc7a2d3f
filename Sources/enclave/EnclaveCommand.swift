import CollabGuest
import CollabWire
import Foundation

/// The `enclave` command.
@main
struct EnclaveCommand {
    /// What a command runs with; tests give their own.
    struct Context: Sendable {
        var console: Console
        var connector: any TransportConnector = Connectors.standard
    }

    /// All subcommands, in the order help lists them.
    static var commands: [any Command.Type] {
        [
            DemoCommand.self, JoinCommand.self, WatchCommand.self, SendCommand.self, AbortCommand.self,
            AnswerCommand.self, AgentsCommand.self, TranscriptCommand.self, LinkCommand.self, HostCommand.self,
            RelayCommand.self, BridgeCommand.self, CompletionCommand.self, HelpCommand.self,
        ]
    }

    static var specs: [CommandSpec] { commands.map { $0.spec } }

    /// The app's version, which is the command's.
    static let version = "1.0"

    static func main() async {
        // A reader that goes away is an error to handle at the write, not a reason to die without leaving the room.
        signal(SIGPIPE, SIG_IGN)
        let words = Array(CommandLine.arguments.dropFirst())
        let context = Context(console: .standard())
        let work = Task { await run(words, context) }
        let signals = SignalWatch()
        let interruption = Task { () -> ExitCode in
            let code = await signals.first()
            // The command's own work ends, leaves its room and gives back the terminal; then the process ends.
            work.cancel()
            return code
        }
        var code = await work.value
        if work.isCancelled { code = await interruption.value }
        exit(code.rawValue)
    }

    /// Runs a command line.
    /// - Returns: the exit code; errors have been written to standard error.
    static func run(_ words: [String], _ context: Context) async -> ExitCode {
        let console = context.console
        do {
            return try await dispatch(words, context)
        } catch let error as UsageError {
            console.say("enclave: \(error.message)")
            if let spec = error.spec {
                console.say("Usage: \(spec.usage)\nenclave \(spec.name) --help says more.")
            } else {
                console.say("enclave --help lists the commands.")
            }
            return .usage
        } catch let error as InputError {
            console.say("enclave: \(error.message)")
            return .failure
        } catch let failure as CommandFailure {
            if failure.code != .interrupted { console.say("enclave: \(failure.message.readable)") }
            return failure.code
        } catch is CancellationError {
            return .interrupted
        } catch {
            console.say("enclave: \(error.localizedDescription)")
            return .failure
        }
    }

    private static func dispatch(_ words: [String], _ context: Context) async throws -> ExitCode {
        guard let name = words.first else {
            context.console.complain(HelpText.overview(specs, width: context.console.helpWidth))
            return .usage
        }
        if ["--help", "-h"].contains(name) { return try await HelpCommand.run([], context) }
        if name == "--version" {
            context.console.print("enclave \(version) (collab protocol \(GuestFrame.proto))")
            return .ok
        }
        guard let command = commands.first(where: { $0.spec.name == name }) else {
            // A link pasted in the wrong place is not repeated.
            throw UsageError(
                (name.count <= 16 ? "unknown command \(name)" : "unknown command")
                    + Arguments.hint(name, specs.map(\.name)), spec: nil)
        }
        return try await command.run(Array(words.dropFirst()), context)
    }
}

/// A subcommand.
protocol Command {
    /// Name, arguments, options, help.
    static var spec: CommandSpec { get }
    /// Does it.
    static func run(_ arguments: Arguments, _ context: EnclaveCommand.Context) async throws -> ExitCode
}

extension Command {
    static func run(_ words: [String], _ context: EnclaveCommand.Context) async throws -> ExitCode {
        let arguments = try Arguments(words, spec: spec)
        if arguments.has("--help") {
            context.console.write(HelpText.command(spec, width: context.console.helpWidth))
            return .ok
        }
        return try await run(arguments, context)
    }
}
