/// `enclave completion`.
enum CompletionCommand: Command {
    static let spec = CommandSpec(
        name: "completion", summary: "print a completion script for your shell",
        arguments: [.init(name: "SHELL", help: "bash, zsh or fish", choices: CompletionScript.shells)],
        discussion: [
            """
            bash:  source <(enclave completion bash)
            zsh:   enclave completion zsh > "${fpath[1]}/_enclave"
            fish:  enclave completion fish > ~/.config/fish/completions/enclave.fish
            """
        ])

    static func run(_ arguments: Arguments, _ context: EnclaveCommand.Context) async throws -> ExitCode {
        guard let shell = arguments.positionals.first,
            let text = CompletionScript.text(for: shell, specs: EnclaveCommand.specs)
        else { throw UsageError("for which shell? bash, zsh or fish", spec: spec) }
        context.console.write(text)
        return .ok
    }
}
