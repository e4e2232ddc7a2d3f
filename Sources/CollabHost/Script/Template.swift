import CollabWire

/// A text with places such as `{{prompt}}` that are filled when it is played.
struct Template: Sendable, Hashable {
    private let text: String
    private let hasPlaces: Bool

    init(_ text: String) {
        self.text = text
        hasPlaces = text.contains("{{")
    }

    /// What the places can be.
    enum Name: String, CaseIterable {
        case prompt
        case promptQuote = "prompt.quote"
        case promptFrom = "prompt.from"
        case answer
        case answerFrom = "answer.from"
        case round
    }

    static var knownNames: String { Name.allCases.map { "{{\($0.rawValue)}}" }.joined(separator: ", ") }

    /// The first place of `text` that no name fits.
    static func unknownName(in text: String) -> String? {
        for case .place(let name) in Pieces(text) where Name(rawValue: name) == nil { return name }
        return nil
    }

    func filled(_ values: Bindings) -> String {
        guard hasPlaces else { return text }
        return Pieces(text).map { piece in
            switch piece {
            case .literal(let text): text
            case .place(let name): Name(rawValue: name).map(values.value) ?? ""
            }
        }.joined()
    }

    /// The text cut at its places.
    private struct Pieces: Sequence, IteratorProtocol {
        enum Piece {
            case literal(String)
            case place(String)
        }

        private var rest: Substring

        init(_ text: String) { rest = text[...] }

        mutating func next() -> Piece? {
            guard !rest.isEmpty else { return nil }
            guard let open = rest.firstRange(of: "{{"),
                let close = rest[open.upperBound...].firstRange(of: "}}")
            else {
                defer { rest = "" }
                return .literal(String(rest))
            }
            guard open.lowerBound == rest.startIndex else {
                defer { rest = rest[open.lowerBound...] }
                return .literal(String(rest[..<open.lowerBound]))
            }
            // `${{ github.sha }}` and the like belong to other languages: only a bare name is a place.
            let name = rest[open.upperBound..<close.lowerBound]
            let isName = name.allSatisfy { $0.isLowercase || $0 == "." } && !name.isEmpty
            defer { rest = rest[close.upperBound...] }
            return isName ? .place(String(name)) : .literal(String(rest[..<close.upperBound]))
        }
    }
}

/// JSON whose strings are ``Template``s.
struct JSONTemplate: Sendable, Hashable {
    private let value: JSONValue

    init(_ value: JSONValue) { self.value = value }

    static func unknownName(in value: JSONValue) -> String? {
        switch value {
        case .string(let text): Template.unknownName(in: text)
        case .array(let items): items.lazy.compactMap(unknownName).first
        case .object(let object): object.members.lazy.compactMap { unknownName(in: $0.value) }.first
        default: nil
        }
    }

    func filled(_ values: Bindings) -> JSONValue { Self.fill(value, values) }

    private static func fill(_ value: JSONValue, _ values: Bindings) -> JSONValue {
        switch value {
        case .string(let text): .string(Template(text).filled(values))
        case .array(let items): .array(items.map { fill($0, values) })
        case .object(let object):
            .object(JSONObject(object.members.map { JSONObject.Member(key: $0.key, value: fill($0.value, values)) }))
        default: value
        }
    }
}

/// What the places of a ``Template`` stand for at a moment.
struct Bindings: Sendable, Hashable {
    var prompt = ""
    var promptFrom = ""
    var answer: String?
    var answerFrom = ""
    /// How often the innermost endless loop has begun, from 1.
    var round = 1

    func value(_ name: Template.Name) -> String {
        switch name {
        case .prompt: prompt
        case .promptQuote:
            prompt.split(separator: "\n", omittingEmptySubsequences: false).map { "> \($0)" }
                .joined(separator: "\n")
        case .promptFrom: promptFrom
        case .answer: answer ?? "nothing"
        case .answerFrom: answerFrom
        case .round: String(round)
        }
    }
}
