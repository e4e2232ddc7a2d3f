import CollabTesting
import Foundation
import Testing
import Transcript

@testable import enclave

@Suite("Lines for a terminal")
struct TerminalLinesTests {
    private let plain = LineEncoder(theme: TerminalTheme(.dark), capabilities: .plain)
    private let full = LineEncoder(
        theme: TerminalTheme(.dark),
        capabilities: TerminalCapabilities(colors: .full, hasControls: true, hasHyperlinks: true))

    private func markdown(_ text: String, width: Int = 40) -> [String] {
        MarkdownLines(width: width).lines(MarkdownDocument(text).blocks).map(plain.text)
    }

    @Test("Markdown becomes readable lines")
    func markdownLines() {
        let text = """
            # Title
            Some **bold** words that are long enough to be broken between words.

            - one
            - two
              1. nested
              2. more
            - [x] done

            > quoted
            > words

            ```swift
            let x = 1
            ```

            | a | number |
            |---|-------:|
            | x | 1 |

            ---
            See [docs](https://example.com/x) and <https://example.com/y> ![pic](https://img.example/p.png)
            """
        #expect(
            markdown(text) == [
                "# Title", "", "Some bold words that are long enough to", "be broken between words.", "", "• one",
                "• two",
                "  1. nested", "  2. more", "☑ done", "", "│ quoted", "│ words", "", "▏ swift", "▏ let x = 1", "",
                "a │ number", "──┼───────", "x │      1", "", "────────────────────────────────────────", "",
                "See docs (example.com) and", "https://example.com/y [image: pic,", "img.example]",
            ])
    }

    @Test("A question with its options is broken at words, and hangs under its text")
    func listing() {
        let text = """
            Which pier shall the harbour ferry take today?
              1  North pier, where the buoys were replaced  (recommended)
              2  [x] South
                   the long way round the breakwater and back
              3  南の桟橋に停泊する船
            ! hidden characters that turn the direction of text were left out
            supercalifragilisticexpialidocious
            """
        #expect(
            ListingLines.lines(text, width: 26).map(plain.text) == [
                "Which pier shall the", "harbour ferry take today?", "  1  North pier, where the",
                "     buoys were replaced",
                "     (recommended)", "  2  [x] South", "       the long way round", "       the breakwater and",
                "       back",
                "  3  南の桟橋に停泊する船", "! hidden characters that", "  turn the direction of", "  text were left out",
                "supercalifragilisticexpial", "idocious",
            ])
        #expect(
            ListingLines.lines("  //text  a prompt that begins with a slash", width: 30).map(plain.text) == [
                "  //text  a prompt that begins", "          with a slash",
            ])
        for width in [1, 8, 20, 40] {
            for line in ListingLines.lines(text, width: width) { #expect(line.width <= max(width, 24), "\(width)") }
        }
    }

    @Test("Characters a terminal shows nothing of come neither into rows nor into names; letters and emoji stay whole")
    func unseen() {
        let text = "ze\u{200B}ro \u{FEFF}bom wo\u{2060}rd 👩‍👩‍👧 ❤\u{FE0F} می\u{200C}خواهم"
        let shown = "zero bom word 👩‍👩‍👧 ❤\u{FE0F} می\u{200C}خواهم"
        #expect(text.printable == shown)
        #expect(plain.text(StyledLine(text)) == shown)
        #expect(LineWrapper.lines([StyledLine.Span(text)], width: 80).map(\.plainText) == [shown])
    }

    @Test("No line is wider than asked, for any text", arguments: [20, 33, 80])
    func widths(width: Int) {
        let parts = [
            "word ", "日本語の文章", "👩‍👩‍👧 ", "e\u{301}", "\n", "\n\n", "- ", "> ", "# ", "```\n", "    code",
            "| a | b |\n|---|---|\n| 1 | 2 |\n",
            "unbreakablelongwordunbreakablelongword", "`code` ", "\t", "**b** ", "[l](https://example.com) ", "1. ",
            "---\n",
        ]
        var random = SeededRandom(seed: UInt64(width))
        for _ in 0..<300 {
            let text = (0..<Int.random(in: 1...25, using: &random)).map { _ in parts.randomElement(using: &random)! }
                .joined()
            for line in MarkdownLines(width: width).lines(MarkdownDocument(text).blocks) {
                // Deep nesting keeps eight columns of text.
                let bound = max(width, line.plainText.prefix { " │•▏0123456789.☑☐".contains($0) }.count + 10)
                #expect(line.width <= bound, "\(text.debugDescription): \(line.plainText)")
            }
        }
    }

    @Test("Wrapping loses no visible character", arguments: 0..<20)
    func wrapping(seed: Int) {
        var random = SeededRandom(seed: UInt64(seed))
        let text = (0..<80).map { _ in ["ab", "日", " ", "  ", "longerword", "é"].randomElement(using: &random)! }
            .joined()
        let lines = LineWrapper.lines([StyledLine.Span(text)], width: Int.random(in: 8...30, using: &random))
        #expect(lines.map(\.plainText).joined().filter { $0 != " " } == text.filter { $0 != " " })
    }

    @Test("No text of a host reaches the terminal as a control sequence")
    func injection() {
        let hostile = "a\u{1B}[2J\u{1B}]0;title\u{7}\u{9B}31m\r\u{8}b\u{202E}c\u{0}d"
        for encoder in [plain, full] {
            let written = encoder.text(
                StyledLine(hostile, StyledLine.Look(.accent, link: SafeLink("https://example.com"))))
            let stripped = written.replacing("\u{1B}]8;;https://example.com\u{1B}\\", with: "").replacing(
                "\u{1B}]8;;\u{1B}\\", with: ""
            )
            .replacing("\u{1B}[38;2;246;193;119m", with: "").replacing("\u{1B}[0m", with: "")
            #expect(
                !stripped.unicodeScalars.contains {
                    $0.value < 0x20 || (0x7F..<0xA0).contains($0.value) || $0.value == 0x202E
                })
        }
        for line in MarkdownLines(width: 40).lines(
            MarkdownDocument(hostile + "\n\n```\n\(hostile)\n```\n\n| \(hostile) |\n|-|\n").blocks)
        {
            #expect(!plain.text(line).unicodeScalars.contains { $0.value < 0x20 || (0x7F..<0xA0).contains($0.value) })
        }
    }

    @Test("Colours follow what the terminal can do")
    func colours() {
        let line = StyledLine("x", StyledLine.Look(.accent, attributes: .bold))
        func text(_ colors: TerminalCapabilities.ColorDepth, _ ground: TerminalTheme.Ground = .dark) -> String {
            LineEncoder(
                theme: TerminalTheme(ground),
                capabilities: TerminalCapabilities(colors: colors, hasControls: true, hasHyperlinks: false)
            ).text(line)
        }
        #expect(text(.full) == "\u{1B}[1;38;2;246;193;119mx\u{1B}[0m")
        #expect(text(.full, .light) == "\u{1B}[1;38;2;143;90;0mx\u{1B}[0m")
        #expect(text(.indexed) == "\u{1B}[1;38;5;216mx\u{1B}[0m")
        #expect(text(.sixteen) == "\u{1B}[1;33mx\u{1B}[0m")
        #expect(text(.none) == "\u{1B}[1mx\u{1B}[0m")
        #expect(plain.text(line) == "x")
        let program = StyledLine("y", StyledLine.Look(.program(.rgb(250, 10, 10)), ground: .program(.indexed(4))))
        let sixteen = LineEncoder(
            theme: TerminalTheme(.dark),
            capabilities: TerminalCapabilities(colors: .sixteen, hasControls: true, hasHyperlinks: false))
        #expect(sixteen.text(program) == "\u{1B}[91;44my\u{1B}[0m")
    }

    @Test(
        "What a terminal can do is read from its environment",
        arguments: [
            (["TERM": "xterm-256color", "COLORTERM": "truecolor"], true, TerminalCapabilities.ColorDepth.full, true),
            (["TERM": "xterm-256color"], true, .indexed, true), (["TERM": "xterm"], true, .sixteen, true),
            (["TERM": "dumb"], true, .none, false),
            (["TERM": "xterm", "NO_COLOR": "1"], true, .none, true),
            (["TERM": "xterm", "NO_COLOR": ""], true, .sixteen, true), (["TERM": "xterm"], false, .none, false),
        ])
    func capabilities(
        environment: [String: String], isTerminal: Bool, colors: TerminalCapabilities.ColorDepth, hasControls: Bool
    ) {
        let found = TerminalCapabilities(environment: environment, isTerminal: isTerminal)
        #expect(found.colors == colors)
        #expect(found.hasControls == hasControls)
        #expect(
            TerminalCapabilities(environment: environment, isTerminal: isTerminal, wantsColor: false).colors == .none)
        #expect(TerminalTheme(environment: ["COLORFGBG": "0;15"]).ground == .light)
        #expect(TerminalTheme(environment: ["COLORFGBG": "15;0"]).ground == .dark)
    }

    @Test("A diff shows numbers, marks and marked words")
    func diff() {
        let files = DiffParser.parse(
            "--- a/x.swift\n+++ b/x.swift\n@@ -9,2 +9,2 @@ func f()\n-let a = 1\n+let a = 2\n same\n")
        let lines = DiffLines(width: 24).lines(files)
        #expect(
            lines.map { plain.text($0).trimmingSuffix() } == [
                "x.swift +1 −1", "     func f()", " 9 - let a = 1", "10 + let a = 2".replacing("10", with: " 9"),
                "10   same",
            ])
        #expect(full.text(lines[2]).contains("48;2;74;46;51"))
        #expect(lines[2].width == 24)
    }
}

extension String {
    fileprivate func trimmingSuffix() -> String {
        var text = self
        while text.last == " " { text.removeLast() }
        return text
    }
}
