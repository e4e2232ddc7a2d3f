/// `enclave help`.
enum HelpCommand: Command {
    static let spec = CommandSpec(
        name: "help", summary: "say what the commands do",
        arguments: [
            .init(
                name: "COMMAND", help: "one command, or \(exitCodes); without, all of them", isOptional: true)
        ],
        options: [.flag("--man", "the manual page (pipe it into man -l -)")])

    /// What may stand in a command's place.
    static let exitCodes = "exit-codes"

    static func run(_ arguments: Arguments, _ context: EnclaveCommand.Context) async throws -> ExitCode {
        let specs = EnclaveCommand.specs
        let width = context.console.helpWidth
        if arguments.has("--man") {
            context.console.write(ManPage.text(specs))
        } else if arguments.positionals.first == exitCodes {
            context.console.write(HelpText.exitCodes(width: width))
        } else if let name = arguments.positionals.first {
            guard let spec = specs.first(where: { $0.name == name }) else {
                throw UsageError(
                    "there is no such command" + Arguments.hint(name, specs.map(\.name) + [exitCodes]), spec: nil)
            }
            context.console.write(HelpText.command(spec, width: width))
        } else {
            context.console.write(HelpText.overview(specs, width: width))
        }
        return .ok
    }
}
