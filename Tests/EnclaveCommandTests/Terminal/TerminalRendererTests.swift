import CollabTesting
import CollabWire
import Foundation
import Testing
import Transcript

@testable import enclave

@Suite("Rows on a terminal")
struct TerminalRendererTests {
    private static let plain = LineEncoder(theme: TerminalTheme(.dark), capabilities: .plain)

    /// One pixel.
    private static let png =
        "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="

    private static func turn(_ kind: UITurn.Kind, isStreaming: Bool = false) -> UITurn {
        UITurn(
            id: TurnID(.entry("e1")), entryId: "e1", timestamp: Date(timeIntervalSince1970: 1_772_442_000),
            isStreaming: isStreaming, kind: kind)
    }

    private static func user(_ text: String, from author: UserTurn.Author = .host) -> UITurn {
        turn(.user(UserTurn(author: author, isSynthetic: false, parts: [.text(Prose(text))])))
    }

    private static func image(_ data: String, _ mimeType: String = "image/png") -> ImageBlock {
        ImageBlock(mimeType: mimeType, data: JSONText(.string(data)))
    }

    private static func tool(
        _ name: String, _ arguments: String, output: String? = nil, isError: Bool = false, details: String? = nil
    ) throws -> ToolTurn {
        ToolTurn(
            callId: "c1", name: name, arguments: try JSONText(validating: arguments),
            result: try output.map { output in
                ToolResultValue(
                    content: [.text(JSONString(output))],
                    details: try details.map { try JSONText(validating: $0) }, isError: isError)
            }, isRunning: output == nil)
    }

    private static func text(
        _ turn: UITurn, width: Int = 60, detail: CardLines.Detail = .preview, words: SessionFormat = .english
    ) -> [String] {
        TerminalRenderer(width: width, detail: detail, timeZone: .gmt, words: words).lines(for: turn).map { line in
            var text = plain.text(line)
            while text.last == " " { text.removeLast() }
            return text
        }
    }

