import ViewTree

/// A typeface at a size.
public struct Font: Hashable, Sendable {
    enum Base: Hashable, Sendable {
        case style(TextStyle)
        case system(CGFloat)
        case custom(String, CGFloat, TextStyle?)
    }

    var base: Base
    var weightValue: Weight?
    var designValue: Design?
    var isItalic = false
    var isMonospaced = false
    var hasMonospacedDigits = false
    var leadingValue: Leading?
    var isSmallCaps = false

    init(_ base: Base, weight: Weight? = nil, design: Design? = nil) {
        self.base = base
        weightValue = weight
        designValue = design
    }

    /// A role of text, which decides on its size.
    public enum TextStyle: CaseIterable, Sendable {
        /// The largest title.
        case largeTitle
        /// A title.
        case title
        /// A smaller title.
        case title2
        /// A still smaller title.
        case title3
        /// A heading.
        case headline
        /// A line under a heading.
        case subheadline
        /// Running text.
        case body
        /// A callout.
        case callout
        /// A footnote.
        case footnote
        /// A caption.
        case caption
        /// A smaller caption.
        case caption2
    }

    /// The thickness of strokes.
    public struct Weight: Hashable, Sendable {
        let value: Int
        /// 200.
        public static let ultraLight = Weight(value: 200)
        /// 250.
        public static let thin = Weight(value: 250)
        /// 300.
        public static let light = Weight(value: 300)
        /// 400.
        public static let regular = Weight(value: 400)
        /// 500.
        public static let medium = Weight(value: 500)
        /// 600.
        public static let semibold = Weight(value: 600)
        /// 700.
        public static let bold = Weight(value: 700)
        /// 800.
        public static let heavy = Weight(value: 800)
        /// 900.
        public static let black = Weight(value: 900)
    }

    /// The character of a typeface.
    public enum Design: Hashable, Sendable {
        /// The system's.
        case `default`
        /// With serifs.
        case serif
        /// Rounded.
        case rounded
        /// Of one width.
        case monospaced
    }

    /// The distance of lines.
    public enum Leading: Hashable, Sendable {
        /// The font's own.
        case standard
        /// Less.
        case tight
        /// More.
        case loose
    }

    /// The largest title.
    public static let largeTitle = Font(.style(.largeTitle))
    /// A title.
    public static let title = Font(.style(.title))
    /// A smaller title.
    public static let title2 = Font(.style(.title2))
    /// A still smaller title.
    public static let title3 = Font(.style(.title3))
    /// A heading.
    public static let headline = Font(.style(.headline))
    /// A line under a heading.
    public static let subheadline = Font(.style(.subheadline))
    /// Running text.
    public static let body = Font(.style(.body))
    /// A callout.
    public static let callout = Font(.style(.callout))
    /// A footnote.
    public static let footnote = Font(.style(.footnote))
    /// A caption.
    public static let caption = Font(.style(.caption))
    /// A smaller caption.
    public static let caption2 = Font(.style(.caption2))

    /// The system's font for a role.
    public static func system(
        _ style: Font.TextStyle, design: Font.Design? = nil, weight: Font.Weight? = nil
    ) -> Font {
        Font(.style(style), weight: weight, design: design)
    }

    /// The system's font at a fixed size.
    public static func system(
        size: CGFloat, weight: Font.Weight? = nil, design: Font.Design? = nil
    ) -> Font {
        Font(.system(size), weight: weight, design: design)
    }

    /// A font by name that grows with body text.
    public static func custom(_ name: String, size: CGFloat) -> Font { Font(.custom(name, size, .body)) }
    /// A font by name that grows with a role.
    public static func custom(_ name: String, size: CGFloat, relativeTo textStyle: Font.TextStyle) -> Font {
        Font(.custom(name, size, textStyle))
    }
    /// A font by name that does not grow.
    public static func custom(_ name: String, fixedSize: CGFloat) -> Font { Font(.custom(name, fixedSize, nil)) }

    private func with(_ change: (inout Font) -> Void) -> Font {
        var copy = self
        change(&copy)
        return copy
    }

    /// The italic form.
    public func italic() -> Font { with { $0.isItalic = true } }
    /// The bold form.
    public func bold() -> Font { with { $0.weightValue = .bold } }
    /// Another weight.
    public func weight(_ weight: Font.Weight) -> Font { with { $0.weightValue = weight } }
    /// Figures of one width.
    public func monospacedDigit() -> Font { with { $0.hasMonospacedDigits = true } }
    /// The form of one width.
    public func monospaced() -> Font { with { $0.isMonospaced = true } }
    /// Small capitals.
    public func smallCaps() -> Font { with { $0.isSmallCaps = true } }
    /// Another distance of lines.
    public func leading(_ leading: Font.Leading) -> Font { with { $0.leadingValue = leading } }

