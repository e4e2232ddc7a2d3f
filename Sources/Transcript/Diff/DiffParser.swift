/// Reads diffs as tools write them.
///
/// Taken are unified diffs (plain and git's), patches between `*** Begin Patch` and `*** End Patch`, the edit tool's
/// sections (`[path#TAG]`, then `replace 2..3:` and the like with `+` lines), listings with a line number after each
/// mark, and bare `+` and `-` lines. Text that is none of them becomes context lines; nothing fails.
///
/// Time and memory grow with the length of the text; lines beyond ``mostLines`` are counted and left out.
public enum DiffParser {
    /// The most lines kept of one text.
    public static let mostLines = 20_000
    /// The longest line kept, in bytes.
    public static let longestLine = 16_384

    /// The files a diff speaks of.
    ///
    /// - Parameters:
    ///   - text: the diff.
    ///   - path: the file it is about, when the caller knows; used where the text does not say.
    public static func parse(_ text: String, path: String? = nil) -> [FileDiff] {
        var reader = DiffReader(fallbackPath: path)
        var text = text
        text.withUTF8 { bytes in
            reader.form = DiffForm(of: bytes)
            var position = 0
            while position < bytes.count {
                var end = position
                while end < bytes.count, bytes[end] != .lineFeed { end += 1 }
                var lineEnd = end
                if lineEnd > position, bytes[lineEnd - 1] == .carriageReturn { lineEnd -= 1 }
                let following = end + 1 < bytes.count ? bytes[(end + 1)...].prefix(4) : bytes[..<0]
                reader.take(bytes[position..<lineEnd], startsHeader: following.elementsEqual("+++ ".utf8))
                position = end + 1
            }
        }
        return reader.finish()
    }
}

/// What kind of text a diff is, where that decides how a line is read.
struct DiffForm {
    /// Whether file or hunk headers occur, so that other text between them is no part of the change.
    var hasHeaders = false
    /// Whether every line carries a number after its mark.
    var isNumbered = false

    /// Looks at the first lines of a text.
    init(of bytes: UnsafeBufferPointer<UInt8>) {
        var position = 0
        var numbered = 0
        var others = 0
        var looked = 0
        while position < bytes.count, looked < 400 {
            var end = position
            while end < bytes.count, bytes[end] != .lineFeed { end += 1 }
            let line = bytes[position..<end]
            if line.starts(with: "@@".utf8) || line.starts(with: "diff --git ".utf8)
                || line.starts(with: "*** ".utf8) || line.starts(with: "--- ".utf8) || line.starts(with: "[".utf8)
            {
                hasHeaders = true
            }
            if let (_, rest) = DiffReader.number(line.dropFirst()), DiffReader.mark(line.first) != nil || rest == nil {
                numbered += 1
            } else if !DiffReader.isEllipsis(line), !line.allSatisfy({ $0.isBlank || $0 == .carriageReturn }) {
                others += 1
            }
            position = end + 1
            looked += 1
        }
        isNumbered = numbered > 0 && others == 0
    }

    /// Nothing known.
    init() {}
}

/// Reads a diff line by line.
struct DiffReader {
    var form = DiffForm()
    private let fallbackPath: String?
    private var files: [FileDiff] = []
    private var file: FileDiff?
    private var hunk: DiffHunk?
    private var oldNumber: Int?
    private var newNumber: Int?
    /// Lines the hunk's header still promises.
    private var oldLeft = 0
    private var newLeft = 0
    private var isSection = false
    private var isBinaryPatch = false
    private var keptLines = 0
    private var words = WordMarks()

    init(fallbackPath: String?) { self.fallbackPath = fallbackPath }

    typealias Line = Slice<UnsafeBufferPointer<UInt8>>

    // MARK: Lines

    /// Reads the next line.
    ///
    /// - Parameter startsHeader: whether the line after it starts with `+++ `.
    mutating func take(_ line: Line, startsHeader: Bool) {
        if takeFileHeader(line, startsHeader: startsHeader) { return }
        if line.starts(with: "@@".utf8) {
            startHunk(line)
            return
        }
        if form.isNumbered {
            takeNumbered(line)
            return
        }
        if hunk == nil {
            if isSection || file?.change == .created || !form.hasHeaders {
                open()
            } else {
                return
            }
        }
        takeChange(line)
    }

    mutating func finish() -> [FileDiff] {
        closeFile()
        return files
    }

