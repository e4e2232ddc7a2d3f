import EnclaveContracts
import EnclaveModel
import SwiftUI
import Transcript

/// Output of a program in the terminal voice: colours kept, junk removed, a page at a time.
struct OutputView: View {
    @Environment(\.theme) private var theme
    @Environment(\.transcriptActions) private var actions

    let output: CardOutput
    @State private var pages = 1

    var body: some View {
        VStack(alignment: .leading, spacing: 0) {
            if let title = output.title {
                Text(shown: title)
                    .labelStyle()
                    .foregroundStyle(output.isError ? theme[\.advisor] : theme[\.muted])
                    .padding(.horizontal, Metrics.gap)
                    .padding(.top, 10)
            }
            ScrollView(.horizontal) {
                VStack(alignment: .leading, spacing: 1) {
                    ForEach(Array(lines.enumerated()), id: \.offset) { _, line in
                        TerminalLineView(line: line, isError: output.isError)
                    }
                }
                .padding(Metrics.gap)
            }
            if hasMore { more }
        }
        .glass()
        .contextMenu {
            Button {
                actions.copy(TerminalText(output.text.text).plainText)
            } label: {
                Label("Copy output", systemImage: "doc.on.doc")
            }
        }
    }

    private var more: some View {
        Button {
            pages += 1
        } label: {
            Text("Show more")
        }
        .buttonStyle(BlockStyle())
        .padding(Metrics.smallGap)
    }

    private var page: PagedText.Page { output.text.page(lines: pages * PagedText.pageLength) }

    private var lines: [TerminalLine] { TerminalText(page.text).lines }

    private var hasMore: Bool { page.next != nil }
}

/// One line of terminal output.
struct TerminalLineView: View {
    @Environment(\.theme) private var theme

    let line: TerminalLine
    var isError = false

    var body: some View {
        Text(attributed)
            .font(.code)
            .foregroundStyle(isError ? theme[\.advisor] : theme[\.body])
            .textSelection(.enabled)
            .fixedSize(horizontal: true, vertical: false)
    }

    private var attributed: AttributedString {
        var result = AttributedString()
        for run in line.runs {
            var piece = AttributedString(shown: run.text)
            if let color = run.style.foreground { piece.foregroundColor = theme.color(of: color) }
            if let color = run.style.background { piece.backgroundColor = theme.color(of: color).opacity(0.3) }
            if run.style.attributes.contains(.underline) { piece.underlineStyle = .single }
            if run.style.attributes.contains(.strikethrough) { piece.strikethroughStyle = .single }
            if run.style.attributes.contains(.bold) { piece.font = .code.bold() }
            if run.style.attributes.contains(.italic) { piece.font = .code.italic() }
            if let link = run.link { piece.link = link.url }
            result.append(piece)
        }
        return result
    }
}

extension Theme {
    /// A terminal's colour in the house's own: the sixteen by meaning, so that they are readable on either ground;
    /// others as sent when they have contrast enough, else plain text.
    func color(of color: TerminalColor) -> Color {
        switch color {
        case .indexed(let index):
            switch index {
            case 0, 8: self[\.muted]
            case 1, 9: self[\.advisor]
            case 2, 10: self[\.ok]
            case 3, 11: self[\.accentText]
            case 4, 12: self[\.task]
            case 5, 13: self[\.lsp]
            case 6, 14: self[\.bash]
            case 7, 15: self[\.txt]
            default: readable(Self.cube(index))
            }
        case .rgb(let red, let green, let blue):
            readable(
                ThemeColor(red: Double(red) / 255, green: Double(green) / 255, blue: Double(blue) / 255))
        }
    }

    private func readable(_ color: ThemeColor) -> Color {
        color.contrast(on: palette.panel.over(palette.bg)) >= 4.5 ? Color(color) : self[\.txt]
    }

    /// The colours 16…255 of the xterm palette: a 6×6×6 cube and 24 greys.
    private static func cube(_ index: UInt8) -> ThemeColor {
        if index >= 232 {
            let grey = Double(8 + 10 * (Int(index) - 232)) / 255
            return ThemeColor(red: grey, green: grey, blue: grey)
        }
        let value = Int(index) - 16
        func level(_ step: Int) -> Double { step == 0 ? 0 : Double(55 + 40 * step) / 255 }
        return ThemeColor(red: level(value / 36), green: level(value / 6 % 6), blue: level(value % 6))
    }
}
