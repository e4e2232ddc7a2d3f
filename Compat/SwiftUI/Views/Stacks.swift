import ViewTree

/// Views side by side.
public struct HStack<Content: View> {
    let alignment: VerticalAlignment
    let spacing: CGFloat?
    let content: Content

    /// Places views side by side.
    public nonisolated init(
        alignment: VerticalAlignment = .center, spacing: CGFloat? = nil, @ViewBuilder content: () -> Content
    ) {
        self.alignment = alignment
        self.spacing = spacing
        self.content = content()
    }
}

extension HStack: View {
    /// None.
    public typealias Body = Never
    /// How the view graph brings a place up to date.
    @MainActor public static func _evaluate(_ view: Self, in node: _ViewNode) {
        node.stack(.row, view.content, align: view.alignment.css, spacing: view.spacing)
    }
}

/// Views one below the other.
public struct VStack<Content: View> {
    let alignment: HorizontalAlignment
    let spacing: CGFloat?
    let content: Content

    /// Places views one below the other.
    public nonisolated init(
        alignment: HorizontalAlignment = .center, spacing: CGFloat? = nil, @ViewBuilder content: () -> Content
    ) {
        self.alignment = alignment
        self.spacing = spacing
        self.content = content()
    }
}

extension VStack: View {
    /// None.
    public typealias Body = Never
    /// How the view graph brings a place up to date.
    @MainActor public static func _evaluate(_ view: Self, in node: _ViewNode) {
        node.stack(.column, view.content, align: view.alignment.css, spacing: view.spacing)
    }
}

/// Views over each other.
public struct ZStack<Content: View> {
    let alignment: Alignment
    let content: Content

    /// Places views over each other.
    public nonisolated init(alignment: Alignment = .center, @ViewBuilder content: () -> Content) {
        self.alignment = alignment
        self.content = content()
    }
}

extension ZStack: View {
    /// None.
    public typealias Body = Never
    /// How the view graph brings a place up to date.
    @MainActor public static func _evaluate(_ view: Self, in node: _ViewNode) {
        var environment = node.environment
        if environment.builtin.isLazy { environment.builtin.isLazy = false }
        node.child(0, view.content, environment: environment.builtin.isLazy ? environment : nil)
        let box = node.box(layout: .box)
        box.style = Style(("place-items", view.alignment.css))
        node.contain(box)
    }
}

/// The views that a lazy stack keeps at the edge.
public struct PinnedScrollableViews: OptionSet, Sendable {
    /// The bits.
    public let rawValue: UInt32
    /// Creates a set.
    public init(rawValue: UInt32) { self.rawValue = rawValue }
    /// Headers of sections.
    public static let sectionHeaders = PinnedScrollableViews(rawValue: 1)
    /// Footers of sections.
    public static let sectionFooters = PinnedScrollableViews(rawValue: 2)
}

/// Views one below the other, made when they are needed.
public struct LazyVStack<Content: View> {
    let alignment: HorizontalAlignment
    let spacing: CGFloat?
    let content: Content

    /// Places views one below the other.
    public nonisolated init(
        alignment: HorizontalAlignment = .center, spacing: CGFloat? = nil, pinnedViews: PinnedScrollableViews = .init(),
        @ViewBuilder content: () -> Content
    ) {
        self.alignment = alignment
        self.spacing = spacing
        self.content = content()
    }
}

extension LazyVStack: View {
    /// None.
    public typealias Body = Never
    /// How the view graph brings a place up to date.
    @MainActor public static func _evaluate(_ view: Self, in node: _ViewNode) {
        node.stack(.column, view.content, align: view.alignment.css, spacing: view.spacing, isLazy: true)
        // A lazy stack takes the width that it is offered.
        node.element?.layout = .column
        node.element?.classes = "lazy"
    }
}

/// Views side by side, made when they are needed.
public struct LazyHStack<Content: View> {
    let alignment: VerticalAlignment
    let spacing: CGFloat?
    let content: Content

    /// Places views side by side.
    public nonisolated init(
        alignment: VerticalAlignment = .center, spacing: CGFloat? = nil, pinnedViews: PinnedScrollableViews = .init(),
        @ViewBuilder content: () -> Content
    ) {
        self.alignment = alignment
        self.spacing = spacing
        self.content = content()
    }
}

