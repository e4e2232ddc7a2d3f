import CollabWire
import EnclaveModel
import SwiftUI

/// The rooms on this device: those that need the person first (feature S1).
struct SessionsView: View {
    @Environment(\.locale) private var locale
    @Environment(AppModel.self) private var app
    @Environment(\.theme) private var theme
    @Environment(\.dynamicTypeSize) private var typeSize
    @AppStorage("sessions.order") private var order = RoomList.Order.recent
    @State private var search = ""
    @State private var sharing: Room?

    private static let beginning = "beginning"

    var body: some View { screen(sections) }

    private func screen(_ rooms: Sections) -> some View {
        List {
            ScreenTitle("Sessions")
                .id(Self.beginning)
                .listRowBackground(Color.clear)
                .listRowSeparator(.hidden)
                .listRowInsets(EdgeInsets(top: 0, leading: Metrics.margin, bottom: 5, trailing: Metrics.margin))
            if !app.isLoaded && rooms.isListEmpty && search.isEmpty {
                Awaited("Looking for sessions…")
                    .listRowBackground(Color.clear)
                    .listRowSeparator(.hidden)
                    .listRowInsets(EdgeInsets(top: 5, leading: Metrics.margin, bottom: 5, trailing: Metrics.margin))
            }
            // Large text needs the whole screen: it stands below the title and scrolls with it.
            if typeSize.isAccessibilitySize {
                emptyState(rooms)
                    .listRowBackground(Color.clear)
                    .listRowSeparator(.hidden)
            }
            if !rooms.needsYou.isEmpty { section("Needs you", rooms.needsYou) }
            if !rooms.others.isEmpty { section("Sessions", rooms.others) }
            if !rooms.demos.isEmpty { section("Demo rooms", rooms.demos) }
        }
        .listStyle(.plain)
        .returnsToBeginning(Self.beginning)
        .scrollContentBackground(.hidden)
        .background(theme[\.bg])
        .overlay { if !typeSize.isAccessibilitySize { emptyState(rooms) } }
        .searchable(text: $search, prompt: Text("Search sessions"))
        .titledScreen("Sessions")
        .toolbar { toolbar }
        .safeAreaInset(edge: .bottom) { undoBar }
        .confirmationDialog(
            "Share this room", isPresented: isSharing, titleVisibility: .visible, presenting: sharing
        ) { room in
            ShareChoices(room: room)
        } message: { _ in
            Text("A view link lets others watch. A control link lets them steer the agent on your machine.")
        }
    }

    /// What is listed, sorted and searched once for a picture of the screen.
    private struct Sections {
        var needsYou: [Room]
        var others: [Room]
        var demos: [Room]
        /// No room of the list, demo rooms aside.
        var isListEmpty: Bool
        var isEmpty: Bool { needsYou.isEmpty && others.isEmpty && demos.isEmpty }
    }

    private var sections: Sections {
        let asking = app.needsAnswer
        let live = app.live
        func rows(_ list: RoomList) -> [Room] {
            list.rows(order: order, search: search, needsAnswer: asking, live: live)
        }
        let (listed, demos) = (rows(app.list), rows(app.demos))
        return Sections(
            needsYou: (listed + demos).filter { asking.contains($0.id) },
            others: listed.filter { !asking.contains($0.id) }, demos: demos.filter { !asking.contains($0.id) },
            isListEmpty: listed.isEmpty)
    }

    private func section(_ title: LocalizedStringKey, _ rooms: [Room]) -> some View {
        Section {
            ForEach(rooms) { room in
                RoomRow(room: room, session: app.sessions[room.id], share: { sharing = room })
                    .listRowBackground(Color.clear)
                    .listRowInsets(EdgeInsets(top: 5, leading: Metrics.margin, bottom: 5, trailing: Metrics.margin))
                    .listRowSeparator(.hidden)
            }
        } header: {
            Text(title)
                .labelStyle()
                .foregroundStyle(theme[\.muted])
                .accessibilityAddTraits(.isHeader)
        }
    }

