import CollabWire

/// `task`: subagents, their orders, and what became of them.
public enum TaskCard: ToolCardKind {
    static let wireName = "task"
    /// `task`.
    public static let names = [wireName]

    /// Kind of agent or who is resumed, the first task, how many.
    public static func summary(_ input: ToolCardInput) -> [CardText] {
        let orders = orders(input)
        var line: [CardText] = []
        // The usual kind of agent is called as the tool is: the card's head says that already.
        if let agent = input.text("agent"), !agent.isEmpty, agent != wireName {
            line.append(CardFormat.badge(agent, .accent))
        } else if let resume = input.text("resume"), !resume.isEmpty {
            line.append(CardFormat.badge("resume \(resume)"))
        }
        if let label = orders.first.flatMap({ $0.description ?? $0.id }) {
            line.append(CardText(CardFormat.line(label, limit: 72), tone: .muted))
        }
        if orders.count > 1 { line.append(CardFormat.badge("\(orders.count) tasks")) }
        return line
    }

    /// Context, orders, then results, or progress while there are none.
    public static func body(_ input: ToolCardInput) -> [CardBlock] {
        var blocks: [CardBlock] = []
        if let resume = input.text("resume"), !resume.isEmpty {
            blocks.append(.badges([CardFormat.badge("resume \(resume)")]))
        }
        if let context = input.text("context"), !context.isEmpty {
            blocks.append(.section(title: "context", [.markdown(Prose(context))]))
        }
        blocks += CardFormat.rows(orders(input).map(row))
        // Agents tell what came of them; the text for the model says it again, unless something went wrong.
        let rest = input.isError ? input.outputBlocks() : input.noteBlocks
        let results = SubagentRow.results(input.detail("results"))
        if !results.isEmpty {
            blocks.append(.agents(results.sorted(by: finishedFirst)))
            return blocks + tally(results, total: input.detailNumber("totalDurationMs")) + rest
        }
        let progress = SubagentRow.progress(input.detail("progress"))
        if !progress.isEmpty { return blocks + [.agents(progress)] + rest }
        return blocks + input.outputBlocks()
    }

    /// One agent's orders.
    struct Order {
        var id: String?
        var description: String?
        var assignment: String?
        var isIsolated: Bool
        var index: Int

        init(_ index: Int, _ field: (String) -> JSONText?) {
            id = field("id")?.stringValue ?? field("name")?.stringValue
            description = field("description")?.stringValue
            assignment = field("assignment")?.stringValue ?? field("task")?.stringValue
            isIsolated = field("isolated")?.boolValue == true
            self.index = index
        }
    }

    /// The orders in a call: a list, or the call itself.
    static func orders(_ input: ToolCardInput) -> [Order] {
        if let list = input["tasks"], list.isArray {
            return list.objects.enumerated().map { index, task in Order(index) { task[$0] } }
        }
        let single = Order(0) { input[$0] }
        return single.id == nil && single.description == nil && single.assignment == nil ? [] : [single]
    }

    private static func row(_ order: Order) -> CardRow {
        var texts: [CardText] = []
        if order.isIsolated { texts.append(CardFormat.badge("isolated")) }
        if let description = order.description {
            texts.append(CardText(CardFormat.line(description, limit: 120)))
        }
        let blocks: [CardBlock] =
            order.assignment.map {
                [.section(title: "assignment", [.markdown(Prose($0))])]
            } ?? []
        return CardRow(SubagentRow.label(order.id) ?? "#\(order.index + 1)", texts: texts, blocks: blocks)
    }

    /// Those that took least come first.
    private static func finishedFirst(_ left: SubagentRow, _ right: SubagentRow) -> Bool {
        let leftDuration = left.durationMilliseconds ?? 0
        let rightDuration = right.durationMilliseconds ?? 0
        return leftDuration == rightDuration ? left.index < right.index : leftDuration < rightDuration
    }

    private static func tally(_ rows: [SubagentRow], total: Double?) -> [CardBlock] {
        func chip(_ state: SubagentRow.State, _ word: String, _ tone: CardTone) -> CardText? {
            let count = rows.count { $0.state == state }
            return count > 0 ? CardFormat.badge("\(count) \(word)", tone) : nil
        }
        return CardFormat.badges([
            chip(.completed, "succeeded", .success), chip(.mergeFailed, "merge failed", .warning),
            chip(.failed, "failed", .failure), chip(.aborted, "aborted", .failure),
            total.map { CardFormat.badge(CardFormat.duration(milliseconds: $0)) },
        ])
    }
}
