import EnclaveContracts
import EnclaveModel
import SwiftUI

/// Where the bridge takes renewals, as the person enters it: with it they go by themselves (Docs/Push.md, "Renewals").
struct BridgeAddressSection: View {
    @Environment(\.theme) private var theme
    @Environment(\.locale) private var locale
    let push: PushRegistration
    /// What is entered; nothing is sent there before the person says so.
    @State private var text: String
    @State private var isScanning = false
    @State private var foundNothing = false

    init(push: PushRegistration) {
        self.push = push
        _text = State(initialValue: push.address?.text ?? "")
    }

    var body: some View {
        Section {
            TextField(
                "wss://bridge.example.org", text: $text, prompt: .prompt("wss://bridge.example.org", theme),
                axis: .vertical
            )
            .accessibilityLabel(Text("Bridge address"))
            .accessibilityIdentifier("bridge-address")
            .lineLimit(1...4)
            .font(.code)
            .foregroundStyle(theme[\.txt])
            .autocorrectionDisabled()
            .textInputAutocapitalization(.never)
            .keyboardType(.URL)
            reading
            Button {
                foundNothing = !Pasteboard.paste { text = $0 }
            } label: {
                RowLabel("Paste", systemImage: "doc.on.clipboard")
            }
            if foundNothing { NothingToPaste() }
            if CodeScannerView.isAvailable {
                Button {
                    isScanning = true
                } label: {
                    RowLabel("Scan code", systemImage: "qrcode.viewfinder")
                }
            }
            if push.address != nil {
                Button(role: .destructive) {
                    push.choose(address: nil)
                    text = ""
                } label: {
                    Text("Remove the address")
                }
            }
        } header: {
            SectionHeader("Bridge address")
        } footer: {
            Text(
                "Optional: enclave bridge pair prints it. With it Enclave tells the bridge by itself when a push token, a Live Activity or one of these settings changes. It is sealed for the bridge; on the way this device's random name shows, and its network address. Without it you copy each renewal."
            )
            .foregroundStyle(theme[\.muted])
        }
        .onChange(of: text) { foundNothing = false }
        .onChange(of: push.address) { _, address in text = address?.text ?? "" }
        .sheet(isPresented: $isScanning) {
            SheetStack {
                CodeScannerView { found in
                    text = found
                    isScanning = false
                }
                .ignoresSafeArea()
                .navigationTitle(Text("Scan code"))
                .navigationBarTitleDisplayMode(.inline)
            }
        }
    }

    /// What the text is: an address to use, or why it is none.
    @ViewBuilder private var reading: some View {
        switch Self.read(text) {
        case .success(let address) where address != push.address:
            Button {
                push.choose(address: address)
                text = address.text
            } label: {
                RowLabel("Use this address", systemImage: "checkmark.circle")
            }
        case .failure(let error) where error != .empty:
            Text(shown: Words.sentence(error.description, locale))
                .font(.footnote)
                .foregroundStyle(theme[\.advisor])
                .accessibilityIdentifier("bridge-address-refusal")
        default: EmptyView()
        }
    }

    private static func read(_ text: String) -> Result<BridgeAddress, BridgeAddressError> {
        do throws(BridgeAddressError) {
            return .success(try BridgeAddress(parsing: text))
        } catch {
            return .failure(error)
        }
    }
}
