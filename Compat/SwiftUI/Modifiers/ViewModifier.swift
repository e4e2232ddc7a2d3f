import ViewTree

/// Changes a view.
@MainActor @preconcurrency public protocol ViewModifier {
    /// The type of the changed view.
    associatedtype Body: View
    /// Changes the content.
    @ViewBuilder @MainActor @preconcurrency func body(content: Self.Content) -> Self.Body
    /// The content that is changed.
    typealias Content = _ViewModifier_Content<Self>
    /// Brings a node up to date with a modifier and its content.
    @MainActor static func _evaluate<V: View>(_ modifier: Self, _ content: V, in node: _ViewNode)
    /// Collects what a parent wants to know.
    @MainActor static func _traits(_ modifier: Self, into traits: inout _ViewTraits)
}

extension ViewModifier {
    /// The way of a modifier with a body.
    @MainActor public static func _evaluate<V: View>(_ modifier: Self, _ content: V, in node: _ViewNode) {
        var linked = modifier
        node.link(&linked)
        let placeholder = _ViewModifier_Content<Self>(content: content)
        let body = node.track { linked.body(content: placeholder) }
        node.child(0, body)
    }
    /// Nothing to tell.
    @MainActor public static func _traits(_ modifier: Self, into traits: inout _ViewTraits) {}
}

extension ViewModifier where Body == Never {
    /// Primitives have no body: the graph evaluates them by other means, so that nobody gets here.
    @MainActor @preconcurrency public func body(content: Self.Content) -> Never {
        preconditionFailure("\(Self.self) has no body")
    }
}

/// The view that a modifier changes.
public struct _ViewModifier_Content<Modifier: ViewModifier> {
    let place: @MainActor (_ViewNode) -> Void
    @MainActor init<Content: View>(content: Content) {
        place = { node in node.child(0, content) }
    }
}

extension _ViewModifier_Content: View {
    /// None.
    public typealias Body = Never
    /// How the view graph brings a place up to date.
    @MainActor public static func _evaluate(_ view: Self, in node: _ViewNode) { view.place(node) }
}

/// A modifier that changes nothing.
public nonisolated struct EmptyModifier: ViewModifier, Sendable {
    /// A modifier that changes nothing.
    public nonisolated static let identity = EmptyModifier()
    /// None.
    public typealias Body = Never
    /// Creates the modifier.
    public nonisolated init() {}
    /// How the view graph brings a place up to date.
    @MainActor public static func _evaluate<V: View>(_ modifier: Self, _ content: V, in node: _ViewNode) {
        node.child(0, content)
    }
}

/// A view and what changes it.
public struct ModifiedContent<Content, Modifier> {
    /// The view.
    public var content: Content
    /// What changes it.
    public var modifier: Modifier
    /// Joins a view and a modifier.
    public nonisolated init(content: Content, modifier: Modifier) {
        self.content = content
        self.modifier = modifier
    }
}

extension ModifiedContent: View where Content: View, Modifier: ViewModifier {
    /// None.
    public typealias Body = Never
    /// How the view graph brings a place up to date.
    @MainActor public static func _evaluate(_ view: Self, in node: _ViewNode) {
        Modifier._evaluate(view.modifier, view.content, in: node)
    }
    /// What a container learns of a view before it is built.
    @MainActor public static func _traits(_ view: Self, into traits: inout _ViewTraits) {
        Content._traits(view.content, into: &traits)
        Modifier._traits(view.modifier, into: &traits)
    }
}

extension ModifiedContent: ViewModifier where Content: ViewModifier, Modifier: ViewModifier {
    /// How the view graph brings a place up to date.
    @MainActor public static func _evaluate<V: View>(_ modifier: Self, _ content: V, in node: _ViewNode) {
        node.child(0, content.modifier(modifier.content).modifier(modifier.modifier))
    }
}

extension ViewModifier {
    /// One modifier after another.
    public nonisolated func concat<T>(_ modifier: T) -> ModifiedContent<Self, T> {
        ModifiedContent(content: self, modifier: modifier)
    }
}

extension View {
    /// Applies a modifier.
    public nonisolated func modifier<T>(_ modifier: T) -> ModifiedContent<Self, T> {
        ModifiedContent(content: self, modifier: modifier)
    }
}

