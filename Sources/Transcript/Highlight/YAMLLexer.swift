/// YAML.
struct YAMLLexer: LineLexer {
    func lex(_ line: UnsafeBufferPointer<UInt8>, _ open: inout CodeHighlighter.State.Open, _ output: inout TokenOutput)
    {
        let indent = line.skippingBlanks(from: 0)
        // A literal block: its lines stand deeper than the key it belongs to.
        if case .mode(let parent) = open {
            if indent == line.count || indent > parent {
                output.add(to: line.count, .string)
                return
            }
            open = .nothing
        }
        var position = indent
        output.add(to: position, .plain)
        if line.holds(Array("---".utf8), at: 0) || line.holds(Array("...".utf8), at: 0) {
            output.add(to: line.count, .keyword)
            return
        }
        while position < line.count, line[position] == UInt8(ascii: "-"),
            position + 1 == line.count || line[position + 1].isBlank
        {
            output.add(to: position + 1, .keyword)
            position = line.skippingBlanks(from: position + 1)
            output.add(to: position, .plain)
        }
        if let end = keyEnd(line, from: position) {
            output.add(to: end, .type)
            output.add(to: end + 1, .plain)
            position = line.skippingBlanks(from: end + 1)
            output.add(to: position, .plain)
        }
        if startsBlock(line, position) {
            output.add(to: line.count, .keyword)
            open = .mode(indent)
            return
        }
        value(line, position, &output)
    }

    /// Where a key ends: a colon before white space or the line's end.
    private func keyEnd(_ line: UnsafeBufferPointer<UInt8>, from start: Int) -> Int? {
        guard start < line.count, line[start] != UInt8(ascii: "#") else { return nil }
        var position = start
        if line[start] == UInt8(ascii: "\"") || line[start] == UInt8(ascii: "'") {
            guard let close = line.next([line[start]], from: start + 1) else { return nil }
            position = close + 1
        } else if [UInt8(ascii: "{"), UInt8(ascii: "[")].contains(line[start]) {
            return nil
        }
        while position < line.count {
            if line[position] == UInt8(ascii: ":"), position + 1 == line.count || line[position + 1].isBlank {
                return position
            }
            if line[position] == UInt8(ascii: "#"), position > start, line[position - 1].isBlank { return nil }
            position += 1
        }
        return nil
    }

    private func startsBlock(_ line: UnsafeBufferPointer<UInt8>, _ position: Int) -> Bool {
        guard position < line.count, line[position] == UInt8(ascii: "|") || line[position] == UInt8(ascii: ">") else {
            return false
        }
        var end = position + 1
        while end < line.count, line[end].isDigit || line[end] == UInt8(ascii: "+") || line[end] == UInt8(ascii: "-") {
            end += 1
        }
        end = line.skippingBlanks(from: end)
        return end == line.count || line[end] == UInt8(ascii: "#")
    }

    private func value(_ line: UnsafeBufferPointer<UInt8>, _ start: Int, _ output: inout TokenOutput) {
        var position = start
        while position < line.count {
            let byte = line[position]
            if byte == UInt8(ascii: "#"), position == 0 || line[position - 1].isBlank {
                output.add(to: line.count, .comment)
                return
            }
            switch byte {
            case UInt8(ascii: "\""), UInt8(ascii: "'"):
                position += 1
                while position < line.count, line[position] != byte {
                    position += line[position] == UInt8(ascii: "\\") && byte == UInt8(ascii: "\"") ? 2 : 1
                }
                position = min(position + 1, line.count)
                output.add(to: position, .string)
            case UInt8(ascii: "&"), UInt8(ascii: "*"), UInt8(ascii: "!"):
                position += 1
                while position < line.count, isWord(line[position]) { position += 1 }
                output.add(to: position, .keyword)
            default:
                guard isWord(byte) else {
                    position += 1
                    output.add(to: position, .plain)
                    continue
                }
                let wordStart = position
                while position < line.count, isWord(line[position]) { position += 1 }
                output.add(to: position, kind(line.string(wordStart..<position)))
            }
        }
    }

    private func kind(_ word: String) -> CodeToken.Kind {
        switch word.lowercased() {
        case "true", "false", "null", "yes", "no", "on", "off", "~": return .keyword
        default: break
        }
        let digits = word.utf8.drop { $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "+") }
        let isNumber =
            digits.first?.isDigit == true
            && digits.allSatisfy {
                $0.isDigit || $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: "_") || $0 | 0x20 == 0x65
            }
        return isNumber ? .number : .plain
    }

    private func isWord(_ byte: UInt8) -> Bool {
        byte.startsName || byte.isDigit || [0x2D, 0x2B, 0x2E, 0x2F, 0x7E].contains(byte)
    }
}
