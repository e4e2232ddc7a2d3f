import ViewTree

/// Collects what a screen says about its bars.
@MainActor final class ScreenChrome {
    private var titles: [(owner: Int, text: String)] = []
    private var displays: [(owner: Int, mode: String)] = []
    private var items: [(owner: Int, items: [ToolbarEntry])] = []
    private var hidden: [(owner: Int, places: Set<String>)] = []
    private var backHidden: [(owner: Int, isHidden: Bool)] = []
    var search: (owner: Int, binding: Binding<String>, prompt: String)?
    /// Called when something changed.
    var onChange: (() -> Void)?

    var title: String? { titles.last?.text }
    var display: String? { displays.last?.mode }
    var toolbar: [ToolbarEntry] { items.flatMap(\.items) }
    func hides(_ place: String) -> Bool { hidden.contains { $0.places.contains(place) } }
    var hidesBack: Bool { backHidden.last?.isHidden ?? false }

    func setTitle(_ text: String?, owner: Int) {
        let old = title
        titles.removeAll { $0.owner == owner }
        if let text { titles.append((owner, text)) }
        if title != old { onChange?() }
    }
    func setDisplay(_ mode: String?, owner: Int) {
        let old = display
        displays.removeAll { $0.owner == owner }
        if let mode { displays.append((owner, mode)) }
        if display != old { onChange?() }
    }
    func setItems(_ new: [ToolbarEntry]?, owner: Int) {
        items.removeAll { $0.owner == owner }
        if let new { items.append((owner, new)) }
        onChange?()
    }
    func setHidden(_ places: Set<String>?, owner: Int) {
        hidden.removeAll { $0.owner == owner }
        if let places { hidden.append((owner, places)) }
        onChange?()
    }
    func setBackHidden(_ isHidden: Bool?, owner: Int) {
        backHidden.removeAll { $0.owner == owner }
        if let isHidden { backHidden.append((owner, isHidden)) }
        onChange?()
    }
    func setSearch(_ new: (binding: Binding<String>, prompt: String)?, owner: Int) {
        if let new { search = (owner, new.binding, new.prompt) } else if search?.owner == owner { search = nil }
        onChange?()
    }
}

/// One thing in a bar.
struct ToolbarEntry {
    let placement: ToolbarItemPlacement
    let content: AnyView
}

/// Where a thing in a bar is.
public struct ToolbarItemPlacement: Sendable {
    let name: String
    /// As it fits.
    public static let automatic = ToolbarItemPlacement(name: "trailing")
    /// In the middle of the upper bar.
    public static let principal = ToolbarItemPlacement(name: "principal")
    /// At the leading edge of the upper bar.
    public static let topBarLeading = ToolbarItemPlacement(name: "leading")
    /// At the trailing edge of the upper bar.
    public static let topBarTrailing = ToolbarItemPlacement(name: "trailing")
    /// At the leading edge of the upper bar.
    public static let navigationBarLeading = ToolbarItemPlacement(name: "leading")
    /// At the trailing edge of the upper bar.
    public static let navigationBarTrailing = ToolbarItemPlacement(name: "trailing")
    /// Leaves a screen.
    public static let navigation = ToolbarItemPlacement(name: "leading")
    /// The main act.
    public static let primaryAction = ToolbarItemPlacement(name: "trailing")
    /// Further acts.
    public static let secondaryAction = ToolbarItemPlacement(name: "trailing")
    /// Does what a sheet is for.
    public static let confirmationAction = ToolbarItemPlacement(name: "trailing")
    /// Leaves a sheet without doing.
    public static let cancellationAction = ToolbarItemPlacement(name: "leading")
    /// Deletes.
    public static let destructiveAction = ToolbarItemPlacement(name: "trailing")
    /// In the lower bar.
    public static let bottomBar = ToolbarItemPlacement(name: "bottom")
    /// Above the keyboard.
    public static let keyboard = ToolbarItemPlacement(name: "keyboard")
    /// A status in the lower bar.
    public static let status = ToolbarItemPlacement(name: "bottom")
}

