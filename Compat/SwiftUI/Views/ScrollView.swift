import ViewTree

/// Content that can be scrolled.
public struct ScrollView<Content: View> {
    /// The content.
    public var content: Content
    /// The axes of scrolling.
    public var axes: Axis.Set
    /// Whether indicators are shown.
    public var showsIndicators: Bool
    /// Creates a scroll view.
    public nonisolated init(
        _ axes: Axis.Set = .vertical, showsIndicators: Bool = true, @ViewBuilder content: () -> Content
    ) {
        self.axes = axes
        self.showsIndicators = showsIndicators
        self.content = content()
    }
}

extension ScrollView: View {
    /// None.
    public typealias Body = Never
    /// How the view graph brings a place up to date.
    @MainActor public static func _evaluate(_ view: Self, in node: _ViewNode) {
        let horizontal = view.axes.contains(.horizontal)
        let vertical = view.axes.contains(.vertical)
        let box = node.box(layout: .scroll(horizontal: horizontal, vertical: vertical))
        let context = node.keep(-20) { ScrollContext(node: node, box: box) }
        let settings = node.environment.builtin.scrollSettings
        context.startsAtEnd = settings.anchor?.y == 1
        box.attributes["tabindex"] = "0"
        box.attributes["data-anchor"] = settings.anchor.map { $0.y == 1 ? "end" : "start" }
        box.classes = settings.isDisabled ? "noscroll" : ""
        box.attributes["data-dismiss"] = settings.dismissesKeyboard ? "1" : nil
        if let position = settings.position {
            let wanted = node.track { position.get() }
            let last = node.keep(-21) { Box<String?>(nil) }
            if let wanted, last.value != wanted {
                last.value = wanted
                node.host.afterUpdate { context.scroll(to: wanted, anchor: settings.positionAnchor) }
            }
            box.attributes["data-track"] = settings.positionAnchor?.y == 1 ? "bottom" : "top"
            box.handlers[.scroll] = { payload in
                last.value = payload.text
                position.set(payload.text)
            }
        }
        if let refresh = node.environment.builtin.refresh {
            box.handlers[.refresh] = { _ in Task { @MainActor in await refresh() } }
        }
        let environment = node.derived(key: -22) {
            $0.builtin.scroll = context
            $0.builtin.scrollSettings = ScrollSettings()
            $0.builtin.isLazy = false
        }
        node.child(0, view.content, environment: environment)
        node.contain(box)
    }
}

struct ScrollSettings {
    var anchor: UnitPoint?
    var position: ScrollPositionBinding?
    var positionAnchor: UnitPoint?
    var isDisabled = false
    var dismissesKeyboard = false
}

struct ScrollPositionBinding {
    let get: @MainActor () -> String?
    let set: @MainActor (String) -> Void
}

/// Scrolls views inside of it to where they are seen.
public struct ScrollViewProxy {
    let find: @MainActor (String, UnitPoint?) -> Void
    /// Scrolls to the view with an identity.
    @MainActor public func scrollTo<ID: Hashable>(_ id: ID, anchor: UnitPoint? = nil) {
        find(scrollKey(AnyHashable(id)), anchor)
    }
}

/// Gives content a way to scroll.
public struct ScrollViewReader<Content: View> {
    /// Makes the content.
    public var content: (ScrollViewProxy) -> Content
    /// Creates a reader.
    public nonisolated init(@ViewBuilder content: @escaping (ScrollViewProxy) -> Content) { self.content = content }
}

extension ScrollViewReader: View {
    /// None.
    public typealias Body = Never
    /// How the view graph brings a place up to date.
    @MainActor public static func _evaluate(_ view: Self, in node: _ViewNode) {
        let proxy = ScrollViewProxy { [weak node] key, anchor in
            guard let node else { return }
            for context in node.scrollContexts() { context.scroll(to: key, anchor: anchor) }
        }
        let content = node.track { view.content(proxy) }
        node.child(0, content)
    }
}

extension _ViewNode {
    /// The scroll views below this node.
    func scrollContexts() -> [ScrollContext] {
        var found: [ScrollContext] = []
        if let own = fields[-20] as? ScrollContext { found.append(own) }
        for slot in slots { if let slot { found += slot.scrollContexts() } }
        return found
    }
}

