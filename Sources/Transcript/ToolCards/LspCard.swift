import CollabWire

/// `lsp`: a question to a language server.
public enum LspCard: ToolCardKind {
    /// `lsp`.
    public static let names = ["lsp"]

    /// Action, place, symbol or query, new name.
    public static func summary(_ input: ToolCardInput) -> [CardText] {
        let action = input.text("action").flatMap { $0.isEmpty ? nil : words($0) } ?? "request"
        let file = input.text("file").flatMap { $0.isEmpty ? nil : $0 }
        let lineNumber = input.number("line")
        var line = [CardFormat.badge(action, .accent)]
        if file == everywhere {
            line.append(CardFormat.badge("workspace"))
        } else if let file {
            line.append(CardText(CardFormat.path(file), .path))
            if let lineNumber { line.append(CardText(":\(CardFormat.number(lineNumber))", .range)) }
        } else if let lineNumber {
            line.append(CardText("line \(CardFormat.number(lineNumber))", tone: .muted))
        }
        if let symbol = input.text("symbol") { line.append(CardText(CardFormat.line(symbol, limit: 48), .pattern)) }
        if let query = input.text("query") {
            line.append(CardText(CardFormat.line(query, limit: 48), .pattern, tone: .muted))
        }
        if let name = input.text("new_name"), !name.isEmpty {
            line.append(CardText("→ \(CardFormat.line(name, limit: 48))", tone: .muted))
        }
        return line
    }

    /// The question's parts, then diagnostics, locations or the text.
    public static func body(_ input: ToolCardInput) -> [CardBlock] {
        let file = input.text("file").flatMap { $0.isEmpty ? nil : $0 }
        let lineNumber = input.number("line").map(CardFormat.number)
        let place: String? =
            file == everywhere
            ? "workspace" : file.map { CardFormat.path($0) + (lineNumber.map { ":\($0)" } ?? "") }
        var facts = [
            fact("action", input, "action", input.text("action").map(words)),
            fact("file", input, "file", place),
        ]
        if file == nil { facts.append(fact("line", input, "line", lineNumber)) }
        facts += [
            fact("symbol", input, "symbol", input.text("symbol").map { CardFormat.line($0, limit: 120) }),
            fact("query", input, "query", input.text("query").map { CardFormat.line($0, limit: 120) }),
            fact("new name", input, "new_name", input.text("new_name").map { CardFormat.line($0, limit: 120) }),
            fact("apply", input, "apply", input["apply"]?.boolValue.map { $0 ? "yes" : "no" }),
            fact("timeout", input, "timeout", input.number("timeout").map { "\(CardFormat.number($0))s" }),
        ]
        let payload = input.text("payload")
        if payload == nil { facts.append(fact("payload", input, "payload", nil)) }
        facts.append(input.detailText("serverName").map { CardFact("server", $0) })
        var blocks = CardFormat.facts(facts)
        if let payload, !payload.isEmpty { blocks.append(.code(CardCode(payload, title: "payload", language: "json"))) }

        let text = input.isError ? "" : input.resultText
        let diagnostics = Self.diagnostics(in: text)
        if !diagnostics.isEmpty {
            blocks += CardFormat.badges([
                count(before: "error(s)", in: text).map {
                    CardFormat.badge(CardFormat.count($0, "error"), .failure)
                },
                count(before: "warning(s)", in: text).map {
                    CardFormat.badge(CardFormat.count($0, "warning"), .warning)
                },
            ])
            return blocks + [.rows(diagnostics)] + input.noteBlocks
        }
        let references = count(before: "reference(s)", in: text)
        let action = input.text("action") ?? input.detailText("action") ?? ""
        let locations = references != nil || locationActions.contains(action) ? Self.locations(in: text) : []
        guard !locations.isEmpty else { return blocks + input.outputBlocks() }
        blocks += CardFormat.badges([
            references.map { CardFormat.badge(CardFormat.count($0, "reference"), .accent) }
        ])
        return blocks + [.rows(locations)] + input.noteBlocks
    }

    private static let everywhere = "*"
    private static let locationActions: Set<String> = [
        "definition", "references", "type_definition", "implementation",
    ]

    private static func words(_ name: String) -> String { String(name.map { $0 == "_" ? " " : $0 }) }

    /// A fact of an argument: absent when the argument is, marked when it has the wrong type.
    private static func fact(_ name: String, _ input: ToolCardInput, _ argument: String, _ value: String?) -> CardFact?
    {
        guard input[argument] != nil else { return nil }
        guard let value, !value.isEmpty else { return CardFact(name, "[invalid \(name)]", tone: .failure) }
        return CardFact(name, value)
    }

    /// The number before a word, such as `2 error(s)`.
    private static func count(before word: String, in text: String) -> Double? {
        guard let found = text.firstRange(of: word) else { return nil }
        let before = ModelTags.trimmed(text[..<found.lowerBound])
        let digits = before.reversed().prefix { $0.isASCII && $0.isNumber }
        return Double(String(digits.reversed()))
    }

    /// `file:line:column [severity] message` lines.
    private static func diagnostics(in text: String) -> [CardRow] {
        text.split(whereSeparator: \.isNewline).compactMap { line in
            let line = ModelTags.trimmed(line)
            guard let open = line.firstRange(of: " ["), let place = place(ModelTags.trimmed(line[..<open.lowerBound])),
                let close = line[open.upperBound...].firstIndex(of: "]")
            else { return nil }
            let severity = line[open.upperBound..<close].lowercased()
            guard !severity.isEmpty, severity.allSatisfy({ $0.isLetter || $0.isNumber || $0 == "_" }) else {
                return nil
            }
            let message = CardFormat.line(String(line[line.index(after: close)...]), limit: 400)
            return CardRow(
                severity, state: state(of: severity),
                texts: place + (message.isEmpty ? [] : [CardText(message, tone: .muted)]))
        }
    }

    private static func locations(in text: String) -> [CardRow] {
        text.split(whereSeparator: \.isNewline).compactMap { line in
            place(ModelTags.trimmed(line)).map { CardRow(texts: $0) }
        }
    }

    /// A path with line and column at its end.
    private static func place(_ text: Substring) -> [CardText]? {
        guard let second = text.lastIndex(of: ":"), let first = text[..<second].lastIndex(of: ":"),
            first > text.startIndex, isNumber(text[text.index(after: second)...]),
            isNumber(text[text.index(after: first)..<second])
        else { return nil }
        return [CardText(CardFormat.path(String(text[..<first])), .path), CardText(String(text[first...]), .range)]
    }

    private static func isNumber(_ text: Substring) -> Bool {
        !text.isEmpty && text.allSatisfy { $0.isASCII && $0.isNumber }
    }

    private static func state(of severity: String) -> CardRow.State {
        switch severity {
        case "error": .failed
        case "warning": .warning
        default: .none
        }
    }
}
