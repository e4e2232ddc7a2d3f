import SwiftUI
import Transcript

/// Markdown of a row. Blocks that came with the row are drawn at once; others are read off the main actor while the
/// text stands there as it is. A text that is too long for one view shows its beginning, and more of it on request.
struct ProseView: View {
    let prose: Prose
    /// What is looked for in these words.
    var mark: FindMark?

    var body: some View {
        if prose.isLong { LongProseView(prose: prose, mark: mark) } else { WholeProseView(prose: prose, mark: mark) }
    }
}

/// All of a text.
private struct WholeProseView: View {
    let prose: Prose
    var mark: FindMark?
    @State private var read: Reading?

    /// Blocks and the text they are of: a row may get another one.
    private struct Reading {
        var prose: Prose
        var blocks: [MarkdownBlock]
    }

    var body: some View {
        MarkdownView(blocks: blocks, mark: mark)
            .task(id: prose) {
                guard !prose.isParsed, read?.prose != prose else { return }
                let blocks = await prose.parsed()
                if !Task.isCancelled { read = Reading(prose: prose, blocks: blocks) }
            }
    }

    private var blocks: [MarkdownBlock] {
        if prose.isParsed { return prose.blocks }
        if let read, read.prose == prose { return read.blocks }
        return prose.unread
    }
}

/// The beginning of a long text, and as many more pieces of it as were asked for.
private struct LongProseView: View {
    /// Pieces that one tap adds at most: what is drawn at a time stays bounded.
    private static let mostAtOnce = 8

    @Environment(\.theme) private var theme
    @Environment(\.locale) private var locale
    @Environment(\.transcriptActions) private var actions
    @State private var cut: Cut?
    @State private var shown = 1

    let prose: Prose
    var mark: FindMark?

    /// Pieces and the text they are of.
    private struct Cut {
        var prose: Prose
        var pieces: [Prose]
    }

    /// Pieces of the text as it is, or as it was before it grew: its beginning does not change.
    private var pieces: [Prose]? {
        guard let cut, prose.begins(with: cut.prose) else { return nil }
        return cut.pieces
    }

    var body: some View {
        VStack(alignment: .leading, spacing: 10) {
            if let pieces {
                let count = min(shown, pieces.count)
                let marks = mark.map { $0.split(over: pieces.map(\.text), isWhole: true) }
                ForEach(0..<count, id: \.self) { index in
                    WholeProseView(prose: pieces[index], mark: marks?[index])
                }
                .onChange(of: marks?.lastIndex(where: \.isCurrent), initial: true) { _, index in
                    // Who stands at a match further down sees the text up to there.
                    if let index, index >= shown { shown = index + 1 }
                }
                if count < pieces.count { rest(pieces, shown: count) }
            } else {
                MarkdownView(blocks: prose.firstLines)
                ProgressView().accessibilityLabel(Text("loading"))
            }
        }
        .frame(maxWidth: .infinity, alignment: .leading)
        .task(id: prose) {
            guard cut?.prose != prose else { return }
            // A text that goes on growing is cut anew when it rests: its beginning stands there already.
            if pieces != nil { do { try await Task.sleep(for: .seconds(1)) } catch { return } }
            let pieces = await prose.pieces().pieces
            if !Task.isCancelled { cut = Cut(prose: prose, pieces: pieces) }
        }
    }

    private func rest(_ pieces: [Prose], shown count: Int) -> some View {
        VStack(alignment: .leading, spacing: Metrics.smallGap) {
            let (part, whole) = (size(of: pieces.prefix(count)), size(of: pieces))
            Text("\(part) of \(whole) shown")
                .font(.figures)
                .foregroundStyle(theme[\.muted])
            FlowRow(spacing: Metrics.smallGap) {
                Button {
                    shown = count + min(count, Self.mostAtOnce)
                } label: {
                    Text("Show more")
                }
                .buttonStyle(BlockStyle())
                Button {
                    actions.copy(prose.text)
                } label: {
                    Text("Copy the whole text")
                }
                .buttonStyle(BlockStyle())
            }
        }
    }

    private func size(of pieces: some Sequence<Prose>) -> String {
        Figures.bytes(pieces.reduce(0) { $0 + $1.byteCount }, locale: locale)
    }
}
