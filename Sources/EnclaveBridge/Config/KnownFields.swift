import CollabWire

/// A shape that knows the names of its fields.
protocol FieldNamed: Decodable {
    associatedtype CodingKeys: CodingKey, CaseIterable
}

/// Decodes a value whose object holds no other fields than its own: a misspelt field must not pass for one that was
/// left out. Throws ``BridgeConfigError/unknownField(_:nearest:)``.
struct KnownFields<Value: FieldNamed>: Decodable {
    let value: Value

    private struct AnyKey: CodingKey {
        var stringValue: String
        var intValue: Int? { nil }

        init(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
    }

    init(from decoder: any Decoder) throws {
        let names = Value.CodingKeys.allCases.map(\.stringValue)
        let given = try decoder.container(keyedBy: AnyKey.self).allKeys
        // In the order of their names: which of two is told first does not change from run to run.
        for key in given.sorted(by: { $0.stringValue < $1.stringValue }) where !names.contains(key.stringValue) {
            throw BridgeConfigError.unknownField(
                BridgeConfigError.place(decoder.codingPath + [key]),
                nearest: key.stringValue.nearest(in: names))
        }
        value = try Value(from: decoder)
    }
}
