/// Cuts Markdown source into top-level pieces that can be parsed one by one, line by line, in one pass.
///
/// cmark parses whole documents only. While a message streams, parsing it whole for every word would cost the square of
/// its length; so the scanner finds the places where everything before is closed for good, and each piece goes through
/// cmark once. A cut is made only where cmark would close every open block too. Where that cannot be told from the
/// line's first characters (a lazily continued list, say), the scanner does not cut; it is right or it waits.
///
/// Pieces have a bound. Past it a list is cut between items, a table between rows, code between lines, and anything
/// else between lines as if a blank line stood there. That keeps each piece's cost bounded for any input.
///
/// The scanner is a small value. A copy of it, fed the unfinished last line, tells what the open end looks like now.
struct MarkdownScanner {
    /// A top-level piece of the source.
    struct Piece: Equatable {
        var kind: Kind
        /// The bytes of the piece in the source, line ends included.
        var range: Range<Int>
        /// Whether it carries on the piece before it.
        var continues = false
        /// Whether it was cut in the middle of a line.
        var endsInsideLine = false
    }

    /// How a piece is to be read.
    enum Kind: Equatable {
        /// By cmark.
        case markdown
        /// By cmark, after a copy of the table's header.
        case tableRows(header: Range<Int>)
        /// As lines of fenced code.
        case fencedCode(info: Range<Int>, indent: Int, code: Range<Int>)
        /// As text, unread: too long a line to be prose.
        case plain
        case math
        /// An internal wrapper's tag: nothing is shown.
        case wrapperTag
    }

    /// Bounds of a piece, in bytes.
    enum Limit {
        /// Past this a list or table is cut at the next item or row.
        static let softPiece = 4_096
        /// Past this anything but a list or quote is cut at the next line.
        static let piece = 16_384
        /// Past this a list or quote is cut at the next line, too.
        static let nestedPiece = 49_152
        /// A longer line is cut, and shown as plain text.
        static let line = 16_384
    }

    private(set) var pieces: [Piece] = []
    /// Where the next unread line starts.
    private(set) var position = 0
    /// No line end stands between `position` and here.
    private var searched = 0
    private var open: Open?
    /// Whether the last line was cut for its length and goes on at `position`.
    private var isInsideLine = false

    /// The piece that is still open.
    private struct Open {
        var start: Int
        var mode: Mode
        var continues = false
        var isPlain = false
        /// Whether the paragraph might turn out to be nothing but link definitions.
        var mayBeDefinition = false
        /// Whether some line could be a table's delimiter row.
        var mayBeTable = false
        /// Where code starts, after the line of the fence.
        var codeStart = 0
        /// The table whose rows are being read: header and delimiter row.
        var tableHeader: Range<Int>?
        /// The header the piece has to be read with, when it starts in the middle of a table.
        var inheritedHeader: Range<Int>?
        var previousLine: Range<Int>?
    }

    private enum Mode {
        case paragraph
        case indentedCode(afterBlank: Bool)
        case fence(MarkdownLine.Fence, info: Range<Int>)
        case list(List)
        case quote(isLazy: Bool, isInFence: Bool)
        case html(MarkdownHTMLEnd)
        case htmlBlock
        case math
        /// What is open cannot be told; nothing is cut until the bound.
        case unsure
    }

    private struct List {
        var contentOffset: Int
        var marker: UInt8
        /// Whether the last item may have been closed by a line at its left.
        var isUnsure: Bool
        var afterBlank = false
    }

    // MARK: Reading

    /// A scanner that starts where nothing is open.
    init(startingAt position: Int = 0) {
        self.position = position
        searched = position
    }

    /// Reads every complete line that has arrived.
    mutating func read(_ bytes: UnsafeBufferPointer<UInt8>) {
        while let line = nextLine(bytes) { take(line.text, next: line.next, isCut: line.isCut, bytes) }
    }

    /// Reads what is left, although more may come, and closes the last piece.
    mutating func finish(_ bytes: UnsafeBufferPointer<UInt8>) {
        read(bytes)
        if position < bytes.count {
            var end = bytes.count
            if end > position, bytes[end - 1] == .carriageReturn { end -= 1 }
            take(position..<end, next: bytes.count, isCut: false, bytes)
        }
        close(at: position)
    }

