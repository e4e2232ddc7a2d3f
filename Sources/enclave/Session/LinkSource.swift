import CollabWire
import EnclaveModel
import Foundation

/// Finds the room's link: in the arguments, on standard input, or in the environment.
enum LinkSource {
    /// The variable to look at.
    static let variable = LinkRouter.environmentVariable

    /// How many lines of standard input are looked at for a link.
    private static let mostLines = 16

    /// Bytes of a line below a link that is looked at.
    private static let longestLine = 4_096

    /// What may stand around a line of a wrapped link: blanks, and the signs of mail.
    private static let around = CharacterSet.whitespaces.union(CharacterSet(charactersIn: ">"))

    /// Where the link of a command stands. Nothing is read yet: a command line that can't be understood is refused
    /// before anybody is asked for a link.
    struct Place: Sendable {
        /// The link's text; nil stands for standard input.
        fileprivate var text: String?

        /// Reads the link, from standard input when it comes from there.
        /// - Parameter textFollows: the lines below the link are the command's text, which may be anything.
        /// - Throws: ``CommandFailure`` with exit code 3, which never repeats the link.
        func link(_ console: Console, textFollows: Bool = false) async throws -> RoomLink {
            guard let text else { return try await typed(console, textFollows: textFollows) }
            return try LinkSource.parse(text)
        }

        /// Looks at what stands below a link and is there already: the rest of it, or a second link. Nobody should join the
        /// first of two by accident, and a second one must not be said to the room as a prompt.
        private func alone(
            _ link: RoomLink, in lines: [String], textFollows: Bool, _ console: Console
        ) async throws -> RoomLink {
            let below = await console.waitingLines(LinkSource.mostLines - lines.count)
            var lines = lines
            for (index, line) in below.enumerated() where !line.allSatisfy(\.isWhitespace) {
                // Nobody's link, and what follows it is text.
                guard line.utf8.count <= LinkSource.longestLine else { break }
                lines.append(line)
                switch LinkSource.reading(lines.joined(separator: "\n")) {
                case .success(link): break
                case .success(let whole):
                    for _ in 0...index { _ = try await console.readLine() }
                    return whole
                case .failure(.severalLinks): throw CommandFailure(.badLink, LinkError.severalLinks.description)
                // What is no link, or a damaged one, is not for here to judge.
                case .failure: break
                }
                // A text may be about links; what it begins with is more likely one too many.
                if textFollows { break }
            }
            return link
        }

        /// Reads lines until a link stands in them: terminals and mail wrap links, and words may stand in front.
        private func typed(_ console: Console, textFollows: Bool) async throws -> RoomLink {
            var lines: [String] = []
            var refusal: CommandFailure?
            var cut: RoomLink?
            var question = "The room's link (it is not shown): "
            while lines.count < LinkSource.mostLines, let line = try await console.readSecret(question) {
                if line.allSatisfy(\.isWhitespace) {
                    // Who types says so that this was all; in a file it is a blank line.
                    guard !console.inputIsTerminal else { break }
                    continue
                }
                lines.append(line)
                switch LinkSource.reading(lines.joined(separator: "\n")) {
                case .success(let link):
                    // A secret as it is written ends in the bits it must end in. One with others is read all the same,
                    // but more likely it is the first line of a longer one.
                    let text = lines.map { $0.trimmingCharacters(in: LinkSource.around) }.joined()
                    guard link.access == .view, !text.contains(link.secret.base64url) else {
                        return try await alone(link, in: lines, textFollows: textFollows, console)
                    }
                    cut = link
                case .failure(let error):
                    if let cut { return cut }
                    refusal = CommandFailure(.badLink, error.description)
                    if error == .severalLinks { throw CommandFailure(.badLink, error.description) }
                }
                // The rest of a wrapped link must not land in the shell.
                question = "That is no whole link yet. The rest of it (Return alone gives up): "
            }
            try Task.checkCancellation()
            if let cut { return cut }
            throw refusal ?? CommandFailure(.badLink, "standard input ended before a link came")
        }
    }

    /// Finds the link of a command whose first argument may be one.
    /// - Parameters:
    ///   - arguments: the command's arguments.
    ///   - takesText: the other arguments are free text: with a link in the environment or `--link`, all of them are.
    /// - Returns: where the link stands, and the arguments that are left.
    /// - Throws: ``UsageError`` without one.
    static func locate(
        _ arguments: Arguments, takesText: Bool = false, spec: CommandSpec, console: Console
    ) throws(UsageError) -> (place: Place, rest: [String]) {
        var rest = arguments.positionals
        let fromEnvironment = console.environment[variable].flatMap { $0.isEmpty ? nil : $0 }
        var text = arguments.value("--link")
        if text == nil, takesText { text = fromEnvironment }
        if text == nil, !rest.isEmpty { text = rest.removeFirst() }
        guard let found = text ?? fromEnvironment else {
            throw UsageError("no link: give it on standard input (-) or in \(variable)", spec: spec)
        }
        if takesText, rest.count == arguments.positionals.count, let first = rest.first, RoomLink.occurs(in: first) {
            throw UsageError(
                "the first word is a link, and there is one already: everybody in the room would read it", spec: spec)
        }
        return (Place(text: found == "-" ? nil : found), rest)
    }

    private static func reading(_ text: String) -> Result<RoomLink, LinkError> {
        do throws(LinkError) { return .success(try RoomLink(parsing: text)) } catch { return .failure(error) }
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
    /// - Throws: ``UsageError`` for a link: everybody in the room reads the name.
    func guestName(_ console: Console, spec: CommandSpec) throws(UsageError) -> String {
        guard let name = value("--name") else {
            return console.environment["USER"] ?? console.environment["LOGNAME"] ?? "enclave"
        }
        guard !RoomLink.occurs(in: name) else {
            throw UsageError("--name takes a name, not a link: everybody in the room would read it", spec: spec)
        }
        guard name.contains(where: { !$0.isWhitespace }) else { throw UsageError("--name is empty", spec: spec) }
        return name
    }
}
