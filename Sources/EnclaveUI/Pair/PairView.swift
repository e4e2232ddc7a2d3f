import CollabWire
import EnclaveModel
import SwiftUI

/// Pair a box: paste or scan, see what the link grants or why it is refused, connect (feature S2).
struct PairView: View {
    @Environment(AppModel.self) private var app
    @Environment(\.theme) private var theme
    @Environment(\.dismiss) private var dismiss
    @FocusState private var isFocused: Bool
    @State private var isScanning = false
    @State private var foundNothing = false

    @Bindable var pairing: PairModel

    var body: some View {
        NavigationStack {
            VStack(spacing: 0) {
                if let joining = app.joining {
                    ConnectionCondition(client: joining.client).accessibilityIdentifier("pair-joining")
                }
                form
            }
            .background(theme[\.bg])
            .navigationTitle(Text("Pair a box"))
            .navigationBarTitleDisplayMode(.inline)
            .toolbar {
                ToolbarItem(placement: .cancellationAction) {
                    Button {
                        app.stopJoining()
                        pairing.clear()
                        dismiss()
                    } label: {
                        Text("Cancel")
                    }
                    .keyboardShortcut(.cancelAction)
                }
            }
            // Why one link was refused says nothing about the next.
            .onChange(of: pairing.text) { app.stopJoining() }
            .sheet(isPresented: $isScanning) {
                SheetStack {
                    CodeScannerView { text in
                        pairing.text = text
                        isScanning = false
                    }
                    .ignoresSafeArea()
                    .navigationTitle(Text("Scan code"))
                    .navigationBarTitleDisplayMode(.inline)
                }
            }
        }
    }

    private var form: some View {
        ScrollView {
            VStack(alignment: .leading, spacing: Metrics.margin) {
                intro
                linkField.disabled(isJoining)
                PairReadingView(reading: pairing.reading)
                if app.pairsForLess { LesserLink() }
                nameField.disabled(isJoining)
                connect
            }
            .padding(Metrics.margin)
            .frame(maxWidth: Metrics.readableWidth)
            .frame(maxWidth: .infinity)
        }
        .scrollDismissesKeyboard(.interactively)
    }

    private var intro: some View {
        VStack(alignment: .leading, spacing: Metrics.smallGap) {
            Text("Connect to omp")
                .displayStyle()
                .foregroundStyle(theme[\.txt])
                .accessibilityAddTraits(.isHeader)
            Text("Run /collab in omp. It prints a link and a code: paste the one or scan the other.")
                .font(.callout)
                .foregroundStyle(theme[\.body])
                .fixedSize(horizontal: false, vertical: true)
        }
    }

    private var linkField: some View {
        VStack(alignment: .leading, spacing: Metrics.smallGap) {
            Text("Link").labelStyle().foregroundStyle(theme[\.muted])
            TextField(
                "https://my.omp.sh/#…", text: $pairing.text, prompt: .prompt("https://my.omp.sh/#…", theme),
                axis: .vertical
            )
            .accessibilityLabel(Text("Link"))
            .accessibilityIdentifier("pair-link")
            .lineLimit(2...4)
            .font(.code)
            .foregroundStyle(theme[\.txt])
            .autocorrectionDisabled()
            .textInputAutocapitalization(.never)
            .keyboardType(.URL)
            .focused($isFocused)
            .privacySensitive()
            .padding(Metrics.gap)
            .glass()
            ViewThatFits(in: .horizontal) {
                HStack(spacing: Metrics.smallGap) { sources }
                VStack(alignment: .leading, spacing: Metrics.smallGap) { sources }
            }
            if foundNothing { NothingToPaste() }
        }
        .onChange(of: pairing.text) { foundNothing = false }
    }

    @ViewBuilder private var sources: some View {
        Button {
            foundNothing = !Pasteboard.paste { pairing.text = $0 }
        } label: {
            Label("Paste", systemImage: "doc.on.clipboard")
        }
        .buttonStyle(BlockStyle())
        if CodeScannerView.isAvailable {
            Button {
                isScanning = true
            } label: {
                Label("Scan code", systemImage: "qrcode.viewfinder")
            }
            .buttonStyle(BlockStyle())
        }
    }

