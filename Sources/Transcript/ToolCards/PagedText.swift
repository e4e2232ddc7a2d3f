/// A text that is shown a page at a time: a reference to the host's string, cut only when a page is asked for.
public struct PagedText: Hashable, Sendable {
    /// The whole text, as sent.
    public let text: String

    /// Lines of a page.
    public static let pageLength = 200

    /// Pages of a text.
    public init(_ text: String) { self.text = text }

    /// One page: its lines, and where the next page starts.
    public struct Page: Hashable, Sendable {
        /// The lines' text, without the last line feed.
        public var text: Substring
        /// Where the next page starts; nil after the last.
        public var next: String.Index?
    }

    /// The page that starts at a place that an earlier page named, or at the beginning.
    ///
    /// Complexity: O(page).
    /// - Parameters:
    ///   - start: where the page begins; nil is the beginning.
    ///   - lines: how many lines it holds at most.
    ///   - longestLine: a line longer than this many bytes is broken, so that a page stays bounded.
    public func page(from start: String.Index? = nil, lines: Int = pageLength, longestLine: Int = 16_384) -> Page {
        let utf8 = text.utf8
        let begin = start ?? utf8.startIndex
        var index = begin
        var left = max(1, lines)
        var lineLength = 0
        while index < utf8.endIndex {
            if utf8[index] == UInt8(ascii: "\n") {
                left -= 1
                lineLength = 0
                if left == 0 {
                    let next = utf8.index(after: index)
                    return Page(text: text[begin..<index], next: next < utf8.endIndex ? next : nil)
                }
            } else {
                lineLength += 1
                // Only between characters: a byte that continues one is never the place to break.
                if lineLength >= longestLine, utf8[index] & 0xC0 != 0x80, index > begin {
                    left -= 1
                    lineLength = 1
                    if left == 0 { return Page(text: text[begin..<index], next: index) }
                }
            }
            index = utf8.index(after: index)
        }
        return Page(text: text[begin...], next: nil)
    }

    /// The last bytes of the text, from the start of a line if one begins there.
    public func tail(bytes: Int) -> Substring {
        let utf8 = text.utf8
        guard utf8.count > bytes else { return text[...] }
        var index = utf8.index(utf8.endIndex, offsetBy: -bytes)
        while index < utf8.endIndex, utf8[index] & 0xC0 == 0x80 { index = utf8.index(after: index) }
        return text[index...]
    }
}
