/// The two directions of layout.
public enum Axis: Int8, CaseIterable, Sendable {
    /// Across.
    case horizontal
    /// Down.
    case vertical
    /// A set of axes.
    public struct Set: OptionSet, Sendable {
        /// The bits.
        public let rawValue: Int8
        /// Creates a set.
        public init(rawValue: Int8) { self.rawValue = rawValue }
        /// Across.
        public static let horizontal = Set(rawValue: 1)
        /// Down.
        public static let vertical = Set(rawValue: 2)
    }
}

/// One edge of a rectangle.
public enum Edge: Int8, CaseIterable, Sendable {
    /// The upper edge.
    case top
    /// The edge where reading begins.
    case leading
    /// The lower edge.
    case bottom
    /// The edge where reading ends.
    case trailing
    /// A set of edges.
    public struct Set: OptionSet, Sendable {
        /// The bits.
        public let rawValue: Int8
        /// Creates a set.
        public init(rawValue: Int8) { self.rawValue = rawValue }
        /// One edge.
        public init(_ edge: Edge) { self.init(rawValue: 1 << edge.rawValue) }
        /// The upper edge.
        public static let top = Set(rawValue: 1)
        /// The leading edge.
        public static let leading = Set(rawValue: 2)
        /// The lower edge.
        public static let bottom = Set(rawValue: 4)
        /// The trailing edge.
        public static let trailing = Set(rawValue: 8)
        /// All edges.
        public static let all = Set(rawValue: 15)
        /// Leading and trailing.
        public static let horizontal = Set(rawValue: 10)
        /// Top and bottom.
        public static let vertical = Set(rawValue: 5)
    }
}

/// A leading or trailing edge.
public enum HorizontalEdge: Int8, CaseIterable, Sendable {
    /// Where reading begins.
    case leading
    /// Where reading ends.
    case trailing
    /// A set of edges.
    public struct Set: OptionSet, Sendable {
        /// The bits.
        public let rawValue: Int8
        /// Creates a set.
        public init(rawValue: Int8) { self.rawValue = rawValue }
        /// Where reading begins.
        public static let leading = Set(rawValue: 1)
        /// Where reading ends.
        public static let trailing = Set(rawValue: 2)
        /// Both.
        public static let all = Set(rawValue: 3)
    }
}

/// A top or bottom edge.
public enum VerticalEdge: Int8, CaseIterable, Sendable {
    /// The upper edge.
    case top
    /// The lower edge.
    case bottom
    /// A set of edges.
    public struct Set: OptionSet, Sendable {
        /// The bits.
        public let rawValue: Int8
        /// Creates a set.
        public init(rawValue: Int8) { self.rawValue = rawValue }
        /// The upper edge.
        public static let top = Set(rawValue: 1)
        /// The lower edge.
        public static let bottom = Set(rawValue: 2)
        /// Both.
        public static let all = Set(rawValue: 3)
    }
}

/// Distances from the edges of a rectangle.
public struct EdgeInsets: Equatable, Sendable {
    /// From the upper edge.
    public var top: CGFloat
    /// From the leading edge.
    public var leading: CGFloat
    /// From the lower edge.
    public var bottom: CGFloat
    /// From the trailing edge.
    public var trailing: CGFloat
    /// Creates insets.
    public init(top: CGFloat, leading: CGFloat, bottom: CGFloat, trailing: CGFloat) {
        self.top = top
        self.leading = leading
        self.bottom = bottom
        self.trailing = trailing
    }
    /// No insets.
    public init() { self.init(top: 0, leading: 0, bottom: 0, trailing: 0) }
}

/// An alignment across.
public struct HorizontalAlignment: Equatable, Sendable {
    enum Kind { case leading, center, trailing }
    let kind: Kind
    /// At the leading edge.
    public static let leading = HorizontalAlignment(kind: .leading)
    /// In the middle.
    public static let center = HorizontalAlignment(kind: .center)
    /// At the trailing edge.
    public static let trailing = HorizontalAlignment(kind: .trailing)

    var css: String {
        switch kind {
        case .leading: "start"
        case .center: "center"
        case .trailing: "end"
        }
    }
}

/// An alignment down.
public struct VerticalAlignment: Equatable, Sendable {
    enum Kind { case top, center, bottom, firstTextBaseline, lastTextBaseline }
    let kind: Kind
    /// At the upper edge.
    public static let top = VerticalAlignment(kind: .top)
    /// In the middle.
    public static let center = VerticalAlignment(kind: .center)
    /// At the lower edge.
    public static let bottom = VerticalAlignment(kind: .bottom)
    /// On the first line of text.
    public static let firstTextBaseline = VerticalAlignment(kind: .firstTextBaseline)
    /// On the last line of text.
    public static let lastTextBaseline = VerticalAlignment(kind: .lastTextBaseline)

