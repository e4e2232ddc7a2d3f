/// Markdown of a row. Equal when the text is equal.
public struct Prose: Sendable {
    /// The text as sent.
    public let text: String

    /// Prose of a text.
    public init(_ text: String) {
        self.text = text
    }
}

extension Prose: Hashable {
    /// Whether both have the same text.
    public static func == (left: Prose, right: Prose) -> Bool { left.text == right.text }

    /// Feeds the text.
    public func hash(into hasher: inout Hasher) { hasher.combine(text) }
}
