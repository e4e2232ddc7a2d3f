import SwiftUI

/// Views side by side, or one under the other at accessibility text sizes: there a row has no room for two.
struct AdaptiveRow<Content: View>: View {
    @Environment(\.dynamicTypeSize) private var typeSize
    private let alignment: VerticalAlignment
    private let spacing: CGFloat
    private let content: Content

    init(
        alignment: VerticalAlignment = .center, spacing: CGFloat = Metrics.smallGap,
        @ViewBuilder content: () -> Content
    ) {
        self.alignment = alignment
        self.spacing = spacing
        self.content = content()
    }

    var body: some View {
        if typeSize.isAccessibilitySize {
            VStack(alignment: .leading, spacing: spacing) { content }
        } else {
            HStack(alignment: alignment, spacing: spacing) { content }
        }
    }
}
