import CollabWire
import Foundation
import Transcript

/// Draws tool cards: the closed line, and the open body as far as a person asked for it.
struct CardLines {
    /// How much of a card's body is shown.
    enum Detail: Sendable, Hashable {
        /// The closed card only.
        case summary
        /// The body with long texts cut short.
        case preview
        /// All of it.
        case full

        /// Lines of one text in a body.
        var mostLines: Int? {
            switch self {
            case .summary: 0
            case .preview: 12
            case .full: nil
            }
        }
    }

    let width: Int
    let detail: Detail
    /// The language of what neither host nor tool said.
    var words: SessionFormat = .english

    private typealias Span = StyledLine.Span
    private typealias Look = StyledLine.Look

    /// No terminal scrolls back further with sense; the bound keeps a page of output from becoming a book.
    static let mostLines = 5_000

    // MARK: The closed card

    /// The closed card's lines.
    func head(_ card: ToolCard) -> [StyledLine] {
        let status = Self.mark(card.status)
        let rest = Span("  ")
        var spans = [Span(card.title, Look(Self.ink(tool: card.title), attributes: .bold))]
        let summary = card.summary
        if !summary.isEmpty { spans.append(Span(" ")) }
        spans += texts(summary)
        if card.status == .running { spans.append(Span(" …", Look(.muted))) }
        return LineWrapper.lines(spans, width: width, first: [status, Span(" ")], rest: [rest])
    }

    /// The mark of a state; it can be told without colour.
    static func mark(_ status: ToolStatus) -> StyledLine.Span {
        switch status {
        case .pending: Span("○", Look(.muted))
        case .running: Span("●", Look(.accent))
        case .succeeded: Span("✓", Look(.ok))
        case .failed: Span("✗", Look(.failure, attributes: .bold))
        }
    }

    private static func ink(tool: String) -> Ink {
        switch tool {
        case "bash", "eval", "python", "js": .bash
        case "lsp", "grep", "glob", "find", "search", "ast_grep", "ast_edit": .lsp
        case "task", "hub", "irc", "job": .task
        default: .accent
        }
    }

    private func texts(_ texts: [CardText]) -> [Span] {
        var spans: [Span] = []
        for (index, text) in texts.enumerated() {
            // A range belongs to the path before it.
            if index > 0, text.role != .range { spans.append(Span(" ")) }
            spans.append(span(text))
        }
        return spans
    }

    private func span(_ text: CardText) -> Span {
        var look = Look(Self.ink(text.tone) ?? .body)
        switch text.role {
        case .words: break
        case .path, .pattern: look.ink = Self.ink(text.tone) ?? .text
        case .range: look.ink = .muted
        case .badge: return Span("[\(text.text)]", Look(Self.ink(text.tone) ?? .muted))
        }
        return Span(text.text, look)
    }

    static func ink(_ tone: CardTone) -> Ink? {
        switch tone {
        case .plain: nil
        case .muted: .muted
        case .accent: .accent
        case .success: .ok
        case .warning: .accent
        case .failure: .failure
        }
    }

    // MARK: The open card

    /// The lines of blocks.
    func lines(_ blocks: [CardBlock]) -> [StyledLine] {
        var lines: [StyledLine] = []
        for block in blocks where lines.count < Self.mostLines { lines += self.lines(block) }
        return lines
    }

    private func lines(_ block: CardBlock) -> [StyledLine] {
        switch block {
        case .note(let text, let tone):
            let mark = tone == .failure ? "✗ " : tone == .warning ? "! " : ""
            return LineWrapper.lines([Span(mark + text, Look(Self.ink(tone) ?? .body))], width: width)
        case .badges(let texts):
            return LineWrapper.lines(self.texts(texts), width: width)
        case .facts(let facts):
            return facts.flatMap { fact in
                LineWrapper.lines(
                    [Span("\(fact.name) ", Look(.muted)), Span(fact.value, Look(Self.ink(fact.tone) ?? .body))],
                    width: width, rest: [Span("  ")])
            }
        case .code(let code): return lines(code)
        case .output(let output): return lines(output)
        case .markdown(let prose):
            let drawer = MarkdownLines(width: width, mostCodeLines: detail.mostLines, words: words)
            return limited(drawer.lines(prose.blocks))
        case .diff(let diff):
            let most = detail.mostLines.map { $0 * 3 }
            return DiffLines(width: width, mostLines: most, words: words).lines(diff.files)
        case .rows(let rows): return limited(rows.flatMap(lines))
        case .board(let board): return lines(board)
        case .images(let images): return images.map { ImageLines.line($0.image, caption: $0.caption) }
        case .links(let links): return limited(links.map(line))
        case .agents(let agents): return agents.flatMap(lines)
        case .choices(let choices): return lines(choices)
        case .section(let title, let blocks):
            return [StyledLine(title, Look(.muted))] + indented(blocks)
        }
    }

