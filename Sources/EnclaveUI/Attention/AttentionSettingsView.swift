import EnclaveAlerts
import EnclaveContracts
import EnclaveModel
import EnclaveWidgets
import SwiftUI

/// What the person wants to hear about, how much of it others may see, and what iOS makes of it (feature N2, S6).
struct AttentionSettingsView: View {
    @Environment(\.theme) private var theme
    @Environment(\.locale) private var locale
    @Environment(AppModel.self) private var app
    @Bindable var preferences: AttentionPreferences
    let center: AttentionCenter

    var body: some View {
        Form {
            Group {
                Section {
                    permission
                    Toggle(isOn: $preferences.choices.attention.tellsAsks) { Text("Questions") }
                    Toggle(isOn: $preferences.choices.attention.tellsTurnEnds) { Text("Finished turns") }
                    Toggle(isOn: $preferences.choices.attention.tellsSessionEnds) { Text("Ended sessions") }
                    Toggle(isOn: $preferences.choices.showsActivities) { Text("Live Activities") }
                } header: {
                    SectionHeader("Tell me about")
                } footer: {
                    Text("A finished turn is told when it worked for at least half a minute.")
                        .foregroundStyle(theme[\.muted])
                }
                Section {
                    Picker(selection: $preferences.choices.attention.privacy) {
                        Text("Private").tag(PrivacyLevel.private)
                        Text("Title").tag(PrivacyLevel.title)
                        Text("Preview").tag(PrivacyLevel.preview)
                    } label: {
                        Text("What the lock screen shows")
                    }
                    .pickerStyle(.segmented)
                    NotificationPreview(draft: .sample(level, locale: locale))
                    LockScreenActivityView(room: "", content: .sample(level))
                        .clipShape(RoundedRectangle(cornerRadius: Metrics.corner))
                        .disabled(true)
                } header: {
                    SectionHeader("What others may see")
                } footer: {
                    Text(explanation).foregroundStyle(theme[\.muted])
                }
                rooms
                Section {
                    NavigationLink {
                        BridgePairingView(push: center.push, preferences: preferences, renewals: center.renewals)
                    } label: {
                        RowLabel("Push bridge", systemImage: "antenna.radiowaves.left.and.right")
                    }
                } header: {
                    SectionHeader("While Enclave is closed")
                } footer: {
                    Text(
                        "iOS suspends Enclave soon after you leave it. From then on only a push bridge on a computer of yours can reach you: without one, questions are told when you come back."
                    )
                    .foregroundStyle(theme[\.muted])
                }
                Section {
                    ForEach(Self.limits, id: \.self) { limit in
                        Text(LocalizedStringKey(limit)).font(.footnote).foregroundStyle(theme[\.body])
                    }
                } header: {
                    SectionHeader("What iOS limits")
                }
            }
            .listRowBackground(theme[\.bg2])
        }
        .scrollContentBackground(.hidden)
        .background(theme[\.bg])
        .navigationTitle(Text("Notifications"))
        .navigationBarTitleDisplayMode(.inline)
    }

    /// What no setting of Enclave's can change.
    static let limits = [
        "A Live Activity ends after eight hours, and stays on the lock screen for up to four more.",
        "iOS takes few updates of a Live Activity while Enclave is closed. When they stop, it says so.",
        "Answers from the lock screen need the device unlocked, and the question still open.",
        "A widget shows what Enclave last knew; iOS decides when it is drawn again.",
        "Focus and notification settings of iOS come first.",
    ]

    private var level: PrivacyLevel { preferences.choices.attention.privacy }

    private var explanation: LocalizedStringKey {
        switch level {
        case .private: "Only that a session needs you. Answer in Enclave."
        case .title: "The session's name. Answer in Enclave."
        case .preview: "Name and question, with the options to answer from the lock screen."
        }
    }

    @ViewBuilder private var permission: some View {
        switch center.permission {
        case .granted: EmptyView()
        case .denied:
            Text("Notifications are switched off in the iOS settings.")
                .font(.footnote)
                .foregroundStyle(theme[\.advisor])
        case .unknown, nil:
            Button {
                Task { await center.requestPermission() }
            } label: {
                RowLabel("Allow notifications", systemImage: "bell")
            }
        }
    }

    @ViewBuilder private var rooms: some View {
        let listed = app.list.rows(order: .name)
        if !listed.isEmpty {
            Section {
                ForEach(listed) { room in
                    Toggle(isOn: $preferences[hears: room.id.rawValue]) { Text(shown: room.name) }
                }
            } header: {
                SectionHeader("Rooms")
            }
        }
    }
}