/// Which bar a modifier is about.
public struct ToolbarPlacement: Sendable {
    let name: String
    /// As it fits.
    public static let automatic = ToolbarPlacement(name: "navigation")
    /// The upper bar.
    public static let navigationBar = ToolbarPlacement(name: "navigation")
    /// The lower bar.
    public static let bottomBar = ToolbarPlacement(name: "bottom")
    /// The bar of tabs.
    public static let tabBar = ToolbarPlacement(name: "tab")
}

/// What a bar holds.
@MainActor @preconcurrency public protocol ToolbarContent {
    /// The type of the content.
    associatedtype Body: ToolbarContent
    /// The content.
    @ToolbarContentBuilder @MainActor @preconcurrency var body: Self.Body { get }
    @MainActor static func _entries(_ content: Self, _ visitor: _ToolbarVisitor)
}
extension ToolbarContent {
    /// The way of content with a body.
    @MainActor public static func _entries(_ content: Self, _ visitor: _ToolbarVisitor) {
        Body._entries(content.body, visitor)
    }
}
extension Never: ToolbarContent {}
extension Never {
    /// Never called.
    @MainActor public static func _entries(_ content: Never, _ visitor: _ToolbarVisitor) {}
}
extension ToolbarContent where Body == Never {
    /// Primitives have no body.
    @MainActor @preconcurrency public var body: Never { preconditionFailure("\(Self.self) has no body") }
}

/// Gathers the things of a bar.
@MainActor public final class _ToolbarVisitor {
    var entries: [ToolbarEntry] = []
}

/// One thing in a bar.
public struct ToolbarItem<ID, Content> {
    let placement: ToolbarItemPlacement
    let content: Content
}
extension ToolbarItem: ToolbarContent where ID == (), Content: View {
    /// None.
    public typealias Body = Never
    /// A thing at a place.
    public nonisolated init(placement: ToolbarItemPlacement = .automatic, @ViewBuilder content: () -> Content) {
        self.placement = placement
        self.content = content()
    }
    /// How bars gather their things.
    @MainActor public static func _entries(_ item: Self, _ visitor: _ToolbarVisitor) {
        visitor.entries.append(ToolbarEntry(placement: item.placement, content: AnyView(item.content)))
    }
}

/// Several things in a bar.
public struct ToolbarItemGroup<Content> {
    let placement: ToolbarItemPlacement
    let content: Content
}
extension ToolbarItemGroup: ToolbarContent where Content: View {
    /// None.
    public typealias Body = Never
    /// Things at a place.
    public nonisolated init(placement: ToolbarItemPlacement = .automatic, @ViewBuilder content: () -> Content) {
        self.placement = placement
        self.content = content()
    }
    /// How bars gather their things.
    @MainActor public static func _entries(_ item: Self, _ visitor: _ToolbarVisitor) {
        visitor.entries.append(ToolbarEntry(placement: item.placement, content: AnyView(item.content)))
    }
}

/// Content made by a closure's statements.
public struct _ToolbarTuple: ToolbarContent {
    /// None.
    public typealias Body = Never
    let gather: @MainActor (_ToolbarVisitor) -> Void
    /// How bars gather their things.
    @MainActor public static func _entries(_ content: Self, _ visitor: _ToolbarVisitor) { content.gather(visitor) }
}

/// Makes content of bars.
@resultBuilder public struct ToolbarContentBuilder {
    /// One expression.
    public static func buildExpression<Content: ToolbarContent>(_ content: Content) -> Content { content }
    /// One content.
    public static func buildBlock<Content: ToolbarContent>(_ content: Content) -> some ToolbarContent { content }
    /// Several contents.
    @MainActor public static func buildBlock<each Content: ToolbarContent>(
        _ content: repeat each Content
    ) -> some ToolbarContent {
        _ToolbarTuple { visitor in repeat gather(each content, visitor) }
    }
    @MainActor private static func gather<Content: ToolbarContent>(_ content: Content, _ visitor: _ToolbarVisitor) {
        Content._entries(content, visitor)
    }
    /// An `if` without `else`.
    @MainActor public static func buildIf<Content: ToolbarContent>(_ content: Content?) -> _ToolbarTuple {
        _ToolbarTuple { visitor in if let content { Content._entries(content, visitor) } }
    }
    /// The first branch.
    @MainActor public static func buildEither<Content: ToolbarContent>(first: Content) -> _ToolbarTuple {
        _ToolbarTuple { visitor in Content._entries(first, visitor) }
    }
    /// The second branch.
    @MainActor public static func buildEither<Content: ToolbarContent>(second: Content) -> _ToolbarTuple {
        _ToolbarTuple { visitor in Content._entries(second, visitor) }
    }
}

