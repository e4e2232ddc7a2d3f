import CollabWire

/// Output of a terminal program, made readable: colours kept as styles, links kept when safe, everything that would
/// steer a terminal resolved or removed.
///
/// Carriage returns and backspaces overwrite, as on a screen; clearing the line works together with them. Moving the
/// cursor elsewhere, clearing the screen, titles, bells, modes and unknown sequences leave nothing. No control character
/// but the line feed survives into any text taken from here.
///
/// Output may arrive in pieces, cut anywhere. What is kept is bounded: the oldest lines go first, and a line keeps its
/// first columns.
public struct TerminalText: Sendable, Hashable {
    /// How much is kept.
    public struct Limits: Sendable, Hashable {
        /// Lines; older ones are dropped.
        public var lines: Int
        /// Columns of a line; what comes after is dropped.
        public var columns: Int

        /// Limits of a given size.
        public init(lines: Int = 10_000, columns: Int = 8_192) {
            self.lines = max(1, lines)
            self.columns = max(1, columns)
        }
    }

    /// Lines dropped because newer ones came.
    public private(set) var droppedLines = 0

    private let limits: Limits
    private var finished: [TerminalLine] = []
    private var line = LineBuffer()
    private var style = TerminalStyle()
    private var link: SafeLink?
    /// The beginning of a sequence whose end has not arrived, as bytes.
    private var pending: [UInt8] = []

    /// An escape sequence longer than this is given up.
    static let longestSequence = 8_192

    /// Nothing yet.
    public init(limits: Limits = Limits()) { self.limits = limits }

    /// A whole text.
    public init(_ text: some StringProtocol, limits: Limits = Limits()) {
        self.limits = limits
        append(text)
    }

    /// The lines so far, the open one included. A text that ends in a line feed has no open line.
    public var lines: [TerminalLine] {
        line.isEmpty ? finished : finished + [line.finished(limit: limits.columns)]
    }

    /// What was written, without colours and control characters: for copying, searching and reading aloud.
    public var plainText: String { lines.map(\.plainText).joined(separator: "\n") }

    /// A text without colours and control characters, in one step.
    public static func plain(_ text: String) -> String {
        let isClean = text.utf8.allSatisfy { $0 >= .space && $0 < 0x7F || $0 == .lineFeed }
        return isClean ? text : TerminalText(text).plainText + (text.utf8.last == .lineFeed ? "\n" : "")
    }

    /// Adds output at the end.
    public mutating func append(_ text: some StringProtocol) {
        var bytes = pending
        pending = []
        bytes.append(contentsOf: text.utf8)
        bytes.withUnsafeBufferPointer { take($0) }
    }

    // MARK: Reading

    private mutating func take(_ bytes: UnsafeBufferPointer<UInt8>) {
        var position = 0
        while position < bytes.count {
            let end = Self.endOfText(bytes, from: position)
            if end > position {
                let text = String(decoding: bytes[position..<end], as: UTF8.self).withoutDirections
                if !text.isEmpty { line.write(text, style: style, link: link, limit: limits.columns) }
                position = end
                continue
            }
            line.closeText()
            guard let next = takeControl(bytes, at: position) else {
                if bytes.count - position <= Self.longestSequence { pending = Array(bytes[position...]) }
                return
            }
            position = next
        }
    }

