extension String {
    /// The name of a list that takes the fewest changes of a letter to get to from this one, whatever its capitals: what
    /// somebody may have meant who wrote this; nil when none is near.
    package func nearest(in names: [String]) -> String? {
        let ranked = names.map { (name: $0, distance: Self.distance(Array(lowercased()), Array($0.lowercased()))) }
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
                row[j + 1] = Swift.min(changed, Swift.min(row[j], row[j + 1]) + 1)
            }
        }
        return row[right.count]
    }
}
