import ViewTree

/// What a style paints, as CSS.
struct Paint: Equatable, Sendable {
    /// Usable where CSS wants a background.
    var background: String
    /// Usable where CSS wants a colour.
    var color: String
    /// What stands behind glass: a blur radius in points.
    var blur: Double?

    init(color: String) {
        background = color
        self.color = color
    }

    init(background: String, color: String, blur: Double? = nil) {
        self.background = background
        self.color = color
        self.blur = blur
    }
}

/// A way to fill shapes and text.
public protocol ShapeStyle: Sendable {
    /// The style as the stand-in paints it, where it does.
    nonisolated func _paint(in environment: EnvironmentValues) -> _PaintedStyle
    /// The type of the style that this one becomes in an environment.
    associatedtype Resolved: ShapeStyle = Never
    /// The style that this one becomes in an environment.
    func resolve(in environment: EnvironmentValues) -> Self.Resolved
}

extension ShapeStyle {
    /// A custom style paints what it resolves to.
    public nonisolated func _paint(in environment: EnvironmentValues) -> _PaintedStyle {
        resolve(in: environment)._paint(in: environment)
    }
}

extension ShapeStyle where Resolved == Never {
    /// The stand-in's own styles do not resolve: they paint.
    public func resolve(in environment: EnvironmentValues) -> Never { preconditionFailure("a primitive style") }
}

extension Never: ShapeStyle {}

extension Never {
    /// Never called.
    public nonisolated func _paint(in environment: EnvironmentValues) -> _PaintedStyle { switch self {} }
}

/// A style, painted.
public struct _PaintedStyle: Equatable, Sendable {
    var paint: Paint
    init(_ paint: Paint) { self.paint = paint }
}

/// A colour.
public struct Color: Hashable, Sendable {
    enum Base: Hashable, Sendable {
        case rgb(Double, Double, Double)
        case named(String)
        case asset(String)
        case clear
    }

    let base: Base
    let alpha: Double

    init(base: Base, alpha: Double = 1) {
        self.base = base
        self.alpha = alpha
    }

    /// The space in which components are meant.
    public enum RGBColorSpace: Hashable, Sendable {
        /// The web's.
        case sRGB
        /// The web's, linear.
        case sRGBLinear
        /// Wide.
        case displayP3
    }

    /// A colour of red, green and blue.
    public init(
        _ colorSpace: Color.RGBColorSpace = .sRGB, red: Double, green: Double, blue: Double, opacity: Double = 1
    ) {
        self.init(base: .rgb(red, green, blue), alpha: opacity)
    }

    /// A grey.
    public init(_ colorSpace: Color.RGBColorSpace = .sRGB, white: Double, opacity: Double = 1) {
        self.init(base: .rgb(white, white, white), alpha: opacity)
    }

    /// A colour of hue, saturation and brightness.
    public init(hue: Double, saturation: Double, brightness: Double, opacity: Double = 1) {
        let sector = (hue - hue.rounded(.down)) * 6
        let chroma = brightness * saturation
        let second = chroma * (1 - abs(sector.truncatingRemainder(dividingBy: 2) - 1))
        let floor = brightness - chroma
        let (red, green, blue): (Double, Double, Double) =
            switch Int(sector) {
            case 0: (chroma, second, 0)
            case 1: (second, chroma, 0)
            case 2: (0, chroma, second)
            case 3: (0, second, chroma)
            case 4: (second, 0, chroma)
            default: (chroma, 0, second)
            }
        self.init(base: .rgb(red + floor, green + floor, blue + floor), alpha: opacity)
    }

    /// A colour of the asset catalog.
    public init(_ name: String, bundle: Bundle? = nil) { self.init(base: .asset(name)) }

    /// The same colour, more transparent.
    public func opacity(_ opacity: Double) -> Color { Color(base: base, alpha: alpha * opacity) }

    /// The CSS colour.
    var css: String {
        switch base {
        case .rgb(let red, let green, let blue):
            let numbers = [red, green, blue].map { String(Int((min(max($0, 0), 1) * 255).rounded())) }
            return alpha >= 1
                ? "rgb(\(numbers.joined(separator: ",")))"
                : "rgba(\(numbers.joined(separator: ",")),\(cssNumber(alpha)))"
        case .named(let name): return mix("var(--\(name))")
        case .asset(let name): return mix("var(--asset-\(name),var(--accent))")
        case .clear: return "transparent"
        }
    }

    private func mix(_ text: String) -> String {
        alpha >= 1 ? text : "color-mix(in srgb,\(text) \(cssNumber(alpha * 100))%,transparent)"
    }

