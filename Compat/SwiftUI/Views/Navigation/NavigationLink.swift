import ViewTree

/// A row or button that leads to a screen.
public struct NavigationLink<Label: View, Destination: View> {
    let label: Label
    let value: AnyHashable?
    let destination: (() -> Destination)?
}
extension NavigationLink where Destination == Never {
    /// Leads to the screen of a value.
    public nonisolated init<P: Hashable>(value: P?, @ViewBuilder label: () -> Label) {
        self.init(label: label(), value: value.map { AnyHashable($0) }, destination: nil)
    }
    /// Leads to the screen of a value, with words of the catalogs.
    public nonisolated init<P: Hashable>(_ titleKey: LocalizedStringKey, value: P?) where Label == Text {
        self.init(label: Text(titleKey), value: value.map { AnyHashable($0) }, destination: nil)
    }
    /// Leads to the screen of a value, with words as they are.
    @_disfavoredOverload public nonisolated init<S: StringProtocol, P: Hashable>(_ title: S, value: P?)
    where Label == Text {
        self.init(label: Text(title), value: value.map { AnyHashable($0) }, destination: nil)
    }
}
extension NavigationLink {
    /// Leads to a screen.
    public nonisolated init(
        @ViewBuilder destination: @escaping () -> Destination, @ViewBuilder label: () -> Label
    ) {
        self.init(label: label(), value: nil, destination: destination)
    }
}
extension NavigationLink where Label == Text {
    /// Leads to a screen, with words of the catalogs.
    public nonisolated init(
        _ titleKey: LocalizedStringKey, @ViewBuilder destination: @escaping () -> Destination
    ) {
        self.init(label: Text(titleKey), value: nil, destination: destination)
    }
}
extension NavigationLink: View {
    /// None.
    public typealias Body = Never
    /// How the view graph brings a place up to date.
    @MainActor public static func _evaluate(_ view: Self, in node: _ViewNode) {
        let builtin = node.environment.builtin
        let isRow = builtin.container == .list || builtin.container == .form
        let box = node.box(tag: "button", layout: isRow ? .row : .box)
        box.classes = isRow ? "button navlink" : "button"
        box.role = "link"
        box.attributes["type"] = "button"
        box.attributes["disabled"] = builtin.isEnabled ? nil : ""
        let controller = builtin.navigation
        let (value, destination) = (view.value, view.destination)
        let serial = node.serial
        box.handlers[.tap] = { _ in
            if let value {
                controller?.push(value)
            } else if let destination {
                controller?.extra.value.append(
                    .init(owner: serial, content: AnyView(destination()), pop: {}))
            }
        }
        node.child(0, view.label)
        let spacer = node.keep(-2) { RenderNode(tree: node.host.tree, layout: .spacer) }
        let chevron = node.keep(-3) { RenderNode(tree: node.host.tree, classes: "sym chevron", layout: .rigid) }
        chevron.content = .html(Symbols.svg("chevron.right"))
        node.setAssembly { [unowned node] in
            let label = node.concatenated()
            // A label that takes all the width needs no room beside it.
            let fills = label.contains { $0.traits.greedyWidth }
            box.setChildren(label + (isRow ? (fills ? [chevron] : [spacer, chevron]) : []))
            return [box]
        }
    }
}
