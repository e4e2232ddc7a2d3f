import CollabWire

/// `edit`, `apply_patch`: changes of one file or several, in any of the forms the tool has had.
public enum EditCard: ToolCardKind {
    /// `edit` and `apply_patch`.
    public static let names = ["edit", "apply_patch"]

    /// First path, how many more, operations, lines added and removed.
    public static func summary(_ input: ToolCardInput) -> [CardText] {
        let patch = patch(input)
        let paths = paths(input, patch: patch)
        var line: [CardText] = []
        if let first = paths.first {
            line.append(CardText(CardFormat.path(first), .path))
        } else if let patch {
            line.append(CardText(CardFormat.line(String(patch.prefix { !$0.isNewline }), limit: 80)))
        }
        if paths.count > 1 { line.append(CardFormat.badge("+\(paths.count - 1) more")) }
        let operations = patch.map(operationCount) ?? 0
        if operations > 0 { line.append(CardFormat.badge(CardFormat.count(operations, "op"))) }
        if !input.isError {
            let counts = counts(input)
            if counts.added > 0 { line.append(CardFormat.badge("+\(counts.added)", .success)) }
            if counts.removed > 0 { line.append(CardFormat.badge("−\(counts.removed)", .failure)) }
        } else {
            line.append(CardFormat.badge("failed", .failure))
        }
        return line
    }

    /// Each file with its diff and diagnostics, the listed edits, the patch as written.
    public static func body(_ input: ToolCardInput) -> [CardBlock] {
        let patch = patch(input)
        var blocks: [CardBlock] = []
        let files = input.detail("perFileResults")?.objects ?? []
        if !files.isEmpty {
            for file in files { blocks += FileOutcome(file).blocks(fallbackPath: nil) }
            blocks += input.isError ? input.outputBlocks() : input.noteBlocks
        } else if input.isError || !input.hasDetails {
            blocks += input.outputBlocks()
        } else {
            let outcome = FileOutcome(input)
            if outcome.diff != nil || outcome.move != nil || outcome.hasDiagnostics {
                blocks += outcome.blocks(fallbackPath: paths(input, patch: patch).first)
                blocks += input.noteBlocks
            } else {
                blocks += input.outputBlocks()
            }
        }
        blocks += CardFormat.facts(listedEdits(input))
        if let patch {
            if !patch.isEmpty { blocks.append(.code(CardCode(patch, title: "input", language: "diff"))) }
        } else if input["input"] != nil || input["_input"] != nil {
            blocks.append(.badges([CardFormat.invalid("input")]))
        }
        return blocks
    }

    // MARK: Arguments

    private static func patch(_ input: ToolCardInput) -> String? { input.text("input") ?? input.text("_input") }

    /// The first file that a call names.
    static func firstPath(_ input: ToolCardInput) -> String? { paths(input, patch: patch(input)).first }

    private static func paths(_ input: ToolCardInput, patch: String?) -> [String] {
        let named = patch.map(headers) ?? []
        if !named.isEmpty { return named }
        if let path = input.text("file_path") ?? input.text("path"), !path.isEmpty { return [path] }
        var paths: [String] = []
        for edit in input["edits"]?.objects ?? [] {
            if let path = edit["path"]?.stringValue, !path.isEmpty, !paths.contains(path) { paths.append(path) }
        }
        return paths
    }

    /// Paths named by `[path#TAG]` lines or by the section headers of a patch.
    static func headers(_ patch: String) -> [String] {
        patch.split(whereSeparator: \.isNewline).compactMap { line in
            let line = ModelTags.trimmed(line)
            for mark in ["*** Update File:", "*** Add File:", "*** Delete File:"] where line.hasPrefix(mark) {
                return String(ModelTags.trimmed(line.dropFirst(mark.count)))
            }
            guard line.hasPrefix("["), line.hasSuffix("]") else { return nil }
            var path = ModelTags.trimmed(line.dropFirst().dropLast())
            if let hash = path.lastIndex(of: "#") {
                let tag = path[path.index(after: hash)...]
                if tag.count == 4, tag.allSatisfy(\.isHexDigit) { path = path[..<hash] }
            }
            if path.count >= 2, let quote = path.first, quote == "\"" || quote == "'", path.last == quote {
                path = path.dropFirst().dropLast()
            }
            return path.isEmpty ? nil : String(path)
        }
    }

    private static func operationCount(_ patch: String) -> Int {
        patch.split(whereSeparator: \.isNewline).count { line in
            let word = line.prefix { $0.isLetter || $0.isNumber || $0 == "_" }
            return word == "replace" || word == "insert" || word == "delete"
        }
    }

