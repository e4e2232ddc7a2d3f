import ViewTree

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
