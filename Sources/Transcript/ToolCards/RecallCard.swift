import CollabWire

/// `recall`: a question to the agent's memory. The answer is text with one bullet a memory.
public enum RecallCard: ToolCardKind {
    /// `recall`.
    public static let names = ["recall"]

    /// The query and how many were found.
    public static func summary(_ input: ToolCardInput) -> [CardText] {
        var line = [
            input.text("query").map { CardText(CardFormat.line($0, limit: 96), .pattern) }
                ?? CardFormat.invalid("query")
        ]
        if let found = found(input) {
            line.append(
                found > 0
                    ? CardFormat.badge("\(CardFormat.number(found)) found", .accent)
                    : CardFormat.badge("no matches", .warning))
        }
        return line
    }

    /// The query, when the memory was asked, the memories.
    public static func body(_ input: ToolCardInput) -> [CardBlock] {
        var blocks: [CardBlock] = []
        if let query = input.text("query"), !query.isEmpty { blocks.append(.facts([CardFact("query", query)])) }
        guard (found(input) ?? 0) > 0 else { return blocks + input.outputBlocks() }
        let text = input.resultText
        let memories = memories(in: text)
        guard !memories.isEmpty else { return blocks + input.outputBlocks() }
        if let open = text.firstRange(of: "(as of "), let close = text[open.upperBound...].firstIndex(of: ")") {
            blocks.append(.badges([CardFormat.badge("as of \(text[open.upperBound..<close])")]))
        }
        return blocks + [.rows(memories)] + input.noteBlocks
    }

    /// The number in "Found 2 relevant memories"; 0 when the text begins otherwise, nil without a good result.
    private static func found(_ input: ToolCardInput) -> Double? {
        guard input.result != nil, !input.isError else { return nil }
        let text = input.resultString.part(lines: 1, longestLine: 256).text
        guard text.hasPrefix("Found ") else { return 0 }
        let digits = text.dropFirst("Found ".count).prefix { $0.isASCII && $0.isNumber }
        guard text[digits.endIndex...].hasPrefix(" relevant") else { return 0 }
        return Double(String(digits)) ?? 0
    }

    /// Paragraphs after the first line: `- text [type] (date)`.
    private static func memories(in text: String) -> [CardRow] {
        guard let head = text.firstIndex(where: \.isNewline) else { return [] }
        var paragraphs: [[Substring]] = [[]]
        for line in text[head...].split(separator: "\n", omittingEmptySubsequences: false) {
            if TranscriptProjector.isBlank(String(line)) {
                if paragraphs.last?.isEmpty == false { paragraphs.append([]) }
            } else {
                paragraphs[paragraphs.count - 1].append(line)
            }
        }
        return paragraphs.compactMap { lines in
            guard !lines.isEmpty else { return nil }
            var memory = ModelTags.trimmed(lines.joined(separator: "\n")[...])
            if memory.hasPrefix("- ") { memory = ModelTags.trimmed(memory.dropFirst(2)) }
            var chips: [CardText] = []
            if let date = tail(of: &memory, open: "(", close: ")") { chips.insert(CardFormat.badge(date), at: 0) }
            if let type = tail(of: &memory, open: "[", close: "]") { chips.insert(CardFormat.badge(type), at: 0) }
            return memory.isEmpty ? nil : CardRow(texts: [CardText(String(memory))] + chips)
        }
    }

    /// Takes ` (…)` off the end of a text.
    private static func tail(of text: inout Substring, open: Character, close: Character) -> String? {
        guard text.last == close, let start = text.lastIndex(of: open), start > text.startIndex,
            text[text.index(before: start)].isWhitespace
        else { return nil }
        let inside = text[text.index(after: start)...].dropLast()
        guard !inside.isEmpty, !inside.contains(close) else { return nil }
        text = ModelTags.trimmed(text[..<start])
        return String(inside)
    }
}
