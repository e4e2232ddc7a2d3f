import Foundation

/// Finds a text in the rows of a session, regardless of case and accents, a bounded piece at a time.
///
/// A search goes from the newest row to the oldest, because that is where a reader starts. ``advance(over:rows:)`` does
/// a piece of the work, so that a long session never blocks the one who types; a query that continues the last one
/// looks only where that one found something.
public struct TranscriptSearch: Sendable {
    /// A row in which the text occurs.
    public struct Hit: Sendable, Hashable {
        /// The row to jump to.
        public var turn: TurnID
        /// Where in which of the row's texts (``TurnText``), in order.
        public var places: [Place]
    }

    /// One occurrence.
    public struct Place: Sendable, Hashable {
        /// Index among the row's texts.
        public var text: Int
        /// Characters of it.
        public var range: Range<String.Index>
    }

    /// What is looked for.
    public let query: String
    /// Rows found so far, newest first.
    public private(set) var hits: [Hit] = []
    /// Whether all rows were looked at.
    public private(set) var isDone: Bool

    /// Occurrences kept per row: more than a screen can mark are not worth the memory.
    public static let placesPerRow = 200

    private let isOpen: Bool
    private let format: SessionFormat
    private var remaining: Remaining

    private enum Remaining: Sendable {
        /// Rows before this index; nil is the end.
        case all(before: Int?)
        /// Only these rows, for a query that goes on from another.
        case only(Set<TurnID>, before: Int?)
    }

    /// Looks for a text. Surrounding white space does not count; an empty query finds nothing.
    /// - Parameter isOpen: whether to look into the bodies of cards too.
    public init(_ query: String, isOpen: Bool = false, format: SessionFormat = .english) {
        self.query = query.trimmingCharacters(in: .whitespacesAndNewlines)
        self.isOpen = isOpen
        self.format = format
        isDone = self.query.isEmpty
        remaining = .all(before: nil)
    }

    /// The search for a query after this one. When it contains this one and this one is done, only the rows found are
    /// looked at again.
    public func refined(_ next: String) -> TranscriptSearch {
        var search = TranscriptSearch(next, isOpen: isOpen, format: format)
        if isDone, !query.isEmpty, search.query.range(of: query, options: Self.options) != nil {
            search.remaining = .only(Set(hits.map(\.turn)), before: nil)
        }
        return search
    }

    private static let options: String.CompareOptions = [.caseInsensitive, .diacriticInsensitive]

    /// Looks at some more rows.
    /// - Parameters:
    ///   - list: the session's rows, the same for every piece of one search.
    ///   - rows: how many to look at.
    /// - Returns: whether all were looked at.
    @discardableResult
    public mutating func advance(over list: TurnList, rows: Int = 500) -> Bool {
        guard !isDone else { return true }
        let wanted: Set<TurnID>?
        var end: Int
        switch remaining {
        case .all(let before):
            wanted = nil
            end = before ?? list.count
        case .only(let ids, let before):
            wanted = ids
            end = before ?? list.count
        }
        end = min(end, list.count)
        let start = max(0, end - rows)
        for turn in list.window(start..<end).reversed() where wanted?.contains(turn.id) ?? true {
            let places = places(in: turn)
            if !places.isEmpty { hits.append(Hit(turn: turn.id, places: places)) }
        }
        isDone = start == 0
        remaining = wanted.map { .only($0, before: start) } ?? .all(before: start)
        return isDone
    }

    /// Where the text occurs in one row.
    public func places(in turn: UITurn) -> [Place] {
        guard !query.isEmpty else { return [] }
        var places: [Place] = []
        for (index, text) in TurnText.texts(of: turn, isOpen: isOpen, format: format).enumerated() {
            places += Self.ranges(of: query, in: text, most: Self.placesPerRow - places.count)
                .map { Place(text: index, range: $0) }
        }
        return places
    }

    /// Where a text occurs in another, regardless of case, accents, and soft hyphens.
    /// - Parameter most: how many to look for.
    public static func ranges(
        of query: String, in text: String, most: Int = placesPerRow
    ) -> [Range<String.Index>] {
        // Where words may break stands between their letters: it is looked for, and looked through, without.
        guard !query.utf8.contains(0xC2), !hasSoftHyphens(text) else {
            return rangesAcrossHyphens(of: query, in: text, most: most)
        }
        return plainRanges(of: query, in: text, most: most)
    }

    private static func plainRanges(of query: String, in text: String, most: Int) -> [Range<String.Index>] {
        var found: [Range<String.Index>] = []
        var from = text.startIndex
        while !query.isEmpty, found.count < most,
            let range = text.range(of: query, options: options, range: from..<text.endIndex), !range.isEmpty
        {
            found.append(range)
            from = range.upperBound
        }
        return found
    }

    private static func hasSoftHyphens(_ text: String) -> Bool {
        text.utf8.contains(0xC2) && text.unicodeScalars.contains("\u{AD}")
    }

    private static func rangesAcrossHyphens(of query: String, in text: String, most: Int) -> [Range<String.Index>] {
        let query = String(String.UnicodeScalarView(query.unicodeScalars.filter { $0 != "\u{AD}" }))
        guard hasSoftHyphens(text) else { return plainRanges(of: query, in: text, most: most) }
        let scalars = text.unicodeScalars
        let places = scalars.indices.filter { scalars[$0] != "\u{AD}" }
        let bare = String(String.UnicodeScalarView(places.map { scalars[$0] }))
        var offset = 0
        var index = bare.startIndex
        return plainRanges(of: query, in: bare, most: most).map { range in
            offset += bare.unicodeScalars.distance(from: index, to: range.lowerBound)
            let start = places[offset]
            offset += bare.unicodeScalars.distance(from: range.lowerBound, to: range.upperBound)
            index = range.upperBound
            return start..<scalars.index(after: places[offset - 1])
        }
    }
}