    @Test("A prompt has its author's name and a bar down its side")
    func prompt() {
        #expect(
            Self.text(Self.user("Fix `this`.\nAnd **that**.", from: .guest(name: "mika"))) == [
                "", "▌ mika", "▌ Fix this.", "▌ And that.",
            ])
        #expect(Self.text(Self.user("", from: .guest(name: nil))).contains("▌ guest"))
    }

    @Test("A tool's card: mark, name, what it is about, and the end of a long output")
    func output() throws {
        let output = (1...40).map { "line \($0)" }.joined(separator: "\n")
        let lines = Self.text(
            Self.turn(.tool(try Self.tool("bash", #"{"command":"make test"}"#, output: output))))
        #expect(lines.first == "✓ bash make test")
        #expect(lines.contains("    ▏ … 28 lines before"))
        #expect(lines.contains("    ▏ line 40") && !lines.contains("    ▏ line 28"))
        let all = Self.text(
            Self.turn(.tool(try Self.tool("bash", #"{"command":"make test"}"#, output: output))), detail: .full)
        #expect(all.contains("    ▏ line 1") && all.contains("    ▏ line 40"))
    }

    @Test("In German, what Enclave says by itself is German, and what host and tools said stays as it came")
    func german() throws {
        func text(_ kind: UITurn.Kind) -> String { Self.text(Self.turn(kind), words: .german).joined(separator: "\n") }
        let output = (1...40).map { "line \($0)" }.joined(separator: "\n")
        let shell = text(.tool(try Self.tool("bash", #"{"command":"make test"}"#, output: output)))
        #expect(shell.contains("bash make test") && shell.contains("… 28 Zeilen davor") && shell.contains("line 40"))
        #expect(text(.system(.thinkingLevel(nil))) == "\n· Nachdenken → aus")
        #expect(text(.system(.stopped(.aborted, message: nil))).contains("✗ abgebrochen"))
        #expect(text(.user(UserTurn(author: .guest(name: nil), isSynthetic: false, parts: []))).contains("Gast"))
        let search = try Self.tool(
            "grep", #"{"pattern":"x"}"#, output: "a.swift:1:x", details: #"{"matchCount":3,"fileCount":2}"#)
        let (german, english) = (text(.tool(search)), Self.text(Self.turn(.tool(search))).joined(separator: "\n"))
        #expect(english.contains("3 matches") && german.contains("3 Treffer"), "\(german) \(english)")
    }

    @Test("States can be told without colour")
    func marks() throws {
        let running = Self.text(Self.turn(.tool(try Self.tool("bash", #"{"command":"ls"}"#))))
        #expect(running.first == "● bash ls …")
        let failed = Self.text(
            Self.turn(.tool(try Self.tool("bash", #"{"command":"ls"}"#, output: "no such file", isError: true))))
        #expect(failed.first == "✗ bash ls")
        #expect(failed.contains("    ✗ no such file"))
    }

    @Test("Escape sequences of a program's output do not reach the terminal; a bar overwritten by itself shows its end")
    func cleaned() throws {
        let output =
            "\u{1B}[1m\u{1B}[94m-->\u{1B}[0m err\n10%\r50%\r100%\n\u{1B}]8;;https://a.example\u{1B}\\L\u{1B}]8;;\u{1B}\\\u{1B}[2J"
        let lines = Self.text(Self.turn(.tool(try Self.tool("bash", #"{"command":"x"}"#, output: output))))
        #expect(lines.contains("    ▏ --> err") && lines.contains("    ▏ 100%") && lines.contains("    ▏ L"))
        #expect(!lines.joined().contains("\u{1B}"))
    }

    @Test("A picture is told by format, size and weight; a broken one says what is wrong")
    func pictures() throws {
        #expect(Self.text(Self.turn(.image(Self.image(Self.png)))) == ["[image: PNG 1×1, 70 B]"])
        #expect(
            Self.text(Self.turn(.image(Self.image(Self.png, "image/jpeg")))) == [
                "[image: PNG 1×1, 70 B, sent as image/jpeg]"
            ])
        let broken = Self.text(Self.turn(.image(Self.image("%%%%"))))
        #expect(broken.count == 1 && broken[0].hasPrefix("[") && !broken[0].contains("%%%%"))
        let inside = UserTurn(
            author: .host, isSynthetic: false,
            parts: [.text(Prose("Look:")), .image(Self.image(Self.png)), .text(Prose("and tell."))])
        #expect(
            Self.text(Self.turn(.user(inside))) == [
                "", "▌ host", "▌ Look:", "▌ [image: PNG 1×1, 70 B]", "▌ and tell.",
            ])
    }

    /// Rows of every kind that wraps, with wide letters, pictures made of several scalars, and words without end.
    private static func samples() throws -> [UITurn] {
        let wide = "日本語の文章がとても長く続きます 👩‍👩‍👧 e\u{301}\u{301} 🇯🇵🇩🇪 unbreakableunbreakableunbreakableunbreakable"
        let path = "Sources/日本語/とても長いファイル名とても長いファイル名.swift"
        return [
            user(wide, from: .guest(name: "名前がとても長い人名前がとても長い人")),
            turn(.prose(Prose("# \(wide)\n\n- \(wide)\n\n> \(wide)"))),
            turn(.prose(Prose("| a | \(wide) |\n|---|---|\n| \(wide) | b |\n\n```swift\nlet \(wide)\n```"))),
            turn(.thinking(ThinkingTurn(text: Prose(wide), isRedacted: false, durationMilliseconds: 4_200))),
            turn(
                .tool(try tool("bash", #"{"command":"echo \#(wide)","cwd":"/\#(path)"}"#, output: "\(wide)\n\(wide)"))),
            turn(
                .tool(
                    try tool(
                        "edit", #"{"path":"\#(path)"}"#, output: "ok",
                        details:
                            #"{"diff":"@@ -1,2 +1,2 @@\n-let a = \"\#(wide)\"\n+let b = \"\#(wide)\"\n","path":"\#(path)"}"#
                    ))),
            turn(.tool(try tool("grep", #"{"pattern":"\#(wide)","path":"\#(path)"}"#, output: wide, isError: true))),
            turn(
                .ask(
                    try tool(
                        "ask", #"{"questions":[{"id":"q","question":"\#(wide)","options":[{"label":"\#(wide)"}]}]}"#))),
            turn(.system(.stopped(.error, message: wide))),
            turn(.system(.compaction(tokensBefore: 9, summary: wide, shortSummary: wide))),
            turn(.advisor(AdvisorTurn(remarks: [.init(severity: "concern", advisor: wide, text: Prose(wide))]))),
            turn(.note(wide)), turn(.newSince), turn(.day(Date(timeIntervalSince1970: 0))),
            turn(.earlierHistory(isLoading: false, error: wide)),
            turn(.notice(NoticeTurn(customType: wide, parts: [.text(Prose(wide))], details: nil))),
            turn(.traffic(.message(.init(from: wide, to: wide, parts: [.text(Prose(wide))])))),
            turn(.image(image("%%%%"))),
        ]
    }

    @Test("No row is wider than the terminal, wide letters and emoji included", arguments: [20, 37, 80, 100])
    func widths(width: Int) throws {
        for detail in [CardLines.Detail.summary, .preview, .full] {
            let renderer = TerminalRenderer(width: width, detail: detail, timeZone: .gmt)
            for turn in try Self.samples() {
                for line in renderer.lines(for: turn) {
                    #expect(line.width <= width, "\(detail) \(turn.kind): \(line.plainText)")
                }
            }
        }
    }

    @Test("Wide letters are kept whole and in order when a line is broken")
    func wideLetters() {
        let text = "日本語の文章がとても長く続きますから折り返します"
        let lines = Self.text(Self.turn(.prose(Prose(text))), width: 20)
        #expect(lines.joined().filter { $0 != " " } == text)
        #expect(lines.dropFirst().allSatisfy { TextWidth.columns(of: $0) <= 20 })
        #expect(Self.text(Self.turn(.prose(Prose("👩‍👩‍👧 🇯🇵")))).last == "👩‍👩‍👧 🇯🇵")
    }

    @Test("With NO_COLOR nothing is coloured, and nothing is lost")
    func withoutColour() throws {
        func encoder(_ environment: [String: String]) -> LineEncoder {
            LineEncoder(
                theme: TerminalTheme(.dark),
                capabilities: TerminalCapabilities(environment: environment, isTerminal: true))
        }
        let coloured = encoder(["TERM": "xterm-256color"])
        let uncoloured = encoder(["TERM": "xterm-256color", "NO_COLOR": "1"])
        var hasColour = false
        for turn in try Self.samples() {
            for line in TerminalRenderer(width: 60, timeZone: .gmt).lines(for: turn) {
                let text = uncoloured.text(line)
                // Bold, italic, underlined, struck through: settings, no colours.
                #expect(!text.contains("38;") && !text.contains("48;") && !text.contains("\u{1B}[31m"))
                #expect(TerminalText.plain(text) == TerminalText.plain(coloured.text(line)))
                hasColour = hasColour || coloured.text(line).contains("38;5;")
            }
        }
        #expect(hasColour)
    }

    @Test("A narrow terminal still shows whose card it is and what is wrong")
    func narrow() throws {
        let failed = Self.text(
            Self.turn(
                .tool(
                    try Self.tool("bash", #"{"command":"swift build"}"#, output: "error: no such module", isError: true)
                )),
            width: 20)
        #expect(failed.first == "✗ bash swift build")
        #expect(failed.joined(separator: " ").contains("error:"))
        // Below the narrowest width lines are drawn for that one.
        let lines = TerminalRenderer(width: 5, timeZone: .gmt).lines(for: Self.user("some words to break"))
        #expect(lines.allSatisfy { $0.width <= TerminalRenderer.narrowest })
    }

    @Test("What streams grows in place, and stands once when it is settled")
    func streaming() {
        let renderer = TerminalRenderer(width: 39, timeZone: .gmt)
        var tail = LiveTail(
            encoder: LineEncoder(
                theme: TerminalTheme(.dark),
                capabilities: TerminalCapabilities(colors: .none, hasControls: true, hasHyperlinks: false)))
        var screen = ScreenModel(height: 12)
        screen.write(tail.update(settled: renderer.lines(for: Self.user("go")), live: [], width: 40, height: 12))
        let text = "First **words**, then more of them.\n\n- a list\n- of things\n\n```sh\nmake\n```"
        var shown: [String] = []
        for end in text.indices.filter({ text.distance(from: text.startIndex, to: $0) % 7 == 0 }) {
            let growing = Self.turn(.prose(Prose(String(text[..<end]))), isStreaming: true)
            screen.write(tail.update(live: renderer.lines(for: growing), width: 40, height: 12))
            shown = screen.text
            #expect(shown.count { $0.contains("▌ host") } == 1)
        }
        #expect(shown.contains("First words, then more of them."))
        let final = renderer.lines(for: Self.turn(.prose(Prose(text))))
        screen.write(tail.update(settled: final, live: [], width: 40, height: 12))
        #expect(
            screen.text == [
                "", "▌ host", "▌ go", "", "First words, then more of them.", "", "• a list", "• of things", "", "▏ sh",
                "▏ make",
            ])
        #expect(screen.unknown.isEmpty)
    }
}
