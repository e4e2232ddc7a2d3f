/// Reads the framed texts that `eval` took as `input` in former times: `*** Cell` headers, `*** Begin` … `*** End`, and
/// `===== bars =====`. A text without a frame is one Python cell.
enum EvalInput {
    typealias Cell = EvalCard.Cell

    static func cells(_ text: String) -> [Cell] {
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        if lines.contains(where: { starred($0, "Cell") != nil }) { return cellFrames(lines) }
        if lines.contains(where: { starred($0, "Begin") != nil }) { return beginFrames(lines) }
        return bars(lines)
    }

    /// A language's short name, or nil for a word that is none.
    static func language(_ word: some StringProtocol) -> String? {
        switch word.lowercased() {
        case "py", "python", "ipy", "ipython": "py"
        case "js", "javascript": "js"
        case "ts", "typescript": "ts"
        case "rb", "ruby": "rb"
        case "jl", "julia": "jl"
        default: nil
        }
    }

    /// What follows `*** Word` on a line that begins so.
    private static func starred(_ line: Substring, _ word: String) -> Substring? {
        let stars = line.prefix { $0 == "*" }
        guard stars.count >= 2 else { return nil }
        let rest = line[stars.endIndex...].drop { $0 == " " || $0 == "\t" }
        guard rest.prefix(word.count).lowercased() == word.lowercased() else { return nil }
        let after = rest.dropFirst(word.count)
        if let next = after.first, next.isLetter || next.isNumber || next == "_" { return nil }
        return ModelTags.trimmed(after)
    }

    private static func joined(_ lines: ArraySlice<Substring>) -> String {
        var lines = lines
        while let last = lines.last, ModelTags.trimmed(last).isEmpty { lines.removeLast() }
        return lines.joined(separator: "\n")
    }

    // MARK: `*** Cell py:"title" t:5s rst`

    private static func cellFrames(_ lines: [Substring]) -> [Cell] {
        var cells: [Cell] = []
        var index = 0
        while index < lines.count {
            guard let header = starred(lines[index], "Cell") else {
                index += 1
                continue
            }
            var cell = cell(header)
            index += 1
            let start = index
            while index < lines.count, starred(lines[index], "End") == nil, starred(lines[index], "Cell") == nil {
                index += 1
            }
            cell.code = joined(lines[start..<index])
            cells.append(cell)
            if index < lines.count, starred(lines[index], "End") != nil { index += 1 }
        }
        return cells
    }

    private static func cell(_ header: Substring) -> Cell {
        var cell = Cell()
        var named: String?
        var loose: [String] = []
        var isReset = false
        for token in tokens(header) {
            let lowercase = token.lowercased()
            if lowercase == "rst" || lowercase == "reset" {
                isReset = true
            } else if let colon = token.firstIndex(of: ":"), colon > token.startIndex {
                let key = token[..<colon].lowercased()
                let value = unquoted(token[token.index(after: colon)...])
                if let language = language(key) {
                    if named == nil { named = language }
                    if cell.title.isEmpty { cell.title = value }
                } else if ["id", "title", "name", "cell", "file", "label"].contains(key) {
                    if cell.title.isEmpty { cell.title = value }
                } else if ["t", "timeout", "duration", "time"].contains(key) {
                    cell.attributes.append("t=\(value)")
                } else if key == "rst" || key == "reset" {
                    cell.attributes.append("rst")
                }
            } else if named == nil, let language = language(token) {
                named = language
            } else if isDuration(token) {
                cell.attributes.append("t=\(token)")
            } else {
                loose.append(token)
            }
        }
        cell.language = named ?? "py"
        if cell.title.isEmpty { cell.title = loose.joined(separator: " ") }
        if isReset { cell.attributes.append("rst") }
        return cell
    }

