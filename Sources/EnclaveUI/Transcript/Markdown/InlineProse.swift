import SwiftUI
import Transcript

/// A short text of a host, with the inline marks of Markdown set as such: a label, a question on a card, a line of help.
/// What would be more than one paragraph stands there as it was written.
struct InlineProse: View {
    @State private var memo = Memo<String, [MarkdownRun]>()

    private let text: String
    private let font: Font
    private let color: Color

    init(_ text: String, font: Font, color: Color) {
        self.text = text
        self.font = font
        self.color = color
    }

    var body: some View {
        let runs = memo(text) { Self.runs(text) }
        RunsLabel(runs: runs, font: font, color: color).fixedSize(horizontal: false, vertical: true)
    }

    private static func runs(_ text: String) -> [MarkdownRun] {
        let blocks = Prose(text).blocks
        if blocks.count == 1, case .paragraph(let runs) = blocks[0].kind { return runs }
        return [MarkdownRun(text)]
    }
}
