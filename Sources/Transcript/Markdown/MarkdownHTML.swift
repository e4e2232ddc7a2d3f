/// What ends a block of HTML that may hold blank lines.
enum MarkdownHTMLEnd: Equatable {
    /// `</script>`, `</pre>`, `</style>`
    case closingTag
    case comment
    case instruction
    case declaration
    case cdata
}

/// HTML as CommonMark sees it: how a block of it begins and ends, and which tags are internal wrappers.
enum MarkdownHTML {
    /// What a line that starts with `<` opens.
    static func opening(_ bytes: UnsafeBufferPointer<UInt8>, _ range: Range<Int>) -> MarkdownLine.Opening {
        let afterBracket = range.lowerBound + 1
        guard afterBracket < range.upperBound else { return .text }
        switch bytes[afterBracket] {
        case UInt8(ascii: "!"):
            return declarationOpening(bytes, afterBracket + 1..<range.upperBound)
        case UInt8(ascii: "?"):
            return .html(.instruction)
        default:
            return tagOpening(bytes, range)
        }
    }

    /// Whether a line ends a block of HTML.
    static func ends(
        _ end: MarkdownHTMLEnd, in bytes: UnsafeBufferPointer<UInt8>, _ range: Range<Int>
    ) -> Bool {
        let line = bytes[range]
        switch end {
        case .comment: return line.firstOffset(of: "-->") != nil
        case .instruction: return line.firstOffset(of: "?>") != nil
        case .declaration: return line.contains(UInt8(ascii: ">"))
        case .cdata: return line.firstOffset(of: "]]>") != nil
        case .closingTag:
            guard line.contains(UInt8(ascii: "<")) else { return false }
            let lower = line.map { $0 >= 0x41 && $0 <= 0x5A ? $0 | 0x20 : $0 }[...]
            return ["</script>", "</pre>", "</style>", "</textarea>"].contains { lower.firstOffset(of: $0) != nil }
        }
    }

    /// Whether a tag's name is one that hosts wrap text in for the agent's eyes.
    static func isWrapper(_ name: String) -> Bool {
        let lower = name.lowercased()
        return lower == "advisory" || lower.hasPrefix("system-")
    }

    /// Whether the text is one whole tag of a wrapper: `<advisory level="x">`, `</system-reminder>`.
    static func isWrapperTag(_ text: String) -> Bool {
        var copy = text
        return copy.withUTF8 { bytes in
            tag(bytes, 0..<bytes.count).map { isWrapper($0.name) && $0.end == bytes.count } ?? false
        }
    }

    /// A text without the tags of wrappers; every other tag stays.
    static func withoutWrapperTags(_ text: String) -> String {
        var copy = text
        return copy.withUTF8 { bytes in
            var kept: [UInt8] = []
            kept.reserveCapacity(bytes.count)
            var position = 0
            while position < bytes.count {
                if bytes[position] == UInt8(ascii: "<"), let tag = tag(bytes, position..<bytes.count),
                    isWrapper(tag.name)
                {
                    position = tag.end
                } else {
                    kept.append(bytes[position])
                    position += 1
                }
            }
            return String(decoding: kept, as: UTF8.self)
        }
    }

    private static func declarationOpening(
        _ bytes: UnsafeBufferPointer<UInt8>, _ rest: Range<Int>
    ) -> MarkdownLine.Opening {
        let line = bytes[rest]
        if line.starts(with: "--".utf8) { return .html(.comment) }
        if line.starts(with: "[CDATA[".utf8) { return .html(.cdata) }
        guard let first = line.first, first.isASCIILetter else { return .text }
        // Older rules ask for a capital letter.
        return first & 0x20 == 0 ? .html(.declaration) : .htmlUnsure
    }

    private static func tagOpening(
        _ bytes: UnsafeBufferPointer<UInt8>, _ range: Range<Int>
    ) -> MarkdownLine.Opening {
        var position = range.lowerBound + 1
        let isClosing = bytes[position] == UInt8(ascii: "/")
        if isClosing { position += 1 }
        let nameStart = position
        while position < range.upperBound, bytes[position].isASCIILetter || bytes[position].isDigit { position += 1 }
        let name = String(decoding: bytes[nameStart..<position], as: UTF8.self).lowercased()
        guard !name.isEmpty else { return .text }

        let isDelimited =
            position == range.upperBound || bytes[position].isBlank || bytes[position] == UInt8(ascii: ">")
        if literalNames.contains(name), !isClosing, isDelimited { return .html(.closingTag) }
        if name == "textarea" { return .htmlUnsure }
        let isSelfClosing =
            position + 1 < range.upperBound && bytes[position] == UInt8(ascii: "/")
            && bytes[position + 1] == UInt8(ascii: ">")
        if isDelimited || isSelfClosing {
            if blockNames.contains(name) { return .htmlBlock }
            if unsureNames.contains(name) { return .htmlUnsure }
        }
        guard let tag = tag(bytes, range) else { return .text }
        var end = tag.end
        while end < range.upperBound, bytes[end].isBlank { end += 1 }
        guard end == range.upperBound else { return .text }
        return isWrapper(tag.name) ? .wrapperTag : .htmlTag
    }

