import CollabWire
import Foundation

/// A long Markdown text in pieces, each of which is read and shown by itself: a screen draws the first at once, and as many
/// more as somebody wants to see.
///
/// Pieces end between paragraphs where they can, else between lines, else between characters. A fence that goes on behind a
/// cut is opened anew; other blocks are not, so a table that is cut goes on as text.
public struct ProsePieces: Sendable, Hashable {
    /// Bytes of a piece, about.
    public static let pieceLength = 64 * 1_024

    /// The pieces, in order; the first was read already. Never empty.
    public let pieces: [Prose]

    /// Cuts a text. Time and space: linear; a screen calls ``Prose/pieces()``.
    /// - Parameter pieceLength: bytes of a piece, about; at least one character fits.
    public init(_ text: String, pieceLength: Int = pieceLength) {
        var text = text
        let parts = text.withUTF8 { bytes in
            var cutter = PieceCutter(bytes: bytes, length: max(4, pieceLength))
            return cutter.parts()
        }
        let first = Prose(JSONString(parts[0]), blocks: MarkdownBlockList(MarkdownDocument(parts[0]).blocks))
        pieces = [first] + parts.dropFirst().map { Prose($0) }
    }
}

extension Prose {
    /// Bytes from which on a text is shown in pieces. One that was watched while it grew is there already, and stays whole up
    /// to a larger bound.
    private static let longest = 256 * 1_024
    private static let longestRead = 1_024 * 1_024

    /// Whether a screen shows the text in ``pieces()``.
    public var isLong: Bool { byteCount > (isParsed ? Self.longestRead : Self.longest) }

    /// Bytes of the text as the host wrote it.
    public var byteCount: Int { string.byteCount }

    /// Whether the text is another one that may have grown. Time: up to the first byte that differs, and what was added.
    public func begins(with earlier: Prose) -> Bool {
        string.byteCount == earlier.string.byteCount
            ? self == earlier : string.addition(since: earlier.string) != nil
    }

    /// The text in pieces, cut off the caller's actor.
    @concurrent
    public func pieces() async -> ProsePieces { ProsePieces(text) }

    /// The first lines as they were written: what a screen shows until ``pieces()`` has come back. Time and space: bounded.
    public var firstLines: [MarkdownBlock] {
        let lines = string.part(lines: 40, longestLine: 400).text
        return [MarkdownBlock(id: -1, kind: .paragraph([MarkdownRun(lines)]))]
    }
}

/// Finds where a text is cut.
private struct PieceCutter {
    let bytes: UnsafeBufferPointer<UInt8>
    let length: Int
    /// The line that opened the fence at the place that is looked at; nil outside of one.
    private var fence: Range<Int>?

    init(bytes: UnsafeBufferPointer<UInt8>, length: Int) {
        self.bytes = bytes
        self.length = length
    }

    private struct Cut {
        var at: Int
        var fence: Range<Int>?
    }

    mutating func parts() -> [String] {
        var parts: [String] = []
        var start = 0
        var opener: Range<Int>?
        while bytes.count - start > length {
            let cut = cut(from: start)
            parts.append(text(start..<cut.at, opener: opener))
            start = cut.at
            opener = cut.fence
            fence = cut.fence
        }
        return parts + [text(start..<bytes.count, opener: opener)]
    }

    private func text(_ range: Range<Int>, opener: Range<Int>?) -> String {
        let own = String(decoding: bytes[range], as: UTF8.self)
        return opener.map { String(decoding: bytes[$0], as: UTF8.self) + "\n" + own } ?? own
    }

    /// Where the piece that begins here ends: the last gap between paragraphs in its second half, else the last end of a
    /// line, else the last character that fits.
    private mutating func cut(from start: Int) -> Cut {
        let end = start + length
        var (gap, line): (Cut?, Cut?) = (nil, nil)
        var at = start
        while at < end {
            let stop = lineEnd(from: at)
            guard stop < end else { break }
            note(at..<stop)
            let next = Cut(at: stop + 1, fence: fence)
            line = next
            if fence == nil, isBlank(at..<stop), next.at - start > length / 2 { gap = next }
            at = next.at
        }
        return gap ?? line ?? Cut(at: character(upTo: end, after: start), fence: fence)
    }

    private func lineEnd(from start: Int) -> Int {
        guard let base = bytes.baseAddress, let found = memchr(base + start, 0x0A, bytes.count - start) else {
            return bytes.count
        }
        return UnsafeRawPointer(base).distance(to: UnsafeRawPointer(found))
    }

    private func isBlank(_ line: Range<Int>) -> Bool {
        line.allSatisfy { bytes[$0] == 0x20 || bytes[$0] == 0x09 || bytes[$0] == 0x0D }
    }

    /// Opens or closes a fence, when the line is one.
    private mutating func note(_ line: Range<Int>) {
        guard let first = line.prefix(4).first(where: { bytes[$0] != 0x20 }),
            bytes[first] == UInt8(ascii: "`") || bytes[first] == UInt8(ascii: "~")
        else { return }
        let mark = bytes[first]
        let count = (first..<line.upperBound).prefix { bytes[$0] == mark }.count
        guard count >= 3 else { return }
        guard let open = fence else {
            fence = line
            return
        }
        let opening = open.drop { bytes[$0] == 0x20 }
        let isClosing =
            bytes[opening.lowerBound] == mark && count >= opening.prefix { bytes[$0] == mark }.count
            && isBlank(first + count..<line.upperBound)
        if isClosing { fence = nil }
    }

    /// The last place up to `end` that is not inside a scalar.
    private func character(upTo end: Int, after start: Int) -> Int {
        var at = end
        while at > start + 1, bytes[at] & 0xC0 == 0x80 { at -= 1 }
        return at
    }
}
