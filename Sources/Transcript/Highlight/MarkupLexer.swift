/// HTML and XML.
struct MarkupLexer: LineLexer {
    private enum Mode: Int { case text, tag, comment, doubleQuoted, singleQuoted, data }

    func lex(_ line: UnsafeBufferPointer<UInt8>, _ open: inout CodeHighlighter.State.Open, _ output: inout TokenOutput)
    {
        var mode = Mode.text
        if case .mode(let raw) = open, let kept = Mode(rawValue: raw) { mode = kept }
        var position = 0
        while position < line.count { step(line, &position, &mode, &output) }
        open = mode == .text ? .nothing : .mode(mode.rawValue)
    }

    private func step(
        _ line: UnsafeBufferPointer<UInt8>, _ position: inout Int, _ mode: inout Mode, _ output: inout TokenOutput
    ) {
        switch mode {
        case .comment: through("-->", .comment, line, &position, &mode, &output)
        case .data: through("]]>", .string, line, &position, &mode, &output)
        case .doubleQuoted: quoted(UInt8(ascii: "\""), line, &position, &mode, &output)
        case .singleQuoted: quoted(UInt8(ascii: "'"), line, &position, &mode, &output)
        case .text: text(line, &position, &mode, &output)
        case .tag: tag(line, &position, &mode, &output)
        }
    }

    private func through(
        _ close: String, _ kind: CodeToken.Kind, _ line: UnsafeBufferPointer<UInt8>, _ position: inout Int,
        _ mode: inout Mode, _ output: inout TokenOutput
    ) {
        if let end = line.next(Array(close.utf8), from: position) {
            position = end + close.utf8.count
            mode = .text
        } else {
            position = line.count
        }
        output.add(to: position, kind)
    }

    private func quoted(
        _ quote: UInt8, _ line: UnsafeBufferPointer<UInt8>, _ position: inout Int, _ mode: inout Mode,
        _ output: inout TokenOutput
    ) {
        while position < line.count, line[position] != quote { position += 1 }
        if position < line.count {
            position += 1
            mode = .tag
        }
        output.add(to: position, .string)
    }

    private func text(
        _ line: UnsafeBufferPointer<UInt8>, _ position: inout Int, _ mode: inout Mode, _ output: inout TokenOutput
    ) {
        let byte = line[position]
        if byte == UInt8(ascii: "&") {
            var end = position + 1
            while end < line.count, line[end].isASCIILetter || line[end].isDigit || line[end] == UInt8(ascii: "#"),
                end - position < 32
            {
                end += 1
            }
            let isEntity = end < line.count && line[end] == UInt8(ascii: ";") && end > position + 1
            position = isEntity ? end + 1 : position + 1
            output.add(to: position, isEntity ? .number : .plain)
        } else if byte == UInt8(ascii: "<") {
            if line.holds(Array("<!--".utf8), at: position) {
                mode = .comment
                position += 4
                output.add(to: position, .comment)
            } else if line.holds(Array("<![CDATA[".utf8), at: position) {
                mode = .data
            } else {
                startTag(line, &position, &mode, &output)
            }
        } else {
            while position < line.count, line[position] != UInt8(ascii: "<"), line[position] != UInt8(ascii: "&") {
                position += 1
            }
            output.add(to: position, .plain)
        }
    }

    private func startTag(
        _ line: UnsafeBufferPointer<UInt8>, _ position: inout Int, _ mode: inout Mode, _ output: inout TokenOutput
    ) {
        var start = position + 1
        if start < line.count, [UInt8(ascii: "/"), UInt8(ascii: "!"), UInt8(ascii: "?")].contains(line[start]) {
            start += 1
        }
        var end = start
        while end < line.count, isName(line[end]) { end += 1 }
        guard end > start, line[start].isASCIILetter else {
            position += 1
            output.add(to: position, .plain)
            return
        }
        output.add(to: start, .plain)
        output.add(to: end, .keyword)
        position = end
        mode = .tag
    }

    private func tag(
        _ line: UnsafeBufferPointer<UInt8>, _ position: inout Int, _ mode: inout Mode, _ output: inout TokenOutput
    ) {
        let byte = line[position]
        switch byte {
        case UInt8(ascii: ">"):
            mode = .text
        case UInt8(ascii: "\""):
            mode = .doubleQuoted
            position += 1
            output.add(to: position, .string)
            return
        case UInt8(ascii: "'"):
            mode = .singleQuoted
            position += 1
            output.add(to: position, .string)
            return
        default:
            if isName(byte) {
                while position < line.count, isName(line[position]) { position += 1 }
                output.add(to: position, .type)
                return
            }
        }
        position += 1
        output.add(to: position, .plain)
    }

    private func isName(_ byte: UInt8) -> Bool {
        byte.startsName || byte.isDigit || [0x2D, 0x3A, 0x2E, 0x40].contains(byte)
    }
}