    private func indented(_ blocks: [CardBlock]) -> [StyledLine] {
        CardLines(width: width - 2, detail: detail, words: words).lines(blocks).map { $0.prefixed([Span("  ")]) }
    }

    private func limited(_ lines: [StyledLine]) -> [StyledLine] {
        guard let most = detail.mostLines.map({ $0 * 2 }), lines.count > most else { return lines }
        return lines.prefix(most) + [StyledLine("… " + words.moreLines(lines.count - most), Look(.muted))]
    }

    private func lines(_ code: CardCode) -> [StyledLine] {
        var output = code.title.map { [StyledLine($0, Look(.muted))] } ?? []
        let page = code.text.page(lines: detail.mostLines ?? Self.mostLines)
        let language =
            code.language.flatMap { CodeLanguage(named: $0) } ?? code.path.flatMap { CodeLanguage(path: $0) }
        var drawer = CodeLines(language: language)
        let lines = page.text.split(separator: "\n", omittingEmptySubsequences: false)
        let digits = String((code.startLine ?? 0) + lines.count).count
        for (index, line) in lines.enumerated() {
            var prefix = [Span("▏ ", Look(.faint))]
            var rest = prefix
            if let start = code.startLine {
                let number = String(start + index)
                let padded = String(repeating: " ", count: max(0, digits - number.count)) + number
                prefix.append(Span(padded + " ", Look(.faint)))
                rest.append(Span(String(repeating: " ", count: digits + 1)))
            }
            output += LineWrapper.lines(drawer.line(line).spans, width: width, first: prefix, rest: rest)
        }
        if page.next != nil { output.append(StyledLine("▏ … " + words.pick("more", "mehr"), Look(.muted))) }
        return output
    }

    private func lines(_ output: CardOutput) -> [StyledLine] {
        var lines = output.title.map { [StyledLine($0, Look(.muted))] } ?? []
        let base: Ink = output.isError ? .failure : .body
        let bar = [Span(output.isError ? "✗ " : "▏ ", Look(output.isError ? .failure : .faint))]
        guard let most = detail.mostLines else {
            let page = output.text.page(lines: Self.mostLines)
            lines += drawn(TerminalText(page.text).lines, bar, base)
            if page.next != nil { lines.append(StyledLine("▏ … " + words.pick("more", "mehr"), Look(.muted))) }
            return lines
        }
        // How a command ended stands at its end.
        let tail = output.text.tail(bytes: 16_384)
        let isWhole = output.text.fits(bytes: 16_384)
        let shown = TerminalText(tail).lines
        if !isWhole || shown.count > most {
            let before = words.pick("lines before", "Zeilen davor")
            let hidden = isWhole ? "… \(shown.count - most) \(before)" : "… \(before)"
            lines.append(StyledLine(hidden, Look(.muted)).prefixed(bar))
        }
        return lines + drawn(Array(shown.suffix(most)), bar, base)
    }

    private func drawn(_ lines: [TerminalLine], _ bar: [Span], _ base: Ink) -> [StyledLine] {
        lines.flatMap { line in
            let spans = line.runs.map { run in
                Span(
                    run.text,
                    Look(
                        run.style.foreground.map(Ink.program) ?? base, ground: run.style.background.map(Ink.program),
                        attributes: run.style.attributes, link: run.link))
            }
            return LineWrapper.lines(spans, width: width, first: bar, rest: bar)
        }
    }

