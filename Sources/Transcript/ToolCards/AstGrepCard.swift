import CollabWire

/// `ast_grep`: code that has a shape.
public enum AstGrepCard: ToolCardKind {
    /// `ast_grep`.
    public static let names = ["ast_grep"]

    /// First pattern, first path, language.
    public static func summary(_ input: ToolCardInput) -> [CardText] {
        let patterns = patterns(input)
        let paths = input.scope
        var line = [CardText(patterns.first.map { CardFormat.line($0, limit: 64) } ?? "?", .pattern)]
        if patterns.count > 1 { line.append(CardText("+\(patterns.count - 1)", tone: .muted)) }
        if let path = paths.first { line.append(CardText(CardFormat.path(path), .path)) }
        if paths.count > 1 { line.append(CardText("+\(paths.count - 1)", tone: .muted)) }
        if let language = input.text("lang") { line.append(CardFormat.badge(language, .accent)) }
        return line
    }

    /// Conditions and counts, the patterns, the scope, parse errors, the matches.
    public static func body(_ input: ToolCardInput) -> [CardBlock] {
        let patterns = patterns(input)
        let language = input.text("lang")
        var chips: [CardText?] = [
            language.map { CardFormat.badge($0, .accent) },
            input.text("glob").flatMap { $0.isEmpty ? nil : CardFormat.badge("glob=\($0)") },
            input.text("sel").flatMap { $0.isEmpty ? nil : CardFormat.badge("sel=\($0)") },
            input.number("skip").flatMap { $0 > 0 ? CardFormat.badge("skip:\(CardFormat.number($0))") : nil },
        ]
        if input.result != nil, !input.isError {
            chips += [
                input.detailNumber("matchCount").map {
                    CardFormat.badge(CardFormat.count($0, "match", "matches"), $0 == 0 ? .warning : .success)
                },
                input.detailNumber("fileCount").flatMap {
                    $0 > 0 ? CardFormat.badge(CardFormat.count($0, "file")) : nil
                },
                input.detailNumber("filesSearched").map { CardFormat.badge("searched \(CardFormat.number($0))") },
                input.detailIsTrue("limitReached") ? CardFormat.badge("limit reached", .warning) : nil,
            ]
        }
        var blocks = CardFormat.badges(chips)
        if patterns.isEmpty { blocks.append(.badges([CardFormat.invalid("pat")])) }
        for (index, pattern) in patterns.enumerated() {
            let title = patterns.count > 1 ? "pattern \(index + 1)" : "pattern"
            blocks.append(.code(CardCode(pattern, title: title, language: language)))
        }
        let paths = input.scope.map(CardFormat.path)
        blocks += CardFormat.facts([
            CardFact(paths.count == 1 ? "path" : "paths", paths.joined(separator: ", ")),
            input.detailText("scopePath").map { CardFact("scope", CardFormat.path($0)) },
        ])
        blocks += ParseIssues.blocks(input)
        return blocks + input.outputBlocks()
    }

    private static func patterns(_ input: ToolCardInput) -> [String] {
        guard let pattern = input["pat"] else { return [] }
        return pattern.stringValue.map { [$0] } ?? pattern.strings
    }
}

/// Files that could not be parsed.
enum ParseIssues {
    static func blocks(_ input: ToolCardInput) -> [CardBlock] {
        let errors = input.detail("parseErrors")?.strings.filter { !$0.isEmpty } ?? []
        guard !errors.isEmpty else { return [] }
        let total = input.detailNumber("parseErrorsTotal") ?? Double(errors.count)
        let title =
            total > Double(errors.count)
            ? "parse issues (\(CardFormat.number(total)) total)" : "parse issues (\(errors.count))"
        return [.output(CardOutput(errors.joined(separator: "\n"), title: title))]
    }
}
