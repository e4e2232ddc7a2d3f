import CollabGuest
import CollabWire
import EnclaveModel

/// `enclave watch`: follow a session.
enum WatchCommand: Command {
    static let spec = CommandSpec(
        name: "watch", summary: "follow a session in the terminal",
        arguments: [.link], options: Follow.options,
        discussion: [
            "Follows until the room ends (exit code 4) or Ctrl-C. Steers nothing, also with a control link.",
            Follow.jsonTypes,
        ])

    static func run(_ arguments: Arguments, _ context: EnclaveCommand.Context) async throws -> ExitCode {
        let link = try await LinkSource.find(arguments, spec: spec, console: context.console).link
        return try await Follow(arguments, spec: spec, context: context, takesInput: false).run(link)
    }
}

/// `enclave join`: follow and steer.
enum JoinCommand: Command {
    static let spec = CommandSpec(
        name: "join", summary: "follow a session and steer it from a line at the bottom",
        arguments: [.link], options: Follow.options,
        discussion: [
            "With a view link, or when standard input is no terminal and empty, it is watch.", FollowInput.manual,
            Follow.jsonTypes,
        ])

    static func run(_ arguments: Arguments, _ context: EnclaveCommand.Context) async throws -> ExitCode {
        let link = try await LinkSource.find(arguments, spec: spec, console: context.console).link
        let takesInput = link.access == .control
        return try await Follow(arguments, spec: spec, context: context, takesInput: takesInput).run(link)
    }
}
