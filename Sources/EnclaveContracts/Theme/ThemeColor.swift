import Foundation

/// A colour in sRGB with opacity, as plain numbers: screens, widgets, terminal and tests share it.
public struct ThemeColor: Sendable, Hashable {
    /// 0…1, not linear.
    public var red: Double
    /// 0…1, not linear.
    public var green: Double
    /// 0…1, not linear.
    public var blue: Double
    /// 0 clear … 1 opaque.
    public var opacity: Double

    /// A colour from `0xRRGGBB` and an opacity.
    public init(_ hex: UInt32, opacity: Double = 1) {
        red = Double((hex >> 16) & 0xFF) / 255
        green = Double((hex >> 8) & 0xFF) / 255
        blue = Double(hex & 0xFF) / 255
        self.opacity = opacity
    }

    /// A colour from its components, 0…1 each.
    public init(red: Double, green: Double, blue: Double, opacity: Double = 1) {
        self.red = red
        self.green = green
        self.blue = blue
        self.opacity = opacity
    }

    /// The same colour with another opacity.
    public func opacity(_ opacity: Double) -> ThemeColor {
        ThemeColor(red: red, green: green, blue: blue, opacity: opacity)
    }

    /// The opaque colour that shows when this one lies over an opaque ground.
    public func over(_ ground: ThemeColor) -> ThemeColor {
        ThemeColor(
            red: red * opacity + ground.red * (1 - opacity),
            green: green * opacity + ground.green * (1 - opacity),
            blue: blue * opacity + ground.blue * (1 - opacity))
    }

    /// Relative luminance as WCAG 2 defines it; the opacity is not looked at.
    public var luminance: Double {
        func linear(_ value: Double) -> Double {
            value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
        }
        return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
    }

    /// WCAG 2 contrast ratio of this colour, as text, on an opaque ground: 1…21.
    public func contrast(on ground: ThemeColor) -> Double {
        let text = over(ground).luminance
        let back = ground.luminance
        return (max(text, back) + 0.05) / (min(text, back) + 0.05)
    }
}
