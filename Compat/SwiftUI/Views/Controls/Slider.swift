import ViewTree

/// A value on a line.
public struct Slider<Label: View, ValueLabel: View> {
    let get: @MainActor () -> Double
    let set: @MainActor (Double) -> Void
    let bounds: ClosedRange<Double>
    let step: Double?
    let label: Label
    let edited: (Bool) -> Void
}
extension Slider where Label == EmptyView, ValueLabel == EmptyView {
    /// A line.
    public init<V: BinaryFloatingPoint>(
        value: Binding<V>, in bounds: ClosedRange<V> = 0...1, onEditingChanged: @escaping (Bool) -> Void = { _ in }
    ) where V.Stride: BinaryFloatingPoint {
        nonisolated(unsafe) let value = value  // Used on the main actor only.
        self.init(
            get: { Double(value.wrappedValue) }, set: { value.wrappedValue = V($0) },
            bounds: Double(bounds.lowerBound)...Double(bounds.upperBound), step: nil, label: EmptyView(),
            edited: onEditingChanged)
    }
    /// A line with steps.
    public init<V: BinaryFloatingPoint>(
        value: Binding<V>, in bounds: ClosedRange<V>, step: V.Stride = 1,
        onEditingChanged: @escaping (Bool) -> Void = { _ in }
    ) where V.Stride: BinaryFloatingPoint {
        nonisolated(unsafe) let value = value  // Used on the main actor only.
        self.init(
            get: { Double(value.wrappedValue) }, set: { value.wrappedValue = V($0) },
            bounds: Double(bounds.lowerBound)...Double(bounds.upperBound), step: Double(step), label: EmptyView(),
            edited: onEditingChanged)
    }
}
extension Slider: View {
    /// None.
    public typealias Body = Never
    /// How the view graph brings a place up to date.
    @MainActor public static func _evaluate(_ view: Self, in node: _ViewNode) {
        let value = node.track { view.get() }
        let box = node.box(tag: "input", classes: "slider", layout: .greedy(width: true, height: false))
        box.attributes = [
            "type": "range", "min": cssNumber(view.bounds.lowerBound), "max": cssNumber(view.bounds.upperBound),
            "step": view.step.map(cssNumber) ?? "any", "data-value": cssNumber(value),
        ]
        if let tint = node.environment.builtin.tint { box.style = Style(("accent-color", tint.color)) }
        box.handlers[.input] = { payload in
            if let number = Double(payload.text) {
                view.set(min(max(number, view.bounds.lowerBound), view.bounds.upperBound))
            }
        }
        node.leaf(box)
    }
}
