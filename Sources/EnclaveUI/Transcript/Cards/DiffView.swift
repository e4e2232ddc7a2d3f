import CollabWire
import EnclaveContracts
import EnclaveModel
import SwiftUI
import Transcript

/// Changes of files: counts, line numbers, word marks; lines wrap or scroll sideways in their box.
struct DiffView: View {
    let diffs: [FileDiff]

    var body: some View {
        VStack(alignment: .leading, spacing: Metrics.gap) {
            ForEach(Array(diffs.enumerated()), id: \.offset) { _, diff in
                FileDiffView(diff: diff)
            }
        }
    }
}

/// The changes of one file.
private struct FileDiffView: View {
    @Environment(\.theme) private var theme
    @Environment(\.findMark) private var mark
    @AppStorage("diff.wraps") private var wraps = true
    @State private var shownLines = PagedText.pageLength
    @State private var memo = Memo<FileDiff, Content>()

    /// The hunks as one list, with a gap between two of them.
    private struct Content {
        var lines: [DiffLine]
        /// Digits of the largest line number.
        var numberWidth: Int

        init(_ diff: FileDiff) {
            lines = diff.hunks.enumerated().flatMap { index, hunk in
                index == 0 || hunk.lines.isEmpty ? hunk.lines : [DiffLine(.gap, hunk.heading)] + hunk.lines
            }
            numberWidth = String(lines.lazy.map { max($0.oldNumber ?? 0, $0.newNumber ?? 0) }.max() ?? 0).count
        }
    }

    let diff: FileDiff

    var body: some View {
        let content = memo(diff) { Content(diff) }
        VStack(alignment: .leading, spacing: 0) {
            header
            Hairline()
            if wraps {
                lines(content)
            } else {
                ScrollView(.horizontal) { lines(content) }
            }
            if content.lines.count > shownLines { more(content.lines.count - shownLines) }
        }
        .glass()
    }

    private var header: some View {
        HStack(spacing: Metrics.smallGap) {
            VStack(alignment: .leading, spacing: 2) {
                // The beginning of a path says least, unless somebody looks for it.
                FoundText(shown: diff.path ?? "—")
                    .font(.code)
                    .foregroundStyle(theme[\.txt])
                    .lineLimit(mark?.isCurrent ?? false ? nil : 1)
                    .truncationMode(.head)
                if let note {
                    Text(note)
                        .font(.caption2)
                        .foregroundStyle(theme[\.muted])
                }
            }
            Spacer(minLength: 0)
            DiffCounts(added: diff.added, removed: diff.removed)
            Button {
                wraps.toggle()
            } label: {
                Image(systemName: "text.alignleft")
                    .font(.footnote)
                    .foregroundStyle(wraps ? theme[\.accentText] : theme[\.muted])
                    .frame(width: Metrics.target, height: Metrics.target)
                    .contentShape(Rectangle())
            }
            .buttonStyle(PressStyle())
            .accessibilityLabel(Text("Wrap lines"))
            .accessibilityAddTraits(wraps ? .isSelected : [])
        }
        .padding(.leading, Metrics.gap)
    }

    private var note: LocalizedStringKey? {
        switch diff.change {
        case .modified: nil
        case .created: "new file"
        case .deleted: "deleted"
        case .moved: "moved from \((diff.oldPath ?? "—").readable)"
        case .binary: "binary file"
        }
    }

    private func lines(_ content: Content) -> some View {
        VStack(alignment: .leading, spacing: 0) {
            ForEach(Array(content.lines.prefix(shownLines).enumerated()), id: \.offset) { _, line in
                DiffLineView(line: line, width: content.numberWidth, wraps: wraps)
            }
        }
        .padding(.vertical, 4)
    }

    private func more(_ count: Int) -> some View {
        Button {
            shownLines += PagedText.pageLength
        } label: {
            Text("\(count) more lines")
        }
        .buttonStyle(BlockStyle())
        .padding(Metrics.smallGap)
    }

}

/// "+12 −3", readable without colour.
struct DiffCounts: View {
    @Environment(\.theme) private var theme

    let added: Int
    let removed: Int

    var body: some View {
        HStack(spacing: 6) {
            Text(verbatim: "+\(added)").foregroundStyle(theme[\.diffAdd])
            Text(verbatim: "−\(removed)").foregroundStyle(theme[\.diffDelete])
        }
        .font(.figures)
        .fixedSize()
        .accessibilityElement(children: .ignore)
        .accessibilityLabel(Text("Lines added: \(added), removed: \(removed)"))
    }
}

/// One line of a diff.
private struct DiffLineView: View {
    @Environment(\.theme) private var theme

    let line: DiffLine
    let width: Int
    let wraps: Bool

    var body: some View {
        if line.kind == .gap {
            Text(shown: line.text.isEmpty ? "⋯" : line.text)
                .font(.code)
                .foregroundStyle(theme[\.muted])
                .padding(.horizontal, Metrics.gap)
                .padding(.vertical, 4)
                .accessibilityLabel(Text("lines left out"))
        } else {
            HStack(alignment: .firstTextBaseline, spacing: 8) {
                Text(shown: number)
                    .font(.code)
                    .foregroundStyle(theme[\.muted])
                    .fixedSize()
                    .accessibilityHidden(true)
                Text(shown: sign)
                    .font(.code)
                    .fixedSize()
                    .foregroundStyle(ink)
                    .accessibilityLabel(Text(spoken))
                Text(attributed)
                    .font(.code)
                    .foregroundStyle(ink)
                    .textSelection(.enabled)
                    .fixedSize(horizontal: !wraps, vertical: true)
                if wraps { Spacer(minLength: 0) }
            }
            .padding(.horizontal, Metrics.gap)
            .padding(.vertical, 1)
            .frame(maxWidth: .infinity, alignment: .leading)
            .background(wash)
        }
    }

    private var number: String {
        let value = (line.newNumber ?? line.oldNumber).map(String.init) ?? ""
        return String(repeating: " ", count: max(0, width - value.count)) + value
    }

    private var sign: String {
        switch line.kind {
        case .added: "+"
        case .removed: "−"
        default: " "
        }
    }

    private var spoken: LocalizedStringKey {
        switch line.kind {
        case .added: "added"
        case .removed: "removed"
        default: "unchanged"
        }
    }

    private var ink: Color {
        switch line.kind {
        case .added: theme[\.diffAdd]
        case .removed: theme[\.diffDelete]
        case .remark: theme[\.muted]
        default: theme[\.body]
        }
    }

    private var wash: Color {
        switch line.kind {
        case .added: theme[\.diffAdd].opacity(Palette.diffWash)
        case .removed: theme[\.diffDelete].opacity(Palette.diffWash)
        default: .clear
        }
    }

    private var attributed: AttributedString {
        var result = AttributedString()
        for segment in line.segments {
            var piece = AttributedString(shown: segment.text)
            if segment.isMarked { piece.underlineStyle = .single }
            result.append(piece)
        }
        return result
    }
}
