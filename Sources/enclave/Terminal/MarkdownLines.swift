import Transcript

/// Draws Markdown blocks as terminal lines.
struct MarkdownLines {
    /// Columns to draw in.
    let width: Int
    /// The colour of running text.
    var ink: Ink = .body
    /// More lines of one block of code are summed up; nil shows all.
    var mostCodeLines: Int?
    /// In which language is told what was left out.
    var words: SessionFormat = .english

    private typealias Span = StyledLine.Span
    private typealias Look = StyledLine.Look

    /// The lines of a text's blocks, a blank line between blocks.
    func lines(_ blocks: [MarkdownBlock]) -> [StyledLine] {
        lines(blocks, first: [], rest: [], isTight: false)
    }

    private func lines(_ blocks: [MarkdownBlock], first: [Span], rest: [Span], isTight: Bool) -> [StyledLine] {
        var lines: [StyledLine] = []
        var state = CodeHighlighter.State()
        for (index, block) in blocks.enumerated() {
            let isContinuation = Self.continues(block)
            if index > 0, !isTight, !isContinuation { lines.append(Self.trimmed(rest)) }
            let lead = index == 0 ? first : rest
            if case .code(let code) = block.kind {
                if !code.continues { state = CodeHighlighter.State() }
                lines += self.code(code, first: lead, rest: rest, state: &state)
            } else {
                lines += self.lines(block.kind, first: lead, rest: rest)
            }
        }
        return lines
    }

    private static func continues(_ block: MarkdownBlock) -> Bool {
        switch block.kind {
        case .list(let list): list.continues
        case .code(let code): code.continues
        case .table(let table): table.continues
        default: false
        }
    }

    private static func trimmed(_ prefix: [Span]) -> StyledLine {
        let line = StyledLine(prefix)
        return line.plainText.allSatisfy { $0 == " " } ? StyledLine() : line
    }

    private func lines(_ kind: MarkdownBlock.Kind, first: [Span], rest: [Span]) -> [StyledLine] {
        switch kind {
        case .paragraph(let runs):
            return LineWrapper.lines(spans(runs), width: width, first: first, rest: rest)
        case .heading(let level, let runs):
            let mark = Span(String(repeating: "#", count: level) + " ", Look(.faint))
            let look = Look(level <= 2 ? .accent : .text, attributes: .bold)
            return LineWrapper.lines([mark] + spans(runs, look), width: width, first: first, rest: rest)
        case .html(let text):
            return LineWrapper.lines([Span(text, Look(.muted))], width: width, first: first, rest: rest)
        case .math(let text):
            return LineWrapper.lines([Span(text, Look(.string))], width: width, first: first, rest: rest)
        case .rule:
            let columns = max(3, min(width, 80) - StyledLine(first).width)
            return [StyledLine(String(repeating: "─", count: columns), Look(.faint)).prefixed(first)]
        case .quote(let blocks):
            let bar = Span("│ ", Look(.faint))
            return lines(blocks, first: first + [bar], rest: rest + [bar], isTight: false)
        case .list(let list):
            return self.list(list, first: first, rest: rest)
        case .table(let table):
            return TableLines(width: width, spans: { runs in spans(runs) }).lines(table, first: first, rest: rest)
        case .code:
            return []
        }
    }

    private func list(_ list: MarkdownList, first: [Span], rest: [Span]) -> [StyledLine] {
        var lines: [StyledLine] = []
        let lastNumber = (list.start ?? 0) + list.items.count - 1
        let numberWidth = String(lastNumber).count
        for (index, item) in list.items.enumerated() {
            if index > 0, !list.isTight { lines.append(Self.trimmed(rest)) }
            var mark = "• "
            if let start = list.start {
                let number = String(start + index)
                mark = String(repeating: " ", count: max(0, numberWidth - number.count)) + number + ". "
            }
            if let isChecked = item.isChecked { mark = isChecked ? "☑ " : "☐ " }
            let look = Look(item.isChecked == true ? .ok : .accent)
            let indent = Span(String(repeating: " ", count: TextWidth.columns(of: mark)))
            let lead = index == 0 ? first : rest
            if item.blocks.isEmpty {
                lines.append(StyledLine(lead + [Span(mark, look)]))
            } else {
                lines += self.lines(
                    item.blocks, first: lead + [Span(mark, look)], rest: rest + [indent], isTight: list.isTight)
            }
        }
        return lines
    }

    private func code(
        _ code: MarkdownCode, first: [Span], rest: [Span], state: inout CodeHighlighter.State
    ) -> [StyledLine] {
        var output: [StyledLine] = []
        let bar = Span("▏ ", Look(.faint))
        var lead = first
        if !code.continues, let name = code.languageName {
            output.append(StyledLine(lead + [bar, Span(name, Look(.muted))]))
            lead = rest
        }
        var drawer = CodeLines(language: code.languageName.flatMap { CodeLanguage(named: $0) }, state: state)
        let text = code.text.hasSuffix("\n") ? code.text.dropLast() : code.text[...]
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        for (index, line) in lines.enumerated() {
            let drawn = drawer.line(line)
            if let most = mostCodeLines, index >= most {
                if index == most {
                    output.append(
                        StyledLine(rest + [bar, Span("… " + words.moreLines(lines.count - most), Look(.muted))]))
                }
                continue
            }
            output += LineWrapper.lines(drawn.spans, width: width, first: lead + [bar], rest: rest + [bar])
            lead = rest
        }
        state = drawer.state
        return output
    }

    // MARK: Inline

    /// Runs as spans.
    func spans(_ runs: [MarkdownRun]) -> [StyledLine.Span] { spans(runs, Look(ink)) }

