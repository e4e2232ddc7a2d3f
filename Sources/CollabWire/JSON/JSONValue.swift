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
    /// A container nested deeper than ``maximumDepth``, kept as text.
    case nested(JSONText)

    /// How many levels of arrays and objects are decoded: 128.
    public static let maximumDepth = 128
}

/// The members of a JSON object in the order they were written; of members with the same key the last counts.
public struct JSONObject: Sendable, Hashable {
    /// One `key: value` pair.
    public struct Member: Sendable, Hashable {
        public var key: String
        public var value: JSONValue

        public init(key: String, value: JSONValue) {
            self.key = key
            self.value = value
        }
    }

    /// The members as written, duplicates included.
    public var members: [Member]

    public init(_ members: [Member] = []) { self.members = members }

    /// The value of the last member named `key`, or nil.
    public subscript(key: String) -> JSONValue? {
        members.last { $0.key == key }?.value
    }
}