/// Values that lead to screens, in order.
public struct NavigationPath {
    var elements: [AnyHashable] = []
    /// An empty path.
    public init() {}
    /// A path of values.
    public init<S: Sequence>(_ elements: S) where S.Element: Hashable {
        self.elements = elements.map { AnyHashable($0) }
    }
    /// How many screens are above the first.
    public var count: Int { elements.count }
    /// Whether only the first screen is shown.
    public var isEmpty: Bool { elements.isEmpty }
    /// Adds a value.
    public mutating func append<V: Hashable>(_ value: V) { elements.append(AnyHashable(value)) }
    /// Removes values from the end.
    public mutating func removeLast(_ k: Int = 1) { elements.removeLast(k) }
}

/// Owns the stack of screens.
@MainActor final class NavigationController {
    var path: () -> [AnyHashable]
    var setPath: ([AnyHashable]) -> Void
    var destinations: [ObjectIdentifier: (owner: Int, make: (AnyHashable) -> AnyView?)] = [:]
    /// Screens that bindings and links without values push.
    let extra = StateLocation<[ExtraScreen]>([])

    struct ExtraScreen {
        let owner: Int
        let content: AnyView
        let pop: () -> Void
    }

    init(path: @escaping () -> [AnyHashable], setPath: @escaping ([AnyHashable]) -> Void) {
        self.path = path
        self.setPath = setPath
    }

    func push(_ value: AnyHashable) { setPath(path() + [value]) }

    func pop() {
        if let last = extra.value.last {
            extra.value.removeLast()
            last.pop()
        } else {
            var all = path()
            if !all.isEmpty {
                all.removeLast()
                setPath(all)
            }
        }
    }
}

/// A stack of screens.
public struct NavigationStack<Data, Root: View> {
    let root: Root
    let get: (() -> [AnyHashable])?
    let set: (([AnyHashable]) -> Void)?
}
extension NavigationStack where Data == NavigationPath {
    /// A stack that keeps its own path.
    public nonisolated init(@ViewBuilder root: () -> Root) { self.init(root: root(), get: nil, set: nil) }
    /// A stack with a path of values of any type.
    public nonisolated init(path: Binding<NavigationPath>, @ViewBuilder root: () -> Root) {
        self.init(
            root: root(), get: { path.wrappedValue.elements }, set: { path.wrappedValue.elements = $0 })
    }
}
extension NavigationStack {
    /// A stack with a path of values of one type.
    public nonisolated init(path: Binding<Data>, @ViewBuilder root: () -> Root)
    where
        Data: MutableCollection & RandomAccessCollection & RangeReplaceableCollection, Data.Element: Hashable
    {
        self.init(
            root: root(), get: { path.wrappedValue.map { AnyHashable($0) } },
            set: { path.wrappedValue = Data($0.compactMap { $0.base as? Data.Element }) })
    }
}

