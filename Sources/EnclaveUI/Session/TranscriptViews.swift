import EnclaveModel
import SwiftUI
import Transcript

/// The list of rows, and the one place that knows how it scrolls (feature E11).
///
/// It shows a bounded window of rows: the end while following, pages around what is read otherwise. Its inside can be
/// replaced by another kind of list without anybody else noticing.
struct TranscriptViews: View {
    @Environment(\.theme) private var theme
    @Environment(\.accessibilityReduceMotion) private var reduceMotion
    @State private var visible: String?

    let session: SessionVM
    let seed: [UITurn]
    @Binding var target: TurnID?

    var body: some View {
        ScrollViewReader { proxy in
            ScrollView {
                LazyVStack(alignment: .leading, spacing: 14 - Metrics.gap) {
                    rows
                }
                .scrollTargetLayout()
                .padding(.horizontal, Metrics.margin)
                .padding(.top, Metrics.gap)
                .frame(maxWidth: Metrics.readableWidth)
                .frame(maxWidth: .infinity)
            }
            .defaultScrollAnchor(.bottom)
            .scrollPosition(id: $visible, anchor: .bottom)
            .scrollDismissesKeyboard(.interactively)
            .overlay(alignment: .bottomTrailing) { jumpButton(proxy) }
            .overlay { emptyState }
            .onChange(of: visible) { _, id in noticeScroll(id) }
            .onChange(of: session.client.rows.last?.id) { old, new in
                if old != new { follow(from: old, proxy) }
            }
            .onAppear { session.scroll.appeared(last: session.client.rows.last?.id) }
            .onChange(of: target) { _, id in
                guard let id else { return }
                withAnimation(reduceMotion ? nil : .easeOut(duration: 0.2)) {
                    proxy.scrollTo(id.description, anchor: .center)
                }
                target = nil
            }
        }
        .accessibilityIdentifier("transcript")
    }

    @ViewBuilder private var rows: some View {
        if session.client.rows.isEmpty {
            ForEach(seed) { turn in
                TurnView(turn: turn).padding(.bottom, Metrics.gap).id(turn.id.description)
            }
        } else {
            // The gap belongs to the row: whoever scrolls to the last row's bottom is at the very end.
            ForEach(session.client.rows) { cell in
                TurnRow(cell: cell).padding(.bottom, Metrics.gap).id(cell.id.description)
            }
        }
    }

    @ViewBuilder private var emptyState: some View {
        if session.client.rows.isEmpty && seed.isEmpty && session.client.connection == .live {
            EmptyState(
                symbol: "text.alignleft", title: "Nothing said yet",
                message: "Prompts and what the agent does appear here.")
        }
    }

    @ViewBuilder private func jumpButton(_ proxy: ScrollViewProxy) -> some View {
        if session.scroll.showsJumpButton {
            Button {
                carryOut(session.scroll.tappedJump(), proxy)
            } label: {
                HStack(spacing: 6) {
                    if session.scroll.newRows > 0 { Text("\(session.scroll.newRows) new") }
                    Image(systemName: "arrow.down").accessibilityHidden(true)
                }
            }
            .buttonStyle(BlockStyle(prominence: .main))
            .accessibilityLabel(Text("Go to the end"))
            .padding(Metrics.gap)
        }
    }

    /// The bottom row in view tells whether the end is in view.
    private func noticeScroll(_ name: String?) {
        let rows = session.client.rows
        guard let name, let index = rows.lastIndex(where: { $0.id.description == name }) else { return }
        session.scroll.stands(onRow: rows[index].id, isLast: index == rows.count - 1) { other in
            rows[(index + 1)...].contains { $0.id == other }
        }
    }

    private func follow(from last: TurnID?, _ proxy: ScrollViewProxy) {
        let rows = session.client.rows
        let added = last.flatMap { last in rows.lastIndex { $0.id == last } }.map { rows.count - 1 - $0 }
        let move = session.scroll.contentChanged(
            addedRows: added ?? 1, lastBefore: last ?? rows.last?.id, last: rows.last?.id
        ) { id in rows.lastIndex { $0.id == id } != nil }
        carryOut(move, proxy)
    }

    private func carryOut(_ move: ScrollPolicy<TurnID>.Move, _ proxy: ScrollViewProxy) {
        switch move {
        case .stay: break
        case .toEnd(let animated):
            guard let last = session.client.rows.last?.id else { return }
            withAnimation(animated && !reduceMotion ? .easeOut(duration: 0.2) : nil) {
                proxy.scrollTo(last.description, anchor: .bottom)
            }
        }
    }
}

/// Find in the transcript.
struct FindBar: View {
    @Environment(\.theme) private var theme
    @FocusState private var isFocused: Bool
    @State private var index = 0

    @Binding var query: String
    let rows: [TurnCell]
    @Binding var target: TurnID?
    let close: @MainActor () -> Void

    var body: some View {
        AdaptiveRow {
            TextField("Find", text: $query, prompt: .prompt("Find", theme))
                .focused($isFocused)
                .autocorrectionDisabled()
                .submitLabel(.search)
                .onSubmit { go(1) }
                .padding(.horizontal, Metrics.gap)
                .frame(minHeight: Metrics.target)
                .glass()
            HStack(spacing: Metrics.smallGap) {
                Text(shown: counter)
                    .font(.figures)
                    .foregroundStyle(theme[\.muted])
                    .fixedSize()
                step("chevron.up", "Previous match", -1)
                step("chevron.down", "Next match", 1)
                Button(action: close) { Image(systemName: "xmark") }
                    .buttonStyle(BlockStyle())
                    .accessibilityLabel(Text("Close find"))
                    .keyboardShortcut(.cancelAction)
            }
        }
        .padding(.horizontal, Metrics.margin)
        .padding(.vertical, 6)
        .background(theme[\.panel])
        .onAppear { isFocused = true }
        .onChange(of: query) { _, _ in
            index = 0
            if let first = matches.last { target = first }
        }
    }

    private var matches: [TurnID] {
        guard !query.isEmpty else { return [] }
        let search = TranscriptSearch(query)
        return rows.filter { !search.places(in: $0.turn).isEmpty }.map(\.id)
    }

    private var counter: String {
        let count = matches.count
        return count == 0 ? "0" : "\(count - index % count)/\(count)"
    }

    private func step(_ symbol: String, _ label: LocalizedStringKey, _ by: Int) -> some View {
        Button {
            go(by)
        } label: {
            Image(systemName: symbol)
        }
        .buttonStyle(BlockStyle())
        .disabled(matches.isEmpty)
        .accessibilityLabel(Text(label))
    }

    private func go(_ by: Int) {
        let found = matches
        guard !found.isEmpty else { return }
        index = ((index - by) % found.count + found.count) % found.count
        target = found[found.count - 1 - index]
    }
}
