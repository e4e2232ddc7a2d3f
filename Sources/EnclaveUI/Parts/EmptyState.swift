import SwiftUI

/// What a screen shows when it has nothing: what would be here, and the way to get it.
struct EmptyState<Actions: View>: View {
    @Environment(\.theme) private var theme

    private let symbol: String
    private let title: LocalizedStringKey
    private let message: LocalizedStringKey
    private let actions: Actions

    init(
        symbol: String, title: LocalizedStringKey, message: LocalizedStringKey,
        @ViewBuilder actions: () -> Actions = { EmptyView() }
    ) {
        self.symbol = symbol
        self.title = title
        self.message = message
        self.actions = actions()
    }

    /// Scrolls when large text needs more room than there is.
    var body: some View {
        ViewThatFits(in: .vertical) {
            content
            ScrollView { content }
        }
    }

    private var content: some View {
        VStack(spacing: Metrics.gap) {
            Image(systemName: symbol)
                .font(.largeTitle)
                .foregroundStyle(theme[\.accent])
                .accessibilityHidden(true)
            Text(title)
                .displayStyle()
                .foregroundStyle(theme[\.txt])
                .multilineTextAlignment(.center)
                // Black capitals are wide: at the largest sizes one word of nine letters would not stand in a line.
                .dynamicTypeSize(...DynamicTypeSize.accessibility3)
                .accessibilityAddTraits(.isHeader)
            Text(message)
                .font(.callout)
                .foregroundStyle(theme[\.body])
                .multilineTextAlignment(.center)
                .fixedSize(horizontal: false, vertical: true)
            actions
        }
        .padding(Metrics.margin * 2)
        .frame(maxWidth: .infinity)
    }
}