    /// Hands over the finished pieces found so far.
    mutating func takePieces() -> [Piece] {
        defer { pieces = [] }
        return pieces
    }

    private mutating func nextLine(
        _ bytes: UnsafeBufferPointer<UInt8>
    ) -> (text: Range<Int>, next: Int, isCut: Bool)? {
        let bound = min(bytes.count, position + Limit.line)
        var end = max(searched, position)
        while end < bound {
            let byte = bytes[end]
            if byte == .lineFeed { return (position..<end, end + 1, false) }
            if byte == .carriageReturn {
                // Whether a line feed follows is known only when something follows.
                guard end + 1 < bytes.count else { break }
                return (position..<end, bytes[end + 1] == .lineFeed ? end + 2 : end + 1, false)
            }
            end += 1
        }
        searched = end
        guard end == position + Limit.line, bytes.count > end else { return nil }
        if bytes[end] == .lineFeed { return (position..<end, end + 1, false) }
        if bytes[end] == .carriageReturn {
            guard end + 1 < bytes.count else { return nil }
            return (position..<end, bytes[end + 1] == .lineFeed ? end + 2 : end + 1, false)
        }
        while end > position, bytes[end].isContinuation { end -= 1 }
        return (position..<end, end, true)
    }

    private mutating func take(
        _ range: Range<Int>, next: Int, isCut: Bool, _ bytes: UnsafeBufferPointer<UInt8>
    ) {
        let wasInsideLine = isInsideLine
        isInsideLine = isCut
        defer { position = next }
        if case .fence(let fence, let info) = open?.mode {
            takeCode(range, next: next, fence: fence, info: info, isWhole: !wasInsideLine, bytes)
            return
        }
        if wasInsideLine || isCut {
            takeLongLine(isStart: !wasInsideLine, bytes)
            // The end of a long line ends its piece.
            if !isCut { close(at: next) }
            return
        }
        let line = MarkdownLine(bytes, range)
        guard let piece = open else {
            start(line, next: next, bytes)
            finishIfSingle(line, next: next, bytes)
            return
        }
        if let cut = cutBefore(line, in: piece, bytes) {
            close(at: range.lowerBound)
            start(line, next: next, bytes)
            open?.continues = cut.continues
            open?.inheritedHeader = cut.header
            if let header = cut.header {
                open?.tableHeader = header
                open?.mayBeTable = true
            }
            finishIfSingle(line, next: next, bytes)
        } else {
            extend(with: line, next: next, bytes)
        }
    }

    private mutating func takeLongLine(isStart: Bool, _ bytes: UnsafeBufferPointer<UInt8>) {
        close(at: position)
        open = Open(start: position, mode: .unsure, continues: !isStart, isPlain: true)
    }

    private mutating func takeCode(
        _ range: Range<Int>, next: Int, fence: MarkdownLine.Fence, info: Range<Int>, isWhole: Bool,
        _ bytes: UnsafeBufferPointer<UInt8>
    ) {
        if isWhole, Self.closes(fence, bytes, range) {
            close(at: next, codeEnd: range.lowerBound)
        } else if let piece = open, next - piece.start > Limit.piece, range.lowerBound > piece.codeStart {
            close(at: range.lowerBound, endsInsideLine: !isWhole)
            var rest = Open(start: range.lowerBound, mode: .fence(fence, info: info), continues: true)
            rest.codeStart = range.lowerBound
            open = rest
        }
    }

    private static func closes(
        _ fence: MarkdownLine.Fence, _ bytes: UnsafeBufferPointer<UInt8>, _ range: Range<Int>
    ) -> Bool {
        // Most lines of code are told apart by their first visible character.
        var position = range.lowerBound
        var column = 0
        while position < range.upperBound, bytes[position].isBlank, column < 4 {
            column += bytes[position] == .tab ? 4 - column % 4 : 1
            position += 1
        }
        guard column < 4 else { return false }
        var length = 0
        while position < range.upperBound, bytes[position] == fence.character {
            length += 1
            position += 1
        }
        guard length >= fence.length else { return false }
        while position < range.upperBound, bytes[position].isBlank { position += 1 }
        return position == range.upperBound
    }

