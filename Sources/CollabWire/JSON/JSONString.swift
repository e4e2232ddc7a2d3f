import Foundation

/// A string of the host, kept as the bytes it came in and decoded when it is read.
///
/// A session is mostly text, and most of it is never looked at twice: kept decoded beside its JSON it would cost its
/// size again. Half a surrogate pair reads as U+FFFD (protocol §12).
public struct JSONString: Sendable {
    /// The string as JSON, quotes included.
    public let literal: JSONText

    /// A string from JSON text; nil when that is anything else.
    public init?(_ literal: JSONText) {
        guard literal.isString else { return nil }
        self.literal = literal
    }

    /// A string that no host sent.
    public init(_ value: String) { literal = JSONText(JSONValue.string(value)) }

    /// Nil when the node is no string.
    init?(node: JSONNode) {
        guard node.isString else { return nil }
        literal = node.text
    }

    /// The string, escapes resolved. Time: linear; every call decodes anew.
    public var value: String { literal.stringValue ?? "" }

    /// Whether there is not one character.
    public var isEmpty: Bool { literal.byteCount == 2 }

    /// Bytes between the quotes, escapes not resolved: no less than the string has in UTF-8.
    public var byteCount: Int { literal.byteCount - 2 }

    // MARK: Looking at the beginning

    /// Whether there is nothing but white space. Time: up to the first letter.
    public var isBlank: Bool {
        withContent { bytes in
            switch Self.lead(bytes) {
            case .blank: true
            case .at: false
            case .unclear: value.unicodeScalars.allSatisfy(\.properties.isWhitespace)
            }
        }
    }

    /// Whether the text behind white space begins with ASCII that needs no escapes. Time: up to the first letter.
    public func begins(with words: StaticString) -> Bool {
        withContent { bytes in
            switch Self.lead(bytes) {
            case .blank: false
            case .at(let start):
                bytes[start...].starts(
                    with: UnsafeBufferPointer(
                        start: words.utf8Start, count: words.utf8CodeUnitCount))
            case .unclear: value.drop(while: \.isWhitespace).hasPrefix(words.description)
            }
        }
    }

    private enum Lead {
        case blank
        case at(Int)
        /// Only decoding can tell.
        case unclear
    }

    private static func lead(_ bytes: UnsafeBufferPointer<UInt8>) -> Lead {
        var at = 0
        while at < bytes.count {
            switch bytes[at] {
            case UInt8(ascii: " "): at += 1
            case UInt8(ascii: "\\"):
                switch bytes[at + 1] {
                case UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"), UInt8(ascii: "f"): at += 2
                case UInt8(ascii: "u"): return .unclear
                default: return .at(at)
                }
            case 0x80...: return .unclear
            default: return .at(at)
            }
        }
        return .blank
    }

    // MARK: Growing

    /// What was added since an earlier version, or nil when this does not begin with that.
    ///
    /// Streamed messages come whole each time (protocol §7). The common part is compared as bytes, at the speed of
    /// memory; only what is new is decoded.
    public func addition(since earlier: JSONString) -> String? {
        guard earlier.byteCount <= byteCount else { return nil }
        let isGrown = withContent { new in
            earlier.withContent { old in
                guard let newStart = new.baseAddress, let oldStart = old.baseAddress else { return old.isEmpty }
                return memcmp(newStart, oldStart, old.count) == 0 && !Self.endsInHalfPair(old)
            }
        }
        guard isGrown else { return nil }
        return literal.decoded(from: 1 + earlier.byteCount, to: literal.byteCount - 1)
    }

