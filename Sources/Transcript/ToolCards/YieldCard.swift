import CollabWire

/// `yield`: what a subagent hands back.
public enum YieldCard: ToolCardKind {
    /// `yield`.
    public static let names = ["yield"]

    /// The data on one line.
    public static func summary(_ input: ToolCardInput) -> [CardText] {
        guard let data = input["data"], !data.isNull else { return GenericCard.summary(input) }
        return [CardText(CardFormat.line(data.display, limit: 96))]
    }

    /// The data, then the text.
    public static func body(_ input: ToolCardInput) -> [CardBlock] {
        var blocks: [CardBlock] = []
        if let data = input["data"] {
            blocks.append(.code(CardCode(data.stringValue ?? JSONPrinter.pretty(data), language: "json")))
        } else {
            blocks += GenericCard.argumentBlocks(input)
        }
        return blocks + input.imageBlocks + input.outputBlocks()
    }
}
