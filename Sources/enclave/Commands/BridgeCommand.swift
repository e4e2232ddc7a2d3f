/// `enclave bridge`: the push daemon and its devices.
enum BridgeCommand: Command {
    static let spec = CommandSpec(
        name: "bridge", summary: "tell your phone when a session needs you",
        arguments: [
            CommandSpec.Argument(
                name: "ACTION", help: "what to do (default: run)", isOptional: true,
                choices: ["run", "check", "devices", "pair", "revoke", "help"]),
            CommandSpec.Argument(name: "DEVICE", help: "for revoke: the device's name or tag", isOptional: true),
        ],
        options: [
            .value("--config", "FILE", "the configuration, mode 0600; - reads it from standard input"),
            .value("--test-push", "DEVICE", "with check: send this device a real push"), .json,
        ],
        discussion: [
            """
            run follows the configured rooms as one guest each and tells paired devices (APNs) and other sinks \
            (webhook, ntfy, command, desktop): questions with a full link, ends of turns and sessions also with a view \
            link. check looks at configuration, key, clock and Apple's servers without joining a room. devices lists \
            the paired devices, pair reads a device's pairing code from standard input, revoke forgets a device.
            """,
            """
            Alert texts are sealed for the device. Docs/Push.md describes the configuration, who sees what, and what \
            "told once" means. Links stand in the configuration or in ENCLAVE_BRIDGE_LINKS, never among the arguments.
            """,
        ])

    static func run(_ arguments: Arguments, _ context: EnclaveCommand.Context) async throws -> ExitCode {
        let action = arguments.positionals.first ?? "run"
        if action == "help" {
            context.console.write(HelpText.command(spec, width: context.console.helpWidth))
            return .ok
        }
        guard let known = Action(rawValue: action) else {
            let actions = ["run", "check", "devices", "pair", "revoke", "help"]
            throw UsageError(
                "bridge takes one of: \(actions.joined(separator: ", "))" + Arguments.hint(action, actions), spec: spec)
        }
        return try await perform(known, arguments, context)
    }

    /// What `enclave bridge` can do.
    enum Action: String {
        case run, check, devices, pair, revoke
    }
}
