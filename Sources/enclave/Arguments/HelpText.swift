/// `--help`, for all of `enclave` and for one command.
enum HelpText {
    /// The overview.
    static func overview(_ specs: [CommandSpec]) -> String {
        let width = specs.map(\.name.count).max() ?? 0
        let commands = specs.map { "  \(padded($0.name, width))  \($0.summary)" }.joined(separator: "\n")
        return """
            enclave: follow and steer an omp session from here

            Usage: enclave COMMAND [options] [arguments]

            Commands:
            \(commands)

            \(linkNote("watch"))

            \(exitCodesNote)

            enclave COMMAND --help says more about one command, enclave help --man | man -l - all there is to say;
            enclave --version says which version this is.

            """
    }

    /// One command.
    static func command(_ spec: CommandSpec) -> String {
        var parts = ["enclave \(spec.name): \(spec.summary)", "Usage: \(spec.usage)"]
        parts += spec.discussion
        let arguments = spec.arguments.map { ($0.name, $0.help) }
        if !arguments.isEmpty { parts.append("Arguments:\n" + table(arguments)) }
        let options = spec.options.map { option in
            ([option.name, option.value].compactMap { $0 }.joined(separator: " "), option.help)
        }
        parts.append("Options:\n" + table(options + [("--help", "this text")]))
        if takesLink(spec) {
            let text = spec.arguments.filter { $0.name != "LINK" }.map { $0.isRepeated ? "\($0.name)…" : $0.name }
            parts.append(linkNote(spec.name, text))
        }
        parts.append(exitCodesNote)
        return parts.joined(separator: "\n\n") + "\n"
    }

    static func takesLink(_ spec: CommandSpec) -> Bool {
        spec.arguments.contains { $0.name == "LINK" } || spec.options.contains { $0.name == "--link" }
    }

    /// Why a link should not stand on the command line, and how a command gets it else.
    /// - Parameter text: the command's other arguments.
    static func linkNote(_ command: String, _ text: [String] = []) -> String {
        let rest = ([""] + text).joined(separator: " ")
        return "A link is a secret, and arguments are visible to every user of this machine (ps). Safer:\n"
            + table([
                ("enclave \(command) -\(rest)", "read it from standard input"),
                ("ENCLAVE_COLLAB_LINK=… enclave \(command)\(rest)", "or from the environment"),
            ])
    }

    /// Where the codes are told, and the one that everybody knows.
    static let exitCodesNote = "Exit code 0 is done; enclave help \(HelpCommand.exitCodes) says what the others mean."

    /// All codes.
    static var exitCodes: String {
        "Exit codes:\n" + table(ExitCode.allCases.map { ("\($0.rawValue)", $0.meaning) })
    }

    private static func table(_ rows: [(String, String)]) -> String {
        let width = rows.map(\.0.count).max() ?? 0
        return rows.map { "  \(padded($0.0, width))  \($0.1)" }.joined(separator: "\n")
    }

    private static func padded(_ text: String, _ width: Int) -> String {
        text + String(repeating: " ", count: max(0, width - text.count))
    }
}
