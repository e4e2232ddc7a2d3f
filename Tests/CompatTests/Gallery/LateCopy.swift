import SwiftUI
import UIKit

/// Copies and speaks after it has waited; in a file without Testing, which together with UIKit asks for an overlay that
/// only Apple's toolchain has.
struct LateCopy: View {
    let words: String
    let gate: AsyncStream<Void>
    let done: () -> Void

    var body: some View {
        Button("Copy") {
            Task {
                for await _ in gate {}
                UIPasteboard.general.string = words
                AccessibilityNotification.Announcement(words).post()
                done()
            }
        }
    }
}
