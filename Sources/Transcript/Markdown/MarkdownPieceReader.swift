/// Turns one piece of Markdown source into blocks.
struct MarkdownPieceReader {
    /// The whole source.
    let bytes: UnsafeBufferPointer<UInt8>
    let definitions: MarkdownDefinitions
    let openDefinitions: MarkdownDefinitions

    /// The blocks of a piece; their ids are unique in the document.
    func blocks(of piece: MarkdownScanner.Piece) -> [MarkdownBlock] {
        var blocks: [MarkdownBlock]
        switch piece.kind {
        case .markdown:
            blocks = parsed(bytes[piece.range])
        case .tableRows(let header):
            blocks = rows(piece, header: header)
        case .fencedCode(let info, let indent, let code):
            let text = MarkdownCodeText.text(
                bytes[code], fenceIndent: indent, endsWithLine: !piece.endsInsideLine)
            let code = MarkdownCode(info: self.info(info), text: text, continues: piece.continues)
            blocks = [MarkdownBlock(id: 0, kind: .code(code))]
        case .plain:
            blocks = plain(bytes[piece.range])
        case .math:
            let text = trimmed(bytes[piece.range])
            blocks = text.isEmpty ? [] : [MarkdownBlock(id: 0, kind: .math(text))]
        case .wrapperTag:
            blocks = []
        }
        if piece.continues, case .code(var code) = blocks.first?.kind {
            code.continues = true
            blocks[0].kind = .code(code)
        }
        // A piece has at least as many bytes as blocks, so these numbers never meet those of the next piece.
        for index in blocks.indices { blocks[index].id = piece.range.lowerBound + index }
        return blocks
    }

    private func parsed(_ source: Slice<UnsafeBufferPointer<UInt8>>) -> [MarkdownBlock] {
        let source = UnsafeBufferPointer(rebasing: source)
        guard MarkdownCost.isBounded(source) else { return plain(source[...]) }
        if let (protected, math) = MarkdownMath.extracted(from: source) {
            return protected.withUnsafeBufferPointer {
                CMarkParser.blocks(source: $0, definitions: definitionSource(for: source), math: math)
            }
        }
        return CMarkParser.blocks(
            source: source, definitions: definitionSource(for: source), math: MarkdownMath())
    }

    private func definitionSource(for source: UnsafeBufferPointer<UInt8>) -> [UInt8] {
        if definitions.isEmpty, openDefinitions.isEmpty { return [] }
        let names = MarkdownDefinitions.names(in: source)
        return definitions.source(for: names) + openDefinitions.source(for: names)
    }

    private func rows(_ piece: MarkdownScanner.Piece, header: Range<Int>) -> [MarkdownBlock] {
        let source = Array(bytes[header]) + [.lineFeed] + Array(bytes[piece.range])
        var blocks = source.withUnsafeBufferPointer { parsed($0[...]) }
        if case .table(var table) = blocks.first?.kind {
            table.continues = true
            blocks[0].kind = .table(table)
            return blocks
        }
        return parsed(bytes[piece.range])
    }

    private func info(_ range: Range<Int>) -> String {
        let source = bytes[range]
        if source.contains(where: { $0 == UInt8(ascii: "\\") || $0 == UInt8(ascii: "&") || $0 == 0 }) {
            return CMarkParser.info(Array(source))
        }
        return trimmed(source)
    }

    private func plain(_ source: Slice<UnsafeBufferPointer<UInt8>>) -> [MarkdownBlock] {
        let text = trimmed(source)
        return text.isEmpty ? [] : [MarkdownBlock(id: 0, kind: .paragraph([MarkdownRun(text)]))]
    }

    private func trimmed(_ source: Slice<UnsafeBufferPointer<UInt8>>) -> String {
        var source = source
        while let last = source.last, last.isBlank || last == .lineFeed || last == .carriageReturn {
            source.removeLast()
        }
        while let first = source.first, first.isBlank || first == .lineFeed || first == .carriageReturn {
            source.removeFirst()
        }
        return String(decoding: source, as: UTF8.self).withoutCarriageReturns
    }
}

