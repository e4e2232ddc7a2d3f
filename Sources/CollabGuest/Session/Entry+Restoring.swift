import CollabWire

extension Entry {
    /// The entry with a loaded value in the place of its stand-in, and without the record of it and of whatever lay
    /// below it (protocol §11).
    /// - Parameters:
    ///   - record: what the host trimmed; one of ``CollabWire/Entry/elided``.
    ///   - value: the original value.
    /// - Throws: ``CollabWire/JSONError`` when the entry has no such place.
    func restoring(_ record: ElidedValue, with value: JSONText) throws(JSONError) -> Entry {
        // All of the entry: the original carries no records.
        if record.path.isEmpty { return try Self.checked(value, id: id) }
        let place = currentPath(of: record.path)
        let restored =
            record.removed ? try raw.inserting(at: place, value) : try raw.replacing(at: place, with: value)
        return try Self.checked(try Self.forgetting(record.path, in: restored), id: id)
    }

    /// Where a place of the original entry is now: images that were removed from a list and are still missing there
    /// shift what comes behind them.
    private func currentPath(of path: [PathStep]) -> [PathStep] {
        path.indices.map { depth in
            guard case .index(let index) = path[depth] else { return path[depth] }
            let missing = elided.count { other in
                guard other.removed, other.path.count == depth + 1, other.path.dropLast() == path[..<depth],
                    case .index(let otherIndex)? = other.path.last
                else { return false }
                return otherIndex < index
            }
            return .index(index - missing)
        }
    }

    private static func forgetting(_ path: [PathStep], in text: JSONText) throws(JSONError) -> JSONText {
        let key: [PathStep] = [.key("collabElided")]
        guard let records = text[key], records.isArray else { return text }
        let kept = records.elements.filter { !Self.path(of: $0).starts(with: path) }
        if kept.isEmpty { return try text.removing(at: key) }
        let list = "[" + kept.map(\.string).joined(separator: ",") + "]"
        return try text.replacing(at: key, with: try JSONText(validating: list))
    }

    private static func path(of record: JSONText) -> [PathStep] {
        record["path"]?.elements.map { step in
            step.stringValue.map { .key($0) } ?? .index(step.intValue ?? -1)
        } ?? []
    }

    /// A restored entry is still the same entry.
    private static func checked(_ text: JSONText, id: String?) throws(JSONError) -> Entry {
        let entry = Entry(decoding: text)
        guard entry.id == id else { throw .noSuchPath }
        return entry
    }
}
