/// Cuts code into tokens, line by line.
///
/// Colouring for reading, not for compiling: a table per language says how comments, texts, numbers, names and keywords
/// look, and one pass over the bytes applies it. What was left open at a line's end (a comment, a text, a heredoc) is
/// carried to the next, so code may arrive in pieces or pages. Never fails; time is linear in the length.
public struct CodeHighlighter: Sendable {
    /// Lines longer than this are not coloured, in bytes.
    public static let longestLine = 20_000

    /// What is open where a line starts.
    public struct State: Sendable, Hashable {
        enum Open: Sendable, Hashable {
            case nothing
            /// Inside a comment; how deep.
            case comment(depth: Int)
            /// Inside a text; which of the language's kinds.
            case text(kind: Int)
            /// Inside a text that ends with a line of a given word.
            case heredoc(word: String)
            /// Inside something of a lexer with its own states.
            case mode(Int)
        }

        var open = Open.nothing

        /// The start of a text.
        public init() {}
    }

    private let lexer: any LineLexer
    /// What is open where the next line starts; a highlighter made with it goes on there.
    public private(set) var state: State

    /// A highlighter at the start of a text, or at a place reached before.
    ///
    /// - Parameters:
    ///   - language: nil leaves everything plain.
    ///   - state: the ``state`` of a highlighter of the same language where the text goes on.
    public init(language: CodeLanguage?, state: State = State()) {
        self.state = state
        switch language {
        case .none: lexer = PlainLexer()
        case .html, .xml: lexer = MarkupLexer()
        case .css: lexer = StyleSheetLexer()
        case .yaml: lexer = YAMLLexer()
        case .markdown: lexer = MarkdownLexer()
        case .diff: lexer = DiffLexer()
        case .some(let language): lexer = LanguageRules.of(language).map { RuleLexer(rules: $0) } ?? PlainLexer()
        }
    }

    /// The tokens of the next line; joined they are the line.
    public mutating func tokens(ofLine line: Substring) -> [CodeToken] {
        guard line.utf8.count <= Self.longestLine else { return [CodeToken(line, .plain)] }
        let bytes = Array(line.utf8)
        var output = TokenOutput()
        bytes.withUnsafeBufferPointer { lexer.lex($0, &state.open, &output) }
        return output.tokens(of: line, count: bytes.count)
    }

    /// All lines of a code text, each as its tokens.
    public static func tokens(_ text: String, language: CodeLanguage?) -> [[CodeToken]] {
        var highlighter = CodeHighlighter(language: language)
        return text.split(separator: "\n", omittingEmptySubsequences: false).map { highlighter.tokens(ofLine: $0) }
    }
}

/// Reads one line at a time.
protocol LineLexer: Sendable {
    /// Cuts a line.
    ///
    /// - Parameter open: what is open before the line; on return, after it.
    func lex(_ line: UnsafeBufferPointer<UInt8>, _ open: inout CodeHighlighter.State.Open, _ output: inout TokenOutput)
}

/// Collects where tokens end.
struct TokenOutput {
    private var ends: [(end: Int, kind: CodeToken.Kind)] = []

    /// Where the next token starts.
    var position: Int { ends.last?.end ?? 0 }

    /// The next token reaches to here.
    mutating func add(to end: Int, _ kind: CodeToken.Kind) {
        guard end > position else { return }
        if let last = ends.last, last.kind == kind {
            ends[ends.count - 1].end = end
        } else {
            ends.append((end, kind))
        }
    }

    func tokens(of line: Substring, count: Int) -> [CodeToken] {
        var tokens: [CodeToken] = []
        tokens.reserveCapacity(ends.count + 1)
        let utf8 = line.utf8
        var start = utf8.startIndex
        var offset = 0
        for (end, kind) in ends {
            let next = utf8.index(start, offsetBy: end - offset)
            tokens.append(CodeToken(line[start..<next], kind))
            start = next
            offset = end
        }
        if offset < count { tokens.append(CodeToken(line[start...], .plain)) }
        return tokens
    }
}

/// Leaves everything plain.
struct PlainLexer: LineLexer {
    func lex(_ line: UnsafeBufferPointer<UInt8>, _ open: inout CodeHighlighter.State.Open, _ output: inout TokenOutput)
    {
        output.add(to: line.count, .plain)
    }
}

extension UnsafeBufferPointer<UInt8> {
    /// Whether a short text stands at a position.
    func holds(_ text: [UInt8], at position: Int) -> Bool {
        guard position >= 0, position + text.count <= count else { return false }
        for index in 0..<text.count where self[position + index] != text[index] { return false }
        return !text.isEmpty
    }

    /// Where a text next stands.
    func next(_ text: [UInt8], from start: Int) -> Int? {
        var position = start
        while position + text.count <= count {
            if holds(text, at: position) { return position }
            position += 1
        }
        return nil
    }

    /// The first position at or after another that holds no blank.
    func skippingBlanks(from start: Int) -> Int {
        var position = start
        while position < count, self[position].isBlank { position += 1 }
        return position
    }

    /// A stretch as a string.
    func string(_ range: Range<Int>) -> String { String(decoding: self[range], as: UTF8.self) }
}

extension UInt8 {
    /// Starts a name in most languages; every byte beyond ASCII counts.
    var startsName: Bool { isASCIILetter || self == UInt8(ascii: "_") || self >= 0x80 }
    var isUppercase: Bool { self >= UInt8(ascii: "A") && self <= UInt8(ascii: "Z") }
}
