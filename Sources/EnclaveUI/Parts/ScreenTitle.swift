import SwiftUI

/// The name of a screen, set large and black at the head of its content.
struct ScreenTitle: View {
    @Environment(\.theme) private var theme

    private let key: LocalizedStringKey

    init(_ key: LocalizedStringKey) { self.key = key }

    var body: some View {
        VStack(alignment: .leading, spacing: 10) {
            Text(key)
                .font(.screenTitle)
                .textCase(.uppercase)
                .foregroundStyle(theme[\.txt])
                // Black capitals are wide: at the largest sizes one word of nine letters would not stand in a line.
                .dynamicTypeSize(...DynamicTypeSize.accessibility3)
                .accessibilityAddTraits(.isHeader)
            Rectangle()
                .fill(theme[\.accent])
                .frame(width: 44, height: 4)
                .accessibilityHidden(true)
        }
        .padding(.top, Metrics.gap)
        .frame(maxWidth: .infinity, alignment: .leading)
    }
}

extension View {
    /// Names a screen whose content begins with a ``ScreenTitle``: the bar keeps its name for VoiceOver and for the back
    /// button, and shows none.
    func titledScreen(_ key: LocalizedStringKey) -> some View {
        navigationTitle(Text(key))
            .navigationBarTitleDisplayMode(.inline)
            .toolbar {
                ToolbarItem(placement: .principal) { Color.clear.frame(width: 1, height: 1).accessibilityHidden(true) }
            }
    }
}
