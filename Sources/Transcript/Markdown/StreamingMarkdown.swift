import Foundation

/// A Markdown text that grows, and its blocks.
///
/// While a message streams, the whole text so far arrives again and again. Top-level blocks that no further text can
/// change are parsed once; only the open end is parsed anew. A long open block (a list, a table, code, one endless
/// line) is kept in pieces of bounded size, so an update costs no more than its own text and one such piece.
///
/// After every update the blocks are exactly those of ``MarkdownDocument`` for the same text, with one exception: when
/// link definitions arrive late for so much earlier text that reading it again would cost more than eight times the
/// message, the earlier text keeps its old look until more text arrives or ``finish()`` is called.
public struct StreamingMarkdown: Sendable {
    /// The blocks of the text so far. Time: linear.
    public var blocks: [MarkdownBlock] { list.array }

    /// The blocks of the text so far, as whoever keeps them while the text grows should keep them.
    package private(set) var list = MarkdownBlockList()

    /// What an update changed.
    public struct Change: Sendable, Hashable {
        /// Blocks before this index are the same values as before.
        public var firstChangedBlock: Int
        /// Bytes of source that were parsed.
        public var parsedBytes: Int

        static let none = Change(firstChangedBlock: .max, parsedBytes: 0)
    }

    private var text: [UInt8] = []
    private var scanner = MarkdownScanner()
    private var pieces: [FinishedPiece] = []
    /// Blocks of finished pieces; what follows belongs to the open end.
    private var finishedBlocks = 0
    private var definitions = MarkdownDefinitions()
    /// Definitions in the open end, which may still change.
    private var openDefinitions = MarkdownDefinitions()
    /// Finished pieces that hold a name in square brackets.
    private var mentions: [String: [Int]] = [:]
    /// Names whose definition changed after pieces that mention them were parsed.
    private var pendingNames: Set<String> = []
    private var reparsedBytes = 0

    private struct FinishedPiece: Sendable {
        var piece: MarkdownScanner.Piece
        var firstBlock: Int
        var blockCount: Int
    }

    /// An empty text.
    public init() {}

    /// Replaces the text. Costs little when the new text begins with the old one.
    ///
    /// - Parameter newText: the whole text so far.
    @discardableResult
    public mutating func update(text newText: String) -> Change {
        var newText = newText
        return newText.withUTF8 { new in
            let common = commonPrefix(with: new)
            if common == text.count {
                if common == new.count { return .none }
                return grow(by: UnsafeBufferPointer(rebasing: new[common...]))
            }
            let kept = rewind(keeping: common)
            text.removeLast(text.count - common)
            var change = grow(by: UnsafeBufferPointer(rebasing: new[common...]))
            change.firstChangedBlock = min(change.firstChangedBlock, kept)
            return change
        }
    }

    /// Adds text at the end.
    @discardableResult
    public mutating func append(_ more: String) -> Change {
        var more = more
        return more.withUTF8 { $0.isEmpty ? .none : grow(by: $0) }
    }

    /// Says that the text is complete: whatever was put off is done.
    @discardableResult
    public mutating func finish() -> Change {
        var change = Change.none
        applyPendingDefinitions(&change, upTo: pieces.count, isLimited: false)
        return change
    }

    // MARK: Growing

    /// How much of the text stays. A text that only grows is found out by one `memcmp`; whoever knows that it grew
    /// says so with ``append(_:)``, and nothing is compared at all.
    private func commonPrefix(with new: UnsafeBufferPointer<UInt8>) -> Int {
        text.withUnsafeBufferPointer { old in
            guard let oldStart = old.baseAddress, let newStart = new.baseAddress else { return 0 }
            let count = min(old.count, new.count)
            if old.count <= new.count, memcmp(oldStart, newStart, count) == 0 { return count }
            let step = 512
            var position = 0
            while position + step <= count, memcmp(oldStart + position, newStart + position, step) == 0 {
                position += step
            }
            while position < count, old[position] == new[position] { position += 1 }
            // Never in the middle of a scalar.
            while position > 0, position < new.count, new[position].isContinuation { position -= 1 }
            return position
        }
    }

    private mutating func grow(by more: UnsafeBufferPointer<UInt8>) -> Change {
        text.append(contentsOf: more)
        var change = Change(firstChangedBlock: finishedBlocks, parsedBytes: 0)
        let oldBlockCount = list.count
        let oldOpen = Array(list[finishedBlocks...])
        list.removeSubrange(from: finishedBlocks)

        text.withUnsafeBufferPointer { scanner.read($0) }
        let finished = scanner.takePieces()
        var end = scanner
        text.withUnsafeBufferPointer { end.finish($0) }
        let open = end.takePieces()

        let known = pieces.count
        learnDefinitions(finished: finished, open: open)
        for piece in finished { append(piece, isFinished: true, &change) }
        finishedBlocks = list.count
        for piece in open { append(piece, isFinished: false, &change) }
        if !pendingNames.isEmpty { applyPendingDefinitions(&change, upTo: known) }

        // What looks as before has not changed: the reader's rows stay.
        if change.firstChangedBlock < oldBlockCount {
            let base = oldBlockCount - oldOpen.count
            if change.firstChangedBlock == base {
                var same = 0
                while same < oldOpen.count, base + same < list.count, oldOpen[same] == list[base + same] {
                    same += 1
                }
                change.firstChangedBlock = base + same
            }
        }
        return change
    }