    private mutating func takeFileHeader(_ line: Line, startsHeader: Bool) -> Bool {
        if isPromised { return false }
        if line.starts(with: "diff --git ".utf8) {
            startFile()
            let paths = Self.gitPaths(line.dropFirst(11))
            file?.path = paths?.new
            file?.oldPath = paths.flatMap { $0.old == $0.new ? nil : $0.old }
            return true
        }
        if line.starts(with: "--- ".utf8), startsHeader || Self.text(line) == "--- /dev/null" {
            if file == nil || hunk != nil || !(file?.hunks.isEmpty ?? true) { startFile() }
            let old = Self.path(line.dropFirst(4))
            if old == nil { file?.change = .created } else { file?.oldPath = old }
            return true
        }
        if line.starts(with: "+++ ".utf8), file != nil, hunk == nil {
            takeNewPath(line.dropFirst(4))
            return true
        }
        if line.starts(with: "*** ".utf8) { return takePatchHeader(Self.text(line)) }
        if let path = Self.sectionPath(line) {
            startFile()
            file?.path = path
            isSection = true
            return true
        }
        return file != nil && hunk == nil && takeGitLine(Self.text(line))
    }

    private mutating func takeNewPath(_ bytes: Line) {
        guard let path = Self.path(bytes) else {
            file?.change = .deleted
            let old = file?.oldPath
            file?.path = old
            file?.oldPath = nil
            return
        }
        if file?.oldPath == path { file?.oldPath = nil }
        file?.path = path
        if file?.oldPath != nil, file?.change == .modified { file?.change = .moved }
    }

    private mutating func takePatchHeader(_ line: String) -> Bool {
        let marks: [(String, FileDiff.Change)] = [
            ("*** Update File:", .modified), ("*** Add File:", .created), ("*** Delete File:", .deleted),
        ]
        for (mark, change) in marks where line.hasPrefix(mark) {
            startFile()
            file?.path = Self.trimmed(line.dropFirst(mark.count))
            file?.change = change
            return true
        }
        if line.hasPrefix("*** Move to:"), file != nil {
            let old = file?.path
            file?.oldPath = old
            file?.path = Self.trimmed(line.dropFirst("*** Move to:".count))
            file?.change = .moved
            return true
        }
        return line.hasPrefix("*** Begin Patch") || line.hasPrefix("*** End Patch") || line.hasPrefix("*** End of File")
    }

    /// The lines between `diff --git` and the first hunk.
    private mutating func takeGitLine(_ line: String) -> Bool {
        if isBinaryPatch { return true }
        if line.hasPrefix("new file mode") {
            file?.change = .created
        } else if line.hasPrefix("deleted file mode") {
            file?.change = .deleted
        } else if line.hasPrefix("rename from ") {
            file?.oldPath = Self.unquoted(line.dropFirst(12))
            file?.change = .moved
        } else if line.hasPrefix("rename to ") {
            file?.path = Self.unquoted(line.dropFirst(10))
            file?.change = .moved
        } else if line.hasPrefix("copy to ") {
            file?.path = Self.unquoted(line.dropFirst(8))
            file?.change = .created
        } else if line.hasPrefix("Binary files ") {
            file?.change = .binary
        } else if line.hasPrefix("GIT binary patch") {
            file?.change = .binary
            isBinaryPatch = true
        } else {
            let known = ["index ", "similarity index", "dissimilarity index", "old mode", "new mode", "copy from "]
            return known.contains { line.hasPrefix($0) }
        }
        return true
    }

    /// Whether the hunk's header promises more lines, so that nothing but a change can come.
    private var isPromised: Bool { hunk != nil && (oldLeft > 0 || newLeft > 0) && !isSection }

    private mutating func takeChange(_ line: Line) {
        switch line.first {
        case UInt8(ascii: "+"): add(.added, line.dropFirst())
        case UInt8(ascii: "-"): add(.removed, line.dropFirst())
        case .space, .tab: add(.context, line.first == .space ? line.dropFirst() : line)
        case UInt8(ascii: "\\"): add(.remark, line.dropFirst().drop { $0.isBlank })
        case nil:
            // Editors strip the space of an empty context line; between bare changes it stands for what is left out.
            if oldLeft > 0, newLeft > 0 || form.hasHeaders && !isPromised {
                add(.context, line)
            } else if hunk?.lines.isEmpty == false {
                add(.gap, line)
            }
        default:
            if isSection {
                closeHunk()
                open(heading: Self.text(line))
            } else {
                add(Self.isEllipsis(line) ? .gap : .context, line)
            }
        }
    }

    private mutating func takeNumbered(_ line: Line) {
        if hunk == nil { open() }
        guard let kind = Self.mark(line.first), let (number, rest) = Self.number(line.dropFirst()) else {
            if hunk?.lines.isEmpty == false { add(.gap, line[line.endIndex...]) }
            return
        }
        let shift = newNumber.flatMap { new in oldNumber.map { new - $0 } } ?? 0
        switch kind {
        case .added:
            if newNumber != number, oldNumber == nil { oldNumber = number }
            newNumber = number
        default:
            oldNumber = number
            newNumber = number + shift
        }
        add(kind, rest ?? line[line.endIndex...])
    }

