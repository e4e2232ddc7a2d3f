import Transcript

/// Breaks styled text into lines of a width, between words where that is possible.
struct LineWrapper {
    private let width: Int
    private let first: [StyledLine.Span]
    private let rest: [StyledLine.Span]
    private var lines: [StyledLine] = []
    private var line: StyledLine
    private var column: Int
    private var hasContent = false
    private let firstWidth: Int
    private let restWidth: Int
    /// Where the line can be broken: after its last space.
    private var breakIndex: Int?

    /// A wrapper.
    ///
    /// - Parameters:
    ///   - width: columns of a line, prefixes included.
    ///   - first: what stands before the first line.
    ///   - rest: what stands before the others.
    ///   - room: columns that stay for text, however deep the prefixes are.
    init(width: Int, first: [StyledLine.Span] = [], rest: [StyledLine.Span] = [], room: Int = 8) {
        self.first = first
        self.rest = rest
        firstWidth = StyledLine(first).width
        restWidth = StyledLine(rest).width
        self.width = max(width, max(firstWidth, restWidth) + room)
        line = StyledLine(first)
        column = firstWidth
    }

    /// All lines of a text.
    static func lines(
        _ spans: [StyledLine.Span], width: Int, first: [StyledLine.Span] = [], rest: [StyledLine.Span]? = nil,
        room: Int = 8
    ) -> [StyledLine] {
        var wrapper = LineWrapper(width: width, first: first, rest: rest ?? first, room: room)
        for span in spans { wrapper.add(span) }
        return wrapper.finish()
    }

    /// Adds text; line feeds end lines.
    mutating func add(_ span: StyledLine.Span) {
        var isFirst = true
        for piece in span.text.split(separator: "\n", omittingEmptySubsequences: false) {
            if !isFirst { endLine() }
            isFirst = false
            for word in Self.words(piece) { add(word: word, span.look) }
        }
    }

    /// The lines; at least one.
    mutating func finish() -> [StyledLine] {
        if hasContent || lines.isEmpty { endLine() }
        return lines
    }

    private mutating func add(word: Substring, _ look: StyledLine.Look) {
        let visible = LineEncoder.harmless(String(word))
        let columns = TextWidth.columns(of: visible)
        if visible.allSatisfy({ $0 == " " }) {
            // Spaces never start a line that was broken, and may hang over its end.
            if !hasContent, !lines.isEmpty, breakIndex == nil, isContinuation { return }
            if column + columns <= width { append(visible, columns, look) }
            return
        }
        if column + columns > width, hasContent { wrap() }
        if column + columns <= width {
            append(visible, columns, look)
            return
        }
        var left = visible[...]
        while !left.isEmpty {
            let (head, used) = TextWidth.prefix(of: left, columns: width - column)
            if head.isEmpty {
                // A character wider than the line: better over the edge than never.
                guard hasContent else {
                    append(String(left.prefix(1)), 2, look)
                    left = left.dropFirst()
                    continue
                }
                wrap()
                continue
            }
            append(String(head), used, look)
            left = left[head.endIndex...]
            if !left.isEmpty { wrap() }
        }
    }

    private var isContinuation = false

    private mutating func append(_ text: String, _ columns: Int, _ look: StyledLine.Look) {
        if let last = line.spans.last, last.look == look, hasContent {
            line.spans[line.spans.count - 1].text += text
        } else {
            line.spans.append(StyledLine.Span(text, look))
        }
        column += columns
        hasContent = true
    }

    private mutating func wrap() {
        endLine()
        isContinuation = true
    }

    private mutating func endLine() {
        while let last = line.spans.last, hasContent, last.look.ground == nil, last.text.hasSuffix(" ") {
            line.spans[line.spans.count - 1].text.removeLast()
            if line.spans[line.spans.count - 1].text.isEmpty { line.spans.removeLast() }
        }
        lines.append(line)
        line = StyledLine(rest)
        column = restWidth
        hasContent = false
        isContinuation = false
    }

    /// Words and the spaces between them, each for itself; CJK breaks after every character.
    private static func words(_ text: Substring) -> [Substring] {
        var words: [Substring] = []
        var start = text.startIndex
        var index = text.startIndex
        var wasSpace: Bool?
        while index < text.endIndex {
            let character = text[index]
            let isSpace = character == " " || character == "\t"
            let isWide = !character.isASCII && TextWidth.columns(of: character) == 2
            if let was = wasSpace, was != isSpace || isWide, start < index {
                words.append(text[start..<index])
                start = index
            }
            index = text.index(after: index)
            if isWide {
                words.append(text[start..<index])
                start = index
                wasSpace = nil
            } else {
                wasSpace = isSpace
            }
        }
        if start < text.endIndex { words.append(text[start...]) }
        return words
    }
}
