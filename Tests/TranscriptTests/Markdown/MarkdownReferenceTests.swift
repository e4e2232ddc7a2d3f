import Testing

@testable import Transcript

@Suite("Markdown pieces add up to what cmark reads in one go")
struct MarkdownReferenceTests {
    /// Lines that fight over what they belong to.
    private static let lines = [
        "", "", "", "word", "a *b* c", "# title", "## title", "---", "===", "***", "- item", "* item", "+ item",
        "1. one",
        "2. two", "7) seven", "> quote", "> > deep", "> - quoted item", "> ```", "```", "````", "```swift", "~~~",
        "    code",
        "  two", "   three", "\ttab", "  - nested", "    - deeper", "   10. ten", "  ```", "   ```", "| a | b |",
        "|---|:-:|",
        "a | b", "--- | ---", "|-|", "<div>", "</div>", "<!-- c", "-->", "<!-- whole -->", "<span>", "<b>x</b> y",
        "<pre>", "</pre>",
        "<?php", "?>", "`code", "code`", "- ", "-", "1.", "- [ ] todo", "- [x] done", "[foo]", "[foo] bar", "*a", "b*",
        "\\", "a\\",
        "end  ", "~~gone~~", "https://example.com/x", "- # h", "- > q", "-     far", "10. wide", "     five", "--", "=",
        ":--", "> # h",
        "<x-y>", "100. hundred", "    four", "- ```", "  text", " one",
    ]

    @Test("Any order of awkward lines reads like the whole", arguments: 0..<40)
    func awkwardLines(seed: Int) {
        var random = SeededRandom(seed: UInt64(seed) &* 7919 &+ 3)
        for _ in 0..<250 {
            let count = Int.random(in: 1...9, using: &random)
            let text = (0..<count).map { _ in Self.lines.randomElement(using: &random)! }.joined(separator: "\n")
            let expected = CanonicalHTML.tokens(ReferenceHTML.html(text))
            let found = CanonicalHTML.tokens(TreeHTML.html(MarkdownDocument(text).blocks))
            #expect(found == expected, "\(text.debugDescription)")
            if found != expected { return }
        }
    }
}

/// A small generator whose sequences are the same on every machine.
struct SeededRandom: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) { state = seed &+ 0x9E37_79B9_7F4A_7C15 }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}
