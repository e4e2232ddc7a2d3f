import EnclaveModel
import SwiftUI

/// Whether Enclave asks for the owner, when, and what the app switcher shows.
struct LockSettingsSection: View {
    @Environment(\.theme) private var theme
    @Environment(\.locale) private var locale
    let lock: AppLock

    var body: some View {
        Section {
            Toggle(isOn: isRequired) { Text(wish) }
                .disabled(lock.proof == nil && !lock.settings.isRequired)
            if lock.settings.isRequired {
                Picker(selection: grace) {
                    Text("At once").tag(LockSettings.Grace.none)
                    Text("After 1 minute").tag(LockSettings.Grace.minute)
                    Text("After 5 minutes").tag(LockSettings.Grace.fiveMinutes)
                    Text("After 15 minutes").tag(LockSettings.Grace.quarter)
                } label: {
                    Text("Lock")
                }
            }
            Toggle(isOn: covers) { Text("Cover Enclave when I leave it") }
            if let problem = lock.problem {
                Text(shown: Words.sentence(problem.localizedDescription, locale))
                    .font(.footnote)
                    .foregroundStyle(theme[\.advisor])
            }
        } header: {
            SectionHeader("Lock")
        } footer: {
            VStack(alignment: .leading, spacing: Metrics.smallGap) {
                Text(explanation)
                // Whoever unlocked the device has proved what this lock asks for.
                if lock.settings.isRequired {
                    Text("Their buttons, and Siri, want the device unlocked and do not ask again.")
                }
            }
            .foregroundStyle(theme[\.muted])
        }
    }

    private var isRequired: Binding<Bool> {
        Binding(
            get: { @MainActor in lock.settings.isRequired },
            set: { @MainActor wish in
                // The switch stays where it is until the owner has confirmed it.
                Task { await lock.require(wish) }
            })
    }

    private var grace: Binding<LockSettings.Grace> {
        Binding(get: { @MainActor in lock.settings.grace }, set: { @MainActor in lock.choose($0) })
    }

    private var covers: Binding<Bool> {
        Binding(
            get: { @MainActor in lock.settings.coversWhenLeft }, set: { @MainActor in lock.cover(whenLeft: $0) })
    }

    private var wish: LocalizedStringKey {
        switch lock.proof {
        case .face: "Require Face ID"
        case .touch: "Require Touch ID"
        case .optic: "Require Optic ID"
        case .passcode, nil: "Require the passcode"
        }
    }

    private var explanation: LocalizedStringKey {
        lock.proof == nil
            ? "Set a passcode on this device first: without one nobody can tell its owner."
            : "What notifications, widgets and Live Activities show on a locked device is chosen under Notifications."
    }
}