/// The lines between fences.
enum MarkdownCodeText {
    /// Code without the fence's indent, with line feeds for line ends.
    static func text(
        _ source: Slice<UnsafeBufferPointer<UInt8>>, fenceIndent: Int, endsWithLine: Bool
    ) -> String {
        var code: [UInt8] = []
        code.reserveCapacity(source.count + 1)
        var position = source.startIndex
        var isLineStart = fenceIndent > 0
        while position < source.endIndex {
            if isLineStart {
                position = skipIndent(source, position, columns: fenceIndent, into: &code)
                isLineStart = false
                continue
            }
            let byte = source[position]
            position += 1
            switch byte {
            case .lineFeed:
                code.append(byte)
                isLineStart = fenceIndent > 0
            case .carriageReturn:
                code.append(.lineFeed)
                if position < source.endIndex, source[position] == .lineFeed { position += 1 }
                isLineStart = fenceIndent > 0
            case 0:
                code.append(contentsOf: "\u{FFFD}".utf8)
            default:
                code.append(byte)
            }
        }
        if endsWithLine, let last = code.last, last != .lineFeed { code.append(.lineFeed) }
        return String(decoding: code, as: UTF8.self)
    }

    private static func skipIndent(
        _ source: Slice<UnsafeBufferPointer<UInt8>>, _ start: Int, columns: Int, into code: inout [UInt8]
    ) -> Int {
        var position = start
        var column = 0
        while position < source.endIndex, column < columns, source[position].isBlank {
            let width = source[position] == .tab ? 4 - column % 4 : 1
            position += 1
            column += width
            // What a tab spans beyond the fence's column stays, as spaces.
            if column > columns {
                code.append(contentsOf: repeatElement(.space, count: column - columns))
            }
        }
        return position
    }
}

/// Whether parsing a piece stays cheap.
///
/// A few shapes of input cost cmark the square of their length, or build far more nodes than they have bytes. No text
/// that was written to be read has these shapes; such a piece is shown as plain text.
enum MarkdownCost {
    /// Columns of a table beyond this are not laid out.
    static let widestTable = 128
    /// Containers on one line.
    static let deepestLine = 64
    /// Opening brackets, or runs of one kind of delimiter, in one piece.
    static let mostDelimiters = 3_000

    /// Looks through a piece once.
    static func isBounded(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        var counts = Counts()
        var position = 0
        while position < bytes.count {
            var end = position
            while end < bytes.count, bytes[end] != .lineFeed, bytes[end] != .carriageReturn { end += 1 }
            if !isBounded(bytes, line: position..<end, &counts) { return false }
            position = end + 1
        }
        return true
    }

    private struct Counts {
        var brackets = 0
        var angles = 0
        var delimiters = 0
    }

    private static func isBounded(
        _ bytes: UnsafeBufferPointer<UInt8>, line: Range<Int>, _ counts: inout Counts
    ) -> Bool {
        var isContainer = true
        var containers = 0
        var pipes = 0
        var previous: UInt8 = 0
        for byte in bytes[line] {
            switch byte {
            case UInt8(ascii: "|"): pipes += 1
            case UInt8(ascii: "["): counts.brackets += 1
            case UInt8(ascii: "<"): counts.angles += 1
            case UInt8(ascii: "*"), UInt8(ascii: "_"), UInt8(ascii: "~"), UInt8(ascii: "`"):
                if previous != byte { counts.delimiters += 1 }
            default: break
            }
            if isContainer {
                switch byte {
                case UInt8(ascii: ">"), UInt8(ascii: "-"), UInt8(ascii: "+"), UInt8(ascii: "*"), UInt8(ascii: "."),
                    UInt8(ascii: ")"):
                    containers += byte == previous && byte != UInt8(ascii: ">") ? 0 : 1
                case .space, .tab, UInt8(ascii: "0")...UInt8(ascii: "9"): break
                default: isContainer = false
                }
            }
            previous = byte
        }
        if containers > deepestLine { return false }
        if pipes > widestTable, MarkdownTableRow.isDelimiter(bytes, line) { return false }
        return counts.brackets <= mostDelimiters && counts.angles <= mostDelimiters
            && counts.delimiters <= mostDelimiters
    }
}
