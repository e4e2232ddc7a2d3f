import CollabWire
import Foundation
import Testing

@testable import Transcript

@Suite("The labels of cards")
struct CardWordsTests {
    private static func examples() throws -> [JSONText] {
        let file = URL(fileURLWithPath: #filePath).appendingPathComponent("../../../Vectors/tools.json").standardized
        return Array(try JSONText(validating: Data(contentsOf: file))["examples"]?.elements ?? JSONText.null.elements)
    }

    private static func tool(_ example: JSONText) -> ToolTurn {
        var tool = ToolTurn(
            callId: "c", name: example["tool"]?.stringValue ?? "", arguments: example["args"],
            isRunning: example["running"]?.boolValue == true)
        if let result = example["result"], result.isObject {
            tool.result = ToolResultValue(
                content: result["content"].map { ContentBlock.list(decoding: $0) } ?? [], details: result["details"],
                isError: result["isError"]?.boolValue == true)
        }
        return tool
    }

    /// What a card says that could be a label, wherever it stands.
    private static func labels(_ card: ToolCard) -> [String] {
        var found: [String] = []
        func add(_ text: CardText) {
            if text.role == .badge || text.role == .words && text.tone != .plain { found.append(text.text) }
        }
        func add(_ blocks: [CardBlock]) {
            for block in blocks {
                switch block {
                case .note(let text, _): found.append(text)
                case .badges(let texts): texts.forEach(add)
                case .facts(let facts): found += facts.map(\.name)
                case .code(let code): found += [code.title].compactMap(\.self)
                case .output(let output): found += [output.title].compactMap(\.self)
                case .rows(let rows):
                    for row in rows {
                        row.texts.forEach(add)
                        add(row.blocks)
                    }
                case .section(let title, let blocks):
                    found.append(title)
                    add(blocks)
                case .markdown, .diff, .board, .images, .links, .agents, .choices: break
                }
            }
        }
        card.summary.forEach(add)
        add(card.body)
        return found
    }

    /// Whether a label quotes the call: its words stand there, however they are put together.
    private static func isQuoted(_ label: String, _ example: String) -> Bool {
        let words = label.split { !$0.isLetter && !$0.isNumber }.filter { $0.contains(where: \.isLetter) }
        return words.allSatisfy { example.contains($0) || $0.wholeMatch(of: /\d+(ms|s|m|h|d|K|M)?/) != nil }
    }

    @Test("Every label of every recorded call is in the table, or the host's own word")
    func complete() throws {
        let examples = try Self.examples()
        #expect(examples.count > 50)
        var missing: Set<String> = []
        for example in examples {
            let source = example.value.searchable
            for label in Self.labels(ToolCard(Self.tool(example))) {
                if CardWords.knows(label) || Self.isQuoted(label, source) { continue }
                missing.insert(label)
            }
        }
        #expect(missing.sorted() == [])
    }

    @Test("German cards differ in labels only: values, paths and outputs stay")
    func german() throws {
        for example in try Self.examples() {
            let tool = Self.tool(example)
            let english = ToolCard(tool)
            let german = ToolCard(tool, format: .german)
            #expect(english.title == german.title && english.status == german.status)
            #expect(english.summary.count == german.summary.count)
            for (one, other) in zip(english.summary, german.summary) {
                #expect(one.role == other.role && one.tone == other.tone)
                if one.role == .path || one.role == .pattern || one.role == .range { #expect(one == other) }
            }
            #expect(english.body.count == german.body.count)
        }
        let call = ToolTurn(
            callId: "c", name: "grep", arguments: try JSONText(validating: #"{"pattern":"buoy","path":"src"}"#),
            result: ToolResultValue(
                content: [.text("src/a.swift:1: buoy")],
                details: try JSONText(validating: #"{"matchCount":3,"fileCount":1,"truncated":true}"#), isError: false))
        let chips = ToolCard(call, format: .german).body.flatMap { block -> [String] in
            if case .badges(let texts) = block { texts.map(\.text) } else { [] }
        }
        #expect(chips.contains("3 Treffer") && chips.contains("1 Datei") && chips.contains("gekürzt"))
    }

    @Test("No label is empty in either language, and what has a hole keeps it")
    func table() {
        for (english, german) in CardWords.phrases { #expect(!english.isEmpty && !german.isEmpty) }
        for (english, german) in CardWords.nouns { #expect(!english.isEmpty && !german.isEmpty) }
        for (english, german) in CardWords.chips + CardWords.remarks {
            #expect(english.count { $0 == "%" } == 1 && german.count { $0 == "%" } == 1)
        }
        #expect(CardWords.knows("exit 1") && CardWords.knows("3 files") && !CardWords.knows("xyzzy"))
    }
}

extension JSONValue {
    /// All keys and texts, for looking words up.
    fileprivate var searchable: String {
        switch self {
        case .null, .bool, .number: ""
        case .string(let text): text + " "
        case .array(let elements): elements.map(\.searchable).joined()
        case .object(let object): object.members.map { "\($0.key) \($0.value.searchable)" }.joined()
        case .nested: ""
        }
    }
}
