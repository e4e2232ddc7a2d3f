import CollabGuest
import CollabWire
import EnclaveModel
import PhotosUI
import SwiftUI

/// What stands at the bottom of a session: the composer, or what stands in its place (feature E3).
struct ComposerParts: View {
    @Environment(\.theme) private var theme

    let session: SessionVM
    /// A question stands above, unfolded.
    let isBesideQuestion: Bool
    @Binding var attachments: [Attachment]
    let sent: () -> Void

    var body: some View {
        VStack(spacing: 0) {
            Hairline()
            switch session.composer.mode {
            case .prompt, .steer:
                Composer(
                    session: session, isBesideQuestion: isBesideQuestion, attachments: $attachments, sent: sent)
            case .watch: WatchBar()
            case .ended: EndedBar(session: session)
            }
        }
        .background(theme[\.panel].ignoresSafeArea(edges: .bottom))
    }
}

/// A view link: nothing can be sent, and the bar says so.
private struct WatchBar: View {
    @Environment(\.theme) private var theme

    var body: some View {
        Label("Watching. This link cannot steer.", systemImage: "eye")
            .font(.footnote)
            .foregroundStyle(theme[\.body])
            .padding(Metrics.gap)
            .frame(maxWidth: .infinity, minHeight: Metrics.target)
    }
}

/// The session is over.
private struct EndedBar: View {
    @Environment(\.theme) private var theme

    let session: SessionVM

    var body: some View {
        Label("This session has ended.", systemImage: "stop.circle")
            .font(.footnote)
            .foregroundStyle(theme[\.body])
            .padding(Metrics.gap)
            .frame(maxWidth: .infinity, minHeight: Metrics.target)
    }
}

/// Where prompts are written: grows from one to six lines; Send and, while the agent works, Stop.
private struct Composer: View {
    @Environment(\.theme) private var theme
    @Environment(\.dynamicTypeSize) private var typeSize
    @FocusState private var isFocused: Bool
    @State private var hint = 0
    @State private var isImporting = false
    @State private var picked: [PhotosPickerItem] = []
    /// The person wants to write although a question is open.
    @State private var isWriting = false

    let session: SessionVM
    let isBesideQuestion: Bool
    @Binding var attachments: [Attachment]
    let sent: () -> Void

    private static let hints: [LocalizedStringKey] = [
        "Ask for a change…", "Ask what it is doing…", "Point at a file with @…", "Say what to test…",
    ]

    var body: some View {
        VStack(alignment: .leading, spacing: Metrics.smallGap) {
            if !attachments.isEmpty { AttachmentChips(attachments: $attachments) }
            if isFolded {
                unfold
            } else if typeSize.isAccessibilitySize {
                field
                HStack(spacing: Metrics.smallGap) {
                    attachMenu
                    Spacer(minLength: 0)
                    buttons
                }
            } else {
                HStack(alignment: .bottom, spacing: Metrics.smallGap) {
                    attachMenu
                    field
                    buttons
                }
            }
            if let queued { queued }
        }
        .padding(.horizontal, Metrics.gap)
        .padding(.vertical, Metrics.smallGap)
        .task { await cycleHints() }
        .onChange(of: isBesideQuestion) { isWriting = false }
        .fileImporter(isPresented: $isImporting, allowedContentTypes: [.image]) { result in
            if case .success(let url) = result { attachments.append(Attachment(url: url)) }
        }
        .onChange(of: picked) { _, items in
            attachments += items.map { Attachment(item: $0) }
            picked = []
        }
    }

    /// In the largest text a field that nobody writes in would take the room that the question needs.
    private var isFolded: Bool {
        typeSize.isAccessibilitySize && isBesideQuestion && session.draft.isEmpty && attachments.isEmpty
            && !isWriting && !isFocused
    }

    private var unfold: some View {
        HStack(spacing: Metrics.smallGap) {
            Button {
                isWriting = true
            } label: {
                Label("Prompt", systemImage: "pencil")
            }
            .buttonStyle(BlockStyle())
            // Beside Stop a word of seven letters would break.
            .dynamicTypeSize(...DynamicTypeSize.accessibility3)
            .accessibilityIdentifier("composer-unfold")
            Spacer(minLength: 0)
            if session.composer.canStop { StopButton(session: session) }
        }
    }

