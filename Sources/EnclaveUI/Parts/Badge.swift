import SwiftUI

/// A small upper-case mark: "control", "view", a guest's name, a count.
struct Badge: View {
    /// What a badge stands for.
    enum Tone { case plain, accent, ok, warning, task }

    @Environment(\.theme) private var theme

    private let text: Text
    private let tone: Tone
    private let symbol: String?

    init(_ key: LocalizedStringKey, tone: Tone = .plain, symbol: String? = nil) {
        text = Text(key)
        self.tone = tone
        self.symbol = symbol
    }

    /// A badge whose words are data, such as a name.
    init(verbatim: String, tone: Tone = .plain, symbol: String? = nil) {
        text = Text(shown: verbatim.onOneLine)
        self.tone = tone
        self.symbol = symbol
    }

    var body: some View {
        HStack(spacing: 4) {
            if let symbol {
                Image(systemName: symbol)
                    .font(.label)
                    .accessibilityHidden(true)
            }
            text
                .labelStyle()
                .lines(1, large: 2)
        }
        .foregroundStyle(color)
        .padding(.horizontal, 6)
        .padding(.vertical, 3)
        .background {
            RoundedRectangle(cornerRadius: Metrics.chipCorner).fill(color.opacity(0.12))
        }
        .overlay {
            RoundedRectangle(cornerRadius: Metrics.chipCorner).strokeBorder(color.opacity(0.45), lineWidth: 1)
        }
    }

    private var color: Color {
        switch tone {
        case .plain: theme[\.muted]
        case .accent: theme[\.accentText]
        case .ok: theme[\.ok]
        case .warning: theme[\.advisor]
        case .task: theme[\.task]
        }
    }
}