    // MARK: Building

    private mutating func add(_ kind: DiffLine.Kind, _ bytes: Line) {
        if hunk == nil { open() }
        if kind == .added { file?.added += 1 }
        if kind == .removed { file?.removed += 1 }
        let old = kind == .context || kind == .removed ? oldNumber : nil
        let new = kind == .context || kind == .added ? newNumber : nil
        if old != nil || kind == .removed { advance(&oldNumber, &oldLeft) }
        if new != nil || kind == .added { advance(&newNumber, &newLeft) }
        if kind == .gap {
            oldNumber = nil
            newNumber = nil
        }
        guard keptLines < DiffParser.mostLines else {
            file?.isTruncated = true
            return
        }
        keptLines += 1
        hunk?.lines.append(DiffLine(kind, Self.bounded(bytes), oldNumber: old, newNumber: new))
    }

    private func advance(_ number: inout Int?, _ left: inout Int) {
        if let current = number { number = current &+ 1 }
        if left > 0 { left -= 1 }
    }

    private mutating func startHunk(_ line: Line) {
        closeHunk()
        var rest = line.dropFirst(2)
        var old: (start: Int, count: Int)?
        var new: (start: Int, count: Int)?
        let afterMarks = rest.drop { $0.isBlank }
        if afterMarks.first == UInt8(ascii: "-"), let range = Self.range(afterMarks.dropFirst()) {
            old = range.value
            let middle = range.rest.drop { $0.isBlank }
            if middle.first == UInt8(ascii: "+"), let range = Self.range(middle.dropFirst()) {
                new = range.value
                rest = range.rest.drop { $0.isBlank }
                if rest.starts(with: "@@".utf8) { rest = rest.dropFirst(2) }
            }
        }
        open(heading: Self.trimmed(Self.bounded(rest)[...]))
        oldNumber = old?.start
        newNumber = new?.start
        oldLeft = old?.count ?? 0
        newLeft = new?.count ?? 0
    }

    private mutating func open(heading: String = "") {
        if file == nil { startFile() }
        hunk = DiffHunk(heading: heading)
        oldNumber = nil
        // A created file without hunk headers is all new, from its first line.
        newNumber = file?.change == .created && file?.hunks.isEmpty == true ? 1 : nil
        oldLeft = 0
        newLeft = 0
    }

    private mutating func closeHunk() {
        guard var finished = hunk else { return }
        hunk = nil
        while finished.lines.last?.kind == .gap { finished.lines.removeLast() }
        guard !finished.lines.isEmpty || !finished.heading.isEmpty else { return }
        words.mark(&finished.lines)
        file?.hunks.append(finished)
    }

    private mutating func startFile() {
        closeFile()
        file = FileDiff(path: nil)
        isSection = false
        isBinaryPatch = false
    }

    private mutating func closeFile() {
        closeHunk()
        guard var finished = file else { return }
        file = nil
        if finished.path == nil { finished.path = finished.oldPath ?? fallbackPath }
        if finished.oldPath == finished.path { finished.oldPath = nil }
        files.append(finished)
    }

    // MARK: Reading pieces of lines

    static func mark(_ byte: UInt8?) -> DiffLine.Kind? {
        switch byte {
        case UInt8(ascii: "+"): .added
        case UInt8(ascii: "-"): .removed
        case .space: .context
        default: nil
        }
    }

    /// A line number after a mark, and what follows the character behind it; the rest is nil when nothing follows.
    static func number(_ line: Line) -> (Int, rest: Line?)? {
        let digits = line.drop { $0.isBlank }
        guard let (value, rest) = integer(digits) else { return nil }
        guard let separator = rest.first else { return (value, nil) }
        if separator == .space || separator == UInt8(ascii: "|") || separator == UInt8(ascii: ":") {
            return (value, rest.dropFirst())
        }
        // U+2502, a box-drawing line.
        return rest.starts(with: "│".utf8) ? (value, rest.dropFirst(3)) : nil
    }

    static func isEllipsis(_ line: Line) -> Bool {
        let visible = line.drop { $0.isBlank }
        return visible.elementsEqual("...".utf8) || visible.elementsEqual("…".utf8)
    }

    private static func integer(_ line: Line) -> (Int, Line)? {
        var value = 0
        var rest = line
        var count = 0
        while let byte = rest.first, byte.isDigit, count < 10 {
            value = value * 10 + Int(byte - UInt8(ascii: "0"))
            rest = rest.dropFirst()
            count += 1
        }
        return count == 0 ? nil : (value, rest)
    }

