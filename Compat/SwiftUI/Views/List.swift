import ViewTree

enum ListStyleKind { case automatic, insetGrouped, grouped, plain, inset, sidebar }

/// Rows that scroll.
public struct List<SelectionValue: Hashable, Content: View> {
    let content: Content
    let selection: ((AnyHashable?) -> Void)?
    let selected: (() -> Set<AnyHashable>)?
}
extension List where SelectionValue == Never {
    /// Rows.
    public nonisolated init(@ViewBuilder content: () -> Content) {
        self.init(content: content(), selection: nil, selected: nil)
    }
    /// A row per element.
    public nonisolated init<Data: RandomAccessCollection, RowContent: View>(
        _ data: Data, @ViewBuilder rowContent: @escaping (Data.Element) -> RowContent
    ) where Content == ForEach<Data, Data.Element.ID, RowContent>, Data.Element: Identifiable {
        self.init(content: ForEach(data, content: rowContent), selection: nil, selected: nil)
    }
    /// A row per element, told apart by a property.
    public nonisolated init<Data: RandomAccessCollection, ID: Hashable, RowContent: View>(
        _ data: Data, id: KeyPath<Data.Element, ID>, @ViewBuilder rowContent: @escaping (Data.Element) -> RowContent
    ) where Content == ForEach<Data, ID, RowContent> {
        self.init(content: ForEach(data, id: id, content: rowContent), selection: nil, selected: nil)
    }
}
extension List {
    /// Rows of which one can be selected.
    public nonisolated init(selection: Binding<SelectionValue?>?, @ViewBuilder content: () -> Content) {
        nonisolated(unsafe) let selection = selection  // Used on the main actor only.
        self.init(
            content: content(),
            selection: selection.map { binding in { binding.wrappedValue = $0?.base as? SelectionValue } },
            selected: selection.map { binding in { Set(binding.wrappedValue.map { [AnyHashable($0)] } ?? []) } })
    }
}

extension List: View {
    /// None.
    public typealias Body = Never
    /// How the view graph brings a place up to date.
    @MainActor public static func _evaluate(_ view: Self, in node: _ViewNode) {
        let builtin = node.environment.builtin
        let box = node.box(layout: .scroll(horizontal: false, vertical: true))
        box.layout = .greedy(width: true, height: true)
        let style = builtin.listStyle == .automatic ? ListStyleKind.insetGrouped : builtin.listStyle
        box.classes = "list \(style) scv" + (builtin.hidesScrollGround ? " clear" : "")
        box.role = "list"
        box.attributes["tabindex"] = "0"
        let context = node.keep(-20) { ScrollContext(node: node, box: box) }
        if let refresh = builtin.refresh {
            box.handlers[.refresh] = { _ in Task { @MainActor in await refresh() } }
        }
        box.attributes["data-dismiss"] = builtin.scrollSettings.dismissesKeyboard ? "1" : nil
        let selected = view.selected.map { read in node.track { read() } } ?? []
        let select = view.selection
        let environment = node.derived(key: -22) {
            $0.builtin.scroll = context
            $0.builtin.scrollSettings = ScrollSettings()
            $0.builtin.isLazy = true
            $0.builtin.container = .list
        }
        node.child(0, view.content, environment: environment)
        let rows = node.keep(-40) { RowBoxes() }
        node.setAssembly { [unowned node] in
            box.setChildren(
                rows.arrange(node.concatenated(), tree: node.host.tree, selected: selected, select: select))
            return [box]
        }
    }
}

/// The boxes around the rows of a list, one per row, kept as long as the row is.
@MainActor final class RowBoxes {
    private var boxes: [Int: RenderNode] = [:]
    private var groups: [Int: RenderNode] = [:]

    /// Rows outside of sections form sections of their own.
    func arrange(
        _ nodes: [RenderNode], tree: RenderTree, selected: Set<AnyHashable> = [],
        select: ((AnyHashable?) -> Void)? = nil
    ) -> [RenderNode] {
        var result: [RenderNode] = []
        var loose: [RenderNode] = []
        var used: Set<Int> = []
        func close() {
            guard let first = loose.first else { return }
            let key = first.id
            let group =
                groups[key] ?? RenderNode(tree: tree, classes: "rows", layout: .greedy(width: true, height: false))
            groups[key] = group
            used.insert(key)
            group.setChildren(rows(loose, tree: tree, selected: selected, select: select))
            result.append(group)
            loose = []
        }
        for node in nodes {
            if node.classes.hasPrefix("section") {
                close()
                result.append(node)
            } else {
                loose.append(node)
            }
        }
        close()
        groups = groups.filter { used.contains($0.key) }
        return result
    }