    // MARK: Opening and closing

    private mutating func close(at end: Int, codeEnd: Int? = nil, endsInsideLine: Bool = false) {
        guard let piece = open else { return }
        open = nil
        guard end > piece.start else { return }
        let kind: Kind
        switch piece.mode {
        case .fence(let fence, let info):
            let code = piece.codeStart..<max(piece.codeStart, codeEnd ?? end)
            kind = .fencedCode(info: info, indent: fence.indent, code: code)
        case .math: kind = .math
        default:
            if piece.isPlain {
                kind = .plain
            } else if let header = piece.inheritedHeader {
                kind = .tableRows(header: header)
            } else {
                kind = .markdown
            }
        }
        pieces.append(
            Piece(
                kind: kind, range: piece.start..<end, continues: piece.continues, endsInsideLine: endsInsideLine))
    }

    /// Opens a piece with a line that stands where everything is closed.
    private mutating func start(_ line: MarkdownLine, next: Int, _ bytes: UnsafeBufferPointer<UInt8>) {
        let mode: Mode
        switch line.opening {
        case .blank:
            return
        case .indented: mode = .indentedCode(afterBlank: false)
        case .quote: mode = .quote(isLazy: false, isInFence: Self.isQuotedFence(line, bytes))
        case .fence(let fence): mode = .fence(fence, info: fence.info)
        case .item(let item):
            mode = .list(List(contentOffset: item.contentOffset, marker: item.marker, isUnsure: item.isEmpty))
        case .underline(let isItem):
            mode =
                isItem
                ? .list(List(contentOffset: line.indent + 2, marker: bytes[line.content], isUnsure: true)) : .paragraph
        case .html(let end): mode = .html(end)
        case .htmlBlock, .htmlTag: mode = .htmlBlock
        case .htmlUnsure: mode = .unsure
        case .math: mode = .math
        case .heading, .rule, .wrapperTag, .text: mode = .paragraph
        }
        var piece = Open(start: line.range.lowerBound, mode: mode)
        if bytes[line.content] == UInt8(ascii: "[") {
            let visible = bytes[line.content..<line.range.upperBound]
            piece.mayBeDefinition = visible.firstOffset(of: "]:") != nil || !visible.contains(UInt8(ascii: "]"))
        }
        piece.codeStart = next
        piece.previousLine = line.range
        open = piece
    }

    /// Closes a piece that its first line completes.
    private mutating func finishIfSingle(
        _ line: MarkdownLine, next: Int, _ bytes: UnsafeBufferPointer<UInt8>
    ) {
        switch line.opening {
        case .heading, .rule:
            close(at: next)
        case .wrapperTag:
            open = nil
            pieces.append(Piece(kind: .wrapperTag, range: line.range.lowerBound..<next))
        case .math(isClosed: true):
            close(at: next)
        case .html(let end):
            // The declaration's own ">" may end it; a comment's end is looked for after its beginning.
            if MarkdownHTML.ends(end, in: bytes, line.content..<line.range.upperBound) { close(at: next) }
        default:
            break
        }
    }

    // MARK: Cutting

    private struct Cut {
        var continues = false
        var header: Range<Int>?
    }

    /// Whether everything open ends before a line.
    private func cutBefore(
        _ line: MarkdownLine, in piece: Open, _ bytes: UnsafeBufferPointer<UInt8>
    ) -> Cut? {
        let length = line.range.lowerBound - piece.start
        switch piece.mode {
        case .paragraph:
            if line.opening == .blank { return nil }
            if interruptsParagraph(line) { return Cut() }
            if piece.tableHeader != nil, case .item = line.opening { return Cut() }
            if let header = piece.tableHeader, length > Limit.softPiece, line.opening == .text,
                bytes[line.range].contains(UInt8(ascii: "|"))
            {
                return Cut(continues: true, header: header)
            }
            return length > Limit.piece ? Cut() : nil
        case .indentedCode:
            switch line.opening {
            case .blank, .indented: return length > Limit.piece ? Cut(continues: true) : nil
            default: return Cut()
            }
        case .list(let list):
            return cutBefore(line, in: list, length: length)
        case .quote(let isLazy, let isInFence):
            if line.opening == .quote {
                let isPause = length > Limit.softPiece && !isInFence && Self.isEmptyQuote(line, bytes)
                return isPause || length > Limit.nestedPiece ? Cut() : nil
            }
            if line.opening == .blank { return nil }
            switch line.opening {
            case .rule(isDashes: true): return isLazy ? nil : Cut()
            case .item where !isLazy, .underline(isItem: true) where !isLazy, .htmlTag where !isLazy: return Cut()
            default: break
            }
            return interruptsParagraph(line) || length > Limit.nestedPiece ? Cut() : nil
        case .html, .htmlBlock, .math, .unsure:
            return length > Limit.piece ? Cut() : nil
        case .fence:
            return nil
        }
    }

