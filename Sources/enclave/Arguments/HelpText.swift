import Transcript

/// `--help`, for all of `enclave` and for one command, broken at words.
enum HelpText {
    /// Columns where nothing says how many there are.
    static let usualWidth = 80

    /// The overview.
    static func overview(_ specs: [CommandSpec], width: Int = usualWidth) -> String {
        joined(
            [
                "enclave: follow and steer an omp session from here",
                "Usage: enclave COMMAND [options] [arguments]",
                "Commands:\n" + table(specs.map { ($0.name, $0.summary) }, width),
                linkNote("watch", width: width), exitCodesNote,
                "enclave COMMAND --help says more about one command, enclave help --man | man -l - all there is to say; "
                    + "enclave --version says which version this is.",
            ], width)
    }

    /// One command.
    static func command(_ spec: CommandSpec, width: Int = usualWidth) -> String {
        var parts = ["enclave \(spec.name): \(spec.summary)", "Usage: \(spec.usage)"]
        parts += spec.discussion
        let arguments = spec.arguments.map { ($0.name, $0.help) }
        if !arguments.isEmpty { parts.append("Arguments:\n" + table(arguments, width)) }
        let options = spec.options.map { option in
            ([option.name, option.value].compactMap { $0 }.joined(separator: " "), option.help)
        }
        parts.append("Options:\n" + table(options + [("--help", "this text")], width))
        if takesLink(spec) {
            let text = spec.arguments.filter { $0.name != "LINK" }.map { $0.isRepeated ? "\($0.name)…" : $0.name }
            parts.append(linkNote(spec.name, text, width: width))
        }
        parts.append(exitCodesNote)
        return joined(parts, width)
    }

    static func takesLink(_ spec: CommandSpec) -> Bool {
        spec.arguments.contains { $0.name == "LINK" } || spec.options.contains { $0.name == "--link" }
    }

    /// Why a link should not stand on the command line, and how a command gets it else.
    /// - Parameter text: the command's other arguments.
    static func linkNote(_ command: String, _ text: [String] = [], width: Int = usualWidth) -> String {
        let rest = ([""] + text).joined(separator: " ")
        return "A link is a secret, and arguments are visible to every user of this machine (ps). Safer:\n"
            + table(
                [
                    ("enclave \(command) -\(rest)", "read it from standard input"),
                    ("ENCLAVE_COLLAB_LINK=… enclave \(command)\(rest)", "or from the environment"),
                ], width)
    }

    /// Where the codes are told, and the one that everybody knows.
    static let exitCodesNote = "Exit code 0 is done; enclave help \(HelpCommand.exitCodes) says what the others mean."

    /// All codes.
    static func exitCodes(width: Int = usualWidth) -> String {
        joined(["Exit codes:\n" + table(ExitCode.allCases.map { ("\($0.rawValue)", $0.meaning) }, width)], width)
    }

    /// Paragraphs and tables, a blank line between them.
    private static func joined(_ parts: [String], _ width: Int) -> String {
        parts.map { ListingLines.text($0, width: width) }.joined(separator: "\n\n") + "\n"
    }

    /// Names and what they mean, side by side, or one under the other where that leaves no room.
    private static func table(_ rows: [(String, String)], _ width: Int) -> String {
        let names = rows.map(\.0.count).max() ?? 0
        let isNarrow = width - names - 4 < 24
        return rows.flatMap { name, help -> [String] in
            let padded = "  " + name + String(repeating: " ", count: max(0, names - name.count)) + "  "
            let rest = String(repeating: " ", count: isNarrow ? 6 : names + 4)
            let lines = LineWrapper.lines(
                [.init(help)], width: width, first: [.init(isNarrow ? rest : padded)], rest: [.init(rest)])
            return (isNarrow ? ["  " + name] : []) + lines.map(\.plainText)
        }.joined(separator: "\n")
    }
}