    private static func range(_ line: Line) -> (value: (start: Int, count: Int), rest: Line)? {
        guard let (start, rest) = integer(line) else { return nil }
        guard rest.first == UInt8(ascii: ","), let (count, after) = integer(rest.dropFirst()) else {
            return ((start, 1), rest)
        }
        return ((start, count), after)
    }

    /// The path in `[path#TAG]`, alone on its line.
    private static func sectionPath(_ line: Line) -> String? {
        guard line.first == UInt8(ascii: "["), line.last == UInt8(ascii: "]"), line.count > 2, line.count < 4_096 else {
            return nil
        }
        let inner = text(line.dropFirst().dropLast())
        guard let hash = inner.lastIndex(of: "#") else { return nil }
        let tag = inner[inner.index(after: hash)...]
        guard (2...8).contains(tag.count), tag.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber) }) else {
            return nil
        }
        let path = unquoted(inner[..<hash])
        return path.isEmpty ? nil : path
    }

    /// A path after `---` or `+++`; nil for `/dev/null`.
    private static func path(_ bytes: Line) -> String? {
        let whole = text(bytes)
        let path = unquoted(whole.prefix { $0 != "\t" })
        if path == "/dev/null" { return nil }
        if path.hasPrefix("a/") || path.hasPrefix("b/") { return String(path.dropFirst(2)) }
        return path
    }

    private static func gitPaths(_ bytes: Line) -> (old: String, new: String)? {
        let whole = text(bytes)
        // Both names are the same unless "rename" lines follow, so the middle is where they meet.
        if whole.hasPrefix("a/"), let middle = whole.range(of: " b/") {
            var best = middle
            var search = middle.upperBound
            while let next = whole.range(of: " b/", after: search) {
                if whole[whole.index(whole.startIndex, offsetBy: 2)..<next.lowerBound] == whole[next.upperBound...] {
                    best = next
                }
                search = next.upperBound
            }
            return (String(whole[..<best.lowerBound].dropFirst(2)), String(whole[best.upperBound...]))
        }
        let parts = whole.split(separator: "\" \"", maxSplits: 1)
        guard parts.count == 2 else { return nil }
        let old = unquoted((parts[0] + "\"")[...])
        let new = unquoted(("\"" + parts[1])[...])
        return (String(old.dropFirst(2)), String(new.dropFirst(2)))
    }

    /// A path without quotes, git's escapes resolved.
    private static func unquoted(_ text: Substring) -> String {
        let trimmed = trimmed(text)
        guard trimmed.count >= 2, let quote = trimmed.first, quote == "\"" || quote == "'", trimmed.last == quote else {
            return trimmed
        }
        let inner = Array(trimmed.utf8.dropFirst().dropLast())
        guard inner.contains(UInt8(ascii: "\\")) else { return String(decoding: inner, as: UTF8.self) }
        var result: [UInt8] = []
        var index = 0
        while index < inner.count {
            guard inner[index] == UInt8(ascii: "\\"), index + 1 < inner.count else {
                result.append(inner[index])
                index += 1
                continue
            }
            let octal = inner[(index + 1)...].prefix(3).prefix { $0 >= UInt8(ascii: "0") && $0 <= UInt8(ascii: "7") }
            if octal.count == 3 {
                result.append(octal.reduce(0) { $0 &* 8 &+ ($1 - UInt8(ascii: "0")) })
                index += 4
            } else {
                switch inner[index + 1] {
                case UInt8(ascii: "n"): result.append(.lineFeed)
                case UInt8(ascii: "t"): result.append(.tab)
                default: result.append(inner[index + 1])
                }
                index += 2
            }
        }
        return String(decoding: result, as: UTF8.self)
    }

    private static func trimmed(_ text: Substring) -> String {
        var text = text
        while let first = text.first, first == " " || first == "\t" { text.removeFirst() }
        while let last = text.last, last == " " || last == "\t" || last == "\r\n" || last == "\r" { text.removeLast() }
        return String(text)
    }

    private static func text(_ bytes: Line) -> String { String(decoding: bytes, as: UTF8.self) }

    private static func bounded(_ bytes: Line) -> String {
        guard bytes.count > DiffParser.longestLine else { return text(bytes) }
        var end = bytes.startIndex + DiffParser.longestLine
        while end > bytes.startIndex, bytes[end].isContinuation { end -= 1 }
        return text(bytes[..<end]) + "…"
    }
}

extension String {
    fileprivate func range(of needle: String, after start: Index? = nil) -> Range<Index>? {
        self[(start ?? startIndex)...].firstRange(of: needle)
    }
}
