import CollabWire

/// `retain`: facts put into the agent's memory.
public enum RetainCard: ToolCardKind {
    /// `retain`.
    public static let names = ["retain"]

    /// How many, and the first.
    public static func summary(_ input: ToolCardInput) -> [CardText] {
        guard let items = items(input) else { return [CardFormat.invalid("items")] }
        let count = input.detailNumber("count") ?? Double(items.count)
        var line = [CardFormat.badge(CardFormat.count(count, "memory", "memories"), .accent)]
        if let first = items.first { line.append(CardText(CardFormat.line(first.content, limit: 80))) }
        return line
    }

    /// Each fact, then the tool's word.
    public static func body(_ input: ToolCardInput) -> [CardBlock] {
        var blocks: [CardBlock] = []
        if let items = items(input) {
            blocks += CardFormat.rows(
                items.map { item in
                    let context = item.context.flatMap { $0.isEmpty ? nil : CardText("— \($0)", tone: .muted) }
                    return CardRow(texts: [CardText(item.content)] + (context.map { [$0] } ?? []))
                })
        } else {
            blocks.append(.badges([CardFormat.invalid("items")]))
        }
        guard input.result != nil, !input.isError else { return blocks + input.outputBlocks() }
        var word = ToolCardInput.trimmed(input.resultText) ?? ""
        if word.hasSuffix(".") { word.removeLast() }
        if word.isEmpty, let count = input.detailNumber("count") {
            word = "\(CardFormat.count(count, "memory", "memories")) retained"
        }
        return blocks + CardFormat.badges([CardFormat.badge(word, .success)]) + input.noteBlocks
    }

    /// The facts; nil when there is something that is no list.
    private static func items(_ input: ToolCardInput) -> [(content: String, context: String?)]? {
        guard let raw = input["items"] else { return [] }
        guard raw.isArray else { return nil }
        return raw.objects.compactMap { item in
            item["content"]?.stringValue.flatMap { ToolCardInput.trimmed($0) }.map {
                ($0, item["context"]?.stringValue)
            }
        }
    }
}