    func rows(
        _ nodes: [RenderNode], tree: RenderTree, selected: Set<AnyHashable> = [],
        select: ((AnyHashable?) -> Void)? = nil
    ) -> [RenderNode] {
        var kept: [Int: RenderNode] = [:]
        var result: [RenderNode] = []
        for node in nodes {
            if node.classes == "gap" {
                result.append(node)
                continue
            }
            let row = boxes[node.id] ?? RenderNode(tree: tree, layout: .greedy(width: true, height: false))
            kept[node.id] = row
            var classes = "listrow box"
            if node.fact("hidesSeparator", as: Bool.self) == true { classes += " noline" }
            var style = Style(("place-items", "center start"))
            if let insets: EdgeInsets = node.fact("insets") {
                style["padding"] =
                    "\(px(Double(insets.top))) \(px(Double(insets.trailing))) \(px(Double(insets.bottom))) \(px(Double(insets.leading)))"
                classes += " ownpad"
            }
            if let ground: String = node.fact("rowBackground") { style["background"] = ground }
            row.role = "listitem"
            if let select, let tag: AnyHashable = node.fact("tag") ?? node.fact("forEachID") {
                row.handlers[.tap] = { _ in select(tag) }
                row.role = "option"
                row.attributes["aria-selected"] = selected.contains(tag) ? "true" : "false"
                if selected.contains(tag) { classes += " chosen" }
            }
            var actions = node.fact("swipe", as: [SwipeItem].self) ?? []
            if let delete: SwipeItem = node.fact("delete") { actions.append(delete) }
            row.attributes["data-swipe"] = actions.isEmpty ? nil : "1"
            row.handlers[.swipe] =
                actions.isEmpty
                ? nil
                : { payload in
                    if let item = actions.first(where: { $0.label == payload.text }) ?? actions.first { item.action() }
                }
            row.attributes["data-actions"] = actions.isEmpty ? nil : actions.map(\.label).joined(separator: "\u{1f}")
            row.classes = classes
            row.style = style
            row.setChildren([node])
            result.append(row)
        }
        boxes = kept
        return result
    }
}

/// What a swipe over a row offers.
struct SwipeItem {
    let label: String
    let tint: String
    let action: @MainActor () -> Void
}

/// Rows that belong together.
public struct Section<Parent, Content, Footer> {
    let header: Parent
    let content: Content
    let footer: Footer
}
extension Section where Parent: View, Content: View, Footer: View {
    /// Rows with a header and a footer.
    public nonisolated init(
        @ViewBuilder content: () -> Content, @ViewBuilder header: () -> Parent, @ViewBuilder footer: () -> Footer
    ) {
        self.init(header: header(), content: content(), footer: footer())
    }
}
extension Section where Parent == EmptyView, Content: View, Footer: View {
    /// Rows with a footer.
    public nonisolated init(@ViewBuilder content: () -> Content, @ViewBuilder footer: () -> Footer) {
        self.init(header: EmptyView(), content: content(), footer: footer())
    }
}
extension Section where Parent: View, Content: View, Footer == EmptyView {
    /// Rows with a header.
    public nonisolated init(@ViewBuilder content: () -> Content, @ViewBuilder header: () -> Parent) {
        self.init(header: header(), content: content(), footer: EmptyView())
    }
}
extension Section where Parent == EmptyView, Content: View, Footer == EmptyView {
    /// Rows.
    public nonisolated init(@ViewBuilder content: () -> Content) {
        self.init(header: EmptyView(), content: content(), footer: EmptyView())
    }
}
extension Section where Parent == Text, Content: View, Footer == EmptyView {
    /// Rows under words of the catalogs.
    public nonisolated init(_ titleKey: LocalizedStringKey, @ViewBuilder content: () -> Content) {
        self.init(header: Text(titleKey), content: content(), footer: EmptyView())
    }
    /// Rows under words as they are.
    @_disfavoredOverload public nonisolated init<S: StringProtocol>(_ title: S, @ViewBuilder content: () -> Content) {
        self.init(header: Text(title), content: content(), footer: EmptyView())
    }
}

