import SwiftUI

/// Screens that use the stand-in the way an app does: driven by tests, and written as pages for pictures.
struct GalleryApp: View {
    @State private var tab = 0
    var body: some View {
        TabView(selection: $tab) {
            GallerySessions()
                .tabItem { Label("Sessions", systemImage: "square.stack.3d.up") }
                .tag(0)
            GalleryControls()
                .tabItem { Label("Activity", systemImage: "waveform.path.ecg") }
                .tag(1)
                .badge(3)
            GalleryText()
                .tabItem { Label("Trust", systemImage: "checkmark.shield") }
                .tag(2)
        }
        .tint(.orange)
    }
}

struct GallerySessions: View {
    @State private var names = ["enclave-app", "silvertune-web", "epsilver-site"]
    @State private var query = ""
    @State private var isAdding = false
    @State private var doomed: String?
    @State private var path: [String] = []

    private var shown: [String] { names.filter { query.isEmpty || $0.contains(query) } }

    var body: some View {
        NavigationStack(path: $path) {
            List {
                Section("Needs you") {
                    ForEach(shown, id: \.self) { name in
                        NavigationLink(value: name) { GallerySessionRow(name: name) }
                            .swipeActions { Button("Remove", role: .destructive) { doomed = name } }
                            .contextMenu {
                                Button("Share", systemImage: "square.and.arrow.up") {}
                                Button("Remove", systemImage: "trash", role: .destructive) { doomed = name }
                            }
                    }
                }
                Section {
                    Toggle("Notify me", isOn: .constant(true))
                    LabeledContent("Relay", value: "my.omp.sh")
                    Button("Sign out", role: .destructive) {}
                } header: {
                    Text("Settings")
                } footer: {
                    Text("Links stay on this device.")
                }
            }
            .navigationTitle("Sessions")
            .navigationDestination(for: String.self) { GalleryDetail(name: $0) }
            .searchable(text: $query, prompt: "Search rooms")
            .toolbar {
                ToolbarItem(placement: .topBarTrailing) {
                    Button("Pair", systemImage: "plus") { isAdding = true }
                }
            }
        }
        .sheet(isPresented: $isAdding) { GallerySheet(names: $names) }
        .confirmationDialog(
            "Remove room?", isPresented: $doomed.isPresent,
            titleVisibility: .visible, presenting: doomed
        ) { name in
            Button("Remove \(name)", role: .destructive) { names.removeAll { $0 == name } }
        } message: { _ in
            Text("Its secrets are deleted too.")
        }
    }
}

extension String? {
    fileprivate var isPresent: Bool {
        get { self != nil }
        set { if !newValue { self = nil } }
    }
}

struct GallerySessionRow: View {
    let name: String
    var body: some View {
        HStack(spacing: 12) {
            Circle().fill(.green).frame(width: 10, height: 10)
            VStack(alignment: .leading, spacing: 2) {
                Text(name).font(.headline)
                Text("Editing Sources/Transcript/TurnBuilder.swift and running the tests again")
                    .font(.subheadline).foregroundStyle(.secondary).lineLimit(1)
            }
            Spacer()
            Text("2 m").font(.caption.monospacedDigit()).foregroundStyle(.tertiary)
        }
        .accessibilityElement(children: .combine)
    }
}

struct GallerySheet: View {
    @Binding var names: [String]
    @State private var link = ""
    @FocusState private var isFocused: Bool
    @Environment(\.dismiss) private var dismiss

    var body: some View {
        NavigationStack {
            Form {
                Section("Link") {
                    TextField("Paste a link", text: $link)
                        .focused($isFocused)
                        .autocorrectionDisabled()
                        .textInputAutocapitalization(.never)
                        .onSubmit(join)
                }
                Section { Button("Join", action: join).disabled(link.isEmpty) }
            }
            .navigationTitle("Pair a box")
            .navigationBarTitleDisplayMode(.inline)
            .toolbar {
                ToolbarItem(placement: .cancellationAction) { Button("Cancel") { dismiss() } }
            }
        }
        .presentationDetents([.medium])
        .onAppear { isFocused = true }
    }

    private func join() {
        names.append(link)
        dismiss()
    }
}

struct GalleryDetail: View {
    let name: String
    @State private var draft = ""
    @State private var said: [String] = []
    var body: some View {
        VStack(spacing: 0) {
            ScrollView {
                LazyVStack(alignment: .leading, spacing: 12) {
                    ForEach(0..<4) { index in
                        Text("Paragraph \(index): the agent says something long enough to need more than one line.")
                            .font(.system(.body, design: .serif))
                    }
                    ForEach(said, id: \.self) { text in
                        HStack {
                            Spacer(minLength: 40)
                            Text(text).padding(10).background(.tint, in: RoundedRectangle(cornerRadius: 4))
                        }
                    }
                }
                .padding()
            }
            .defaultScrollAnchor(.bottom)
            Divider()
            HStack(alignment: .bottom, spacing: 8) {
                TextField("Steer the turn…", text: $draft, axis: .vertical)
                    .lineLimit(1...6)
                    .padding(8)
                    .overlay(RoundedRectangle(cornerRadius: 4).strokeBorder(.separator))
                Button {
                    said.append(draft)
                    draft = ""
                } label: {
                    Image(systemName: "paperplane.fill").frame(width: 44, height: 44)
                }
                .accessibilityLabel("Send")
                .disabled(draft.isEmpty)
            }
            .padding(.horizontal)
            .padding(.vertical, 8)
            .background(.ultraThinMaterial)
        }
        .navigationTitle(name)
        .navigationBarTitleDisplayMode(.inline)
        .toolbar {
            ToolbarItem(placement: .topBarTrailing) {
                Menu {
                    Button("Copy", systemImage: "doc.on.doc") {}
                    Divider()
                    Button("Stop", systemImage: "stop.fill", role: .destructive) {}
                } label: {
                    Label("More", systemImage: "ellipsis.circle")
                }
            }
        }
    }
}

