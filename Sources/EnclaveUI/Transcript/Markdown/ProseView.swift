import SwiftUI
import Transcript

/// Markdown of a row. Blocks that came with the row are drawn at once; others are read off the main actor while the
/// text stands there as it is.
struct ProseView: View {
    let prose: Prose
    @State private var read: Reading?

    /// Blocks and the text they are of: a row may get another one.
    private struct Reading {
        var prose: Prose
        var blocks: [MarkdownBlock]
    }

    var body: some View {
        MarkdownView(blocks: blocks)
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