extension LazyHStack: View {
    /// None.
    public typealias Body = Never
    /// How the view graph brings a place up to date.
    @MainActor public static func _evaluate(_ view: Self, in node: _ViewNode) {
        node.stack(.row, view.content, align: view.alignment.css, spacing: view.spacing)
    }
}

extension _ViewNode {
    func stack<Content: View>(
        _ layout: LayoutRule, _ content: Content, align: String, spacing: CGFloat?, isLazy: Bool = false
    ) {
        var environment: EnvironmentValues?
        if self.environment.builtin.isLazy != isLazy {
            environment = derived(key: -1) { $0.builtin.isLazy = isLazy }
        }
        child(0, content, environment: environment)
        let box = box(layout: layout)
        var style = Style(("align-items", align))
        let gap = spacing.map(Double.init) ?? 8
        if gap != 0 { style["gap"] = px(gap) }
        box.style = style
        contain(box)
    }

    /// The environment with a change, the same one as long as the change and the environment are.
    func derived(key: Int, _ change: (inout EnvironmentValues) -> Void) -> EnvironmentValues {
        let memo = keep(key) { EnvironmentMemo() }
        if let result = memo.result, let source = memo.source, source.isIdentical(to: environment) { return result }
        var result = environment
        change(&result)
        memo.source = environment
        memo.result = result
        return result
    }
}

final class EnvironmentMemo {
    var source: EnvironmentValues?
    var result: EnvironmentValues?
}

/// Flexible room between views.
public struct Spacer: Sendable {
    /// The least length, in points.
    public var minLength: CGFloat?
    /// Creates flexible room.
    public nonisolated init(minLength: CGFloat? = nil) { self.minLength = minLength }
}

extension Spacer: View {
    /// None.
    public typealias Body = Never
    /// How the view graph brings a place up to date.
    @MainActor public static func _evaluate(_ view: Self, in node: _ViewNode) {
        let box = node.box(layout: .spacer)
        if let length = view.minLength { box.style = Style(("--min", px(Double(length)))) }
        node.leaf(box)
    }
}

/// A line between views.
public struct Divider: Sendable {
    /// Creates a line.
    public nonisolated init() {}
}

extension Divider: View {
    /// None.
    public typealias Body = Never
    /// How the view graph brings a place up to date.
    @MainActor public static func _evaluate(_ view: Self, in node: _ViewNode) {
        node.leaf(node.box(layout: .divider))
    }
}

/// Rows and columns.
public struct Grid<Content: View> {
    let alignment: Alignment
    let horizontalSpacing: CGFloat?
    let verticalSpacing: CGFloat?
    let content: Content

    /// Places rows of cells.
    public nonisolated init(
        alignment: Alignment = .center, horizontalSpacing: CGFloat? = nil, verticalSpacing: CGFloat? = nil,
        @ViewBuilder content: () -> Content
    ) {
        self.alignment = alignment
        self.horizontalSpacing = horizontalSpacing
        self.verticalSpacing = verticalSpacing
        self.content = content()
    }
}

extension Grid: View {
    /// None.
    public typealias Body = Never
    /// How the view graph brings a place up to date.
    @MainActor public static func _evaluate(_ view: Self, in node: _ViewNode) {
        let child = node.child(0, view.content)
        let box = node.box(classes: "grid", layout: .box)
        node.setAssembly { [unowned node] in
            _ = child
            let rows = node.concatenated()
            // As many columns as the longest row has; a column with a greedy cell takes what is left.
            let columns = rows.map { $0.classes == "gridrow" ? $0.children.count : 1 }.max() ?? 1
            var tracks: [String] = []
            for column in 0..<columns {
                let greedy = rows.contains {
                    $0.classes == "gridrow" && column < $0.children.count && $0.children[column].traits.greedyWidth
                }
                tracks.append(greedy ? "minmax(0,1fr)" : "auto")
            }
            box.style = Style(
                ("grid-template-columns", tracks.joined(separator: " ")), ("grid-template-rows", "none"),
                ("gap", "\(px(Double(view.verticalSpacing ?? 8))) \(px(Double(view.horizontalSpacing ?? 8)))"),
                ("place-items", view.alignment.css))
            box.setChildren(rows)
            return [box]
        }
    }
}

/// A row of a grid.
public struct GridRow<Content: View> {
    let content: Content
    /// Places cells in a row.
    public nonisolated init(alignment: VerticalAlignment? = nil, @ViewBuilder content: () -> Content) {
        self.content = content()
    }
}

