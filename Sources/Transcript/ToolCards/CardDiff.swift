/// A change as a tool wrote it.
public struct CardDiff: Hashable, Sendable {
    /// The diff's text, as sent.
    public var text: String
    /// The file it is about, when the tool says so.
    public var path: String?
    /// Where the file went, when it was moved.
    public var move: String?
    /// `create`, `delete`, `update` …, when the tool says so.
    public var operation: String?

    /// A change.
    public init(_ text: String, path: String? = nil, move: String? = nil, operation: String? = nil) {
        self.text = text
        self.path = path
        self.move = move
        self.operation = operation
    }
}
