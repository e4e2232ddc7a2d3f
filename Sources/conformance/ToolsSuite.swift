import CollabWire
import Foundation
import Transcript

/// `tools.json`: what the reference's card shows, closed and open. Every fact of it (values, paths, counts, states) must
/// be found in Enclave's card; wording, order and style are Enclave's own.
enum ToolsSuite: Suite {
    static let name = "tools"

    static func run(in folder: Folder, report: inout Report) async {
        do {
            guard let file = try folder.json("tools.json") else { return }
            for (alias, name) in file["aliases"]?.members.map({ $0 }) ?? [] {
                let isSame = ToolCardRegistry.kind(named: alias) == ToolCardRegistry.kind(named: name.stringValue ?? "")
                report.record(Self.self, "alias-\(alias)", isSame ? .passed : .failed("not drawn as \(name.string)"))
            }
            for example in file.list("examples") { record(example, &report) }
        } catch {
            report.record(Self.self, "tools.json", .failed("\(error)"))
        }
    }

    private static func record(_ example: JSONText, _ report: inout Report) {
        let id = example["id"]?.stringValue ?? "?"
        let card = ToolCard(tool(example))
        let line = CardWriter.line(card)
        let body = CardWriter.text(card.body)
        guard let collapsed = example["collapsed"] else {
            return report.record(
                Self.self, id,
                .deviating(rule: "cards-where-the-peer-throws", "the reference throws, Enclave shows “\(line)”"))
        }
        var missing: [String] = []
        if collapsed["head"]?.stringValue != card.title { missing.append("title \(card.title)") }
        if collapsed["status"]?.stringValue != status(card.status) { missing.append("status \(card.status)") }
        if collapsed["isErrorCard"]?.boolValue != card.isError { missing.append("error look") }
        if let tooltip = collapsed["tooltip"]?.stringValue, tooltip != card.intent { missing.append("intent") }
        let closed = collapsed.list("summary").compactMap { $0["text"]?.stringValue }.joined(separator: " ")
        missing += Facts(closed).missing(from: line).map { "closed “\($0)”" }
        if let tail = collapsed["partialTail"]?.stringValue {
            let shown = TerminalText.plain(card.liveOutput?.text.text ?? "")
            missing += Facts(tail).missing(from: shown).map { "live “\($0)”" }
        }
        let open = example["openBodyText"]?.stringValue ?? ""
        missing += Facts(open).missing(from: "\(line)\n\(TerminalText.plain(body))").map { "open “\($0)”" }
        let pictures = open.ranges(of: "[image]").count
        if card.images.count < pictures { missing.append("\(pictures) pictures") }
        report.record(
            Self.self, id,
            missing.isEmpty
                ? .passed : .failed("not found: \(missing.joined(separator: ", "))\n  line: \(line)\n  body: \(body)"))
    }

    private static func tool(_ example: JSONText) -> ToolTurn {
        var tool = ToolTurn(
            callId: "call", name: example["tool"]?.stringValue ?? "", arguments: example["args"],
            intent: example["intent"]?.stringValue)
        if let result = example["result"], result.isObject {
            tool.result = ToolResultValue(
                content: result["content"].map { ContentBlock.list(decoding: $0) } ?? [],
                details: result["details"], isError: result["isError"]?.boolValue == true)
        }
        tool.isRunning = example["running"]?.boolValue == true
        if let partial = example["partial"]?.stringValue {
            tool.partial = ToolOutput(
                content: [.text(JSONString(partial))], details: nil, raw: JSONText(JSONValue.string(partial)))
        }
        return tool
    }

    private static func status(_ status: ToolStatus) -> String {
        switch status {
        case .pending: "pending"
        case .running: "run"
        case .succeeded: "ok"
        case .failed: "err"
        }
    }
}

/// The facts of a text: its words and values without what only sets them apart, and the marks of states together with
/// what they stand at.
struct Facts {
    private var words: [String] = []
    /// A mark and the word it belongs to.
    private var states: [(mark: Character, word: String)] = []

    private static let marks: Set<Character> = ["✓", "✕", "○", "●", "→", "■", "□"]
    private static let edges = CharacterSet(charactersIn: "\"'“”,:;()[]{}·—…|`")

    init(_ text: String) {
        var mark: Character?
        for token in text.replacing("[image]", with: " ").split(whereSeparator: \.isWhitespace) {
            var rest = token[...]
            while let first = rest.first, Self.marks.contains(first) {
                mark = first
                rest.removeFirst()
            }
            let word = String(rest).trimmingCharacters(in: Self.edges)
            guard word.contains(where: { $0.isLetter || $0.isNumber }) else {
                // A sign on its own says nothing.
                continue
            }
            words.append(word)
            if let state = mark { states.append((state, word)) }
            mark = nil
        }
    }

    /// What of it a text does not hold.
    func missing(from text: String) -> [String] {
        let text = text.replacing("\t", with: " ")
        return words.filter { !Self.holds(text, $0) }
            + states.filter { !Self.holds(text, $0.mark, $0.word) }.map { "\($0.mark) \($0.word)" }
    }

    /// Whether a word occurs, not inside a longer one. The reference sets some words side by side without a gap: those
    /// count when every part occurs.
    private static func holds(_ text: String, _ word: String) -> Bool {
        if occurs(word, in: text) { return true }
        let letters = Array(word)
        guard letters.count >= 4 else { return false }
        return (1..<letters.count).contains { split in
            occurs(String(letters[..<split]), in: text) && occurs(String(letters[split...]), in: text)
        }
    }

    private static func occurs(_ word: String, in text: String) -> Bool {
        var from = text.startIndex
        while let found = text.range(of: word, range: from..<text.endIndex) {
            let before = found.lowerBound > text.startIndex ? text[text.index(before: found.lowerBound)] : " "
            let after = found.upperBound < text.endIndex ? text[found.upperBound] : " "
            let first = word.first ?? " "
            let last = word.last ?? " "
            if !(isWord(before) && isWord(first)), !(isWord(after) && isWord(last)) { return true }
            from = text.index(after: found.lowerBound)
        }
        return false
    }

    private static func isWord(_ character: Character) -> Bool { character.isLetter || character.isNumber }

    /// Whether a word occurs right after a mark.
    private static func holds(_ text: String, _ mark: Character, _ word: String) -> Bool {
        let first = String(word.prefix { isWord($0) || $0 == "-" || $0 == "_" })
        var from = text.startIndex
        while let found = text[from...].firstIndex(of: mark) {
            let rest = text[text.index(after: found)...].drop { $0.isWhitespace || $0 == "[" }
            if rest.hasPrefix(first) || first.hasPrefix(rest.prefix { isWord($0) }) && !rest.prefix(1).isEmpty {
                return true
            }
            from = text.index(after: found)
        }
        return false
    }
}

/// Terminal output without what colours it, for comparison.
enum TerminalText {
    /// The text without escape sequences.
    static func plain(_ text: String) -> String {
        var output = ""
        var rest = text[...]
        while let escape = rest.firstIndex(of: "\u{1B}") {
            output += rest[..<escape]
            rest = rest[escape...].dropFirst()
            guard rest.first == "[" else { continue }
            rest = rest.dropFirst().drop { !$0.isLetter }.dropFirst()
        }
        return output + rest
    }
}
