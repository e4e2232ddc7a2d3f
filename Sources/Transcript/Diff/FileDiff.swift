/// What happened to one file: its change, line by line.
public struct FileDiff: Sendable, Hashable {
    /// The file's path after the change; nil when the text did not say.
    public var path: String?
    /// The path before, when it was another.
    public var oldPath: String?
    /// What kind of change it was.
    public var change: Change
    /// The changed places, top to bottom.
    public var hunks: [DiffHunk]
    /// Added lines in all hunks.
    public var added: Int
    /// Removed lines in all hunks.
    public var removed: Int
    /// Whether lines beyond the bound were left out; the counts still include them.
    public var isTruncated: Bool

    /// What was done to a file.
    public enum Change: Sendable, Hashable {
        case modified, created, deleted, moved
        /// Not text: there is nothing to show line by line.
        case binary
    }

    /// A file's change from its parts; the counts are taken from the hunks.
    public init(path: String?, oldPath: String? = nil, change: Change = .modified, hunks: [DiffHunk] = []) {
        self.path = path
        self.oldPath = oldPath
        self.change = change
        self.hunks = hunks
        added = hunks.reduce(0) { $0 + $1.lines.count { $0.kind == .added } }
        removed = hunks.reduce(0) { $0 + $1.lines.count { $0.kind == .removed } }
        isTruncated = false
    }
}

/// One changed place of a file.
public struct DiffHunk: Sendable, Hashable {
    /// What stands after the second `@@`: usually the enclosing function.
    public var heading: String
    /// The lines, in order.
    public var lines: [DiffLine]

    /// A hunk of given lines.
    public init(heading: String = "", lines: [DiffLine] = []) {
        self.heading = heading
        self.lines = lines
    }
}

/// One line of a hunk.
public struct DiffLine: Sendable, Hashable {
    /// What the change did to the line.
    public var kind: Kind
    /// The line's number before the change, 1-based; nil when added or unknown.
    public var oldNumber: Int?
    /// The line's number after the change, 1-based; nil when removed or unknown.
    public var newNumber: Int?
    /// The line without its mark and line feed.
    public var text: String
    /// The words that differ from the line's counterpart, as ranges of UTF-8 offsets in `text`, ascending.
    /// Empty when the whole line changed or nothing is known.
    public var marks: [Range<Int>]

    /// What a change did to a line.
    public enum Kind: Sendable, Hashable {
        case context, added, removed
        /// Lines were left out here.
        case gap
        /// A remark of the diff itself, such as "No newline at end of file".
        case remark
    }

    /// A line of a given kind.
    public init(
        _ kind: Kind, _ text: String, oldNumber: Int? = nil, newNumber: Int? = nil, marks: [Range<Int>] = []
    ) {
        self.kind = kind
        self.text = text
        self.oldNumber = oldNumber
        self.newNumber = newNumber
        self.marks = marks
    }

    /// The line cut at its marks: pieces of text and whether the piece is a marked word.
    public var segments: [(text: Substring, isMarked: Bool)] {
        guard !marks.isEmpty else { return [(text[...], false)] }
        var pieces: [(text: Substring, isMarked: Bool)] = []
        let utf8 = text.utf8
        var index = utf8.startIndex
        var offset = 0
        for mark in marks where mark.lowerBound >= offset && mark.upperBound <= utf8.count && !mark.isEmpty {
            let start = utf8.index(index, offsetBy: mark.lowerBound - offset)
            let end = utf8.index(start, offsetBy: mark.count)
            if start > index { pieces.append((text[index..<start], false)) }
            pieces.append((text[start..<end], true))
            index = end
            offset = mark.upperBound
        }
        if index < utf8.endIndex { pieces.append((text[index...], false)) }
        return pieces
    }
}