    private mutating func append(_ piece: MarkdownScanner.Piece, isFinished: Bool, _ change: inout Change) {
        let first = list.count
        var parsed = parse(piece)
        change.parsedBytes += piece.range.count
        if piece.continues { continueList(&parsed, after: list.last) }
        list.append(contentsOf: parsed)
        guard isFinished else { return }
        if case .markdown = piece.kind { noteMentions(of: piece, index: pieces.count) }
        if case .tableRows = piece.kind { noteMentions(of: piece, index: pieces.count) }
        pieces.append(FinishedPiece(piece: piece, firstBlock: first, blockCount: parsed.count))
    }

    /// Numbers a piece of an ordered list on from the piece before.
    private func continueList(_ parsed: inout [MarkdownBlock], after previous: MarkdownBlock?) {
        guard case .list(var list) = parsed.first?.kind, case .list(let before) = previous?.kind,
            (list.start == nil) == (before.start == nil)
        else { return }
        list.continues = true
        if let start = before.start { list.start = start + before.items.count }
        parsed[0].kind = .list(list)
    }

    private func parse(_ piece: MarkdownScanner.Piece) -> [MarkdownBlock] {
        text.withUnsafeBufferPointer { bytes in
            MarkdownPieceReader(bytes: bytes, definitions: definitions, openDefinitions: openDefinitions)
                .blocks(of: piece)
        }
    }

    // MARK: Definitions

    private mutating func noteMentions(of piece: MarkdownScanner.Piece, index: Int) {
        let names = text.withUnsafeBufferPointer {
            MarkdownDefinitions.names(in: UnsafeBufferPointer(rebasing: $0[piece.range]))
        }
        for name in names { mentions[name, default: []].append(index) }
    }

    private mutating func learnDefinitions(finished: [MarkdownScanner.Piece], open: [MarkdownScanner.Piece]) {
        let before = openDefinitions
        var learned: Set<String> = []
        for piece in finished {
            for (name, source) in foundDefinitions(in: piece) where definitions.add(name, source) {
                if before.sources[name] != source { learned.insert(name) }
            }
        }
        openDefinitions = MarkdownDefinitions()
        for piece in open {
            for (name, source) in foundDefinitions(in: piece) where definitions.sources[name] == nil {
                openDefinitions.add(name, source)
            }
        }
        if before.isEmpty, openDefinitions.isEmpty, learned.isEmpty { return }
        for name in Set(before.sources.keys).union(openDefinitions.sources.keys)
        where definitions.sources[name] == nil && before.sources[name] != openDefinitions.sources[name] {
            learned.insert(name)
        }
        pendingNames.formUnion(learned)
    }

    private func foundDefinitions(
        in piece: MarkdownScanner.Piece
    ) -> [(name: String, source: MarkdownDefinitions.Source)] {
        guard piece.kind == .markdown else { return [] }
        return text.withUnsafeBufferPointer {
            MarkdownDefinitions.definitions(in: UnsafeBufferPointer(rebasing: $0[piece.range]))
        }
    }

    /// Parses earlier pieces again that mention a name whose definition has come, changed or gone.
    ///
    /// - Parameter count: how many pieces were parsed before the definitions in force were known.
    private mutating func applyPendingDefinitions(_ change: inout Change, upTo count: Int, isLimited: Bool = true) {
        guard !pendingNames.isEmpty else { return }
        var affected: Set<Int> = []
        for name in pendingNames { affected.formUnion(mentions[name] ?? []) }
        affected = affected.filter { $0 < count }
        let cost = affected.reduce(0) { $0 + pieces[$1].piece.range.count }
        if isLimited {
            guard reparsedBytes + cost <= 8 * text.count + 65_536 else { return }
            reparsedBytes += cost
        }
        pendingNames = []
        for index in affected.sorted() {
            let finished = pieces[index]
            var parsed = parse(finished.piece)
            change.parsedBytes += finished.piece.range.count
            let old = finished.firstBlock..<finished.firstBlock + finished.blockCount
            if finished.piece.continues {
                continueList(&parsed, after: old.lowerBound > 0 ? list[old.lowerBound - 1] : nil)
            }
            guard parsed != Array(list[old]) else { continue }
            change.firstChangedBlock = min(change.firstChangedBlock, old.lowerBound)
            list.replaceSubrange(old, with: parsed)
            let shift = parsed.count - finished.blockCount
            guard shift != 0 else { continue }
            pieces[index].blockCount = parsed.count
            for later in pieces.indices where later > index { pieces[later].firstBlock += shift }
            finishedBlocks += shift
        }
    }

    // MARK: Going back

    /// Forgets what depends on text after a position. Returns how many blocks are kept.
    private mutating func rewind(keeping common: Int) -> Int {
        guard definitions.isEmpty, openDefinitions.isEmpty, pendingNames.isEmpty else { return reset() }
        // A piece that starts afresh and lies within the common text is read again, with everything after it.
        guard
            let index = pieces.lastIndex(where: { finished in
                let isFresh = !finished.piece.continues && finished.piece.kind != .plain
                if case .tableRows = finished.piece.kind { return false }
                return isFresh && finished.piece.range.upperBound <= common
            })
        else { return reset() }
        let first = pieces[index].firstBlock
        scanner = MarkdownScanner(startingAt: pieces[index].piece.range.lowerBound)
        pieces.removeLast(pieces.count - index)
        list.removeSubrange(from: first)
        finishedBlocks = first
        mentions = mentions.compactMapValues { indices in
            let kept = indices.filter { $0 < index }
            return kept.isEmpty ? nil : kept
        }
        return first
    }

    private mutating func reset() -> Int {
        scanner = MarkdownScanner()
        pieces = []
        list = MarkdownBlockList()
        finishedBlocks = 0
        definitions = MarkdownDefinitions()
        openDefinitions = MarkdownDefinitions()
        mentions = [:]
        pendingNames = []
        return 0
    }
}
