/// Markdown as source.
struct MarkdownLexer: LineLexer {
    func lex(_ line: UnsafeBufferPointer<UInt8>, _ open: inout CodeHighlighter.State.Open, _ output: inout TokenOutput)
    {
        let start = line.skippingBlanks(from: 0)
        let fence = fenceLength(line, start)
        if case .mode(let raw) = open {
            let isEnd = start < line.count && Int(line[start]) == raw & 0xFF && fence >= raw >> 8
            output.add(to: line.count, isEnd ? .comment : .string)
            if isEnd { open = .nothing }
            return
        }
        if fence >= 3 {
            output.add(to: line.count, .comment)
            open = .mode(min(fence, 1_000) << 8 | Int(line[start]))
            return
        }
        guard start < line.count else { return }
        var position = start
        output.add(to: start, .plain)
        switch line[start] {
        case UInt8(ascii: "#"):
            output.add(to: line.count, .keyword)
            return
        case UInt8(ascii: ">"):
            output.add(to: line.count, .comment)
            return
        case UInt8(ascii: "-"), UInt8(ascii: "*"), UInt8(ascii: "+"):
            if start + 1 < line.count, line[start + 1].isBlank {
                position = start + 1
                output.add(to: position, .keyword)
            }
        default:
            var end = start
            while end < line.count, line[end].isDigit { end += 1 }
            if end > start, end < line.count, line[end] == UInt8(ascii: ".") {
                position = end + 1
                output.add(to: position, .keyword)
            }
        }
        inline(line, position, &output)
    }

    private func fenceLength(_ line: UnsafeBufferPointer<UInt8>, _ start: Int) -> Int {
        guard start < line.count, line[start] == UInt8(ascii: "`") || line[start] == UInt8(ascii: "~") else { return 0 }
        var end = start
        while end < line.count, line[end] == line[start] { end += 1 }
        return end - start
    }

    private func inline(_ line: UnsafeBufferPointer<UInt8>, _ start: Int, _ output: inout TokenOutput) {
        var position = start
        // Once a closing mark is not found, it is not looked for again on this line.
        var missing: Set<[UInt8]> = []
        func pair(_ mark: [UInt8], _ close: [UInt8], _ kind: CodeToken.Kind) -> Bool {
            guard !missing.contains(mark), line.holds(mark, at: position) else { return false }
            guard let end = line.next(close, from: position + mark.count), end > position + mark.count else {
                missing.insert(mark)
                return false
            }
            position = end + close.count
            output.add(to: position, kind)
            return true
        }
        let tick = Array("`".utf8)
        let strong = Array("**".utf8)
        while position < line.count {
            if pair(tick, tick, .string) || pair(strong, strong, .type) { continue }
            if line[position] == UInt8(ascii: "["), pair([UInt8(ascii: "[")], [UInt8(ascii: "]")], .function) {
                _ = pair([UInt8(ascii: "(")], [UInt8(ascii: ")")], .string)
                continue
            }
            position += 1
            output.add(to: position, .plain)
        }
    }
}

/// Unified diffs as source.
struct DiffLexer: LineLexer {
    func lex(_ line: UnsafeBufferPointer<UInt8>, _ open: inout CodeHighlighter.State.Open, _ output: inout TokenOutput)
    {
        let isHeader = ["+++ ", "--- ", "*** ", "diff ", "index "].contains { line.holds(Array($0.utf8), at: 0) }
        let kind: CodeToken.Kind
        if isHeader {
            kind = .keyword
        } else if line.holds(Array("@@".utf8), at: 0) {
            kind = .function
        } else {
            switch line.first {
            case UInt8(ascii: "+"): kind = .added
            case UInt8(ascii: "-"): kind = .removed
            case UInt8(ascii: "\\"): kind = .comment
            default: kind = .plain
            }
        }
        output.add(to: line.count, kind)
    }
}
