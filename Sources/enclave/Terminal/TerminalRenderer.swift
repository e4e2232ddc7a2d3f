import CollabWire
import Foundation
import Transcript

/// Draws rows of a transcript as terminal lines of a width.
///
/// A pure function of the row: the same row gives the same lines. Colours and links come in when the lines are encoded.
struct TerminalRenderer: Sendable {
    /// Columns of the terminal.
    var width: Int
    /// How much of a tool card is shown.
    var detail: CardLines.Detail = .preview
    /// In which days are told.
    var timeZone: TimeZone = .current
    /// In which language rows are told; what host and tools said stays as it came.
    var words: SessionFormat = .english

    /// The narrowest width drawn for; a narrower terminal breaks the lines itself.
    static let narrowest = 20

    private typealias Span = StyledLine.Span
    private typealias Look = StyledLine.Look

    private var columns: Int { max(Self.narrowest, width) }

    /// The lines of a row, a blank line before those that start something new.
    func lines(for turn: UITurn) -> [StyledLine] {
        var lines = self.lines(turn.kind)
        if !turn.elided.isEmpty {
            let count = turn.elided.count
            let what =
                count == 1
                ? words.pick("a value was left out by the host", "ein Wert wurde vom Host weggelassen")
                : words.pick("\(count) values were left out by the host", "\(count) Werte wurden vom Host weggelassen")
            lines.append(StyledLine("  … \(what)", Look(.muted)))
        }
        guard !lines.isEmpty else { return [] }
        // Heads and marks are mostly short, but names and reasons in them are anybody's.
        lines = lines.flatMap { line in
            line.width <= columns ? [line] : LineWrapper.lines(line.spans, width: columns, rest: [Span("  ")])
        }
        return Self.startsGroup(turn.kind) ? [StyledLine()] + lines : lines
    }

    private static func startsGroup(_ kind: UITurn.Kind) -> Bool {
        switch kind {
        case .tool, .activity, .image, .note, .elided, .newSince, .earlierHistory: false
        default: true
        }
    }

    private func lines(_ kind: UITurn.Kind) -> [StyledLine] {
        switch kind {
        case .user(let user): return lines(user)
        case .prose(let prose): return MarkdownLines(width: columns, ink: .text, words: words).lines(prose.blocks)
        case .thinking(let thinking): return lines(thinking)
        case .tool(let tool), .ask(let tool): return lines(tool)
        case .activity(let activity): return lines(activity)
        case .subagents(let subagents): return lines(subagents)
        case .image(let image): return [ImageLines.line(image)]
        case .system(let system): return lines(system)
        case .advisor(let advisor): return lines(advisor)
        case .notice(let notice):
            let head = StyledLine("! \(notice.customType)", Look(.accent, attributes: .bold))
            return [head] + lines(notice.parts, prefix: Span("  "))
        case .traffic(let traffic): return lines(traffic)
        case .note(let text): return LineWrapper.lines([Span(text, Look(.muted))], width: columns, first: [Span("… ")])
        case .elided:
            return [StyledLine("… " + words.pick("left out by the host", "vom Host weggelassen"), Look(.muted))]
        case .day(let date): return [ruled(day(date), .muted)]
        case .earlierHistory(let isLoading, let error):
            let what = words.pick("earlier history", "frühere Nachrichten")
            if let error { return [StyledLine("… \(what): \(error)", Look(.failure))] }
            return [StyledLine(isLoading ? "… \(what) …" : "… \(what)", Look(.muted))]
        case .newSince: return [ruled(words.pick("new", "neu"), .accent)]
        }
    }

    private func ruled(_ text: String, _ ink: Ink) -> StyledLine {
        let side = max(2, (min(columns, 60) - TextWidth.columns(of: text) - 2) / 2)
        let rule = String(repeating: "─", count: side)
        return StyledLine([Span("\(rule) ", Look(.faint)), Span(text, Look(ink)), Span(" \(rule)", Look(.faint))])
    }

    private func day(_ date: Date) -> String {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = timeZone
        let parts = calendar.dateComponents([.year, .month, .day], from: date)
        func padded(_ value: Int?) -> String {
            let text = String(value ?? 0)
            return text.count < 2 ? "0" + text : text
        }
        return "\(parts.year ?? 0)-\(padded(parts.month))-\(padded(parts.day))"
    }

    // MARK: People and agent

    private func lines(_ user: UserTurn) -> [StyledLine] {
        let name: String
        switch user.author {
        case .host where user.isSynthetic: name = words.pick("host program", "Programm des Hosts")
        case .host: name = words.author(.host, hostName: nil)
        case .guest(let guest):
            name = words.author(.guest(name: guest.flatMap { $0.isEmpty ? nil : $0 }), hostName: nil)
        }
        let bar = Span("▌ ", Look(user.isSynthetic ? .faint : .accent))
        let head = StyledLine([bar, Span(name, Look(.accent, attributes: .bold))]).cut(to: columns)
        return [head] + lines(user.parts, prefix: bar)
    }

    private func lines(_ parts: [MessagePart], prefix: StyledLine.Span) -> [StyledLine] {
        let drawer = MarkdownLines(
            width: columns - TextWidth.columns(of: prefix.text), mostCodeLines: detail.mostLines, words: words)
        return parts.flatMap { part -> [StyledLine] in
            switch part {
            case .text(let prose): drawer.lines(prose.blocks)
            case .image(let image): [ImageLines.line(image)]
            case .note(let text): LineWrapper.lines([Span(text, Look(.muted))], width: drawer.width)
            }
        }.map { $0.prefixed([prefix]) }
    }

