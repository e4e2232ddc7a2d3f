import CollabWire

/// Writes JSON for people: strings with their letters instead of escapes, members in the order sent.
enum JSONPrinter {
    /// Deeper than this, text is shown as sent: indenting it would make far more of it.
    private static let deepest = 48

    /// On one line, without spaces.
    static func compact(_ text: JSONText) -> String { print(text, isPretty: false) }

    /// Over several lines, indented by two.
    static func pretty(_ text: JSONText) -> String { print(text, isPretty: true) }

    /// An object of some members.
    static func print(members: [(key: String, value: JSONText)], isPretty: Bool) -> String {
        guard !members.isEmpty else { return "{}" }
        var output = "{"
        for (index, member) in members.enumerated() {
            if index > 0 { output += "," }
            if isPretty { output += "\n  " }
            output += quoted(member.key) + (isPretty ? ": " : ":")
            write(member.value, depth: 1, isPretty: isPretty, to: &output)
        }
        return output + (isPretty ? "\n}" : "}")
    }

    private static func print(_ text: JSONText, isPretty: Bool) -> String {
        var output = ""
        write(text, depth: 0, isPretty: isPretty, to: &output)
        return output
    }

    // Recursion goes no deeper than `deepest`.
    private static func write(_ text: JSONText, depth: Int, isPretty: Bool, to output: inout String) {
        if let string = text.stringValue {
            output += quoted(string)
        } else if let number = text.doubleValue {
            output += CardFormat.number(number)
        } else if !(text.isObject || text.isArray) || depth >= deepest {
            output += text.string
        } else {
            let indent = isPretty ? "\n" + String(repeating: "  ", count: depth + 1) : ""
            var isFirst = true
            output += text.isObject ? "{" : "["
            if text.isObject {
                for (key, value) in text.members {
                    output += (isFirst ? "" : ",") + indent + quoted(key) + (isPretty ? ": " : ":")
                    write(value, depth: depth + 1, isPretty: isPretty, to: &output)
                    isFirst = false
                }
            } else {
                for value in text.elements {
                    output += (isFirst ? "" : ",") + indent
                    write(value, depth: depth + 1, isPretty: isPretty, to: &output)
                    isFirst = false
                }
            }
            if isPretty, !isFirst { output += "\n" + String(repeating: "  ", count: depth) }
            output += text.isObject ? "}" : "]"
        }
    }

    static func quoted(_ string: String) -> String {
        var output = "\""
        for scalar in string.unicodeScalars {
            switch scalar {
            case "\"": output += "\\\""
            case "\\": output += "\\\\"
            case "\n": output += "\\n"
            case "\r": output += "\\r"
            case "\t": output += "\\t"
            case "\u{08}": output += "\\b"
            case "\u{0C}": output += "\\f"
            default:
                if scalar.value < 0x20 {
                    let hex = String(scalar.value, radix: 16)
                    output += "\\u" + String(repeating: "0", count: 4 - hex.count) + hex
                } else {
                    output.unicodeScalars.append(scalar)
                }
            }
        }
        return output + "\""
    }
}