    private var nameField: some View {
        VStack(alignment: .leading, spacing: Metrics.smallGap) {
            Text("Your name in the room").labelStyle().foregroundStyle(theme[\.muted])
            TextField("Name", text: $pairing.name, prompt: .prompt("Name", theme))
                .accessibilityIdentifier("pair-name")
                .foregroundStyle(theme[\.txt])
                .autocorrectionDisabled()
                .padding(Metrics.gap)
                .frame(minHeight: Metrics.target)
                .glass()
            if pairing.nameHoldsLink { NameRefusal() }
        }
    }

    private var isJoining: Bool { app.joining.map { !$0.client.connection.isOver } ?? false }

    /// Whether joining with this link leads anywhere, as far as is known.
    private var mayHelp: Bool {
        guard case .ended(let reason) = app.joining?.client.connection else { return true }
        return reason.wayBack == .joinAgain
    }

    @ViewBuilder private var connect: some View {
        if isJoining {
            Button {
                app.stopJoining()
            } label: {
                Text("Stop joining").frame(maxWidth: .infinity)
            }
            .buttonStyle(BlockStyle())
            .accessibilityIdentifier("pair-stop")
        } else {
            Button {
                Task { await app.joinPaired() }
            } label: {
                Text(app.joining == nil ? "Connect live" : "Try again").frame(maxWidth: .infinity)
            }
            .buttonStyle(BlockStyle(prominence: mayHelp ? .main : .plain))
            .disabled(!pairing.canConnect)
            .accessibilityIdentifier("pair-connect")
        }
    }
}

/// What the link grants, or exactly why it is refused.
struct PairReadingView: View {
    @Environment(\.theme) private var theme
    @Environment(\.locale) private var locale

    let reading: PairModel.Reading

    var body: some View {
        switch reading {
        case .empty: EmptyView()
        case .room(let link): grant(link)
        case .refused(let error): refusal(error)
        }
    }

    private func grant(_ link: RoomLink) -> some View {
        VStack(alignment: .leading, spacing: Metrics.smallGap) {
            HStack(spacing: Metrics.smallGap) {
                if link.access == .control {
                    Badge("control", tone: .ok, symbol: "checkmark.shield")
                } else {
                    Badge("view", symbol: "eye")
                }
            }
            // The relay's name counts to its end: that is where names are told from each other.
            Label {
                Text(shown: link.relay.authority).lineLimit(4).truncationMode(.middle)
            } icon: {
                Image(systemName: "antenna.radiowaves.left.and.right")
            }
            .font(.footnote)
            .foregroundStyle(theme[\.body])
            Text(
                link.access == .control
                    ? "You will see everything, and can send prompts, answer questions and stop the agent."
                    : "You will see everything, but cannot steer."
            )
            .font(.footnote)
            .foregroundStyle(theme[\.body])
            .fixedSize(horizontal: false, vertical: true)
            Text("End to end encrypted: the relay cannot read the session.")
                .font(.footnote)
                .foregroundStyle(theme[\.muted])
                .fixedSize(horizontal: false, vertical: true)
        }
        .padding(Metrics.gap)
        .frame(maxWidth: .infinity, alignment: .leading)
        .glass()
        .accessibilityElement(children: .combine)
        .accessibilityIdentifier("pair-grant")
    }

    private func refusal(_ error: LinkError) -> some View {
        Label {
            Text(shown: Words.text(error, locale)).fixedSize(horizontal: false, vertical: true)
        } icon: {
            Image(systemName: "exclamationmark.triangle")
        }
        .font(.footnote)
        .foregroundStyle(theme[\.advisor])
        .padding(Metrics.gap)
        .frame(maxWidth: .infinity, alignment: .leading)
        .glass()
        .accessibilityIdentifier("pair-refusal")
    }
}

/// The room is known by a link that steers: joined with this one, it would only be watched.
private struct LesserLink: View {
    @Environment(\.theme) private var theme

    var body: some View {
        Text("You have a control link to this room. This one takes its place: from then on you can only watch.")
            .font(.footnote)
            .foregroundStyle(theme[\.advisor])
            .fixedSize(horizontal: false, vertical: true)
            .accessibilityIdentifier("pair-lesser")
    }
}

/// Why what stands in a name field is no name.
struct NameRefusal: View {
    @Environment(\.theme) private var theme

    var body: some View {
        Text("This is a link, not a name. Everybody in the room sees your name.")
            .font(.footnote)
            .foregroundStyle(theme[\.advisor])
            .fixedSize(horizontal: false, vertical: true)
            .accessibilityIdentifier("name-refusal")
    }
}