    /// Red.
    public static let red = Color(base: .named("red"))
    /// Orange.
    public static let orange = Color(base: .named("orange"))
    /// Yellow.
    public static let yellow = Color(base: .named("yellow"))
    /// Green.
    public static let green = Color(base: .named("green"))
    /// Mint.
    public static let mint = Color(base: .named("mint"))
    /// Teal.
    public static let teal = Color(base: .named("teal"))
    /// Cyan.
    public static let cyan = Color(base: .named("cyan"))
    /// Blue.
    public static let blue = Color(base: .named("blue"))
    /// Indigo.
    public static let indigo = Color(base: .named("indigo"))
    /// Purple.
    public static let purple = Color(base: .named("purple"))
    /// Pink.
    public static let pink = Color(base: .named("pink"))
    /// Brown.
    public static let brown = Color(base: .named("brown"))
    /// White.
    public static let white = Color(base: .rgb(1, 1, 1))
    /// Grey.
    public static let gray = Color(base: .named("gray"))
    /// Black.
    public static let black = Color(base: .rgb(0, 0, 0))
    /// Nothing.
    public static let clear = Color(base: .clear)
    /// The colour of primary content.
    public static let primary = Color(base: .named("label"))
    /// The colour of secondary content.
    public static let secondary = Color(base: .named("label2"))
    /// The app's accent colour.
    public static let accentColor = Color(base: .named("accent"))

    /// A gradient made of this colour.
    public var gradient: AnyGradient { AnyGradient(Gradient(colors: [opacity(0.85), self])) }
}

extension Color: ShapeStyle {
    /// Paints itself.
    public typealias Resolved = Never
    /// How the style is painted here.
    public func _paint(in environment: EnvironmentValues) -> _PaintedStyle {
        _PaintedStyle(Paint(color: css))
    }
}

extension Color: View {
    /// None.
    public typealias Body = Never
    /// How the view graph brings a place up to date.
    @MainActor public static func _evaluate(_ view: Self, in node: _ViewNode) {
        let box = node.box(classes: "fill", layout: .greedy(width: true, height: true))
        box.style = Style(("background", view.css))
        node.leaf(box)
    }
}

extension ShapeStyle where Self == Color {
    /// Red.
    public static var red: Color { Color.red }
    /// Orange.
    public static var orange: Color { Color.orange }
    /// Yellow.
    public static var yellow: Color { Color.yellow }
    /// Green.
    public static var green: Color { Color.green }
    /// Mint.
    public static var mint: Color { Color.mint }
    /// Teal.
    public static var teal: Color { Color.teal }
    /// Cyan.
    public static var cyan: Color { Color.cyan }
    /// Blue.
    public static var blue: Color { Color.blue }
    /// Indigo.
    public static var indigo: Color { Color.indigo }
    /// Purple.
    public static var purple: Color { Color.purple }
    /// Pink.
    public static var pink: Color { Color.pink }
    /// Brown.
    public static var brown: Color { Color.brown }
    /// White.
    public static var white: Color { Color.white }
    /// Grey.
    public static var gray: Color { Color.gray }
    /// Black.
    public static var black: Color { Color.black }
    /// Nothing.
    public static var clear: Color { Color.clear }
}

/// The style of content at one of four levels.
public struct HierarchicalShapeStyle: ShapeStyle {
    let level: Int
    /// The strongest level.
    public static let primary = HierarchicalShapeStyle(level: 1)
    /// The second level.
    public static let secondary = HierarchicalShapeStyle(level: 2)
    /// The third level.
    public static let tertiary = HierarchicalShapeStyle(level: 3)
    /// The fourth level.
    public static let quaternary = HierarchicalShapeStyle(level: 4)
    /// How the style is painted here.
    public func _paint(in environment: EnvironmentValues) -> _PaintedStyle {
        if let base = environment.builtin.foreground, level > 1 {
            let share = [100, 60, 30, 18][min(level, 4) - 1]
            return _PaintedStyle(Paint(color: "color-mix(in srgb,\(base.color) \(share)%,transparent)"))
        }
        return _PaintedStyle(Paint(color: level == 1 ? "var(--label)" : "var(--label\(level))"))
    }
}

extension ShapeStyle where Self == HierarchicalShapeStyle {
    /// The strongest level.
    public static var primary: HierarchicalShapeStyle { .init(level: 1) }
    /// The second level.
    public static var secondary: HierarchicalShapeStyle { .init(level: 2) }
    /// The third level.
    public static var tertiary: HierarchicalShapeStyle { .init(level: 3) }
    /// The fourth level.
    public static var quaternary: HierarchicalShapeStyle { .init(level: 4) }
}

/// The tint of controls.
public struct TintShapeStyle: ShapeStyle {
    /// Creates the style.
    public init() {}
    /// How the style is painted here.
    public func _paint(in environment: EnvironmentValues) -> _PaintedStyle {
        _PaintedStyle(environment.builtin.tint ?? Paint(color: "var(--accent)"))
    }
}

