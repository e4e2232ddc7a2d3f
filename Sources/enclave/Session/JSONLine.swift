import CollabWire

/// One line of NDJSON: an object whose members are written in order, with the host's own JSON as it came.
struct JSONLine {
    private var members: [String]

    /// `{"type": …}`.
    init(_ type: String) {
        members = []
        add("type", type)
    }

    /// An object without a type.
    init() { members = [] }

    mutating func add(_ key: String, _ value: String?) {
        if let value { add(key, JSONText(.string(value))) }
    }

    mutating func add(_ key: String, _ value: Int?) {
        if let value { members.append("\(Self.quoted(key)):\(value)") }
    }

    mutating func add(_ key: String, _ value: Bool) { members.append("\(Self.quoted(key)):\(value)") }

    mutating func add(_ key: String, _ value: JSONText?) {
        if let value { members.append("\(Self.quoted(key)):\(Self.oneLine(value))") }
    }

    mutating func add(_ key: String, _ values: [JSONText]) {
        members.append("\(Self.quoted(key)):[\(values.map(Self.oneLine).joined(separator: ","))]")
    }

    mutating func add(_ key: String, _ id: RequestID) {
        switch id {
        case .number(let number): add(key, number)
        case .string(let string): add(key, string)
        }
    }

    mutating func add(_ key: String, _ objects: [JSONLine]) {
        members.append("\(Self.quoted(key)):[\(objects.map(\.text).joined(separator: ","))]")
    }

    /// The object.
    var text: String { "{\(members.joined(separator: ","))}" }

    private static func quoted(_ text: String) -> String { JSONText(.string(text)).string }

    /// Line breaks stand only between tokens in JSON, where a space does as well.
    private static func oneLine(_ text: JSONText) -> String {
        text.withBytes { bytes in
            guard bytes.contains(where: { $0 == 0x0A || $0 == 0x0D }) else {
                return String(decoding: bytes, as: UTF8.self)
            }
            return String(decoding: bytes.map { $0 == 0x0A || $0 == 0x0D ? 0x20 : $0 }, as: UTF8.self)
        }
    }
}