extension NavigationStack: View {
    /// None.
    public typealias Body = Never
    /// How the view graph brings a place up to date.
    @MainActor public static func _evaluate(_ view: Self, in node: _ViewNode) {
        let own = node.keep(-2) { StateLocation<[AnyHashable]>([]) }
        let get = view.get ?? { own.value }
        let set = view.set ?? { own.value = $0 }
        let controller = node.keep(-3) { NavigationController(path: get, setPath: set) }
        controller.path = get
        controller.setPath = set
        let (path, extra) = node.track { (get(), controller.extra.value) }
        let box = node.box(classes: "navstack", layout: .greedy(width: true, height: true))
        func environment(_ depth: Int) -> EnvironmentValues {
            node.derived(key: -100 - depth) {
                $0.builtin.navigation = controller
                $0.builtin.container = .none
                $0.builtin.scrollSettings = ScrollSettings()
                if depth > 0 {
                    $0.builtin.isPresented = true
                    $0.builtin.dismiss = DismissAction(action: { controller.pop() })
                }
            }
        }
        node.child(
            0, NavigationScreen(content: view.root, hasBack: false, controller: controller), environment: environment(0)
        )
        var depth = 0
        for value in path {
            depth += 1
            let content =
                controller.destinations[ObjectIdentifier(type(of: value.base))]?.make(value)
                ?? AnyView(Text(verbatim: "⚠︎"))
            let screen = NavigationScreen(content: content, hasBack: true, controller: controller)
            // A different value at the same depth is a different screen.
            let key = node.keep(-1000 - depth) { Box(value) }
            if key.value != value {
                key.value = value
                node.removeChild(depth)
            }
            node.child(depth, screen, environment: environment(depth))
        }
        for item in extra {
            depth += 1
            node.child(
                depth, NavigationScreen(content: item.content, hasBack: true, controller: controller),
                environment: environment(depth))
        }
        var gone = depth + 1
        while node.childNode(gone) != nil {
            node.removeChild(gone)
            gone += 1
        }
        node.setAssembly { [unowned node] in
            let screens = node.concatenated()
            for (index, screen) in screens.enumerated() {
                screen.attributes["data-covered"] = index < screens.count - 1 ? "1" : nil
                screen.attributes["inert"] = index < screens.count - 1 ? "" : nil
            }
            box.setChildren(screens)
            return [box]
        }
    }
}

nonisolated struct NavigationScreen<Content: View>: View {
    let content: Content
    let hasBack: Bool
    let controller: NavigationController
    typealias Body = Never

    @MainActor static func _evaluate(_ view: Self, in node: _ViewNode) {
        let chrome = node.keep(-2) { ScreenChrome() }
        let environment = node.derived(key: -1) { $0.builtin.screen = chrome }
        let box = node.box(classes: "navscreen", layout: .greedy(width: true, height: true))
        let body = node.keep(-3) {
            RenderNode(tree: node.host.tree, classes: "navbody box", layout: .greedy(width: true, height: true))
        }
        let content = node.child(0, view.content, environment: environment)
        let bars = node.child(
            1, NavigationBars(chrome: chrome, hasBack: view.hasBack, controller: view.controller),
            environment: node.derived(key: -4) {
                $0.builtin.font = nil
                $0.builtin.foreground = nil
                $0.builtin.container = .toolbar
                // Bars keep their height: iOS shows large words and symbols of bars only while a finger rests on them.
                $0.dynamicTypeSize = min($0.dynamicTypeSize, .xLarge)
            })
        chrome.onChange = { [weak bars] in bars?.invalidate() }
        node.setAssembly {
            body.setChildren(content.output)
            let bar = bars.output
            let top = bar.filter { $0.classes.hasPrefix("navbar") }
            let bottom = bar.filter { $0.classes.hasPrefix("toolbar") }
            let isLarge = top.first?.classes.contains("large") == true
            box.classes = "navscreen" + (top.isEmpty ? " barless" : isLarge ? " withlarge" : "")
            box.setChildren(top + [body] + bottom)
            return [box]
        }
    }
}

