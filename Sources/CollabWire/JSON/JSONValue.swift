/// A decoded JSON value, for the places that look into free-form data (tool arguments, `details`, bus payloads).
///
/// The tree is at most ``maximumDepth`` levels deep; what lies deeper stays a ``JSONText``, so that neither building,
/// comparing nor releasing a value can overflow the stack (protocol §12: nesting may exceed 512 levels).
/// Lone surrogates are U+FFFD.
public enum JSONValue: Sendable, Hashable {
    case null
    case bool(Bool)
    case number(Double)
    case string(String)
    case array([JSONValue])
    case object(JSONObject)
    /// Text that is not decoded further: a container nested deeper than ``maximumDepth``, or a piece to be written as
    /// it is.
    case nested(JSONText)

    /// How many levels of arrays and objects are decoded: 128.
    public static let maximumDepth = 128
}

/// The members of a JSON object in the order they were written; of members with the same key the last counts.
public struct JSONObject: Sendable, Hashable {
    /// One `key: value` pair.
    public struct Member: Sendable, Hashable {
        /// The name.
        public var key: String
        /// The value.
        public var value: JSONValue

        /// A member from its parts.
        public init(key: String, value: JSONValue) {
            self.key = key
            self.value = value
        }
    }

    /// The members as written, duplicates included.
    public var members: [Member]

    /// An object of these members.
    public init(_ members: [Member] = []) { self.members = members }

    /// The value of the last member named `key`, or nil. Keys are compared by their bytes, as in JavaScript, not by
    /// what Unicode calls equivalent.
    public subscript(key: String) -> JSONValue? {
        members.last { $0.key.utf8.elementsEqual(key.utf8) }?.value
    }
}

extension JSONText {
    /// The decoded value; containers below ``JSONValue/maximumDepth`` levels stay text.
    public var value: JSONValue { withNode { JSONValue($0, depth: 0) } }
}

extension JSONValue {
    init(_ node: JSONNode, depth: Int) {
        switch node.byte {
        case UInt8(ascii: "{"):
            guard depth < Self.maximumDepth else {
                self = .nested(node.text)
                return
            }
            var members: [JSONObject.Member] = []
            node.forEachMember { key, value in
                members.append(JSONObject.Member(key: key.string ?? "", value: JSONValue(value, depth: depth + 1)))
            }
            self = .object(JSONObject(members))
        case UInt8(ascii: "["):
            guard depth < Self.maximumDepth else {
                self = .nested(node.text)
                return
            }
            self = .array(node.map { JSONValue($0, depth: depth + 1) })
        case UInt8(ascii: "\""): self = .string(node.string ?? "")
        case UInt8(ascii: "t"): self = .bool(true)
        case UInt8(ascii: "f"): self = .bool(false)
        case UInt8(ascii: "n"): self = .null
        default: self = .number(node.double ?? 0)
        }
    }

    /// The string, or nil for anything else.
    public var string: String? {
        if case .string(let string) = self { string } else { nil }
    }

    /// The number, or nil for anything else.
    public var double: Double? {
        if case .number(let number) = self { number } else { nil }
    }

    /// The number cut to a whole one and kept within `Int` (`1e3` is 1000, `12.5` is 12), or nil for anything else.
    public var int: Int? { double.map(Int.init(clamping:)) }

    /// The truth value, or nil for anything else.
    public var bool: Bool? {
        if case .bool(let bool) = self { bool } else { nil }
    }

    /// The elements, or nil for anything else.
    public var array: [JSONValue]? {
        if case .array(let elements) = self { elements } else { nil }
    }

    /// The object, or nil for anything else.
    public var object: JSONObject? {
        if case .object(let object) = self { object } else { nil }
    }

    /// Whether this is `null`.
    public var isNull: Bool {
        if case .null = self { true } else { false }
    }

    /// The member named `key` of an object, or nil.
    public subscript(key: String) -> JSONValue? { object?[key] }

    /// The element at `index` of an array, or nil.
    public subscript(index: Int) -> JSONValue? {
        guard let elements = array, elements.indices.contains(index) else { return nil }
        return elements[index]
    }
}

extension JSONValue: ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral,
    ExpressibleByFloatLiteral, ExpressibleByStringLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
    /// `true` or `false`.
    public init(booleanLiteral value: Bool) { self = .bool(value) }
    /// A whole number.
    public init(integerLiteral value: Int) { self = .number(Double(value)) }
    /// A number.
    public init(floatLiteral value: Double) { self = .number(value) }
    /// A string.
    public init(stringLiteral value: String) { self = .string(value) }
    /// An array.
    public init(arrayLiteral elements: JSONValue...) { self = .array(elements) }
    /// An object, in this order.
    public init(dictionaryLiteral elements: (String, JSONValue)...) {
        self = .object(JSONObject(elements.map { JSONObject.Member(key: $0.0, value: $0.1) }))
    }
}
