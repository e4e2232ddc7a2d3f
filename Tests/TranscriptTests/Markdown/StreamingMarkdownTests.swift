import Testing

@testable import Transcript

@Suite("A growing Markdown text")
struct StreamingMarkdownTests {
    private static let fragments = [
        "word ", "\n", "\n", "\n\n", "# Title\n", "- item\n", "  more\n", "1. one\n", "> quote\n", "```swift\n",
        "let x = 1\n", "```\n",
        "| a | b |\n", "|---|---|\n", "| 1 | 2 |\n", "*em* ", "**bold", "** ", "`code` ", "[foo] ",
        "[foo]: https://example.com/foo\n",
        "[foo]: https://example.com/other\n", "[Bar Baz]: <https://b.example/> \"t\"\n\n", "[bar\nbaz] ",
        "$a_1 * b_1$ ", "$$\n", "x_1 = y_1\n",
        "\\(z_2\\) ", "---\n", "===\n", "<advisory level=\"x\">\n", "</advisory>\n", "<div>\n", "<!-- ", "-->\n", "é",
        "日本語 ", "👩‍👩‍👧 ", "\r\n",
        "\r", "    indented\n", "- [ ] task\n", "~~gone~~ ", "https://example.com/a ", "&amp; ", "\\* ", "\u{0}",
        "~~~\n", "$5 and $6 ",
        "![alt](https://img.example/p.png) ", "- # h\n", "   ```\n",
    ]

    private static func randomText(_ random: inout SeededRandom, _ count: ClosedRange<Int>) -> String {
        (0..<Int.random(in: count, using: &random)).map { _ in fragments.randomElement(using: &random)! }.joined()
    }

    @Test("However it arrives, the blocks are those of the whole text, at every step", arguments: 0..<60)
    func equalsWhole(seed: Int) {
        var random = SeededRandom(seed: UInt64(seed))
        for _ in 0..<12 {
            let text = Self.randomText(&random, 1...60)
            var stream = StreamingMarkdown()
            var shown = ""
            for piece in Self.split(text, &random) {
                shown += piece
                stream.update(text: shown)
                let whole = MarkdownDocument(shown).blocks
                #expect(stream.blocks == whole, "\(shown.debugDescription)")
                if stream.blocks != whole { return }
            }
            stream.finish()
            #expect(stream.blocks == MarkdownDocument(text).blocks)
        }
    }

    @Test("Appended piece by piece, nothing compared, it is the same", arguments: 0..<40)
    func appended(seed: Int) {
        var random = SeededRandom(seed: UInt64(seed) &+ 9_000)
        for _ in 0..<10 {
            let text = Self.randomText(&random, 1...80)
            var stream = StreamingMarkdown()
            for piece in Self.split(text, &random) { stream.append(piece) }
            stream.finish()
            #expect(stream.blocks == MarkdownDocument(text).blocks, "\(text.debugDescription)")
        }
    }

    @Test("A message that streams in as JSON has at every step the blocks of its text", arguments: 0..<30)
    func streamedAsJSON(seed: Int) {
        var random = SeededRandom(seed: UInt64(seed) &+ 20_000)
        let text = Self.randomText(&random, 10...60)
        var prose = StreamProse()
        var shown = ""
        for (step, piece) in Self.split(text, &random).enumerated() {
            // Now and then the host takes something back.
            if step % 11 == 10 { shown = String(shown.dropLast(3)) }
            shown += piece
            var rows = [
                UITurn(
                    id: TurnID(.stream(1), .block(0)), entryId: nil, timestamp: nil, isStreaming: true,
                    kind: .prose(Prose(shown)))
            ]
            prose.parse(&rows, of: 1)
            guard case .prose(let parsed) = rows[0].kind else { return }
            #expect(parsed.isParsed)
            #expect(parsed.text == shown)
            #expect(parsed.blocks == MarkdownDocument(shown).blocks, "\(shown.debugDescription)")
        }
    }

    @Test("A text that is rewritten in the middle reads like the new text", arguments: 0..<40)
    func rewritten(seed: Int) {
        var random = SeededRandom(seed: UInt64(seed) &+ 1_000)
        var stream = StreamingMarkdown()
        for _ in 0..<30 {
            let text = Self.randomText(&random, 0...80)
            let keep = Int.random(in: 0...max(0, text.count), using: &random)
            for version in [
                text, String(text.prefix(keep)), String(text.prefix(keep)) + Self.randomText(&random, 0...5),
            ] {
                stream.update(text: version)
                #expect(stream.blocks == MarkdownDocument(version).blocks, "\(version.debugDescription)")
            }
        }
    }

    @Test("The change names the first block that differs", arguments: 0..<20)
    func changeIsExact(seed: Int) {
        var random = SeededRandom(seed: UInt64(seed) &+ 5_000)
        let text = Self.randomText(&random, 40...120)
        var stream = StreamingMarkdown()
        var shown = ""
        for piece in Self.split(text, &random) {
            let before = stream.blocks
            shown += piece
            let change = stream.update(text: shown)
            let same = zip(before, stream.blocks).prefix { $0 == $1 }.count
            let kept = min(change.firstChangedBlock, before.count)
            #expect(kept <= same, "\(shown.debugDescription)")
            #expect(Array(before.prefix(kept)) == Array(stream.blocks.prefix(kept)))
        }
    }

