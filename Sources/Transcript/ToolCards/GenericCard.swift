import CollabWire

/// A tool nobody has heard of: its arguments as data, its result as text and pictures.
public enum GenericCard: ToolCardKind {
    /// None: what no other card takes.
    public static let names: [String] = []

    /// The arguments on one line.
    public static func summary(_ input: ToolCardInput) -> [CardText] {
        let arguments = input.arguments
        guard !arguments.isEmpty else { return [] }
        return [CardText(CardFormat.line(JSONPrinter.print(members: arguments, isPretty: false), limit: 96))]
    }

    /// The arguments, the pictures, the text.
    public static func body(_ input: ToolCardInput) -> [CardBlock] {
        argumentBlocks(input) + input.imageBlocks + input.outputBlocks()
    }

    static func argumentBlocks(_ input: ToolCardInput) -> [CardBlock] {
        let arguments = input.arguments
        guard !arguments.isEmpty else { return [] }
        return [
            .code(CardCode(JSONPrinter.print(members: arguments, isPretty: true), title: "args", language: "json"))
        ]
    }
}