    private static func listedEdits(_ input: ToolCardInput) -> [CardFact] {
        (input["edits"].map { Array($0.elements) } ?? []).map { edit in
            guard edit.isObject else { return CardFact("edit", "[invalid edit]", tone: .failure) }
            let target =
                edit["sel"]?.stringValue ?? edit["path"]?.stringValue ?? edit["rename"]?.stringValue
                ?? edit["move"]?.stringValue ?? edit["file_path"]?.stringValue ?? "?"
            return CardFact(edit["op"]?.stringValue ?? "edit", CardFormat.line(target, limit: 160))
        }
    }

    // MARK: Outcome

    private static func counts(_ input: ToolCardInput) -> (added: Int, removed: Int) {
        if let diff = input.detailText("diff") { return count(diff) }
        return (input.detail("perFileResults")?.objects ?? []).reduce(into: (added: 0, removed: 0)) { sum, file in
            guard let diff = file["diff"]?.stringValue else { return }
            let counts = count(diff)
            sum.added += counts.added
            sum.removed += counts.removed
        }
    }

    private static func count(_ diff: String) -> (added: Int, removed: Int) {
        var added = 0
        var removed = 0
        var isLineStart = true
        for byte in diff.utf8 {
            if isLineStart {
                if byte == UInt8(ascii: "+") { added += 1 }
                if byte == UInt8(ascii: "-") { removed += 1 }
            }
            isLineStart = byte == UInt8(ascii: "\n")
        }
        return (added, removed)
    }

    /// What became of one file.
    struct FileOutcome {
        var path: String?
        var diff: String?
        var firstChangedLine: Double?
        var operation: String?
        var move: String?
        var isError: Bool
        var errorText: String?
        var diagnostics: Diagnostics

        var hasDiagnostics: Bool { diagnostics.isPresent }

        init(_ details: JSONText) {
            self.init { details[$0] }
        }

        init(_ input: ToolCardInput) {
            self.init { input.detail($0) }
        }

        private init(_ field: (String) -> JSONText?) {
            path = field("path")?.stringValue
            diff = field("diff")?.stringValue
            firstChangedLine = field("firstChangedLine")?.finite
            operation = field("op")?.stringValue
            move = field("move")?.stringValue
            isError = field("isError")?.boolValue == true
            errorText = field("displayErrorText")?.stringValue ?? field("errorText")?.stringValue
            diagnostics = Diagnostics(field("diagnostics"))
        }

        func blocks(fallbackPath: String?) -> [CardBlock] {
            var blocks: [CardBlock] = []
            let path = path ?? fallbackPath
            var texts: [CardText] = []
            if let path {
                texts.append(CardText(CardFormat.path(path), .path))
                if !isError, let line = firstChangedLine {
                    texts.append(CardText(":\(CardFormat.number(line))", .range))
                }
            }
            if let move { texts.append(CardText("→ \(CardFormat.path(move))", .path)) }
            if operation == "create" || operation == "delete" {
                texts.append(CardFormat.badge(operation ?? "", operation == "delete" ? .failure : .success))
            }
            if isError { texts.append(CardFormat.badge("failed", .failure)) }
            if !texts.isEmpty {
                blocks.append(.rows([CardRow(state: isError ? .failed : .none, texts: texts)]))
            }
            if isError {
                if let errorText { blocks.append(.output(CardOutput(errorText, isError: true))) }
            } else if let diff, !diff.isEmpty {
                blocks.append(.diff(CardDiff(diff, path: path, move: move, operation: operation)))
            }
            return blocks + diagnostics.blocks(title: nil)
        }
    }
}

/// What a language server said of changed files.
struct Diagnostics {
    var server: String?
    var summary: String?
    var messages: [String]
    var isErrored: Bool
    var isPresent: Bool

    init(_ details: JSONText?) {
        server = details?["server"]?.stringValue
        summary = details?["summary"]?.stringValue
        messages = details?["messages"]?.strings ?? []
        isErrored = details?["errored"]?.boolValue == true
        isPresent = details?.isObject == true
    }

    var tone: CardTone { isErrored ? .failure : .warning }

    func blocks(title: String?) -> [CardBlock] {
        var blocks: [CardBlock] = []
        if title == nil, let summary, !summary.isEmpty { blocks.append(.note(summary, tone: tone)) }
        if !messages.isEmpty {
            blocks.append(.output(CardOutput(messages.joined(separator: "\n"), title: title, isError: isErrored)))
        }
        return blocks
    }
}
