import CollabWire
import Testing

@Suite("Characters that turn the direction of text")
struct DirectionsTests {
    @Test("are Unicode's, all of them, and nothing else")
    func table() {
        let found = (0...0x10FFFF).compactMap(Unicode.Scalar.init).filter(\.turnsDirection).map(\.value)
        let expected = [0x061C, 0x200E, 0x200F] + Array(0x202A...0x202E) + Array(0x2066...0x2069)
        #expect(found == expected.map(UInt32.init))
    }

    @Test(
        "are left out, and everything else stays",
        arguments: [
            ("", ""), ("plain", "plain"), ("Größe 日本 👩‍👩‍👧 שלום", "Größe 日本 👩‍👩‍👧 שלום"),
            ("rm \u{202E}dliub\u{202C} -rf", "rm dliub -rf"), ("\u{2067}\u{2069}", ""), ("a\u{200F}b\u{061C}c", "abc"),
            ("– “quoted” …", "– “quoted” …"),
        ])
    func cleaned(text: String, expected: String) {
        #expect(text.withoutDirections == expected)
        #expect(text.turnsDirection == (text != expected))
        #expect(!text.withoutDirections.turnsDirection)
    }
}
