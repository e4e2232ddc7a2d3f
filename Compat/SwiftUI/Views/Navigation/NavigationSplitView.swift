import ViewTree

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
