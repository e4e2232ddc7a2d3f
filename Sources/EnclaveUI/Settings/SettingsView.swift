import EnclaveModel
import SwiftUI

/// Appearance, name, and what there is to know.
struct SettingsView: View {
    @Environment(\.theme) private var theme
    @Environment(AppModel.self) private var app
    @Environment(AttentionCenter.self) private var attention: AttentionCenter?
    @Environment(AppLock.self) private var lock: AppLock?
    @Bindable var themes: ThemeStore
    @Bindable var pairing: PairModel

    var body: some View {
        SheetStack {
            Form {
                Group {
                    Section {
                        Picker(selection: $themes.choice) {
                            Text("System").tag(ThemeChoice.system)
                            Text("Dark").tag(ThemeChoice.dark)
                            Text("Light").tag(ThemeChoice.light)
                        } label: {
                            Text("Theme")
                        }
                        .pickerStyle(.segmented)
                    } header: {
                        SectionHeader("Appearance")
                    }
                    Section {
                        TextField("Name", text: $pairing.name, prompt: .prompt("Name", theme))
                            .autocorrectionDisabled()
                            .foregroundStyle(theme[\.txt])
                        if pairing.nameHoldsLink { NameRefusal() }
                    } header: {
                        SectionHeader("Your name in rooms")
                    } footer: {
                        if pairing.isNameBlank {
                            Text("Without a name rooms see you as “\(pairing.guestName)”.")
                                .foregroundStyle(theme[\.muted])
                        }
                    }
                    if let attention {
                        Section {
                            NavigationLink {
                                AttentionSettingsView(preferences: attention.preferences, center: attention)
                            } label: {
                                RowLabel("Notifications", systemImage: "bell")
                            }
                        } header: {
                            SectionHeader("Attention")
                        }
                    }
                    if let lock { LockSettingsSection(lock: lock) }
                    copies
                    Section {
                        Button {
                            app.sheet = .onboarding
                        } label: {
                            RowLabel("How it works", systemImage: "info.circle")
                        }
                        Button {
                            app.sheet = nil
                            app.cover = .lockScreen
                        } label: {
                            RowLabel("Lock screen preview", systemImage: "iphone")
                        }
                    } header: {
                        SectionHeader("Help")
                    }
                }
                .listRowBackground(theme[\.bg2])
            }
            .scrollContentBackground(.hidden)
            .background(theme[\.bg])
            .navigationTitle(Text("Settings"))
            .navigationBarTitleDisplayMode(.inline)
        }
    }

    private var copies: some View {
        Section {
            Toggle(
                isOn: Binding(
                    get: { @MainActor in app.keepsCopies },
                    set: { @MainActor keeps in Task { await app.keepCopies(keeps) } })
            ) { Text("Keep transcripts on this device") }
        } header: {
            SectionHeader("Without a connection")
        } footer: {
            Text(
                "The newest part of each room opens at once, also when its host is away. It is sealed with a key that only the room's link gives; turned off, all of it is deleted."
            )
            .foregroundStyle(theme[\.muted])
        }
    }
}
