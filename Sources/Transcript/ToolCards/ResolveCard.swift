import CollabWire

/// `resolve`, `reject`, `propose`: a prepared change is applied or dropped, or a plan handed in.
public enum ResolveCard: ToolCardKind {
    /// `resolve`, `reject`, `propose`.
    public static let names = ["resolve", "reject", "propose"]

    /// What is done and why.
    public static func summary(_ input: ToolCardInput) -> [CardText] {
        let action = action(input)
        let trailing = action == .propose ? text("title", input) : text("reason", input)
        return [CardFormat.badge(action.word, tone(action, input))]
            + (trailing.map { [CardText(CardFormat.line($0, limit: 100))] } ?? [])
    }

    /// The same with its source, the plan, what else was given.
    public static func body(_ input: ToolCardInput) -> [CardBlock] {
        let action = action(input)
        let reason = text("reason", input)
        var blocks = CardFormat.badges([
            CardFormat.badge(action.transition, tone(action, input)),
            text("sourceToolName", input).map { CardFormat.badge($0) },
            text("label", input).map { CardText(CardFormat.line($0, limit: 120)) },
            action == .propose ? text("title", input).map { CardText(CardFormat.line($0, limit: 120)) } : nil,
        ])
        if let reason { blocks.append(.note(reason, tone: .plain)) }
        if let path = text("planFilePath", input) {
            blocks.append(.facts([CardFact("plan", CardFormat.path(path))]))
        }
        let extra = [input["extra"], input.detail("extra")].compactMap(\.self).first(where: \.isObject)
        blocks += CardFormat.facts(
            (extra?.members).map { members in
                members.map {
                    CardFact($0.key, CardFormat.line($0.value.isNull ? "null" : $0.value.display, limit: 200))
                }
            } ?? [])
        return blocks + input.proseBlocks
    }

    private enum Action {
        case apply, discard, propose

        var word: String {
            switch self {
            case .apply: "apply"
            case .discard: "discard"
            case .propose: "propose"
            }
        }

        var transition: String {
            switch self {
            case .apply: "proposed → resolved"
            case .discard: "proposed → rejected"
            case .propose: "plan proposed"
            }
        }
    }

    /// What the call says; else its name says it.
    private static func action(_ input: ToolCardInput) -> Action {
        switch input.detailText("action") ?? input.text("action") {
        case "apply": .apply
        case "discard": .discard
        default: input.name == "propose" ? .propose : input.name == "reject" ? .discard : .apply
        }
    }

    private static func tone(_ action: Action, _ input: ToolCardInput) -> CardTone {
        if input.isError { return .failure }
        return switch action {
        case .apply: .success
        case .discard: .warning
        case .propose: .accent
        }
    }

    private static func text(_ name: String, _ input: ToolCardInput) -> String? {
        (input.detailText(name) ?? input.text(name)).flatMap { $0.isEmpty ? nil : $0 }
    }
}