nonisolated struct NavigationBars: View {
    let chrome: ScreenChrome
    let hasBack: Bool
    let controller: NavigationController
    typealias Body = Never

    @MainActor static func _evaluate(_ view: Self, in node: _ViewNode) {
        let chrome = view.chrome
        let entries = chrome.toolbar
        func views(_ place: String) -> [AnyView] { entries.filter { $0.placement.name == place }.map(\.content) }
        let groups = ["leading", "principal", "trailing", "bottom"]
        var children: [_ViewNode] = []
        for (index, place) in groups.enumerated() {
            children.append(node.child(index, ToolbarRow(views: views(place))))
        }
        let search: _ViewNode? =
            chrome.search.map { search in
                node.child(
                    4,
                    SearchField(text: search.binding, prompt: search.prompt))
            }
        if search == nil { node.removeChild(4) }
        let bar = node.box(classes: "navbar", layout: .greedy(width: true, height: false))
        let parts = node.keep(-2) { BarParts(tree: node.host.tree) }
        let controller = view.controller
        let hasBack = view.hasBack
        parts.back.attributes["aria-label"] = SystemWord.back.text(in: node.environment)
        let tint = node.environment.builtin.tint?.color
        parts.back.style = tint.map { Style(("color", $0)) } ?? Style()
        node.setAssembly {
            var result: [RenderNode] = []
            let title = chrome.title ?? ""
            let isHidden = chrome.hides("navigation")
            let principal = children[1].output
            let mode = chrome.display ?? "automatic"
            let isLarge = mode == "large" || (mode == "automatic" && !hasBack)
            let isEmpty =
                title.isEmpty && !hasBack && children[0].output.isEmpty && principal.isEmpty
                && children[2].output.isEmpty && search == nil
            if !isHidden, !isEmpty {
                bar.classes = isLarge && !title.isEmpty ? "navbar large" : "navbar"
                parts.leading.setChildren(
                    (hasBack && !chrome.hidesBack ? [parts.back] : []) + children[0].output)
                parts.back.handlers[.tap] = { _ in controller.pop() }
                parts.title.content = .text(title)
                parts.title.plainText = title
                parts.large.content = .text(title)
                parts.large.plainText = title
                parts.middle.setChildren(principal.isEmpty ? (isLarge ? [] : [parts.title]) : principal)
                parts.trailing.setChildren(children[2].output)
                parts.line.setChildren([parts.leading, parts.middle, parts.trailing])
                bar.setChildren(
                    [parts.line] + (isLarge && !title.isEmpty ? [parts.large] : []) + (search?.output ?? []))
                result.append(bar)
            }
            if !chrome.hides("bottom"), !children[3].output.isEmpty {
                parts.bottom.setChildren(children[3].output)
                result.append(parts.bottom)
            }
            return result
        }
    }
}

@MainActor private final class BarParts {
    let line, leading, middle, trailing, back, title, large, bottom: RenderNode
    init(tree: RenderTree) {
        line = RenderNode(tree: tree, classes: "barline", layout: .greedy(width: true, height: false))
        leading = RenderNode(tree: tree, classes: "baritems leading", layout: .hug)
        middle = RenderNode(tree: tree, classes: "baritems middle", layout: .hug)
        trailing = RenderNode(tree: tree, classes: "baritems trailing", layout: .hug)
        back = RenderNode(tree: tree, tag: "button", classes: "button back", layout: .rigid)
        back.content = .html("<span class=\"sym\">\(Symbols.svg("chevron.left"))</span>")
        back.attributes["type"] = "button"
        title = RenderNode(tree: tree, classes: "bartitle text", layout: .hug)
        title.role = "heading"
        title.attributes["aria-level"] = "1"
        large = RenderNode(tree: tree, classes: "largetitle text", layout: .hug)
        large.role = "heading"
        large.attributes["aria-level"] = "1"
        bottom = RenderNode(tree: tree, classes: "toolbar", layout: .greedy(width: true, height: false))
        bottom.role = "toolbar"
    }
}

nonisolated struct ToolbarRow: View {
    let views: [AnyView]
    typealias Body = Never
    @MainActor static func _evaluate(_ view: Self, in node: _ViewNode) {
        for (index, content) in view.views.enumerated() { node.child(index, content) }
        var index = view.views.count
        while node.childNode(index) != nil {
            node.removeChild(index)
            index += 1
        }
    }
}

nonisolated struct SearchField: View {
    let text: Binding<String>
    let prompt: String
    var body: some View {
        HStack(spacing: 6) {
            Image(systemName: "magnifyingglass").foregroundStyle(.secondary)
            TextField(text: text, label: Text(verbatim: prompt), prompt: Text(verbatim: prompt), axis: .horizontal)
            if !text.wrappedValue.isEmpty {
                Button(action: { text.wrappedValue = "" }) {
                    Image(systemName: "xmark.circle.fill").foregroundStyle(.secondary)
                }
                .accessibilityLabel(Text(SystemWord.clearText))
            }
        }
        .padding(.horizontal, 8)
        .frame(minHeight: 36)
        .background(Color.gray.opacity(0.16), in: RoundedRectangle(cornerRadius: 10))
        .padding(EdgeInsets(top: 2, leading: 16, bottom: 8, trailing: 16))
    }
}

