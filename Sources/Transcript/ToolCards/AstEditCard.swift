import CollabWire

/// `ast_edit`: code of a shape, rewritten.
public enum AstEditCard: ToolCardKind {
    /// `ast_edit`.
    public static let names = ["ast_edit"]

    /// First path, operations, replacements.
    public static func summary(_ input: ToolCardInput) -> [CardText] {
        let paths = paths(input)
        var line = [paths.first.map { CardText(CardFormat.path($0), .path) } ?? CardFormat.invalid("paths")]
        if paths.count > 1 { line.append(CardText("+\(paths.count - 1) more", tone: .muted)) }
        let operations = (input["ops"].map { Array($0.elements) } ?? []).count
        line.append(CardFormat.badge(CardFormat.count(operations, "op"), .accent))
        if let replacements = replacements(input) { line.append(replacements) }
        if input.detailIsTrue("limitReached") { line.append(CardFormat.badge("limit", .warning)) }
        return line
    }

    /// Paths, each operation, counts, files, parse errors, the change.
    public static func body(_ input: ToolCardInput) -> [CardBlock] {
        let paths = paths(input)
        var blocks: [CardBlock] = []
        if paths.count > 1 {
            blocks.append(.rows(paths.map { CardRow(texts: [CardText(CardFormat.path($0), .path)]) }))
        }
        for operation in input["ops"]?.objects ?? [] {
            let pattern = operation["pat"]?.stringValue ?? ""
            let replacement = operation["out"]?.stringValue ?? ""
            blocks.append(
                pattern.isEmpty
                    ? .badges([CardFormat.invalid("pattern")])
                    : .code(CardCode(pattern, title: "pattern", path: paths.first)))
            blocks.append(
                replacement.isEmpty
                    ? .note("deletion — matched code is removed", tone: .muted)
                    : .code(CardCode(replacement, title: "replacement", path: paths.first)))
        }
        guard !input.isError else { return blocks + input.outputBlocks() }
        let isLimited = input.detailIsTrue("limitReached")
        blocks += CardFormat.badges([
            replacements(input),
            input.detailNumber("filesTouched").map { CardFormat.badge(CardFormat.count($0, "file")) },
            input.detailNumber("filesSearched").map { CardFormat.badge("searched \(CardFormat.number($0))") },
            input.detailText("scopePath").flatMap {
                $0.isEmpty ? nil : CardFormat.badge("in \(CardFormat.path($0))")
            },
            isLimited ? CardFormat.badge("limit reached", .warning) : nil,
        ])
        blocks += CardFormat.rows(
            (input.detail("fileReplacements")?.objects ?? []).compactMap { file in
                guard let path = file["path"]?.stringValue, !path.isEmpty else { return nil }
                return CardRow(
                    file["count"]?.finite.map { "×\(CardFormat.number($0))" } ?? "",
                    texts: [CardText(CardFormat.path(path), .path)])
            })
        if isLimited { blocks.append(.note("limit reached; narrow path", tone: .warning)) }
        blocks += ParseIssues.blocks(input)
        if let change = input.detailText("displayContent"), !change.isEmpty {
            blocks.append(.diff(CardDiff(change)))
            return blocks + input.noteBlocks
        }
        return blocks + input.outputBlocks()
    }

    private static func paths(_ input: ToolCardInput) -> [String] { input.scope.filter { !$0.isEmpty } }

    private static func replacements(_ input: ToolCardInput) -> CardText? {
        input.detailNumber("totalReplacements").map {
            CardFormat.badge(CardFormat.count($0, "replacement"), $0 > 0 ? .success : .warning)
        }
    }
}
