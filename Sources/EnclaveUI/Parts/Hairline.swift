import SwiftUI

/// A one-pixel line across.
struct Hairline: View {
    @Environment(\.theme) private var theme
    var isStrong = false

    var body: some View {
        Rectangle()
            .fill(isStrong ? theme[\.lineStrong] : theme[\.line])
            .frame(height: Metrics.hairline)
            .accessibilityHidden(true)
    }
}