    var css: String {
        switch kind {
        case .top: "start"
        case .center: "center"
        case .bottom: "end"
        case .firstTextBaseline: "first baseline"
        case .lastTextBaseline: "last baseline"
        }
    }
}

/// An alignment in both directions.
public struct Alignment: Equatable, Sendable {
    /// Across.
    public var horizontal: HorizontalAlignment
    /// Down.
    public var vertical: VerticalAlignment
    /// Creates an alignment.
    public init(horizontal: HorizontalAlignment, vertical: VerticalAlignment) {
        self.horizontal = horizontal
        self.vertical = vertical
    }
    /// The middle.
    public static let center = Alignment(horizontal: .center, vertical: .center)
    /// The middle of the leading edge.
    public static let leading = Alignment(horizontal: .leading, vertical: .center)
    /// The middle of the trailing edge.
    public static let trailing = Alignment(horizontal: .trailing, vertical: .center)
    /// The middle of the upper edge.
    public static let top = Alignment(horizontal: .center, vertical: .top)
    /// The middle of the lower edge.
    public static let bottom = Alignment(horizontal: .center, vertical: .bottom)
    /// The corner where reading begins.
    public static let topLeading = Alignment(horizontal: .leading, vertical: .top)
    /// The upper trailing corner.
    public static let topTrailing = Alignment(horizontal: .trailing, vertical: .top)
    /// The lower leading corner.
    public static let bottomLeading = Alignment(horizontal: .leading, vertical: .bottom)
    /// The lower trailing corner.
    public static let bottomTrailing = Alignment(horizontal: .trailing, vertical: .bottom)

    /// `align-items justify-items`.
    var css: String {
        "\(vertical.css) \(horizontal.css)"
    }
}

/// How lines of text are aligned.
public enum TextAlignment: Hashable, CaseIterable, Sendable {
    /// At the leading edge.
    case leading
    /// In the middle.
    case center
    /// At the trailing edge.
    case trailing
}

/// How content fills a space of another proportion.
public enum ContentMode: Hashable, CaseIterable, Sendable {
    /// Inside.
    case fit
    /// Over the edges.
    case fill
}

/// A point relative to the size of something.
public struct UnitPoint: Hashable, Sendable {
    /// Across, 0 to 1.
    public var x: CGFloat
    /// Down, 0 to 1.
    public var y: CGFloat
    /// The origin.
    public init() { self.init(x: 0, y: 0) }
    /// Creates a point.
    public init(x: CGFloat, y: CGFloat) {
        self.x = x
        self.y = y
    }
    /// The origin.
    public static let zero = UnitPoint(x: 0, y: 0)
    /// The middle.
    public static let center = UnitPoint(x: 0.5, y: 0.5)
    /// The middle of the leading edge.
    public static let leading = UnitPoint(x: 0, y: 0.5)
    /// The middle of the trailing edge.
    public static let trailing = UnitPoint(x: 1, y: 0.5)
    /// The middle of the upper edge.
    public static let top = UnitPoint(x: 0.5, y: 0)
    /// The middle of the lower edge.
    public static let bottom = UnitPoint(x: 0.5, y: 1)
    /// The upper leading corner.
    public static let topLeading = UnitPoint(x: 0, y: 0)
    /// The upper trailing corner.
    public static let topTrailing = UnitPoint(x: 1, y: 0)
    /// The lower leading corner.
    public static let bottomLeading = UnitPoint(x: 0, y: 1)
    /// The lower trailing corner.
    public static let bottomTrailing = UnitPoint(x: 1, y: 1)
}

/// An angle.
public struct Angle: Hashable, Comparable, Sendable {
    /// In radians.
    public var radians: Double
    /// In degrees.
    public var degrees: Double {
        get { radians * 180 / .pi }
        set { radians = newValue * .pi / 180 }
    }
    /// No angle.
    public init() { radians = 0 }
    /// An angle in radians.
    public init(radians: Double) { self.radians = radians }
    /// An angle in degrees.
    public init(degrees: Double) { radians = degrees * .pi / 180 }
    /// An angle in radians.
    public static func radians(_ radians: Double) -> Angle { Angle(radians: radians) }
    /// An angle in degrees.
    public static func degrees(_ degrees: Double) -> Angle { Angle(degrees: degrees) }
    /// No angle.
    public static let zero = Angle()
    /// Compares.
    public static func < (left: Angle, right: Angle) -> Bool { left.radians < right.radians }
}
