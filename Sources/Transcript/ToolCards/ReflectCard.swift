import CollabWire

/// `reflect`: a question to the agent's memory, answered in prose.
public enum ReflectCard: ToolCardKind {
    /// `reflect`.
    public static let names = ["reflect"]

    /// The question.
    public static func summary(_ input: ToolCardInput) -> [CardText] {
        input.text("query").map { [CardText(CardFormat.line($0, limit: 96), .pattern)] } ?? []
    }

    /// Question, context, answer.
    public static func body(_ input: ToolCardInput) -> [CardBlock] {
        let facts = CardFormat.facts([
            input.text("query").map { CardFact("query", $0) }, input.text("context").map { CardFact("context", $0) },
        ])
        if input.isError, input.resultString.isEmpty { return facts + [.note("Reflect failed", tone: .failure)] }
        return facts + input.proseBlocks
    }
}