    private func lines(_ thinking: ThinkingTurn) -> [StyledLine] {
        let head = "✻ " + words.text(thinking, isStreaming: false)
        let first = StyledLine(head, Look(.muted, attributes: .italic))
        guard detail != .summary, !thinking.isRedacted else { return [first] }
        let drawn = MarkdownLines(width: columns - 2, ink: .muted, mostCodeLines: 6, words: words).lines(
            thinking.text.blocks)
        let most = detail == .full ? drawn.count : 6
        var lines = [first] + drawn.prefix(most).map { $0.prefixed([Span("  ")]) }
        if drawn.count > most { lines.append(StyledLine("  … " + words.moreLines(drawn.count - most), Look(.muted))) }
        return lines
    }

    // MARK: Tools

    private func lines(_ tool: ToolTurn) -> [StyledLine] {
        let card = ToolCard(tool, format: words)
        let head = cards(columns, detail).head(card)
        guard detail != .summary || card.isError else { return head }
        let body = cards(columns - 4, detail == .summary ? .preview : detail)
        return head + body.lines(card.body).map { $0.prefixed([Span("    ")]) }
    }

    private func lines(_ activity: ActivityTurn) -> [StyledLine] {
        let summary = ActivitySummary(activity)
        let status: ToolStatus =
            summary.runningCount > 0 ? .running : summary.failedCount > 0 ? .failed : .succeeded
        var spans = [Span(words.text(summary), Look(.body))]
        if summary.failedCount > 0 {
            spans.append(Span(" (\(summary.failedCount) \(words.pick("failed", "gescheitert")))", Look(.failure)))
        }
        let head = LineWrapper.lines(
            spans, width: columns, first: [CardLines.mark(status), Span(" ")], rest: [Span("  ")])
        guard detail != .summary else { return head }
        let drawer = cards(columns - 2, .summary)
        let steps = activity.steps.flatMap { drawer.head(ToolCard($0.tool, format: words)) }.map {
            $0.prefixed([Span("  ")])
        }
        return head + steps
    }

    private func cards(_ width: Int, _ detail: CardLines.Detail) -> CardLines {
        CardLines(width: width, detail: detail, words: words)
    }

    private func lines(_ subagents: SubagentsTurn) -> [StyledLine] {
        let card = ToolCard(subagents.tool, format: words)
        let head = cards(columns, detail).head(card)
        let drawer = cards(columns - 2, detail == .full ? .full : .summary)
        return head + subagents.rows.flatMap(drawer.lines).map { $0.prefixed([Span("  ")]) }
    }

    // MARK: Everything else

    private func lines(_ system: SystemTurn) -> [StyledLine] {
        func chip(_ text: String, _ ink: Ink = .muted) -> [StyledLine] {
            LineWrapper.lines(
                [Span(text, Look(ink))], width: columns, first: [Span("· ", Look(ink))], rest: [Span("  ")])
        }
        switch system {
        case .compaction(_, let summary, let short):
            let lines = chip(words.text(system) + (short.map { ": \($0)" } ?? ""))
            guard detail == .full else { return lines }
            let drawer = MarkdownLines(width: columns - 2, ink: .muted, words: words)
            return lines + drawer.lines(MarkdownDocument(summary).blocks).map { $0.prefixed([Span("  ")]) }
        case .branchSummary(let text): return chip(words.text(system) + ": \(text)")
        case .stopped: return chip("✗ " + words.text(system), .failure)
        case .retrying: return chip(words.text(system), .accent)
        case .modelChange, .thinkingLevel, .compacting, .unreadable: return chip(words.text(system))
        }
    }

    private func lines(_ advisor: AdvisorTurn) -> [StyledLine] {
        advisor.remarks.flatMap { remark -> [StyledLine] in
            var head = "◆ \(remark.advisor ?? words.pick("advisor", "Berater"))"
            if let severity = remark.severity { head += " · \(severity)" }
            let drawn = MarkdownLines(width: columns - 2, words: words).lines(remark.text.blocks)
            return [StyledLine(head, Look(.advisor, attributes: .bold))] + drawn.map { $0.prefixed([Span("  ")]) }
        }
    }

    private func lines(_ traffic: TrafficTurn) -> [StyledLine] {
        switch traffic {
        case .message(let message):
            let head = "⇄ \(message.from)\(message.to.map { " → \($0)" } ?? "")"
            return [StyledLine(head, Look(.task, attributes: .bold))] + lines(message.parts, prefix: Span("  "))
        case .jobs(let reports): return reports.flatMap(lines)
        }
    }

    private func lines(_ report: TrafficTurn.JobReport) -> [StyledLine] {
        let status: ToolStatus = report.outcome == .completed ? .succeeded : .failed
        var spans = [Span(SubagentRow.label(report.id) ?? report.id, Look(.task, attributes: .bold))]
        if let label = report.label ?? report.type { spans.append(Span(" \(label)", Look(.body))) }
        switch report.outcome {
        case .completed: break
        case .failed, .aborted: spans.append(Span(" " + words.text(report.outcome), Look(.failure)))
        }
        if let duration = report.durationMilliseconds {
            spans.append(Span(" · \(words.duration(milliseconds: duration))", Look(.muted)))
        }
        var lines = LineWrapper.lines(
            spans, width: columns, first: [CardLines.mark(status), Span(" ")], rest: [Span("  ")])
        let drawer = cards(columns - 4, detail == .full ? .full : .preview)
        var blocks: [CardBlock] = []
        if let error = report.error ?? report.abortReason { blocks.append(.note(error, tone: .failure)) }
        if !report.output.isEmpty { blocks.append(.output(CardOutput(report.output))) }
        lines += drawer.lines(blocks).map { $0.prefixed([Span("    ")]) }
        return lines
    }
}