extension GridRow: View {
    /// None.
    public typealias Body = Never
    /// How the view graph brings a place up to date.
    @MainActor public static func _evaluate(_ view: Self, in node: _ViewNode) {
        node.child(0, view.content)
        node.contain(node.box(classes: "gridrow", layout: .row))
    }
}

/// A column or row of a lazy grid.
public struct GridItem: Sendable {
    /// How large.
    public enum Size: Sendable {
        /// Exactly.
        case fixed(CGFloat)
        /// A share.
        case flexible(minimum: CGFloat = 10, maximum: CGFloat = .infinity)
        /// As many as fit.
        case adaptive(minimum: CGFloat, maximum: CGFloat = .infinity)
    }
    /// The size.
    public var size: GridItem.Size
    /// The distance to the next, in points.
    public var spacing: CGFloat?
    /// The alignment in the cell.
    public var alignment: Alignment?
    /// Creates a column or row.
    public init(_ size: GridItem.Size = .flexible(), spacing: CGFloat? = nil, alignment: Alignment? = nil) {
        self.size = size
        self.spacing = spacing
        self.alignment = alignment
    }

    var css: String {
        switch size {
        case .fixed(let length): px(Double(length))
        case .flexible(let minimum, _): "minmax(\(px(Double(minimum))),1fr)"
        case .adaptive(let minimum, _): "repeat(auto-fill,minmax(\(px(Double(minimum))),1fr))"
        }
    }
}

/// A grid that grows downwards.
public struct LazyVGrid<Content: View> {
    let columns: [GridItem]
    let alignment: HorizontalAlignment
    let spacing: CGFloat?
    let content: Content

    /// Places views in columns.
    public nonisolated init(
        columns: [GridItem], alignment: HorizontalAlignment = .center, spacing: CGFloat? = nil,
        pinnedViews: PinnedScrollableViews = .init(), @ViewBuilder content: () -> Content
    ) {
        self.columns = columns
        self.alignment = alignment
        self.spacing = spacing
        self.content = content()
    }
}

extension LazyVGrid: View {
    /// None.
    public typealias Body = Never
    /// How the view graph brings a place up to date.
    @MainActor public static func _evaluate(_ view: Self, in node: _ViewNode) {
        node.child(0, view.content)
        let box = node.box(classes: "box", layout: .greedy(width: true, height: false))
        box.style = Style(
            ("grid-template-columns", view.columns.map(\.css).joined(separator: " ")), ("grid-template-rows", "none"),
            ("gap", "\(px(Double(view.spacing ?? 8))) \(px(Double(view.columns.first?.spacing ?? 8)))"),
            ("place-items", "center \(view.alignment.css)"))
        node.contain(box)
    }
}

/// Shows the first of several views that fits.
public struct ViewThatFits<Content: View> {
    let axes: Axis.Set
    let content: Content
    /// Chooses between views.
    public nonisolated init(in axes: Axis.Set = [.horizontal, .vertical], @ViewBuilder content: () -> Content) {
        self.axes = axes
        self.content = content()
    }
}

extension ViewThatFits: View {
    /// None.
    public typealias Body = Never
    /// How the view graph brings a place up to date.
    @MainActor public static func _evaluate(_ view: Self, in node: _ViewNode) {
        let child = node.child(0, view.content)
        let isTall = view.axes == .vertical
        // Sizes are the page's business: without them the choice follows the type size, as layouts usually mean it.
        let takesLast = node.environment.dynamicTypeSize.isAccessibilitySize
        let box = node.keep(-2) { RenderNode(tree: node.host.tree, layout: .fitting) }
        node.setAssembly {
            let all = child.output
            // What scrolls when it does not fit looks like what fits as long as it does: the page needs no choice.
            if isTall, all.count > 1, let first = all.first, let last = all.last, !first.traits.greedyHeight,
                last.scrollsDown
            {
                box.setChildren([last])
                return [box]
            }
            return (takesLast ? all.last : all.first).map { [$0] } ?? []
        }
    }
}

extension RenderNode {
    /// Whether it is a scroll view, whatever lies around it.
    fileprivate var scrollsDown: Bool {
        if case .scroll(_, true) = layout { return true }
        let content = children.filter { !$0.classes.hasPrefix("layer ") }
        return content.count == 1 && content[0].scrollsDown
    }
}
