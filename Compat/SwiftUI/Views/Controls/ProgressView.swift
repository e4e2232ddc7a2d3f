import ViewTree

enum ProgressStyleKind { case automatic, circular, linear }

/// How far something is.
public struct ProgressView<Label: View, CurrentValueLabel: View> {
    let fraction: Double?
    let label: Label
    let valueLabel: CurrentValueLabel
}
extension ProgressView where CurrentValueLabel == EmptyView {
    /// Progress without an end, with words of the catalogs.
    public nonisolated init(_ titleKey: LocalizedStringKey) where Label == Text {
        self.init(fraction: nil, label: Text(titleKey), valueLabel: EmptyView())
    }
    /// Progress without an end.
    public nonisolated init() where Label == EmptyView {
        self.init(fraction: nil, label: EmptyView(), valueLabel: EmptyView())
    }
    /// Progress without an end, with a label of its own.
    public nonisolated init(@ViewBuilder label: () -> Label) {
        self.init(fraction: nil, label: label(), valueLabel: EmptyView())
    }
    /// Progress towards a total.
    public nonisolated init<V: BinaryFloatingPoint>(value: V?, total: V = 1.0) where Label == EmptyView {
        self.init(fraction: value.map { Double($0 / total) }, label: EmptyView(), valueLabel: EmptyView())
    }
    /// Progress towards a total, with words of the catalogs.
    public nonisolated init<V: BinaryFloatingPoint>(_ titleKey: LocalizedStringKey, value: V?, total: V = 1.0)
    where Label == Text {
        self.init(fraction: value.map { Double($0 / total) }, label: Text(titleKey), valueLabel: EmptyView())
    }
}
extension ProgressView: View {
    /// None.
    public typealias Body = Never
    /// How the view graph brings a place up to date.
    @MainActor public static func _evaluate(_ view: Self, in node: _ViewNode) {
        let label = node.child(0, view.label)
        let isLinear = view.fraction != nil && node.environment.builtin.progressStyle != .circular
        let box = node.box(
            classes: "progress", layout: isLinear ? .greedy(width: true, height: false) : .column)
        box.role = "progressbar"
        if let fraction = view.fraction {
            box.attributes["aria-valuenow"] = cssNumber((min(max(fraction, 0), 1) * 100).rounded())
            box.attributes["aria-valuemin"] = "0"
            box.attributes["aria-valuemax"] = "100"
        }
        let bar = node.keep(-2) { RenderNode(tree: node.host.tree, layout: .rigid) }
        bar.classes = isLinear ? "bar" : "spinner size-\(node.environment.builtin.controlSize)"
        bar.layout = isLinear ? .greedy(width: true, height: false) : .rigid
        var style = Style()
        if let tint = node.environment.builtin.tint { style["--tint"] = tint.color }
        if let fraction = view.fraction { style["--part"] = "\(cssNumber(min(max(fraction, 0), 1) * 100))%" }
        bar.style = style
        box.style = Style(("align-items", isLinear ? "start" : "center"), ("gap", "6px"))
        if isLinear { box.classes = "progress col" }
        node.setAssembly {
            box.setChildren(isLinear ? label.output + [bar] : [bar] + label.output)
            return [box]
        }
    }
}
/// The look of progress.
public protocol ProgressViewStyle {
    static var _isLinear: Bool? { get }
}
/// A circle.
public struct CircularProgressViewStyle: ProgressViewStyle {
    /// Creates the style.
    public nonisolated init() {}
    /// Which of the stand-in's looks this is.
    public static var _isLinear: Bool? { false }
}
/// A line.
public struct LinearProgressViewStyle: ProgressViewStyle {
    /// Creates the style.
    public nonisolated init() {}
    /// Which of the stand-in's looks this is.
    public static var _isLinear: Bool? { true }
}
extension ProgressViewStyle where Self == CircularProgressViewStyle {
    /// A circle.
    public nonisolated static var circular: CircularProgressViewStyle { .init() }
}
extension ProgressViewStyle where Self == LinearProgressViewStyle {
    /// A line.
    public nonisolated static var linear: LinearProgressViewStyle { .init() }
}
extension View {
    /// The style of progress.
    public nonisolated func progressViewStyle<S: ProgressViewStyle>(_ style: S) -> some View {
        setting(\.progressStyle, S._isLinear == true ? .linear : .circular)
    }
}
