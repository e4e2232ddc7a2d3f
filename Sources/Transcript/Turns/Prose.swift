import CollabWire

/// Markdown of a row. Equal when the text is equal, whether it was parsed already or not.
public struct Prose: Sendable {
    private let source: JSONString
    private let known: MarkdownBlockList?

    /// A host's text that nobody has parsed yet.
    public init(_ source: JSONString) {
        self.source = source
        known = nil
    }

    /// A text put together here that nobody has parsed yet.
    public init(_ text: String) { self.init(JSONString(text)) }

    /// A host's text whose blocks are known, as of one that was watched while it grew.
    init(_ source: JSONString, blocks: MarkdownBlockList) {
        self.source = source
        known = blocks
    }

    /// The text as sent. Time and space: linear, at every call.
    public var text: String { source.value }

    /// The host's string.
    var string: JSONString { source }

    /// The text's blocks: the known ones, or parsed now. Parsing takes time in proportion to the text: a screen asks for
    /// these only when ``isParsed``, and else for ``parsed()``.
    public var blocks: [MarkdownBlock] { known?.array ?? MarkdownDocument(text).blocks }

    /// Whether ``blocks`` are at hand.
    public var isParsed: Bool { known != nil }

    /// The text's blocks, read off the caller's actor when they are not at hand.
    @concurrent
    public func parsed() async -> [MarkdownBlock] { blocks }

    /// The text as one paragraph: what a screen shows until ``parsed()`` has come back.
    public var unread: [MarkdownBlock] { [MarkdownBlock(id: -1, kind: .paragraph([MarkdownRun(text)]))] }
}

extension Prose: Hashable {
    /// Whether both have the same text.
    public static func == (left: Prose, right: Prose) -> Bool { left.source == right.source }

    /// Feeds the text.
    public func hash(into hasher: inout Hasher) { hasher.combine(source) }
}