/// Two or three columns.
public struct NavigationSplitView<Sidebar: View, Content: View, Detail: View> {
    let sidebar: Sidebar
    let content: Content
    let detail: Detail
    let visibility: Binding<NavigationSplitViewVisibility>?
    let preferred: Binding<NavigationSplitViewColumn>?
}
/// Which columns are seen.
public struct NavigationSplitViewVisibility: Equatable, Sendable {
    let level: Int
    /// As it fits.
    public static let automatic = NavigationSplitViewVisibility(level: 0)
    /// All.
    public static let all = NavigationSplitViewVisibility(level: 1)
    /// Two.
    public static let doubleColumn = NavigationSplitViewVisibility(level: 2)
    /// The last.
    public static let detailOnly = NavigationSplitViewVisibility(level: 3)
}
/// A column.
public struct NavigationSplitViewColumn: Hashable, Sendable {
    let index: Int
    /// The first.
    public static let sidebar = NavigationSplitViewColumn(index: 0)
    /// The second of three.
    public static let content = NavigationSplitViewColumn(index: 1)
    /// The last.
    public static let detail = NavigationSplitViewColumn(index: 2)
}
extension NavigationSplitView where Content == EmptyView {
    /// Two columns.
    public nonisolated init(@ViewBuilder sidebar: () -> Sidebar, @ViewBuilder detail: () -> Detail) {
        self.init(sidebar: sidebar(), content: EmptyView(), detail: detail(), visibility: nil, preferred: nil)
    }
    /// Two columns, and which are seen.
    public nonisolated init(
        columnVisibility: Binding<NavigationSplitViewVisibility>, @ViewBuilder sidebar: () -> Sidebar,
        @ViewBuilder detail: () -> Detail
    ) {
        self.init(
            sidebar: sidebar(), content: EmptyView(), detail: detail(), visibility: columnVisibility, preferred: nil)
    }
    /// Two columns, and which one a narrow window shows.
    public nonisolated init(
        preferredCompactColumn: Binding<NavigationSplitViewColumn>, @ViewBuilder sidebar: () -> Sidebar,
        @ViewBuilder detail: () -> Detail
    ) {
        self.init(
            sidebar: sidebar(), content: EmptyView(), detail: detail(), visibility: nil,
            preferred: preferredCompactColumn)
    }
}
extension NavigationSplitView: View {
    /// None.
    public typealias Body = Never
    /// How the view graph brings a place up to date.
    @MainActor public static func _evaluate(_ view: Self, in node: _ViewNode) {
        let isWide = node.environment.horizontalSizeClass == .regular
        let shown = node.track { (view.visibility?.wrappedValue, view.preferred?.wrappedValue) }
        let controller = node.keep(-3) { NavigationController(path: { [] }, setPath: { _ in }) }
        let environment = node.derived(key: -2) {
            $0.builtin.navigation = controller
            $0.builtin.listStyle = $0.builtin.listStyle
        }
        let box = node.box(classes: "split", layout: .greedy(width: true, height: true))
        if isWide {
            if shown.0 == .detailOnly {
                node.removeChild(0)
            } else {
                node.child(
                    0, NavigationScreen(content: view.sidebar, hasBack: false, controller: controller),
                    environment: environment)
            }
            node.child(
                1, NavigationScreen(content: view.detail, hasBack: false, controller: controller),
                environment: environment)
        } else if shown.1 == .detail {
            node.removeChild(0)
            let back = view.preferred
            controller.setPath = { _ in back?.wrappedValue = .sidebar }
            controller.path = { [AnyHashable(0)] }
            node.child(
                1, NavigationScreen(content: view.detail, hasBack: true, controller: controller),
                environment: environment)
        } else {
            node.removeChild(1)
            node.child(
                0, NavigationScreen(content: view.sidebar, hasBack: false, controller: controller),
                environment: environment)
        }
        node.setAssembly { [unowned node] in
            let columns = node.concatenated()
            box.attributes["data-columns"] = String(columns.count)
            box.setChildren(columns)
            return [box]
        }
    }
}

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