extension Section: View where Parent: View, Content: View, Footer: View {
    /// None.
    public typealias Body = Never
    /// How the view graph brings a place up to date.
    @MainActor public static func _evaluate(_ view: Self, in node: _ViewNode) {
        let container = node.environment.builtin.container
        let header = node.child(
            0, view.header,
            environment: node.derived(key: -1) {
                $0.builtin.isLazy = false
                guard container == .list || container == .form else { return }
                $0.builtin.container = .none
                $0.builtin.font = $0.builtin.font ?? .footnote
                $0.builtin.foreground = $0.builtin.foreground ?? Paint(color: "var(--label2)")
            })
        let rows = node.child(1, view.content)
        let footer = node.child(2, view.footer, environment: node.derived(key: -1) { _ in })
        guard container == .list || container == .form else {
            if container == .menu {
                let box = node.box(classes: "menugroup", layout: .column)
                box.role = "group"
                node.contain(box)
            } else {
                node.setAssembly { header.output + rows.output + footer.output }
            }
            return
        }
        let box = node.box(classes: "section", layout: .greedy(width: true, height: false))
        box.role = "group"
        let head = node.keep(-2) {
            RenderNode(tree: node.host.tree, classes: "header box", layout: .greedy(width: true, height: false))
        }
        let group = node.keep(-3) {
            RenderNode(tree: node.host.tree, classes: "rows", layout: .greedy(width: true, height: false))
        }
        let foot = node.keep(-4) {
            RenderNode(tree: node.host.tree, classes: "footer box", layout: .greedy(width: true, height: false))
        }
        head.style = Style(("place-items", "end start"))
        foot.style = Style(("place-items", "start start"))
        let boxes = node.keep(-5) { RowBoxes() }
        node.setAssembly { [unowned node] in
            var children: [RenderNode] = []
            if !header.output.isEmpty {
                head.setChildren(header.output)
                children.append(head)
            }
            group.setChildren(boxes.rows(rows.output, tree: node.host.tree))
            if !rows.output.isEmpty { children.append(group) }
            if !footer.output.isEmpty {
                foot.setChildren(footer.output)
                children.append(foot)
            }
            box.setChildren(children)
            return [box]
        }
    }
}

/// Controls in groups.
public struct Form<Content: View> {
    let content: Content
    /// Groups controls.
    public nonisolated init(@ViewBuilder content: () -> Content) { self.content = content() }
}
extension Form: View {
    /// A list of controls.
    public var body: some View { List { content } }
}

/// The look of lists.
public protocol ListStyle {
    static var _name: String { get }
}
/// As it fits.
public struct DefaultListStyle: ListStyle {
    /// Creates the style.
    public nonisolated init() {}
    /// Which of the stand-in's looks this is.
    public static var _name: String { "automatic" }
}
/// Groups with round corners.
public struct InsetGroupedListStyle: ListStyle {
    /// Creates the style.
    public nonisolated init() {}
    /// Which of the stand-in's looks this is.
    public static var _name: String { "insetGrouped" }
}
/// Groups over the whole width.
public struct GroupedListStyle: ListStyle {
    /// Creates the style.
    public nonisolated init() {}
    /// Which of the stand-in's looks this is.
    public static var _name: String { "grouped" }
}
/// Rows over the whole width.
public struct PlainListStyle: ListStyle {
    /// Creates the style.
    public nonisolated init() {}
    /// Which of the stand-in's looks this is.
    public static var _name: String { "plain" }
}
/// As a side bar has it.
public struct SidebarListStyle: ListStyle {
    /// Creates the style.
    public nonisolated init() {}
    /// Which of the stand-in's looks this is.
    public static var _name: String { "sidebar" }
}
extension ListStyle where Self == DefaultListStyle {
    /// As it fits.
    public nonisolated static var automatic: DefaultListStyle { .init() }
}
extension ListStyle where Self == InsetGroupedListStyle {
    /// Groups with round corners.
    public nonisolated static var insetGrouped: InsetGroupedListStyle { .init() }
}
extension ListStyle where Self == GroupedListStyle {
    /// Groups over the whole width.
    public nonisolated static var grouped: GroupedListStyle { .init() }
}
extension ListStyle where Self == PlainListStyle {
    /// Rows over the whole width.
    public nonisolated static var plain: PlainListStyle { .init() }
}
extension ListStyle where Self == SidebarListStyle {
    /// As a side bar has it.
    public nonisolated static var sidebar: SidebarListStyle { .init() }
}

