import CollabWire

/// `bash`: a command, where and how it ran, what it put out.
public enum BashCard: ToolCardKind {
    /// `bash`.
    public static let names = ["bash"]

    /// The command on one line.
    public static func summary(_ input: ToolCardInput) -> [CardText] {
        guard let argument = input["command"] else { return [CardText("…")] }
        guard let command = argument.stringValue else { return [CardFormat.invalid("command")] }
        let line = CardFormat.line(command, limit: 80)
        return [CardText(line.isEmpty ? "…" : line, .pattern, tone: input.isError ? .failure : .plain)]
    }

    /// Command with environment, conditions, pictures, output, figures.
    public static func body(_ input: ToolCardInput) -> [CardBlock] {
        var blocks: [CardBlock] = []
        if let argument = input["command"], argument.stringValue == nil {
            blocks.append(.badges([CardFormat.invalid("command")]))
        } else {
            let command = input.text("command") ?? "…"
            blocks.append(.code(CardCode("$ " + environment(input["env"]) + command, language: "bash")))
        }
        let job = job(input)
        let timeout = input.number("timeout") ?? input.detailNumber("timeoutSeconds")
        blocks += CardFormat.badges([
            input.text("cwd").flatMap { $0.isEmpty ? nil : CardFormat.badge("cwd=\(CardFormat.path($0))") },
            timeout.map { CardFormat.badge("timeout=\(CardFormat.number($0))s") },
            input.isTrue("pty") ? CardFormat.badge("pty", .accent) : nil,
            job == nil && input.isTrue("async") ? CardFormat.badge("async", .accent) : nil,
            input.number("head").map { CardFormat.badge("head=\(CardFormat.number($0))") },
            input.number("tail").map { CardFormat.badge("tail=\(CardFormat.number($0))") },
            input.detailNumber("exitCode").map {
                CardFormat.badge("exit \(CardFormat.number($0))", $0 == 0 ? .plain : .failure)
            },
            job.map { CardFormat.badge("async \($0.state)", tone(ofJob: $0.state)) },
        ])
        blocks += input.imageBlocks + input.outputBlocks()
        let requested = input.detailNumber("requestedTimeoutSeconds")
        blocks += CardFormat.badges([
            input.detailNumber("wallTimeMs").map {
                CardFormat.badge("wall \(CardFormat.duration(milliseconds: $0))")
            },
            requested == timeout
                ? nil
                : requested.map {
                    CardFormat.badge("requested timeout \(CardFormat.number($0))s clamped", .warning)
                },
            job?.id.map { CardFormat.badge("job \($0)") },
            artifact(in: input.resultString.tail(bytes: footerLength)).map { CardFormat.badge("artifact \($0)") },
        ])
        return blocks
    }

    private static func job(_ input: ToolCardInput) -> (state: String, id: String?)? {
        guard let details = input.detail("async"), let state = details["state"]?.stringValue, !state.isEmpty else {
            return nil
        }
        return (state, details["jobId"]?.stringValue.flatMap { $0.isEmpty ? nil : $0 })
    }

    private static func tone(ofJob state: String) -> CardTone {
        switch state {
        case "failed": .failure
        case "running": .accent
        default: .success
        }
    }

    /// `NAME=value` pairs before the command; values a shell would split are quoted.
    private static func environment(_ variables: JSONText?) -> String {
        guard let variables, variables.isObject else { return "" }
        return variables.members.map { name, value in
            let text = value.display
            let isSafe = !text.isEmpty && text.utf8.allSatisfy { isSafeInShell($0) }
            return "\(name)=\(isSafe ? text : JSONPrinter.quoted(text)) "
        }.joined()
    }

    private static func isSafeInShell(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"):
            true
        default: "_@%+=:,./-".utf8.contains(byte)
        }
    }

    /// Where a footer is looked for: the last bytes of the output.
    private static let footerLength = 4_096

    /// The artifact that holds the whole output, which the tool names in a footer.
    private static func artifact(in text: String) -> String? {
        let mark = "[raw output: artifact://"
        guard let found = text.utf8.lastRange(of: mark) else { return nil }
        let rest = text[found.upperBound...].prefix { $0.isLetter || $0.isNumber || $0 == "_" || $0 == "-" }
        return rest.isEmpty || text[rest.endIndex...].first != "]" ? nil : String(rest)
    }
}

extension String.UTF8View {
    /// Where a text occurs last, searched from the end.
    func lastRange(of text: String) -> Range<Index>? {
        let wanted = Array(text.utf8)
        guard let first = wanted.first else { return nil }
        var end = endIndex
        while let start = self[..<end].lastIndex(of: first) {
            if self[start...].starts(with: wanted) {
                return start..<index(start, offsetBy: wanted.count)
            }
            end = start
        }
        return nil
    }
}