    @ToolbarContentBuilder private var toolbar: some ToolbarContent {
        ToolbarItem(placement: .topBarLeading) {
            Button {
                app.sheet = .settings
            } label: {
                Image(systemName: "gear")
            }
            .accessibilityLabel(Text.spoken("Settings", locale))
        }
        ToolbarItem(placement: .topBarTrailing) {
            Menu {
                Picker(selection: $order) {
                    Text("Recent").tag(RoomList.Order.recent)
                    Text("Name").tag(RoomList.Order.name)
                    Text("Status").tag(RoomList.Order.status)
                } label: {
                    Text("Sort by")
                }
            } label: {
                Image(systemName: "arrow.up.arrow.down")
            }
            .accessibilityLabel(Text("Sort"))
        }
        ToolbarItem(placement: .topBarTrailing) {
            Button {
                app.cover = .pair
            } label: {
                Image(systemName: "plus")
            }
            .keyboardShortcut("n", modifiers: .command)
            .accessibilityLabel(Text("Pair a box"))
        }
    }

    @ViewBuilder private func emptyState(_ rooms: Sections) -> some View {
        if app.isLoaded && rooms.isEmpty {
            if search.isEmpty {
                EmptyState(
                    symbol: "square.stack.3d.up", title: "No sessions yet",
                    message: "Run /collab in omp and pair with the link or the code it prints."
                ) {
                    Button {
                        app.cover = .pair
                    } label: {
                        Text("Pair a box")
                    }
                    .buttonStyle(BlockStyle(prominence: .main))
                    Button {
                        app.sheet = .onboarding
                    } label: {
                        Text("How it works")
                    }
                    .buttonStyle(BlockStyle())
                }
            } else {
                EmptyState(
                    symbol: "magnifyingglass", title: "Nothing found", message: "No session matches your search.")
            }
        }
    }

    @ViewBuilder private var undoBar: some View {
        if let room = app.removed {
            AdaptiveRow {
                Text("Removed “\(room.name.readable)”")
                    .font(.footnote)
                    .foregroundStyle(theme[\.txt])
                    .lines(2, large: 3)
                    .frame(maxWidth: .infinity, alignment: .leading)
                Button {
                    Task { await app.undoRemove() }
                } label: {
                    Text("Undo")
                }
                .buttonStyle(BlockStyle(prominence: .main))
            }
            .padding(Metrics.gap)
            .glass(raised: true)
            .padding(.horizontal, Metrics.margin)
            .padding(.vertical, Metrics.smallGap)
            // The list's own ground ends above it.
            .background(theme[\.bg])
            .task(id: room.id) {
                do { try await Task.sleep(for: .seconds(8)) } catch { return }
                await app.commitRemoval()
            }
        }
    }

    private var isSharing: Binding<Bool> {
        Binding(get: { @MainActor in sharing != nil }, set: { @MainActor in if !$0 { sharing = nil } })
    }
}

/// One room of the list.
struct RoomRow: View {
    @Environment(AppModel.self) private var app
    @Environment(\.theme) private var theme
    @Environment(\.locale) private var locale
    @Environment(\.wallClock) private var wallClock

    let room: Room
    let session: SessionVM?
    let share: @MainActor () -> Void

    var body: some View {
        Button {
            Task { await app.open(room.id) }
        } label: {
            card
        }
        .buttonStyle(PressStyle())
        .swipeActions(edge: .trailing) {
            if !isDemo {
                Button(role: .destructive) {
                    Task { await app.remove(room.id) }
                } label: {
                    Label("Remove", systemImage: "trash")
                }
            }
            Button(action: share) { Label("Share", systemImage: "square.and.arrow.up") }
        }
        .contextMenu { menu }
        .accessibilityElement(children: .combine)
        .accessibilityIdentifier("room-\(room.name)")
    }

    private var isDemo: Bool { app.demos[room.id] != nil }

