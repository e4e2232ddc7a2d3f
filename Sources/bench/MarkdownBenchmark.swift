import Foundation
import Transcript

/// A message that grows update by update: what a streaming answer costs, from the text to its blocks.
///
/// What is added is handed over as the projector does it, and the blocks are kept by somebody else meanwhile, as the
/// rows on screen keep them. "Whole" hands the whole text over each time, so that what is known must be found again.
enum MarkdownBenchmark: Benchmark {
    static let name = "markdown"
    static let about = "10,000 updates of a growing 200 KB message against 5,000 of 100 KB, by kind of text"

    /// The most that twice the text in twice the updates may cost.
    private static let bound = 2.3

    static func run(_ arguments: [String]) async throws {
        let runs = arguments.first.flatMap { Int($0) } ?? 3
        print("  kind of text            100 KB    200 KB   ratio   median update   worst update")
        var tooDear: [String] = []
        for text in Text.allCases {
            for isWhole in text == .prose || text == .line ? [false, true] : [false] {
                let name = text.rawValue + (isWhole ? ", whole" : "")
                let half = fastest(runs, text, bytes: 100_000, updates: 5_000, isWhole: isWhole)
                let full = fastest(runs, text, bytes: 200_000, updates: 10_000, isWhole: isWhole)
                let ratio = full.total / half.total
                if ratio > bound { tooDear.append(name) }
                print(
                    "  \(name.padding(toLength: 20, withPad: " ", startingAt: 0))",
                    "\(Measure.format(half.total, 0)) ms".leftPadded(9),
                    "\(Measure.format(full.total, 0)) ms".leftPadded(9),
                    Measure.format(ratio, 2).leftPadded(7),
                    "\(Measure.format(full.median * 1_000, 0)) µs".leftPadded(15),
                    "\(Measure.format(full.worst * 1_000, 0)) µs".leftPadded(14))
            }
        }
        print(
            tooDear.isEmpty
                ? "  linear: every ratio is at most \(bound)"
                : "  NOT linear: above \(bound) for \(tooDear.joined(separator: ", "))")
    }

    private struct Figures {
        var total: Double
        var median: Double
        var worst: Double
    }

    /// What the updates cost when nothing disturbs them: for each, the fastest of all runs.
    private static func fastest(_ runs: Int, _ text: Text, bytes: Int, updates: Int, isWhole: Bool) -> Figures {
        var times = measure(text, bytes: bytes, updates: updates, isWhole: isWhole)
        for _ in 1..<max(1, runs) {
            times = zip(times, measure(text, bytes: bytes, updates: updates, isWhole: isWhole)).map(min)
        }
        let total = times.reduce(0, +)
        times.sort()
        return Figures(total: total, median: times[times.count / 2], worst: times.last ?? 0)
    }

    private static func measure(_ text: Text, bytes: Int, updates: Int, isWhole: Bool) -> [Double] {
        let utf8 = Array(text.text(bytes: bytes).utf8)
        var stream = StreamingMarkdown()
        var shown = ""
        shown.reserveCapacity(bytes + 64)
        var held = MarkdownBlockList()
        var end = 0
        var times: [Double] = []
        times.reserveCapacity(updates)
        let clock = ContinuousClock()
        for update in 1...updates {
            var next = utf8.count * update / updates
            while next < utf8.count, utf8[next] & 0xC0 == 0x80 { next += 1 }
            let more = String(decoding: utf8[end..<max(end, next)], as: UTF8.self)
            end = max(end, next)
            if isWhole { shown += more }
            let time = clock.measure {
                if isWhole { stream.update(text: shown) } else { stream.append(more) }
                held = stream.list
            }
            times.append(Double(time.components.attoseconds) / 1e15 + Double(time.components.seconds) * 1e3)
        }
        withExtendedLifetime(held) {}
        return times
    }

    /// The byte classes.
    private enum Text: String, CaseIterable {
        case prose = "prose (ASCII)"
        case cjk = "prose (3-byte CJK)"
        case emoji = "prose (4-byte emoji)"
        case mixed = "mixed blocks"
        case fence = "one unclosed fence"
        case dollar = "unclosed $ and $$"
        case list = "one list"
        case table = "one table"
        case quote = "one quote"
        case paragraph = "one paragraph"
        case line = "one line"

        private var start: String {
            switch self {
            case .fence: "```swift\n"
            case .dollar: "$ and $$\n"
            case .table: "| name | value | note |\n|---|--:|---|\n"
            default: ""
            }
        }

        private var unit: String {
            switch self {
            case .prose:
                "Some *prose* with a `word`, a [link](https://example.com/a) and more words.\nAnd a second line.\n\n"
            case .cjk: "這是一段很長的**文字**，用來測試增量解析的速度和準確度。\n第二行也在這裡。\n\n"
            case .emoji: "🚀🎉 **🔥🔥** 👩‍👩‍👧 🇯🇵 🧪🧪🧪🧪\n\n"
            case .mixed:
                "## Heading\n\nA paragraph with `code`.\n\n- one\n- two\n  - three\n\n```swift\nlet x = 1\n```\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n> quoted\n\n"
            case .fence: "let value = compute(1, 2) // a comment\n"
            case .dollar: "costs $ and $$ and $x to the end of it\n"
            case .list: "- an item with *text* and `code`\n"
            case .table: "| a name | 12345 | some note |\n"
            case .quote: "> quoted words that go on\n>\n"
            case .paragraph: "a paragraph of many lines that never ends\n"
            case .line: "words and *words* without any line break at all "
            }
        }

        func text(bytes: Int) -> String {
            let unit = self.unit
            return start + String(repeating: unit, count: (bytes - start.utf8.count) / unit.utf8.count + 1)
        }
    }
}

extension String {
    fileprivate func leftPadded(_ length: Int) -> String {
        String(repeating: " ", count: max(0, length - count)) + self
    }
}
