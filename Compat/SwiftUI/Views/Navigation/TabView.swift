import ViewTree

/// Screens behind tabs.
public struct TabView<SelectionValue: Hashable, Content: View> {
    let selection: Binding<SelectionValue>?
    let content: Content
    /// Screens, and which one is seen.
    public nonisolated init(selection: Binding<SelectionValue>?, @ViewBuilder content: () -> Content) {
        self.selection = selection
        self.content = content()
    }
}
extension TabView where SelectionValue == Int {
    /// Screens.
    public nonisolated init(@ViewBuilder content: () -> Content) { self.init(selection: nil, content: content) }
}

@MainActor private final class TabCollector: _ViewVisitor {
    struct Tab {
        let traits: _ViewTraits
        let content: AnyView
    }
    var tabs: [Tab] = []
    func visit<Content: View>(_ view: Content) {
        var traits = _ViewTraits()
        Content._traits(view, into: &traits)
        tabs.append(Tab(traits: traits, content: AnyView(view)))
    }
}

extension TabView: View {
    /// None.
    public typealias Body = Never
    /// How the view graph brings a place up to date.
    @MainActor public static func _evaluate(_ view: Self, in node: _ViewNode) {
        let collector = TabCollector()
        Content._visit(view.content, collector)
        let own = node.keep(-2) { StateLocation<Int>(0) }
        let selection = view.selection
        let current: Int = node.track {
            guard let selection else { return own.value }
            let wanted = AnyHashable(selection.wrappedValue)
            return collector.tabs.firstIndex { $0.traits.tag == wanted } ?? 0
        }
        let visited = node.keep(-3) { Box<Set<Int>>([]) }
        visited.value.insert(current)
        let box = node.box(classes: "tabview", layout: .greedy(width: true, height: true))
        let bar = node.keep(-4) {
            RenderNode(tree: node.host.tree, classes: "tabbar", layout: .greedy(width: true, height: false))
        }
        bar.role = "tablist"
        let buttons = node.keep(-5) { Box<[RenderNode]>([]) }
        let count = collector.tabs.count
        for (index, tab) in collector.tabs.enumerated() {
            if visited.value.contains(index) { node.child(index, tab.content) } else { node.removeChild(index) }
            let isCurrent = index == current
            let environment = node.derived(key: isCurrent ? -6 : -7) {
                $0.builtin.container = .tabBar
                $0.builtin.font = .system(size: 10, weight: .medium)
                $0.dynamicTypeSize = min($0.dynamicTypeSize, .xLarge)
                $0.builtin.foreground =
                    isCurrent ? $0.builtin.tint ?? Paint(color: "var(--accent)") : Paint(color: "var(--label2)")
            }
            node.child(count + index, tab.traits.tabItem ?? AnyView(EmptyView()), environment: environment)
        }
        var extra = count * 2
        while node.childNode(extra) != nil {
            node.removeChild(extra)
            extra += 1
        }
        let panes = node.keep(-8) { Box<[Int: RenderNode]>([:]) }
        node.setAssembly { [unowned node] in
            while buttons.value.count < count {
                let made = RenderNode(tree: node.host.tree, tag: "button", classes: "tab", layout: .hug)
                made.role = "tab"
                made.attributes["type"] = "button"
                buttons.value.append(made)
            }
            if buttons.value.count > count { buttons.value.removeLast(buttons.value.count - count) }
            var shown: [RenderNode] = []
            for index in 0..<count {
                let button = buttons.value[index]
                button.setChildren(node.childNode(count + index)?.output ?? [])
                button.attributes["aria-selected"] = index == current ? "true" : "false"
                button.attributes["data-badge"] = collector.tabs[index].traits.badge
                let tag = collector.tabs[index].traits.tag
                button.handlers[.tap] = { _ in
                    if let selection, let value = tag?.base as? SelectionValue {
                        selection.wrappedValue = value
                    } else if selection == nil {
                        own.value = index
                    }
                }
                guard let content = node.childNode(index) else { continue }
                let pane =
                    panes.value[index]
                    ?? RenderNode(
                        tree: node.host.tree, classes: "tabpane box", layout: .greedy(width: true, height: true))
                panes.value[index] = pane
                pane.role = "tabpanel"
                pane.attributes["data-covered"] = index == current ? nil : "1"
                pane.attributes["inert"] = index == current ? nil : ""
                pane.setChildren(content.output)
                shown.append(pane)
            }
            bar.setChildren(buttons.value)
            box.setChildren(shown + [bar])
            return [box]
        }
    }
}

nonisolated struct TabItemModifier<Item: View>: ViewModifier {
    typealias Body = Never
    let item: Item
    @MainActor static func _traits(_ modifier: Self, into traits: inout _ViewTraits) {
        traits.tabItem = AnyView(VStack(spacing: 2) { modifier.item })
    }
    @MainActor static func _evaluate<V: View>(_ modifier: Self, _ content: V, in node: _ViewNode) {
        node.child(0, content)
    }
}

nonisolated struct BadgeModifier: ViewModifier {
    typealias Body = Never
    let text: String?
    @MainActor static func _traits(_ modifier: Self, into traits: inout _ViewTraits) { traits.badge = modifier.text }
    @MainActor static func _evaluate<V: View>(_ modifier: Self, _ content: V, in node: _ViewNode) {
        node.child(0, content)
        guard node.environment.builtin.container == .list, let text = modifier.text else { return }
        var decoration = Decoration()
        decoration.attributes["data-badge"] = text
        node.decorateEach(decoration)
    }
}

extension View {
    /// The button of a tab.
    public nonisolated func tabItem<V: View>(@ViewBuilder _ label: () -> V) -> some View {
        modifier(TabItemModifier(item: label()))
    }
    /// A number at a tab or row; none for zero.
    public nonisolated func badge(_ count: Int) -> some View {
        modifier(BadgeModifier(text: count == 0 ? nil : String(count)))
    }
    /// Words at a tab or row.
    public nonisolated func badge(_ label: Text?) -> some View {
        modifier(BadgeModifier(text: label?.words(in: nil)))
    }
}
