import EnclaveModel
import SwiftUI

/// Starts what reaches a person outside the app, and tells it when the app comes and goes.
private struct AttentionModifier: ViewModifier {
    @Environment(\.scenePhase) private var scenePhase
    let center: AttentionCenter

    func body(content: Content) -> some View {
        content
            .environment(center)
            .task { await center.launch() }
            .onChange(of: scenePhase) { _, phase in
                // `inactive` comes before `background`, while there still is time to bring activities up to date.
                Task { await center.sceneChanged(isActive: phase == .active) }
            }
    }
}

extension View {
    /// Notifications, Live Activities, widget and bridge for everything below.
    package func attention(_ center: AttentionCenter) -> some View { modifier(AttentionModifier(center: center)) }
}
