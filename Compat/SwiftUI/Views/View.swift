@_exported import Foundation
@_exported import Observation
import ViewTree

/// A part of an app's user interface.
@MainActor @preconcurrency public protocol View {
    /// The type of view that is the body of this one.
    associatedtype Body: View
    /// The content and behavior of the view.
    @ViewBuilder @MainActor @preconcurrency var body: Self.Body { get }
    /// Brings a node of the view graph up to date with a view value.
    @MainActor static func _evaluate(_ view: Self, in node: _ViewNode)
    /// Visits the views of which a transparent container is made.
    @MainActor static func _visit(_ view: Self, _ visitor: any _ViewVisitor)
    /// Collects what a parent wants to know of a view that it has not built yet.
    @MainActor static func _traits(_ view: Self, into traits: inout _ViewTraits)
}

extension View {
    /// The way of a view with a body: link its fields, evaluate the body under observation, pass it on.
    @MainActor public static func _evaluate(_ view: Self, in node: _ViewNode) {
        var linked = view
        node.link(&linked)
        node.host.bodyEvaluations += 1
        let body = node.track { linked.body }
        node.child(0, body)
    }

    /// A view is one view, unless it says otherwise.
    @MainActor public static func _visit(_ view: Self, _ visitor: any _ViewVisitor) { visitor.visit(view) }

    /// Nothing to tell.
    @MainActor public static func _traits(_ view: Self, into traits: inout _ViewTraits) {}
}

/// Receives the views inside groups, tuples, conditions and loops, one by one.
@MainActor public protocol _ViewVisitor: AnyObject {
    /// Called for each view.
    func visit<Content: View>(_ view: Content)
}

/// Facts that a modifier leaves on a view for its container.
public struct _ViewTraits {
    var tag: AnyHashable?
    var tabItem: AnyView?
    var badge: String?
    var identifier: AnyHashable?
}

/// Primitives have no body.
extension Never: View {
    /// None.
    public typealias Body = Never
    /// Never called: there is no value of this type.
    @MainActor @preconcurrency public var body: Never { preconditionFailure("Never has no body") }
}

extension View where Body == Never {
    /// Primitives have no body: the graph evaluates them by other means, so that nobody gets here.
    @MainActor @preconcurrency public var body: Never { preconditionFailure("\(Self.self) has no body") }
}

/// Nothing.
public struct EmptyView: Sendable {
    /// Creates a view that shows nothing.
    public nonisolated init() {}
}

extension EmptyView: View {
    /// None.
    public typealias Body = Never
    /// How the view graph brings a place up to date.
    @MainActor public static func _evaluate(_ view: Self, in node: _ViewNode) {}
    /// How the view graph looks into a container.
    @MainActor public static func _visit(_ view: Self, _ visitor: any _ViewVisitor) {}
}

/// A view made of a tuple of views.
public struct TupleView<T> {
    /// The views.
    public var value: T

    /// Creates a view of a tuple.
    public nonisolated init(_ value: T) { self.value = value }
}

extension TupleView: View {
    /// None.
    public typealias Body = Never

    /// How the view graph brings a place up to date.
    @MainActor public static func _evaluate(_ view: Self, in node: _ViewNode) {
        withUnsafePointer(to: view.value) { pointer in
            var slot = 0
            for field in FieldTable.views(of: T.self) {
                place(field.type, UnsafeRawPointer(pointer) + field.offset, node, slot)
                slot += 1
            }
        }
    }

    /// How the view graph looks into a container.
    @MainActor public static func _visit(_ view: Self, _ visitor: any _ViewVisitor) {
        withUnsafePointer(to: view.value) { pointer in
            for field in FieldTable.views(of: T.self) {
                show(field.type, UnsafeRawPointer(pointer) + field.offset, visitor)
            }
        }
    }

    @MainActor private static func place<Content: View>(
        _: Content.Type, _ raw: UnsafeRawPointer, _ node: _ViewNode, _ slot: Int
    ) {
        node.child(slot, raw.assumingMemoryBound(to: Content.self).pointee)
    }

    @MainActor private static func show<Content: View>(
        _: Content.Type, _ raw: UnsafeRawPointer, _ visitor: any _ViewVisitor
    ) {
        Content._visit(raw.assumingMemoryBound(to: Content.self).pointee, visitor)
    }
}

/// One of two views.
public struct _ConditionalContent<TrueContent, FalseContent> {
    enum Storage {
        case trueContent(TrueContent)
        case falseContent(FalseContent)
    }

    let storage: Storage
    nonisolated init(_ storage: Storage) { self.storage = storage }
}

extension _ConditionalContent: View where TrueContent: View, FalseContent: View {
    /// None.
    public typealias Body = Never

