/// Formulas taken out of Markdown before it is parsed, and put back afterwards, so that `$a_1 * b_1 * c$` stays what
/// it is.
///
/// Each formula stands in the source as a mark of two private-use characters around its number. Where a mark turns up
/// where no formula belongs (in code, in an address), the formula's source is simply put back.
///
/// A formula is `$…$` on one line (no white space inside the dollars, no digit after them: "$5 and $10" is money),
/// `$$…$$`, or `\(…\)` or `\[…\]` not right after a letter or digit; none holds a blank line or a code fence.
struct MarkdownMath {
    private(set) var formulas: [String] = []

    /// Whether nothing was taken out.
    var isEmpty: Bool { formulas.isEmpty }

    private static let open = Array("\u{F8F0}".utf8)
    private static let close = Array("\u{F8F1}".utf8)
    /// The most formulas taken out of one piece.
    private static let limit = 4_096

    /// Takes the formulas out of a piece; nil when there is none, or the piece holds the marks' characters itself.
    static func extracted(from source: UnsafeBufferPointer<UInt8>) -> (source: [UInt8], math: MarkdownMath)? {
        var scanner = Scanner(bytes: source)
        guard scanner.hasDelimiters, !scanner.hasMarks else { return nil }
        let ranges = scanner.formulas()
        guard !ranges.isEmpty else { return nil }
        var math = MarkdownMath()
        var result: [UInt8] = []
        result.reserveCapacity(source.count)
        var position = 0
        for range in ranges.prefix(limit) {
            result += source[position..<range.lowerBound]
            result += open
            result += String(math.formulas.count).utf8
            result += close
            math.formulas.append(String(decoding: source[range], as: UTF8.self))
            position = range.upperBound
        }
        result += source[position...]
        return (result, math)
    }

    /// A text with its formulas put back.
    func restored(_ text: String) -> String {
        isEmpty ? text : parts(of: text).reduce(into: "") { $0 += $1.text }
    }

    /// A text cut into formulas and what stands between.
    func parts(of text: String) -> [(text: String, isMath: Bool)] {
        guard !isEmpty, text.utf8.contains(Self.open[0]) else { return [(text, false)] }
        var parts: [(text: String, isMath: Bool)] = []
        var rest = text[...]
        while let start = rest.firstIndex(of: "\u{F8F0}") {
            let number = rest[rest.index(after: start)...].prefix { $0.isASCII && $0.isNumber }
            guard let index = Int(number), formulas.indices.contains(index), number.endIndex < rest.endIndex,
                rest[number.endIndex] == "\u{F8F1}"
            else {
                // Cut apart by some rule of Markdown: what is left of the mark is no text.
                parts.append((String(rest[..<start]), false))
                rest = rest[rest.index(after: start)...]
                continue
            }
            if start > rest.startIndex { parts.append((String(rest[..<start]), false)) }
            parts.append((formulas[index], true))
            rest = rest[rest.index(after: number.endIndex)...]
        }
        if !rest.isEmpty { parts.append((String(rest), false)) }
        return parts
    }

    /// Finds formulas in one pass over a piece.
    private struct Scanner {
        let bytes: UnsafeBufferPointer<UInt8>

        private static let dollar = UInt8(ascii: "$")
        private static let backslash = UInt8(ascii: "\\")
        private static let tick = UInt8(ascii: "`")

        var hasDelimiters: Bool {
            var previous: UInt8 = 0
            for byte in bytes {
                if byte == Self.dollar { return true }
                if previous == Self.backslash, byte == UInt8(ascii: "(") || byte == UInt8(ascii: "[") { return true }
                previous = byte
            }
            return false
        }

        var hasMarks: Bool {
            var position = 0
            while position + 2 < bytes.count {
                if bytes[position] == 0xEF, bytes[position + 1] == 0xA3,
                    bytes[position + 2] == 0xB0 || bytes[position + 2] == 0xB1
                {
                    return true
                }
                position += 1
            }
            return false
        }

        /// The formulas' places, ascending.
        mutating func formulas() -> [Range<Int>] {
            var found: [Range<Int>] = []
            var ticks = TickRuns(bytes)
            var position = 0
            while position < bytes.count {
                switch bytes[position] {
                case Self.tick:
                    position = ticks.end(ofCodeAt: position)
                case Self.backslash:
                    if let range = bracketed(at: position) {
                        found.append(range)
                        position = range.upperBound
                    } else {
                        position += 2
                    }
                case Self.dollar:
                    let length = runLength(at: position)
                    if let range = length == 2 ? display(at: position) : length == 1 ? inline(at: position) : nil {
                        found.append(range)
                        position = range.upperBound
                    } else {
                        position += length
                    }
                default:
                    position += 1
                }
            }
            return found
        }

