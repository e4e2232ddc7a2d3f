/// What one line of Markdown source could open, judged by its first characters.
///
/// Used by ``MarkdownScanner`` alone: it must know exactly what cmark would do with the line *if no container holds it*,
/// and nothing about inline text.
struct MarkdownLine {
    /// The line's bytes without its line end, within the source.
    let range: Range<Int>
    /// Columns of white space before the first visible character; tabs stop every four columns.
    let indent: Int
    /// Where the first visible character stands.
    let content: Int
    /// What the visible part begins.
    let opening: Opening

    /// What a line can open.
    enum Opening: Equatable {
        case blank
        /// White space of four columns or more, then something.
        case indented
        case quote
        case heading
        /// A thematic break. `isDashes` when it is an unbroken row of dashes, which under a paragraph makes a heading.
        case rule(isDashes: Bool)
        /// A row of `=` or of one or two dashes: a heading's underline, or text. One dash may be an empty item.
        case underline(isItem: Bool)
        case fence(Fence)
        case item(Item)
        /// HTML that runs to a mark of its own, blank lines included.
        case html(MarkdownHTMLEnd)
        /// HTML that runs to the next blank line.
        case htmlBlock
        /// The same, but not in the middle of a paragraph.
        case htmlTag
        /// HTML whose rules differ between versions of the library.
        case htmlUnsure
        /// An internal wrapper's tag, alone on its line.
        case wrapperTag
        /// `$$` alone on its line, or a whole display formula.
        case math(isClosed: Bool)
        case text
    }

    /// The opening of fenced code.
    struct Fence: Equatable {
        var character: UInt8
        var length: Int
        /// Columns before the fence, taken off every line of code.
        var indent: Int
        /// Where the info string stands.
        var info: Range<Int>
    }

    /// The marker of a list item.
    struct Item: Equatable {
        /// `-`, `+`, `*`, `.` or `)`: items with different ones do not stand in one list.
        var marker: UInt8
        var isOrdered: Bool
        /// The column at which the item's content stands.
        var contentOffset: Int
        var isEmpty: Bool
        /// Whether the item may stand right under a paragraph's line.
        var interruptsParagraph: Bool
    }

    /// Reads a line.
    init(_ bytes: UnsafeBufferPointer<UInt8>, _ range: Range<Int>) {
        self.range = range
        var position = range.lowerBound
        var column = 0
        while position < range.upperBound {
            if bytes[position] == .space {
                column += 1
            } else if bytes[position] == .tab {
                column += 4 - column % 4
            } else {
                break
            }
            position += 1
        }
        indent = column
        content = position
        if position == range.upperBound {
            opening = .blank
        } else if column >= 4 {
            opening = .indented
        } else {
            opening = Self.opening(bytes, position..<range.upperBound, indent: column)
        }
    }

    private static func opening(
        _ bytes: UnsafeBufferPointer<UInt8>, _ range: Range<Int>, indent: Int
    ) -> Opening {
        let start = range.lowerBound
        let first = bytes[start]
        switch first {
        case UInt8(ascii: ">"):
            return .quote
        case UInt8(ascii: "#"):
            var end = start
            while end < range.upperBound, bytes[end] == first { end += 1 }
            let isHeading = end - start <= 6 && (end == range.upperBound || bytes[end].isBlank)
            return isHeading ? .heading : .text
        case UInt8(ascii: "="):
            return isRow(bytes, range, of: first) ? .underline(isItem: false) : .text
        case UInt8(ascii: "`"), UInt8(ascii: "~"):
            return fence(bytes, range, indent: indent).map(Opening.fence) ?? .text
        case UInt8(ascii: "-"), UInt8(ascii: "*"), UInt8(ascii: "_"):
            if isRule(bytes, range, of: first) {
                return .rule(isDashes: first == UInt8(ascii: "-") && isRow(bytes, range, of: first))
            }
            if first == UInt8(ascii: "-"), isRow(bytes, range, of: first) {
                return .underline(isItem: range.count == 1 || bytes[start + 1].isBlank)
            }
            if first == UInt8(ascii: "_") { return .text }
            return item(bytes, range, indent: indent).map(Opening.item) ?? .text
        case UInt8(ascii: "+"), UInt8(ascii: "0")...UInt8(ascii: "9"):
            return item(bytes, range, indent: indent).map(Opening.item) ?? .text
        case UInt8(ascii: "<"):
            return MarkdownHTML.opening(bytes, range)
        case UInt8(ascii: "$"):
            return math(bytes, range)
        default:
            return .text
        }
    }

