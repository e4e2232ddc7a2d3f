import ViewTree

/// A part that can be opened.
public struct DisclosureGroup<Label: View, Content: View> {
    let isExpanded: Binding<Bool>?
    let label: Label
    let content: () -> Content
    @State private var own = false
    /// A part that opens by itself.
    public nonisolated init(@ViewBuilder content: @escaping () -> Content, @ViewBuilder label: () -> Label) {
        isExpanded = nil
        self.label = label()
        self.content = content
    }
    /// A part that a binding opens.
    public nonisolated init(
        isExpanded: Binding<Bool>, @ViewBuilder content: @escaping () -> Content, @ViewBuilder label: () -> Label
    ) {
        self.isExpanded = isExpanded
        self.label = label()
        self.content = content
    }
}
extension DisclosureGroup where Label == Text {
    /// A part that opens by itself, with words of the catalogs.
    public nonisolated init(_ titleKey: LocalizedStringKey, @ViewBuilder content: @escaping () -> Content) {
        self.init(content: content) { Text(titleKey) }
    }
    /// A part that a binding opens, with words of the catalogs.
    public nonisolated init(
        _ titleKey: LocalizedStringKey, isExpanded: Binding<Bool>, @ViewBuilder content: @escaping () -> Content
    ) {
        self.init(isExpanded: isExpanded, content: content) { Text(titleKey) }
    }
}
extension DisclosureGroup: View {
    /// The label with a chevron, and the content below when open.
    public var body: some View {
        let open = isExpanded ?? $own
        VStack(alignment: .leading, spacing: 8) {
            Button(action: { open.wrappedValue.toggle() }) {
                HStack {
                    label
                    Spacer()
                    Image(systemName: "chevron.right")
                        .font(.footnote.weight(.semibold))
                        .foregroundStyle(.tint)
                        .rotationEffect(.degrees(open.wrappedValue ? 90 : 0))
                }
                .contentShape(Rectangle())
            }
            .buttonStyle(.plain)
            .accessibilityValue(Text(verbatim: open.wrappedValue ? "expanded" : "collapsed"))
            if open.wrappedValue { content() }
        }
    }
}