extension ShapeStyle where Self == TintShapeStyle {
    /// The tint of controls.
    public static var tint: TintShapeStyle { TintShapeStyle() }
}

/// The ground of a window.
public struct BackgroundStyle: ShapeStyle {
    /// Creates the style.
    public init() {}
    /// How the style is painted here.
    public func _paint(in environment: EnvironmentValues) -> _PaintedStyle {
        _PaintedStyle(Paint(color: "var(--bg)"))
    }
}

extension ShapeStyle where Self == BackgroundStyle {
    /// The ground of a window.
    public static var background: BackgroundStyle { BackgroundStyle() }
}

/// The current foreground.
public struct ForegroundStyle: ShapeStyle {
    /// Creates the style.
    public init() {}
    /// How the style is painted here.
    public func _paint(in environment: EnvironmentValues) -> _PaintedStyle {
        _PaintedStyle(environment.builtin.foreground ?? Paint(color: "var(--label)"))
    }
}

extension ShapeStyle where Self == ForegroundStyle {
    /// The current foreground.
    public static var foreground: ForegroundStyle { ForegroundStyle() }
}

/// The line between rows.
public struct SeparatorShapeStyle: ShapeStyle {
    /// Creates the style.
    public init() {}
    /// How the style is painted here.
    public func _paint(in environment: EnvironmentValues) -> _PaintedStyle {
        _PaintedStyle(Paint(color: "var(--separator)"))
    }
}

extension ShapeStyle where Self == SeparatorShapeStyle {
    /// The line between rows.
    public static var separator: SeparatorShapeStyle { SeparatorShapeStyle() }
}

/// A ground of frosted glass.
public struct Material: Sendable {
    let name: String
    let blur: Double
    /// Mostly transparent.
    public static let ultraThin = Material(name: "ultrathin", blur: 12)
    /// More transparent than opaque.
    public static let thin = Material(name: "thin", blur: 18)
    /// Somewhat transparent.
    public static let regular = Material(name: "regular", blur: 24)
    /// More opaque than transparent.
    public static let thick = Material(name: "thick", blur: 30)
    /// Mostly opaque.
    public static let ultraThick = Material(name: "ultrathick", blur: 36)
    /// As bars have it.
    public static let bar = Material(name: "bar", blur: 24)
}

extension Material: ShapeStyle {
    /// Paints itself.
    public typealias Resolved = Never
    /// How the style is painted here.
    public func _paint(in environment: EnvironmentValues) -> _PaintedStyle {
        let text = "var(--material-\(name))"
        if environment.accessibilityReduceTransparency { return _PaintedStyle(Paint(color: "var(--bg2)")) }
        return _PaintedStyle(Paint(background: text, color: text, blur: blur))
    }
}

extension ShapeStyle where Self == Material {
    /// Somewhat transparent.
    public static var regularMaterial: Material { .regular }
    /// More opaque than transparent.
    public static var thickMaterial: Material { .thick }
    /// More transparent than opaque.
    public static var thinMaterial: Material { .thin }
    /// Mostly transparent.
    public static var ultraThinMaterial: Material { .ultraThin }
    /// Mostly opaque.
    public static var ultraThickMaterial: Material { .ultraThick }
    /// As bars have it.
    public static var bar: Material { .bar }
}

/// Colours on a line.
public struct Gradient: Hashable, Sendable {
    /// A colour at a place.
    public struct Stop: Hashable, Sendable {
        /// The colour.
        public var color: Color
        /// The place, 0 to 1.
        public var location: CGFloat
        /// Creates a stop.
        public init(color: Color, location: CGFloat) {
            self.color = color
            self.location = location
        }
    }
    /// The colours and their places.
    public var stops: [Gradient.Stop]
    /// A gradient of stops.
    public init(stops: [Gradient.Stop]) { self.stops = stops }
    /// A gradient of colours at equal distances.
    public init(colors: [Color]) {
        let last = max(colors.count - 1, 1)
        stops = colors.enumerated().map { Stop(color: $1, location: CGFloat($0) / CGFloat(last)) }
    }

    var css: String {
        stops.map { "\($0.color.css) \(cssNumber(Double($0.location) * 100))%" }.joined(separator: ",")
    }
}

/// A gradient along a line.
public struct LinearGradient: ShapeStyle {
    let gradient: Gradient
    let start: UnitPoint
    let end: UnitPoint

