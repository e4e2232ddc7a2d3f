import ViewTree

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