    @Test("Blocks keep their ids while the text after them grows")
    func stableIdentity() {
        var stream = StreamingMarkdown()
        let text = "# One\n\nTwo **three**\n\n- a\n- b\n\n```\ncode\n```\nlast words"
        var seen: [Int: Int] = [:]
        for end in text.indices {
            stream.update(text: String(text[..<end]))
            for (index, block) in stream.blocks.enumerated() {
                #expect(seen[block.id, default: index] == index)
                seen[block.id] = index
            }
            #expect(Set(stream.blocks.map(\.id)).count == stream.blocks.count)
        }
        #expect(seen.count == stream.blocks.count)
    }

    @Test(
        "Finished blocks are never parsed again: the bytes parsed stay within a bound per update",
        arguments: Growth.allCases)
    func parsesOnlyTheOpenEnd(growth: Growth) {
        var stream = StreamingMarkdown()
        var parsed = 0
        let pieces = growth.pieces(bytes: 40_000)
        var largest = 0
        for piece in pieces {
            let change = stream.append(piece)
            largest = max(largest, change.parsedBytes)
            parsed += change.parsedBytes
        }
        #expect(largest <= growth.largestUpdate, "\(growth): \(largest)")
        #expect(stream.blocks == MarkdownDocument(pieces.joined()).blocks)
    }

    /// Texts that grow in one way.
    enum Growth: CaseIterable {
        case prose, chinese, fence, list, table, quote, oneLine, dollars, references

        var largestUpdate: Int {
            switch self {
            case .prose, .chinese, .dollars, .references: 6_000
            case .list, .table, .quote: 12_000
            case .fence, .oneLine: 36_000
            }
        }

        private var unit: String {
            switch self {
            case .prose: "Some *prose* with a `word` and more of it, so that\nlines break.\n\n"
            case .chinese: "這是一段很長的**文字**，用來測試增量解析的速度。\n\n"
            case .fence: "let value = compute(1, 2) // comment\n"
            case .list: "- an item with *text*\n"
            case .table: "| cell | `code` | 3 |\n"
            case .quote: "> quoted words\n>\n"
            case .oneLine: "words and words without any line break at all "
            case .dollars: "price $ and $$ and more\n\n"
            case .references: "see [this] and [that][x]\n\n"
            }
        }

        func pieces(bytes: Int) -> [String] {
            var pieces: [String] = []
            switch self {
            case .fence: pieces = ["```swift\n"]
            case .table: pieces = ["| a | b | c |\n|---|---|---|\n"]
            case .dollars: pieces = ["$ unclosed\n\n"]
            default: break
            }
            var random = SeededRandom(seed: 42)
            var unit = unit[...]
            var count = 0
            while count < bytes {
                if unit.isEmpty { unit = self.unit[...] }
                let piece = unit.prefix(Int.random(in: 5...30, using: &random))
                unit = unit.dropFirst(piece.count)
                pieces.append(String(piece))
                count += piece.utf8.count
            }
            return pieces
        }
    }

    @Test("A definition that comes late turns earlier text into links; the first one counts")
    func lateDefinition() {
        var stream = StreamingMarkdown()
        stream.append("See [the page].\n\nMore.\n\n")
        #expect(stream.blocks[0].kind == .paragraph([MarkdownRun("See [the page].")]))
        let change = stream.append("[the Page]: https://example.com/1\n\n")
        #expect(change.firstChangedBlock == 0)
        let link = MarkdownRun("the page", link: SafeLink("https://example.com/1"))
        #expect(stream.blocks[0].kind == .paragraph([MarkdownRun("See "), link, MarkdownRun(".")]))
        stream.append("[the page]: https://example.com/2\n\n")
        #expect(stream.blocks[0].kind == .paragraph([MarkdownRun("See "), link, MarkdownRun(".")]))
        #expect(stream.blocks.count == 2)
    }

    @Test("Hostile late definitions cost a bounded multiple of the text, and finish() makes up for what was put off")
    func hostileDefinitions() {
        var stream = StreamingMarkdown()
        var text = ""
        for index in 0..<200 {
            text += "words [a\(index)] " + String(repeating: "and [a\(index % 7)] more ", count: 40) + "\n\n"
        }
        stream.append(text)
        var parsed = 0
        for index in 0..<400 {
            let more = "[a\(index % 7)x]: https://e.example/\n\n[a\(index)]: https://e.example/\(index)\n\n"
            text += more
            parsed += stream.append(more).parsedBytes
        }
        #expect(parsed <= 9 * text.utf8.count + 65_536 + 400 * 1_000)
        stream.finish()
        #expect(stream.blocks == MarkdownDocument(text).blocks)
    }

    private static func split(_ text: String, _ random: inout SeededRandom) -> [String] {
        var rest = text.unicodeScalars[...]
        var pieces: [String] = []
        while !rest.isEmpty {
            let piece = rest.prefix(Int.random(in: 1...25, using: &random))
            pieces.append(String(String.UnicodeScalarView(piece)))
            rest = rest.dropFirst(piece.count)
        }
        return pieces
    }
}
