import CollabWire

/// `glob`, formerly `find`: files whose paths match.
public enum GlobCard: ToolCardKind {
    /// `glob` and `find`.
    public static let names = ["glob", "find"]

    /// The patterns.
    public static func summary(_ input: ToolCardInput) -> [CardText] {
        let named = input["path"] ?? input["paths"]
        if let named, !named.isNull, named.stringValue == nil, !named.isArray {
            return [CardFormat.invalid(input["path"] == nil ? "paths" : "path")]
        }
        let patterns = patterns(input).map(CardFormat.path).joined(separator: ", ")
        return [CardText(patterns.isEmpty ? "*" : CardFormat.cut(patterns, limit: 120), .pattern)]
    }

    /// Conditions, counts, the files.
    public static func body(_ input: ToolCardInput) -> [CardBlock] {
        let reached = input.detailNumber("resultLimitReached")
        let limits = input.detail("meta")?["limits"]
        let isTruncated =
            input.detailIsTrue("truncated") || reached != nil || input.detail("truncation")?.isObject == true
            || input.detail("meta")?["truncation"]?.isObject == true
            || limits?["resultLimit"].map { !$0.isNull && $0.boolValue != false } == true
        var blocks = CardFormat.badges([
            input.number("limit").map { CardFormat.badge("limit \(CardFormat.number($0))") },
            input.isFalse("gitignore") ? CardFormat.badge("no-gitignore") : nil,
            input.isFalse("hidden") ? CardFormat.badge("no-hidden") : nil,
            input.isTrue("hidden") ? CardFormat.badge("hidden") : nil,
            input.number("timeout").map { CardFormat.badge("timeout \(CardFormat.number($0))s") },
            input.detailNumber("fileCount").map { CardFormat.badge(CardFormat.count($0, "file"), .accent) },
            input.detailText("scopePath").map { CardFormat.badge("in \(CardFormat.path($0))") },
            isTruncated
                ? CardFormat.badge(
                    reached.map { "truncated at \(CardFormat.number($0))" } ?? "truncated", .warning) : nil,
        ])
        blocks += MissingPaths.blocks(input)
        if let error = input.detailText("error"), !error.isEmpty, !input.isError {
            blocks.append(.note(error, tone: .failure))
        }
        return blocks + input.imageBlocks + input.outputBlocks()
    }

    /// Lists show their odd elements too, so that nothing the agent asked for is hidden.
    private static func patterns(_ input: ToolCardInput) -> [String] {
        let raw = (input["path"].flatMap { $0.isNull ? nil : $0 }) ?? input["paths"]
        if let raw, raw.isArray { return raw.elements.map(\.display) }
        return input.scope
    }
}