    /// Words; what stands in quotes belongs to its word.
    private static func tokens(_ text: Substring) -> [String] {
        var tokens: [String] = []
        var current = ""
        var quote: Character?
        for character in text {
            if let open = quote {
                current.append(character)
                if character == open { quote = nil }
            } else if character.isWhitespace {
                if !current.isEmpty { tokens.append(current) }
                current = ""
            } else {
                if character == "\"" || character == "'" { quote = character }
                current.append(character)
            }
        }
        return current.isEmpty ? tokens : tokens + [current]
    }

    private static func unquoted(_ text: some StringProtocol) -> String {
        let text = Substring(text)
        guard text.count >= 2, let first = text.first, first == "\"" || first == "'", text.last == first else {
            return String(text)
        }
        return String(text.dropFirst().dropLast())
    }

    private static func isDuration(_ token: String) -> Bool {
        let digits = token.prefix { $0.isASCII && $0.isNumber }
        return !digits.isEmpty && ["", "ms", "s", "m"].contains(String(token[digits.endIndex...]))
    }

    // MARK: `*** Begin JS`, `*** Title: …`, `*** End`

    private static func beginFrames(_ lines: [Substring]) -> [Cell] {
        var cells: [Cell] = []
        var index = 0
        while index < lines.count {
            guard let word = starred(lines[index], "Begin") else {
                index += 1
                continue
            }
            var cell = Cell()
            cell.language = language(word) ?? "py"
            index += 1
            while index < lines.count, readHead(lines[index], &cell) { index += 1 }
            let start = index
            while index < lines.count, starred(lines[index], "End") == nil, starred(lines[index], "Begin") == nil {
                index += 1
            }
            cell.code = joined(lines[start..<index])
            cells.append(cell)
            if index < lines.count, starred(lines[index], "End") != nil { index += 1 }
        }
        return cells
    }

    private static func readHead(_ line: Substring, _ cell: inout Cell) -> Bool {
        func value(_ word: String) -> String? {
            guard let rest = starred(line, word), rest.hasPrefix(":") else { return nil }
            return String(ModelTags.trimmed(rest.dropFirst()))
        }
        if let title = value("Title") {
            if cell.title.isEmpty { cell.title = title }
        } else if let timeout = value("Timeout") {
            cell.attributes.append("t=\(timeout)")
        } else if starred(line, "Reset")?.isEmpty == true {
            cell.attributes.append("rst")
        } else {
            return false
        }
        return true
    }

    // MARK: `===== py:"title" t:5 rst =====`

    private static func bars(_ lines: [Substring]) -> [Cell] {
        var cells: [Cell] = []
        var current: Cell?
        var code: [Substring] = []
        func finish() {
            guard var cell = current else { return }
            cell.code = joined(code[...])
            cells.append(cell)
            code = []
        }
        for line in lines {
            if let info = bar(line) {
                let language = current?.language ?? "py"
                finish()
                current = cell(bar: info, inherited: language)
            } else {
                if current == nil { current = Cell() }
                code.append(line)
            }
        }
        finish()
        return cells
    }

    private static func bar(_ line: Substring) -> Substring? {
        let line = ModelTags.trimmed(line)
        let open = line.prefix { $0 == "=" }
        guard open.count >= 5, open.endIndex < line.endIndex else { return nil }
        var rest = line[open.endIndex...]
        let length = rest.reversed().prefix { $0 == "=" }.count
        guard length >= 5 else { return nil }
        rest.removeLast(length)
        return ModelTags.trimmed(rest)
    }

    private static func cell(bar info: Substring, inherited: String) -> Cell {
        var cell = Cell()
        cell.language = inherited
        for (index, token) in tokens(info).enumerated() {
            let key = token.prefix { $0 != ":" }
            let value = token.dropFirst(key.count + 1)
            if index == 0, ["py", "js", "ts", "rb", "jl"].contains(String(key)) {
                cell.language = String(key)
                if !value.isEmpty { cell.title = unquoted(value) }
            } else if key == "id", !value.isEmpty {
                if cell.title.isEmpty { cell.title = unquoted(value) }
            } else if key == "t", !value.isEmpty {
                cell.attributes.append("t=\(value)")
            } else if token == "rst" {
                cell.attributes.append("rst")
            }
        }
        return cell
    }
}