struct PressStyle: ButtonStyle {
    @Environment(\.isEnabled) private var isEnabled
    func makeBody(configuration: Configuration) -> some View {
        configuration.label
            .font(.headline.weight(.black)).textCase(.uppercase)
            .frame(maxWidth: .infinity, minHeight: 44)
            .background(isEnabled ? Color.orange : Color.gray, in: RoundedRectangle(cornerRadius: 4))
            .foregroundStyle(.black)
            .scaleEffect(configuration.isPressed ? 0.975 : 1)
    }
}

struct GalleryControls: View {
    enum Kind: String, CaseIterable { case all, mine, archived }
    @State private var kind = Kind.mine
    @State private var order = "recent"
    @State private var level = 0.4
    @State private var count = 2
    @State private var isOpen = true
    @State private var taps = 0
    var body: some View {
        ScrollView {
            VStack(alignment: .leading, spacing: 16) {
                Text("Controls").font(.largeTitle.weight(.black)).textCase(.uppercase)
                Picker("Kind", selection: $kind) {
                    ForEach(Kind.allCases, id: \.self) { Text($0.rawValue.capitalized) }
                }
                .pickerStyle(.segmented)
                HStack {
                    Text("Order")
                    Spacer()
                    Picker("Order", selection: $order) {
                        Text("Recent").tag("recent")
                        Text("Name").tag("name")
                    }
                }
                Button("Press \(taps)") { taps += 1 }.buttonStyle(PressStyle())
                HStack {
                    Button("Bordered") {}.buttonStyle(.bordered)
                    Button("Prominent") {}.buttonStyle(.borderedProminent)
                    Button("Delete", role: .destructive) {}.buttonStyle(.bordered)
                }
                Toggle("Live updates", isOn: $isOpen)
                Slider(value: $level)
                Stepper("Count \(count)", value: $count, in: 0...5)
                ProgressView(value: level)
                HStack {
                    ProgressView(); Text("Loading").foregroundStyle(.secondary)
                }
                DisclosureGroup("Details", isExpanded: $isOpen) {
                    Grid(alignment: .leading) {
                        GridRow {
                            Text("cwd").foregroundStyle(.secondary); Text("~/src/enclave").monospaced()
                        }
                        GridRow {
                            Text("model").foregroundStyle(.secondary); Text("opus").monospaced()
                        }
                    }
                }
                HStack(spacing: 16) {
                    ForEach(["bolt.fill", "terminal", "brain", "faceid", "wifi.slash", "gear", "trash"], id: \.self) {
                        Image(systemName: $0).font(.title2)
                    }
                }
            }
            .padding()
        }
        .background(Color.gray.opacity(0.12))
    }
}

struct GalleryText: View {
    @ScaledMetric private var side: CGFloat = 20
    var styled: AttributedString {
        var text = AttributedString("Attributed: ")
        var code = AttributedString("swift build")
        code.font = .system(.body, design: .monospaced)
        code.backgroundColor = .gray.opacity(0.2)
        var link = AttributedString(" docs")
        link.link = URL(string: "https://example.org")
        link.underlineStyle = .single
        text.append(code)
        text.append(link)
        return text
    }
    var body: some View {
        VStack(alignment: .leading, spacing: 12) {
            Text("Title").font(.largeTitle)
            (Text("Bold ").bold() + Text("italic ").italic() + Text("amber").foregroundStyle(.orange))
            Text(styled)
            Text("A long line that has to be cut somewhere because it may have only one line of its own here")
                .lineLimit(1)
            Text(
                "Two lines are allowed for this one, which nevertheless goes on and on until nobody wants to read it any more at all"
            )
            .lineLimit(2)
            HStack(alignment: .firstTextBaseline) {
                Text("12:30").font(.title.monospacedDigit())
                Text("baseline").font(.caption)
                Spacer()
                Image(systemName: "star.fill").frame(width: side, height: side)
            }
            HStack(spacing: 0) {
                Color.red.frame(height: 30)
                Color.green.frame(width: 60, height: 30)
                Color.blue.frame(height: 30)
            }
            ZStack(alignment: .bottomTrailing) {
                LinearGradient(colors: [.orange, .purple], startPoint: .topLeading, endPoint: .bottomTrailing)
                Text("Glass").padding(8).background(.ultraThinMaterial, in: Capsule()).padding(8)
            }
            .frame(height: 120)
            .clipShape(RoundedRectangle(cornerRadius: 12))
            Text("Centred").frame(maxWidth: .infinity).padding(8).border(.gray)
            Spacer()
            Text("Bottom").frame(maxWidth: .infinity, alignment: .trailing)
        }
        .padding()
        .frame(maxWidth: .infinity, maxHeight: .infinity)
        .background(Color(red: 0.98, green: 0.95, blue: 0.93))
        .foregroundStyle(Color(red: 0.34, green: 0.32, blue: 0.47))
    }
}
