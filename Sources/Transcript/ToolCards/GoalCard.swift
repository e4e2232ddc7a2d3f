import CollabWire

/// `goal`: what the session is to reach, and what it may cost.
public enum GoalCard: ToolCardKind {
    /// `goal`.
    public static let names = ["goal"]

    /// What is done, the goal's state, the objective, the budget.
    public static func summary(_ input: ToolCardInput) -> [CardText] {
        let goal = goal(input)
        var line: [CardText] = []
        if operation(input) == nil, input["op"] != nil {
            line.append(CardFormat.invalid("op"))
        } else {
            line.append(CardText(word(operation(input))))
        }
        if let goal { line.append(CardFormat.badge(goal.status, tone(of: goal.status))) }
        if let objective = objective(input, goal) {
            line.append(CardText("“\(CardFormat.line(objective, limit: 64))”", tone: .muted))
        }
        if let budget = input.number("token_budget") {
            line.append(CardText("budget \(CardFormat.tokens(budget))", tone: .muted))
        }
        return line
    }

    /// The goal's facts, the report, the text.
    public static func body(_ input: ToolCardInput) -> [CardBlock] {
        let goal = goal(input)
        var tokens: CardFact?
        if let goal, goal.tokensUsed != nil || goal.tokenBudget != nil {
            tokens = CardFact("tokens", goal.tokens)
        } else if let budget = input.number("token_budget") {
            tokens = CardFact("budget", "\(CardFormat.tokens(budget)) tokens")
        }
        var blocks = CardFormat.facts([
            CardFact("op", word(operation(input))),
            goal.map { CardFact("status", $0.status, tone: tone(of: $0.status)) },
            objective(input, goal).map { CardFact("objective", $0) },
            tokens,
            goal?.seconds.flatMap { $0 > 0 ? CardFact("elapsed", CardFormat.coarse(seconds: $0)) : nil },
        ])
        if input.hasDetails, goal == nil, !input.isError { blocks.append(.note("no active goal", tone: .warning)) }
        if let report = input.detailText("completionBudgetReport"), !report.isEmpty {
            blocks.append(.output(CardOutput(report, title: "report")))
        }
        return goal == nil || input.isError ? blocks + input.outputBlocks() : blocks + input.noteBlocks
    }

    private struct Goal {
        var objective: String
        var status: String
        var tokenBudget: Double?
        var tokensUsed: Double?
        var seconds: Double?

        var tokens: String {
            let used = CardFormat.tokens(tokensUsed ?? 0)
            guard let tokenBudget else { return "\(used) tokens" }
            let left = CardFormat.tokens(max(0, tokenBudget - (tokensUsed ?? 0)))
            return "\(used) / \(CardFormat.tokens(tokenBudget)) tokens (\(left) left)"
        }
    }

    private static func goal(_ input: ToolCardInput) -> Goal? {
        guard let goal = input.detail("goal"), let objective = goal["objective"]?.stringValue,
            let status = goal["status"]?.stringValue
        else { return nil }
        return Goal(
            objective: objective, status: status, tokenBudget: goal["tokenBudget"]?.finite,
            tokensUsed: goal["tokensUsed"]?.finite, seconds: goal["timeUsedSeconds"]?.finite)
    }

    private static func operation(_ input: ToolCardInput) -> String? { input.detailText("op") ?? input.text("op") }

    private static func word(_ operation: String?) -> String {
        switch operation {
        case "create": "set"
        case "get": "check"
        default: operation ?? "?"
        }
    }

    private static func objective(_ input: ToolCardInput, _ goal: Goal?) -> String? {
        (goal?.objective ?? input.text("objective")).flatMap { ToolCardInput.trimmed($0) }
    }

    private static func tone(of status: String) -> CardTone {
        switch status {
        case "complete": .success
        case "budget-limited": .warning
        case "paused", "dropped": .plain
        default: .accent
        }
    }
}