    /// Reads one complete tag at the start of a range that holds no line end inside the tag's line.
    static func tag(
        _ bytes: UnsafeBufferPointer<UInt8>, _ range: Range<Int>
    ) -> (name: String, end: Int)? {
        var reader = TagReader(bytes: bytes, position: range.lowerBound, end: range.upperBound)
        return reader.read()
    }

    private static let literalNames: Set<String> = ["script", "pre", "style"]
    /// In one version of the specification and not in another.
    private static let unsureNames: Set<String> = ["source", "search", "summary", "menuitem", "meta"]
    private static let blockNames: Set<String> = [
        "address", "article", "aside", "base", "basefont", "blockquote", "body", "caption", "center", "col",
        "colgroup", "dd", "details", "dialog", "dir", "div", "dl", "dt", "fieldset", "figcaption", "figure",
        "footer", "form", "frame", "frameset", "h1", "h2", "h3", "h4", "h5", "h6", "head", "header", "hr", "html",
        "iframe", "legend", "li", "link", "main", "menu", "nav", "noframes", "ol", "optgroup", "option", "p",
        "param", "section", "table", "tbody", "td", "tfoot", "th", "thead", "title", "tr", "track", "ul",
    ]
}

/// Reads an opening or closing tag by CommonMark's grammar.
private struct TagReader {
    let bytes: UnsafeBufferPointer<UInt8>
    var position: Int
    let end: Int

    private var current: UInt8? { position < end ? bytes[position] : nil }

    mutating func read() -> (name: String, end: Int)? {
        guard current == UInt8(ascii: "<") else { return nil }
        position += 1
        let isClosing = current == UInt8(ascii: "/")
        if isClosing { position += 1 }
        guard let name = readName() else { return nil }
        if !isClosing { while readAttribute() {} }
        skipWhitespace()
        if !isClosing, current == UInt8(ascii: "/") { position += 1 }
        guard current == UInt8(ascii: ">") else { return nil }
        return (name, position + 1)
    }

    private mutating func readName() -> String? {
        let start = position
        guard let first = current, first.isASCIILetter else { return nil }
        while let byte = current, byte.isASCIILetter || byte.isDigit || byte == UInt8(ascii: "-") { position += 1 }
        return String(decoding: bytes[start..<position], as: UTF8.self)
    }

    private mutating func skipWhitespace() {
        while let byte = current, byte.isBlank || byte == .lineFeed || byte == .carriageReturn { position += 1 }
    }

    private mutating func readAttribute() -> Bool {
        let start = position
        skipWhitespace()
        guard position > start, let first = current,
            first.isASCIILetter || first == UInt8(ascii: "_") || first == UInt8(ascii: ":")
        else {
            position = start
            return false
        }
        while let byte = current, byte.isAttributeName { position += 1 }
        let afterName = position
        skipWhitespace()
        guard current == UInt8(ascii: "=") else {
            position = afterName
            return true
        }
        position += 1
        skipWhitespace()
        if readValue() { return true }
        position = start
        return false
    }

    private mutating func readValue() -> Bool {
        guard let quote = current else { return false }
        if quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") {
            position += 1
            while let byte = current, byte != quote { position += 1 }
            guard current == quote else { return false }
            position += 1
            return true
        }
        let start = position
        while let byte = current, byte.isUnquotedValue { position += 1 }
        return position > start
    }
}

extension UInt8 {
    fileprivate var isAttributeName: Bool {
        isASCIILetter || isDigit || [0x5F, 0x3A, 0x2E, 0x2D].contains(self)
    }
    fileprivate var isUnquotedValue: Bool {
        self > .space && ![0x22, 0x27, 0x3D, 0x3C, 0x3E, 0x60].contains(self)
    }
}

extension Slice where Base == UnsafeBufferPointer<UInt8> {
    /// Where a short ASCII text first stands.
    func firstOffset(of needle: StaticString) -> Int? {
        needle.withUTF8Buffer { needle in
            guard let first = needle.first, count >= needle.count else { return nil }
            var position = startIndex
            let last = endIndex - needle.count
            while position <= last {
                if self[position] == first, self[position..<position + needle.count].elementsEqual(needle) {
                    return position
                }
                position += 1
            }
            return nil
        }
    }
}

extension ArraySlice<UInt8> {
    fileprivate func firstOffset(of needle: String) -> Int? {
        let needle = Array(needle.utf8)
        guard let first = needle.first, count >= needle.count else { return nil }
        var position = startIndex
        while position <= endIndex - needle.count {
            if self[position] == first, self[position..<position + needle.count].elementsEqual(needle) {
                return position
            }
            position += 1
        }
        return nil
    }
}
