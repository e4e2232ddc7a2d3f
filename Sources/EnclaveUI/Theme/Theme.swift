import EnclaveContracts
import SwiftUI

/// The theme a view draws with: the palette of the colour scheme in force, as SwiftUI colours.
///
/// Views read it from the environment: `@Environment(\.theme) private var theme`.
struct Theme: Equatable {
    /// The tokens, for whoever needs numbers.
    let palette: Palette
    /// Whether this is the dark theme.
    let isDark: Bool

    static let dark = Theme(palette: .dark, isDark: true)
    static let light = Theme(palette: .light, isDark: false)

    /// A colour of the palette: `theme[\.accent]`.
    subscript(token: KeyPath<Palette, ThemeColor>) -> Color {
        Color(palette[keyPath: token])
    }
}

extension Color {
    /// The SwiftUI colour of a token.
    init(_ color: ThemeColor) {
        self.init(.sRGB, red: color.red, green: color.green, blue: color.blue, opacity: color.opacity)
    }
}

private struct ThemeKey: EnvironmentKey {
    static let defaultValue = Theme.dark
}

extension EnvironmentValues {
    /// The theme in force; set once by ``ThemedRoot``.
    var theme: Theme {
        get { self[ThemeKey.self] }
        set { self[ThemeKey.self] = newValue }
    }
}

/// Gives everything below it the theme of the colour scheme in force.
struct ThemedRoot<Content: View>: View {
    @Environment(\.colorScheme) private var scheme
    @Environment(\.accessibilityReduceMotion) private var reduceMotion
    private let content: Content

    init(@ViewBuilder content: () -> Content) {
        self.content = content()
    }

    var body: some View {
        let theme = scheme == .dark ? Theme.dark : Theme.light
        content
            .environment(\.theme, theme)
            .tint(theme[\.accentText])
            .background(theme[\.bg].ignoresSafeArea())
            .animation(reduceMotion ? nil : .easeInOut(duration: Motion.themeChange), value: scheme)
    }
}

/// Durations and scales of the house's motion; all of it is off under Reduce Motion.
enum Motion {
    /// A press: scale, and seconds.
    static let pressScale = 0.975
    static let press = 0.12
    /// Seconds a theme change takes.
    static let themeChange = 0.35
    /// Seconds of one pulse of a ``LiveDot``.
    static let pulse = 1.8
}

/// Shape and spacing of the house: "vertical rectangle, brutalist glass".
enum Metrics {
    static let corner: CGFloat = 4
    static let chipCorner: CGFloat = 2
    static let hairline: CGFloat = 1
    /// The smallest side of anything that can be tapped.
    static let target: CGFloat = 44
    /// From the edge of the screen to its content.
    static let margin: CGFloat = 16
    static let gap: CGFloat = 12
    static let smallGap: CGFloat = 8
    /// Lines of text stay readable on wide screens.
    static let readableWidth: CGFloat = 720
}
