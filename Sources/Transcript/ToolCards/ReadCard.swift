import CollabWire

/// `read`: a file, folder or address, with a line range or selector.
public enum ReadCard: ToolCardKind {
    /// `read`.
    public static let names = ["read"]

    /// Path and range.
    public static func summary(_ input: ToolCardInput) -> [CardText] {
        let target = Target(input)
        let path = target.path.isEmpty ? "…" : CardFormat.path(target.path)
        return [CardText(path, .path)] + target.ranges.map { CardText($0, .range) }
    }

    /// What the path turned out to be, pictures, an excerpt.
    public static func body(_ input: ToolCardInput) -> [CardBlock] {
        let target = Target(input)
        let suffix = input.detail("suffixResolution")
        let resolved = suffix?["to"]?.stringValue ?? input.detailText("resolvedPath")
        var blocks = CardFormat.facts([
            resolved.map { CardFact("resolved", CardFormat.path($0)) },
            (suffix?["from"]?.stringValue).map { CardFact("corrected from", CardFormat.path($0)) },
        ])
        let conflicts = input.detailNumber("conflictCount") ?? 0
        let elided = input.detail("summary")?["elidedSpans"]?.finite ?? 0
        blocks += CardFormat.badges([
            conflicts > 0 ? CardFormat.badge(CardFormat.count(conflicts, "conflict"), .warning) : nil,
            elided > 0 ? CardFormat.badge(CardFormat.count(elided, "elided span")) : nil,
            input.detail("truncation")?.isObject == true ? CardFormat.badge("truncated", .warning) : nil,
        ])
        blocks += input.imageBlocks
        let text = input.resultString
        if input.isError {
            blocks += input.outputBlocks()
        } else {
            if !text.isBlank { blocks.append(.code(excerpt(text, of: target))) }
            blocks += input.noteBlocks
        }
        return blocks
    }

    /// The result's lines carry their numbers (`40:let a`) unless they are raw.
    private static func excerpt(_ text: JSONString, of target: Target) -> CardCode {
        CardCode(text, path: target.path.isEmpty ? nil : target.path, startLine: nil)
    }

    /// What is read: a path, and which part of it.
    struct Target {
        var path: String
        /// As shown behind the path, colon included.
        var ranges: [String] = []

        init(_ input: ToolCardInput) {
            let raw = input.text("path") ?? input.text("file_path") ?? ""
            let split = Self.split(raw)
            path = split.path.isEmpty ? raw : split.path
            let offset = input.number("offset")
            let limit = input.number("limit")
            if offset != nil || limit != nil {
                let from = offset ?? 1
                ranges.append(
                    limit.map { ":\(CardFormat.number(from))-\(CardFormat.number(from + $0 - 1))" }
                        ?? ":\(CardFormat.number(from))")
            }
            if let selector = input.text("sel") ?? split.selector, !selector.isEmpty {
                ranges.append(":\(selector)")
            }
        }

        /// Takes up to two selectors off the end of a path: `docs/chart.md:12-30:raw`.
        static func split(_ raw: String) -> (path: String, selector: String?) {
            var path = raw[...]
            var chunks: [Substring] = []
            while chunks.count < 2, let colon = path.lastIndex(of: ":"), colon > path.startIndex,
                isSelector(path[path.index(after: colon)...])
            {
                chunks.insert(path[path.index(after: colon)...], at: 0)
                path = path[..<colon]
            }
            return (String(path), chunks.isEmpty ? nil : chunks.joined(separator: ":"))
        }

        private static func isSelector(_ chunk: Substring) -> Bool {
            if chunk.lowercased() == "raw" || chunk.lowercased() == "conflicts" { return true }
            guard !chunk.isEmpty else { return false }
            return chunk.split(separator: ",", omittingEmptySubsequences: false).allSatisfy { piece in
                guard piece.first?.isASCII == true, piece.first?.isNumber == true else { return false }
                let rest = piece.drop { $0.isASCII && $0.isNumber }
                guard let mark = rest.first else { return true }
                return (mark == "-" || mark == "+") && rest.dropFirst().allSatisfy { $0.isASCII && $0.isNumber }
            }
        }
    }
}
