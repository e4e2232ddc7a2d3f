/// CSS and its relatives.
struct StyleSheetLexer: LineLexer {
    /// In a comment, or how deep in braces.
    private static let comment = -1

    func lex(_ line: UnsafeBufferPointer<UInt8>, _ open: inout CodeHighlighter.State.Open, _ output: inout TokenOutput)
    {
        var depth = 0
        var position = 0
        if case .mode(let raw) = open { depth = max(0, raw) }
        if case .comment(let kept) = open {
            depth = kept
            guard comment(line, &position, &output) else { return }
        }
        while position < line.count {
            if line.holds(Array("/*".utf8), at: position) {
                position += 2
                guard comment(line, &position, &output) else {
                    open = .comment(depth: depth)
                    return
                }
            } else {
                step(line, &position, &depth, &output)
            }
        }
        open = .mode(depth)
    }

    /// Reads to the end of a comment; says whether it ended.
    private func comment(_ line: UnsafeBufferPointer<UInt8>, _ position: inout Int, _ output: inout TokenOutput) -> Bool
    {
        let end = line.next(Array("*/".utf8), from: position)
        position = end.map { $0 + 2 } ?? line.count
        output.add(to: position, .comment)
        return end != nil
    }

    private func step(
        _ line: UnsafeBufferPointer<UInt8>, _ position: inout Int, _ depth: inout Int, _ output: inout TokenOutput
    ) {
        let byte = line[position]
        switch byte {
        case UInt8(ascii: "{"): depth = min(depth + 1, 1_000)
        case UInt8(ascii: "}"): depth = max(0, depth - 1)
        case UInt8(ascii: "\""), UInt8(ascii: "'"):
            text(byte, line, &position, &output)
            return
        case UInt8(ascii: "@"), UInt8(ascii: "!"), UInt8(ascii: "$"):
            if name(line, &position, &output, prefix: 1, byte == UInt8(ascii: "$") ? .type : .keyword) { return }
        case UInt8(ascii: "#"):
            if name(line, &position, &output, prefix: 1, depth > 0 ? .number : .function) { return }
        case UInt8(ascii: "/") where line.holds(Array("//".utf8), at: position):
            // Only its relatives have these; an address in CSS stands in `url(…)`.
            if position == 0 || line[position - 1].isBlank {
                position = line.count
                output.add(to: position, .comment)
                return
            }
        default:
            if byte.isDigit {
                while position < line.count,
                    line[position].isDigit || line[position].isASCIILetter || line[position] == UInt8(ascii: ".")
                        || line[position] == UInt8(ascii: "%")
                {
                    position += 1
                }
                output.add(to: position, .number)
                return
            }
            if byte.startsName || byte == UInt8(ascii: "-") {
                if word(line, &position, depth, &output) { return }
            }
        }
        position += 1
        output.add(to: position, .plain)
    }

    private func text(
        _ quote: UInt8, _ line: UnsafeBufferPointer<UInt8>, _ position: inout Int, _ output: inout TokenOutput
    ) {
        position += 1
        while position < line.count, line[position] != quote {
            position += line[position] == UInt8(ascii: "\\") ? 2 : 1
        }
        position = min(position + 1, line.count)
        output.add(to: position, .string)
    }

    private func name(
        _ line: UnsafeBufferPointer<UInt8>, _ position: inout Int, _ output: inout TokenOutput, prefix: Int,
        _ kind: CodeToken.Kind
    ) -> Bool {
        var end = position + prefix
        while end < line.count, isName(line[end]) { end += 1 }
        guard end > position + prefix else { return false }
        position = end
        output.add(to: end, kind)
        return true
    }

    private func word(
        _ line: UnsafeBufferPointer<UInt8>, _ position: inout Int, _ depth: Int, _ output: inout TokenOutput
    ) -> Bool {
        var end = position
        while end < line.count, isName(line[end]) { end += 1 }
        guard end > position else { return false }
        let next = line.skippingBlanks(from: end)
        let isProperty = depth > 0 && next < line.count && line[next] == UInt8(ascii: ":")
        let isCall = end < line.count && line[end] == UInt8(ascii: "(")
        position = end
        output.add(to: end, isProperty ? .type : isCall ? .function : depth == 0 ? .keyword : .plain)
        return true
    }

    private func isName(_ byte: UInt8) -> Bool { byte.startsName || byte.isDigit || byte == UInt8(ascii: "-") }
}
