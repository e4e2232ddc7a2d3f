import CollabWire
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
    let finding: Finding
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
            .task(id: finding.current) { await goToMatch(proxy) }
        }
        .accessibilityIdentifier("transcript")
    }

    /// To the row of the match first, which may have to be made and to open; then to the words in it.
    private func goToMatch(_ proxy: ScrollViewProxy) async {
        guard let turn = finding.current?.turn else { return }
        proxy.scrollTo(turn.description, anchor: .center)
        do { try await Task.sleep(for: .milliseconds(120)) } catch { return }
        proxy.scrollTo(FindMark.anchor, anchor: .center)
    }

    @ViewBuilder private var rows: some View {
        if session.client.rows.isEmpty {
            ForEach(seed) { turn in
                TurnView(turn: turn).padding(.bottom, Metrics.gap).id(turn.id.description)
            }
        } else {
            // The gap belongs to the row: whoever scrolls to the last row's bottom is at the very end.
            ForEach(session.client.rows) { cell in
                TurnRow(cell: cell, finding: finding).padding(.bottom, Metrics.gap).id(cell.id.description)
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
        // Whoever stands at a match came there on purpose, and the button would lie on it.
        if session.scroll.showsJumpButton, finding.current == nil {
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

    @Binding var finding: Finding
    let rows: [TurnCell]
    let close: @MainActor () -> Void

    var body: some View {
        let places = places
        AdaptiveRow {
            TextField("Find", text: $finding.query, prompt: .prompt("Find", theme))
                .focused($isFocused)
                .autocorrectionDisabled()
                .submitLabel(.search)
                .onSubmit { go(1) }
                .padding(.horizontal, Metrics.gap)
                .frame(minHeight: Metrics.target)
                .glass()
            HStack(spacing: Metrics.smallGap) {
                counter(places)
                step("chevron.up", "Previous match", -1, isEnabled: !places.isEmpty)
                step("chevron.down", "Next match", 1, isEnabled: !places.isEmpty)
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
        .onChange(of: finding.query) { _, _ in finding.current = self.places.last }
    }

    /// All matches, oldest first.
    private var places: [Finding.Place] {
        guard !finding.query.isEmpty else { return [] }
        let search = TranscriptSearch(finding.query)
        return rows.flatMap { cell in
            search.places(in: cell.turn).indices.map { Finding.Place(turn: cell.id, ordinal: $0) }
        }
    }

    /// Where the reader stands. A match that has gone counts as the newest.
    private func position(in places: [Finding.Place]) -> Int? {
        places.isEmpty ? nil : finding.current.flatMap { places.lastIndex(of: $0) } ?? places.count - 1
    }

    private func counter(_ places: [Finding.Place]) -> some View {
        let position = position(in: places)
        let count = position.map { $0 + 1 } ?? 0
        return Text(shown: position == nil ? "0" : "\(count)/\(places.count)")
            .font(.figures)
            .foregroundStyle(theme[\.muted])
            .fixedSize()
            .accessibilityLabel(Text("match \(count) of \(places.count)"))
    }

    private func step(_ symbol: String, _ label: LocalizedStringKey, _ by: Int, isEnabled: Bool) -> some View {
        Button {
            go(by)
        } label: {
            Image(systemName: symbol)
        }
        .buttonStyle(BlockStyle())
        .disabled(!isEnabled)
        .accessibilityLabel(Text(label))
    }

    private func go(_ by: Int) {
        let places = places
        guard let position = position(in: places) else { return }
        let place = places[(position + by + places.count) % places.count]
        finding.current = place
        announce(place)
    }

    /// Who does not see the mark hears the words around it.
    private func announce(_ place: Finding.Place) {
        guard let turn = rows.first(where: { $0.id == place.turn })?.turn else { return }
        let search = TranscriptSearch(finding.query)
        let found = search.places(in: turn)
        guard found.indices.contains(place.ordinal) else { return }
        let texts = TurnText.texts(of: turn, isOpen: false, format: .english)
        let text = texts[found[place.ordinal].text]
        let range = found[place.ordinal].range
        let start = text.index(range.lowerBound, offsetBy: -40, limitedBy: text.startIndex) ?? text.startIndex
        let end = text.index(range.upperBound, offsetBy: 40, limitedBy: text.endIndex) ?? text.endIndex
        AccessibilityNotification.Announcement(String(text[start..<end]).readable.withoutSoftHyphens).post()
    }
}