    /// Whether the line is `character`, any number of times, then white space.
    private static func isRow(
        _ bytes: UnsafeBufferPointer<UInt8>, _ range: Range<Int>, of character: UInt8
    ) -> Bool {
        var position = range.lowerBound
        while position < range.upperBound, bytes[position] == character { position += 1 }
        while position < range.upperBound, bytes[position].isBlank { position += 1 }
        return position == range.upperBound
    }

    private static func isRule(
        _ bytes: UnsafeBufferPointer<UInt8>, _ range: Range<Int>, of character: UInt8
    ) -> Bool {
        var count = 0
        for position in range {
            if bytes[position] == character {
                count += 1
            } else if !bytes[position].isBlank {
                return false
            }
        }
        return count >= 3
    }

    private static func fence(
        _ bytes: UnsafeBufferPointer<UInt8>, _ range: Range<Int>, indent: Int
    ) -> Fence? {
        let character = bytes[range.lowerBound]
        var position = range.lowerBound
        while position < range.upperBound, bytes[position] == character { position += 1 }
        let length = position - range.lowerBound
        guard length >= 3 else { return nil }
        if character == UInt8(ascii: "`"), bytes[position..<range.upperBound].contains(character) { return nil }
        return Fence(character: character, length: length, indent: indent, info: position..<range.upperBound)
    }

    private static func item(
        _ bytes: UnsafeBufferPointer<UInt8>, _ range: Range<Int>, indent: Int
    ) -> Item? {
        var position = range.lowerBound
        var marker = bytes[position]
        var isOrdered = false
        var number = 0
        if marker.isDigit {
            isOrdered = true
            while position < range.upperBound, bytes[position].isDigit, position - range.lowerBound < 9 {
                number = number * 10 + Int(bytes[position] - UInt8(ascii: "0"))
                position += 1
            }
            guard position < range.upperBound else { return nil }
            marker = bytes[position]
            guard marker == UInt8(ascii: ".") || marker == UInt8(ascii: ")") else { return nil }
        }
        position += 1
        let markerEnd = indent + position - range.lowerBound
        guard position == range.upperBound || bytes[position].isBlank else { return nil }
        var column = markerEnd
        while position < range.upperBound, bytes[position].isBlank {
            column += bytes[position] == .tab ? 4 - column % 4 : 1
            position += 1
        }
        let isEmpty = position == range.upperBound
        let isFar = column - markerEnd >= 5
        return Item(
            marker: marker, isOrdered: isOrdered,
            contentOffset: isEmpty || isFar ? markerEnd + 1 : column,
            isEmpty: isEmpty,
            interruptsParagraph: !isEmpty && (!isOrdered || number == 1))
    }

    private static func math(_ bytes: UnsafeBufferPointer<UInt8>, _ range: Range<Int>) -> Opening {
        let dollar = UInt8(ascii: "$")
        var end = range.upperBound
        while end > range.lowerBound, bytes[end - 1].isBlank { end -= 1 }
        let start = range.lowerBound
        guard end - start >= 2, bytes[start + 1] == dollar else { return .text }
        if end - start == 2 { return .math(isClosed: false) }
        guard end - start > 4, bytes[end - 1] == dollar, bytes[end - 2] == dollar else { return .text }
        // "$$ a $$ and $$ b $$" is prose with two formulas in it.
        var position = start + 2
        while position < end - 2 {
            if bytes[position] == dollar { return .text }
            position += 1
        }
        return .math(isClosed: true)
    }
}

extension UInt8 {
    static let space = UInt8(ascii: " ")
    static let tab = UInt8(ascii: "\t")
    static let lineFeed = UInt8(ascii: "\n")
    static let carriageReturn = UInt8(ascii: "\r")

    /// A space or a tab.
    var isBlank: Bool { self == .space || self == .tab }
    var isDigit: Bool { self >= UInt8(ascii: "0") && self <= UInt8(ascii: "9") }
    var isASCIILetter: Bool {
        let lower = self | 0x20
        return lower >= UInt8(ascii: "a") && lower <= UInt8(ascii: "z")
    }
    /// Not the first byte of a scalar in UTF-8.
    var isContinuation: Bool { self & 0xC0 == 0x80 }
}
