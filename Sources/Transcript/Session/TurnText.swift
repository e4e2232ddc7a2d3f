import CollabWire

/// The texts of a row: what search looks through, what is copied and exported.
public enum TurnText {
    /// The row's texts in the order a reader meets them. Closed cards give their line, with `isOpen` their bodies too.
    public static func texts(of turn: UITurn, isOpen: Bool, format: SessionFormat) -> [String] {
        switch turn.kind {
        case .user(let user): texts(of: user.parts)
        case .prose(let prose): [prose.text]
        case .thinking(let thinking): thinking.isRedacted ? [] : [thinking.text.text]
        case .tool(let tool), .ask(let tool): texts(of: tool, isOpen: isOpen)
        case .subagents(let subagents):
            texts(of: subagents.tool, isOpen: isOpen) + (isOpen ? [] : subagents.rows.map(CardWriter.text))
        case .activity(let activity):
            [format.text(ActivitySummary(activity))]
                + activity.steps.flatMap { texts(of: $0.tool, isOpen: isOpen) }
        case .image, .elided, .newSince, .day, .earlierHistory: []
        case .system(.compaction(let tokens, let summary, let short)):
            [format.text(.compaction(tokensBefore: tokens, summary: summary, shortSummary: short)), summary]
        case .system(.branchSummary(let summary)): [format.text(.branchSummary(summary)), summary]
        case .system(let system): [format.text(system)]
        case .advisor(let advisor): advisor.remarks.map(\.text.text)
        case .notice(let notice): texts(of: notice.parts)
        case .traffic(.message(let message)): [message.from] + texts(of: message.parts)
        case .traffic(.jobs(let jobs)):
            jobs.flatMap { job in
                [job.id, job.label, job.output, job.error, job.abortReason].compactMap(\.self).filter { !$0.isEmpty }
            }
        case .note(let text): [text]
        }
    }

    private static func texts(of parts: [MessagePart]) -> [String] {
        parts.compactMap { part in
            switch part {
            case .text(let prose): prose.text
            case .note(let text): text
            case .image: nil
            }
        }
    }

    private static func texts(of tool: ToolTurn, isOpen: Bool) -> [String] {
        let card = ToolCard(tool)
        guard isOpen else { return [CardWriter.line(card)] }
        return [CardWriter.line(card)] + card.body.map(CardWriter.text)
    }
}