    private func lines(_ row: CardRow) -> [StyledLine] {
        let mark: Span?
        switch row.state {
        case .none: mark = nil
        case .pending: mark = Span("○ ", Look(.muted))
        case .running: mark = Span("● ", Look(.accent))
        case .succeeded: mark = Span("✓ ", Look(.ok))
        case .failed: mark = Span("✗ ", Look(.failure))
        case .warning: mark = Span("! ", Look(.accent))
        case .skipped: mark = Span("– ", Look(.muted))
        }
        var spans: [Span] = []
        if !row.label.isEmpty { spans.append(Span(row.label, Look(.text))) }
        if !row.label.isEmpty, !row.texts.isEmpty { spans.append(Span(" ")) }
        spans += texts(row.texts)
        let lines = LineWrapper.lines(spans, width: width, first: mark.map { [$0] } ?? [], rest: [Span("  ")])
        return lines + (row.blocks.isEmpty ? [] : indented(row.blocks))
    }

    private func lines(_ board: TodoBoard) -> [StyledLine] {
        var lines: [StyledLine] = []
        for phase in board.phases {
            if !phase.name.isEmpty { lines.append(StyledLine(phase.name, Look(.text, attributes: .bold))) }
            for task in phase.tasks {
                let (mark, look): (String, Look)
                switch task.status {
                case .pending: (mark, look) = ("○", Look(.body))
                case .inProgress: (mark, look) = ("●", Look(.accent, attributes: .bold))
                case .completed: (mark, look) = ("✓", Look(.ok))
                case .abandoned: (mark, look) = ("–", Look(.muted, attributes: .strikethrough))
                case .blocked: (mark, look) = ("!", Look(.failure))
                }
                var spans = [Span(task.content, look)]
                if let blocker = task.blocker {
                    spans.append(Span(" \(words.pick("waits for", "wartet auf")) \(blocker)", Look(.muted)))
                }
                let prefix = [Span("\(mark) ", Look(look.ink))]
                lines += LineWrapper.lines(spans, width: width, first: prefix, rest: [Span("  ")])
            }
        }
        lines.append(
            StyledLine("\(board.settledCount)/\(board.taskCount) " + words.pick("done", "fertig"), Look(.muted)))
        return lines
    }

    private func line(_ link: CardLink) -> StyledLine {
        var line = StyledLine([Span("• ", Look(.faint))])
        if let safe = link.link {
            line.spans.append(Span(link.title, Look(.task, attributes: .underline, link: safe)))
            if link.title != link.address { line.spans.append(Span(" \(safe.host)", Look(.muted))) }
        } else {
            line.spans.append(Span("\(link.title) \(link.address)", Look(.body)))
        }
        if let detail = link.detail { line.spans.append(Span(" · \(detail)", Look(.muted))) }
        return line.cut(to: width)
    }

    /// A subagent's lines.
    func lines(_ agent: SubagentRow) -> [StyledLine] {
        let mark: Span
        switch agent.state {
        case .pending: mark = Span("○ ", Look(.muted))
        case .running: mark = Span("● ", Look(.accent))
        case .completed: mark = Span("✓ ", Look(.ok))
        case .mergeFailed: mark = Span("! ", Look(.accent))
        case .failed, .aborted: mark = Span("✗ ", Look(.failure))
        }
        var spans = [Span(SubagentRow.label(agent.id) ?? agent.agent ?? "agent", Look(.task, attributes: .bold))]
        if let text = agent.description ?? agent.assignment.map({ String($0.prefix(120)) }) {
            spans.append(Span(" \(text)", Look(.body)))
        }
        if let activity = agent.activity { spans.append(Span(" · \(activity)", Look(.accent))) }
        var facts: [String] = []
        if let count = agent.toolCount {
            facts.append(
                words.pick(count == 1 ? "1 tool" : "\(count) tools", count == 1 ? "1 Werkzeug" : "\(count) Werkzeuge"))
        }
        if let tokens = agent.tokens { facts.append("\(words.tokens(tokens)) \(words.pick("tokens", "Token"))") }
        if let duration = agent.durationMilliseconds { facts.append(words.duration(milliseconds: duration)) }
        if !facts.isEmpty { spans.append(Span(" · " + facts.joined(separator: " · "), Look(.muted))) }
        var lines = LineWrapper.lines(spans, width: width, first: [mark], rest: [Span("  ")])
        if let error = agent.error {
            lines += LineWrapper.lines([Span(error, Look(.failure))], width: width, first: [Span("  ")])
        }
        if detail != .summary, let output = agent.output, !output.isEmpty {
            let drawer = MarkdownLines(width: width - 2, mostCodeLines: detail.mostLines, words: words)
            lines += limited(drawer.lines(MarkdownDocument(output).blocks)).map { $0.prefixed([Span("  ")]) }
        }
        return lines
    }

