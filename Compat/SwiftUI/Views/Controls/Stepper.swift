import ViewTree

/// Steps of a value.
public struct Stepper<Label: View> {
    let label: Label
    let increment: (() -> Void)?
    let decrement: (() -> Void)?
}
extension Stepper where Label == Text {
    /// Steps of a number.
    public init<V: Strideable>(
        _ titleKey: LocalizedStringKey, value: Binding<V>, in bounds: ClosedRange<V>, step: V.Stride = 1,
        onEditingChanged: @escaping (Bool) -> Void = { _ in }
    ) {
        self.init(
            label: Text(titleKey),
            increment: { value.wrappedValue = min(value.wrappedValue.advanced(by: step), bounds.upperBound) },
            decrement: { value.wrappedValue = max(value.wrappedValue.advanced(by: -step), bounds.lowerBound) })
    }
    /// Steps of a number without bounds.
    public init<V: Strideable>(
        _ titleKey: LocalizedStringKey, value: Binding<V>, step: V.Stride = 1,
        onEditingChanged: @escaping (Bool) -> Void = { _ in }
    ) {
        self.init(
            label: Text(titleKey), increment: { value.wrappedValue = value.wrappedValue.advanced(by: step) },
            decrement: { value.wrappedValue = value.wrappedValue.advanced(by: -step) })
    }
    /// Steps of one's own.
    public init(
        _ titleKey: LocalizedStringKey, onIncrement: (() -> Void)?, onDecrement: (() -> Void)?,
        onEditingChanged: @escaping (Bool) -> Void = { _ in }
    ) {
        self.init(label: Text(titleKey), increment: onIncrement, decrement: onDecrement)
    }
}
extension Stepper: View {
    /// The label and two buttons.
    public var body: some View {
        HStack {
            label
            Spacer()
            HStack(spacing: 0) {
                Button(action: { decrement?() }, label: { Image(systemName: "minus").frame(width: 44, height: 32) })
                    .accessibilityLabel(Text(SystemWord.decrement))
                Divider().frame(height: 18)
                Button(action: { increment?() }, label: { Image(systemName: "plus").frame(width: 44, height: 32) })
                    .accessibilityLabel(Text(SystemWord.increment))
            }
            .buttonStyle(.plain)
            .background(Color.gray.opacity(0.18), in: RoundedRectangle(cornerRadius: 8))
        }
    }
}
