import CollabWire

/// The durable transcript as the host keeps it: every entry whole, and the text in which it goes out.
struct SessionLog: Sendable {
    /// One entry.
    struct Record: Sendable {
        let id: String
        /// The JSON text that guests get: shrunk when the entry is too large.
        let text: String
        /// Length of ``text`` in UTF-16 units, which is how the protocol counts.
        let units: Int
        /// What was taken out, by hash of path and value; empty for most entries.
        let elided: [Elision.Removed]
    }

    /// Units of entries in one `snapshot-chunk` or `history` frame: 512 KiB (protocol §3).
    static let chunkUnits = 512 << 10

    private(set) var records: [Record] = []
    private var positions: [String: Int] = [:]
    /// Entries forgotten at the beginning so far, so that ``positions`` need not be rewritten.
    private var forgotten = 0

    var lastId: String? { records.last?.id }
    var count: Int { records.count }

    /// Adds an entry and returns what goes out for it. An id that exists already replaces its entry.
    @discardableResult
    mutating func append(id: String, _ entry: JSONValue) -> Record {
        let shrunk = Elision.shrink(entry)
        let record = Record(id: id, text: shrunk.text, units: shrunk.text.utf16.count, elided: shrunk.removed)
        if let position = position(of: id) {
            records[position] = record
        } else {
            positions[id] = forgotten + records.count
            records.append(record)
        }
        return record
    }

    func position(of id: String) -> Int? {
        guard let position = positions[id], position >= forgotten else { return nil }
        return position - forgotten
    }

    /// Forgets the oldest entries.
    mutating func forget(_ count: Int) {
        let count = min(max(0, count), records.count)
        for record in records.prefix(count) { positions[record.id] = nil }
        records.removeFirst(count)
        forgotten += count
    }

    /// The range of at most `maxUnits` units that ends before `end`; at least one entry when there is one.
    func page(before end: Int, maxUnits: Int) -> Range<Int> {
        var start = end
        var units = 0
        while start > 0 {
            units += records[start - 1].units
            if units > maxUnits, start < end { break }
            start -= 1
        }
        return start..<end
    }

    /// The texts of a range, joined and cut into frames of about ``chunkUnits``; one empty piece for an empty range.
    func chunks(of range: Range<Int>) -> [String] {
        var chunks: [String] = []
        var texts: [String] = []
        var units = 0
        for record in records[range] {
            if !texts.isEmpty, units + record.units > Self.chunkUnits {
                chunks.append(texts.joined(separator: ","))
                texts = []
                units = 0
            }
            texts.append(record.text)
            units += record.units
        }
        chunks.append(texts.joined(separator: ","))
        return chunks
    }
}
