import EnclaveModel
import Foundation
import SwiftUI

/// What lies over all screens while the app is locked, or not in front (feature S6). It shows nothing of any room.
struct LockCover: View {
    @Environment(\.theme) private var theme
    let lock: AppLock
    let window: UUID

    var body: some View {
        content
            .frame(maxWidth: .infinity, maxHeight: .infinity)
            .background(theme[\.bg].ignoresSafeArea())
    }

    @ViewBuilder private var content: some View {
        switch lock.cover(of: window) {
        case .none: EmptyView()
        case .privacy:
            Image(systemName: "checkmark.shield")
                .font(.largeTitle)
                .foregroundStyle(theme[\.accent])
                .accessibilityLabel(Text("Enclave is covered"))
        case .lock(let refusal): way(refusal, isAsking: false)
        case .asking: way(nil, isAsking: true)
        }
    }

    private func way(_ refusal: LockMachine.Refusal?, isAsking: Bool) -> some View {
        EmptyState(
            symbol: "lock.fill", title: "Enclave is locked",
            message: refusal == nil
                ? "Only the owner of this device gets in." : "That was not recognised. Try again."
        ) {
            Button {
                lock.unlock()
            } label: {
                HStack {
                    if isAsking { ProgressView() }
                    Text("Unlock")
                }
            }
            .buttonStyle(BlockStyle(prominence: .main))
            .disabled(isAsking)
            .keyboardShortcut(.defaultAction)
        }
    }
}

/// Follows the scene, and lays the lock over everything when it is needed.
private struct LockModifier: ViewModifier {
    @Environment(\.scenePhase) private var scenePhase
    @State private var window = UUID()
    let lock: AppLock
    let app: AppModel
    let themes: ThemeStore

    func body(content: Content) -> some View {
        content
            .environment(lock)
            .lockWindow(isShown: lock.cover(of: window) != .none) {
                ThemedRoot { LockCover(lock: lock, window: window) }.preferredColorScheme(themes.preferredScheme)
            }
            .onChange(of: scenePhase, initial: true) { _, phase in
                switch phase {
                case .active: lock.entered(.active, in: window)
                case .background: lock.entered(.background, in: window)
                default: lock.entered(.inactive, in: window)
                }
            }
            .onChange(of: lock.isLocked, initial: true) { _, isLocked in app.isLocked = isLocked }
            .onChange(of: lock.wasTurnedOff) { _, wasTurnedOff in
                guard wasTurnedOff else { return }
                app.problem = "The lock is off: this device has no passcode any more."
                lock.acknowledge()
            }
    }
}

extension View {
    /// The app's lock, over everything below and everything that is presented from there.
    package func locked(by lock: AppLock, app: AppModel, themes: ThemeStore) -> some View {
        modifier(LockModifier(lock: lock, app: app, themes: themes))
    }
}
