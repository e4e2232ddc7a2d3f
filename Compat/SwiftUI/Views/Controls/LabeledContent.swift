import ViewTree

/// Something with a name and a value.
public struct LabeledContent<Label: View, Content: View> {
    let label: Label
    let content: Content
    /// A name and a value of two views.
    public nonisolated init(@ViewBuilder content: () -> Content, @ViewBuilder label: () -> Label) {
        self.content = content()
        self.label = label()
    }
}
extension LabeledContent where Label == Text {
    /// A name of the catalogs and a view.
    public nonisolated init(_ titleKey: LocalizedStringKey, @ViewBuilder content: () -> Content) {
        self.init(content: content) { Text(titleKey) }
    }
}
extension LabeledContent where Label == Text, Content == Text {
    /// A name of the catalogs and words as they are.
    public nonisolated init<S: StringProtocol>(_ titleKey: LocalizedStringKey, value: S) {
        self.init(content: { Text(value) }) { Text(titleKey) }
    }
    /// A name and words as they are.
    @_disfavoredOverload public nonisolated init<S1: StringProtocol, S2: StringProtocol>(_ title: S1, value: S2) {
        self.init(content: { Text(value) }) { Text(title) }
    }
}
extension LabeledContent: View {
    /// The name at the leading edge, the value at the trailing edge.
    public var body: some View {
        HStack {
            label
            Spacer()
            content.foregroundStyle(.secondary)
        }
    }
}

extension View {
    /// Hides labels of controls.
    public nonisolated func labelsHidden() -> some View { modifier(DecorateModifier { $0.classes.append("nolabel") }) }
}
