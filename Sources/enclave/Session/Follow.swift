import CollabGuest
import CollabWire
import EnclaveModel
import Foundation

/// Follows a room until it ends or the person leaves: what `watch`, `join` and `demo` share.
struct Follow: Sendable {
    /// Their options.
    static let options: [CommandSpec.Option] = [
        .json, .value("--past", "ROWS", "how many rows of the past to print first, or all (default: 20)"), .colour,
        .name, .value("--timeout", "SECONDS", "how long joining may take (default: 30)"),
    ]

    /// The objects of `--json`.
    static let jsonTypes = """
        --json prints one object per line: welcome {header, state, readOnly, entryCount}, entry {position, entry, how?}, \
        message {generation, done, message} (what streams, whole each time), tool {toolCallId, state, toolName?, args?}, \
        state {state}, agents {agents}, progress {data}, ask {request}, ask-end {reqId}, notice {level, message, source?}, \
        outbox {prompts}, connection {state, words} (also when it breaks and comes back: reconnecting, live). Objects of \
        the host are as it sent them. After a reconnect welcome comes again, and all entries with it.
        """

    /// The guest's name.
    let name: String
    private let context: EnclaveCommand.Context
    private let asJSON: Bool
    private let colour: String?
    private let past: Int?
    private let seconds: Int

    init(_ arguments: Arguments, spec: CommandSpec, context: EnclaveCommand.Context) throws(UsageError) {
        self.context = context
        name = try arguments.guestName(context.console, spec: spec)
        asJSON = arguments.has("--json")
        colour = arguments.value("--color")
        let rows = arguments.value("--past")
        if let rows, rows != "all", Int(rows).map({ $0 < 0 }) ?? true {
            throw UsageError("--past takes a whole number, from 0, or all", spec: spec)
        }
        past = rows == "all" ? nil : rows.flatMap { Int($0) } ?? 20
        seconds = try arguments.number("--timeout", in: 1...86_400, spec: spec) ?? 30
    }

    /// Follows a room to its end.
    /// - Parameter takesInput: what is typed, or comes through standard input, steers.
    /// - Returns: 0 when the person left, 4 when the room ended.
    func run(_ link: RoomLink, takesInput: Bool) async throws -> ExitCode {
        try await RoomVisit.join(link, name: name, context: context, seconds: seconds) { visit, _ in
            asJSON
                ? await followAsJSON(visit.session, takesInput: takesInput)
                : await followOnScreen(visit.session, takesInput: takesInput)
        }
    }

    private func followAsJSON(_ session: GuestSession, takesInput: Bool) async -> ExitCode {
        var log = ChangeLog()
        let typing = takesInput ? readLines(for: session) : nil
        defer { typing?.cancel() }
        for await update in session.updates {
            for line in log.lines(for: update) { context.console.print(line) }
            if let code = code(for: update.connection) { return code }
        }
        return .interrupted
    }

    private func followOnScreen(_ session: GuestSession, takesInput: Bool) async -> ExitCode {
        let screen = FollowScreen(
            console: context.console, name: name, colour: colour, past: past,
            takesInput: takesInput && context.console.inputIsTerminal)
        let code = await follow(session, on: screen, takesInput: takesInput)
        await screen.finish()
        if case .ended(let reason) = session.current.connection {
            context.console.say(reason.sentence.readable)
        }
        return code
    }

    private func follow(_ session: GuestSession, on screen: FollowScreen, takesInput: Bool) async -> ExitCode {
        guard takesInput, context.console.inputIsTerminal else {
            let typing = takesInput ? readLines(for: session) : nil
            defer { typing?.cancel() }
            return await show(session, on: screen)
        }
        return await TerminalMode.withoutEcho {
            let typing = readKeys(for: session, on: screen)
            defer { typing.cancel() }
            return await show(session, on: screen)
        }
    }

    private func show(_ session: GuestSession, on screen: FollowScreen) async -> ExitCode {
        for await update in session.updates {
            await screen.show(update)
            if let code = code(for: update.connection) { return code }
        }
        return .interrupted
    }

    private func code(for connection: ConnectionState) -> ExitCode? {
        guard case .ended(let reason) = connection else { return nil }
        return reason == .left ? .ok : reason.exitCode
    }

    /// Lines of a pipe steer, too; a pipe that ends leaves the session followed.
    private func readLines(for session: GuestSession) -> Task<Void, Never> {
        Task {
            while !Task.isCancelled {
                do throws(InputError) {
                    guard let line = try await context.console.readLine() else { return }
                    guard let input = FollowInput(line) else { continue }
                    await act(input, session) { text in context.console.say(text) }
                } catch {
                    context.console.say(error.message)
                }
            }
        }
    }

    private func readKeys(for session: GuestSession, on screen: FollowScreen) -> Task<Void, Never> {
        Task {
            while !Task.isCancelled {
                let bytes = await context.console.readKeys()
                guard !bytes.isEmpty else { return }
                for input in await screen.type(bytes) { await act(input, session) { await screen.say($0) } }
            }
        }
    }

    private func act(
        _ input: FollowInput, _ session: GuestSession, say: @escaping @Sendable (String) async -> Void
    ) async {
        let replica = session.current.replica
        switch input {
        case .prompt(let text): await session.sendPrompt(text)
        case .abort: await report(await session.abort(), say)
        case .skip:
            guard let ask = replica.asks.first else { return await say("nothing is asked") }
            await report(await session.answer(ask.id, value: nil), say)
        case .answer(let text):
            guard let ask = replica.asks.first else { return await say("nothing is asked") }
            guard let text else { return await say(ask.listing) }
            do throws(CommandFailure) {
                let value = try AnswerCommand.value(text, for: ask)
                await report(await session.answer(ask.id, value: value), say)
            } catch {
                await say(error.message)
            }
        case .agents:
            let agents = replica.agents.subagents
            let lines = agents.map { "\($0.id.printable)  \($0.status.word)  \($0.displayName.printable)" }
            await say(lines.isEmpty ? "no agents" : lines.joined(separator: "\n"))
        case .help: await say(FollowInput.manual)
        case .unknown(let name):
            await say(
                (name.map { "there is no command /\($0)" + Arguments.hint("/" + $0, FollowInput.names) }
                    ?? "there is no such command") + "\n" + FollowInput.manual)
        case .quit: await session.stop()
        }
    }

    /// Says when a command did not leave, without holding up the next key.
    private func report(_ receipt: CommandReceipt, _ say: @escaping @Sendable (String) async -> Void) async {
        Task {
            switch await receipt.outcome() {
            case .sent: break
            case .refused(let words): await say(words)
            case .expired: await say("the connection did not come back in time; nothing was sent")
            }
        }
    }
}
