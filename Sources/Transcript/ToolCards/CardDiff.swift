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

extension CardDiff {
    /// The change file by file, line by line. Takes time in proportion to the text: ask once, when the card is opened.
    public var files: [FileDiff] {
        var files = DiffParser.parse(text, path: path)
        guard files.count == 1 else { return files }
        if let path, files[0].path == nil { files[0].path = path }
        if let move {
            files[0].oldPath = files[0].path ?? path
            files[0].path = move
            files[0].change = .moved
        } else if operation == "create" {
            files[0].change = .created
        } else if operation == "delete" {
            files[0].change = .deleted
        }
        return files
    }
}