    /// Where a stretch of printable text ends.
    private static func endOfText(_ bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> Int {
        var end = start
        while end < bytes.count {
            let byte = bytes[end]
            if byte < .space || byte == 0x7F { break }
            // C1 controls, and the line and paragraph separators.
            if byte == 0xC2, end + 1 < bytes.count, bytes[end + 1] < 0xA0 { break }
            if byte == 0xE2, end + 2 < bytes.count, bytes[end + 1] == 0x80, bytes[end + 2] & 0xFE == 0xA8 { break }
            end += 1
        }
        return end
    }

    /// Reads one control character or sequence; nil when its end has not arrived.
    private mutating func takeControl(_ bytes: UnsafeBufferPointer<UInt8>, at position: Int) -> Int? {
        switch bytes[position] {
        case .lineFeed, 0x0B, 0x0C:
            endLine()
        case .carriageReturn:
            line.carriageReturn(limit: limits.columns)
        case 0x08:
            line.backspace(limit: limits.columns)
        case .tab:
            line.tab(style: style, limit: limits.columns)
        case 0x1B:
            return takeEscape(bytes, at: position)
        case 0xC2:
            switch bytes[position + 1] {
            case 0x9B: return takeCSI(bytes, from: position + 2)
            case 0x9D: return takeString(bytes, from: position + 2, isOSC: true)
            case 0x90, 0x98, 0x9E, 0x9F: return takeString(bytes, from: position + 2, isOSC: false)
            case 0x85: endLine()
            default: break
            }
            return position + 2
        case 0xE2:
            return position + 3
        default:
            break
        }
        return position + 1
    }

    private mutating func takeEscape(_ bytes: UnsafeBufferPointer<UInt8>, at position: Int) -> Int? {
        guard position + 1 < bytes.count else { return nil }
        switch bytes[position + 1] {
        case UInt8(ascii: "["): return takeCSI(bytes, from: position + 2)
        case UInt8(ascii: "]"): return takeString(bytes, from: position + 2, isOSC: true)
        case UInt8(ascii: "P"), UInt8(ascii: "X"), UInt8(ascii: "^"), UInt8(ascii: "_"):
            return takeString(bytes, from: position + 2, isOSC: false)
        case 0x20...0x2F:
            var end = position + 1
            while end < bytes.count, (0x20...0x2F).contains(bytes[end]) { end += 1 }
            guard end < bytes.count else { return nil }
            return (0x30...0x7E).contains(bytes[end]) ? end + 1 : end
        case 0x30...0x7E: return position + 2
        default: return position + 1
        }
    }

    private mutating func takeCSI(_ bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> Int? {
        var end = start
        while end < bytes.count, (0x20...0x3F).contains(bytes[end]) { end += 1 }
        guard end < bytes.count else { return nil }
        guard (0x40...0x7E).contains(bytes[end]) else { return end }
        let parameters = bytes[start..<end]
        switch bytes[end] {
        case UInt8(ascii: "m"):
            if parameters.allSatisfy({ $0.isDigit || $0 == UInt8(ascii: ";") || $0 == UInt8(ascii: ":") }) {
                style.apply(SGRParameters(parameters))
            }
        case UInt8(ascii: "K"):
            line.erase(SGRParameters(parameters).values.first?.first ?? 0)
        case UInt8(ascii: "G"):
            if parameters.isEmpty || parameters.elementsEqual("1".utf8) {
                line.carriageReturn(limit: limits.columns)
            }
        default:
            break
        }
        return end + 1
    }

    /// Reads a string sequence up to its terminator.
    private mutating func takeString(
        _ bytes: UnsafeBufferPointer<UInt8>, from start: Int, isOSC: Bool
    ) -> Int? {
        var end = start
        while end < bytes.count, end - start <= Self.longestSequence {
            switch bytes[end] {
            case 0x07:
                if isOSC { takeOSC(bytes[start..<end]) }
                return end + 1
            case 0x1B:
                guard end + 1 < bytes.count else { return nil }
                if isOSC { takeOSC(bytes[start..<end]) }
                return bytes[end + 1] == UInt8(ascii: "\\") ? end + 2 : end
            case 0xC2 where end + 1 < bytes.count && bytes[end + 1] == 0x9C:
                if isOSC { takeOSC(bytes[start..<end]) }
                return end + 2
            case .lineFeed where isOSC:
                // Nobody's title or address holds a line feed: the sequence was never finished.
                return end
            default:
                end += 1
            }
        }
        return end < bytes.count ? end : nil
    }

    private mutating func takeOSC(_ content: Slice<UnsafeBufferPointer<UInt8>>) {
        let parts = content.split(separator: UInt8(ascii: ";"), maxSplits: 2, omittingEmptySubsequences: false)
        guard parts.count == 3, parts[0].elementsEqual("8".utf8) else { return }
        link = SafeLink(String(decoding: parts[2], as: UTF8.self))
    }

    private mutating func endLine() {
        finished.append(line.finished(limit: limits.columns))
        line = LineBuffer()
        // In batches, so that each dropped line costs its share only.
        if finished.count > limits.lines + max(64, limits.lines / 4) {
            let surplus = finished.count - limits.lines
            finished.removeFirst(surplus)
            droppedLines += surplus
        }
    }
}

/// The line being written.
///
/// As long as writing only goes forward the line is a list of runs. The first step back turns it into cells.
private struct LineBuffer: Sendable, Hashable {
    private struct Cell: Sendable, Hashable {
        var character: Character
        var look: Int
    }

    private struct Look: Sendable, Hashable {
        var style: TerminalStyle
        var link: SafeLink?
    }

    private var runs: [TerminalRun] = []
    private var column = 0
    /// The last character written: more text may still become a part of it, an accent or the rest of an emoji, wherever
    /// output was cut.
    private var tail: Tail?
    /// Filled after the first step back.
    private var cells: [Cell]?
    private var looks: [Look] = []
    private var lookIndices: [Look: Int] = [:]
    private var cursor = 0
    /// The line was cleared with the cursor somewhere in it: going back to its start shows that.
    private var isClearedOnReturn = false

    private struct Tail: Sendable, Hashable {
        var character: Character
        /// The column it stands in, as long as there are no cells.
        var column = 0
        /// Whether it stands in a cell, once there are cells: there may have been no room.
        var isKept = true
    }

    var isEmpty: Bool { runs.isEmpty && cells?.isEmpty ?? true }

    mutating func write(_ text: String, style: TerminalStyle, link: SafeLink?, limit: Int) {
        isClearedOnReturn = false
        if cells == nil {
            writeRun(text, style: style, link: link, limit: limit)
        } else {
            writeCells(text, look: index(of: Look(style: style, link: link)), limit: limit)
        }
    }

    /// What was written last is read together with what follows, so that a cut between them changes nothing.
    private mutating func writeRun(_ text: String, style: TerminalStyle, link: SafeLink?, limit: Int) {
        let isSameRun = runs.last.map { $0.style == style && $0.link == link } ?? false
        let open = isSameRun ? tail : nil
        let joined = open.map { String($0.character) + text } ?? text
        let start = open?.column ?? column
        guard start < limit, let end = joined.last else { return }
        column = start + TextWidth.columns(of: joined)
        tail = Tail(character: end, column: column - TextWidth.columns(of: end))
        if isSameRun {
            runs[runs.count - 1].text += text
        } else {
            runs.append(TerminalRun(text, style: style, link: link))
        }
    }

    private mutating func writeCells(_ text: String, look: Int, limit: Int) {
        let joined = tail.map { String($0.character) + text } ?? text
        guard let end = joined.last else { return }
        var isKept = tail?.isKept ?? true
        if tail != nil, isKept { cursor -= 1 }
        for (index, character) in joined.enumerated() where index > 0 || isKept {
            isKept = put(Cell(character: character, look: look), limit: limit)
        }
        tail = Tail(character: end, isKept: isKept)
    }

    /// A control came. In a run the text behind it goes on all the same; in cells it starts one of its own.
    mutating func closeText() {
        if cells != nil { tail = nil }
    }

    mutating func tab(style: TerminalStyle, limit: Int) {
        let position = cells == nil ? column : cursor
        write(String(repeating: " ", count: 8 - position % 8), style: style, link: nil, limit: limit)
    }

    mutating func carriageReturn(limit: Int) {
        if isClearedOnReturn {
            self = LineBuffer()
            return
        }
        guard !isEmpty else { return }
        useCells(limit: limit)
        cursor = 0
    }

    mutating func backspace(limit: Int) {
        guard !isEmpty else { return }
        useCells(limit: limit)
        cursor = max(0, cursor - 1)
    }

    /// Clears a part of the line: 0 after the cursor, 1 before it, 2 all of it.
    mutating func erase(_ part: Int) {
        switch part {
        case 0:
            if let count = cells?.count, cursor < count { cells?.removeLast(count - cursor) }
        case 2:
            if cells != nil, cursor == 0 { self = LineBuffer() } else { isClearedOnReturn = true }
        default:
            break
        }
    }

    func finished(limit: Int) -> TerminalLine {
        guard let cells else {
            return TerminalLine(runs: column <= limit ? runs : Self.cut(runs, limit: limit))
        }
        var runs: [TerminalRun] = []
        var last = -1
        for cell in cells {
            if cell.look == last {
                runs[runs.count - 1].text.append(cell.character)
            } else {
                let look = looks[cell.look]
                runs.append(TerminalRun(String(cell.character), style: look.style, link: look.link))
                last = cell.look
            }
        }
        return TerminalLine(runs: runs)
    }

    /// Puts a cell where the cursor is, and says whether there was room.
    private mutating func put(_ cell: Cell, limit: Int) -> Bool {
        guard let count = cells?.count else { return false }
        if cursor < count {
            cells?[cursor] = cell
        } else if count < limit {
            cells?.append(cell)
        } else {
            return false
        }
        cursor += 1
        return true
    }

    private mutating func useCells(limit: Int) {
        guard cells == nil else { return }
        var cells: [Cell] = []
        for run in Self.cut(runs, limit: limit) {
            let look = index(of: Look(style: run.style, link: run.link))
            for character in run.text { cells.append(Cell(character: character, look: look)) }
        }
        cursor = cells.count
        self.cells = cells
        runs = []
        tail = nil
    }

    private mutating func index(of look: Look) -> Int {
        if let known = lookIndices[look] { return known }
        looks.append(look)
        lookIndices[look] = looks.count - 1
        return looks.count - 1
    }

    private static func cut(_ runs: [TerminalRun], limit: Int) -> [TerminalRun] {
        var result: [TerminalRun] = []
        var left = limit
        for run in runs where left > 0 {
            let (text, used) = TextWidth.prefix(of: run.text[...], columns: left)
            left = text.endIndex < run.text.endIndex ? 0 : left - used
            if !text.isEmpty { result.append(TerminalRun(String(text), style: run.style, link: run.link)) }
        }
        return result
    }
}
