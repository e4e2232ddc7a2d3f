import Transcript

/// Breaks plain text of the command's own making (a question with its numbered options, a notice) at words for a terminal.
/// What a line begins with, its indent, number and box, or a slash command, stands for itself: the rest of the line hangs
/// under the text.
enum ListingLines {
    /// Room for text, however deep it hangs.
    private static let room = 12

    /// The lines of a text.
    static func lines(_ text: String, width: Int, look: StyledLine.Look = .init()) -> [StyledLine] {
        text.split(separator: "\n", omittingEmptySubsequences: false).flatMap { line -> [StyledLine] in
            let start = Self.start(of: line)
            let indent = min(TextWidth.columns(of: start), max(0, width - room))
            return LineWrapper.lines(
                [StyledLine.Span(String(line.dropFirst(start.count)), look)], width: width,
                first: start.isEmpty ? [] : [StyledLine.Span(String(start), look)],
                rest: indent == 0 ? [] : [StyledLine.Span(String(repeating: " ", count: indent))])
        }
    }

    /// The same as a text, without looks.
    static func text(_ text: String, width: Int) -> String {
        lines(text, width: width).map(\.plainText).joined(separator: "\n")
    }

    private static func start(of line: Substring) -> Substring {
        line.prefixMatch(of: /\ *(?:\/\S+(?:\ \S+)*\ {2,}|(?:[0-9]+\ {2})?(?:\[[x ]\]\ |!\ )?)/)?.output ?? ""
    }
}
