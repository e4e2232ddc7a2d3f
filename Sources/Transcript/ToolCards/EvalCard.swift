import CollabWire

/// `eval`, formerly `js`, `python`, `notebook`: cells of code and what they put out.
public enum EvalCard: ToolCardKind {
    /// `eval`, `js`, `python`, `notebook`.
    public static let names = ["eval", "js", "python", "notebook"]

    /// The first cell's title or code, how many cells, their languages.
    public static func summary(_ input: ToolCardInput) -> [CardText] {
        let cells = cells(input, outcomes(input))
        guard let first = cells.first else { return GenericCard.summary(input) }
        let label = first.title.isEmpty ? CardFormat.line(firstLine(first.code), limit: 72) : first.title
        var line = [CardText(CardFormat.cut(label, limit: 72), first.title.isEmpty ? .pattern : .words)]
        if cells.count > 1 { line.append(CardFormat.badge("\(cells.count) cells")) }
        var languages: [String] = []
        for cell in cells where !languages.contains(cell.language) { languages.append(cell.language) }
        return line + languages.map { CardFormat.badge($0) }
    }

    /// Each cell with its code and output, data, a notice, pictures, the text.
    public static func body(_ input: ToolCardInput) -> [CardBlock] {
        let outcomes = outcomes(input)
        let cells = cells(input, outcomes)
        guard !cells.isEmpty else {
            let isMalformed =
                input["cells"]?.isArray != true && input.text("input") == nil && input.text("code") == nil
            let mark = isMalformed ? [CardBlock.badges([CardFormat.invalid("cells")])] : []
            return mark + input.imageBlocks + input.outputBlocks()
        }
        var blocks: [CardBlock] = []
        for (index, cell) in cells.enumerated() {
            let outcome =
                outcomes.first { $0.index == index } ?? (outcomes.indices.contains(index) ? outcomes[index] : nil)
            blocks += self.blocks(of: cell, outcome)
        }
        let data = (input.detail("jsonOutputs").map { Array($0.elements) } ?? []).map(JSONPrinter.pretty)
        if !data.isEmpty {
            blocks.append(.code(CardCode(data.joined(separator: "\n"), title: "display", language: "json")))
        }
        if let notice = input.detailText("notice"), !notice.isEmpty { blocks.append(.note(notice, tone: .muted)) }
        blocks += input.imageBlocks
        return outcomes.isEmpty || input.isError ? blocks + input.outputBlocks() : blocks + input.noteBlocks
    }

    private static func blocks(of cell: Cell, _ outcome: Outcome?) -> [CardBlock] {
        var head = cell.title.isEmpty ? [] : [cell.title]
        head.append(cell.language)
        head += cell.attributes
        if let outcome {
            if let duration = outcome.duration { head.append(CardFormat.duration(milliseconds: duration)) }
            if outcome.isError {
                head.append(outcome.exitCode.map { "error (exit \(CardFormat.number($0)))" } ?? "error")
            }
        }
        let language = ["py": "python", "js": "javascript", "ts": "typescript", "rb": "ruby", "jl": "julia"][
            cell.language]
        let title = head.joined(separator: " · ")
        var blocks: [CardBlock] = [.code(CardCode(cell.code, title: title, language: language ?? cell.language))]
        if let outcome, !outcome.output.isEmpty {
            blocks.append(.output(CardOutput(outcome.output, isError: outcome.isError)))
        }
        return blocks
    }

    private static func firstLine(_ code: String) -> String {
        code.split(whereSeparator: \.isNewline).first { !TranscriptProjector.isBlank(String($0)) }.map(String.init)
            ?? ""
    }

    // MARK: Cells

    /// One cell of code.
    struct Cell: Hashable {
        /// A short name: `py`, `js`, `ts`, `rb`, `jl`.
        var language = "py"
        var title = ""
        /// Conditions, such as `t=5s` and `rst`.
        var attributes: [String] = []
        var code = ""
    }

    private static func cells(_ input: ToolCardInput, _ outcomes: [Outcome]) -> [Cell] {
        let written = written(input)
        return written.isEmpty ? outcomes.map(\.cell) : written
    }

    private static func written(_ input: ToolCardInput) -> [Cell] {
        if let list = input["cells"], list.isArray { return list.objects.map { cell in flat { cell[$0] } } }
        if let text = input.text("input") {
            return EvalInput.cells(text).filter { !$0.code.isEmpty || !$0.title.isEmpty }
        }
        guard input.text("code") != nil else { return [] }
        var cell = flat { input[$0] }
        if EvalInput.language(input.text("language") ?? "") == nil, input.name == "js" { cell.language = "js" }
        return [cell]
    }

    private static func flat(_ field: (String) -> JSONText?) -> Cell {
        var cell = Cell()
        cell.language = EvalInput.language(field("language")?.stringValue ?? "") ?? "py"
        cell.title = field("title")?.stringValue ?? ""
        if let timeout = field("timeout")?.finite { cell.attributes.append("t=\(CardFormat.number(timeout))s") }
        if field("reset")?.boolValue == true { cell.attributes.append("rst") }
        cell.code = field("code")?.stringValue ?? ""
        return cell
    }

    // MARK: Outcomes

    private struct Outcome {
        var index: Int
        var cell: Cell
        var output: String
        var isError: Bool
        var duration: Double?
        var exitCode: Double?
    }

    private static func outcomes(_ input: ToolCardInput) -> [Outcome] {
        (input.detail("cells")?.objects ?? []).enumerated().map { position, cell in
            var shown = Cell()
            shown.language = EvalInput.language(cell["language"]?.stringValue ?? "") ?? "py"
            shown.title = cell["title"]?.stringValue ?? ""
            shown.code = cell["code"]?.stringValue ?? ""
            return Outcome(
                index: cell["index"]?.intValue ?? position, cell: shown, output: cell["output"]?.stringValue ?? "",
                isError: cell["status"]?.stringValue == "error", duration: cell["durationMs"]?.finite,
                exitCode: cell["exitCode"]?.finite)
        }
    }
}
