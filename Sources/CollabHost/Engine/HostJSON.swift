import CollabWire

/// How the scripted host writes JSON.
///
/// The host spells out every frame itself, member by member, and doesn't use the wire's typed frames: so a guest that
/// is tried against it meets JSON that its own code did not make.
enum HostJSON {
    /// An object of the given members; those without a value are left out.
    static func object(_ members: KeyValuePairs<String, JSONValue?>) -> JSONValue {
        .object(
            JSONObject(
                members.compactMap { key, value in
                    value.map { JSONObject.Member(key: key, value: $0) }
                }))
    }

    static func number(_ whole: Int) -> JSONValue { .number(Double(whole)) }

    static func optional(_ text: String?) -> JSONValue? { text.map(JSONValue.string) }

    /// Compact JSON text, spelled as `JSON.stringify` spells it.
    static func text(_ value: JSONValue) -> String {
        var output: [UInt8] = []
        write(value, to: &output)
        return String(decoding: output, as: UTF8.self)
    }

    /// Recurses at most as deep as a ``JSONValue`` is nested, which is bounded.
    private static func write(_ value: JSONValue, to output: inout [UInt8]) {
        switch value {
        case .null: output.append(contentsOf: "null".utf8)
        case .bool(let flag): output.append(contentsOf: (flag ? "true" : "false").utf8)
        case .number(let number): write(number, to: &output)
        case .string(let text): write(text, to: &output)
        case .array(let items):
            output.append(UInt8(ascii: "["))
            for (index, item) in items.enumerated() {
                if index > 0 { output.append(UInt8(ascii: ",")) }
                write(item, to: &output)
            }
            output.append(UInt8(ascii: "]"))
        case .object(let object):
            output.append(UInt8(ascii: "{"))
            for (index, member) in object.members.enumerated() {
                if index > 0 { output.append(UInt8(ascii: ",")) }
                write(member.key, to: &output)
                output.append(UInt8(ascii: ":"))
                write(member.value, to: &output)
            }
            output.append(UInt8(ascii: "}"))
        case .nested(let text): _ = text
        }
    }

    private static func write(_ number: Double, to output: inout [UInt8]) {
        if let whole = Int(exactly: number) {
            output.append(contentsOf: String(whole).utf8)
        } else {
            // JSON has no infinities; a script cannot hold one and the engine makes none.
            output.append(contentsOf: (number.isFinite ? String(number) : "null").utf8)
        }
    }

    private static func write(_ text: String, to output: inout [UInt8]) {
        output.append(UInt8(ascii: "\""))
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "\""): output.append(contentsOf: [UInt8(ascii: "\\"), byte])
            case UInt8(ascii: "\\"): output.append(contentsOf: [UInt8(ascii: "\\"), byte])
            case UInt8(ascii: "\n"): output.append(contentsOf: "\\n".utf8)
            case UInt8(ascii: "\r"): output.append(contentsOf: "\\r".utf8)
            case UInt8(ascii: "\t"): output.append(contentsOf: "\\t".utf8)
            case 0..<0x20:
                let digits = String(byte, radix: 16)
                output.append(contentsOf: "\\u\(String(repeating: "0", count: 4 - digits.count))\(digits)".utf8)
            default: output.append(byte)
            }
        }
        output.append(UInt8(ascii: "\""))
    }
}