/// How scrolling puts the keyboard away.
public struct ScrollDismissesKeyboardMode: Sendable {
    let dismisses: Bool
    /// As it fits.
    public static let automatic = ScrollDismissesKeyboardMode(dismisses: false)
    /// At once.
    public static let immediately = ScrollDismissesKeyboardMode(dismisses: true)
    /// With the finger.
    public static let interactively = ScrollDismissesKeyboardMode(dismisses: true)
    /// Not at all.
    public static let never = ScrollDismissesKeyboardMode(dismisses: false)
}

/// Whether indicators of scrolling are seen.
public struct ScrollIndicatorVisibility: Sendable {
    /// As it fits.
    public static let automatic = ScrollIndicatorVisibility()
    /// Yes.
    public static let visible = ScrollIndicatorVisibility()
    /// No.
    public static let hidden = ScrollIndicatorVisibility()
    /// Never.
    public static let never = ScrollIndicatorVisibility()
}

/// How scrolling comes to rest.
public protocol ScrollTargetBehavior {}
/// At views.
public struct ViewAlignedScrollTargetBehavior: ScrollTargetBehavior {
    /// Creates the behavior.
    public init() {}
}
/// At pages.
public struct PagingScrollTargetBehavior: ScrollTargetBehavior {
    /// Creates the behavior.
    public init() {}
}
extension ScrollTargetBehavior where Self == ViewAlignedScrollTargetBehavior {
    /// At views.
    public static var viewAligned: ViewAlignedScrollTargetBehavior { .init() }
}
extension ScrollTargetBehavior where Self == PagingScrollTargetBehavior {
    /// At pages.
    public static var paging: PagingScrollTargetBehavior { .init() }
}

/// How scrolling past the end gives way.
public struct ScrollBounceBehavior: Sendable {
    /// As it fits.
    public static let automatic = ScrollBounceBehavior()
    /// Always.
    public static let always = ScrollBounceBehavior()
    /// When there is more than fits.
    public static let basedOnSize = ScrollBounceBehavior()
}

extension View {
    /// Where a scroll view begins, and what it holds on to when its content grows.
    public nonisolated func defaultScrollAnchor(_ anchor: UnitPoint?) -> some View {
        setting(\.scrollSettings.anchor, anchor)
    }
    /// Which view is at the anchor of a scroll view.
    public nonisolated func scrollPosition<ID: Hashable>(
        id: Binding<ID?>, anchor: UnitPoint? = nil
    ) -> some View {
        nonisolated(unsafe) let id = id  // Used on the main actor only.
        let position = ScrollPositionBinding(
            get: { id.wrappedValue.map { scrollKey(AnyHashable($0)) } },
            set: { text in
                // Only identities that are texts or numbers come back from the page as themselves.
                if let value = (text as? ID) ?? (Int(text) as? ID) ?? (UUID(uuidString: text) as? ID) {
                    id.wrappedValue = value
                }
            })
        return setting(\.scrollSettings.position, position).setting(\.scrollSettings.positionAnchor, anchor)
    }
    /// Marks the layout whose views are targets.
    public nonisolated func scrollTargetLayout(isEnabled: Bool = true) -> some View {
        modifier(EmptyModifier.identity)
    }
    /// How scrolling comes to rest.
    public nonisolated func scrollTargetBehavior(_ behavior: some ScrollTargetBehavior) -> some View {
        modifier(EmptyModifier.identity)
    }
    /// Whether scrolling is possible.
    public nonisolated func scrollDisabled(_ disabled: Bool) -> some View {
        setting(\.scrollSettings.isDisabled, disabled)
    }
    /// Whether indicators are seen.
    public nonisolated func scrollIndicators(
        _ visibility: ScrollIndicatorVisibility, axes: Axis.Set = [.vertical, .horizontal]
    ) -> some View { modifier(EmptyModifier.identity) }
    /// Whether content is cut at the edge of the scroll view.
    public nonisolated func scrollClipDisabled(_ disabled: Bool = true) -> some View {
        modifier(EmptyModifier.identity)
    }
    /// How scrolling past the end gives way.
    public nonisolated func scrollBounceBehavior(
        _ behavior: ScrollBounceBehavior, axes: Axis.Set = [.vertical]
    ) -> some View { modifier(EmptyModifier.identity) }
    /// Whether the ground of a scrolling view is seen.
    public nonisolated func scrollContentBackground(_ visibility: Visibility) -> some View {
        setting(\.hidesScrollGround, visibility == .hidden)
    }
    /// How scrolling puts the keyboard away.
    public nonisolated func scrollDismissesKeyboard(_ mode: ScrollDismissesKeyboardMode) -> some View {
        setting(\.scrollSettings.dismissesKeyboard, mode.dismisses)
    }
    /// Lets the content be refreshed by pulling.
    public nonisolated func refreshable(action: @escaping @Sendable () async -> Void) -> some View {
        setting(\.refresh, RefreshAction(action: action))
    }
}