    /// A gradient between two points.
    public init(gradient: Gradient, startPoint: UnitPoint, endPoint: UnitPoint) {
        self.gradient = gradient
        start = startPoint
        end = endPoint
    }
    /// Colours between two points.
    public init(colors: [Color], startPoint: UnitPoint, endPoint: UnitPoint) {
        self.init(gradient: Gradient(colors: colors), startPoint: startPoint, endPoint: endPoint)
    }
    /// Stops between two points.
    public init(stops: [Gradient.Stop], startPoint: UnitPoint, endPoint: UnitPoint) {
        self.init(gradient: Gradient(stops: stops), startPoint: startPoint, endPoint: endPoint)
    }

    /// How the style is painted here.
    public func _paint(in environment: EnvironmentValues) -> _PaintedStyle {
        let angle = atan2(Double(end.x - start.x), Double(start.y - end.y)) * 180 / .pi
        return _PaintedStyle(
            Paint(
                background: "linear-gradient(\(cssNumber(angle))deg,\(gradient.css))",
                color: gradient.stops.first?.color.css ?? "transparent"))
    }
}

extension LinearGradient: View {
    /// None.
    public typealias Body = Never
    /// How the view graph brings a place up to date.
    @MainActor public static func _evaluate(_ view: Self, in node: _ViewNode) {
        paintFill(view, in: node)
    }
}

/// A gradient from a centre outwards.
public struct RadialGradient: ShapeStyle {
    let gradient: Gradient
    let center: UnitPoint
    let startRadius: CGFloat
    let endRadius: CGFloat

    /// A gradient around a centre.
    public init(gradient: Gradient, center: UnitPoint, startRadius: CGFloat, endRadius: CGFloat) {
        self.gradient = gradient
        self.center = center
        self.startRadius = startRadius
        self.endRadius = endRadius
    }
    /// Colours around a centre.
    public init(colors: [Color], center: UnitPoint, startRadius: CGFloat, endRadius: CGFloat) {
        self.init(
            gradient: Gradient(colors: colors), center: center, startRadius: startRadius, endRadius: endRadius)
    }

    /// How the style is painted here.
    public func _paint(in environment: EnvironmentValues) -> _PaintedStyle {
        let place = "\(cssNumber(Double(center.x) * 100))% \(cssNumber(Double(center.y) * 100))%"
        let span = Double(endRadius - startRadius)
        let stops = gradient.stops.map {
            "\($0.color.css) \(px(Double(startRadius) + span * Double($0.location)))"
        }
        return _PaintedStyle(
            Paint(
                background: "radial-gradient(circle at \(place),\(stops.joined(separator: ",")))",
                color: gradient.stops.first?.color.css ?? "transparent"))
    }
}

extension RadialGradient: View {
    /// None.
    public typealias Body = Never
    /// How the view graph brings a place up to date.
    @MainActor public static func _evaluate(_ view: Self, in node: _ViewNode) { paintFill(view, in: node) }
}

/// A gradient whose direction the user of it decides.
public struct AnyGradient: ShapeStyle, Hashable {
    let gradient: Gradient
    /// Wraps a gradient.
    public init(_ gradient: Gradient) { self.gradient = gradient }
    /// How the style is painted here.
    public func _paint(in environment: EnvironmentValues) -> _PaintedStyle {
        LinearGradient(gradient: gradient, startPoint: .top, endPoint: .bottom)._paint(in: environment)
    }
}

/// A style of any type.
public struct AnyShapeStyle: ShapeStyle {
    let base: any ShapeStyle
    /// Hides the type of a style.
    public init<S: ShapeStyle>(_ style: S) { base = style }
    /// How the style is painted here.
    public func _paint(in environment: EnvironmentValues) -> _PaintedStyle {
        base._paint(in: environment)
    }
}

extension ShapeStyle {
    func paint(in environment: EnvironmentValues) -> Paint { _paint(in: environment).paint }

    /// The same style, more transparent.
    public func opacity(_ opacity: Double) -> some ShapeStyle { FadedStyle(base: self, opacity: opacity) }
}

struct FadedStyle<Base: ShapeStyle>: ShapeStyle {
    let base: Base
    let opacity: Double
    func _paint(in environment: EnvironmentValues) -> _PaintedStyle {
        let paint = base.paint(in: environment)
        let faded = "color-mix(in srgb,\(paint.color) \(cssNumber(opacity * 100))%,transparent)"
        return _PaintedStyle(Paint(background: faded, color: faded, blur: paint.blur))
    }
}

@MainActor func paintFill<Style: ShapeStyle>(_ style: Style, in node: _ViewNode) {
    let box = node.box(classes: "fill", layout: .greedy(width: true, height: true))
    box.style = paintedBackground(style.paint(in: node.environment))
    node.leaf(box)
}

/// The declarations that paint a ground.
func paintedBackground(_ paint: Paint) -> Style {
    var style = Style(("background", paint.background))
    if let blur = paint.blur { style["backdrop-filter"] = "blur(\(px(blur))) saturate(1.6)" }
    return style
}
