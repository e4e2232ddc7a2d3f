import SwiftUI

/// A glass surface: a wash, a hairline border and an inner highlight; opaque under Reduce Transparency.
private struct GlassSurface: ViewModifier {
    @Environment(\.theme) private var theme
    @Environment(\.accessibilityReduceTransparency) private var reduceTransparency
    @Environment(\.colorSchemeContrast) private var contrast

    let isRaised: Bool

    func body(content: Content) -> some View {
        content
            .background {
                RoundedRectangle(cornerRadius: Metrics.corner)
                    .fill(fill)
            }
            .overlay {
                RoundedRectangle(cornerRadius: Metrics.corner)
                    .strokeBorder(border, lineWidth: Metrics.hairline)
                    .allowsHitTesting(false)
            }
    }

    private var fill: Color {
        if reduceTransparency { return theme[\.bg2] }
        return isRaised ? theme[\.panel] : theme[\.glassFill]
    }

    private var border: Color {
        contrast == .increased ? theme[\.lineHover] : (theme.isDark ? theme[\.glassBorder] : theme[\.lineStrong])
    }
}

extension View {
    /// Puts the view on glass.
    /// - Parameter raised: for bars and sheets that lie over content.
    func glass(raised: Bool = false) -> some View {
        modifier(GlassSurface(isRaised: raised))
    }
}

/// A button that gives a little when pressed.
struct PressStyle: ButtonStyle {
    @Environment(\.accessibilityReduceMotion) private var reduceMotion

    func makeBody(configuration: Configuration) -> some View {
        configuration.label
            .scaleEffect(configuration.isPressed && !reduceMotion ? Motion.pressScale : 1)
            .opacity(configuration.isPressed ? 0.8 : 1)
            .animation(reduceMotion ? nil : .easeOut(duration: Motion.press), value: configuration.isPressed)
    }
}

/// The house's button: a rectangle with an upper-case label; filled for the one main action, outlined for others.
struct BlockStyle: ButtonStyle {
    /// How much a button stands out.
    enum Prominence { case main, plain, danger }

    @Environment(\.theme) private var theme
    @Environment(\.isEnabled) private var isEnabled
    @Environment(\.accessibilityReduceMotion) private var reduceMotion

    var prominence = Prominence.plain

    func makeBody(configuration: Configuration) -> some View {
        configuration.label
            .labelStyle()
            .multilineTextAlignment(.center)
            .foregroundStyle(foreground)
            .padding(.horizontal, Metrics.gap)
            .frame(minWidth: Metrics.target, minHeight: Metrics.target)
            .background {
                RoundedRectangle(cornerRadius: Metrics.corner)
                    .fill(prominence == .main && isEnabled ? theme[\.accent] : theme[\.glassFill])
            }
            .overlay {
                RoundedRectangle(cornerRadius: Metrics.corner)
                    .strokeBorder(border, lineWidth: Metrics.hairline)
            }
            .scaleEffect(configuration.isPressed && !reduceMotion ? Motion.pressScale : 1)
            .animation(reduceMotion ? nil : .easeOut(duration: Motion.press), value: configuration.isPressed)
            .contentShape(Rectangle())
    }

    /// A button that can't be used loses its fill; its words stay readable.
    private var foreground: Color {
        guard isEnabled else { return theme[\.muted] }
        return switch prominence {
        case .main: theme[\.onAccent]
        case .plain: theme[\.txt]
        case .danger: theme[\.advisor]
        }
    }

    private var border: Color {
        guard isEnabled else { return theme[\.line] }
        return switch prominence {
        case .main: theme[\.accentLine]
        case .plain: theme[\.lineStrong]
        case .danger: theme[\.advisor]
        }
    }
}
