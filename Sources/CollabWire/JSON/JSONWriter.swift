import Foundation

/// Writes JSON bytes the way `JSON.stringify` does: no spaces, escapes only where JSON demands them.
struct JSONWriter {
    private(set) var bytes: [UInt8] = []

    var string: String { String(decoding: bytes, as: UTF8.self) }

    mutating func append(byte: UInt8) { bytes.append(byte) }

    mutating func append(raw: StaticString) {
        raw.withUTF8Buffer { bytes.append(contentsOf: $0) }
    }

    mutating func appendNull() { append(raw: "null") }

    mutating func append(_ bool: Bool) { append(raw: bool ? "true" : "false") }

    mutating func append(_ int: Int) { bytes.append(contentsOf: String(int).utf8) }

    /// A number in JavaScript's form; what is no finite number becomes `null`.
    mutating func append(_ double: Double) {
        guard double.isFinite else { return appendNull() }
        bytes.append(contentsOf: Self.javaScriptForm(double).utf8)
    }

    mutating func append(_ text: JSONText) {
        text.withBytes { bytes.append(contentsOf: $0) }
    }

    /// A string literal.
    mutating func append(_ string: String) {
        append(byte: UInt8(ascii: "\""))
        var string = string
        string.withUTF8 { source in
            var plain = source.startIndex
            for index in source.indices {
                let byte = source[index]
                guard byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") else { continue }
                bytes.append(contentsOf: source[plain..<index])
                appendEscape(UInt16(byte))
                plain = index + 1
            }
            bytes.append(contentsOf: source[plain...])
        }
        append(byte: UInt8(ascii: "\""))
    }

    /// A string literal from UTF-16 units; half a surrogate pair is written as `\udXXX`.
    mutating func append(units: [UInt16]) {
        append(byte: UInt8(ascii: "\""))
        var at = 0
        while at < units.count {
            let unit = units[at]
            at += 1
            switch unit {
            case 0x22, 0x5C, 0..<0x20: appendEscape(unit)
            case 0xD800..<0xDC00 where at < units.count && (0xDC00..<0xE000).contains(units[at]):
                let scalar = 0x1_0000 + UInt32(unit - 0xD800) << 10 + UInt32(units[at] - 0xDC00)
                at += 1
                append(scalar: scalar)
            case 0xD800..<0xE000: appendEscape(unit)
            case 0x20..<0x80: bytes.append(UInt8(unit))
            default: append(scalar: UInt32(unit))
            }
        }
        append(byte: UInt8(ascii: "\""))
    }

    private mutating func append(scalar: UInt32) {
        guard let scalar = Unicode.Scalar(scalar) else { return }
        bytes.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
    }

    private mutating func appendEscape(_ unit: UInt16) {
        append(byte: UInt8(ascii: "\\"))
        switch unit {
        case 0x08: append(byte: UInt8(ascii: "b"))
        case 0x09: append(byte: UInt8(ascii: "t"))
        case 0x0A: append(byte: UInt8(ascii: "n"))
        case 0x0C: append(byte: UInt8(ascii: "f"))
        case 0x0D: append(byte: UInt8(ascii: "r"))
        case 0x22, 0x5C: append(byte: UInt8(unit))
        default:
            append(byte: UInt8(ascii: "u"))
            for shift in [12, 8, 4, 0] {
                let digit = UInt8(unit >> UInt16(shift) & 0xF)
                append(byte: digit < 10 ? digit + 0x30 : digit + 0x57)
            }
        }
    }

    /// A value of any depth that a program can build.
    mutating func append(_ value: JSONValue) {
        switch value {
        case .null: appendNull()
        case .bool(let bool): append(bool)
        case .number(let number): append(number)
        case .string(let string): append(string)
        case .nested(let text): append(text)
        case .array(let elements):
            append(byte: UInt8(ascii: "["))
            for (position, element) in elements.enumerated() {
                if position > 0 { append(byte: UInt8(ascii: ",")) }
                append(element)
            }
            append(byte: UInt8(ascii: "]"))
        case .object(let object):
            append(byte: UInt8(ascii: "{"))
            for (position, member) in object.members.enumerated() {
                if position > 0 { append(byte: UInt8(ascii: ",")) }
                append(member.key)
                append(byte: UInt8(ascii: ":"))
                append(member.value)
            }
            append(byte: UInt8(ascii: "}"))
        }
    }

    /// A finite number as JavaScript's `String(number)` writes it.
    ///
    /// Swift and JavaScript agree on the digits (the shortest that read back as the same number) and differ in where
    /// they change to exponents.
    static func javaScriptForm(_ number: Double) -> String {
        if number == 0 { return "0" }
        if let whole = Int(exactly: number), abs(number) < 9_007_199_254_740_992 { return String(whole) }
        let description = number.magnitude.description.utf8
        var digits: [UInt8] = []
        /// Digits before the point, when the number is written without an exponent.
        var point = 0
        var isPastPoint = false
        var exponent = 0
        var rest = description[...]
        while let byte = rest.first {
            rest = rest.dropFirst()
            if byte == UInt8(ascii: ".") {
                isPastPoint = true
            } else if byte | 0x20 == UInt8(ascii: "e") {
                exponent = Int(String(decoding: rest, as: UTF8.self)) ?? 0
                break
            } else {
                digits.append(byte)
                if !isPastPoint { point += 1 }
            }
        }
        point += exponent
        while digits.count > 1, digits.first == UInt8(ascii: "0") {
            digits.removeFirst()
            point -= 1
        }
        while digits.count > 1, digits.last == UInt8(ascii: "0") { digits.removeLast() }
        let text = String(decoding: digits, as: UTF8.self)
        let sign = number < 0 ? "-" : ""
        switch point {
        case digits.count...21 where point >= digits.count:
            return sign + text + String(repeating: "0", count: point - digits.count)
        case 1...21:
            return sign + text.prefix(point) + "." + text.dropFirst(point)
        case -5...0:
            return sign + "0." + String(repeating: "0", count: -point) + text
        default:
            let power = point - 1
            let mantissa = digits.count == 1 ? text : text.prefix(1) + "." + text.dropFirst(1)
            return sign + mantissa + "e" + (power < 0 ? "-" : "+") + String(abs(power))
        }
    }
}

extension JSONText {
    /// The text of a value. Numbers that are not finite become `null`, as in JavaScript.
    public init(_ value: JSONValue) {
        var writer = JSONWriter()
        writer.append(value)
        self.init(written: writer)
    }

    /// The text that a writer has written.
    init(written writer: JSONWriter) {
        let storage = writer.bytes.withUnsafeBytes { JSONStorage(copying: $0) }
        self.init(storage: storage, start: 0, end: writer.bytes.count)
    }
}
