import EnclaveModel
import SwiftUI

/// Appearance, name, and what there is to know.
struct SettingsView: View {
    @Environment(\.theme) private var theme
    @Environment(\.dismiss) private var dismiss
    @Environment(AppModel.self) private var app
    @Environment(AttentionCenter.self) private var attention: AttentionCenter?
    @Bindable var themes: ThemeStore
    @Bindable var pairing: PairModel

    var body: some View {
        NavigationStack {
            Form {
                Section {
                    Picker(selection: $themes.choice) {
                        Text("System").tag(ThemeChoice.system)
                        Text("Dark").tag(ThemeChoice.dark)
                        Text("Light").tag(ThemeChoice.light)
                    } label: {
                        Text("Theme")
                    }
                    .pickerStyle(.segmented)
                    .listRowBackground(theme[\.bg2])
                } header: {
                    header("Appearance")
                }
                Section {
                    TextField("Name", text: $pairing.name)
                        .autocorrectionDisabled()
                        .foregroundStyle(theme[\.txt])
                        .listRowBackground(theme[\.bg2])
                    if pairing.nameHoldsLink { NameRefusal().listRowBackground(theme[\.bg2]) }
                } header: {
                    header("Your name in rooms")
                }
                if let attention {
                    Section {
                        NavigationLink {
                            AttentionSettingsView(preferences: attention.preferences, center: attention)
                        } label: {
                            Label("Notifications", systemImage: "bell")
                        }
                    } header: {
                        header("Attention")
                    }
                }
                Section {
                    Button {
                        app.sheet = .onboarding
                    } label: {
                        Label("How it works", systemImage: "info.circle")
                    }
                    .listRowBackground(theme[\.bg2])
                    Button {
                        app.sheet = nil
                        app.cover = .lockScreen
                    } label: {
                        Label("Lock screen preview", systemImage: "iphone")
                    }
                    .listRowBackground(theme[\.bg2])
                } header: {
                    header("Help")
                }
            }
            .scrollContentBackground(.hidden)
            .background(theme[\.bg])
            .navigationTitle(Text("Settings"))
            .navigationBarTitleDisplayMode(.inline)
            .toolbar {
                ToolbarItem(placement: .confirmationAction) {
                    Button {
                        dismiss()
                    } label: {
                        Text("Done")
                    }
                }
            }
        }
    }

    private func header(_ title: LocalizedStringKey) -> some View {
        Text(title).labelStyle().foregroundStyle(theme[\.muted])
    }
}
