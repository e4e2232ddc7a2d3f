import CollabWire

/// How the scripted host writes JSON.
///
/// The host spells out every frame itself, member by member, and doesn't use the wire's typed frames: so a guest that
/// is tried against it meets frames that its own codec did not make.
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
    static func text(_ value: JSONValue) -> String { JSONText(value).string }
}
