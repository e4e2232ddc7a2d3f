import SwiftUI

/// The voices of the house. All of them scale with Dynamic Type.
extension Font {
    /// Display: black, for upper-case headlines.
    static let display = Font.system(.title2, design: .default, weight: .black)
    /// The name of a screen.
    static let screenTitle = Font.system(.largeTitle, design: .default, weight: .black)
    /// Display on small surfaces.
    static let displaySmall = Font.system(.headline, design: .default, weight: .black)
    /// Labels: bold, used with tracking and upper case.
    static let label = Font.system(.caption2, design: .default, weight: .bold)
    /// The agent's prose.
    static let prose = Font.system(.body, design: .serif)
    /// Code, output, paths.
    static let code = Font.system(.footnote, design: .monospaced)
    /// Figures that must not jump.
    static let figures = Font.system(.footnote, design: .default, weight: .semibold).monospacedDigit()

    /// The terminal voice: VT323, or the system's monospaced font where the file is missing.
    ///
    /// - Parameter size: points at the default text size; scales with `style`.
    static func terminal(_ size: CGFloat = 17, relativeTo style: Font.TextStyle = .body) -> Font {
        TerminalFont.isAvailable
            ? .custom(TerminalFont.name, size: size, relativeTo: style)
            : .system(style, design: .monospaced)
    }
}

extension View {
    /// The terminal voice (VT323 with its fallback).
    func term(_ size: CGFloat = 17, relativeTo style: Font.TextStyle = .body) -> some View {
        font(.terminal(size, relativeTo: style))
    }

    /// An upper-case headline.
    func displayStyle() -> some View {
        font(.display).textCase(.uppercase).tracking(0.5)
    }

    /// A tracked, bold, upper-case label.
    func labelStyle() -> some View {
        font(.label).textCase(.uppercase).tracking(1.2)
    }
}
