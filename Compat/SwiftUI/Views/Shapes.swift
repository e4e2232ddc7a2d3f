import ViewTree

/// The outline of a shape, as far as CSS can draw it.
public enum _ShapeOutline: Equatable, Sendable {
    case rectangle
    case rounded([Double])
    case capsule
    case circle
    case path(String)

    var css: Style {
        switch self {
        case .rectangle: Style()
        case .rounded(let corners): Style(("border-radius", corners.map(px).joined(separator: " ")))
        case .capsule: Style(("border-radius", "9999px"))
        case .circle: Style(("border-radius", "50%"))
        case .path(let data): Style(("clip-path", "path('\(data)')"))
        }
    }
}

/// An outline that can be filled.
public protocol Shape: Sendable, View {
    /// The outline in a rectangle.
    nonisolated func path(in rect: CGRect) -> Path
    /// The outline as CSS draws it.
    nonisolated var _outline: _ShapeOutline { get }
}

extension Shape {
    /// A shape of the app's own is drawn by its path in a field of 100 points.
    public nonisolated var _outline: _ShapeOutline {
        .path(path(in: CGRect(x: 0, y: 0, width: 100, height: 100)).data)
    }
    /// A shape by itself is filled with the foreground.
    @MainActor public static func _evaluate(_ view: Self, in node: _ViewNode) {
        FilledShape.draw(view, ForegroundStyle(), line: nil, in: node)
    }
}

extension Shape {
    /// None.
    public var body: some View { FilledShape(shape: self, style: ForegroundStyle(), line: nil) }
}

/// A shape that can draw its border inside.
public protocol InsettableShape: Shape {
    /// The type of the smaller shape.
    associatedtype InsetShape: InsettableShape
    /// A smaller shape.
    nonisolated func inset(by amount: CGFloat) -> Self.InsetShape
}

struct FilledShape<S: Shape, Paint: ShapeStyle> {
    let shape: S
    let style: Paint
    let line: StrokeStyle?
    var isInside = false

    nonisolated init(shape: S, style: Paint, line: StrokeStyle?, isInside: Bool = false) {
        self.shape = shape
        self.style = style
        self.line = line
        self.isInside = isInside
    }

    @MainActor static func draw<Style: ShapeStyle>(
        _ shape: S, _ style: Style, line: StrokeStyle?, isInside: Bool = true, in node: _ViewNode
    ) where Paint == ForegroundStyle {
        FilledShape<S, Style>(shape: shape, style: style, line: line, isInside: isInside).draw(in: node)
    }

    @MainActor func draw(in node: _ViewNode) {
        let outline = shape._outline
        let isCircle = outline == .circle && shape is Circle
        let box = node.box(layout: .greedy(width: true, height: true))
        box.classes = isCircle ? "fill round" : "fill"
        let paint = style.paint(in: node.environment)
        var css = outline.css
        if let line {
            let width = Double(line.lineWidth)
            let kind = line.dash.isEmpty ? "solid" : "dashed"
            if case .path(let data) = outline {
                box.content = .html(
                    "<svg class=\"path\" viewBox=\"0 0 100 100\" preserveAspectRatio=\"none\"><path d=\"\(data)\" "
                        + "fill=\"none\" stroke=\"\(paint.color)\" stroke-width=\"\(cssNumber(width))\" "
                        + "vector-effect=\"non-scaling-stroke\"/></svg>")
                css = Style()
            } else if paint.background.hasPrefix("linear-gradient"), kind == "solid" {
                css["border"] = "\(px(width)) solid transparent"
                css["background"] = paint.background + " border-box"
                css["mask"] = "linear-gradient(#000 0 0) padding-box,linear-gradient(#000 0 0)"
                css["mask-composite"] = "exclude"
            } else {
                css["border"] = "\(px(width)) \(kind) \(paint.color)"
                if !isInside { css["margin"] = px(-width / 2) }
            }
        } else if case .path(let data) = outline {
            box.content = .html(
                "<svg class=\"path\" viewBox=\"0 0 100 100\" preserveAspectRatio=\"none\"><path d=\"\(data)\" "
                    + "fill=\"\(paint.color)\"/></svg>")
            css = Style()
        } else {
            css.merge(paintedBackground(paint))
        }
        box.style = css
        node.leaf(box)
    }
}

extension FilledShape: View {
    typealias Body = Never
    @MainActor static func _evaluate(_ view: Self, in node: _ViewNode) { view.draw(in: node) }
}

