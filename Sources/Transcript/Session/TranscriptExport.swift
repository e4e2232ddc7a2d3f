import CollabReplica
import CollabWire
import Foundation

/// Writes a session, or one row of it, for other programs and people.
public struct TranscriptExport: Sendable {
    /// What is written.
    public enum Format: String, Sendable, CaseIterable {
        case markdown = "md"
        case json
        case text
    }

    private let words: SessionFormat
    private let hostName: String?
    private let isOpen: Bool

    /// An export.
    /// - Parameters:
    ///   - words: the language of chips and headings.
    ///   - hostName: the host's name among the participants, when known.
    ///   - isOpen: whether the bodies of tool cards are written, too.
    public init(words: SessionFormat = .english, hostName: String? = nil, isOpen: Bool = true) {
        self.words = words
        self.hostName = hostName
        self.isOpen = isOpen
    }

    /// A whole session. Piece by piece, so that a long one need not be in memory twice.
    /// - Parameters:
    ///   - state: the session; JSON is its entries as the host sent them, one array.
    ///   - rows: the rows of the same state.
    ///   - write: called with each piece, in order.
    public func write<Failure: Error>(
        _ state: ReplicaState, rows: TurnList, as format: Format, to write: (String) throws(Failure) -> Void
    ) throws(Failure) {
        switch format {
        case .json:
            try write("[")
            var isFirst = true
            for entry in state.entries {
                try write(isFirst ? "\n" : ",\n")
                try write(entry.raw.string)
                isFirst = false
            }
            try write("\n]\n")
        case .markdown, .text:
            let title = SessionTitle.title(state: state.state, header: state.header, format: words)
            try write(format == .markdown ? "# \(title)\n" : "\(title)\n")
            for turn in rows {
                let text = text(of: turn, as: format)
                if !text.isEmpty { try write("\n\(text)\n") }
            }
        }
    }

    /// A whole session in one text.
    public func text(of state: ReplicaState, rows: TurnList, as format: Format) -> String {
        var output = ""
        write(state, rows: rows, as: format) { output += $0 }
        return output
    }

    /// One row. As JSON it is the entry behind it, when `entry` is given; else it is its text as a JSON string.
    public func text(of turn: UITurn, entry: Entry? = nil, as format: Format) -> String {
        switch format {
        case .json:
            if let entry { return JSONPrinter.pretty(entry.raw) }
            return JSONPrinter.quoted(body(of: turn, isMarkdown: false))
        case .text, .markdown:
            let body = body(of: turn, isMarkdown: format == .markdown)
            guard let speaker = speaker(of: turn) else { return body }
            guard !body.isEmpty else { return "" }
            return format == .markdown ? "**\(speaker)**\n\n\(body)" : "\(speaker):\n\(body)"
        }
    }

    private func speaker(of turn: UITurn) -> String? {
        switch turn.kind {
        case .user(let user): words.author(user.author, hostName: hostName)
        case .traffic(.message(let message)): "\(message.from) → \(message.to ?? words.choose("agent", "Agent"))"
        case .advisor: words.choose("advisor", "Berater")
        case .notice(let notice): notice.customType
        default: nil
        }
    }

    private func body(of turn: UITurn, isMarkdown: Bool) -> String {
        switch turn.kind {
        case .user(let user): return text(user.parts)
        case .notice(let notice): return text(notice.parts)
        case .traffic(.message(let message)): return text(message.parts)
        case .prose(let prose): return prose.text
        case .thinking(let thinking):
            let head = words.text(thinking, isStreaming: turn.isStreaming)
            guard isOpen, !thinking.isRedacted else { return quoted(head, isMarkdown) }
            return quoted("\(head)\n\(thinking.text.text)", isMarkdown)
        case .tool(let tool), .ask(let tool): return text(tool, isMarkdown)
        case .subagents(let subagents):
            let rows = subagents.rows.map { "- " + CardWriter.text($0).replacing("\n", with: "\n  ") }
            return ([text(subagents.tool, isMarkdown, isOpen: false)] + rows).joined(separator: "\n")
        case .activity(let activity):
            let steps = activity.steps.map { text($0.tool, isMarkdown) }
            return steps.joined(separator: isMarkdown ? "\n\n" : "\n")
        case .image(let image): return "[\(image.mimeType ?? "image")]"
        case .system(let system): return isMarkdown ? "*\(words.text(system))*" : "— \(words.text(system))"
        case .advisor(let advisor):
            return advisor.remarks.map { remark in
                remark.severity.map { "[\($0)] \(remark.text.text)" } ?? remark.text.text
            }.joined(separator: "\n")
        case .traffic(.jobs(let jobs)):
            return jobs.map { job in
                let head = [job.id, words.text(job.outcome), job.agent ?? job.type, job.label].compactMap(\.self)
                let rest = [job.abortReason, job.error, job.output].compactMap(\.self).filter { !$0.isEmpty }
                return ([head.joined(separator: " ")] + rest).joined(separator: "\n")
            }.joined(separator: "\n")
        case .note(let text): return quoted(text, isMarkdown)
        case .day(let date):
            var clock = DayClock(timeZone: .gmt)
            guard let day = clock.day(of: date) else { return "" }
            let civil = SessionFormat.civil(day)
            return "— \(civil.year)-\(two(civil.month))-\(two(civil.day)) —"
        case .elided: return words.choose("[left out by the host]", "[vom Host weggelassen]")
        case .earlierHistory:
            return words.choose("[earlier messages not loaded]", "[frühere Nachrichten nicht geladen]")
        case .newSince: return ""
        }
    }

    private func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }

    private func text(_ parts: [MessagePart]) -> String {
        parts.map { part in
            switch part {
            case .text(let prose): prose.text
            case .note(let text): text
            case .image(let image): "[\(image.mimeType ?? "image")]"
            }
        }.joined(separator: "\n\n")
    }

    private func quoted(_ text: String, _ isMarkdown: Bool) -> String {
        text.split(separator: "\n", omittingEmptySubsequences: false).map { "\(isMarkdown ? ">" : "|") \($0)" }
            .joined(separator: "\n")
    }

    private func text(_ tool: ToolTurn, _ isMarkdown: Bool, isOpen: Bool? = nil) -> String {
        let card = ToolCard(tool)
        let mark =
            switch card.status {
            case .pending: "○"
            case .running: "●"
            case .succeeded: "✓"
            case .failed: "✕"
            }
        let line =
            isMarkdown
            ? "`\(mark) \(CardWriter.line(card).replacing("`", with: "'"))`" : "\(mark) \(CardWriter.line(card))"
        guard isOpen ?? self.isOpen else { return line }
        let body = CardWriter.text(card.body)
        guard !body.isEmpty else { return line }
        guard isMarkdown else {
            return line + "\n"
                + body.split(separator: "\n", omittingEmptySubsequences: false).map { "  \($0)" }
                .joined(separator: "\n")
        }
        // The fence is longer than any in the text.
        let longest = body.split { $0 != "`" }.map(\.count).max() ?? 0
        let fence = String(repeating: "`", count: max(3, longest + 1))
        return "\(line)\n\n\(fence)\n\(body)\n\(fence)"
    }
}
