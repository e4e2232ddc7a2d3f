import CollabWire

/// A JSON value that remembers the line it stands on, so that a mistake in a script can be pointed at.
///
/// The wire's own reader keeps no positions, because guests have no use for them.
struct ScriptNode: Sendable, Hashable {
    enum Value: Sendable, Hashable {
        case null
        case bool(Bool)
        case number(Double)
        case string(String)
        case array([ScriptNode])
        case object([Member])
    }

    struct Member: Sendable, Hashable {
        var key: String
        /// The line of the key.
        var line: Int
        var node: ScriptNode
    }

    var line: Int
    var value: Value

    /// What the value is, in the words of an error.
    var kindName: String {
        switch value {
        case .null: "null"
        case .bool: "true or false"
        case .number: "a number"
        case .string: "a string"
        case .array: "an array"
        case .object: "an object"
        }
    }

    /// The value without its lines.
    var json: JSONValue {
        switch value {
        case .null: .null
        case .bool(let flag): .bool(flag)
        case .number(let number): .number(number)
        case .string(let text): .string(text)
        case .array(let items): .array(items.map(\.json))
        case .object(let members):
            .object(JSONObject(members.map { JSONObject.Member(key: $0.key, value: $0.node.json) }))
        }
    }
}

/// Reads JSON text into ``ScriptNode``s.
///
/// Strict RFC 8259, with two more rules that catch slips in hand-written files: no key twice in one object, and no
/// nesting deeper than ``maximumDepth``.
struct ScriptNodeReader {
    /// Far more than any sensible script needs, far less than the stack holds.
    static let maximumDepth = 64

    private let source: String
    private let bytes: [UInt8]
    private var position = 0
    private var line = 1

    private init(_ bytes: [UInt8], source: String) {
        self.bytes = bytes
        self.source = source
    }

    /// Reads one JSON document.
    static func read(_ bytes: [UInt8], source: String) throws(ScriptError) -> ScriptNode {
        var reader = ScriptNodeReader(bytes, source: source)
        let node = try reader.value(depth: 0)
        reader.skipSpace()
        guard reader.position == bytes.count else {
            throw reader.error("there is more text after the end of the script")
        }
        return node
    }

    private func error(_ problem: String, line: Int? = nil) -> ScriptError {
        ScriptError(source: source, line: line ?? self.line, field: "", problem: problem)
    }

    private var current: UInt8? { position < bytes.count ? bytes[position] : nil }

    private mutating func skipSpace() {
        while let byte = current {
            switch byte {
            case UInt8(ascii: "\n"):
                line += 1
                position += 1
            case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\r"):
                position += 1
            default: return
            }
        }
    }

    private mutating func value(depth: Int) throws(ScriptError) -> ScriptNode {
        skipSpace()
        guard depth <= Self.maximumDepth else { throw error("nested deeper than \(Self.maximumDepth) levels") }
        guard let byte = current else { throw error("the script ends in the middle of a value") }
        let start = line
        switch byte {
        case UInt8(ascii: "{"): return ScriptNode(line: start, value: .object(try members(depth: depth)))
        case UInt8(ascii: "["): return ScriptNode(line: start, value: .array(try items(depth: depth)))
        case UInt8(ascii: "\""): return ScriptNode(line: start, value: .string(try string()))
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
            return ScriptNode(line: start, value: .number(try number()))
        default:
            for (word, value) in [("null", ScriptNode.Value.null), ("true", .bool(true)), ("false", .bool(false))]
            where bytes[position...].starts(with: word.utf8) {
                position += word.utf8.count
                return ScriptNode(line: start, value: value)
            }
            throw error("expected a value, found \(describe(byte))")
        }
    }