/// How a shape is filled.
public struct FillStyle: Equatable, Sendable {
    /// Whether crossings are left out.
    public var isEOFilled: Bool
    /// Whether edges are smoothed.
    public var isAntialiased: Bool
    /// Creates a style.
    public init(eoFill: Bool = false, antialiased: Bool = true) {
        isEOFilled = eoFill
        isAntialiased = antialiased
    }
}

/// How ends of lines look.
public enum CGLineCap: Int32, Sendable {
    /// Cut at the end.
    case butt
    /// Round.
    case round
    /// Cut past the end.
    case square
}

/// How corners of lines look.
public enum CGLineJoin: Int32, Sendable {
    /// Sharp.
    case miter
    /// Round.
    case round
    /// Cut.
    case bevel
}

/// How a line is drawn.
public struct StrokeStyle: Equatable, Sendable {
    /// The width, in points.
    public var lineWidth: CGFloat
    /// The ends.
    public var lineCap: CGLineCap
    /// The corners.
    public var lineJoin: CGLineJoin
    /// How far corners reach.
    public var miterLimit: CGFloat
    /// Lengths of dashes and gaps.
    public var dash: [CGFloat]
    /// Where dashes begin.
    public var dashPhase: CGFloat
    /// Creates a style.
    public init(
        lineWidth: CGFloat = 1, lineCap: CGLineCap = .butt, lineJoin: CGLineJoin = .miter, miterLimit: CGFloat = 10,
        dash: [CGFloat] = [], dashPhase: CGFloat = 0
    ) {
        self.lineWidth = lineWidth
        self.lineCap = lineCap
        self.lineJoin = lineJoin
        self.miterLimit = miterLimit
        self.dash = dash
        self.dashPhase = dashPhase
    }
}

extension Shape {
    /// Fills the shape.
    public nonisolated func fill<S: ShapeStyle>(_ content: S, style: FillStyle = FillStyle()) -> some View {
        FilledShape(shape: self, style: content, line: nil)
    }
    /// Draws the outline.
    public nonisolated func stroke<S: ShapeStyle>(_ content: S, lineWidth: CGFloat = 1) -> some View {
        FilledShape(shape: self, style: content, line: StrokeStyle(lineWidth: lineWidth))
    }
    /// Draws the outline.
    public nonisolated func stroke<S: ShapeStyle>(_ content: S, style: StrokeStyle) -> some View {
        FilledShape(shape: self, style: content, line: style)
    }
}

extension InsettableShape {
    /// Draws a border inside of the outline.
    public nonisolated func strokeBorder<S: ShapeStyle>(
        _ content: S, lineWidth: CGFloat = 1, antialiased: Bool = true
    ) -> some View {
        FilledShape(shape: self, style: content, line: StrokeStyle(lineWidth: lineWidth), isInside: true)
    }
    /// Draws a border inside of the outline.
    public nonisolated func strokeBorder<S: ShapeStyle>(
        _ content: S, style: StrokeStyle, antialiased: Bool = true
    ) -> some View {
        FilledShape(shape: self, style: content, line: style, isInside: true)
    }
}

/// A rectangle.
public struct Rectangle: InsettableShape {
    /// Creates a rectangle.
    public nonisolated init() {}
    /// The outline.
    public nonisolated func path(in rect: CGRect) -> Path { Path(rect) }
    /// A smaller rectangle.
    public nonisolated func inset(by amount: CGFloat) -> some InsettableShape { self }
    /// The outline as CSS draws it.
    public nonisolated var _outline: _ShapeOutline { .rectangle }
}

/// How corners are rounded.
public enum RoundedCornerStyle: Sendable {
    /// Quarter circles.
    case circular
    /// Smooth.
    case continuous
}

/// A rectangle with round corners.
public struct RoundedRectangle: InsettableShape {
    /// The radii.
    public var cornerSize: CGSize
    /// How corners are rounded.
    public var style: RoundedCornerStyle
    /// Creates a rectangle.
    public nonisolated init(cornerSize: CGSize, style: RoundedCornerStyle = .continuous) {
        self.cornerSize = cornerSize
        self.style = style
    }
    /// Creates a rectangle.
    public nonisolated init(cornerRadius: CGFloat, style: RoundedCornerStyle = .continuous) {
        self.init(cornerSize: CGSize(width: cornerRadius, height: cornerRadius), style: style)
    }
    /// The outline.
    public nonisolated func path(in rect: CGRect) -> Path { Path(roundedRect: rect, cornerRadius: cornerSize.width) }
    /// A smaller rectangle.
    public nonisolated func inset(by amount: CGFloat) -> some InsettableShape {
        RoundedRectangle(cornerRadius: max(0, cornerSize.width - amount), style: style)
    }
    /// The outline as CSS draws it.
    public nonisolated var _outline: _ShapeOutline { .rounded([Double(cornerSize.width)]) }
}

