import CollabWire

/// One value of a script together with its path, for reading it with errors that name line and field.
struct ScriptField {
    let source: String
    let path: String
    let node: ScriptNode

    func error(_ problem: String) -> ScriptError {
        ScriptError(source: source, line: node.line, field: path, problem: problem)
    }

    private func mismatch(_ expected: String) -> ScriptError {
        error("expected \(expected), found \(node.kindName)")
    }

    func bool() throws(ScriptError) -> Bool {
        guard case .bool(let flag) = node.value else { throw mismatch("true or false") }
        return flag
    }

    func number(in range: ClosedRange<Double>) throws(ScriptError) -> Double {
        guard case .number(let number) = node.value else { throw mismatch("a number") }
        guard range.contains(number) else {
            throw error("expected a number from \(plain(range.lowerBound)) to \(plain(range.upperBound))")
        }
        return number
    }

    func integer(in range: ClosedRange<Int>) throws(ScriptError) -> Int {
        guard case .number(let number) = node.value else { throw mismatch("a whole number") }
        guard let whole = Int(exactly: number), range.contains(whole) else {
            throw error("expected a whole number from \(range.lowerBound) to \(range.upperBound)")
        }
        return whole
    }

    /// A length of time in milliseconds, up to a day.
    func milliseconds() throws(ScriptError) -> Double { try number(in: 0...86_400_000) }

    func string() throws(ScriptError) -> String {
        guard case .string(let text) = node.value else { throw mismatch("a string") }
        return text
    }

    func nonEmptyString() throws(ScriptError) -> String {
        let text = try string()
        guard !text.isEmpty else { throw error("must not be empty") }
        return text
    }

    /// One of a set of words.
    func word<Word: RawRepresentable & CaseIterable>(_ type: Word.Type) throws(ScriptError) -> Word
    where Word.RawValue == String {
        let text = try string()
        guard let word = Word(rawValue: text) else {
            let known = Word.allCases.map { "\"\($0.rawValue)\"" }.joined(separator: ", ")
            throw error("\"\(text)\" is not one of \(known)")
        }
        return word
    }

    /// A text: a string, or an array of lines (JSON has no other way to write a long text readably).
    func text() throws(ScriptError) -> String {
        switch node.value {
        case .string(let text): return text
        case .array:
            var lines: [String] = []
            for line in try items() { lines.append(try line.string()) }
            return lines.joined(separator: "\n")
        default: throw mismatch("a string or an array of lines")
        }
    }

    /// A text with `{{name}}` places.
    func template() throws(ScriptError) -> Template {
        let text = try text()
        if let unknown = Template.unknownName(in: text) {
            throw error("{{\(unknown)}} is not a name that scripts can use; known are \(Template.knownNames)")
        }
        return Template(text)
    }

    /// Any JSON, with `{{name}}` places in its strings.
    func jsonTemplate() throws(ScriptError) -> JSONTemplate {
        if let unknown = JSONTemplate.unknownName(in: node.json) {
            throw error("{{\(unknown)}} is not a name that scripts can use; known are \(Template.knownNames)")
        }
        return JSONTemplate(node.json)
    }

    /// An object as JSON, with `{{name}}` places in its strings.
    func objectTemplate() throws(ScriptError) -> JSONTemplate {
        guard case .object = node.value else { throw mismatch("an object") }
        return try jsonTemplate()
    }

    func items() throws(ScriptError) -> [ScriptField] {
        guard case .array(let nodes) = node.value else { throw mismatch("an array") }
        return nodes.enumerated().map { index, node in
            ScriptField(source: source, path: "\(path)[\(index)]", node: node)
        }
    }

    func strings() throws(ScriptError) -> [String] {
        var strings: [String] = []
        for item in try items() { strings.append(try item.string()) }
        return strings
    }

    /// The members of an object whose keys are free, in their order.
    func members() throws(ScriptError) -> [(key: String, field: ScriptField)] {
        guard case .object(let members) = node.value else { throw mismatch("an object") }
        return members.map { ($0.key, member($0)) }
    }

    /// An object with known fields; any other field is an error, so that a typing slip never goes unnoticed.
    func object(_ known: String...) throws(ScriptError) -> ScriptObject {
        guard case .object(let members) = node.value else { throw mismatch("an object") }
        for entry in members where !known.contains(entry.key) {
            throw ScriptError(
                source: source, line: entry.line, field: path,
                problem: "unknown field \"\(entry.key)\"; known are \(known.sorted().joined(separator: ", "))")
        }
        return ScriptObject(field: self, fields: Dictionary(uniqueKeysWithValues: members.map { ($0.key, member($0)) }))
    }

    private func member(_ entry: ScriptNode.Member) -> ScriptField {
        ScriptField(source: source, path: path.isEmpty ? entry.key : "\(path).\(entry.key)", node: entry.node)
    }

    private func plain(_ number: Double) -> String {
        Int(exactly: number).map(String.init) ?? String(number)
    }
}

/// An object of a script whose field names have been checked.
struct ScriptObject {
    let field: ScriptField
    let fields: [String: ScriptField]

    subscript(name: String) -> ScriptField? { fields[name] }

    func required(_ name: String) throws(ScriptError) -> ScriptField {
        guard let value = fields[name] else { throw field.error("the field \"\(name)\" is missing") }
        return value
    }
}