    private mutating func members(depth: Int) throws(ScriptError) -> [ScriptNode.Member] {
        position += 1
        var members: [ScriptNode.Member] = []
        var seen: Set<String> = []
        skipSpace()
        if current == UInt8(ascii: "}") {
            position += 1
            return members
        }
        while true {
            skipSpace()
            guard current == UInt8(ascii: "\"") else { throw error("expected a field name in quotes") }
            let keyLine = line
            let key = try string()
            guard seen.insert(key).inserted else { throw error("the field \"\(key)\" stands twice", line: keyLine) }
            skipSpace()
            guard current == UInt8(ascii: ":") else { throw error("expected \":\" after \"\(key)\"") }
            position += 1
            members.append(ScriptNode.Member(key: key, line: keyLine, node: try value(depth: depth + 1)))
            if try listEnds(with: UInt8(ascii: "}"), named: "}") { return members }
        }
    }

    private mutating func items(depth: Int) throws(ScriptError) -> [ScriptNode] {
        position += 1
        var items: [ScriptNode] = []
        skipSpace()
        if current == UInt8(ascii: "]") {
            position += 1
            return items
        }
        while true {
            items.append(try value(depth: depth + 1))
            if try listEnds(with: UInt8(ascii: "]"), named: "]") { return items }
        }
    }

    private mutating func listEnds(with closing: UInt8, named name: String) throws(ScriptError) -> Bool {
        skipSpace()
        switch current {
        case UInt8(ascii: ","):
            position += 1
            return false
        case closing:
            position += 1
            return true
        case .some(let byte): throw error("expected \",\" or \"\(name)\", found \(describe(byte))")
        case nil: throw error("the script ends before the closing \"\(name)\"")
        }
    }

    private mutating func number() throws(ScriptError) -> Double {
        let start = position
        while let byte = current, "+-.eE0123456789".utf8.contains(byte) { position += 1 }
        let text = String(decoding: bytes[start..<position], as: UTF8.self)
        guard let number = Double(text), number.isFinite else { throw error("\(text) is not a number") }
        return number
    }

    private mutating func string() throws(ScriptError) -> String {
        position += 1
        var units: [UInt8] = []
        while let byte = current {
            position += 1
            switch byte {
            case UInt8(ascii: "\""):
                guard let text = String(validating: units, as: UTF8.self) else {
                    throw error("a string that is not UTF-8")
                }
                return text
            case UInt8(ascii: "\\"):
                units.append(contentsOf: String(try escape()).utf8)
            case 0..<0x20:
                throw error("a line break or control character in a string: close the quotes or write \\n")
            default:
                units.append(byte)
            }
        }
        throw error("the script ends in the middle of a string")
    }

    private mutating func escape() throws(ScriptError) -> Character {
        guard let byte = current else { throw error("the script ends in the middle of a string") }
        position += 1
        switch byte {
        case UInt8(ascii: "n"): return "\n"
        case UInt8(ascii: "t"): return "\t"
        case UInt8(ascii: "r"): return "\r"
        case UInt8(ascii: "b"): return "\u{8}"
        case UInt8(ascii: "f"): return "\u{c}"
        case UInt8(ascii: "\""): return "\""
        case UInt8(ascii: "\\"): return "\\"
        case UInt8(ascii: "/"): return "/"
        case UInt8(ascii: "u"): return try unicodeEscape()
        default: throw error("\\\(describe(byte)) is not an escape of JSON")
        }
    }

    private mutating func unicodeEscape() throws(ScriptError) -> Character {
        let first = try hexUnit()
        var units = [first]
        if UTF16.isLeadSurrogate(first) {
            guard bytes[position...].starts(with: "\\u".utf8) else { throw error("half a surrogate pair") }
            position += 2
            units.append(try hexUnit())
        }
        guard let text = String(validating: units, as: UTF16.self), let character = text.first else {
            throw error("half a surrogate pair")
        }
        return character
    }

    private mutating func hexUnit() throws(ScriptError) -> UInt16 {
        let digits = String(decoding: bytes[position..<min(position + 4, bytes.count)], as: UTF8.self)
        guard digits.utf8.count == 4, let unit = UInt16(digits, radix: 16) else {
            throw error("\\u wants four hexadecimal digits")
        }
        position += 4
        return unit
    }

    private func describe(_ byte: UInt8) -> String {
        byte > 0x20 && byte < 0x7f ? "\"\(Character(Unicode.Scalar(byte)))\"" : "a byte \(byte)"
    }
}