    private func lines(_ choices: CardChoices) -> [StyledLine] {
        var lines = LineWrapper.lines(
            [Span(choices.question, Look(.text, attributes: .bold))], width: width, first: [Span("? ", Look(.accent))],
            rest: [Span("  ")])
        for option in choices.options {
            let mark =
                choices.isMultiple ? (option.isChosen ? "☑ " : "☐ ") : (option.isChosen ? "◉ " : "○ ")
            var spans = [Span(option.label, Look(option.isChosen ? .ok : .body))]
            if option.isRecommended {
                spans.append(Span(" (" + words.pick("recommended", "empfohlen") + ")", Look(.accent)))
            }
            if let text = option.description { spans.append(Span(" \(text)", Look(.muted))) }
            let prefix = [Span("  "), Span(mark, Look(option.isChosen ? .ok : .muted))]
            lines += LineWrapper.lines(spans, width: width, first: prefix, rest: [Span("    ")])
        }
        if let answer = choices.customAnswer {
            lines += LineWrapper.lines(
                [Span(answer, Look(.ok))], width: width, first: [Span("  › ", Look(.ok))], rest: [Span("    ")])
        }
        if choices.isTimedOut {
            lines.append(
                StyledLine(
                    "  " + words.pick("nobody answered in time", "niemand hat rechtzeitig geantwortet"), Look(.muted)))
        }
        return lines
    }
}

/// A picture as a line: what it is and how large, or why it cannot be shown.
enum ImageLines {
    /// The placeholder of a picture.
    static func line(_ image: ImageBlock, caption: String? = nil) -> StyledLine {
        var text: String
        var ink = Ink.muted
        do throws(ImageError) {
            let info = try ImageProbe.inspect(image)
            text = "[image: \(info.format.rawValue.uppercased())"
            if let width = info.width, let height = info.height { text += " \(width)×\(height)" }
            text += ", \(TerminalFigures.bytes(info.byteCount))"
            if let claimed = info.mismatchedType { text += ", sent as \(claimed)" }
            text += "]"
        } catch {
            text = "[\(error.sentence)]"
            ink = .failure
        }
        var line = StyledLine(text, StyledLine.Look(ink))
        if let caption, !caption.isEmpty { line.spans.append(StyledLine.Span(" \(caption)", StyledLine.Look(.body))) }
        return line
    }
}

/// Figures as a terminal shows them: short, the same everywhere.
enum TerminalFigures {
    /// "812 B", "34 KB", "1.2 MB".
    static func bytes(_ count: Int) -> String {
        if count < 1_000 { return "\(count) B" }
        if count < 1_000_000 { return "\(count / 1_000) KB" }
        return tenths(Double(count) / 1_000_000) + " MB"
    }

    private static func tenths(_ value: Double) -> String {
        let tenths = Int((value * 10).rounded())
        return tenths % 10 == 0 ? "\(tenths / 10)" : "\(tenths / 10).\(tenths % 10)"
    }
}

extension SessionFormat {
    /// One of two spellings, by the language.
    func pick(_ english: String, _ german: String) -> String { language == .german ? german : english }

    /// "1 more line", "12 more lines".
    func moreLines(_ count: Int) -> String {
        count == 1
            ? pick("1 more line", "1 weitere Zeile") : pick("\(count) more lines", "\(count) weitere Zeilen")
    }
}
