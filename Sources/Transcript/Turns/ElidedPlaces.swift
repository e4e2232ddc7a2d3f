import CollabWire

/// Hands the records of what the host trimmed to the blocks they belong to.
///
/// Paths address the original entry (§11): while pictures are missing from a list, later blocks stand as many places
/// further to the front.
struct ElidedPlaces {
    private(set) var rest: [ElidedValue]
    private let prefix: [PathStep]

    init(_ records: [ElidedValue], prefix: [PathStep]) {
        rest = records
        self.prefix = prefix
    }

    var isEmpty: Bool { rest.isEmpty }

    /// Takes the records about the block that now stands at an index.
    mutating func take(block index: Int) -> [ElidedValue] {
        let removed = rest.compactMap { $0.removed ? place($0) : nil }.sorted()
        var original = index
        for place in removed where place <= original { original += 1 }
        let own = rest.filter { !$0.removed && place($0) == original }
        if !own.isEmpty { rest = rest.filter { $0.removed || place($0) != original } }
        return own
    }

    private func place(_ record: ElidedValue) -> Int? {
        guard record.path.count > prefix.count, record.path.starts(with: prefix),
            case .index(let index) = record.path[prefix.count]
        else {
            // Plain-string content is one block.
            return record.path == prefix ? 0 : nil
        }
        return index
    }

    /// Records together with the entry to ask for them; none for an entry without an id.
    static func references(_ records: [ElidedValue], of entryId: String?) -> [ElidedReference] {
        guard !records.isEmpty, let entryId else { return [] }
        return records.map { ElidedReference(entryId: entryId, value: $0) }
    }
}
