extension FileDiff {
    /// The change from one text to another, line by line, as an edit's old and new text give it.
    ///
    /// Equal lines at both ends are found in one pass. What differs between is compared up to ``LineDiff/mostLines``
    /// lines on each side; beyond, the old lines count as removed and the new ones as added.
    ///
    /// - Parameter firstLine: the number of the texts' first line in the file, when known.
    public init(replacing old: String, with new: String, path: String?, firstLine: Int? = nil) {
        let lines = LineDiff.lines(old: old, new: new, firstLine: firstLine)
        self.init(path: path, hunks: lines.isEmpty ? [] : [DiffHunk(lines: lines)])
    }
}

/// Compares two texts line by line.
enum LineDiff {
    /// The most lines on each side that are compared with each other.
    static let mostLines = 600
    /// Equal lines kept around a change.
    static let context = 3

    static func lines(old: String, new: String, firstLine: Int?) -> [DiffLine] {
        let old = split(old)
        let new = split(new)
        var start = 0
        while start < min(old.count, new.count), old[start] == new[start] { start += 1 }
        var oldEnd = old.count
        var newEnd = new.count
        while oldEnd > start, newEnd > start, old[oldEnd - 1] == new[newEnd - 1] {
            oldEnd -= 1
            newEnd -= 1
        }
        guard start < oldEnd || start < newEnd else { return [] }

        var writer = Writer(oldNumber: firstLine, newNumber: firstLine)
        writer.skip(max(0, start - context))
        for index in max(0, start - context)..<start { writer.add(.context, old[index]) }
        change(old[start..<oldEnd], new[start..<newEnd], &writer)
        for index in oldEnd..<min(old.count, oldEnd + context) { writer.add(.context, old[index]) }
        var words = WordMarks()
        words.mark(&writer.lines)
        return Array(writer.lines.prefix(DiffParser.mostLines))
    }

    private struct Writer {
        var lines: [DiffLine] = []
        var oldNumber: Int?
        var newNumber: Int?

        mutating func skip(_ count: Int) {
            oldNumber = oldNumber.map { $0 + count }
            newNumber = newNumber.map { $0 + count }
        }

        mutating func add(_ kind: DiffLine.Kind, _ text: Substring) {
            lines.append(
                DiffLine(
                    kind, String(text), oldNumber: kind == .added ? nil : oldNumber,
                    newNumber: kind == .removed ? nil : newNumber))
            if kind != .added { oldNumber = oldNumber.map { $0 + 1 } }
            if kind != .removed { newNumber = newNumber.map { $0 + 1 } }
        }
    }

    private static func change(
        _ old: ArraySlice<Substring>, _ new: ArraySlice<Substring>, _ writer: inout Writer
    ) {
        guard !old.isEmpty, !new.isEmpty, old.count <= mostLines, new.count <= mostLines else {
            for line in old { writer.add(.removed, line) }
            for line in new { writer.add(.added, line) }
            return
        }
        let old = Array(old)
        let new = Array(new)
        let width = new.count + 1
        var table = [UInt16](repeating: 0, count: (old.count + 1) * width)
        for row in stride(from: old.count - 1, through: 0, by: -1) {
            for column in stride(from: new.count - 1, through: 0, by: -1) {
                table[row * width + column] =
                    old[row] == new[column]
                    ? table[(row + 1) * width + column + 1] + 1
                    : max(table[(row + 1) * width + column], table[row * width + column + 1])
            }
        }
        var row = 0
        var column = 0
        while row < old.count || column < new.count {
            if row < old.count, column < new.count, old[row] == new[column] {
                writer.add(.context, old[row])
                row += 1
                column += 1
            } else if row < old.count,
                column == new.count || table[(row + 1) * width + column] >= table[row * width + column + 1]
            {
                writer.add(.removed, old[row])
                row += 1
            } else {
                writer.add(.added, new[column])
                column += 1
            }
        }
    }

    private static func split(_ text: String) -> [Substring] {
        guard !text.isEmpty else { return [] }
        var lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        if lines.last?.isEmpty == true { lines.removeLast() }
        return lines
    }
}