/// A rectangle with corners of different radii.
public struct UnevenRoundedRectangle: InsettableShape {
    /// The radii.
    public var cornerRadii: RectangleCornerRadii
    /// How corners are rounded.
    public var style: RoundedCornerStyle
    /// Creates a rectangle.
    public nonisolated init(cornerRadii: RectangleCornerRadii, style: RoundedCornerStyle = .continuous) {
        self.cornerRadii = cornerRadii
        self.style = style
    }
    /// Creates a rectangle.
    public nonisolated init(
        topLeadingRadius: CGFloat = 0, bottomLeadingRadius: CGFloat = 0, bottomTrailingRadius: CGFloat = 0,
        topTrailingRadius: CGFloat = 0, style: RoundedCornerStyle = .continuous
    ) {
        self.init(
            cornerRadii: RectangleCornerRadii(
                topLeading: topLeadingRadius, bottomLeading: bottomLeadingRadius,
                bottomTrailing: bottomTrailingRadius, topTrailing: topTrailingRadius), style: style)
    }
    /// The outline.
    public nonisolated func path(in rect: CGRect) -> Path {
        Path(roundedRect: rect, cornerRadius: cornerRadii.topLeading)
    }
    /// A smaller rectangle.
    public nonisolated func inset(by amount: CGFloat) -> some InsettableShape { self }
    /// The outline as CSS draws it.
    public nonisolated var _outline: _ShapeOutline {
        .rounded([
            Double(cornerRadii.topLeading), Double(cornerRadii.topTrailing), Double(cornerRadii.bottomTrailing),
            Double(cornerRadii.bottomLeading),
        ])
    }
}

/// Radii of four corners.
public struct RectangleCornerRadii: Equatable, Sendable {
    /// Upper leading.
    public var topLeading: CGFloat
    /// Lower leading.
    public var bottomLeading: CGFloat
    /// Lower trailing.
    public var bottomTrailing: CGFloat
    /// Upper trailing.
    public var topTrailing: CGFloat
    /// Creates radii.
    public init(
        topLeading: CGFloat = 0, bottomLeading: CGFloat = 0, bottomTrailing: CGFloat = 0, topTrailing: CGFloat = 0
    ) {
        self.topLeading = topLeading
        self.bottomLeading = bottomLeading
        self.bottomTrailing = bottomTrailing
        self.topTrailing = topTrailing
    }
}

/// A circle.
public struct Circle: InsettableShape {
    /// Creates a circle.
    public nonisolated init() {}
    /// The outline.
    public nonisolated func path(in rect: CGRect) -> Path { Path(ellipseIn: rect) }
    /// A smaller circle.
    public nonisolated func inset(by amount: CGFloat) -> some InsettableShape { self }
    /// The outline as CSS draws it.
    public nonisolated var _outline: _ShapeOutline { .circle }
}

/// An ellipse.
public struct Ellipse: InsettableShape {
    /// Creates an ellipse.
    public nonisolated init() {}
    /// The outline.
    public nonisolated func path(in rect: CGRect) -> Path { Path(ellipseIn: rect) }
    /// A smaller ellipse.
    public nonisolated func inset(by amount: CGFloat) -> some InsettableShape { self }
    /// The outline as CSS draws it.
    public nonisolated var _outline: _ShapeOutline { .circle }
}

/// A rectangle with half circles at its ends.
public struct Capsule: InsettableShape {
    /// How corners are rounded.
    public var style: RoundedCornerStyle
    /// Creates a capsule.
    public nonisolated init(style: RoundedCornerStyle = .continuous) { self.style = style }
    /// The outline.
    public nonisolated func path(in rect: CGRect) -> Path {
        Path(roundedRect: rect, cornerRadius: min(rect.width, rect.height) / 2)
    }
    /// A smaller capsule.
    public nonisolated func inset(by amount: CGFloat) -> some InsettableShape { self }
    /// The outline as CSS draws it.
    public nonisolated var _outline: _ShapeOutline { .capsule }
}

