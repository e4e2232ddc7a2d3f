/// What a subcommand is called, takes and does: parsing, `--help`, completion scripts and the man page all read this.
struct CommandSpec: Sendable {
    /// One `--option`.
    struct Option: Sendable {
        /// With the dashes: `--json`.
        var name: String
        /// What stands for its value in help; nil for a switch.
        var value: String?
        /// The values it takes, when they can be listed.
        var choices: [String] = []
        var help: String

        static func flag(_ name: String, _ help: String) -> Option { Option(name: name, value: nil, help: help) }

        static func value(_ name: String, _ value: String, choices: [String] = [], _ help: String) -> Option {
            Option(name: name, value: value, choices: choices, help: help)
        }
    }

    /// One positional argument.
    struct Argument: Sendable {
        var name: String
        var help: String
        var isOptional = false
        /// Takes all that is left.
        var isRepeated = false
        var choices: [String] = []

        var usage: String {
            let name = isRepeated ? "\(name)…" : name
            return isOptional ? "[\(name)]" : name
        }
    }

    var name: String
    /// One line.
    var summary: String
    var arguments: [Argument] = []
    var options: [Option] = []
    /// Paragraphs for `--help` and the man page.
    var discussion: [String] = []

    /// `enclave watch [options] [LINK]`
    var usage: String {
        (["enclave", name] + (options.isEmpty ? [] : ["[options]"]) + arguments.map(\.usage)).joined(separator: " ")
    }
}

extension CommandSpec.Argument {
    /// The room's link, which may come from elsewhere.
    static let link = CommandSpec.Argument(
        name: "LINK", help: "the room's link; - reads it from standard input; left out when ENCLAVE_COLLAB_LINK is set",
        isOptional: true)
}

extension CommandSpec.Option {
    /// The room's link as an option, for commands whose arguments are text.
    static let link = CommandSpec.Option.value("--link", "LINK", "the room's link, or - for standard input")
    /// The name others see.
    static let name = CommandSpec.Option.value("--name", "NAME", "the name others see (default: your login name)")
    /// Machine-readable output.
    static let json = CommandSpec.Option.flag("--json", "machine-readable output")
    /// How long to wait.
    static let timeout = CommandSpec.Option.value(
        "--timeout", "SECONDS", "give up after this time with exit code 6 (default: 30)")
    /// Styling.
    static let colour = CommandSpec.Option.value(
        "--color", "WHEN", choices: ["auto", "always", "never"], "colours: auto (default), always or never")
}