    /// The declarations for this font at the reader's type size.
    func css(_ typeSize: DynamicTypeSize) -> [(String, String)] {
        var size: Double
        var weight = weightValue
        var family: String?
        var line: Double
        switch base {
        case .style(let style):
            size = TypeScale.size(style, typeSize)
            line = TypeScale.lineHeight(style, size)
            if style == .headline, weight == nil { weight = .semibold }
        case .system(let fixed):
            size = Double(fixed)
            line = (size * 1.2).rounded()
        case .custom(let name, let base, let style):
            size = Double(base)
            if let style { size *= TypeScale.size(style, typeSize) / TypeScale.size(style, .large) }
            line = (size * 1.2).rounded()
            family = "'\(name.filter { $0 != "'" && $0 != "\\" })',ui-monospace,monospace"
        }
        switch leadingValue {
        case .tight: line -= 2
        case .loose: line += 2
        default: break
        }
        var result = [("font-size", px(size)), ("line-height", px(line))]
        if let weight { result.append(("font-weight", String(weight.value))) }
        if isMonospaced {
            family = "var(--mono)"
        } else if family == nil {
            switch designValue {
            case .serif: family = "var(--serif)"
            case .rounded: family = "var(--rounded)"
            case .monospaced: family = "var(--mono)"
            default: break
            }
        }
        if let family { result.append(("font-family", family)) }
        if isItalic { result.append(("font-style", "italic")) }
        if hasMonospacedDigits { result.append(("font-variant-numeric", "tabular-nums")) }
        if isSmallCaps { result.append(("font-variant-caps", "small-caps")) }
        return result
    }
}

/// The reader's type size.
public enum DynamicTypeSize: Int, Hashable, Comparable, CaseIterable, Sendable {
    /// The smallest.
    case xSmall
    /// Small.
    case small
    /// Below the usual.
    case medium
    /// The usual.
    case large
    /// Above the usual.
    case xLarge
    /// Larger.
    case xxLarge
    /// The largest without accessibility sizes.
    case xxxLarge
    /// AX1.
    case accessibility1
    /// AX2.
    case accessibility2
    /// AX3.
    case accessibility3
    /// AX4.
    case accessibility4
    /// AX5.
    case accessibility5
    /// Whether layouts should give text more room.
    public var isAccessibilitySize: Bool { self >= .accessibility1 }
    /// Compares.
    public static func < (left: DynamicTypeSize, right: DynamicTypeSize) -> Bool { left.rawValue < right.rawValue }
}

/// Apple's published sizes of text styles.
enum TypeScale {
    private static let table: [Font.TextStyle: [Double]] = [
        .largeTitle: [31, 32, 33, 34, 36, 38, 40, 44, 48, 52, 56, 60],
        .title: [25, 26, 27, 28, 30, 32, 34, 38, 43, 48, 53, 58],
        .title2: [19, 20, 21, 22, 24, 26, 28, 34, 39, 44, 50, 56],
        .title3: [17, 18, 19, 20, 22, 24, 26, 31, 37, 43, 49, 55],
        .headline: [14, 15, 16, 17, 19, 21, 23, 28, 33, 40, 47, 53],
        .body: [14, 15, 16, 17, 19, 21, 23, 28, 33, 40, 47, 53],
        .callout: [13, 14, 15, 16, 18, 20, 22, 26, 32, 38, 44, 51],
        .subheadline: [12, 13, 14, 15, 17, 19, 21, 25, 30, 36, 42, 49],
        .footnote: [12, 12, 12, 13, 15, 17, 19, 23, 27, 33, 38, 44],
        .caption: [11, 11, 11, 12, 14, 16, 18, 22, 26, 32, 37, 43],
        .caption2: [11, 11, 11, 11, 13, 15, 17, 20, 24, 29, 34, 40],
    ]

    static func size(_ style: Font.TextStyle, _ typeSize: DynamicTypeSize) -> Double {
        table[style]?[typeSize.rawValue] ?? 17
    }

    static func lineHeight(_ style: Font.TextStyle, _ size: Double) -> Double {
        (size * (style == .largeTitle || style == .title ? 1.21 : 1.29)).rounded()
    }
}
