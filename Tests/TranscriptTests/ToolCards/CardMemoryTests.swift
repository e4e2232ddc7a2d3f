import CollabWire
import Testing

@testable import Transcript

/// A session holds thousands of closed cards, some of them of tools that put out megabytes.
@Suite("What cards keep")
struct CardMemoryTests {
    private static let outputSize = 2_000_000

    private static let output = String(
        repeating: "src/harbour/Buoy.swift:12: warning: variable was never mutated\n", count: outputSize / 64)

    private static let arguments = #"""
        {"command":"make test","path":"src/harbour/Buoy.swift","paths":["src"],"pattern":"buoy","query":"how many buoys",
        "url":"https://harbour.example/tides","op":"list","action":"diagnostics","question":"what is this?",
        "prompt":"a buoy","subject":"a buoy","code":"1 + 1","title":"count","agents":["Tide"],"items":[],
        "objective":"count","reason":"because","content":"one\ntwo\n","i":"Counting"}
        """#

    private static func tool(_ name: String, isError: Bool = false) throws -> ToolTurn {
        ToolTurn(
            callId: "c1", name: name, arguments: try JSONText(validating: arguments),
            result: ToolResultValue(content: [.text(JSONString(output))], details: nil, isError: isError))
    }

    /// Bytes a value holds for itself: strings, arrays and what is in them. Slices of the host's JSON belong to the
    /// entry and count as the reference they are.
    private static func ownBytes(_ value: Any) -> Int {
        switch value {
        case is JSONText, is JSONString: return 16
        case let text as String: return 16 + (text.utf8.count > 15 ? 32 + text.utf8.count : 0)
        case let text as Substring: return 32 + text.utf8.count
        default: break
        }
        let children = Mirror(reflecting: value).children
        guard !children.isEmpty else { return 16 }
        return 32 + children.reduce(0) { $0 + ownBytes($1.value) }
    }

    private static let names = ToolCardRegistry.kinds.flatMap { $0.names } + ["nobody-knows-it"]

    @Test("A closed card of a 2 MB output keeps at most 4 KB", arguments: names)
    func closed(name: String) throws {
        for isError in [false, true] {
            let card = ToolCard(try Self.tool(name, isError: isError))
            let summary = card.summary
            let kept = Self.ownBytes(card) + Self.ownBytes(summary)
            #expect(kept <= 4_096, "\(name): \(kept)")
            #expect(kept > 200, "the measure sees what is there")
        }
    }

    @Test(
        "An open one keeps no more of the output before a page is drawn, and then a page",
        arguments: ["bash", "read", "grep", "glob", "nobody-knows-it"])
    func open(name: String) throws {
        let body = ToolCard(try Self.tool(name)).body
        let kept = Self.ownBytes(body)
        #expect(kept <= 8_192, "\(name): \(kept)")
        let pages = Self.texts(body).filter { !$0.fits(bytes: Self.outputSize / 2) }
        let text = try #require(pages.first, "the output is there")
        let page = text.page()
        #expect(page.text.utf8.count <= 200 * 65 && page.next != nil)
        #expect(text.tail(bytes: 1_000).utf8.count <= 1_000)
    }

    private static func texts(_ blocks: [CardBlock]) -> [PagedText] {
        blocks.flatMap { block -> [PagedText] in
            switch block {
            case .code(let code): [code.text]
            case .output(let output): [output.text]
            case .section(_, let blocks): texts(blocks)
            default: []
            }
        }
    }

    @Test("A live output is shown by its end")
    func live() throws {
        let raw = JSONText(.string(Self.output))
        let string = try #require(JSONString(raw))
        let tool = ToolTurn(
            callId: "c1", name: "bash", arguments: nil,
            partial: ToolOutput(content: [.text(string)], details: nil, raw: raw), startedAt: 1, isRunning: true)
        let card = ToolCard(tool)
        #expect(Self.ownBytes(card) + Self.ownBytes(card.summary) <= 4_096)
        #expect(Self.ownBytes(card.body) <= 4_096)
        #expect(card.liveOutput?.text.tail(bytes: 400).hasSuffix("never mutated\n") == true)
    }
}