nonisolated struct SwipeModifier<Actions: View>: ViewModifier {
    typealias Body = Never
    let actions: Actions
    let edge: HorizontalEdge
    @MainActor static func _evaluate<V: View>(_ modifier: Self, _ content: V, in node: _ViewNode) {
        let main = node.child(0, content)
        let side = node.child(
            1, modifier.actions, environment: node.derived(key: -1) { $0.builtin.container = .toolbar })
        let serial = node.serial
        node.setAssembly {
            let items = side.output.map { button -> SwipeItem in
                let tint = button.attributes["data-role"] == "destructive" ? "var(--red)" : "var(--gray)"
                return SwipeItem(label: button.words, tint: tint) { button.handler(for: .tap)?(EventPayload()) }
            }
            for box in main.output {
                var decoration = Decoration()
                decoration.facts["swipe"] = (box.fact("swipe", as: [SwipeItem].self, except: serial) ?? []) + items
                box.decorate(owner: serial, decoration)
            }
            return main.output
        }
    }
}

extension RenderNode {
    fileprivate func fact<Value>(_ name: String, as type: Value.Type, except owner: Int) -> Value? {
        factExcept(name, owner: owner) as? Value
    }
}

extension View {
    /// The style of lists.
    public nonisolated func listStyle<S: ListStyle>(_ style: S) -> some View {
        let kind: ListStyleKind =
            switch S._name {
            case "plain": .plain
            case "grouped": .grouped
            case "sidebar": .sidebar
            default: .insetGrouped
            }
        return setting(\.listStyle, kind)
    }
    /// Space around a row.
    public nonisolated func listRowInsets(_ insets: EdgeInsets?) -> some View {
        modifier(DecorateModifier { $0.facts["insets"] = insets })
    }
    /// Whether the line below a row is seen.
    public nonisolated func listRowSeparator(
        _ visibility: Visibility, edges: VerticalEdge.Set = .all
    ) -> some View { modifier(DecorateModifier { $0.facts["hidesSeparator"] = visibility == .hidden }) }
    /// The colour of the line below a row.
    public nonisolated func listRowSeparatorTint(_ color: Color?, edges: VerticalEdge.Set = .all) -> some View {
        modifier(EmptyModifier.identity)
    }
    /// Whether lines around a section are seen.
    public nonisolated func listSectionSeparator(
        _ visibility: Visibility, edges: VerticalEdge.Set = .all
    ) -> some View { modifier(EmptyModifier.identity) }
    /// The distance of sections.
    public nonisolated func listSectionSpacing(_ spacing: CGFloat) -> some View { modifier(EmptyModifier.identity) }
    /// The distance of rows.
    public nonisolated func listRowSpacing(_ spacing: CGFloat?) -> some View { modifier(EmptyModifier.identity) }
    /// The ground of a row.
    public nonisolated func listRowBackground<V: View>(_ view: V?) -> some View {
        nonisolated(unsafe) let view = view  // A value, read on the main actor.
        return modifier(
            DecorateModifier { environment in
                var decoration = Decoration()
                if let color = view as? Color { decoration.facts["rowBackground"] = color.css }
                if view is EmptyView { decoration.facts["rowBackground"] = "transparent" }
                return decoration
            })
    }
    /// What a swipe over a row offers.
    public nonisolated func swipeActions<T: View>(
        edge: HorizontalEdge = .trailing, allowsFullSwipe: Bool = true, @ViewBuilder content: () -> T
    ) -> some View { modifier(SwipeModifier(actions: content(), edge: edge)) }
}