    private var field: some View {
        TextField(placeholder, text: draft, prompt: .prompt(placeholder, theme), axis: .vertical)
            .accessibilityLabel(Text("Prompt"))
            .accessibilityIdentifier("composer")
            .lineLimit(1...6)
            .font(.body)
            .foregroundStyle(theme[\.txt])
            .focused($isFocused)
            .onAppear { if isWriting { isFocused = true } }
            .submitLabel(.send)
            .padding(.horizontal, Metrics.gap)
            .padding(.vertical, 11)
            .frame(minHeight: Metrics.target)
            .glass()
            .onKeyPress(keys: [.return], phases: .down) { press in
                returnPressed(isModified: !press.modifiers.isEmpty)
            }
    }

    private var placeholder: LocalizedStringKey {
        session.composer.canStop ? "Steer the turn…" : Self.hints[hint]
    }

    private var draft: Binding<String> {
        Binding(get: { @MainActor in session.draft }, set: { @MainActor in session.setDraft($0) })
    }

    private var attachMenu: some View {
        Menu {
            PhotosPicker(selection: $picked, maxSelectionCount: 4, matching: .images) {
                Label("Photo library", systemImage: "photo")
            }
            Button {
                isImporting = true
            } label: {
                Label("File", systemImage: "doc")
            }
        } label: {
            Image(systemName: "paperclip")
                .font(.body)
                .foregroundStyle(theme[\.muted])
                .frame(width: Metrics.target, height: Metrics.target)
                .contentShape(Rectangle())
        }
        .accessibilityLabel(Text("Attach"))
    }

    private var buttons: some View {
        HStack(spacing: 6) {
            if session.composer.canStop { StopButton(session: session) }
            Button(action: send) {
                Image(systemName: "paperplane.fill").accessibilityHidden(true)
            }
            .buttonStyle(BlockStyle(prominence: .main))
            .disabled(!session.composer.canSend(text: session.draft, attachments: attachments.count))
            .keyboardShortcut(.return, modifiers: .command)
            .accessibilityLabel(Text(session.composer.canStop ? "Steer" : "Send"))
            .accessibilityIdentifier("send")
        }
    }

    private var queued: AnyView? {
        guard case .steer(let count) = session.composer.mode, count > 0 else { return nil }
        return AnyView(
            Text("queued ×\(count)")
                .labelStyle()
                .foregroundStyle(theme[\.accentText])
                .padding(.horizontal, Metrics.margin - Metrics.gap))
    }

    private func returnPressed(isModified: Bool) -> KeyPress.Result {
        let key = ComposerRules.ReturnKey(hasMarkedText: MarkedText.isPresent, isModified: isModified, isHardware: true)
        switch session.composer.action(for: key, text: session.draft, attachments: attachments.count) {
        case .send:
            send()
            return .handled
        case .ignore: return .handled
        case .newline, .leaveToInputMethod: return .ignored
        }
    }

    private func send() {
        let waiting = attachments
        Task {
            guard let images = await Attachment.prepare(waiting, report: { attachments = $0 }) else { return }
            if session.send(images: images) != nil {
                attachments = []
                isFocused = true
                sent()
            }
        }
    }

    private func cycleHints() async {
        while !Task.isCancelled {
            do { try await Task.sleep(for: .seconds(6)) } catch { return }
            hint = (hint + 1) % Self.hints.count
        }
    }
}

/// Stop: once pressed it says so until the host confirms (feature E6).
struct StopButton: View {
    @Environment(\.theme) private var theme
    @State private var presses = 0

    let session: SessionVM

    private var isAborting: Bool { session.client.state?.isAborting ?? false }

