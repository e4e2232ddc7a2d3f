import CollabWire
import EnclaveModel
import Foundation
import SwiftUI

/// The three tabs, and what lies over them.
package struct RootView: View {
    @Environment(\.horizontalSizeClass) private var sizeClass
    @Environment(\.scenePhase) private var scenePhase

    @Bindable private var app: AppModel
    @State private var window = UUID()
    /// Screens over the list of agents.
    @State private var agentPath: [AgentRoute] = []
    /// How often the tab in front was tapped while nothing lay over its first screen: that one goes to its beginning.
    @State private var returns = 0
    private let themes: ThemeStore
    private let router: LinkRouter

    /// Everything, over a model that has not been launched.
    package init(app: AppModel, themes: ThemeStore, router: LinkRouter) {
        self.app = app
        self.themes = themes
        self.router = router
        Words.prepare()
    }

    /// The tabs with whatever lies over them.
    package var body: some View {
        ThemedRoot {
            // The problem pushes the screens down: over them it would lie on the buttons of their bars.
            VStack(spacing: 0) {
                ProblemBanner(app: app)
                tabs
            }
            .fullScreenCover(item: $app.cover) { cover in coverView(cover) }
            .sheet(item: $app.sheet) { sheet in sheetView(sheet) }
        }
        .environment(app)
        .preferredColorScheme(themes.preferredScheme)
        .onOpenURL { url in router.receive(url) }
        .task {
            await app.launch()
            router.ready { arrival in app.arrived(arrival) }
        }
        .onChange(of: scenePhase, initial: true) { _, phase in
            switch phase {
            case .active: app.windowCame(window)
            case .background: app.windowLeft(window)
            default: break
            }
        }
    }

    private var tabs: some View {
        TabView(selection: tab) {
            SessionsTab(app: app, isWide: sizeClass == .regular)
                .environment(\.tabReturns, app.tab == .sessions ? returns : 0)
                .tabItem { Label("Sessions", systemImage: "square.stack.3d.up") }
                .tag(AppModel.Tab.sessions)
                .badge(app.needsAnswer.count)
            NavigationStack(path: $agentPath) { ActivityView() }
                .environment(\.tabReturns, app.tab == .activity ? returns : 0)
                .tabItem { Label("Activity", systemImage: "waveform.path.ecg") }
                .tag(AppModel.Tab.activity)
            NavigationStack { TrustView() }
                .environment(\.tabReturns, app.tab == .trust ? returns : 0)
                .tabItem { Label("Trust", systemImage: "checkmark.shield") }
                .tag(AppModel.Tab.trust)
        }
    }

    /// The tab in front. Chosen again it goes back to its first screen, and from there to the beginning of that: the system
    /// does so for stacks whose path it keeps itself.
    private var tab: Binding<AppModel.Tab> {
        Binding(
            get: { @MainActor in app.tab },
            set: { @MainActor tab in
                guard tab == app.tab else {
                    // Whoever comes to a tab finds it as it was left.
                    returns = 0
                    app.tab = tab
                    return
                }
                switch tab {
                // Side by side the list stands there already.
                case .sessions where sizeClass != .regular && !app.path.isEmpty: app.path = []
                case .activity where !agentPath.isEmpty: agentPath = []
                default: returns += 1
                }
            })
    }

    @ViewBuilder private func coverView(_ cover: AppModel.Cover) -> some View {
        ThemedRoot {
            switch cover {
            case .pair:
                VStack(spacing: 0) {
                    // The one below the cover would not be seen.
                    ProblemBanner(app: app)
                    PairView(pairing: app.pairing)
                }
            case .lockScreen: LockScreenPreview()
            }
        }
        .environment(app)
    }

    @ViewBuilder private func sheetView(_ sheet: AppModel.Sheet) -> some View {
        ThemedRoot {
            switch sheet {
            case .settings: SettingsView(themes: themes, pairing: app.pairing)
            case .onboarding: OnboardingView()
            }
        }
        .environment(app)
    }
}

/// Sessions: a stack on narrow screens, list and session side by side on wide ones.
private struct SessionsTab: View {
    @Environment(\.theme) private var theme
    @Bindable var app: AppModel
    let isWide: Bool

    var body: some View {
        if isWide {
            NavigationSplitView {
                SessionsView()
            } detail: {
                NavigationStack {
                    if let session = app.current {
                        EditorView(live: session).id(ObjectIdentifier(session))
                    } else {
                        EmptyState(
                            symbol: "square.stack.3d.up", title: "No session open",
                            message: "Choose a session, or pair a box."
                        )
                        .frame(maxWidth: .infinity, maxHeight: .infinity)
                        .background(theme[\.bg])
                    }
                }
            }
        } else {
            NavigationStack(path: $app.path) {
                SessionsView()
                    .navigationDestination(for: RoomKey.self) { key in OpenRoom(app: app, key: key) }
            }
        }
    }
}

/// A room on screen: another session takes the place of one that ended when the room is joined again.
private struct OpenRoom: View {
    let app: AppModel
    let key: RoomKey

    var body: some View {
        if let session = app.sessions[key] { EditorView(live: session).id(ObjectIdentifier(session)) }
    }
}

/// Something went wrong that belongs to no screen.
private struct ProblemBanner: View {
    @Environment(\.theme) private var theme
    @Environment(\.locale) private var locale
    @Bindable var app: AppModel

    var body: some View {
        if let problem = app.problem {
            Banner(
                tone: .error, text: Text(shown: Words.sentence(problem, locale)), actionTitle: "Dismiss",
                action: { app.problem = nil }
            )
            .background(theme[\.bg])
            .transition(.move(edge: .top))
        }
    }
}