    /// Whether bytes end in something that may read differently once more follows: an escaped half of a surrogate
    /// pair, or a byte of a cut scalar.
    private static func endsInHalfPair(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        guard let last = bytes.last else { return false }
        if last >= 0x80 {
            // Whole scalars stay what they are; a cut one is rare enough to be read anew.
            return bytes.baseAddress.map { !JSONBytes.endsInWholeScalar($0, count: bytes.count) } ?? false
        }
        guard bytes.count >= 6 else { return false }
        let tail = bytes[(bytes.count - 6)...]
        let start = tail.startIndex
        return tail[start] == UInt8(ascii: "\\") && tail[start + 1] | 0x20 == UInt8(ascii: "u")
            && tail[start + 2] | 0x20 == UInt8(ascii: "d")
    }

    // MARK: Pages

    /// A part of a string, cut between characters.
    public struct Part: Sendable, Hashable {
        /// The part, decoded.
        public var text: String
        /// Where the next part starts, in bytes of ``JSONString/literal``'s content; nil after the last.
        public var next: Int?
    }

    /// So many lines from a place that an earlier part named, without the last line feed.
    ///
    /// Time and space: in proportion to the part.
    /// - Parameters:
    ///   - start: where the part begins: 0, or the `next` of another part.
    ///   - lines: how many lines it holds at most.
    ///   - longestLine: a line of more bytes than this is broken, so that a part stays bounded.
    public func part(from start: Int = 0, lines: Int, longestLine: Int) -> Part {
        withContent { bytes in
            var at = min(max(0, start), bytes.count)
            let begin = at
            var left = max(1, lines)
            var lineLength = 0
            while at < bytes.count {
                let length = Self.characterLength(bytes, at: at)
                if Self.isLineFeed(bytes, at: at) {
                    left -= 1
                    lineLength = 0
                    if left == 0 {
                        let next = at + length
                        return Part(text: decoded(begin..<at), next: next < bytes.count ? next : nil)
                    }
                } else {
                    if lineLength + length > longestLine, at > begin {
                        left -= 1
                        lineLength = 0
                        if left == 0 { return Part(text: decoded(begin..<at), next: at) }
                    }
                    lineLength += length
                }
                at += length
            }
            return Part(text: decoded(begin..<bytes.count), next: nil)
        }
    }

    /// The end of the string: no more bytes than asked for. Time and space: in proportion to these.
    public func tail(bytes count: Int) -> String {
        withContent { bytes in
            guard bytes.count > count else { return value }
            var at = Self.boundary(bytes, from: bytes.count - count)
            while at < bytes.count, bytes[at] & 0xC0 == 0x80 { at += 1 }
            return decoded(at..<bytes.count)
        }
    }

    private func decoded(_ range: Range<Int>) -> String {
        literal.decoded(from: 1 + range.lowerBound, to: 1 + range.upperBound)
    }

    private func withContent<Result>(_ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
        literal.withBytes { body(UnsafeBufferPointer(rebasing: $0[1..<$0.count - 1])) }
    }

    /// Bytes of the scalar, the escape or the pair of escapes at a place.
    private static func characterLength(_ bytes: UnsafeBufferPointer<UInt8>, at start: Int) -> Int {
        let byte = bytes[start]
        if byte == UInt8(ascii: "\\") {
            guard bytes[start + 1] == UInt8(ascii: "u") else { return 2 }
            let isHigh = isEscape(bytes, at: start, third: 0x38...0x62)
            return isHigh && isEscape(bytes, at: start + 6, third: 0x63...0x66) ? 12 : 6
        }
        if byte < 0x80 { return 1 }
        var end = start + 1
        while end < bytes.count, bytes[end] & 0xC0 == 0x80, end - start < 4 { end += 1 }
        return end - start
    }

    /// Whether a `\ud…` escape stands at a place, with its second digit (in lower case) in a range.
    private static func isEscape(
        _ bytes: UnsafeBufferPointer<UInt8>, at start: Int, third digits: ClosedRange<UInt8>
    ) -> Bool {
        guard start + 6 <= bytes.count, bytes[start] == UInt8(ascii: "\\"), bytes[start + 1] == UInt8(ascii: "u")
        else { return false }
        return bytes[start + 2] | 0x20 == UInt8(ascii: "d") && digits.contains(bytes[start + 3] | 0x20)
    }