    private var card: some View {
        HStack(alignment: .top, spacing: Metrics.gap) {
            LiveDot(status: session?.client.dotStatus ?? .unopened).padding(.top, 6)
            VStack(alignment: .leading, spacing: 6) {
                AdaptiveRow(alignment: .firstTextBaseline) {
                    Text(shown: session?.client.title ?? room.name)
                        .font(.headline)
                        .foregroundStyle(theme[\.txt])
                        .lines(2, large: 4)
                        // Letters under piles of accents reach far beyond their lines.
                        .clipped()
                        .frame(maxWidth: .infinity, alignment: .leading)
                    // A demo room that is not open was never seen: it has no age.
                    if session != nil || !isDemo {
                        Text(shown: age)
                            .font(.caption2.monospacedDigit())
                            .foregroundStyle(theme[\.muted])
                            .fixedSize()
                            .accessibilityLabel(Text("last seen: \(age)"))
                    }
                }
                Text(shown: detail)
                    .font(.caption)
                    .foregroundStyle(theme[\.muted])
                    .lines(1, large: 3)
                    .truncationMode(.middle)
                if let line {
                    Text(shown: line)
                        .term(16, relativeTo: .footnote)
                        .foregroundStyle(theme[\.accentText])
                        .lines(1, large: 2)
                        .roomForWords(of: line)
                }
                AdaptiveRow(spacing: 6) {
                    badges
                    // Not a label: in a list those keep a column for their symbols.
                    HStack(spacing: 4) {
                        Image(systemName: "antenna.radiowaves.left.and.right").accessibilityHidden(true)
                        Text(shown: room.relay).lines(1, large: 2).truncationMode(.middle)
                    }
                    .font(.caption2)
                    .foregroundStyle(theme[\.muted])
                }
            }
        }
        .multilineTextAlignment(.leading)
        .padding(Metrics.gap)
        .frame(maxWidth: .infinity, alignment: .leading)
        .glass()
        .overlay(alignment: .leading) {
            if let tag = room.tag {
                Rectangle().fill(theme.color(of: tag)).frame(width: 3).accessibilityHidden(true)
            }
        }
        .contentShape(Rectangle())
    }

    @ViewBuilder private var badges: some View {
        Group {
            if session?.needsAnswer == true { Badge("needs you", tone: .accent, symbol: "questionmark.circle") }
            if room.access == .control { Badge("control", tone: .ok) } else { Badge("view", symbol: "eye") }
            if room.isLocked { Badge("locked", tone: .warning, symbol: "lock") }
        }
        // The relay's name gives way, a badge does not.
        .layoutPriority(1)
    }

    /// What works is of now, whenever the list last wrote it down.
    private var age: String {
        let now = wallClock.now()
        return Figures.age(of: session?.client.isWorking == true ? now : room.lastSeen, now: now, locale: locale)
    }

    private var detail: String {
        [session?.client.state?.model?.name ?? room.model, session?.client.state?.cwd ?? room.folder]
            .compactMap { $0 }.joined(separator: " · ")
    }

    /// What goes on in it: what the agent does, or how the connection stands when it does not.
    private var line: String? {
        guard let client = session?.client else { return nil }
        guard client.connection == .live else {
            return client.connection == .idle ? nil : Words.text(client.connection, locale)
        }
        return client.runningAction.map { client.runningLine($0, locale: locale) }
    }

    @ViewBuilder private var menu: some View {
        Button(action: share) { Label("Share", systemImage: "square.and.arrow.up") }
        if session != nil {
            Button {
                app.leave(room.id)
            } label: {
                Label("Disconnect", systemImage: "wifi.slash")
            }
        }
        if !isDemo {
            Menu {
                ForEach(Room.Tag.allCases, id: \.self) { tag in
                    Button {
                        Task { await app.setTag(tag, for: room.id) }
                    } label: {
                        Text(tag.title)
                    }
                }
                Button {
                    Task { await app.setTag(nil, for: room.id) }
                } label: {
                    Text("No colour")
                }
            } label: {
                Label("Colour", systemImage: "tag")
            }
            Button(role: .destructive) {
                Task { await app.remove(room.id) }
            } label: {
                Label("Remove", systemImage: "trash")
            }
        }
    }
}

extension Room.Tag {
    /// What the colour is called.
    var title: LocalizedStringKey {
        switch self {
        case .amber: "Amber"
        case .rose: "Rose"
        case .pine: "Pine"
        case .foam: "Foam"
        case .iris: "Iris"
        case .love: "Love"
        }
    }
}

extension Theme {
    /// The colour of a room's tag.
    func color(of tag: Room.Tag) -> Color {
        switch tag {
        case .amber: self[\.accent]
        case .rose: self[\.function]
        case .pine: self[\.type]
        case .foam: self[\.string]
        case .iris: self[\.keyword]
        case .love: self[\.advisor]
        }
    }
}

/// What to share of a room; the control link only on request.
private struct ShareChoices: View {
    @Environment(AppModel.self) private var app

    let room: Room

    var body: some View {
        Button {
            share(.view)
        } label: {
            Text("Copy view link")
        }
        if room.access == .control {
            Button(role: .destructive) {
                share(.control)
            } label: {
                Text("Copy control link")
            }
        }
        Button(role: .cancel) {
        } label: {
            Text("Cancel")
        }
    }

    private func share(_ access: Access) {
        Task {
            if let link = await app.linkToShare(room.id, access: access) { Pasteboard.copySecret(link) }
        }
    }
}
