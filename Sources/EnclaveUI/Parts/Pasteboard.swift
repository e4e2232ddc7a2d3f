import SwiftUI
import UIKit

/// Copies; secrets only for a while and only on this device (feature S5).
enum Pasteboard {
    /// How long a copied link stays, in seconds.
    static let secretLifetime: TimeInterval = 120

    /// The system's name for plain text in UTF-8.
    private static let plainText = "public.utf8-plain-text"

    /// Copies text of a transcript.
    static func copy(_ text: String) {
        UIPasteboard.general.string = text
    }

    /// Copies a link: it expires, and does not go to the person's other devices.
    static func copySecret(_ text: String) {
        UIPasteboard.general.setItems(
            [[plainText: text]],
            options: [.localOnly: true, .expirationDate: Date().addingTimeInterval(secretLifetime)])
    }

    /// Hands over the text that was copied last.
    /// - Returns: whether there was one.
    static func paste(_ take: (String) -> Void) -> Bool {
        guard let text = UIPasteboard.general.string, !text.isEmpty else { return false }
        take(text)
        return true
    }
}

/// Paste found no text: said, because a button that does nothing looks broken.
struct NothingToPaste: View {
    @Environment(\.theme) private var theme

    var body: some View {
        Text("There is no text to paste. Links copied in Enclave stay for two minutes.")
            .font(.footnote)
            .foregroundStyle(theme[\.advisor])
            .fixedSize(horizontal: false, vertical: true)
    }
}
