import SwiftUI

/// Words of a host that are meant to be few, and may be a book: their beginning, and more of them on request.
struct FoldedText: View {
    /// Letters of the beginning, and of each piece that follows it.
    static let fewLetters = 600
    private static let pieceLength = 8_192

    @Environment(\.findMark) private var mark
    @State private var isOpen = false
    /// Pieces that are shown while it is open.
    @State private var shown = 8
    @State private var memo = Memo<String, [String]>()

    let words: String
    let font: Font
    let color: Color

    var body: some View {
        if words.utf8.count <= Self.fewLetters {
            piece(words, mark, isFound: found(in: [words], mark.map { [$0] }) != nil)
        } else {
            let pieces = memo(words) { Self.pieces(of: words) }
            let marks = mark?.split(over: pieces)
            let found = found(in: pieces, marks)
            // As far as the match that the reader stands at, however far that is.
            let count = max(isOpen ? min(shown, pieces.count) : 1, found.map { $0 + 1 } ?? 0)
            VStack(alignment: .leading, spacing: 4) {
                ForEach(0..<count, id: \.self) { index in
                    piece(pieces[index], marks?[index], isFound: index == found)
                }
                if count < pieces.count {
                    Button {
                        if isOpen { shown *= 2 }
                        isOpen = true
                    } label: {
                        Text("Show more")
                    }
                    .buttonStyle(BlockStyle())
                }
            }
            .opensWhenFound($isOpen)
        }
    }

    /// The piece with the match that the reader stands at; the first that has one, where it is not known which it is.
    private func found(in pieces: [String], _ marks: [FindMark]?) -> Int? {
        guard let marks else { return nil }
        return pieces.indices.first { index in
            marks[index].current == .all ? marks[index].count(in: pieces[index]) > 0 : marks[index].isCurrent
        }
    }

    private func piece(_ words: String, _ mark: FindMark?, isFound: Bool) -> some View {
        FoundText(shown: words)
            .environment(\.findMark, mark)
            .findAnchor(isFound ? mark : nil)
            .font(font)
            .foregroundStyle(color)
            .textSelection(.enabled)
            .fixedSize(horizontal: false, vertical: true)
    }

    /// The words in pieces that end where words do, where there is such a place near.
    static func pieces(of words: String) -> [String] {
        var pieces: [String] = []
        let scalars = words.unicodeScalars
        var start = scalars.startIndex
        while start < scalars.endIndex {
            let length = pieces.isEmpty ? fewLetters : pieceLength
            var end = scalars.index(start, offsetBy: length, limitedBy: scalars.endIndex) ?? scalars.endIndex
            if end < scalars.endIndex,
                let space = scalars[start..<end].suffix(80).lastIndex(where: \.properties.isWhitespace)
            {
                end = scalars.index(after: space)
            }
            pieces.append(String(scalars[start..<end]))
            start = end
        }
        return pieces
    }
}

extension String {
    /// The text on one line: line breaks are spaces.
    var onOneLine: String {
        guard contains(where: \.isNewline) else { return self }
        return split(whereSeparator: \.isNewline).joined(separator: " ")
    }

    /// The beginning, for a place that shows one line or two.
    func beginning(_ most: Int = FoldedText.fewLetters) -> String {
        utf8.count <= most ? self : String(unicodeScalars.prefix(most)) + "…"
    }

    /// The end, likewise.
    func ending(_ most: Int = FoldedText.fewLetters) -> String {
        utf8.count <= most ? self : "…" + String(unicodeScalars.suffix(most))
    }
}
