import Foundation
import Testing

@testable import Transcript

/// What Enclave does otherwise than CommonMark, on purpose; `Docs/Markdown.md` lists it.
@Suite("Markdown, Enclave's way")
struct MarkdownTests {
    private func blocks(_ text: String) -> [MarkdownBlock.Kind] { MarkdownDocument(text).blocks.map(\.kind) }
    private func runs(_ text: String) -> [MarkdownRun] {
        guard case .paragraph(let runs) = blocks(text).first else { return [] }
        return runs
    }

    @Test("Single line breaks stay line breaks")
    func softBreaks() {
        #expect(runs("one\ntwo  \nthree\\\nfour") == [MarkdownRun("one\ntwo\nthree\nfour")])
    }

    @Test("Internal wrapper tags go, their content stays; other tags and code are text")
    func wrapperTags() {
        #expect(runs("<advisory level=\"x\">Keep</advisory>") == [MarkdownRun("Keep")])
        #expect(runs("a <system-reminder>b</system-reminder> c") == [MarkdownRun("a b c")])
        #expect(blocks("<advisory>\n\n# Title\n- a\n</advisory>\nend").map { $0 } == blocks("# Title\n- a\n\nend"))
        #expect(
            blocks("<system-reminder>\n```\n\n<advisory>\n```\n</system-reminder>") == [
                .code(MarkdownCode(info: "", text: "\n<advisory>\n"))
            ])
        #expect(MarkdownDocument("<script>alert(1)</script>").plainText == "<script>alert(1)</script>")
        #expect(MarkdownDocument("<b>x</b>").plainText == "<b>x</b>")
        #expect(runs("`<advisory>x</advisory>`") == [MarkdownRun("<advisory>x</advisory>", style: .code)])
        #expect(blocks("    <advisory>x") == [.code(MarkdownCode(info: "", text: "<advisory>x\n"))])
        #expect(MarkdownDocument("<div><advisory>x</advisory></div>").plainText == "<div>x</div>")
        #expect(blocks("<ADVISORY severity='a' guidance=\"b > c\">\ntext") == [.paragraph([MarkdownRun("text")])])
        #expect(
            MarkdownDocument("<advisory-board>x</advisory-board>").plainText == "<advisory-board>x</advisory-board>")
    }

    @Test("Only http, https and mailto become links; the rest is text")
    func safeLinks() {
        #expect(runs("[a](https://example.com/x)") == [MarkdownRun("a", link: SafeLink("https://example.com/x"))])
        #expect(runs("[m](mailto:a@b.example)").first?.link?.host == "a@b.example")
        #expect(
            runs("[](https://e.example)") == [MarkdownRun("https://e.example", link: SafeLink("https://e.example"))])
        #expect(runs("[a](<https://e.example/b c>)") == [MarkdownRun("a", link: SafeLink("https://e.example/b%20c"))])
        for address in [
            "javascript:alert(1)", "file:///etc/passwd", "/relative", "#anchor", "data:text/html,x", "sms:1", "http:x",
            "https://", "//host/x", "vbscript:x", "https://user@/x",
        ] {
            #expect(runs("[a](\(address))") == [MarkdownRun("a")], "\(address)")
        }
        #expect(SafeLink("https://good.example@evil.example/x")?.host == "evil.example")
        #expect(SafeLink("https://evil.example\\@good.example/")?.host == "evil.example")
        #expect(SafeLink("https://e.example/\u{202E}cod") == nil)
        #expect(SafeLink(" HTTPS://E.example ")?.host == "e.example")
        #expect(SafeLink("https://[::1]:80/")?.host == "[::1]")
        #expect(SafeLink("https://e.example/" + String(repeating: "a", count: 9_000)) == nil)
    }

    @Test("Images are links with their alternative text; nothing else of them is kept")
    func images() {
        let link = SafeLink("https://tracker.example/p.gif")
        #expect(runs("![a](https://tracker.example/p.gif)") == [MarkdownRun("a", style: .image, link: link)])
        #expect(runs("![a][r]\n\n[r]: https://tracker.example/p.gif") == [MarkdownRun("a", style: .image, link: link)])
        #expect(
            runs("![](https://tracker.example/p.gif)") == [MarkdownRun("tracker.example", style: .image, link: link)])
        #expect(runs("![x](data:image/png;base64,AAAA)") == [MarkdownRun("x", style: .image)])
        #expect(
            MarkdownDocument("<img src=\"https://tracker.example/p.gif\">").plainText
                == "<img src=\"https://tracker.example/p.gif\">")
    }

    @Test(
        "Formulas stay as they are written",
        arguments: [
            "$a_1 * b_1 * c$", "$$x_1 = \\frac{a}{b}$$", "\\(a_i \\cdot b_i\\)", "\\[ x_{1} * y_{2} * z \\]",
            "$\\{a, b\\}$", "$$\nx_1\n= y_1\n- z\n$$", "\\[\na_1\n= b_1\n\\]",
            "| $a|b$ | c |\n|---|---|\n| $x_1$ | $y_1$ |",
        ])
    func math(source: String) {
        if source.hasPrefix("|") {
            #expect(MarkdownDocument(source).plainText == "$a|b$\tc\n$x_1$\t$y_1$")
        } else {
            let between = source.contains("\n") ? "\n\n" : " "
            let text = "so\(between)\(source)\(between)holds"
            #expect(MarkdownDocument(text).plainText == text)
        }
    }

    @Test("Money, code and unclosed dollars are no formulas")
    func noMath() {
        #expect(runs("$5 and $10 *x*") == [MarkdownRun("$5 and $10 "), MarkdownRun("x", style: .italic)])
        #expect(runs("`$a$ *b*`") == [MarkdownRun("$a$ *b*", style: .code)])
        #expect(runs("$a *b*") == [MarkdownRun("$a "), MarkdownRun("b", style: .italic)])
        #expect(runs("echo $HOME and $PATH") == [MarkdownRun("echo $HOME and $PATH")])
        #expect(runs("\\$a_b\\$ $x$").map(\.style) == [[], .math])
        #expect(blocks("```\n$a$\n```") == [.code(MarkdownCode(info: "", text: "$a$\n"))])
        #expect(blocks("text\n$$\nx_1\n$$\nmore").count == 3)
        #expect(runs("a \u{F8F0}0\u{F8F1} $b_1$").first?.text.contains("\u{F8F0}") == true)
    }

    @Test("Nesting is bounded and never lost as text")
    func nesting() {
        let quotes = String(repeating: "> ", count: 60) + "deep"
        #expect(MarkdownDocument(quotes).plainText.hasSuffix("deep"))
        let lists = (0..<60).map { String(repeating: "  ", count: $0) + "- item\($0)" }.joined(separator: "\n")
        #expect(MarkdownDocument(lists).plainText.contains("item59"))
        let bold = String(repeating: "**a ", count: 200) + String(repeating: "b**", count: 200)
        #expect(MarkdownDocument(bold).plainText.contains("a"))
    }

    @Test("Long lists keep their numbers, long tables their columns, long code its text")
    func pieces() {
        let list = (1...800).map { "\($0). item \($0)" }.joined(separator: "\n")
        let lists = MarkdownDocument(list).blocks.compactMap { if case .list(let list) = $0.kind { list } else { nil } }
        #expect(lists.count > 1)
        #expect(lists.map(\.continues) == [false] + Array(repeating: true, count: lists.count - 1))
        var next = 1
        for list in lists {
            #expect(list.start == next)
            next += list.items.count
        }
        #expect(next == 801)

        let table = "| a | b |\n|---|---|\n" + (1...600).map { "| x\($0) | y |\n" }.joined()
        let tables = MarkdownDocument(table).blocks.compactMap {
            if case .table(let table) = $0.kind { table } else { nil }
        }
        #expect(tables.count > 1)
        #expect(tables.reduce(0) { $0 + $1.rows.count } == 600)
        #expect(tables.allSatisfy { $0.header == [[MarkdownRun("a")], [MarkdownRun("b")]] })

        let code = (1...3_000).map { "let line\($0) = 1\n" }.joined()
        let codes = MarkdownDocument("~~~swift\n\(code)~~~").blocks.compactMap {
            if case .code(let code) = $0.kind { code } else { nil }
        }
        #expect(codes.count > 1)
        #expect(codes.map(\.text).joined() == code)
        #expect(codes.allSatisfy { $0.languageName == "swift" })
        #expect(MarkdownDocument("~~~swift\n\(code)~~~").plainText == String(code.dropLast()))
    }

    @Test("A line too long for prose is shown as it is")
    func longLine() {
        let line = String(repeating: "{\"a\":*1*},", count: 10_000)
        #expect(MarkdownDocument(line).blocks.map(\.plainText).joined() == line)
    }

    /// Inputs made to cost the square of their length.
    enum Hostile: CaseIterable {
        case quotes, brackets, images, ticks, stars, underscores, openTags, comments, lists, nestedLists, table,
            wideTable, definitions, dollars, entities, autolinks, emails
        case links, mixed, tildes, parens, escapes, setext, angle, ticksGrowing, shallowQuotes

        func text(_ count: Int) -> String {
            switch self {
            case .quotes: String(repeating: "> ", count: count)
            case .brackets: String(repeating: "[", count: count)
            case .images: String(repeating: "![[]()", count: count)
            case .ticks: (0..<count).map { $0 % 2 == 0 ? "`" : "`` " }.joined()
            case .stars: String(repeating: "*a **b ", count: count)
            case .underscores: String(repeating: "_a __b_ ", count: count)
            case .openTags: String(repeating: "<a b='", count: count)
            case .comments: String(repeating: "<!-- <? <![CDATA[ ", count: count)
            case .lists: String(repeating: "- ", count: count)
            case .nestedLists:
                (0..<Int(Double(count).squareRoot())).map { String(repeating: "  ", count: $0) + "- a\n" }.joined()
            case .table: "|a|\n|-|\n" + String(repeating: "|\n", count: count)
            case .wideTable:
                String(repeating: "|a", count: count / 2) + "\n" + String(repeating: "|-", count: count / 2) + "\n"
                    + String(repeating: "|\n", count: count)
            case .definitions:
                (0..<count / 4).map { "[a\($0)]: https://e.example\n" }.joined()
                    + (0..<count / 4).map { "[a\($0)] " }.joined()
            case .dollars: String(repeating: "$a $$ \\( \\[ ", count: count)
            case .entities: String(repeating: "&amp &#x; &", count: count)
            case .autolinks: String(repeating: "www. https://a. ", count: count)
            case .emails: String(repeating: "a@b-_.c ", count: count)
            case .links: String(repeating: "[a](<b ", count: count)
            case .mixed: String(repeating: "> - 1. # `*[", count: count)
            case .tildes: String(repeating: "~a ~~b ", count: count)
            case .parens: "[a](" + String(repeating: "(", count: count)
            case .escapes: String(repeating: "\\\\*\\_", count: count)
            case .setext: String(repeating: "a\n=\n[b]: \n", count: count)
            case .angle: String(repeating: "<", count: count)
            case .ticksGrowing:
                (1..<Int(Double(count).squareRoot())).map { String(repeating: "`", count: $0) + " " }.joined()
            case .shallowQuotes: String(repeating: String(repeating: "> ", count: 30) + "a\n", count: count / 20)
            }
        }
    }

    /// Seconds of this thread's own time; other work on the machine does not count.
    private func seconds(_ text: String) -> Double {
        func now() -> Double {
            var time = timespec()
            clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
            return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
        }
        let start = now()
        _ = MarkdownDocument(text)
        return now() - start
    }

    @Test("Twice the hostile input costs about twice the time", arguments: Hostile.allCases)
    func linear(hostile: Hostile) {
        func best(_ count: Int) -> Double {
            let text = hostile.text(count)
            return (0..<3).map { _ in seconds(text) }.min() ?? 0
        }
        // Three doublings: linear is 8, quadratic 64. Very small times hold more noise than work.
        let small = max(best(8_000), 0.002)
        let large = best(64_000)
        #expect(large / small < 20, "\(hostile): \(small) s, then \(large) s")
    }

    @Test("The worst a piece of prose can hold is parsed in a bounded time", arguments: Hostile.allCases)
    func bounded(hostile: Hostile) {
        var piece = hostile.text(16_000)
        // As long as a line, or a paragraph, may be before it counts as no prose.
        var end = piece.utf8.index(piece.startIndex, offsetBy: min(16_000, piece.utf8.count))
        while end > piece.startIndex, piece.utf8[piece.utf8.index(before: end)] & 0x80 != 0 {
            end = piece.utf8.index(before: end)
        }
        piece = String(piece[..<end])
        let time = (0..<3).map { _ in seconds(piece) }.min() ?? 0
        #expect(time < 0.3, "\(hostile): \(time) s for \(piece.utf8.count) bytes")
    }

    @Test("Parsing on many threads at once changes nothing")
    func threads() async {
        let text = "~~a~~ | https://example.com\n\n| a | b |\n|---|---|\n| ~~x~~ | 2 |\n\n- [x] *done*\n"
        let expected = MarkdownDocument(text).blocks
        await withTaskGroup(of: Bool.self) { group in
            for _ in 0..<8 {
                group.addTask { (0..<200).allSatisfy { _ in MarkdownDocument(text).blocks == expected } }
            }
            for await isSame in group { #expect(isSame) }
        }
    }
}
