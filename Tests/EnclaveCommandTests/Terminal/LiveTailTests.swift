import CollabTesting
import Testing

@testable import enclave

@Suite("The live end of a terminal's output")
struct LiveTailTests {
    private let encoder = LineEncoder(
        theme: TerminalTheme(.dark),
        capabilities: TerminalCapabilities(colors: .none, hasControls: true, hasHyperlinks: false))

    private func lines(_ texts: [String]) -> [StyledLine] { texts.map { StyledLine($0) } }

    @Test("After any updates the screen shows what is settled, then the live part", arguments: 0..<60)
    func anyUpdates(seed: Int) {
        var random = SeededRandom(seed: UInt64(seed))
        let height = Int.random(in: 2...9, using: &random)
        var tail = LiveTail(encoder: encoder)
        var screen = ScreenModel(height: height)
        var settled: [String] = []
        var live: [String] = []
        for step in 0..<60 {
            var fresh: [String] = []
            switch Int.random(in: 0...5, using: &random) {
            case 0: fresh = (0..<Int.random(in: 1...4, using: &random)).map { "settled \(step).\($0)" }
            case 1: live.append("live \(step)")
            case 2: if !live.isEmpty { live[Int.random(in: 0..<live.count, using: &random)] += "+" }
            case 3: if !live.isEmpty { live.removeLast(Int.random(in: 1...live.count, using: &random)) }
            case 4: live += (0..<Int.random(in: 1...6, using: &random)).map { "more \(step).\($0)" }
            default: (fresh, live) = (live, [])
            }
            settled += fresh
            screen.write(tail.update(settled: lines(fresh), live: lines(live), width: 40, height: height))
            let rows = height - 1
            let window = live.count <= rows ? live : ["… \(live.count - rows + 1) lines above"] + live.suffix(rows - 1)
            #expect(screen.text == settled + window)
            #expect(screen.unknown.isEmpty)
        }
        screen.write(tail.erase(width: 40, height: height))
        #expect(screen.text == settled)
    }

    @Test("Only what changed is written")
    func minimal() {
        var tail = LiveTail(encoder: encoder)
        _ = tail.update(live: lines(["one", "two", "three"]), width: 40, height: 20)
        #expect(tail.update(live: lines(["one", "two", "three"]), width: 40, height: 20).isEmpty)
        #expect(tail.update(live: lines(["one", "two", "three!"]), width: 40, height: 20) == "\r\u{1B}[Jthree!")
        #expect(tail.update(live: lines(["one", "two", "three!", "four"]), width: 40, height: 20) == "\nfour")
        #expect(tail.update(live: lines(["one", "TWO"]), width: 40, height: 20) == "\u{1B}[2A\r\u{1B}[JTWO")
    }

    @Test("A narrower screen has broken the old lines: all their rows are cleared")
    func resize() {
        var tail = LiveTail(encoder: encoder)
        _ = tail.update(live: lines(["123456789012345", "short"]), width: 40, height: 20)
        // 15 columns are two rows of ten, and "short" one more: two rows up from the last.
        #expect(tail.update(live: lines(["x"]), width: 10, height: 20) == "\u{1B}[2A\r\u{1B}[Jx")
    }

    @Test("Live lines never fill the last column, so that a line is a row")
    func cut() {
        var tail = LiveTail(encoder: encoder)
        #expect(tail.update(live: lines(["1234567890"]), width: 10, height: 5) == "12345678…")
    }

    @Test("Without a terminal nothing is rewritten: only what is settled is written")
    func plain() {
        var tail = LiveTail(encoder: LineEncoder(theme: TerminalTheme(.dark), capabilities: .plain))
        #expect(tail.update(settled: lines(["a"]), live: lines(["b"]), width: 40, height: 5) == "a\n")
        #expect(tail.update(live: lines(["c"]), width: 40, height: 5).isEmpty)
        #expect(tail.erase(width: 40, height: 5).isEmpty)
    }
}
