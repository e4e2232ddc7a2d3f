import CollabWire

/// A text that is shown a page at a time: a reference to the host's string, decoded only as far as a page is asked for.
public struct PagedText: Hashable, Sendable {
    private let source: JSONString

    /// Lines of a page.
    public static let pageLength = 200

    /// Pages of a host's string.
    public init(_ source: JSONString) { self.source = source }

    /// Pages of a text that is put together here.
    public init(_ text: String) { source = JSONString(text) }

    /// The whole text. Time and space: linear; for copying and exporting.
    public var text: String { source.value }

    /// Whether there is no text.
    public var isEmpty: Bool { source.isEmpty }

    /// Where a page starts.
    public struct Position: Hashable, Sendable {
        fileprivate let offset: Int
    }

    /// One page: its lines, and where the next page starts.
    public struct Page: Hashable, Sendable {
        /// The lines' text, without the last line feed.
        public var text: String
        /// Where the next page starts; nil after the last.
        public var next: Position?
    }

    /// The page that starts at a place that an earlier page named, or at the beginning.
    ///
    /// Time and space: in proportion to the page.
    /// - Parameters:
    ///   - start: where the page begins; nil is the beginning.
    ///   - lines: how many lines it holds at most.
    ///   - longestLine: a line longer than this many bytes is broken, so that a page stays bounded.
    public func page(from start: Position? = nil, lines: Int = pageLength, longestLine: Int = 16_384) -> Page {
        let part = source.part(from: start?.offset ?? 0, lines: lines, longestLine: longestLine)
        return Page(text: part.text, next: part.next.map(Position.init(offset:)))
    }

    /// Whether the text, as the host wrote it, has no more than so many bytes.
    public func fits(bytes: Int) -> Bool { source.byteCount <= bytes }

    /// The end of the text, at most so many bytes of it. Time and space: in proportion to these.
    public func tail(bytes: Int) -> String { source.tail(bytes: bytes) }
}
