/// Markdown of a row. Equal when the text is equal, whether it was parsed already or not.
public struct Prose: Sendable {
    /// The text as sent.
    public let text: String
    private let known: [MarkdownBlock]?

    /// Prose that nobody has parsed yet.
    public init(_ text: String) {
        self.text = text
        known = nil
    }

    /// Prose whose blocks are known, as of a text that was watched while it grew.
    public init(_ text: String, blocks: [MarkdownBlock]) {
        self.text = text
        known = blocks
    }

    /// The text's blocks: the known ones, or parsed now. Parsing takes time in proportion to the text: a screen keeps
    /// the result by the row's id and does it off the main thread.
    public var blocks: [MarkdownBlock] { known ?? MarkdownDocument(text).blocks }

    /// Whether ``blocks`` are at hand.
    public var isParsed: Bool { known != nil }
}

extension Prose: Hashable {
    /// Whether both have the same text.
    public static func == (left: Prose, right: Prose) -> Bool { left.text == right.text }

    /// Feeds the text.
    public func hash(into hasher: inout Hasher) { hasher.combine(text) }
}
