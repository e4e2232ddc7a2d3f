import CollabWire

/// The words of a command line, sorted by a ``CommandSpec``.
struct Arguments: Sendable {
    private(set) var values: [String: String] = [:]
    private(set) var flags: Set<String> = []
    private(set) var positionals: [String] = []

    /// Sorts the words. Options may stand anywhere before `--`; `--name value` and `--name=value` are the same.
    /// - Throws: ``UsageError`` that names the option, never a positional word: that may be a link.
    init(_ words: [String], spec: CommandSpec) throws(UsageError) {
        var rest = words[...]
        var onlyPositionals = false
        while let word = rest.popFirst() {
            guard !onlyPositionals, word.hasPrefix("-"), word != "-" else {
                positionals.append(word)
                continue
            }
            if word == "--" {
                onlyPositionals = true
                continue
            }
            if word == "--help" || word == "-h" {
                flags.insert("--help")
                continue
            }
            let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
            guard let option = spec.options.first(where: { $0.name == parts[0] }) else {
                let names = spec.options.map(\.name) + ["--help"]
                throw UsageError("unknown option \(Self.named(parts[0]))" + Self.hint(parts[0], names), spec: spec)
            }
            guard option.value != nil else {
                guard parts.count == 1 else { throw UsageError("\(option.name) takes no value", spec: spec) }
                flags.insert(option.name)
                continue
            }
            guard let value = parts.count == 2 ? parts[1] : rest.popFirst() else {
                throw UsageError("\(option.name) needs a value", spec: spec)
            }
            guard option.choices.isEmpty || option.choices.contains(value) else {
                let choices = option.choices.joined(separator: ", ")
                throw UsageError("\(option.name) takes one of: \(choices)", spec: spec)
            }
            values[option.name] = value
        }
        let most = spec.arguments.contains(where: \.isRepeated) ? Int.max : spec.arguments.count
        if positionals.count > most, !flags.contains("--help") {
            throw UsageError("too many arguments", spec: spec)
        }
    }

    /// Whether a switch is on.
    func has(_ flag: String) -> Bool { flags.contains(flag) }

    /// The value of an option.
    func value(_ option: String) -> String? { values[option] }

    /// The value of an option as a whole number in a range.
    /// - Throws: ``UsageError``.
    func number(_ option: String, in range: ClosedRange<Int>, spec: CommandSpec) throws(UsageError) -> Int? {
        guard let text = values[option] else { return nil }
        guard let number = Int(text), range.contains(number) else {
            let bounds =
                range.upperBound == .max ? "from \(range.lowerBound)" : "\(range.lowerBound)–\(range.upperBound)"
            throw UsageError("\(option) takes a whole number, \(bounds)", spec: spec)
        }
        return number
    }

    /// What may have been meant: `; did you mean --timeout?`; nothing for what is like none, or too long to be a name.
    static func hint(_ word: String, _ names: [String]) -> String {
        guard word.count <= 24, let name = word.nearest(in: names) else { return "" }
        return "; did you mean \(name)?"
    }

    /// An option's name for a message; a link given by mistake with a dash in front is not repeated.
    private static func named(_ word: String) -> String {
        word.count <= 24 ? word : "(a long word that begins with -)"
    }
}

/// The command line can't be understood: exit code 2.
struct UsageError: Error {
    var message: String
    var spec: CommandSpec?

    init(_ message: String, spec: CommandSpec?) {
        self.message = message
        self.spec = spec
    }
}
