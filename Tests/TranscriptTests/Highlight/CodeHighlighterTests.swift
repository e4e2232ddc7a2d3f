import Testing

@testable import Transcript

@Suite("Code in colours")
struct CodeHighlighterTests {
    /// Tokens as `kind:text`, plain ones left out.
    private func shown(_ code: String, _ language: CodeLanguage) -> [[String]] {
        CodeHighlighter.tokens(code, language: language).map { line in
            line.filter { $0.kind != .plain }.map { token in
                let letter: String
                switch token.kind {
                case .plain: letter = " "
                case .keyword: letter = "k"
                case .string: letter = "s"
                case .number: letter = "n"
                case .type: letter = "t"
                case .function: letter = "f"
                case .comment: letter = "c"
                case .added: letter = "+"
                case .removed: letter = "-"
                }
                return "\(letter):\(token.text)"
            }
        }
    }

    static let samples: [(CodeLanguage, String, [[String]])] = [
        (
            .swift, "@MainActor func go(_ x: Int) async -> String? { // hi",
            [["k:@MainActor", "k:func", "f:go", "t:Int", "k:async", "t:String", "c:// hi"]]
        ),
        (
            .swift, "let a = #\"raw \\ \"q\" \"#; /* a /* b\nc */ d */ 0x1F + 1.5e-3",
            [["k:let", "s:#\"raw \\ \"q\" \"#", "c:/* a /* b"], ["c:c */ d */", "n:0x1F", "n:1.5e-3"]]
        ),
        (
            .swift, "let s = \"\"\"\n  text \"x\"\n  \"\"\"\nreturn self.class(1...3)",
            [
                ["k:let", "s:\"\"\""], ["s:  text \"x\""], ["s:  \"\"\""],
                ["k:return", "k:self", "f:class", "n:1", "n:3"],
            ]
        ),
        (
            .typescript, "export const f = async (a: string): Promise<void> => `x ${a}`;",
            [["k:export", "k:const", "k:async", "t:string", "t:Promise", "k:void", "s:`x ${a}`"]]
        ),
        (
            .javascript, "if (/[/]x/g.test(s)) return <Foo bar={1}/>; a / b / c",
            [["k:if", "s:/[/]x/g", "f:test", "k:return", "t:Foo", "n:1"]]
        ),
        (
            .python,
            "@cache\ndef f(x: int = 1) -> None:  # note\n    '''doc\n    more'''\n    return rb'\\x' + f\"{x}\"",
            [
                ["k:@cache"], ["k:def", "f:f", "t:int", "n:1", "k:None", "c:# note"], ["s:'''doc"], ["s:    more'''"],
                ["k:return", "s:rb'\\x'", "s:f\"{x}\""],
            ]
        ),
        (
            .rust, "fn f<'a>(x: &'a str) -> char { println!(\"{}\", x); 'c' } // e",
            [["k:fn", "f:f", "t:'a", "t:'a", "t:str", "t:char", "f:println!", "s:\"{}\"", "s:'c'", "c:// e"]]
        ),
        (.rust, "let s = r#\"a \"b\"\n c\"#; x != y", [["k:let", "s:r#\"a \"b\""], ["s: c\"#"]]),
        (
            .go, "func (s *Server) Run(ctx context.Context) error {\n\treturn nil // ok\n}",
            [["k:func", "f:Run", "t:error"], ["k:return", "k:nil", "c:// ok"], []]
        ),
        (
            .c, "#include <stdio.h>\nint main(void) { return printf(\"%d\\n\", 42u); }",
            [
                ["k:#include", "s:<stdio.h>"],
                ["t:int", "f:main", "t:void", "k:return", "f:printf", "s:\"%d\\n\"", "n:42u"],
            ]
        ),
        (
            .cpp, "class Foo : public Bar { auto x = R\"(a\nb)\"; };",
            [["k:class", "t:Foo", "k:public", "t:Bar", "k:auto", "s:R\"(a"], ["s:b)\""]]
        ),
        (
            .java, "public record Point(int x) implements Shape {}",
            [["k:public", "k:record", "t:Point", "t:int", "k:implements", "t:Shape"]]
        ),
        (.kotlin, "fun main() = println(\"hi\")", [["k:fun", "f:main", "f:println", "s:\"hi\""]]),
        (.csharp, "var s = @\"c:\\x\"; // y", [["k:var", "s:@\"c:\\x\"", "c:// y"]]),
        (
            .ruby, "class Foo\n  def bar(x) = puts :sym, @x, <<~EOS\n    text\n  EOS\nend",
            [
                ["k:class", "t:Foo"], ["k:def", "f:bar", "k:puts", "s::sym", "k:@x", "s:<<~EOS"], ["s:    text"],
                ["s:  EOS"], ["k:end"],
            ]
        ),
        (
            .php, "function f($x) { echo \"a\"; return strlen($x); } # c",
            [["k:function", "f:f", "t:$x", "k:echo", "s:\"a\"", "k:return", "f:strlen", "t:$x", "c:# c"]]
        ),
        (
            .shell, "if [ -f \"$X\" ]; then git commit -m 'a' | wc -l; fi # end",
            [["k:if", "n:-f", "s:\"$X\"", "k:then", "f:git", "n:-m", "s:'a'", "f:wc", "n:-l", "k:fi", "c:# end"]]
        ),
        (
            .shell, "cat <<EOF\n$x # no\nEOF\necho ${HOME} a#b",
            [["f:cat", "s:<<EOF"], ["s:$x # no"], ["s:EOF"], ["f:echo", "t:${HOME}"]]
        ),
        (
            .sql, "SELECT count(*) FROM t WHERE name = 'it''s' -- c",
            [["k:SELECT", "f:count", "k:FROM", "k:WHERE", "s:'it''s'", "c:-- c"]]
        ),
        (
            .json, "{\"a\": [1, -2.5e3, true, null, \"b\"]}",
            [["t:\"a\"", "n:1", "n:2.5e3", "k:true", "k:null", "s:\"b\""]]
        ),
        (
            .yaml, "key: value # c\n- name: \"x\"\n  n: 12\ntext: |\n  line: one\n\n  two\nnext: true",
            [
                ["t:key", "c:# c"], ["k:-", "t:name", "s:\"x\""], ["t:n", "n:12"], ["t:text", "k:|"], ["s:  line: one"],
                [], ["s:  two"], ["t:next", "k:true"],
            ]
        ),
        (
            .toml, "[package]\nname = \"x\" # c\nn = 1_000",
            [["t:[package]"], ["t:name", "s:\"x\"", "c:# c"], ["t:n", "n:1_000"]]
        ),
        (
            .html, "<a href=\"x\">t &amp; u</a><!-- c\nd --><br/>",
            [["k:a", "t:href", "s:\"x\"", "n:&amp;", "k:a", "c:<!-- c"], ["c:d -->", "k:br"]]
        ),
        (
            .css, ".a:hover { color: #fff; margin: 1px; } /* c\nd */ @media print {}",
            [
                ["k:a", "k:hover", "t:color", "n:#fff", "t:margin", "n:1px", "c:/* c"],
                ["c:d */", "k:@media", "k:print"],
            ]
        ),
        (
            .markdown, "# T\n- **b** `c` [l](u)\n```swift\nlet\n```\nx",
            [["k:# T"], ["k:-", "t:**b**", "s:`c`", "f:[l]", "s:(u)"], ["c:```swift"], ["s:let"], ["c:```"], []]
        ),
        (
            .diff, "--- a\n+++ b\n@@ -1 +1 @@\n-x\n+y\n z",
            [["k:--- a"], ["k:+++ b"], ["f:@@ -1 +1 @@"], ["-:-x"], ["+:+y"], []]
        ),
    ]

