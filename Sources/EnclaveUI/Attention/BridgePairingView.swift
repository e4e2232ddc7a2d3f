import EnclaveContracts
import EnclaveModel
import SwiftUI

/// Pairing with a push bridge: the code as a picture and as a text, and what it means (feature N4).
struct BridgePairingView: View {
    @Environment(\.theme) private var theme
    @Environment(\.locale) private var locale
    @Environment(\.scenePhase) private var scenePhase
    @Environment(\.wallClock) private var wallClock
    @Bindable var push: PushRegistration
    @Bindable var preferences: AttentionPreferences
    let renewals: RenewalController
    /// The code on screen. **A secret**: it goes when the app is left.
    @State private var code: String?
    @State private var problem: String?
    @State private var asksToForget = false

    var body: some View {
        Form {
            Group {
                Section {
                    Text(
                        "A bridge is a program on a computer of yours: enclave bridge. It joins your rooms and wakes this device. What it says is sealed for this device: Apple passes it on and cannot read it."
                    )
                    .font(.footnote)
                    .foregroundStyle(theme[\.body])
                    AdaptiveRow {
                        Text("Device name").foregroundStyle(theme[\.muted]).accessibilityHidden(true)
                        TextField("Device name", text: $push.name, prompt: .prompt("Device name", theme))
                            .autocorrectionDisabled()
                            .foregroundStyle(theme[\.txt])
                    }
                    status
                } header: {
                    SectionHeader("This device")
                }
                if let code { codeSection(code) } else { makeSection }
                if push.standing(wishes: preferences.wishes) == .outdated, renewals.standing == .off { renewalSection }
                BridgeAddressSection(push: push)
                Section {
                    Picker(selection: $preferences.choices.pushedActivityPrivacy) {
                        Text("Private").tag(PrivacyLevel.private)
                        Text("Title").tag(PrivacyLevel.title)
                        Text("Preview").tag(PrivacyLevel.preview)
                    } label: {
                        Text("What pushed Live Activities show")
                    }
                } footer: {
                    Text(
                        "Apple's servers can read what a Live Activity shows when it is pushed, unlike notifications. Private shows no text of yours."
                    )
                    .foregroundStyle(theme[\.muted])
                }
                if push.standing(wishes: preferences.wishes) != .unpaired {
                    Section {
                        Button(role: .destructive) {
                            asksToForget = true
                        } label: {
                            Text("Forget the bridge")
                        }
                        .confirmationDialog("Forget the bridge?", isPresented: $asksToForget, titleVisibility: .visible)
                        {
                            Button("Forget", role: .destructive) {
                                code = nil
                                push.reset()
                            }
                        } message: {
                            Text(
                                "What the bridge sends from now on cannot be read here. Run enclave bridge revoke there."
                            )
                        }
                    }
                }
            }
            .listRowBackground(theme[\.bg2])
        }
        .scrollContentBackground(.hidden)
        .background(theme[\.bg])
        .navigationTitle(Text("Push bridge"))
        .navigationBarTitleDisplayMode(.inline)
        .onChange(of: scenePhase) { _, phase in
            // The code is a secret: it does not stay in the app switcher's picture.
            if phase != .active { code = nil }
        }
    }

    @ViewBuilder private var status: some View {
        switch renewals.standing {
        case .off: byHand
        case .current(let since):
            fact("The bridge has what it needs", symbol: "checkmark.circle")
            if let since {
                let age = Figures.age(of: since, now: wallClock.now(), locale: locale)
                Text("Last told: \(age)").font(.footnote).foregroundStyle(theme[\.muted])
            }
        case .sending: fact("The bridge is being told of a change", symbol: "paperplane")
        case .failed(let failure):
            fact("The bridge could not be told of a change", symbol: "exclamationmark.triangle")
            warning(failure.sentence)
            Button {
                renewals.tryNow()
            } label: {
                RowLabel("Try now", systemImage: "arrow.clockwise")
            }
        case .refused:
            fact("The bridge refuses this device: pair it again", symbol: "xmark.octagon")
            Text(
                "It does not know this device any more, or knows something newer of it. Show a new pairing code below and take it there. Until then nothing is sent."
            )
            .font(.footnote)
            .foregroundStyle(theme[\.advisor])
        }
        if push.token == nil {
            fact(
                "Apple has given no push token yet: until then a bridge has nowhere to send to", symbol: "clock")
        }
        if let words = push.tokenProblem ?? push.problem ?? problem { warning(words) }
    }

    /// Where it stands when nothing goes by itself.
    @ViewBuilder private var byHand: some View {
        switch push.standing(wishes: preferences.wishes) {
        case .unpaired: fact("No code was made yet", symbol: "circle")
        case .current: fact("The bridge has what it needs", symbol: "checkmark.circle")
        case .outdated: fact("The bridge must hear of a change", symbol: "exclamationmark.triangle")
        }
    }

    private func warning(_ words: String) -> some View {
        Text(shown: Words.sentence(words, locale)).font(.footnote).foregroundStyle(theme[\.advisor])
    }

    private func fact(_ words: LocalizedStringKey, symbol: String) -> some View {
        RowLabel(words, systemImage: symbol).font(.footnote).foregroundStyle(theme[\.body])
    }

    private var makeSection: some View {
        Section {
            Button {
                make { code = try push.pairingCode(wishes: preferences.wishes) }
            } label: {
                RowLabel("Show pairing code", systemImage: "qrcode")
            }
        } footer: {
            Text("Show it to nobody: whoever has the code can send this device notifications.")
                .foregroundStyle(theme[\.muted])
        }
    }

    private func codeSection(_ code: String) -> some View {
        Section {
            if let matrix = CodeMatrix(code) {
                CodePicture(matrix: matrix)
                    .aspectRatio(1, contentMode: .fit)
                    .frame(maxWidth: 320)
                    .frame(maxWidth: .infinity)
            }
            Button {
                Pasteboard.copySecret(code)
            } label: {
                RowLabel("Copy for two minutes", systemImage: "doc.on.doc")
            }
            Button {
                self.code = nil
            } label: {
                RowLabel("Hide", systemImage: "eye.slash")
            }
        } header: {
            SectionHeader("Pairing code")
        } footer: {
            Text("On the bridge's computer: enclave bridge pair, then scan or paste.").foregroundStyle(theme[\.muted])
        }
    }

    private var renewalSection: some View {
        Section {
            Button {
                make { Pasteboard.copy(try push.renewal(wishes: preferences.wishes)) }
            } label: {
                RowLabel("Copy renewal", systemImage: "arrow.triangle.2.circlepath")
            }
        } footer: {
            Text(
                "A renewal tells the bridge of a new token or a changed setting. It is sealed: it may travel any way you like. On the bridge's computer: enclave bridge pair, then paste."
            )
            .foregroundStyle(theme[\.muted])
        }
    }

    private func make(_ body: () throws -> Void) {
        do {
            try body()
            problem = nil
        } catch {
            problem = error.localizedDescription
        }
    }
}