    private func spans(_ runs: [MarkdownRun], _ base: Look) -> [Span] {
        runs.flatMap { run -> [Span] in
            var look = base
            if run.style.contains(.bold) { look.attributes.insert(.bold) }
            if run.style.contains(.italic) { look.attributes.insert(.italic) }
            if run.style.contains(.strikethrough) { look.attributes.insert(.strikethrough) }
            if run.style.contains(.code) { look.ink = .string }
            if run.style.contains(.math) { look.ink = .string }
            if run.style.contains(.html) { look.ink = .muted }
            var text = run.text
            if let link = run.link {
                look.link = link
                look.ink = .task
                look.attributes.insert(.underline)
                if run.style.contains(.image) {
                    text = "[image: \(run.text), \(link.host)]"
                } else if !Self.shows(run.text, link) {
                    // Where a link leads must be seen before it is opened.
                    return [Span(text, look), Span(" (\(link.host))", Look(.muted, link: link))]
                }
            } else if run.style.contains(.image) {
                text = "[image: \(run.text)]"
            }
            return [Span(text, look)]
        }
    }

    private static func shows(_ text: String, _ link: SafeLink) -> Bool {
        text == link.address || link.address.hasSuffix(text) || text.contains(link.host)
    }
}

/// Draws lines of code in colours.
struct CodeLines {
    private var highlighter: CodeHighlighter

    init(language: CodeLanguage?, state: CodeHighlighter.State = .init()) {
        highlighter = CodeHighlighter(language: language, state: state)
    }

    /// What is open where the next line starts.
    var state: CodeHighlighter.State { highlighter.state }

    /// The next line.
    mutating func line(_ line: Substring) -> StyledLine {
        StyledLine(
            highlighter.tokens(ofLine: line).map { token in
                StyledLine.Span(String(token.text), StyledLine.Look(Self.ink(token.kind)))
            })
    }

    private static func ink(_ kind: CodeToken.Kind) -> Ink {
        switch kind {
        case .plain: .body
        case .keyword: .keyword
        case .string: .string
        case .number: .number
        case .type: .type
        case .function: .function
        case .comment: .comment
        case .added: .added
        case .removed: .removed
        }
    }
}

/// Draws tables: columns as wide as their cells, narrower where the line is too short.
struct TableLines {
    let width: Int
    let spans: ([MarkdownRun]) -> [StyledLine.Span]

    /// The lines of a table.
    func lines(
        _ table: MarkdownTable, first: [StyledLine.Span], rest: [StyledLine.Span]
    ) -> [StyledLine] {
        let rows = (table.continues ? [] : [table.header]) + table.rows
        guard let columns = rows.first?.count, columns > 0 else { return [] }
        let cells = rows.map { $0.map { StyledLine(spans($0)) } }
        let room = max(columns * 3, width - StyledLine(rest).width - (columns - 1) * 3)
        let widths = Self.widths(
            (0..<columns).map { column in cells.map { $0[column].width }.max() ?? 0 }, room: room)
        var lines: [StyledLine] = []
        for (index, row) in cells.enumerated() {
            let isHeader = index == 0 && !table.continues
            lines += self.row(
                row, widths, table.alignments, isHeader: isHeader, prefix: lines.isEmpty ? first : rest, rest: rest)
            if isHeader {
                let line = widths.map { String(repeating: "─", count: $0) }.joined(separator: "─┼─")
                lines.append(StyledLine(line, StyledLine.Look(.faint)).prefixed(rest))
            }
        }
        return lines
    }

    /// Takes from the widest columns until all fit.
    private static func widths(_ wanted: [Int], room: Int) -> [Int] {
        var widths = wanted.map { max(1, $0) }
        var surplus = widths.reduce(0, +) - room
        while surplus > 0, let widest = widths.max(), widest > 3 {
            let columns = widths.indices.filter { widths[$0] == widest }
            let next = widths.filter { $0 < widest }.max() ?? 3
            let step = max(1, min(widest - max(next, 3), (surplus + columns.count - 1) / columns.count))
            for column in columns where surplus > 0 {
                widths[column] -= step
                surplus -= step
            }
        }
        return widths
    }

    private func row(
        _ cells: [StyledLine], _ widths: [Int], _ alignments: [MarkdownTable.Alignment], isHeader: Bool,
        prefix: [StyledLine.Span], rest: [StyledLine.Span]
    ) -> [StyledLine] {
        let wrapped = zip(cells, widths).map { cell, width in
            cell.width <= width
                ? [cell] : LineWrapper.lines(cell.spans, width: width, room: 1).map { $0.cut(to: width) }
        }
        let height = wrapped.map(\.count).max() ?? 1
        return (0..<height).map { index in
            var line = StyledLine(index == 0 ? prefix : rest)
            for (column, lines) in wrapped.enumerated() {
                if column > 0 { line.spans.append(StyledLine.Span(" │ ", StyledLine.Look(.faint))) }
                let cell = lines.indices.contains(index) ? lines[index] : StyledLine()
                let missing = max(0, widths[column] - cell.width)
                let alignment = alignments.indices.contains(column) ? alignments[column] : .natural
                let left = alignment == .right ? missing : alignment == .center ? missing / 2 : 0
                if left > 0 { line.spans.append(StyledLine.Span(String(repeating: " ", count: left))) }
                line.spans += isHeader ? cell.spans.map { .init($0.text, $0.look.with(.bold)) } : cell.spans
                let right = missing - left
                if right > 0, column < wrapped.count - 1 {
                    line.spans.append(StyledLine.Span(String(repeating: " ", count: right)))
                }
            }
            return line
        }
    }
}