    @Test("Each language shows its words, texts, numbers and comments", arguments: samples.indices)
    func languages(index: Int) {
        let (language, code, expected) = Self.samples[index]
        #expect(shown(code, language) == expected)
    }

    @Test("Every language is known by its name and has a lexer", arguments: CodeLanguage.allCases)
    func names(language: CodeLanguage) {
        #expect(CodeLanguage(named: language.rawValue) == language)
        let code = "\"text\" <!-- # // -- key: 1\n+ `x` { a: b } <a>\n# title\n@@ x"
        #expect(CodeHighlighter.tokens(code, language: language).joined().contains { $0.kind != .plain })
    }

    @Test(
        "Languages are found by alias and by file",
        arguments: [
            ("ts", "src/app.tsx", CodeLanguage.typescript), ("c++", "a/b.hpp", .cpp), ("C#", "X.cs", .csharp),
            ("zsh", "/etc/Dockerfile", .shell),
            ("yml", "ci.yml", .yaml), ("Objective-C", "view.m", .c), ("py", "tool.py:10-20", .python),
            ("patch", "x.diff", .diff), ("jsonl", "a.ndjson", .json),
        ])
    func lookup(name: String, path: String, language: CodeLanguage) {
        #expect(CodeLanguage(named: name) == language)
        #expect(CodeLanguage(path: path) == language)
    }

    @Test("Unknown languages stay plain")
    func unknown() {
        #expect(CodeLanguage(named: "brainfog") == nil)
        #expect(CodeLanguage(path: "notes") == nil)
        #expect(CodeLanguage(path: "") == nil)
        #expect(CodeHighlighter.tokens("let x = 1", language: nil) == [[CodeToken("let x = 1", .plain)]])
    }

    @Test(
        "Tokens joined are the line, for any text; stopping and going on changes nothing",
        arguments: CodeLanguage.allCases)
    func lossless(language: CodeLanguage) {
        let parts = [
            "\"", "'", "`", "\"\"\"", "'''", "/*", "*/", "//", "#", "--", "<", ">", "</", "<!--", "-->", "\\", "$",
            "${", "}", "{", "(", ")", "[", "]", "@", ":", "=",
            "|", "/", "&", "é", "日", "👍", "a", "class", "0x1", "1.", ".5", "e", " ", "\n", "\n", "\t", "<<EOF", "EOF",
            "r#\"", "\"#", "~", "*", "- ", "+", "\r\n", "'a",
        ]
        var random = SeededRandom(seed: 11)
        for _ in 0..<150 {
            let code = (0..<Int.random(in: 0...40, using: &random)).map { _ in parts.randomElement(using: &random)! }
                .joined()
            let lines = code.split(separator: "\n", omittingEmptySubsequences: false)
            let whole = CodeHighlighter.tokens(code, language: language)
            #expect(whole.map { $0.map(\.text).joined() } == lines.map(String.init), "\(code.debugDescription)")
            var state = CodeHighlighter.State()
            var resumed: [[CodeToken]] = []
            for line in lines {
                var highlighter = CodeHighlighter(language: language, state: state)
                resumed.append(highlighter.tokens(ofLine: line))
                state = highlighter.state
            }
            #expect(resumed == whole)
        }
    }
}
