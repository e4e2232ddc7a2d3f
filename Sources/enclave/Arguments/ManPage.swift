/// The manual page, made from the commands' own descriptions; `Docs/enclave.1` is its copy.
enum ManPage {
    /// The page in mdoc-free, plain man macros.
    static func text(_ specs: [CommandSpec]) -> String {
        var lines = [
            ".TH ENCLAVE 1", ".SH NAME", "enclave \\- follow and steer an omp session", ".SH SYNOPSIS",
            ".B enclave", ".I COMMAND", "[options] [arguments]", ".br", ".B enclave", escaped("--version"),
            ".SH DESCRIPTION",
            escaped("Joins a live omp session as a collab guest, end to end encrypted, over a content-blind relay."),
            ".PP",
            escaped(
                "A link is a secret, and arguments are visible to every user of the machine. Give it on "
                    + "standard input (-) or in ENCLAVE_COLLAB_LINK rather than as an argument."),
            ".SH COMMANDS",
        ]
        for spec in specs {
            lines += [".SS \"\(escaped(spec.usage))\"", escaped(sentence(spec.summary))]
            for paragraph in spec.discussion { lines += [".PP", escaped(paragraph)] }
            for argument in spec.arguments { lines += [".TP", ".I \(escaped(argument.name))", escaped(argument.help)] }
            for option in spec.options {
                let name = [option.name, option.value].compactMap { $0 }.joined(separator: " ")
                lines += [".TP", ".B \(escaped(name))", escaped(option.help)]
            }
        }
        lines += [".SH EXIT STATUS"]
        for code in ExitCode.allCases { lines += [".TP", ".B \(code.rawValue)", escaped(code.meaning)] }
        lines += [".SH ENVIRONMENT"]
        for (name, meaning) in environment { lines += [".TP", ".B \(name)", escaped(meaning)] }
        return lines.joined(separator: "\n") + "\n"
    }

    /// The variables that count.
    static let environment = [
        ("ENCLAVE_COLLAB_LINK", "The room's link, when no argument gives it."),
        ("NO_COLOR", "No colours, unless --color says otherwise."),
        ("LC_ALL, LC_MESSAGES, LANG", "The language in which rows of a transcript are told: German, or else English."),
        ("XDG_STATE_HOME", "Where Enclave keeps its state on Linux (default: ~/.local/state)."),
    ]

    private static func sentence(_ text: String) -> String { text.prefix(1).uppercased() + text.dropFirst() + "." }

    private static func escaped(_ text: String) -> String {
        let plain = text.replacing("\\", with: "\\e").replacing("-", with: "\\-").replacing("\n", with: "\n.br\n")
        return plain.hasPrefix(".") || plain.hasPrefix("'") ? "\\&" + plain : plain
    }
}
