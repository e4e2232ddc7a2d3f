import Transcript

/// One line for a terminal: pieces of text and how each looks, in the theme's terms.
struct StyledLine: Sendable, Hashable {
    /// The pieces, left to right.
    var spans: [Span] = []

    /// A stretch of text that looks one way.
    struct Span: Sendable, Hashable {
        var text: String
        var look: Look

        init(_ text: String, _ look: Look = Look()) {
            self.text = text
            self.look = look
        }
    }

    /// How text looks.
    struct Look: Sendable, Hashable {
        var ink: Ink?
        var ground: Ink?
        var attributes: TerminalStyle.Attributes
        var link: SafeLink?

        init(
            _ ink: Ink? = nil, ground: Ink? = nil, attributes: TerminalStyle.Attributes = [], link: SafeLink? = nil
        ) {
            self.ink = ink
            self.ground = ground
            self.attributes = attributes
            self.link = link
        }

        /// The same with more attributes.
        func with(_ attributes: TerminalStyle.Attributes) -> Look {
            var look = self
            look.attributes.formUnion(attributes)
            return look
        }
    }

    init(_ spans: [Span] = []) { self.spans = spans }

    init(_ text: String, _ look: Look = Look()) { spans = text.isEmpty ? [] : [Span(text, look)] }

    /// Columns the line takes.
    var width: Int { spans.reduce(0) { $0 + TextWidth.columns(of: $1.text) } }

    /// The line without any look.
    var plainText: String { spans.reduce(into: "") { $0 += $1.text } }

    /// The line with something before it.
    func prefixed(_ prefix: [Span]) -> StyledLine { StyledLine(prefix + spans) }

    /// The line's beginning, cut to a number of columns with an ellipsis where something is left out.
    func cut(to columns: Int) -> StyledLine {
        guard width > columns else { return self }
        var left = max(0, columns - 1)
        var result = StyledLine()
        for span in spans {
            let (text, used) = TextWidth.prefix(of: span.text[...], columns: left)
            left -= used
            if !text.isEmpty { result.spans.append(Span(String(text), span.look)) }
            if text.endIndex < span.text.endIndex {
                if columns > 0 { result.spans.append(Span("…", span.look)) }
                break
            }
        }
        return result
    }

    /// The line with a ground that reaches to a number of columns.
    func filled(to columns: Int, ground: Ink) -> StyledLine {
        var result = self
        for index in result.spans.indices where result.spans[index].look.ground == nil {
            result.spans[index].look.ground = ground
        }
        let missing = columns - width
        if missing > 0 { result.spans.append(Span(String(repeating: " ", count: missing), Look(ground: ground))) }
        return result
    }
}

/// A colour by its task; a ``TerminalTheme`` says which it is.
enum Ink: Sendable, Hashable {
    case text, body, muted, faint, accent, bash, lsp, task, advisor, ok, failure, keyword, string, number, type,
        function
    case comment, added, removed, addedGround, removedGround, addedWord, removedWord
    /// A colour that a program asked for.
    case program(TerminalColor)
}
