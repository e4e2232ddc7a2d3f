import EnclaveContracts
import SwiftUI

/// Says what a session does by shape as well as by colour: the system may take the colours away.
struct PhaseMark: View {
    @Environment(\.colorScheme) private var scheme
    let phase: ActivityContent.Phase
    var isStale = false

    var body: some View {
        Image(systemName: symbol)
            .font(.system(.footnote, design: .default, weight: .bold))
            .foregroundStyle(color)
            .accessibilityLabel(Text(phase.words))
    }

    private var symbol: String {
        if isStale && phase != .ended { return "wifi.slash" }
        return switch phase {
        case .working: "waveform.path.ecg"
        case .asking: "questionmark.circle.fill"
        case .idle: "checkmark.circle"
        case .away: "wifi.slash"
        case .ended: "stop.circle"
        }
    }

    private var color: Color {
        let theme = WidgetTheme(scheme)
        return switch phase {
        case .working, .asking: theme[\.accentText]
        case .idle: theme[\.ok]
        case .away, .ended: theme[\.muted]
        }
    }
}

extension ActivityContent.Phase {
    /// The phase in words.
    var words: LocalizedStringKey {
        switch self {
        case .working: "working"
        case .asking: "waiting for you"
        case .idle: "idle"
        case .away: "not connected"
        case .ended: "ended"
        }
    }
}
