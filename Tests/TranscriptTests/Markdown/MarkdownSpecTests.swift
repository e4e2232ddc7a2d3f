import Testing

@testable import Transcript

/// Behaviour where Enclave follows CommonMark and GFM: each example is read by cmark-gfm as a whole, and must look the
/// same as our blocks do. Grouped as the specification is.
@Suite("Markdown follows CommonMark and GFM")
struct MarkdownSpecTests {
    struct Section: Sendable, CustomTestStringConvertible {
        var name: String
        var examples: [String]
        var testDescription: String { name }
    }

    static let sections: [Section] = [
        Section(
            name: "Tabs and blank lines",
            examples: [
                "\tfoo\tbaz", "  \tfoo", "    a\ta", "- foo\n\n\tbar", "- foo\n\n\t\tbar", ">\t\tfoo", "-\t\tfoo",
                "#\tFoo", "*\t*\t*\t", "\n\n  \na\n  \n\nb\n\n",
            ]),
        Section(
            name: "Precedence",
            examples: ["- `one\n- two`", "# a `b\n# c`", "> *a\n\nb*"]),
        Section(
            name: "Thematic breaks",
            examples: [
                "***\n---\n___", "+++", "--", " ***\n  ***\n   ***", "    ***", "Foo\n    ***", "_____________",
                " - - -", "- - - -    ", "_ _ _ _ a", "*-*", "- foo\n***\n- bar", "Foo\n***\nbar", "Foo\n---\nbar",
                "* Foo\n* * *\n* Bar", "- Foo\n- * * *",
            ]),
        Section(
            name: "ATX headings",
            examples: [
                "# a\n## b\n### c\n#### d\n##### e\n###### f", "####### g", "#5 bolt", "\\## x",
                "# foo *bar* \\*baz\\*", "#          foo     ", " ### a\n  ## b\n   # c", "    # foo", "foo\n    # bar",
                "## foo ##", "# foo ########", "### foo ### b", "# foo#", "### foo \\###", "****\n## foo\n****",
                "a\n# b\nc", "## \n#\n### ###",
            ]),
        Section(
            name: "Setext headings",
            examples: [
                "Foo *bar*\n====\n\nFoo *bar*\n----", "Foo *bar\nbaz*\n====", "Foo\n-----------",
                "   Foo\n---\n\n  Foo\n-----", "Foo\n   ----      ", "Foo\n    ---", "Foo\n= =\n\nFoo\n--- -",
                "Foo  \n-----", "`Foo\n----\n`", "> Foo\n---", "> foo\nbar\n===", "- Foo\n---", "Foo\nBar\n---",
                "---\nFoo\n---\nBar\n---\nBaz", "\n====", "- foo\n-----", "\\> foo\n------",
            ]),
        Section(
            name: "Code blocks",
            examples: [
                "    a simple\n      indented", "  - foo\n\n    bar", "1.  foo\n\n    - bar",
                "    <a/>\n    *hi*\n\n    - one", "    c1\n\n    c2\n  \n \n \n    c3", "Foo\n    bar", "    foo\nbar",
                "# H\n    foo\nH\n---\n    foo", "        foo\n    bar", "\n    \n    foo\n    ", "    foo  ",
            ]),
        Section(
            name: "Fences",
            examples: [
                "```\n<\n >\n```", "~~~\n<\n~~~", "``\nfoo\n``", "```\na\n~~~\n```", "````\na\n```\n``````", "```",
                "`````\n\n```\naaa", "> ```\n> aaa\n\nbbb", "```\n\n  \n```", " ```\n aaa\naaa\n```",
                "  ```\naaa\n  aaa\naaa\n  ```", "   ```\n   aaa\n    aaa\n  aaa\n   ```", "    ```\n    aaa\n    ```",
                "```\naaa\n  ```", "```\naaa\n    ```", "``` ```\naaa", "~~~~~~\naaa\n~~~ ~~",
                "foo\n```\nbar\n```\nbaz", "foo\n---\n~~~\nbar\n~~~\n# baz", "```ruby\ndef f\n```",
                "~~~~    ruby startline=3 $%@#$\nx\n~~~~~~~", "````;\n````", "``` aa ```\nfoo",
                "~~~ aa ``` ~~~\nfoo\n~~~", "```\n``` aaa\n```",
            ]),
        Section(
            name: "Paragraphs and breaks",
            examples: [
                "aaa\n\nbbb", "aaa\nbbb\n\nccc\nddd", "  aaa\n bbb", "aaa\n             bbb", "   aaa\nbbb",
                "aaa     \nbbb     ", "foo  \nbaz", "foo\\\nbaz", "foo       \n     bar", "*foo  \nbar*",
                "`code  \nspan`", "foo\\", "foo  ", "### foo\\", "foo \n baz",
            ]),
        Section(
            name: "Quotes",
            examples: [
                "> # Foo\n> bar", "># Foo\n>bar", "   > # Foo\n   > bar", "    > # Foo", "> # Foo\n> bar\nbaz",
                "> bar\nbaz\n> foo", "> foo\n---", "> - foo\n- bar", ">     foo\n    bar", "> ```\nfoo\n```",
                "> foo\n    - bar", ">", ">\n>  \n> ", ">\n> foo\n>  ", "> foo\n\n> bar", "> foo\n> bar",
                "> foo\n>\n> bar", "foo\n> bar", "> aaa\n***\n> bbb", "> bar\n\nbaz", "> bar\n>\nbaz", "> > > foo\nbar",
                ">>> foo\n> bar\n>>baz", ">     code\n\n>    not",
            ]),
        Section(
            name: "List items",
            examples: [
                "1.  A\n    b.\n\n        code\n\n    > q", "- one\n\n two", "- one\n\n  two", " -    one\n\n     two",
                "   > > 1.  one\n>>\n>>     two", ">>- one\n>>\n  >  > two", "-one\n\n2.two", "- foo\n\n\n  bar",
                "123456789. ok", "1234567890. no", "0. ok", "003. ok", "-1. no", "- foo\n\n      bar",
                "  10.  foo\n\n           bar", "    indented\n\npara\n\n    more",
                "1.     indented\n\n   para\n\n       more", "-\n  foo\n-\n  ```\n  bar\n  ```\n-\n      baz",
                "-   \n  foo", "-\n\n  foo", "- foo\n-\n- bar", "1. foo\n2.\n3. bar", "*", "foo\n*\n\nfoo\n1.",
                " 1.  A\n     b\n\n         code", "  1.  A para\nlazy.", "> 1. > Quote\ncontinued.",
                "- foo\n  - bar\n    - baz", "- foo\n - bar\n  - baz", "10) foo\n    - bar", "10) foo\n   - bar",
                "- - foo", "1. - 2. foo", "- # Foo\n- Bar\n  ---\n  baz",
            ]),
        Section(
            name: "Lists",
            examples: [
                "- foo\n- bar\n+ baz", "1. foo\n2. bar\n3) baz", "Foo\n- bar\n- baz", "The number is\n14.  Ninety",
                "The number is\n1.  Ninety", "- foo\n\n- bar\n\n\n- baz", "- foo\n  - bar\n    - baz\n\n\n      bim",
                "- a\n - b\n  - c\n   - d\n  - e", "1. a\n\n  2. b\n\n   3. c", "- a\n - b\n  - c\n   - d\n    - e",
                "- a\n- b\n\n- c", "* a\n*\n\n* c", "- a\n- b\n\n  c\n- d", "- a\n- ```\n  b\n\n\n  ```\n- c",
                "- a\n  - b\n\n    c\n- d", "* a\n  > b\n  >\n* c", "- a\n  > b\n  ```\n  c\n  ```\n- d", "- a",
                "- a\n  - b", "1. ```\n   foo\n   ```\n\n   bar", "* foo\n  * bar\n\n  baz",
            ]),
        Section(
            name: "Escapes and entities",
            examples: [
                "\\!\\\"\\#\\$\\%\\&\\'\\(\\)\\*", "\\A\\a\\ \\3", "\\*not emphasized*\n\\[foo]", "\\\\*emphasis*",
                "`` \\[\\` ``", "    \\[\\]", "~~~\n\\[\\]\n~~~", "<https://example.com?find=\\*>",
                "[foo](https://e.example/bar\\* \"ti\\*tle\")", "&amp; &copy; &AElig; &Dcaron;",
                "&#35; &#1234; &#992; &#0;", "&#X22; &#XD06; &#xcab;", "&nbsp &x; &#; &#x; &ThisIsNot; &hi?;", "&copy",
                "`f&ouml;&ouml;`", "&#42;foo&#42;\n*foo*", "&#42; foo", "[a](https://e.example/f&ouml;)",
            ]),
        Section(
            name: "Code spans",
            examples: [
                "`foo`", "`` foo ` bar ``", "` `` `", "`  ``  `", "` a`", "` `\n`  `", "``\nfoo\nbar  \nbaz\n``",
                "`foo   bar \nbaz`", "`foo\\`bar`", "``foo`bar``", "*foo`*`", "[not a `link](/foo`)",
                "`<a href=\"`\">`", "```foo``", "`foo", "`foo``bar``",
            ]),
        Section(
            name: "Emphasis",
            examples: [
                "*foo bar*", "a * foo bar*", "a*\"foo\"*", "foo*bar*", "5*6*78", "_foo bar_", "_ foo bar_", "foo_bar_",
                "пристаням_стремятся_", "foo-_(bar)_", "_foo*", "*foo bar *", "*(*foo)", "*(*foo*)*", "_(_foo_)_",
                "_foo_bar_baz_", "**foo bar**", "** foo bar**", "foo**bar**", "__foo bar__", "foo__bar__",
                "foo-__(bar)__", "**(**foo)", "*(**foo**)*", "**foo \"*bar*\" foo**", "*foo [bar](https://e.example)*",
                "*foo\nbar*", "_foo __bar__ baz_", "*foo **bar***", "*foo**bar**baz*", "foo***bar***baz",
                "*foo **bar *baz* bim** bop*", "** is not", "**foo*bar*baz**", "***foo* bar**", "**foo\nbar**",
                "foo ***", "foo *\\**", "foo *_*", "**foo*", "*foo**", "***foo**", "****foo*", "__foo_", "**foo**",
                "****foo****", "***foo***", "*foo _bar* baz_", "*foo __bar *baz bim__ bam*", "**foo **bar baz**",
                "*[bar*](https://e.example)", "*a `*`*", "**a<https://foo.bar/?q=**>",
            ]),
        Section(
            name: "Links",
            examples: [
                "[link](https://e.example/uri \"title\")", "[link](https://e.example/uri)", "[link]()", "[link](<>)",
                "[link](https://e.example/my uri)", "[link](<https://e.example/my uri>)",
                "[link](https://e.example/foo(and(bar)))", "[link](https://e.example/foo\\(and\\(bar\\))",
                "[link](https://e.example/a#f)", "[link](\"title\")", "[link](https://e.example 'ti' )",
                "[link](   https://e.example\n  \"title\"  )", "[link] (https://e.example)",
                "[link [foo [bar]]](https://e.example)", "[link] bar](https://e.example)",
                "[link [bar](https://e.example)", "[link \\[bar](https://e.example)",
                "[link *foo **bar** `#`*](https://e.example)", "[foo [bar](https://e.example)](https://f.example)",
                "*[foo*](https://e.example)", "[foo *bar](https://e.example/baz*)", "[foo`](https://e.example)`",
                "[foo<https://e.example/?q=](uri)>", "[rel](/uri) and [mail](mailto:a@b.example)",
                "[js](javascript:alert(1))",
            ]),
        Section(
            name: "Reference links",
            examples: [
                "[foo][bar]\n\n[bar]: https://e.example/url \"title\"",
                "[link \\[bar][ref]\n\n[ref]: https://e.example", "[link *foo*][ref]\n\n[ref]: https://e.example",
                "[foo][BaR]\n\n[bar]: https://e.example", "[foo] [bar]\n\n[bar]: https://e.example",
                "[foo]: https://e.example/1\n\n[foo]: https://e.example/2\n\n[bar][foo]",
                "[foo][]\n\n[foo]: https://e.example", "[*foo* bar][]\n\n[*foo* bar]: https://e.example",
                "[foo]\n\n[foo]: https://e.example", "[[*foo* bar]]\n\n[*foo* bar]: https://e.example",
                "\\[foo]\n\n[foo]: https://e.example", "[foo]: <https://e.example>\n\n[foo]",
                "[foo]: \nhttps://e.example\n\n[foo]", "[foo]:\n\n[foo]", "[foo]: https://e.example \"a\nb\"\n\n[foo]",
                "[foo]: https://e.example 'title' ok\n\n[foo]", "[foo\n  bar]: https://e.example\n\n[foo bar]",
                "Foo\n[bar]: https://e.example\n\n[bar]", "# [Foo]\n[foo]: https://e.example\n> bar",
                "[foo]: https://e.example\n[bar]: https://f.example\n[foo], [bar]",
                "```\n[foo]: https://e.example\n```\n\n[foo]", "    [foo]: https://e.example\n\n[foo]",
            ]),
        Section(
            name: "Images",
            examples: [
                "![foo](https://e.example/u.png \"t\")", "![foo *bar*](https://e.example/u.png)",
                "![foo ![bar](https://a.example)](https://b.example)", "![](https://e.example/u.png)",
                "![foo][bar]\n\n[bar]: https://e.example/u", "![[foo]]", "!\\[foo]", "\\![foo](https://e.example)",
                "[![a](https://e.example/i.png)](https://e.example)", "My ![foo bar](https://e.example/p.jpg) x",
            ]),
        Section(
            name: "Autolinks",
            examples: [
                "<https://foo.bar.baz>", "<https://foo.bar.baz/test?q=hello&id=22>", "<MAILTO:FOO@BAR.BAZ>",
                "<foo@bar.example.com>", "<a+b+c:d>", "<made-up-scheme://foo,bar>", "<https://foo.bar/baz bim>", "<>",
                "< https://foo.bar >", "<m:abc>", "www.commonmark.org", "Visit www.commonmark.org/help for more.",
                "(www.google.com/search?q=Markup+(business))", "https://commonmark.org/a.b.", "foo@bar.baz",
                "a.b-c_d@a.b_", "www.google.com/search?q=commonmark&hl;",
                "https://encrypted.google.com/search?q=Markup+(business)",
            ]),
        Section(
            name: "Raw HTML, shown as text",
            examples: [
                "<a><bab><c2c>", "a <b>bold</b> c", "<div>\n*foo*\n</div>\n\n*bar*", "<!-- foo -->\nx",
                "<!--\n\na\n-->\n\nb", "<?php\n\necho 1;\n?>\nok", "<!DOCTYPE html>\nx", "<![CDATA[\na\n\nb\n]]>\nok",
                "<pre>\n\n*a*\n</pre>\nok", "foo\n<div>\nbar\n</div>", "foo\n<a href=\"x\">\nbar", "<33> <__>",
                "</a></foo >", "</a href=\"foo\">", "foo <!-- this is -- not -->", "<a h*#ref=\"hi\">",
                "<table>\n\n<tr>\n\n<td>\nHi\n</td>",
            ]),
        Section(
            name: "Tables",
            examples: [
                "| foo | bar |\n| --- | --- |\n| baz | bim |", "| abc | defghi |\n:-: | -----------:\nbar | baz",
                "| f\\|oo  |\n| ------ |\n| b `\\|` az |\n| b **\\|** im |",
                "| abc | def |\n| --- | --- |\n| bar | baz |\n> bar",
                "| abc | def |\n| --- | --- |\n| bar | baz |\nbar\n\nbar", "| abc | def |\n| --- |\n| bar |",
                "| abc | def |\n| --- | --- |\n| bar |\n| bar | baz | boo |", "| abc | def |\n| --- | --- |",
                "| a |\n|:--|\n| *x* `y` |", "> | a |\n> |---|\n> | b |", "- | a |\n  |---|\n  | b |",
            ]),
        Section(
            name: "Task lists and strikethrough",
            examples: [
                "- [ ] foo\n- [x] bar", "- [x] foo\n  - [ ] bar\n  - [x] baz\n- [ ] bim", "1. [x] a\n2. [ ] b",
                "- [y] no\n- [x]no", "[x] no list", "~~Hi~~ Hello, ~there~ world!", "This ~~has a\n\nnew paragraph~~.",
                "~~a **b** c~~", "a ~~~ b", "~~a", "\\~~a~~",
            ]),
    ]

    @Test("Examples look as the library's own rendering", arguments: sections)
    func examples(section: Section) {
        for example in section.examples {
            let expected = CanonicalHTML.tokens(ReferenceHTML.html(example))
            let found = CanonicalHTML.tokens(TreeHTML.html(MarkdownDocument(example).blocks))
            #expect(found == expected, "\(example.debugDescription)")
        }
    }

    @Test("There are examples enough to speak of")
    func count() {
        #expect(Self.sections.reduce(0) { $0 + $1.examples.count } >= 300)
    }
}
