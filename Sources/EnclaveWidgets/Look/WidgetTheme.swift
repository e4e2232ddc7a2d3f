import EnclaveContracts
import SwiftUI

/// The house's colours for widgets and Live Activities: the palette of the colour scheme in force.
struct WidgetTheme: Equatable {
    private let palette: Palette
    /// Whether this is the dark theme.
    let isDark: Bool

    /// The theme of a colour scheme.
    init(_ scheme: ColorScheme) {
        isDark = scheme == .dark
        palette = isDark ? .dark : .light
    }

    /// A colour of the palette: `theme[\.accent]`.
    subscript(token: KeyPath<Palette, ThemeColor>) -> Color {
        let color = palette[keyPath: token]
        return Color(.sRGB, red: color.red, green: color.green, blue: color.blue, opacity: color.opacity)
    }
}

/// Shape and spacing, as in the app.
enum WidgetMetrics {
    static let corner: CGFloat = 4
    static let gap: CGFloat = 8
    static let margin: CGFloat = 14
    /// The least height of anything that can be tapped.
    static let target: CGFloat = 44
    /// The largest text on a Live Activity: the system gives it 160 points, whatever the text size.
    static let largestActivityType = DynamicTypeSize.xLarge
    /// The largest text beside the camera: the system gives it one line of 37 points.
    static let largestIslandType = DynamicTypeSize.large
    /// The largest text on a widget, which has a size of its own.
    static let largestWidgetType = DynamicTypeSize.xxLarge
}

extension View {
    /// A tracked, bold, upper-case label.
    func widgetLabel() -> some View {
        font(.system(.caption2, design: .default, weight: .bold)).textCase(.uppercase).tracking(1.2)
    }

    /// Text that grows with the person's choice as far as a Live Activity has room.
    func activityType() -> some View { dynamicTypeSize(...WidgetMetrics.largestActivityType) }

    /// Text that grows as far as there is room beside the camera.
    func islandType() -> some View { dynamicTypeSize(...WidgetMetrics.largestIslandType) }

    /// The terminal voice.
    func widgetTerm() -> some View { font(.system(.footnote, design: .monospaced)) }
}

/// The house's button on a lock screen: a rectangle with an upper-case label.
struct WidgetBlockStyle: ButtonStyle {
    @Environment(\.colorScheme) private var scheme
    /// Filled, for the one action that goes on.
    var isMain = false
    /// Stops or refuses.
    var isDanger = false

    func makeBody(configuration: Configuration) -> some View {
        let theme = WidgetTheme(scheme)
        return configuration.label
            .widgetLabel()
            .lineLimit(1)
            .frame(maxWidth: .infinity, minHeight: WidgetMetrics.target)
            .foregroundStyle(isMain ? theme[\.onAccent] : isDanger ? theme[\.advisor] : theme[\.txt])
            .background(isMain ? theme[\.accent] : theme[\.glassFill])
            .clipShape(RoundedRectangle(cornerRadius: WidgetMetrics.corner))
            .overlay {
                RoundedRectangle(cornerRadius: WidgetMetrics.corner)
                    .strokeBorder(isMain ? theme[\.accentLine] : theme[\.lineStrong], lineWidth: 1)
            }
            .opacity(configuration.isPressed ? 0.7 : 1)
    }
}
