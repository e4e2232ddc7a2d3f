import CollabWire
import EnclaveModel

/// Finds the room's link: in the arguments, on standard input, or in the environment.
enum LinkSource {
    /// The variable to look at.
    static let variable = LinkRouter.environmentVariable

    /// The link of a command whose first argument may be one.
    /// - Parameters:
    ///   - arguments: the command's arguments.
    ///   - takesText: the other arguments are free text: with a link in the environment or `--link`, all of them are.
    /// - Returns: the link, and the arguments that are left.
    /// - Throws: ``CommandFailure`` with exit code 3, which never repeats the link; ``UsageError`` without one.
    static func find(
        _ arguments: Arguments, takesText: Bool = false, spec: CommandSpec, console: Console
    ) async throws -> (link: RoomLink, rest: [String]) {
        var rest = arguments.positionals
        let fromEnvironment = console.environment[variable].flatMap { $0.isEmpty ? nil : $0 }
        var text = arguments.value("--link")
        if text == nil, takesText { text = fromEnvironment }
        if text == nil, !rest.isEmpty { text = rest.removeFirst() }
        guard var found = text ?? fromEnvironment else {
            throw UsageError("no link: give it on standard input (-) or in \(variable)", spec: spec)
        }
        if found == "-" {
            guard let line = await console.readLine() else {
                try Task.checkCancellation()
                throw CommandFailure(.badLink, "standard input ended before a link came")
            }
            found = line
        }
        return (try parse(found), rest)
    }

    /// Reads a link.
    /// - Throws: ``CommandFailure`` with exit code 3.
    static func parse(_ text: String) throws(CommandFailure) -> RoomLink {
        do throws(LinkError) { return try RoomLink(parsing: text) } catch {
            throw CommandFailure(.badLink, error.description)
        }
    }

    /// Refuses a view link before anybody is bothered by joining.
    /// - Throws: ``CommandFailure`` with exit code 5.
    static func requireControl(_ link: RoomLink) throws(CommandFailure) {
        guard link.access == .control else {
            throw CommandFailure(
                .refused, "this is a view link: it watches, it steers nothing. Ask for a control link.")
        }
    }
}

extension Arguments {
    /// `--name`, or the login name.
    func guestName(_ console: Console) -> String {
        value("--name") ?? console.environment["USER"] ?? console.environment["LOGNAME"] ?? "enclave"
    }
}
