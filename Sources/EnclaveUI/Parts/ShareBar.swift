import SwiftUI

/// How much of a whole is used, with the figure beside it; warns above a limit by colour *and* symbol.
struct ShareBar: View {
    @Environment(\.theme) private var theme

    /// 0…1; more than 1 shows a full bar.
    let share: Double
    /// Above this share the bar warns.
    var limit = 0.8
    let label: LocalizedStringKey
    /// "51k of 200k · 26 %".
    let figures: String

    private var isHigh: Bool { share > limit }

    var body: some View {
        VStack(alignment: .leading, spacing: 6) {
            HStack {
                Text(label)
                    .labelStyle()
                    .foregroundStyle(theme[\.muted])
                Spacer()
                if isHigh {
                    Image(systemName: "exclamationmark.triangle")
                        .font(.label)
                        .foregroundStyle(theme[\.advisor])
                        .accessibilityLabel(Text("nearly full"))
                }
                Text(shown: figures)
                    .font(.figures)
                    .foregroundStyle(theme[\.txt])
            }
            ShareLine(share: share, color: isHigh ? theme[\.advisor] : theme[\.accent]).frame(height: 6)
        }
        .accessibilityElement(children: .combine)
    }
}

/// The bar alone, for a place that says in words how much it is.
struct ShareLine: View {
    @Environment(\.theme) private var theme

    /// 0…1; more than 1 shows a full bar.
    let share: Double
    let color: Color

    var body: some View {
        Rectangle()
            .fill(theme[\.line])
            .overlay { Rectangle().fill(color).scaleEffect(x: min(max(share, 0), 1), anchor: .leading) }
            .accessibilityHidden(true)
    }
}
