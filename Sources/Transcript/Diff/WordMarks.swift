/// Finds the words that differ between a removed line and the added line in its place.
struct WordMarks {
    /// Longer lines are not compared, in bytes.
    static let longestLine = 2_000
    /// Lines of more words are not compared.
    static let mostWords = 240
    /// What all comparisons of one text may cost, in pairs of words.
    static let budget = 4_000_000

    private var left = WordMarks.budget

    /// Marks the lines of a hunk: in each run of removed lines followed by added ones, the first goes with the first.
    mutating func mark(_ lines: inout [DiffLine]) {
        var index = 0
        while index < lines.count {
            guard lines[index].kind == .removed else {
                index += 1
                continue
            }
            let removed = index
            while index < lines.count, lines[index].kind == .removed { index += 1 }
            let added = index
            while index < lines.count, lines[index].kind == .added { index += 1 }
            for offset in 0..<min(added - removed, index - added) {
                let pair = marks(lines[removed + offset].text, lines[added + offset].text)
                lines[removed + offset].marks = pair.old
                lines[added + offset].marks = pair.new
            }
        }
    }

    /// The ranges that differ, as UTF-8 offsets; empty when the lines have little in common.
    mutating func marks(_ old: String, _ new: String) -> (old: [Range<Int>], new: [Range<Int>]) {
        let oldBytes = Array(old.utf8)
        let newBytes = Array(new.utf8)
        guard oldBytes.count <= Self.longestLine, newBytes.count <= Self.longestLine, oldBytes != newBytes else {
            return ([], [])
        }
        var oldWords = Self.words(oldBytes)
        var newWords = Self.words(newBytes)
        var same = 0
        // What is equal at both ends needs no table.
        var start = 0
        while start < min(oldWords.count, newWords.count),
            oldBytes[oldWords[start]] == newBytes[newWords[start]]
        {
            same += oldWords[start].count
            start += 1
        }
        oldWords.removeFirst(start)
        newWords.removeFirst(start)
        while let oldLast = oldWords.last, let newLast = newWords.last, oldBytes[oldLast] == newBytes[newLast] {
            same += oldLast.count
            oldWords.removeLast()
            newWords.removeLast()
        }
        let cost = oldWords.count * newWords.count
        guard oldWords.count <= Self.mostWords, newWords.count <= Self.mostWords, cost <= left else { return ([], []) }
        left -= cost

        let common = Self.common(oldBytes, oldWords, newBytes, newWords)
        for index in common.old { same += oldWords[index].count }
        // Two lines that share little are two lines, not one that changed.
        guard same * 3 >= max(oldBytes.count, newBytes.count) else { return ([], []) }
        return (
            Self.joined(oldWords, without: common.old, oldBytes),
            Self.joined(newWords, without: common.new, newBytes)
        )
    }

    private static func words(_ bytes: [UInt8]) -> [Range<Int>] {
        var words: [Range<Int>] = []
        var index = 0
        while index < bytes.count {
            let start = index
            let kind = kind(bytes[index])
            index += 1
            if kind != .mark { while index < bytes.count, Self.kind(bytes[index]) == kind { index += 1 } }
            words.append(start..<index)
        }
        return words
    }

    private enum Kind { case word, blank, mark }

    private static func kind(_ byte: UInt8) -> Kind {
        if byte.isASCIILetter || byte.isDigit || byte == UInt8(ascii: "_") || byte >= 0x80 { return .word }
        return byte.isBlank ? .blank : .mark
    }

    /// Indices of a longest common subsequence.
    private static func common(
        _ oldBytes: [UInt8], _ old: [Range<Int>], _ newBytes: [UInt8], _ new: [Range<Int>]
    ) -> (old: Set<Int>, new: Set<Int>) {
        guard !old.isEmpty, !new.isEmpty else { return ([], []) }
        let width = new.count + 1
        var table = [UInt16](repeating: 0, count: (old.count + 1) * width)
        for row in stride(from: old.count - 1, through: 0, by: -1) {
            for column in stride(from: new.count - 1, through: 0, by: -1) {
                if oldBytes[old[row]] == newBytes[new[column]] {
                    table[row * width + column] = table[(row + 1) * width + column + 1] + 1
                } else {
                    table[row * width + column] = max(
                        table[(row + 1) * width + column], table[row * width + column + 1])
                }
            }
        }
        var result: (old: Set<Int>, new: Set<Int>) = ([], [])
        var row = 0
        var column = 0
        while row < old.count, column < new.count {
            if oldBytes[old[row]] == newBytes[new[column]] {
                result.old.insert(row)
                result.new.insert(column)
                row += 1
                column += 1
            } else if table[(row + 1) * width + column] >= table[row * width + column + 1] {
                row += 1
            } else {
                column += 1
            }
        }
        return result
    }

    /// The words left over, joined where only white space stands between two of them.
    private static func joined(
        _ words: [Range<Int>], without common: Set<Int>, _ bytes: [UInt8]
    ) -> [Range<Int>] {
        var result: [Range<Int>] = []
        for (index, word) in words.enumerated() where !common.contains(index) {
            if let last = result.last, bytes[last.upperBound..<word.lowerBound].allSatisfy(\.isBlank) {
                result[result.count - 1] = last.lowerBound..<word.upperBound
            } else {
                result.append(word)
            }
        }
        return result
    }
}
