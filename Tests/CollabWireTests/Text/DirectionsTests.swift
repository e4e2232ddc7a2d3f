import CollabWire
import Testing

@Suite("Text that a reader gets")
struct ReadableTests {
    @Test(
        "has no control characters but line feeds and tabs, and nothing that turns its direction",
        arguments: [
            ("", ""), ("two\nlines\tand a tab", "two\nlines\tand a tab"), ("\u{1B}[31mred\u{1B}[0m", "[31mred[0m"),
            ("a\u{0}b\u{7}c\u{8}\u{7F}d", "abcd"), ("C1 \u{85}\u{9B}2J\u{9F}", "C1 2J"), ("line\r\nfeed", "line\nfeed"),
            ("rm \u{202E}dliub\u{202C}", "rm dliub"), ("Größe é \u{A0}« 日本 👩‍👩‍👧", "Größe é \u{A0}« 日本 👩‍👩‍👧"),
        ])
    func cleaned(text: String, expected: String) {
        #expect(text.readable == expected)
        #expect(text.isUnreadable == (text != expected))
        #expect(!text.readable.isUnreadable)
    }

    @Test("every character that steers a terminal is left out of it, and no other")
    func table() {
        for scalar in (0...0x2FFF).compactMap(Unicode.Scalar.init) where scalar != "\n" && scalar != "\t" {
            #expect(String(scalar).readable.isEmpty == scalar.steersTerminal, "U+\(String(scalar.value, radix: 16))")
        }
    }
}

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
