import CollabWire

/// `todo`: a change of the plan and the plan after it.
public enum TodoCard: ToolCardKind {
    static let wireName = "todo"
    /// `todo`.
    public static let names = [wireName]

    /// Operations and the first task they touch.
    public static func summary(_ input: ToolCardInput) -> [CardText] {
        var counts: [(operation: String, count: Int)] = []
        var firstTask: String?
        for entry in operations(input) where entry.isObject {
            let operation = entry["op"]?.stringValue ?? "update"
            if let index = counts.firstIndex(where: { $0.operation == operation }) {
                counts[index].count += 1
            } else {
                counts.append((operation, 1))
            }
            if firstTask == nil { firstTask = self.firstTask(of: entry) }
        }
        var line = counts.map { CardFormat.badge($0.count > 1 ? "\($0.operation)×\($0.count)" : $0.operation) }
        if line.isEmpty { line = [CardFormat.badge("update")] }
        if let firstTask { line.append(CardText(CardFormat.line(firstTask, limit: 60))) }
        return line
    }

    private static func firstTask(of operation: JSONText) -> String? {
        if let name = operation["task"]?.stringValue ?? operation["phase"]?.stringValue { return name }
        let listed = operation["list"]?.objects.first?["items"]?[0]?.stringValue
        return listed ?? operation["items"]?[0]?.stringValue
    }

    /// Each operation, then the board.
    public static func body(_ input: ToolCardInput) -> [CardBlock] {
        var blocks = CardFormat.rows(operations(input).compactMap(row))
        if let phases = input.detail("phases"), phases.isArray, !input.isError {
            let board = TodoBoard(phases)
            if !board.phases.isEmpty { blocks.append(.board(board)) }
            return blocks + input.noteBlocks
        }
        return blocks + input.outputBlocks()
    }

    private static func operations(_ input: ToolCardInput) -> [JSONText] {
        if let list = input["ops"], list.isArray { return Array(list.elements) }
        guard input.text("op") != nil else { return [] }
        do {
            let text = JSONPrinter.print(members: input.arguments, isPretty: false)
            return [try JSONText(validating: text)]
        } catch {
            // Printed JSON is JSON; should it ever not be, the card shows no operation rather than none at all.
            return []
        }
    }

    private static func row(_ entry: JSONText) -> CardRow? {
        guard entry.isObject else { return nil }
        var parts = [entry["task"]?.stringValue, entry["phase"]?.stringValue].compactMap(\.self)
        let items = entry["items"].map { Array($0.elements) } ?? []
        if !items.isEmpty { parts.append(CardFormat.count(items.count, "item")) }
        let phases = entry["list"].map { Array($0.elements) } ?? []
        if !phases.isEmpty {
            let tasks = phases.reduce(0) { sum, phase in
                sum + (phase["items"].map { Array($0.elements).count } ?? 0)
            }
            parts.append("\(CardFormat.count(phases.count, "phase")) · \(tasks) tasks")
        }
        return CardRow(
            entry["op"]?.stringValue ?? "update",
            texts: [CardText(CardFormat.line(parts.joined(separator: " · "), limit: 160))])
    }
}
