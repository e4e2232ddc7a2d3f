import CollabWire

/// `grep`, formerly `search`: lines that match a pattern.
public enum GrepCard: ToolCardKind {
    /// `grep` and `search`.
    public static let names = ["grep", "search"]

    /// Pattern, scope, flags.
    public static func summary(_ input: ToolCardInput) -> [CardText] { question(input) + flags(input) }

    /// The same with counts, what was skipped, the matches.
    public static func body(_ input: ToolCardInput) -> [CardBlock] {
        var chips = flags(input)
        if let count = input.detailNumber("matchCount") {
            chips.append(CardFormat.badge(CardFormat.count(count, "match", "matches")))
        }
        if let count = input.detailNumber("fileCount") {
            chips.append(CardFormat.badge(CardFormat.count(count, "file")))
        }
        if input.detailIsTrue("truncated") { chips.append(CardFormat.badge("truncated", .warning)) }
        var blocks: [CardBlock] = [.badges(question(input) + chips)]
        blocks += MissingPaths.blocks(input)
        if let error = input.detailText("error"), !error.isEmpty, input.resultString.isBlank {
            blocks.append(.note(error, tone: .failure))
        }
        return blocks + input.imageBlocks + input.outputBlocks()
    }

    private static func question(_ input: ToolCardInput) -> [CardText] {
        let pattern = input.text("pattern")
        let scope = input.scope.map(CardFormat.path)
        return [
            pattern.map { CardText("/\($0)/", .pattern) } ?? CardFormat.invalid("pattern"),
            CardText("in", tone: .muted),
            CardText(scope.isEmpty ? "." : scope.joined(separator: ", "), .path),
        ]
    }

    private static func flags(_ input: ToolCardInput) -> [CardText] {
        var flags: [CardText] = []
        if let glob = input.text("glob"), !glob.isEmpty { flags.append(CardFormat.badge("glob=\(glob)")) }
        if let type = input.text("type"), !type.isEmpty { flags.append(CardFormat.badge("type=\(type)")) }
        if input.isTrue("i") { flags.append(CardFormat.badge("i")) }
        if input.isTrue("multiline") { flags.append(CardFormat.badge("multiline")) }
        if input.isFalse("gitignore") { flags.append(CardFormat.badge("no-gitignore")) }
        if let skip = input.number("skip"), skip > 0 {
            flags.append(CardFormat.badge("skip=\(CardFormat.number(skip))"))
        }
        return flags
    }
}

/// Paths a search was given that are not there.
enum MissingPaths {
    static func blocks(_ input: ToolCardInput) -> [CardBlock] {
        let missing = input.detail("missingPaths")?.strings ?? []
        guard !missing.isEmpty else { return [] }
        let paths = missing.map(CardFormat.path).joined(separator: ", ")
        return [.note("skipped missing: \(paths)", tone: .warning)]
    }
}