/// The outline of a line of points.
public struct Path: Equatable, Sendable {
    var data = ""
    /// An empty path.
    public init() {}
    /// A rectangle.
    public init(_ rect: CGRect) { addRect(rect) }
    /// A rectangle with round corners.
    public init(roundedRect rect: CGRect, cornerRadius: CGFloat, style: RoundedCornerStyle = .continuous) {
        addRoundedRect(in: rect, cornerSize: CGSize(width: cornerRadius, height: cornerRadius))
    }
    /// An ellipse.
    public init(ellipseIn rect: CGRect) { addEllipse(in: rect) }
    /// A path made by a closure.
    public init(_ callback: (inout Path) -> Void) { callback(&self) }

    private mutating func add(_ letter: String, _ numbers: [CGFloat]) {
        data += letter + numbers.map { cssNumber(Double($0)) }.joined(separator: " ")
    }
    /// Begins at a point.
    public mutating func move(to end: CGPoint) { add("M", [end.x, end.y]) }
    /// A line to a point.
    public mutating func addLine(to end: CGPoint) { add("L", [end.x, end.y]) }
    /// Lines through points.
    public mutating func addLines(_ lines: [CGPoint]) {
        for (index, point) in lines.enumerated() { index == 0 ? move(to: point) : addLine(to: point) }
    }
    /// A curve with one control point.
    public mutating func addQuadCurve(to end: CGPoint, control: CGPoint) {
        add("Q", [control.x, control.y, end.x, end.y])
    }
    /// A curve with two control points.
    public mutating func addCurve(to end: CGPoint, control1: CGPoint, control2: CGPoint) {
        add("C", [control1.x, control1.y, control2.x, control2.y, end.x, end.y])
    }
    /// A part of a circle.
    public mutating func addArc(
        center: CGPoint, radius: CGFloat, startAngle: Angle, endAngle: Angle, clockwise: Bool
    ) {
        let start = CGPoint(
            x: center.x + radius * cos(startAngle.radians), y: center.y + radius * sin(startAngle.radians))
        let end = CGPoint(x: center.x + radius * cos(endAngle.radians), y: center.y + radius * sin(endAngle.radians))
        data.isEmpty ? move(to: start) : addLine(to: start)
        let isLarge = abs(endAngle.radians - startAngle.radians) > .pi
        add("A", [radius, radius, 0, isLarge ? 1 : 0, clockwise ? 0 : 1, end.x, end.y])
    }
    /// A rectangle.
    public mutating func addRect(_ rect: CGRect) {
        move(to: CGPoint(x: rect.minX, y: rect.minY))
        addLine(to: CGPoint(x: rect.maxX, y: rect.minY))
        addLine(to: CGPoint(x: rect.maxX, y: rect.maxY))
        addLine(to: CGPoint(x: rect.minX, y: rect.maxY))
        closeSubpath()
    }
    /// A rectangle with round corners.
    public mutating func addRoundedRect(
        in rect: CGRect, cornerSize: CGSize, style: RoundedCornerStyle = .continuous
    ) {
        let (width, height) = (min(cornerSize.width, rect.width / 2), min(cornerSize.height, rect.height / 2))
        move(to: CGPoint(x: rect.minX + width, y: rect.minY))
        addLine(to: CGPoint(x: rect.maxX - width, y: rect.minY))
        add("A", [width, height, 0, 0, 1, rect.maxX, rect.minY + height])
        addLine(to: CGPoint(x: rect.maxX, y: rect.maxY - height))
        add("A", [width, height, 0, 0, 1, rect.maxX - width, rect.maxY])
        addLine(to: CGPoint(x: rect.minX + width, y: rect.maxY))
        add("A", [width, height, 0, 0, 1, rect.minX, rect.maxY - height])
        addLine(to: CGPoint(x: rect.minX, y: rect.minY + height))
        add("A", [width, height, 0, 0, 1, rect.minX + width, rect.minY])
        closeSubpath()
    }
    /// An ellipse.
    public mutating func addEllipse(in rect: CGRect) {
        move(to: CGPoint(x: rect.minX, y: rect.midY))
        add("A", [rect.width / 2, rect.height / 2, 0, 1, 1, rect.maxX, rect.midY])
        add("A", [rect.width / 2, rect.height / 2, 0, 1, 1, rect.minX, rect.midY])
        closeSubpath()
    }
    /// Back to where it began.
    public mutating func closeSubpath() { data += "Z" }
    /// Whether nothing is drawn.
    public var isEmpty: Bool { data.isEmpty }
}

extension Path: Shape {
    /// The path itself.
    public nonisolated func path(in rect: CGRect) -> Path { self }
}
