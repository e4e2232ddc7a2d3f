import EnclaveAlerts
import SwiftUI

/// Notifications on a lock screen, one under the other: for pictures of what each privacy level lets them say.
package struct NotificationStack: View {
    @Environment(\.locale) private var locale
    private let drafts: (Locale) -> [AlertDraft]

    /// A stack.
    /// - Parameter drafts: the notifications, in the reader's language.
    package init(drafts: @escaping (Locale) -> [AlertDraft]) { self.drafts = drafts }

    /// The notifications.
    package var body: some View {
        ThemedRoot {
            VStack(spacing: Metrics.smallGap) {
                ForEach(Array(drafts(locale).enumerated()), id: \.offset) { _, draft in
                    NotificationPreview(draft: draft)
                }
            }
        }
    }
}
