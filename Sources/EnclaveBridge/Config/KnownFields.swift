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
                nearest: Self.nearest(to: key.stringValue, in: names))
        }
        value = try Value(from: decoder)
    }

    /// The name that takes the fewest changes of a letter to get to; nil when none is near.
    static func nearest(to name: String, in names: [String]) -> String? {
        let ranked = names.map { (name: $0, distance: distance(Array(name.lowercased()), Array($0.lowercased()))) }
        guard let best = ranked.min(by: { $0.distance < $1.distance }), best.distance <= max(1, best.name.count / 2)
        else { return nil }
        return best.name
    }

    /// Letters to add, drop or change between two names (Levenshtein).
    private static func distance(_ left: [Character], _ right: [Character]) -> Int {
        guard left.count <= 64 else { return .max }
        var row = Array(0...right.count)
        for (i, letter) in left.enumerated() {
            var diagonal = row[0]
            row[0] = i + 1
            for (j, other) in right.enumerated() {
                let changed = diagonal + (letter == other ? 0 : 1)
                diagonal = row[j + 1]
                row[j + 1] = min(changed, min(row[j], row[j + 1]) + 1)
            }
        }
        return row[right.count]
    }
}