/// Tells content how large its container is.
public struct GeometryReader<Content: View> {
    /// Makes the content.
    public var content: (GeometryProxy) -> Content
    /// Creates a reader.
    public nonisolated init(@ViewBuilder content: @escaping (GeometryProxy) -> Content) { self.content = content }
}

/// The size and place of a container.
public struct GeometryProxy {
    /// The size, in points.
    public let size: CGSize
    /// What bars and corners cover.
    public let safeAreaInsets: EdgeInsets
    /// The container's frame.
    public func frame(in coordinateSpace: some CoordinateSpaceProtocol) -> CGRect {
        CGRect(origin: .zero, size: size)
    }
}

/// A space of coordinates.
public protocol CoordinateSpaceProtocol {}
/// The view's own coordinates.
public struct LocalCoordinateSpace: CoordinateSpaceProtocol {
    /// Creates the space.
    public init() {}
}
/// The window's coordinates.
public struct GlobalCoordinateSpace: CoordinateSpaceProtocol {
    /// Creates the space.
    public init() {}
}
/// Coordinates of a named view.
public struct NamedCoordinateSpace: CoordinateSpaceProtocol {
    let name: AnyHashable
}
extension CoordinateSpaceProtocol where Self == LocalCoordinateSpace {
    /// The view's own coordinates.
    public static var local: LocalCoordinateSpace { .init() }
}
extension CoordinateSpaceProtocol where Self == GlobalCoordinateSpace {
    /// The window's coordinates.
    public static var global: GlobalCoordinateSpace { .init() }
}
extension CoordinateSpaceProtocol where Self == NamedCoordinateSpace {
    /// Coordinates of a named view.
    public static func named(_ name: some Hashable) -> NamedCoordinateSpace { .init(name: AnyHashable(name)) }
}

extension View {
    /// Names this view's coordinates.
    public nonisolated func coordinateSpace(_ name: NamedCoordinateSpace) -> some View {
        modifier(EmptyModifier.identity)
    }
}

extension GeometryReader: View {
    /// None.
    public typealias Body = Never
    /// How the view graph brings a place up to date.
    @MainActor public static func _evaluate(_ view: Self, in node: _ViewNode) {
        let builtin = node.environment.builtin
        let fallback = CGSize(
            width: builtin.size.width,
            height: builtin.size.height - builtin.safeArea.top - builtin.safeArea.bottom)
        let measured = node.keep(-5) { Box<CGSize?>(nil) }
        let proxy = GeometryProxy(size: measured.value ?? fallback, safeAreaInsets: EdgeInsets())
        let content = node.track { view.content(proxy) }
        node.child(0, content)
        let box = node.box(classes: "geometry box", layout: .greedy(width: true, height: true))
        box.style = Style(("place-items", "start start"))
        // A page that can measure says so, once the real size differs.
        box.attributes["data-measure"] = "1"
        box.handlers[.change] = { [weak node] payload in
            let size = CGSize(width: payload.width, height: payload.height)
            guard size.width > 0, size.height > 0, measured.value != size else { return }
            measured.value = size
            node?.invalidate()
        }
        node.contain(box)
    }
}
