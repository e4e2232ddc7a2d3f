import Testing

@testable import CollabWire

@Suite("Strings kept as JSON")
struct JSONStringTests {
    /// Numbers that look random and are the same every time (SplitMix64).
    private struct Dice: RandomNumberGenerator {
        var state: UInt64

        mutating func next() -> UInt64 {
            state &+= 0x9E37_79B9_7F4A_7C15
            var mixed = state
            mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
            mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
            return mixed ^ (mixed >> 31)
        }
    }

    /// Pieces of JSON strings: plain, escaped, wide, half pairs, lookalikes.
    private static let pieces = [
        "a", "word ", "\\n", "\\n", "\\u000a", "\\\\", "\\\\n", "\\\"", "\\t", "é", "日本", "👩‍👩‍👧", "\\u00e9",
        "\\ud83d\\ude00",
        "\\ud83d", "\\ude00", "\\uD83D\\uDE00", "\\u005c", "\\\\u000a", "0123456789", "/", "\\/",
    ]

    private static func string(_ content: String) throws -> JSONString {
        try #require(JSONString(try JSONText(validating: "\"\(content)\"")))
    }

    @Test("Pages put together are the whole, and no page has more lines than asked for", arguments: 0..<40)
    func parts(seed: Int) throws {
        var dice = Dice(state: UInt64(seed))
        let content = (0..<200).map { _ in Self.pieces.randomElement(using: &dice) ?? "" }.joined()
        let string = try Self.string(content)
        let lines = Int.random(in: 1...5, using: &dice)
        var at = 0
        var pages: [String] = []
        var joined = ""
        while true {
            let part = string.part(from: at, lines: lines, longestLine: 64)
            pages.append(part.text)
            joined += part.text
            guard let next = part.next else { break }
            #expect(next > at)
            // A page ends at a line feed, which it leaves out, or inside a line that is too long.
            if part.text.utf8.count(where: { $0 == 0x0A }) < lines, string.value.utf8.starts(with: (joined + "\n").utf8)
            {
                joined += "\n"
            }
            at = next
        }
        #expect(pages.allSatisfy { $0.utf8.count(where: { $0 == 0x0A }) < lines })
        let whole = string.value
        #expect(joined == whole || joined + "\n" == whole)
    }

    @Test("The end of a string is an end of it, cut between characters", arguments: 0..<40)
    func tails(seed: Int) throws {
        var dice = Dice(state: UInt64(seed) &+ 77)
        let content = (0..<60).map { _ in Self.pieces.randomElement(using: &dice) ?? "" }.joined()
        let string = try Self.string(content)
        for count in 0...string.byteCount + 2 {
            let tail = string.tail(bytes: count)
            #expect(tail.utf8.count <= count || count > string.byteCount)
            #expect(string.value.utf8.suffix(tail.utf8.count).elementsEqual(tail.utf8), "\(count) of \(content)")
        }
        #expect(string.tail(bytes: string.byteCount) == string.value)
    }

    @Test("What was added is what the longer one has behind the shorter one", arguments: 0..<60)
    func additions(seed: Int) throws {
        var dice = Dice(state: UInt64(seed) &+ 1_000)
        var content = ""
        var earlier = try Self.string("")
        for _ in 0..<40 {
            content += Self.pieces.randomElement(using: &dice) ?? ""
            let longer = try Self.string(content)
            if let addition = longer.addition(since: earlier) {
                #expect(Array((earlier.value + addition).utf8) == Array(longer.value.utf8), "\(content)")
            }
            earlier = longer
        }
        let other = try Self.string("x" + content)
        #expect(other.addition(since: earlier) == nil)
        #expect(try Self.string("ab").addition(since: Self.string("abc")) == nil)
        #expect(try Self.string("abc").addition(since: Self.string("ab")) == "c")
        // Half a pair reads otherwise once the other half is there.
        #expect(try Self.string("\\ud83d\\ude00").addition(since: Self.string("\\ud83d")) == nil)
    }

    @Test("Two strings are equal when they read the same, however they are written", arguments: 0..<40)
    func equality(seed: Int) throws {
        var dice = Dice(state: UInt64(seed) &+ 5_000)
        let same = [
            ["\\n", "\\u000a"], ["é", "\\u00e9", "\\u00E9"], ["/", "\\/"], ["a", "\\u0061"], ["😀", "\\ud83d\\ude00"],
        ]
        var one = ""
        var other = ""
        for _ in 0..<30 {
            let letters = same.randomElement(using: &dice) ?? []
            one += letters.randomElement(using: &dice) ?? ""
            other += letters.randomElement(using: &dice) ?? ""
        }
        let left = try Self.string(one)
        let right = try Self.string(other)
        #expect(left == right && left.hashValue == right.hashValue)
        #expect(left == JSONString(left.value))
        for change in ["x", "\\n", "\\u00e9", "日"] {
            let longer = try Self.string(other + change)
            #expect(left != longer && longer != left)
            let within = try Self.string(change + other)
            #expect(left != within || left.value.utf8.elementsEqual(within.value.utf8))
        }
    }

    @Test(
        "Blank is what holds nothing but white space, written plainly or not",
        arguments: [
            ("", true), (" ", true), ("\\n\\t \\r", true), ("\\u0020\\u00a0", true), ("\\u2003", true), ("a", false),
            (" \\n a", false), ("\\u0061", false), ("\\\\n", false), ("é", false), ("\u{2003}", true), ("\\b", false),
        ])
    func blank(content: String, isBlank: Bool) throws {
        #expect(try Self.string(content).isBlank == isBlank)
    }

    @Test("The beginning behind white space is found without decoding")
    func beginnings() throws {
        #expect(try Self.string(" \\n[Wait] more").begins(with: "[Wait]"))
        #expect(try Self.string("\\u00a0[Wait]").begins(with: "[Wait]"))
        #expect(try !Self.string("[Wai").begins(with: "[Wait]"))
        #expect(try !Self.string("").begins(with: "[Wait]"))
    }

    @Test("What a string holds is not printed by accident")
    func redacted() throws {
        let string = JSONString("a secret")
        #expect(!"\(String(reflecting: string))".contains("secret"))
        #expect(Mirror(reflecting: string).children.isEmpty)
    }

    @Test("A text takes no more room than it must")
    func sizes() {
        #expect(MemoryLayout<JSONText>.stride == 16)
        #expect(MemoryLayout<ContentBlock>.stride == 16)
        #expect(MemoryLayout<Entry>.stride <= 80)
    }
}
