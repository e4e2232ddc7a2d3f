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