/// Sets a value of the environment.
nonisolated struct EnvironmentModifier: ViewModifier {
    typealias Body = Never
    let change: (inout EnvironmentValues) -> Void
    /// Whether the change is the same as another's.
    let value: Any
    let isSameValue: (Any) -> Bool

    nonisolated init<Value>(_ keyPath: WritableKeyPath<EnvironmentValues, Value>, _ value: Value) {
        change = { $0[keyPath: keyPath] = value }
        self.value = value
        isSameValue = { other in (other as? Value).map { isSame($0, value) } ?? false }
    }

    nonisolated init(transform: @escaping (inout EnvironmentValues) -> Void) {
        change = transform
        value = ()
        isSameValue = { _ in false }
    }

    @MainActor static func _evaluate<V: View>(_ modifier: Self, _ content: V, in node: _ViewNode) {
        node.child(0, content, environment: node.changed(modifier))
    }
}

final class EnvironmentChange {
    var source: EnvironmentValues?
    var result: EnvironmentValues?
    var value: Any = ()
}

extension _ViewNode {
    func changed(_ modifier: EnvironmentModifier) -> EnvironmentValues {
        let memo = keep(-1) { EnvironmentChange() }
        if let result = memo.result, let source = memo.source, source.isIdentical(to: environment),
            modifier.isSameValue(memo.value)
        {
            return result
        }
        var result = environment
        modifier.change(&result)
        memo.source = environment
        memo.result = result
        memo.value = modifier.value
        return result
    }

    /// A child whose environment is changed by what cannot be compared (closures): the old one stays where it may.
    func childEnvironment(_ change: (inout EnvironmentValues) -> Void) -> EnvironmentValues {
        derived(key: -1, change)
    }
}

/// Puts a box around content.
nonisolated struct WrapModifier: ViewModifier {
    typealias Body = Never
    let configure: @MainActor (RenderNode, EnvironmentValues) -> Void

    nonisolated init(_ configure: @escaping @MainActor (RenderNode, EnvironmentValues) -> Void) {
        self.configure = configure
    }

    @MainActor static func _evaluate<V: View>(_ modifier: Self, _ content: V, in node: _ViewNode) {
        node.child(0, content)
        let environment = node.environment
        node.wrapEach { modifier.configure($0, environment) }
    }
}

/// Decorates the content's own boxes.
nonisolated struct DecorateModifier: ViewModifier {
    typealias Body = Never
    let decoration: @MainActor (EnvironmentValues) -> Decoration

    nonisolated init(_ decoration: @escaping @MainActor (EnvironmentValues) -> Decoration) {
        self.decoration = decoration
    }

    nonisolated init(_ change: @escaping @MainActor (inout Decoration) -> Void) {
        decoration = { _ in
            var decoration = Decoration()
            change(&decoration)
            return decoration
        }
    }

    @MainActor static func _evaluate<V: View>(_ modifier: Self, _ content: V, in node: _ViewNode) {
        node.child(0, content)
        let environment = node.environment
        node.decorateEach(node.track { modifier.decoration(environment) })
    }
}

/// Content with another view behind or before it.
nonisolated struct LayerModifier<Layer: View>: ViewModifier {
    typealias Body = Never
    let layer: Layer
    let alignment: Alignment
    let isBehind: Bool
    var fills = false

    @MainActor static func _evaluate<V: View>(_ modifier: Self, _ content: V, in node: _ViewNode) {
        let main = node.child(0, content)
        let layer = node.child(1, modifier.layer)
        let box = node.box(classes: "layers", layout: .box)
        let layerBox = node.keep(-2) {
            RenderNode(tree: node.host.tree, classes: "layer", layout: .greedy(width: true, height: true))
        }
        layerBox.classes = (modifier.isBehind ? "layer back box" : "layer front box") + (modifier.fills ? " bleed" : "")
        layerBox.style = Style(("place-items", modifier.alignment.css))
        node.setAssembly {
            layerBox.setChildren(layer.output)
            box.setChildren(modifier.isBehind ? [layerBox] + main.output : main.output + [layerBox])
            return [box]
        }
    }
}
