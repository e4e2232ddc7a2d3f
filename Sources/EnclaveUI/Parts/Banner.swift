import SwiftUI

/// A line across the screen that says what is wrong or under way, with at most one way out.
struct Banner: View {
    /// How serious it is.
    enum Tone { case info, working, error }

    @Environment(\.theme) private var theme

    let tone: Tone
    let text: Text
    var actionTitle: LocalizedStringKey?
    var action: (@MainActor () -> Void)?

    var body: some View {
        AdaptiveRow {
            HStack(spacing: Metrics.smallGap) {
                Image(systemName: symbol)
                    .font(.footnote)
                    .foregroundStyle(color)
                    .accessibilityHidden(true)
                // However long a host's words are, the way out stays in reach.
                text
                    .lineLimit(20)
                    .font(.footnote)
                    .foregroundStyle(theme[\.txt])
                    .frame(maxWidth: .infinity, alignment: .leading)
                    .fixedSize(horizontal: false, vertical: true)
            }
            if let actionTitle, let action {
                Button(action: action) { Text(actionTitle) }
                    .buttonStyle(BlockStyle())
            }
        }
        .padding(.horizontal, Metrics.margin)
        .padding(.vertical, Metrics.smallGap)
        .background(theme[\.panel])
        .overlay(alignment: .leading) {
            Rectangle().fill(color).frame(width: 3).accessibilityHidden(true)
        }
        .accessibilityElement(children: .combine)
    }

    private var symbol: String {
        switch tone {
        case .info: "info.circle"
        case .working: "arrow.clockwise"
        case .error: "exclamationmark.triangle"
        }
    }

    private var color: Color {
        switch tone {
        case .info: theme[\.task]
        case .working: theme[\.accent]
        case .error: theme[\.advisor]
        }
    }
}