nonisolated struct ChromeModifier: ViewModifier {
    typealias Body = Never
    let apply: @MainActor (ScreenChrome, Int, EnvironmentValues) -> Void
    let remove: @MainActor (ScreenChrome, Int) -> Void
    @MainActor static func _evaluate<V: View>(_ modifier: Self, _ content: V, in node: _ViewNode) {
        node.child(0, content)
        guard let chrome = node.environment.builtin.screen else { return }
        let (serial, environment) = (node.serial, node.environment)
        node.track { modifier.apply(chrome, serial, environment) }
        let remove = modifier.remove
        node.onDisposeOnce(-9) { remove(chrome, serial) }
    }
}

nonisolated struct DestinationModifier<D: Hashable, C: View>: ViewModifier {
    typealias Body = Never
    let make: (D) -> C
    @MainActor static func _evaluate<V: View>(_ modifier: Self, _ content: V, in node: _ViewNode) {
        if let controller = node.environment.builtin.navigation {
            let make = modifier.make
            controller.destinations[ObjectIdentifier(D.self)] = (
                node.serial, { ($0.base as? D).map { AnyView(make($0)) } }
            )
        }
        node.child(0, content)
    }
}

nonisolated struct PushModifier<C: View>: ViewModifier {
    typealias Body = Never
    let isPresented: Binding<Bool>
    let make: () -> C
    @MainActor static func _evaluate<V: View>(_ modifier: Self, _ content: V, in node: _ViewNode) {
        node.child(0, content)
        guard let controller = node.environment.builtin.navigation else { return }
        let binding = modifier.isPresented
        let (isOn, serial, make) = (node.track { binding.wrappedValue }, node.serial, modifier.make)
        node.host.afterUpdate {
            let has = controller.extra.value.contains { $0.owner == serial }
            if isOn, !has {
                controller.extra.value.append(
                    .init(owner: serial, content: AnyView(make()), pop: { binding.wrappedValue = false }))
            } else if !isOn, has {
                controller.extra.value.removeAll { $0.owner == serial }
            }
        }
    }
}

/// Apple's name for things of the upper bar.
public struct NavigationBarItem: Sendable {
    /// How a title is shown.
    public enum TitleDisplayMode: Sendable {
        /// As the screen before.
        case automatic
        /// In the bar.
        case inline
        /// Below the bar.
        case large
    }
}

/// Where a search field is.
public struct SearchFieldPlacement: Sendable {
    /// As it fits.
    public static let automatic = SearchFieldPlacement()
    /// In the upper bar.
    public static let navigationBarDrawer = SearchFieldPlacement()
    /// In the upper bar, shown or not.
    public static func navigationBarDrawer(displayMode: NavigationBarDrawerDisplayMode) -> SearchFieldPlacement {
        .init()
    }
    /// When the field is seen.
    public struct NavigationBarDrawerDisplayMode: Sendable {
        /// As it fits.
        public static let automatic = NavigationBarDrawerDisplayMode()
        /// Always.
        public static let always = NavigationBarDrawerDisplayMode()
    }
}

