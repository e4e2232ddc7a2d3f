import CollabWire

/// `inspect_image`: a question about a picture.
public enum InspectImageCard: ToolCardKind {
    /// `inspect_image`.
    public static let names = ["inspect_image"]

    /// The picture's path or address.
    public static func summary(_ input: ToolCardInput) -> [CardText] {
        [target(input).map { CardText(CardFormat.cut(CardFormat.path($0), limit: 100), .path) } ?? missing]
    }

    /// The question, who looked, the picture, the answer.
    public static func body(_ input: ToolCardInput) -> [CardBlock] {
        var blocks: [CardBlock] = [
            .badges([target(input).map { CardText(CardFormat.path($0), .path) } ?? missing])
        ]
        if let question = input.text("question").flatMap({ ToolCardInput.trimmed($0) }) {
            blocks.append(.facts([CardFact("question", question)]))
        }
        blocks += CardFormat.badges([
            input.detailText("model").map { CardFormat.badge($0, .accent) },
            input.detailText("mimeType").map { CardFormat.badge($0) },
        ])
        return blocks + input.imageBlocks + input.proseBlocks
    }

    private static let missing = CardFormat.invalid("image path")

    private static func target(_ input: ToolCardInput) -> String? {
        input.text("path") ?? input.text("url") ?? input.detailText("imagePath")
    }
}
