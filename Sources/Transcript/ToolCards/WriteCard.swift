import CollabWire

/// `write`: a file's new content. A call of another tool through `xd://` is drawn as that tool.
public enum WriteCard: ToolCardKind {
    static let wireName = "write"
    /// `write`.
    public static let names = [wireName]

    /// Path and number of lines.
    public static func summary(_ input: ToolCardInput) -> [CardText] {
        let path = path(input)
        var line = [path.map { CardText(CardFormat.path($0), .path) } ?? CardFormat.invalid("path")]
        let count = (input.text("content") ?? "").utf8.count { $0 == UInt8(ascii: "\n") }
        if count > 0 { line.append(CardFormat.badge(CardFormat.count(count + 1, "line"))) }
        return line
    }

    /// What was said of the file, its content, the tool's word, diagnostics.
    public static func body(_ input: ToolCardInput) -> [CardBlock] {
        let diagnostics = Diagnostics(input.detail("diagnostics"))
        let server = diagnostics.server.flatMap { $0.isEmpty ? nil : "\($0): " } ?? ""
        var blocks = CardFormat.badges([
            input.detailIsTrue("madeExecutable") ? CardFormat.badge("made executable", .success) : nil,
            diagnostics.summary.flatMap { $0.isEmpty ? nil : CardFormat.badge(server + $0, diagnostics.tone) },
        ])
        if let content = input.string("content") {
            if !content.isEmpty { blocks.append(.code(CardCode(content, path: path(input)))) }
        } else {
            blocks.append(.note("[invalid content] — expected string", tone: .failure))
        }
        return blocks + input.imageBlocks + input.outputBlocks() + diagnostics.blocks(title: "diagnostics")
    }

    private static func path(_ input: ToolCardInput) -> String? {
        (input.text("path") ?? input.text("file_path")).flatMap { $0.isEmpty ? nil : $0 }
    }
}
