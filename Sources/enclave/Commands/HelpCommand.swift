/// `enclave help`.
enum HelpCommand: Command {
    static let spec = CommandSpec(
        name: "help", summary: "say what the commands do",
        arguments: [.init(name: "COMMAND", help: "one command; without, all of them", isOptional: true)],
        options: [.flag("--man", "the manual page (pipe it into man -l -)")])

    static func run(_ arguments: Arguments, _ context: EnclaveCommand.Context) async throws -> ExitCode {
        let specs = EnclaveCommand.specs
        if arguments.has("--man") {
            context.console.write(ManPage.text(specs))
        } else if let name = arguments.positionals.first {
            guard let spec = specs.first(where: { $0.name == name }) else {
                throw UsageError("there is no such command", spec: nil)
            }
            context.console.write(HelpText.command(spec))
        } else {
            context.console.write(HelpText.overview(specs))
        }
        return .ok
    }
}
