/// `enclave abort`: stop the running turn.
enum AbortCommand: Command {
    static let spec = CommandSpec(
        name: "abort", summary: "stop the running turn", arguments: [.link], options: [.name, .timeout],
        discussion: ["Ends when the host says that the agent stands still; at once when it already does."])

    static func run(_ arguments: Arguments, _ context: EnclaveCommand.Context) async throws -> ExitCode {
        let console = context.console
        let seconds = try arguments.number("--timeout", in: 1...86_400, spec: spec) ?? 30
        let name = try arguments.guestName(console, spec: spec)
        let link = try await LinkSource.locate(arguments, spec: spec, console: console).place.link(console)
        try LinkSource.requireControl(link)
        return try await RoomVisit.join(
            link, name: name, context: context, seconds: seconds
        ) { visit, update in
            try visit.requireWritable(update)
            guard update.replica.isWorking || update.replica.state?.isStreaming == true else {
                console.complain("nothing is running")
                return .ok
            }
            try await visit.settle(await visit.session.abort())
            _ = try await visit.wait(seconds: seconds, for: "the agent did not stop") { update in
                let isStill = !update.replica.isWorking && update.replica.state?.isStreaming != true
                return isStill && update.connection == .live ? true : nil
            }
            console.complain("stopped")
            return .ok
        }
    }
}
