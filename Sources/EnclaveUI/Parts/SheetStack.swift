import SwiftUI

/// What stands on a sheet that nothing is decided in: screens with a way out, and an edge. Where the ground is black the
/// sheet would have none.
struct SheetStack<Content: View>: View {
    @Environment(\.theme) private var theme
    @Environment(\.dismiss) private var dismiss
    @ViewBuilder let content: Content

    var body: some View {
        NavigationStack {
            content.toolbar {
                ToolbarItem(placement: .confirmationAction) {
                    Button {
                        dismiss()
                    } label: {
                        Text("Done")
                    }
                    .keyboardShortcut(.cancelAction)
                }
            }
        }
        .overlay {
            RoundedRectangle(cornerRadius: Metrics.corner)
                .strokeBorder(theme[\.lineStrong], lineWidth: Metrics.hairline)
                .ignoresSafeArea()
                .allowsHitTesting(false)
                .accessibilityHidden(true)
        }
        .presentationCornerRadius(Metrics.corner)
    }
}