    private static func isLineFeed(_ bytes: UnsafeBufferPointer<UInt8>, at start: Int) -> Bool {
        guard bytes[start] == UInt8(ascii: "\\") else { return false }
        if bytes[start + 1] == UInt8(ascii: "n") { return true }
        guard bytes[start + 1] == UInt8(ascii: "u") else { return false }
        return bytes[start + 2..<start + 5].allSatisfy { $0 == UInt8(ascii: "0") }
            && bytes[start + 5] | 0x20 == UInt8(ascii: "a")
    }

    /// The first place from `start` on that is not inside an escape.
    private static func boundary(_ bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> Int {
        // An escape reaches back at most a pair of six bytes. Backslashes before that come in pairs, or begin one.
        var at = max(0, start - 12)
        var slashes = 0
        while at - slashes > 0, bytes[at - slashes - 1] == UInt8(ascii: "\\") { slashes += 1 }
        if slashes % 2 == 1 { at -= 1 }
        // Inside the digits of an escape the walk takes them for letters, and is right again behind them.
        while at < start { at += characterLength(bytes, at: at) }
        return min(at, bytes.count)
    }
}

extension JSONString: Hashable {
    /// Whether both read the same, byte for byte, however they are written.
    ///
    /// Time: up to the first byte that differs, unless that belongs to an escape.
    public static func == (left: JSONString, right: JSONString) -> Bool {
        if left.literal == right.literal { return true }
        let isPlain = left.withContent { one in
            right.withContent { other in
                let place = mismatch(one, other)
                // The beginning of a longer string; nothing that is added reads as nothing.
                guard place < min(one.count, other.count) else { return true }
                let isASCII = one[place] | other[place] < 0x80
                return isASCII && !one[max(0, place - 11)...place].contains(UInt8(ascii: "\\"))
                    && other[place] != UInt8(ascii: "\\")
            }
        }
        return !isPlain && left.value.utf8.elementsEqual(right.value.utf8)
    }

    /// The first place at which two strings differ, or where the shorter one ends.
    private static func mismatch(_ one: UnsafeBufferPointer<UInt8>, _ other: UnsafeBufferPointer<UInt8>) -> Int {
        let count = min(one.count, other.count)
        var at = 0
        if let first = one.baseAddress, let second = other.baseAddress {
            let step = 4_096
            while at + step <= count, memcmp(first + at, second + at, step) == 0 { at += step }
        }
        while at < count, one[at] == other[at] { at += 1 }
        return at
    }

    /// Feeds the size of what is read and its ends, which costs little for any length without escapes at the ends.
    public func hash(into hasher: inout Hasher) { hasher.combine(value) }
}

extension JSONString: ExpressibleByStringLiteral {
    /// A string that no host sent.
    public init(stringLiteral value: String) { self.init(value) }
}

extension JSONString: CustomDebugStringConvertible, CustomReflectable {
    /// The size only: a session's text is nobody's log line.
    public var debugDescription: String { "JSONString(\(byteCount) bytes)" }
    /// Empty: reflection shows nothing of what is inside.
    public var customMirror: Mirror { Mirror(self, children: [:]) }
}

extension JSONText {
    /// The string between two offsets of a string's literal.
    func decoded(from lower: Int, to upper: Int) -> String {
        guard lower < upper else { return "" }
        return storage.bytes.withUnsafeBufferPointer { buffer in
            guard let base = buffer.baseAddress else { return "" }
            let from = start + lower
            let to = start + upper
            var seen: UInt64 = 0
            let stop = JSONBytes.endOfPlainRun(base, at: from, seen: &seen)
            if stop >= to {
                return JSONBytes.string(base, from: from, to: to, isASCII: JSONBytes.isASCII(seen: seen))
            }
            return JSONBytes.unescaped(base, from: from, to: to, isASCII: false)
        }
    }
}
