import ViewTree

/// A button that opens a menu.
public struct Menu<Label: View, Content: View> {
    let content: Content
    let label: Label
    let primary: (() -> Void)?
    /// A menu with a label of its own.
    public nonisolated init(@ViewBuilder content: () -> Content, @ViewBuilder label: () -> Label) {
        self.content = content()
        self.label = label()
        primary = nil
    }
    /// A menu that opens on a long press.
    public nonisolated init(
        @ViewBuilder content: () -> Content, @ViewBuilder label: () -> Label, primaryAction: @escaping () -> Void
    ) {
        self.content = content()
        self.label = label()
        primary = primaryAction
    }
}
extension Menu where Label == Text {
    /// A menu with words of the catalogs.
    public nonisolated init(_ titleKey: LocalizedStringKey, @ViewBuilder content: () -> Content) {
        self.init(content: content) { Text(titleKey) }
    }
    /// A menu with words as they are.
    @_disfavoredOverload public nonisolated init<S: StringProtocol>(_ title: S, @ViewBuilder content: () -> Content) {
        self.init(content: content) { Text(title) }
    }
}
extension Menu where Label == SwiftUI.Label<Text, Image> {
    /// A menu with words and a symbol.
    public nonisolated init(
        _ titleKey: LocalizedStringKey, systemImage: String, @ViewBuilder content: () -> Content
    ) {
        self.init(content: content) { SwiftUI.Label(titleKey, systemImage: systemImage) }
    }
}

extension Menu: View {
    /// None.
    public typealias Body = Never
    /// How the view graph brings a place up to date.
    @MainActor public static func _evaluate(_ view: Self, in node: _ViewNode) {
        let isOpen = node.keep(-2) { StateLocation(false) }
        let open = node.track { isOpen.value }
        let builtin = node.environment.builtin
        let isItem = builtin.container == .menu
        let box = node.box(classes: isItem ? "button menuitem submenu" : "button", layout: .box)
        box.role = isItem ? "menuitem" : "button"
        box.attributes["aria-haspopup"] = "menu"
        box.attributes["aria-expanded"] = open ? "true" : "false"
        box.attributes["tabindex"] = "0"
        let primary = view.primary
        let openMenu: (EventPayload) -> Void = { _ in isOpen.value = true }
        if builtin.isEnabled {
            box.handlers[.tap] = primary.map { action in { _ in action() } } ?? { _ in isOpen.value.toggle() }
            box.handlers[.menu] = openMenu
        } else {
            box.handlers = [:]
        }
        if builtin.buttonStyle?.primitive == nil {
            node.child(
                0, view.label,
                environment: node.derived(key: -1) {
                    if $0.builtin.foreground == nil { plainButton(&$0, nil) }
                })
        } else {
            node.child(0, view.label)
        }
        node.setAssembly { [unowned node] in
            box.setChildren(node.childNode(0)?.output ?? [])
            return [box]
        }
        presentMenu(view.content, open: open, anchor: { box.id }, in: node) { isOpen.value = false }
    }
}

/// Shows a menu above everything, or takes it away.
@MainActor func presentMenu<Content: View>(
    _ content: Content, open: Bool, anchor: () -> Int, in node: _ViewNode, close: @escaping @MainActor () -> Void
) {
    let host = node.host
    let serial = node.serial
    if open {
        let menu = node.keep(-32) { RenderNode(tree: host.tree, classes: "menu", layout: .column) }
        menu.role = "menu"
        // Large words get the room there is.
        menu.classes = node.environment.dynamicTypeSize.isAccessibilitySize ? "menu wide" : "menu"
        let environment = node.derived(key: -33) {
            $0.builtin.container = .menu
            $0.builtin.buttonStyle = nil
            $0.builtin.font = nil
            $0.builtin.foreground = nil
            $0.builtin.lineLimit = nil
            $0.builtin.afterTap = close
        }
        let items = node.child(1, MenuItems(content: content, box: menu), environment: environment)
        _ = items
        host.present(node.menuLayer(menu, anchor: anchor(), close: close), owner: serial)
    } else {
        node.removeChild(1)
        host.present(nil, owner: serial)
    }
    node.onDisposeOnce(-34) { host.present(nil, owner: serial) }
}

/// Fills a menu's box, outside of the flow.
nonisolated struct MenuItems<Content: View>: View {
    let content: Content
    let box: RenderNode
    typealias Body = Never
    @MainActor static func _evaluate(_ view: Self, in node: _ViewNode) {
        node.child(0, view.content)
        node.setAssembly { [unowned node] in
            view.box.setChildren(node.concatenated())
            return []
        }
    }
}
