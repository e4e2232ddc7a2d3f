import Testing

@testable import Transcript

@Suite("A long text in pieces")
struct ProsePiecesTests {
    private func pieces(_ text: String, _ length: Int) -> [String] {
        ProsePieces(text, pieceLength: length).pieces.map(\.text)
    }

    @Test("A short text is one piece, read already")
    func short() {
        let pieces = ProsePieces("**Twelve**").pieces
        #expect(pieces.map(\.text) == ["**Twelve**"])
        #expect(pieces[0].isParsed)
        #expect(self.pieces("", 10) == [""])
    }

    @Test("Pieces end between paragraphs, else between lines, else between characters")
    func cuts() {
        #expect(pieces("one\n\ntwo two\nthree\n", 10) == ["one\n\n", "two two\n", "three\n"])
        #expect(pieces("one two\nthree", 10) == ["one two\n", "three"])
        #expect(pieces("ééééé", 5) == ["éé", "éé", "é"])
    }

    @Test("A fence that goes on behind a cut is opened anew, a closed one is not")
    func fences() {
        let code = "```swift\nlet a = 1\nlet b = 2\n```\nwords\n"
        #expect(pieces(code, 24) == ["```swift\nlet a = 1\n", "```swift\nlet b = 2\n```\nwords\n"])
        #expect(pieces("~~~\na\n```\n\nb\n~~~\n\nlast", 12) == ["~~~\na\n```\n\n", "~~~\nb\n~~~\n\nlast"])
    }

    @Test("Nothing is lost, however it is cut", arguments: [1, 4, 5, 7, 30, 100])
    func whole(length: Int) {
        let text = (0..<60).map { "Paragraph \($0) à la carte, 𝄞.\n\n- one\n- two\n\n" }.joined()
        #expect(pieces(text, length).joined() == text)
    }

    @Test("A text that grew begins with what it was")
    func grown() {
        #expect(Prose("one two").begins(with: Prose("one")))
        #expect(Prose("one").begins(with: Prose("one")))
        #expect(!Prose("one").begins(with: Prose("one two")))
        #expect(!Prose("one two").begins(with: Prose("two")))
    }

    @Test("A text is long above a bound; one that grew on screen above a larger one")
    func long() {
        let text = String(repeating: "words and words\n", count: 20_000)
        #expect(Prose(text).isLong)
        #expect(!Prose("words").isLong)
        #expect(!ProsePieces(text, pieceLength: .max).pieces[0].isLong)
        #expect(Prose(text).firstLines.count == 1)
    }
}
