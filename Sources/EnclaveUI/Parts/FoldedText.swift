import SwiftUI

/// Words of a host that are meant to be few, and may be a book: their beginning, and more of them on request.
struct FoldedText: View {
    /// Letters of the beginning, and of each piece that follows it.
    static let fewLetters = 600
    private static let pieceLength = 8_192

    @State private var isOpen = false
    /// Pieces that are shown while it is open.
    @State private var shown = 8
    @State private var memo = Memo<String, [String]>()

    let words: String
    let font: Font
    let color: Color

    var body: some View {
        if words.utf8.count <= Self.fewLetters {
            piece(words)
        } else {
            let pieces = memo(words) { Self.pieces(of: words) }
            let count = isOpen ? min(shown, pieces.count) : 1
            VStack(alignment: .leading, spacing: 4) {
                ForEach(0..<count, id: \.self) { index in piece(pieces[index]) }
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

    private func piece(_ words: String) -> some View {
        FoundText(shown: words)
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