    var body: some View {
        Button {
            presses += 1
            session.client.sendAbort()
        } label: {
            if isAborting {
                ProgressView()
            } else {
                Image(systemName: "stop.fill").accessibilityHidden(true)
            }
        }
        .buttonStyle(BlockStyle(prominence: .danger))
        .disabled(isAborting)
        .keyboardShortcut(".", modifiers: .command)
        .accessibilityLabel(Text(isAborting ? "Stopping" : "Stop"))
        .accessibilityIdentifier("stop")
        .sensoryFeedback(.impact, trigger: presses)
    }
}

/// What will go with the next prompt.
private struct AttachmentChips: View {
    @Environment(\.theme) private var theme
    @Environment(\.locale) private var locale
    @Binding var attachments: [Attachment]

    var body: some View {
        FlowRow {
            ForEach(attachments) { attachment in
                HStack(spacing: 4) {
                    Image(systemName: attachment.problem == nil ? "photo" : "exclamationmark.triangle")
                        .accessibilityHidden(true)
                    Text(shown: attachment.problem.map { Words.sentence($0, locale) } ?? attachment.name(locale))
                        .font(.caption)
                        .lineLimit(1)
                    Button {
                        attachments.removeAll { $0.id == attachment.id }
                    } label: {
                        Image(systemName: "xmark")
                            .font(.caption2)
                            .frame(width: Metrics.target, height: Metrics.target)
                            .contentShape(Rectangle())
                    }
                    .buttonStyle(PressStyle())
                    .accessibilityLabel(Text("Remove \(attachment.name(locale))"))
                }
                .foregroundStyle(attachment.problem == nil ? theme[\.body] : theme[\.advisor])
                .padding(.leading, Metrics.smallGap)
                .glass()
            }
        }
    }
}

/// Prompts that are not in the transcript yet (feature E13).
struct OutboxView: View {
    @Environment(\.theme) private var theme

    let client: GuestClient

    var body: some View {
        if !client.outbox.isEmpty {
            // Many prompts, or large ones, scroll: the composer below keeps its place.
            ViewThatFits(in: .vertical) {
                items
                ScrollView { items }
            }
            .background(theme[\.panel])
        }
    }

    private var items: some View {
        VStack(alignment: .leading, spacing: 6) {
            ForEach(client.outbox) { item in
                OutboxRow(item: item, client: client)
            }
        }
        .padding(.horizontal, Metrics.margin)
        .padding(.vertical, Metrics.smallGap)
        .frame(maxWidth: .infinity, alignment: .leading)
    }
}

private struct OutboxRow: View {
    @Environment(\.theme) private var theme
    @Environment(\.locale) private var locale

    let item: OutboxItem
    let client: GuestClient

    var body: some View {
        AdaptiveRow {
            VStack(alignment: .leading, spacing: 2) {
                Text(shown: item.text)
                    .font(.footnote)
                    .foregroundStyle(theme[\.txt])
                    .lineLimit(2)
                Text(status)
                    .font(.caption2)
                    .foregroundStyle(isRefused ? theme[\.advisor] : theme[\.muted])
            }
            .frame(maxWidth: .infinity, alignment: .leading)
            if isRefused {
                Button {
                    client.resend(item.id)
                } label: {
                    Text("Resend")
                }
                .buttonStyle(BlockStyle())
            }
            switch item.state {
            case .notSent, .refused:
                Button {
                    client.discard(item.id)
                } label: {
                    Text("Discard")
                }
                .buttonStyle(BlockStyle(prominence: .danger))
                .accessibilityHint(Text("It will not be sent."))
            case .sent:
                // The host has it: nothing takes it back, the row only goes out of the way.
                Button {
                    client.discard(item.id)
                } label: {
                    Text("Hide")
                }
                .buttonStyle(BlockStyle())
                .accessibilityHint(Text("It was sent, and hiding it does not take it back."))
            case .sending: EmptyView()
            }
        }
    }

    private var isRefused: Bool { if case .refused = item.state { true } else { false } }

    private var status: LocalizedStringKey {
        switch item.state {
        case .notSent: "not sent: waits for the connection"
        case .sending: "sending…"
        case .sent: "sent: not in the transcript yet"
        case .refused(let words): "refused: \(Words.sentence(words, locale))"
        }
    }
}