    private func cutBefore(_ line: MarkdownLine, in list: List, length: Int) -> Cut? {
        if line.opening == .blank { return nil }
        // Left of this, no item holds the line, whatever happened before.
        let surelyOutside = line.indent < (list.isUnsure ? 2 : list.contentOffset)
        guard surelyOutside else { return length > Limit.nestedPiece ? Cut() : nil }
        switch line.opening {
        case .item(let item):
            guard length > Limit.softPiece, item.interruptsParagraph || !list.isUnsure else { return nil }
            return Cut(continues: item.marker == list.marker)
        case .underline:
            return nil
        case .heading, .quote, .fence, .wrapperTag, .html, .htmlBlock, .math:
            return Cut()
        case .rule(let isDashes):
            // With a paragraph open beside the list, dashes would make it a heading.
            return isDashes && list.isUnsure && !list.afterBlank ? nil : Cut()
        case .htmlTag where !list.isUnsure:
            return Cut()
        case .text, .htmlTag, .htmlUnsure:
            return list.afterBlank || length > Limit.nestedPiece ? Cut() : nil
        case .indented, .blank:
            return length > Limit.nestedPiece ? Cut() : nil
        }
    }

    /// Whether a line starts a block of its own right under a paragraph's line.
    private func interruptsParagraph(_ line: MarkdownLine) -> Bool {
        switch line.opening {
        case .quote, .heading, .fence, .html, .htmlBlock, .wrapperTag, .math: true
        case .rule(let isDashes): !isDashes
        case .item(let item): item.interruptsParagraph
        case .blank, .indented, .underline, .htmlTag, .htmlUnsure, .text: false
        }
    }

    // MARK: Going on

    /// Adds a line to the open piece.
    private mutating func extend(
        with line: MarkdownLine, next: Int, _ bytes: UnsafeBufferPointer<UInt8>
    ) {
        guard var piece = open else { return }
        var isFinished = false
        switch piece.mode {
        case .paragraph:
            isFinished = extendParagraph(&piece, with: line, bytes)
        case .indentedCode:
            piece.mode = .indentedCode(afterBlank: line.opening == .blank)
        case .list(let list):
            piece.mode = extended(list, with: line)
        case .quote(let isLazy, let isInFence):
            switch line.opening {
            case .blank:
                isFinished = true
            case .quote:
                piece.mode = .quote(isLazy: isLazy, isInFence: isInFence != Self.isQuotedFence(line, bytes))
            case .item, .underline(isItem: true):
                // Text of the quote's paragraph, or a list beside the quote.
                piece.mode = .list(List(contentOffset: 2, marker: 0, isUnsure: true))
            case .htmlTag, .htmlUnsure, .indented:
                piece.mode = .unsure
            default:
                piece.mode = .quote(isLazy: true, isInFence: false)
            }
        case .html(let end):
            isFinished = MarkdownHTML.ends(end, in: bytes, line.range)
        case .htmlBlock:
            isFinished = line.opening == .blank
        case .math:
            let end = Self.mathEnd(line, bytes)
            isFinished = end || line.opening == .blank
        case .fence, .unsure:
            break
        }
        piece.previousLine = line.range
        open = piece
        if isFinished { close(at: next) }
    }

