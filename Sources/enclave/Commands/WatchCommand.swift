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
            Follow.jsonTypes, Console.languageNote,
        ])

    static func run(_ arguments: Arguments, _ context: EnclaveCommand.Context) async throws -> ExitCode {
        let follow = try Follow(arguments, spec: spec, context: context)
        let place = try LinkSource.locate(arguments, spec: spec, console: context.console).place
        return try await follow.run(place.link(context.console), takesInput: false)
    }
}

/// `enclave join`: follow and steer.
enum JoinCommand: Command {
    static let spec = CommandSpec(
        name: "join", summary: "follow a session and steer it from a line at the bottom",
        arguments: [.link], options: Follow.options + LocalPreview.options,
        discussion: [
            "With a view link, or when standard input is no terminal and empty, it is watch.", FollowInput.manual,
            LocalPreview.manual,
            "Without a terminal to print its address on, or with --json, there is a preview only when --port or --open asks "
                + "for it.",
            Follow.jsonTypes, Console.languageNote,
        ])

    static func run(_ arguments: Arguments, _ context: EnclaveCommand.Context) async throws -> ExitCode {
        let follow = try Follow(arguments, spec: spec, context: context)
        let place = try LinkSource.locate(arguments, spec: spec, console: context.console).place
        let port = try arguments.number("--port", in: 0...65_535, spec: spec)
        let link = try await place.link(context.console, textFollows: true)
        let takesInput = link.access == .control
        guard !arguments.has("--no-preview"),
            port != nil || arguments.has("--open") || (context.console.isTerminal && !arguments.has("--json")),
            let preview = try await LocalPreview.open(
                .room(link), port: port ?? 0, name: follow.name, context: context)
        else { return try await follow.run(link, takesInput: takesInput) }
        show(preview, arguments, context.console)
        preview.openIfWanted(arguments, context.console)
        do {
            let code = try await follow.run(link, takesInput: takesInput)
            await preview.stop()
            return code
        } catch {
            await preview.stop()
            throw error
        }
    }

    private static func show(_ preview: LocalPreview, _ arguments: Arguments, _ console: Console) {
        guard arguments.has("--json") else { return console.print("app  \(preview.address.absoluteString)") }
        var line = JSONLine("preview")
        line.add("url", preview.address.absoluteString)
        console.print(line.text)
    }
}
