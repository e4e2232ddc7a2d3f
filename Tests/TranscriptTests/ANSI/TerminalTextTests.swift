import Testing

@testable import Transcript

@Suite("Terminal output")
struct TerminalTextTests {
    private static let escape = "\u{1B}"

    @Test(
        "Colour and cursor codes leave readable text",
        arguments: [
            ("\u{1B}[1m\u{1B}[94m-->\u{1B}[0m err", "--> err"),
            ("10%\r50%\r100%\n", "100%"),
            ("\u{1B}]8;;https://example.com\u{1B}\\L\u{1B}]8;;\u{1B}\\", "L"),
            ("\u{1B}]8;;https://example.com\u{7}L\u{1B}]8;;\u{7}", "L"),
            ("a\u{1B}[3", "a"), ("a\u{1B}", "a"), ("a\u{1B}]0;title", "a"), ("a\u{1B}[38;5", "a"),
            ("\u{1B}[2J\u{1B}[Hhome", "home"), ("a\u{1B}[5A\u{1B}[10;20Hb\u{1B}[?25lc", "abc"),
            ("a\u{1B}[2Kb", "ab"), ("old line\u{1B}[2K\rnew", "new"), ("old line\r\u{1B}[Knew", "new"),
            ("long line\rnew", "newg line"),
            ("spin |\u{8}/\u{8}-\u{8}\\", "spin \\"), ("x\u{8}x\u{8}x", "x"), ("\u{8}\u{8}a", "a"),
            ("a\tb", "a       b"), ("12345678\tb", "12345678        b"),
            ("one\r\ntwo\r\n", "one\ntwo"), ("\r\r\n", ""), ("a\n\nb", "a\n\nb"),
            ("\u{7}bell\u{0}nul\u{7F}del", "bellnuldel"), ("\u{9B}31mred\u{9B}0m", "red"), ("\u{9D}0;t\u{9C}x", "x"),
            ("\u{1B}(B\u{1B})0x\u{1B}=\u{1B}>\u{1B}7\u{1B}8\u{1B}c", "x"), ("\u{1B}Pq#0;2;0\u{1B}\\x", "x"),
            ("\u{1B}_Gi=1;AAAA\u{1B}\\x", "x"),
            ("\u{1B}[31", ""), ("日本\r語", "語本"), ("\u{202E}gnp.exe", "gnp.exe"), ("👩‍👩‍👧 ok", "👩‍👩‍👧 ok"),
            ("e\u{301}", "e\u{301}"),
            ("\u{1B}[\u{1B}[1mx", "x"), ("\u{1B}]8;;https://e.example\nlost", "\nlost"),
        ])
    func plain(raw: String, expected: String) {
        let text = TerminalText(raw)
        #expect(text.plainText == expected)
        #expect(
            !text.plainText.unicodeScalars.contains {
                $0.value < 0x20 && $0 != "\n" || (0x7F...0x9F).contains($0.value)
            })
    }

    @Test("Colours become styles")
    func styles() throws {
        let line = try #require(
            TerminalText(
                "\u{1B}[1;31mA\u{1B}[22;39mB\u{1B}[38;5;208;48;2;1;2;3mC\u{1B}[0mD\u{1B}[38:2::9:8:7mE\u{1B}[m\u{1B}[3;4;7;9;2;97mF\u{1B}[4:0;m"
            ).lines.first)
        #expect(
            line.runs == [
                TerminalRun("A", style: TerminalStyle(foreground: .indexed(1), attributes: .bold)),
                TerminalRun("B"),
                TerminalRun("C", style: TerminalStyle(foreground: .indexed(208), background: .rgb(1, 2, 3))),
                TerminalRun("D"),
                TerminalRun("E", style: TerminalStyle(foreground: .rgb(9, 8, 7))),
                TerminalRun(
                    "F",
                    style: TerminalStyle(
                        foreground: .indexed(15), attributes: [.italic, .underline, .inverse, .strikethrough, .dim])),
            ])
    }

    @Test(
        "Wrong colour numbers change nothing",
        arguments: ["38;5", "38;2;1;2", "38;5;999", "38", "48;9", "999", "38;2;300;1;1"])
    func wrongColours(parameters: String) {
        #expect(TerminalText("\u{1B}[\(parameters)mx").lines == [TerminalLine(runs: [TerminalRun("x")])])
    }

    @Test("Links are kept when safe to open")
    func links() {
        let safe = TerminalText("\u{1B}]8;id=1;https://example.com/a?b\u{7}here\u{1B}]8;;\u{7} end")
        #expect(
            safe.lines[0].runs == [TerminalRun("here", link: SafeLink("https://example.com/a?b")), TerminalRun(" end")])
        for address in ["file:///etc/passwd", "javascript:alert(1)", "myapp://x", "https://e.example/\u{202E}"] {
            #expect(TerminalText("\u{1B}]8;;\(address)\u{7}x").lines[0].runs == [TerminalRun("x")])
        }
    }

    @Test("Output cut anywhere reads like the whole", arguments: 0..<40)
    func pieces(seed: Int) {
        let parts = [
            "text ", "\n", "\r", "\r\n", "\u{8}", "\t", "\u{1B}[1;32m", "\u{1B}[0m", "\u{1B}[K", "\u{1B}[2K",
            "\u{1B}[G", "é日👍",
            "\u{1B}]8;;https://example.com\u{7}", "\u{1B}]8;;\u{1B}\\", "\u{1B}[38;5;9m", "\u{1B}P1\u{1B}\\",
            "\u{9B}4m", "\u{1B}", "50%", "\u{301}", "\u{200D}👧", "👩", "🇯", "🇵", "日", "\u{FE0F}", "\u{0}", "\u{8}\u{8}",
        ]
        var random = SeededRandom(seed: UInt64(seed))
        for _ in 0..<50 {
            let raw = (0..<Int.random(in: 1...30, using: &random)).map { _ in parts.randomElement(using: &random)! }
                .joined()
            // Narrow too: what does not fit in must not depend on the cuts either.
            let limits = TerminalText.Limits(columns: Bool.random(using: &random) ? 8_192 : 12)
            var text = TerminalText(limits: limits)
            var rest = raw.unicodeScalars[...]
            while !rest.isEmpty {
                let piece = rest.prefix(Int.random(in: 1...6, using: &random))
                text.append(String(String.UnicodeScalarView(piece)))
                rest = rest.dropFirst(piece.count)
            }
            let whole = TerminalText(raw, limits: limits)
            #expect(text.plainText == whole.plainText, "\(raw.debugDescription)")
            #expect(text.lines == whole.lines, "\(raw.debugDescription)")
        }
    }

    @Test("What is kept is bounded; the newest lines stay")
    func limits() {
        var text = TerminalText(limits: .init(lines: 100, columns: 20))
        for index in 0..<1_000 { text.append("line \(index) \(String(repeating: "x", count: 50))\n") }
        #expect(text.lines.count <= 164)
        #expect(text.droppedLines + text.lines.count == 1_000)
        #expect(text.lines.last?.plainText == "line 999 xxxxxxxxxxx")
        var long = TerminalText(limits: .init(columns: 10))
        for _ in 0..<10_000 { long.append("ab\u{8}c") }
        #expect(long.plainText.count == 10)
    }

    @Test("An endless sequence is given up, not kept")
    func endless() {
        var text = TerminalText()
        text.append("a\u{1B}]0;")
        for _ in 0..<200 { text.append(String(repeating: "t", count: 100)) }
        text.append("\nend")
        #expect(text.lines.last?.plainText == "end")
    }

    @Test("Text width counts columns, not characters")
    func width() {
        #expect(TextWidth.columns(of: "abc") == 3)
        #expect(TextWidth.columns(of: "日本語") == 6)
        #expect(TextWidth.columns(of: "e\u{301}") == 1)
        #expect(TextWidth.columns(of: "👩‍👩‍👧") == 2)
        #expect(TextWidth.columns(of: "🇯🇵") == 2)
        #expect(TextWidth.columns(of: "❤\u{FE0F}") == 2)
        #expect(TextWidth.columns(of: "1\u{FE0F}\u{20E3}") == 2)
        #expect(TextWidth.columns(of: "\u{200B}") == 0)
        #expect(TextWidth.columns(of: "한글") == 4)
        let cut = TextWidth.prefix(of: "a日本", columns: 4)
        #expect(cut.text == "a日")
        #expect(cut.columns == 3)
    }
}