    /// Adds a line to a paragraph; says whether the piece ends with it.
    private func extendParagraph(
        _ piece: inout Open, with line: MarkdownLine, _ bytes: UnsafeBufferPointer<UInt8>
    ) -> Bool {
        switch line.opening {
        case .blank:
            return true
        case .underline, .rule:
            // A heading's underline ends the piece, unless what stands above might be no paragraph after all.
            if piece.mayBeTable || piece.mayBeDefinition {
                piece.mode = .unsure
                return false
            }
            return true
        case .item where piece.mayBeDefinition || piece.mayBeTable,
            .indented where piece.mayBeTable,
            .htmlTag where piece.mayBeDefinition || piece.mayBeTable, .htmlUnsure:
            piece.mode = .unsure
            return false
        default:
            break
        }
        if piece.tableHeader == nil, let above = piece.previousLine, MarkdownTableRow.isDelimiter(bytes, line.range) {
            piece.mayBeTable = true
            if MarkdownTableRow.cellCount(bytes, above) == MarkdownTableRow.cellCount(bytes, line.range) {
                piece.tableHeader = above.lowerBound..<line.range.upperBound
            }
        }
        return false
    }

    private func extended(_ list: List, with line: MarkdownLine) -> Mode {
        var list = list
        if line.opening == .blank {
            list.afterBlank = true
            return .list(list)
        }
        let isOutside = line.indent < (list.isUnsure ? 4 : list.contentOffset)
        list.afterBlank = false
        switch line.opening {
        case .item(let item) where isOutside:
            if list.isUnsure, line.indent >= 2 || !item.interruptsParagraph {
                // An item of the list, of a list inside its last item, or text of a paragraph beside it.
                list.contentOffset = 2
            } else {
                list = List(contentOffset: item.contentOffset, marker: item.marker, isUnsure: item.isEmpty)
            }
        case .underline where isOutside:
            list.isUnsure = true
        case .fence, .html, .htmlBlock, .htmlTag, .htmlUnsure, .math:
            // Inside an item it ends with the item; outside it may hold anything.
            if list.isUnsure, isOutside { return .unsure }
            if isOutside { list.isUnsure = true }
        case _ where isOutside || line.indent < list.contentOffset:
            list.isUnsure = true
        default:
            break
        }
        return .list(list)
    }

    private static func isEmptyQuote(_ line: MarkdownLine, _ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        bytes[line.content + 1..<line.range.upperBound].allSatisfy(\.isBlank)
    }

    private static func isQuotedFence(_ line: MarkdownLine, _ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        guard line.opening == .quote else { return false }
        var position = line.content + 1
        while position < line.range.upperBound, bytes[position].isBlank { position += 1 }
        let rest = bytes[position..<line.range.upperBound]
        return rest.starts(with: "```".utf8) || rest.starts(with: "~~~".utf8)
    }

    private static func mathEnd(_ line: MarkdownLine, _ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        bytes[line.range].firstOffset(of: "$$") != nil
    }
}

/// Rows of tables, as far as cutting needs to know them.
enum MarkdownTableRow {
    /// Whether a line could be a table's delimiter row.
    static func isDelimiter(_ bytes: UnsafeBufferPointer<UInt8>, _ range: Range<Int>) -> Bool {
        var hasDash = false
        for byte in bytes[range] {
            switch byte {
            case UInt8(ascii: "-"): hasDash = true
            case UInt8(ascii: "|"), UInt8(ascii: ":"), .space, .tab: break
            default: return false
            }
        }
        return hasDash
    }

    /// How many cells a row has.
    static func cellCount(_ bytes: UnsafeBufferPointer<UInt8>, _ range: Range<Int>) -> Int {
        var start = range.lowerBound
        var end = range.upperBound
        while start < end, bytes[start].isBlank { start += 1 }
        while end > start, bytes[end - 1].isBlank { end -= 1 }
        let pipe = UInt8(ascii: "|")
        let backslash = UInt8(ascii: "\\")
        if start < end, bytes[start] == pipe { start += 1 }
        if end > start, bytes[end - 1] == pipe, end - 1 == start || bytes[end - 2] != backslash { end -= 1 }
        var count = 1
        var position = start
        while position < end {
            if bytes[position] == backslash {
                position += 1
            } else if bytes[position] == pipe {
                count += 1
            }
            position += 1
        }
        return count
    }
}
