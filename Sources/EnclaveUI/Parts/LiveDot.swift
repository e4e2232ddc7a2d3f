import SwiftUI

/// A dot that says whether a session lives: filled and pulsing while it works, hollow while it waits or is away.
///
/// Colour is never the only sign: the shapes differ, and VoiceOver reads ``Status/label``.
struct LiveDot: View {
    /// What the dot can say.
    enum Status: Equatable {
        case working, live, reconnecting, away, unopened, ended

        /// For VoiceOver.
        var label: LocalizedStringKey {
            switch self {
            case .working: "working"
            case .live: "live"
            case .reconnecting: "reconnecting"
            case .away: "not connected"
            case .unopened: "not open"
            case .ended: "ended"
            }
        }
    }

    @Environment(\.theme) private var theme
    @Environment(\.accessibilityReduceMotion) private var reduceMotion
    @ScaledMetric(relativeTo: .caption) private var size: CGFloat = 9
    @State private var isPulsed = false

    let status: Status

    /// Points by which the halo goes beyond the dot at most: cards leave so much room, at whatever size of text.
    private static let reach: CGFloat = 5.5
    private var haloScale: CGFloat { 1 + 2 * Self.reach / max(size, 1) }

    var body: some View {
        ZStack {
            if status == .working && !reduceMotion {
                Circle()
                    .stroke(theme[\.accentLine], lineWidth: 1)
                    .scaleEffect(isPulsed ? haloScale : 1)
                    .opacity(isPulsed ? 0 : 1)
                    .animation(.easeOut(duration: Motion.pulse).repeatForever(autoreverses: false), value: isPulsed)
            }
            mark
        }
        .frame(width: size, height: size)
        .onAppear { isPulsed = true }
        .accessibilityElement(children: .ignore)
        .accessibilityLabel(Text(status.label))
    }

    @ViewBuilder private var mark: some View {
        switch status {
        case .working: Circle().fill(theme[\.accent])
        case .live: Circle().fill(theme[\.ok])
        case .reconnecting: Circle().strokeBorder(theme[\.accent], lineWidth: 2)
        case .away, .unopened: Circle().strokeBorder(theme[\.muted], lineWidth: 1.5)
        case .ended: Rectangle().fill(theme[\.muted]).frame(height: 2)
        }
    }
}
