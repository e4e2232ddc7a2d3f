import CollabWire

/// `debug`: a debugger's session.
public enum DebugCard: ToolCardKind {
    /// `debug`.
    public static let names = ["debug"]

    /// Action and what it is about.
    public static func summary(_ input: ToolCardInput) -> [CardText] {
        var line = [CardFormat.badge(action(input), .accent)]
        if let program = input.text("program") {
            line.append(CardText(CardFormat.path(program), .path))
        } else if let file = input.text("file") {
            line.append(CardText(CardFormat.path(file), .path))
            if let number = input.number("line") { line.append(CardText(":\(CardFormat.number(number))", .range)) }
        } else if let target = targets.lazy.compactMap({ input.text($0) }).first {
            line.append(CardText(CardFormat.line(target, limit: 80), .pattern))
        }
        return line
    }

    /// Arguments, expression, the session's state, the text.
    public static func body(_ input: ToolCardInput) -> [CardBlock] {
        let number = input.number("line").map(CardFormat.number)
        var facts: [CardFact?] = [
            input.text("program").map { CardFact("program", CardFormat.path($0)) },
            CardFact("args", CardFormat.cut((input["args"]?.strings ?? []).joined(separator: " "), limit: 160)),
        ]
        if let file = input.text("file") {
            facts.append(CardFact("file", CardFormat.path(file) + (number.map { ":\($0)" } ?? "")))
        } else {
            facts.append(number.map { CardFact("line", $0) })
        }
        for (key, label) in scalars {
            guard let value = input[key], !value.isNull, !value.isObject, !value.isArray else { continue }
            facts.append(CardFact(label, CardFormat.cut(value.display, limit: 120)))
        }
        var blocks = CardFormat.facts(facts)
        if let expression = input.text("expression") {
            blocks.append(.code(CardCode(expression, title: "expression")))
        }
        if let arguments = input["arguments"], arguments.isObject {
            blocks.append(.code(CardCode(JSONPrinter.pretty(arguments), title: "arguments", language: "json")))
        }
        if let snapshot = input.detail("snapshot"), snapshot.isObject { blocks += session(snapshot) }
        return blocks + input.imageBlocks + input.outputBlocks()
    }

    private static func session(_ snapshot: JSONText) -> [CardBlock] {
        let status = snapshot["status"]?.stringValue
        var place: String?
        if let path = snapshot["source"]?["path"]?.stringValue, let line = snapshot["line"]?.finite {
            let column = snapshot["column"]?.finite.map { ":\(CardFormat.number($0))" } ?? ""
            place = "\(CardFormat.path(path)):\(CardFormat.number(line))\(column)"
        }
        return CardFormat.facts([
            snapshot["id"].flatMap { $0.stringValue ?? $0.finite.map(CardFormat.number) }.map {
                CardFact("session", $0)
            },
            snapshot["adapter"]?.stringValue.map { CardFact("adapter", $0) },
            status.map { CardFact("status", $0, tone: $0 == "exited" ? .warning : .success) },
            snapshot["program"]?.stringValue.map { CardFact("program", CardFormat.path($0)) },
            snapshot["stopReason"]?.stringValue.map { CardFact("stop reason", $0) },
            snapshot["frameName"]?.stringValue.map { CardFact("frame", $0) },
            place.map { CardFact("location", $0) },
            snapshot["exitCode"]?.finite.map { CardFact("exit code", CardFormat.number($0)) },
            snapshot["needsConfigurationDone"]?.boolValue == true
                ? CardFact(
                    "configuration", "pending configurationDone — set breakpoints, then continue", tone: .warning)
                : nil,
        ])
    }

    private static func action(_ input: ToolCardInput) -> String {
        guard let action = input.text("action") ?? input.detailText("action"), !action.isEmpty else {
            return "request"
        }
        return String(action.map { $0 == "_" ? " " : $0 })
    }

    private static let targets = [
        "function", "expression", "command", "memory_reference", "instruction_reference", "data_id", "name",
    ]

    private static let scalars = [
        ("adapter", "adapter"), ("cwd", "cwd"), ("function", "function"), ("name", "name"),
        ("condition", "condition"), ("hit_condition", "hit condition"), ("context", "context"),
        ("frame_id", "frame id"), ("scope_id", "scope id"), ("variable_ref", "variable ref"), ("pid", "pid"),
        ("host", "host"), ("port", "port"), ("levels", "levels"), ("memory_reference", "memory ref"),
        ("instruction_reference", "instruction ref"), ("instruction_count", "instruction count"),
        ("instruction_offset", "instruction offset"), ("offset", "offset"), ("count", "count"), ("data", "data"),
        ("data_id", "data id"), ("access_type", "access"), ("command", "command"),
        ("resolve_symbols", "resolve symbols"), ("allow_partial", "allow partial"),
        ("start_module", "start module"), ("module_count", "module count"), ("timeout", "timeout"),
    ]
}
