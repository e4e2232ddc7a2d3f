import CollabWire
import EnclaveModel
import SwiftUI

/// The three tabs, and what lies over them.
struct RootView: View {
    @Environment(\.horizontalSizeClass) private var sizeClass
    @Environment(\.scenePhase) private var scenePhase

    @Bindable var app: AppModel
    let themes: ThemeStore
    let router: LinkRouter

    var body: some View {
        ThemedRoot {
            tabs
                .overlay(alignment: .top) { ProblemToast(app: app) }
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
        .onChange(of: scenePhase) { _, phase in
            switch phase {
            case .active: app.resume()
            case .background: app.enterBackground()
            default: break
            }
        }
    }

    private var tabs: some View {
        TabView(selection: $app.tab) {
            SessionsTab(app: app, isWide: sizeClass == .regular)
                .tabItem { Label("Sessions", systemImage: "square.stack.3d.up") }
                .tag(AppModel.Tab.sessions)
                .badge(app.needsAnswer.count)
            NavigationStack { ActivityView() }
                .tabItem { Label("Activity", systemImage: "waveform.path.ecg") }
                .tag(AppModel.Tab.activity)
            NavigationStack { TrustView() }
                .tabItem { Label("Trust", systemImage: "checkmark.shield") }
                .tag(AppModel.Tab.trust)
        }
    }

    @ViewBuilder private func coverView(_ cover: AppModel.Cover) -> some View {
        ThemedRoot {
            switch cover {
            case .pair: PairView(pairing: app.pairing)
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
    @Bindable var app: AppModel
    let isWide: Bool

    var body: some View {
        if isWide {
            NavigationSplitView {
                SessionsView()
            } detail: {
                NavigationStack {
                    if let session = app.current {
                        EditorView(live: session).id(session.id)
                    } else {
                        EmptyState(
                            symbol: "square.stack.3d.up", title: "No session open",
                            message: "Choose a session, or pair a box.")
                    }
                }
            }
        } else {
            NavigationStack(path: $app.path) {
                SessionsView()
                    .navigationDestination(for: RoomKey.self) { key in
                        if let session = app.sessions[key] { EditorView(live: session).id(key) }
                    }
            }
        }
    }
}

/// Something went wrong that belongs to no screen.
private struct ProblemToast: View {
    @Bindable var app: AppModel

    var body: some View {
        if let problem = app.problem {
            Banner(
                tone: .error, text: Text(verbatim: problem), actionTitle: "Dismiss", action: { app.problem = nil }
            )
            .transition(.move(edge: .top))
        }
    }
}
