import CollabWire

/// Writes a card as plain text: for export, search, copying and reading aloud.
public enum CardWriter {
    /// The closed card's line, its title first.
    public static func line(_ card: ToolCard) -> String {
        let summary = text(card.summary)
        return summary.isEmpty ? card.title : "\(card.title) \(summary)"
    }

    /// Texts on one line; a range stands right behind its path.
    public static func text(_ texts: [CardText]) -> String {
        texts.reduce(into: "") { line, text in
            if !line.isEmpty, text.role != .range { line += " " }
            line += text.text
        }
    }

    /// The open card, a block after the other.
    public static func text(_ blocks: [CardBlock]) -> String {
        blocks.map(text).filter { !$0.isEmpty }.joined(separator: "\n")
    }

    /// One block.
    public static func text(_ block: CardBlock) -> String {
        switch block {
        case .note(let text, _): text
        case .badges(let texts): text(texts)
        case .facts(let facts): facts.map { "\($0.name): \($0.value)" }.joined(separator: "\n")
        case .code(let code): titled(code.title, code.text.text)
        case .output(let output): titled(output.title, output.text.text)
        case .markdown(let prose): prose.text
        case .diff(let diff): diff.text
        case .rows(let rows): rows.map(text).joined(separator: "\n")
        case .board(let board): text(board)
        case .images(let images):
            images.map { image in
                let type = image.image.mimeType ?? "image"
                return image.caption.map { "[image: \($0), \(type)]" } ?? "[\(type)]"
            }.joined(separator: "\n")
        case .links(let links):
            links.enumerated().map { index, link in
                let host = link.link.map { " (\($0.host))" } ?? ""
                let detail = link.detail.map { " · \($0)" } ?? ""
                let address = link.title == link.address || link.address.isEmpty ? "" : " \(link.address)"
                return "\(index + 1) \(link.title)\(host)\(detail)\(address)"
            }.joined(separator: "\n")
        case .agents(let rows): rows.map(text).joined(separator: "\n")
        case .choices(let choices): text(choices)
        case .section(let title, let blocks): titled(title, text(blocks))
        }
    }

    private static func titled(_ title: String?, _ text: String) -> String {
        title.map { "\($0)\n\(text)" } ?? text
    }

    private static func text(_ row: CardRow) -> String {
        let line = [mark(row.state), row.label, text(row.texts)].filter { !$0.isEmpty }.joined(separator: " ")
        let rest = text(row.blocks)
        return rest.isEmpty ? line : "\(line)\n\(rest)"
    }

    private static func mark(_ state: CardRow.State) -> String {
        switch state {
        case .none: ""
        case .pending: "○"
        case .running: "●"
        case .succeeded: "✓"
        case .failed: "✕"
        case .warning: "!"
        case .skipped: "–"
        }
    }

    /// A board, phases numbered as Romans did.
    public static func text(_ board: TodoBoard) -> String {
        board.phases.enumerated().map { index, phase in
            let head = "\(roman(index + 1)). \(phase.name)"
            return ([head] + phase.tasks.map(text)).joined(separator: "\n")
        }.joined(separator: "\n")
    }

    private static func text(_ task: TodoBoard.Task) -> String {
        let mark =
            switch task.status {
            case .pending: "○"
            case .inProgress: "→"
            case .completed: "✓"
            case .abandoned: "✕"
            case .blocked: "!"
            }
        let blocker = task.status == .blocked ? task.blocker.map { " (blocked: \($0))" } ?? " (blocked)" : ""
        return "\(mark) \(task.content)\(blocker)"
    }

    private static func roman(_ number: Int) -> String {
        var rest = number
        var output = ""
        for (value, letters) in [(10, "X"), (9, "IX"), (5, "V"), (4, "IV"), (1, "I")] {
            while rest >= value, output.count < 32 {
                output += letters
                rest -= value
            }
        }
        return output
    }

    /// A subagent on one line, with what it left under it.
    public static func text(_ row: SubagentRow) -> String {
        let state =
            switch row.state {
            case .pending: "pending"
            case .running: "running"
            case .completed: "done"
            case .mergeFailed: "merge failed"
            case .failed: "failed"
            case .aborted: "aborted"
            }
        var parts = [SubagentRow.label(row.id) ?? "#\(row.index + 1)", state]
        if row.isTruncated { parts.append("truncated") }
        if row.isIsolated { parts.append("isolated") }
        if let description = row.description { parts.append(CardFormat.line(description, limit: 120)) }
        if let activity = row.activity { parts.append(CardFormat.line(activity, limit: 80)) }
        var figures: [String] = []
        if let tools = row.toolCount, tools > 0 { figures.append(CardFormat.count(tools, "tool")) }
        if let tokens = row.tokens, tokens > 0 { figures.append("\(SessionFormat.english.tokens(tokens)) tok") }
        if let requests = row.requests, requests > 0 { figures.append("\(requests) req") }
        if let cost = row.cost, cost > 0 { figures.append(SessionFormat.english.cost(cost)) }
        if let duration = row.durationMilliseconds, duration > 0 {
            figures.append(CardFormat.duration(milliseconds: duration))
        }
        if let model = row.model { figures.append(model) }
        if !figures.isEmpty { parts.append(figures.joined(separator: " · ")) }
        var lines = [parts.joined(separator: " ")]
        lines += [row.warning, row.output, row.error].compactMap(\.self)
        if let patch = row.patchPath { lines.append("patch: \(patch)") }
        if row.patchPath == nil, let branch = row.branchName { lines.append("branch: \(branch)") }
        return lines.joined(separator: "\n")
    }

    private static func text(_ choices: CardChoices) -> String {
        let head = [choices.id.map { "[\($0)]" }, choices.question, choices.isMultiple ? "(multi)" : nil]
        var lines = [head.compactMap(\.self).filter { !$0.isEmpty }.joined(separator: " ")]
        for option in choices.options {
            let mark =
                choices.isMultiple ? option.isChosen ? "■" : "□" : option.isChosen ? "●" : "○"
            let recommended = option.isRecommended ? " (recommended)" : ""
            let description = option.description.map { " — \($0)" } ?? ""
            lines.append("\(mark) \(option.label)\(recommended)\(description)")
        }
        if let custom = choices.customAnswer { lines.append("✎ \(custom)") }
        if choices.isAnswered, choices.customAnswer == nil, !choices.options.contains(where: \.isChosen) {
            lines.append("— no selection")
        }
        if choices.isTimedOut { lines.append("auto-selected after timeout — not a user choice") }
        return lines.joined(separator: "\n")
    }
}