    /// How the view graph brings a place up to date.
    @MainActor public static func _evaluate(_ view: Self, in node: _ViewNode) {
        switch view.storage {
        case .trueContent(let content):
            node.removeChild(1)
            node.child(0, content)
        case .falseContent(let content):
            node.removeChild(0)
            node.child(1, content)
        }
    }

    /// How the view graph looks into a container.
    @MainActor public static func _visit(_ view: Self, _ visitor: any _ViewVisitor) {
        switch view.storage {
        case .trueContent(let content): TrueContent._visit(content, visitor)
        case .falseContent(let content): FalseContent._visit(content, visitor)
        }
    }
}

extension Optional: View where Wrapped: View {
    /// None.
    public typealias Body = Never

    /// How the view graph brings a place up to date.
    @MainActor public static func _evaluate(_ view: Self, in node: _ViewNode) {
        if let content = view { node.child(0, content) } else { node.removeChild(0) }
    }

    /// How the view graph looks into a container.
    @MainActor public static func _visit(_ view: Self, _ visitor: any _ViewVisitor) {
        if let content = view { Wrapped._visit(content, visitor) }
    }
}

/// A view of any type.
public struct AnyView {
    let visitContent: @MainActor (any _ViewVisitor) -> Void
    let place: @MainActor (_ViewNode) -> Void
    let traits: @MainActor (inout _ViewTraits) -> Void

    /// Creates a view that hides the type of another.
    public nonisolated init<V: View>(_ view: V) {
        nonisolated(unsafe) let view = view  // Made and read where views live: on the main actor.
        visitContent = { V._visit(view, $0) }
        place = { node in node.child(0, view) }
        traits = { V._traits(view, into: &$0) }
    }

    /// Creates a view that hides the type of another.
    public nonisolated init<V: View>(erasing view: V) { self.init(view) }
}

extension AnyView: View {
    /// None.
    public typealias Body = Never
    /// How the view graph brings a place up to date.
    @MainActor public static func _evaluate(_ view: Self, in node: _ViewNode) { view.place(node) }
    /// How the view graph looks into a container.
    @MainActor public static func _visit(_ view: Self, _ visitor: any _ViewVisitor) { view.visitContent(visitor) }
    /// What a container learns of a view before it is built.
    @MainActor public static func _traits(_ view: Self, into traits: inout _ViewTraits) { view.traits(&traits) }
}

/// A transparent collection of views.
public struct Group<Content> {
    let content: Content
}

extension Group: View where Content: View {
    /// None.
    public typealias Body = Never

    /// Groups views.
    public nonisolated init(@ViewBuilder content: () -> Content) { self.content = content() }

    /// How the view graph brings a place up to date.
    @MainActor public static func _evaluate(_ view: Self, in node: _ViewNode) { node.child(0, view.content) }
    /// How the view graph looks into a container.
    @MainActor public static func _visit(_ view: Self, _ visitor: any _ViewVisitor) {
        Content._visit(view.content, visitor)
    }
}

/// Makes views out of a closure's statements.
@resultBuilder public struct ViewBuilder {
    /// One expression.
    public static nonisolated func buildExpression<Content: View>(_ content: Content) -> Content { content }
    /// Nothing.
    public static nonisolated func buildBlock() -> EmptyView { EmptyView() }
    /// One view.
    public static nonisolated func buildBlock<Content: View>(_ content: Content) -> Content { content }
    /// Several views.
    public static nonisolated func buildBlock<each Content: View>(
        _ content: repeat each Content
    ) -> TupleView<(repeat each Content)> {
        TupleView((repeat each content))
    }
    /// An `if` without `else`.
    public static nonisolated func buildIf<Content: View>(_ content: Content?) -> Content? { content }
    /// The first branch.
    public static nonisolated func buildEither<TrueContent: View, FalseContent: View>(
        first: TrueContent
    ) -> _ConditionalContent<TrueContent, FalseContent> {
        _ConditionalContent(.trueContent(first))
    }
    /// The second branch.
    public static nonisolated func buildEither<TrueContent: View, FalseContent: View>(
        second: FalseContent
    ) -> _ConditionalContent<TrueContent, FalseContent> {
        _ConditionalContent(.falseContent(second))
    }
    /// An `if #available`.
    public static nonisolated func buildLimitedAvailability<Content: View>(_ content: Content) -> AnyView {
        AnyView(content)
    }
}

/// A view that is compared with `==` before it is evaluated again.
public struct EquatableView<Content: View & Equatable> {
    /// The view.
    public var content: Content
    /// Wraps an equatable view.
    public nonisolated init(content: Content) { self.content = content }
}

extension EquatableView: View {
    /// None.
    public typealias Body = Never
    /// How the view graph brings a place up to date.
    @MainActor public static func _evaluate(_ view: Self, in node: _ViewNode) { node.child(0, view.content) }
}

extension View where Self: Equatable {
    /// Evaluates this view again only when it differs.
    public nonisolated func equatable() -> EquatableView<Self> { EquatableView(content: self) }
}
