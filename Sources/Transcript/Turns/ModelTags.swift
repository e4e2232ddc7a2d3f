/// Reads the tags that hosts wrap texts for the model in. Not XML: no nesting, no entities, nothing is an error.
enum ModelTags {
    /// The elements of a name, in order, each with its attributes and what it holds. One that is not closed goes on to
    /// the end.
    static func elements(
        named name: String, in text: some StringProtocol
    ) -> [(attributes: [String: String], body: Substring)] {
        var found: [(attributes: [String: String], body: Substring)] = []
        var rest = Substring(text)
        while let open = rest.range(of: "<\(name)") {
            let after = rest[open.upperBound...]
            guard let next = after.first, next == ">" || next.isWhitespace, let head = after.firstIndex(of: ">") else {
                rest = after
                continue
            }
            let attributes = attributes(of: after[..<head])
            let content = after[after.index(after: head)...]
            guard let close = content.range(of: "</\(name)>") else {
                found.append((attributes, content))
                return found
            }
            found.append((attributes, content[..<close.lowerBound]))
            rest = content[close.upperBound...]
        }
        return found
    }

    /// What the first element of a name holds, without white space around it.
    static func body(of name: String, in text: some StringProtocol) -> String? {
        elements(named: name, in: text).first.map { String(trimmed($0.body)) }
    }

    /// The `name="value"` pairs of a tag.
    static func attributes(of tag: some StringProtocol) -> [String: String] {
        var found: [String: String] = [:]
        var rest = Substring(tag)
        while let equals = rest.range(of: "=\"") {
            let name = rest[..<equals.lowerBound].reversed().prefix { $0.isLetter || $0.isNumber || $0 == "_" }
            let value = rest[equals.upperBound...]
            guard let end = value.firstIndex(of: "\"") else { break }
            found[String(name.reversed())] = String(value[..<end])
            rest = value[value.index(after: end)...]
        }
        return found
    }

    /// A text without white space around it.
    static func trimmed(_ text: Substring) -> Substring {
        var text = text.drop(while: \.isWhitespace)
        while text.last?.isWhitespace == true { text.removeLast() }
        return text
    }
}
