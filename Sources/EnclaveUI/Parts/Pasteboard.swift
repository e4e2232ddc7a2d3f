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

    /// The text that was copied last.
    static var text: String? { UIPasteboard.general.string }
}
