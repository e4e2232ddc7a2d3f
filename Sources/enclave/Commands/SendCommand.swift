import CollabGuest

/// `enclave send`: one prompt.
enum SendCommand: Command {
    static let spec = CommandSpec(
        name: "send", summary: "send a prompt to a session",
        arguments: [
            .link,
            .init(
                name: "TEXT", help: "the prompt; words are joined by spaces; - reads standard input to its end",
                isRepeated: true),
        ],
        options: [.link, .name, .timeout],
        discussion: [
            """
            While the agent works, the prompt steers it: the host queues it. With ENCLAVE_COLLAB_LINK set (or --link) \
            all arguments are the text.
            """
        ])

    static func run(_ arguments: Arguments, _ context: EnclaveCommand.Context) async throws -> ExitCode {
        let console = context.console
        let seconds = try arguments.number("--timeout", in: 1...86_400, spec: spec) ?? 30
        let name = try arguments.guestName(console, spec: spec)
        let (place, words) = try LinkSource.locate(arguments, takesText: true, spec: spec, console: console)
        var text = words.joined(separator: " ")
        guard text.contains(where: { !$0.isWhitespace }) else { throw UsageError("nothing to send", spec: spec) }
        let link = try await place.link(console, textFollows: words == ["-"])
        try LinkSource.requireControl(link)
        if words == ["-"] {
            text = try await console.readText()
            try Task.checkCancellation()
            guard text.contains(where: { !$0.isWhitespace }) else {
                throw CommandFailure(.usage, "nothing to send: standard input was empty")
            }
        }
        let prompt = text
        return try await RoomVisit.join(
            link, name: name, context: context, seconds: seconds
        ) { visit, update in
            try visit.requireWritable(update)
            let notices = update.replica.notices
            let id = await visit.session.sendPrompt(prompt)
            let state = try await visit.wait(seconds: seconds, for: "the prompt did not leave") { update in
                guard let item = update.outbox.first(where: { $0.id == id }) else { return OutboxItem.State.sent }
                switch item.state {
                case .notSent, .sending: return nil
                case .sent, .refused: return item.state
                }
            }
            if case .refused(let words) = state { throw CommandFailure(.refused, words) }
            try await visit.listenForRefusal(after: notices)
            console.complain(update.replica.isWorking ? "sent; the agent works, so it steers" : "sent")
            return .ok
        }
    }
}