        private func runLength(at start: Int) -> Int {
            var end = start
            while end < bytes.count, bytes[end] == Self.dollar { end += 1 }
            return end - start
        }

        /// `$…$`. The next dollar decides, so a text full of them costs one look each.
        private func inline(at start: Int) -> Range<Int>? {
            var position = start + 1
            guard position < bytes.count, !bytes[position].isBlank else { return nil }
            while position < bytes.count {
                switch bytes[position] {
                case .lineFeed, .carriageReturn, Self.tick:
                    return nil
                case Self.backslash:
                    position += 2
                case Self.dollar:
                    let after = position + 1 < bytes.count ? bytes[position + 1] : .space
                    guard !bytes[position - 1].isBlank, !after.isDigit, after != Self.dollar else { return nil }
                    return start..<position + 1
                default:
                    position += 1
                }
            }
            return nil
        }

        private func display(at start: Int) -> Range<Int>? {
            var position = start + 2
            while position + 1 < bytes.count {
                switch bytes[position] {
                case Self.backslash:
                    position += 2
                case Self.dollar:
                    guard position > start + 2, runLength(at: position) == 2 else { return nil }
                    return start..<position + 2
                case .lineFeed where endsFormula(afterLineFeed: position):
                    return nil
                default:
                    position += 1
                }
            }
            return nil
        }

        /// `\(…\)` and `\[…\]`.
        private func bracketed(at start: Int) -> Range<Int>? {
            guard start + 1 < bytes.count else { return nil }
            // "foo\(bar\)" is an escaped parenthesis.
            if start > 0, bytes[start - 1].isASCIILetter || bytes[start - 1].isDigit { return nil }
            let close: UInt8
            switch bytes[start + 1] {
            case UInt8(ascii: "("): close = UInt8(ascii: ")")
            case UInt8(ascii: "["): close = UInt8(ascii: "]")
            default: return nil
            }
            var position = start + 2
            while position + 1 < bytes.count {
                switch bytes[position] {
                case Self.backslash:
                    if bytes[position + 1] == close { return position > start + 2 ? start..<position + 2 : nil }
                    // Another opening: that one is looked at next.
                    if bytes[position + 1] == bytes[start + 1] { return nil }
                    position += 2
                case .lineFeed where close == UInt8(ascii: ")") || endsFormula(afterLineFeed: position):
                    return nil
                default:
                    position += 1
                }
            }
            return nil
        }

        /// Whether a blank line or a code fence follows a line feed.
        private func endsFormula(afterLineFeed lineFeed: Int) -> Bool {
            var position = lineFeed + 1
            while position < bytes.count, bytes[position].isBlank { position += 1 }
            guard position < bytes.count else { return false }
            let first = bytes[position]
            if first == .lineFeed || first == .carriageReturn { return true }
            guard first == Self.tick || first == UInt8(ascii: "~"), position + 2 < bytes.count else { return false }
            return bytes[position + 1] == first && bytes[position + 2] == first
        }
    }

    /// Runs of backticks, and which of them pair up to code.
    private struct TickRuns {
        /// The ends of runs, by length, last first.
        private var ends: [Int: [Int]] = [:]
        private let bytes: UnsafeBufferPointer<UInt8>

        init(_ bytes: UnsafeBufferPointer<UInt8>) {
            self.bytes = bytes
            var position = bytes.count
            while position > 0 {
                guard bytes[position - 1] == UInt8(ascii: "`") else {
                    position -= 1
                    continue
                }
                let end = position
                while position > 0, bytes[position - 1] == UInt8(ascii: "`") { position -= 1 }
                ends[end - position, default: []].append(end)
            }
        }

        /// Where the code that a run of ticks opens ends; the run's own end when nothing closes it.
        mutating func end(ofCodeAt start: Int) -> Int {
            var end = start
            while end < bytes.count, bytes[end] == UInt8(ascii: "`") { end += 1 }
            let length = end - start
            while let next = ends[length]?.last {
                ends[length]?.removeLast()
                if next > end { return next }
            }
            return end
        }
    }
}