extension View {
    /// The title of a screen.
    public nonisolated func navigationTitle(_ titleKey: LocalizedStringKey) -> some View {
        navigationTitle(Text(titleKey))
    }
    /// The title of a screen.
    @_disfavoredOverload public nonisolated func navigationTitle<S: StringProtocol>(_ title: S) -> some View {
        navigationTitle(Text(title))
    }
    /// The title of a screen.
    public nonisolated func navigationTitle(_ title: Text) -> some View {
        modifier(
            ChromeModifier(
                apply: { $0.setTitle(title.words(in: $2), owner: $1) }, remove: { $0.setTitle(nil, owner: $1) }))
    }
    /// How the title is shown.
    public nonisolated func navigationBarTitleDisplayMode(_ displayMode: NavigationBarItem.TitleDisplayMode)
        -> some View
    {
        modifier(
            ChromeModifier(
                apply: { chrome, owner, _ in chrome.setDisplay("\(displayMode)", owner: owner) },
                remove: { $0.setDisplay(nil, owner: $1) }))
    }
    /// Whether there is a way back.
    public nonisolated func navigationBarBackButtonHidden(_ hidesBackButton: Bool = true) -> some View {
        modifier(
            ChromeModifier(
                apply: { chrome, owner, _ in chrome.setBackHidden(hidesBackButton, owner: owner) },
                remove: { $0.setBackHidden(nil, owner: $1) }))
    }
    /// Whether bars are seen.
    public nonisolated func toolbar(_ visibility: Visibility, for bars: ToolbarPlacement...) -> some View {
        let names = Set(bars.map(\.name))
        return modifier(
            ChromeModifier(
                apply: { chrome, owner, _ in chrome.setHidden(visibility == .hidden ? names : nil, owner: owner) },
                remove: { $0.setHidden(nil, owner: $1) }))
    }
    /// The ground of bars.
    public nonisolated func toolbarBackground<S: ShapeStyle>(_ style: S, for bars: ToolbarPlacement...) -> some View {
        modifier(EmptyModifier.identity)
    }
    /// Whether the ground of bars is seen.
    public nonisolated func toolbarBackground(_ visibility: Visibility, for bars: ToolbarPlacement...) -> some View {
        modifier(EmptyModifier.identity)
    }
    /// The scheme of bars.
    public nonisolated func toolbarColorScheme(_ colorScheme: ColorScheme?, for bars: ToolbarPlacement...) -> some View
    {
        modifier(EmptyModifier.identity)
    }
    /// Things in bars.
    public nonisolated func toolbar<Content: ToolbarContent>(
        @ToolbarContentBuilder content: () -> Content
    ) -> some View {
        nonisolated(unsafe) let content = content()  // Read on the main actor only.
        return modifier(
            ChromeModifier(
                apply: { chrome, owner, _ in
                    let visitor = _ToolbarVisitor()
                    Content._entries(content, visitor)
                    chrome.setItems(visitor.entries, owner: owner)
                }, remove: { $0.setItems(nil, owner: $1) }))
    }
    /// A view in a bar.
    @_disfavoredOverload public nonisolated func toolbar<Content: View>(@ViewBuilder content: () -> Content)
        -> some View
    {
        let content = AnyView(content())
        nonisolated(unsafe) let entry = ToolbarEntry(placement: .automatic, content: content)  // As above.
        return modifier(
            ChromeModifier(
                apply: { chrome, owner, _ in chrome.setItems([entry], owner: owner) },
                remove: { $0.setItems(nil, owner: $1) }))
    }
    /// The screen of a type of values.
    public nonisolated func navigationDestination<D: Hashable, C: View>(
        for data: D.Type, @ViewBuilder destination: @escaping (D) -> C
    ) -> some View { modifier(DestinationModifier(make: destination)) }
    /// A screen that a binding shows.
    public nonisolated func navigationDestination<V: View>(
        isPresented: Binding<Bool>, @ViewBuilder destination: () -> V
    ) -> some View {
        let view = destination()
        return modifier(PushModifier(isPresented: isPresented, make: { view }))
    }
    /// A screen that a value shows.
    public nonisolated func navigationDestination<D: Hashable, C: View>(
        item: Binding<D?>, @ViewBuilder destination: @escaping (D) -> C
    ) -> some View {
        modifier(PushModifier(isPresented: item.isSome(), make: { item.wrappedValue.map(destination) }))
    }
    /// The width of a column.
    public nonisolated func navigationSplitViewColumnWidth(min: CGFloat? = nil, ideal: CGFloat, max: CGFloat? = nil)
        -> some View
    {
        modifier(EmptyModifier.identity)
    }
    /// The width of a column.
    public nonisolated func navigationSplitViewColumnWidth(_ width: CGFloat) -> some View {
        modifier(EmptyModifier.identity)
    }
    /// A field to search with.
    public nonisolated func searchable(
        text: Binding<String>, placement: SearchFieldPlacement = .automatic, prompt: LocalizedStringKey
    ) -> some View {
        search(text, Text(prompt))
    }
    /// A field to search with.
    public nonisolated func searchable(
        text: Binding<String>, placement: SearchFieldPlacement = .automatic, prompt: Text? = nil
    ) -> some View {
        search(text, prompt ?? Text(SystemWord.search))
    }
    nonisolated func search(_ text: Binding<String>, _ prompt: Text) -> some View {
        return modifier(
            ChromeModifier(
                apply: { $0.setSearch((text, prompt.words(in: $2)), owner: $1) },
                remove: { $0.setSearch(nil, owner: $1) }))
    }
}

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
