import Foundation

/// One box of the picture: what a view became, before it is written as HTML.
///
/// A node has an identity that survives updates, so that a change of one row is one patch of one element.
/// The view graph mutates nodes in place; `RenderTree` notices and writes the difference.
@MainActor package final class RenderNode {
    package nonisolated let id: Int
    package let tree: RenderTree
    package private(set) weak var parent: RenderNode?

    /// The HTML element's name.
    package var tag: String { didSet { if tag != oldValue { changed() } } }
    /// Class names without the ones that the layout adds.
    package var classes: String { didSet { if classes != oldValue { changed() } } }
    /// Inline declarations, in order.
    package var style: Style = Style() { didSet { if style != oldValue { changed() } } }
    package var attributes: [String: String] = [:] { didSet { if attributes != oldValue { changed() } } }
    package var content: Content = .children { didSet { if content != oldValue { changed() } } }
    package var layout: LayoutRule { didSet { if layout != oldValue { changed() } } }
    package private(set) var children: [RenderNode] = []
    package var handlers: [EventKind: (EventPayload) -> Void] = [:] {
        didSet { if handlers.count != oldValue.count { changed() } }
    }
    /// What the control is to assistive technology and to a test that looks for it.
    package var role: String? { didSet { if role != oldValue { changed() } } }
    /// The text that a reader sees in this leaf, without markup.
    package var plainText: String = ""
    /// Free slots for facts that only the view graph understands (tags, tab items).
    package var facts: [String: Any] = [:]

    private(set) var decorations: [(owner: Int, decoration: Decoration)] = [] { didSet { merged = nil } }
    /// ``decoration`` as long as nothing changed: it is asked for far more often than it changes.
    private var merged: Decoration?

    package enum Content: Equatable {
        case children
        case text(String)
        case html(String)
    }

    package init(tree: RenderTree, tag: String = "div", classes: String = "", layout: LayoutRule) {
        self.tree = tree
        self.id = tree.nextID()
        self.tag = tag
        self.classes = classes
        self.layout = layout
    }

    package func setChildren(_ nodes: [RenderNode]) {
        if nodes.count == children.count {
            var same = true
            for index in nodes.indices where nodes[index] !== children[index] || nodes[index].parent !== self {
                same = false
                break
            }
            if same { return }
        }
        children = nodes
        for node in nodes where node.parent !== self {
            node.parent = self
            tree.markDirty(node)
        }
        changed()
    }

    /// Adds, replaces or removes the decoration that one modifier puts on this node.
    package func decorate(owner: Int, _ decoration: Decoration?) {
        let index = decorations.firstIndex { $0.owner == owner }
        switch (index, decoration) {
        case (let index?, let decoration?):
            let differs = !decorations[index].decoration.looksLike(decoration)
            decorations[index].decoration = decoration
            if differs { changed() }
        case (nil, let decoration?):
            decorations.append((owner, decoration))
            changed()
        case (let index?, nil):
            decorations.remove(at: index)
            changed()
        case (nil, nil):
            break
        }
    }

    package func changed() {
        var node: RenderNode? = self
        while let here = node, here.cachedTraits != nil {
            here.cachedTraits = nil
            node = here.parent
        }
        tree.markDirty(self)
    }

    /// The merged decoration, inner modifiers first.
    package var decoration: Decoration {
        if let merged { return merged }
        var sum = Decoration()
        for entry in decorations { sum.merge(entry.decoration) }
        merged = sum
        return sum
    }

    /// The handler for an event: the node's own, else the outermost modifier's.
    package func handler(for kind: EventKind) -> ((EventPayload) -> Void)? {
        if let own = handlers[kind] { return own }
        for entry in decorations.reversed() {
            if let handler = entry.decoration.handlers[kind] { return handler }
        }
        return nil
    }

    package func fact<Value>(_ name: String, as type: Value.Type = Value.self) -> Value? {
        for entry in decorations.reversed() {
            if let value = entry.decoration.facts[name] as? Value { return value }
        }
        return facts[name] as? Value
    }

    /// A fact that someone else than one owner left.
    package func factExcept(_ name: String, owner: Int) -> Any? {
        for entry in decorations.reversed() where entry.owner != owner {
            if let value = entry.decoration.facts[name] { return value }
        }
        return facts[name]
    }

    // MARK: Layout traits

    /// Whether the box takes what it is offered, and whether it refuses to shrink.
    package struct Traits: Equatable {
        package var greedyWidth = false
        package var greedyHeight = false
        package var rigid = false
        /// Whether its height gives way down to less than it would like, without ever asking for more: what has a bound,
        /// and what fits or scrolls. In a column such a box has its say before one that takes whatever is left.
        package var yieldsHeight = false
    }

    var emittedTraits: Traits?

    private var cachedTraits: Traits?

    package var traits: Traits {
        if let cachedTraits { return cachedTraits }
        let result = computeTraits()
        cachedTraits = result
        return result
    }

    private func computeTraits() -> Traits {
        var result = Traits()
        switch layout {
        case .hug: break
        case .rigid: result.rigid = true
        case .greedy(let width, let height):
            result.greedyWidth = width
            result.greedyHeight = height
        case .spacer, .divider:
            break
        case .row:
            result.rigid = !children.isEmpty
            for child in children {
                let traits = child.traits
                if traits.greedyWidth || child.layout == .spacer { result.greedyWidth = true }
                if traits.greedyHeight || child.layout == .divider { result.greedyHeight = true }
                if traits.yieldsHeight { result.yieldsHeight = true }
                if !traits.rigid { result.rigid = false }
            }
        case .column:
            result.rigid = !children.isEmpty
            for child in children {
                let traits = child.traits
                if traits.greedyHeight || child.layout == .spacer { result.greedyHeight = true }
                if traits.greedyWidth || child.layout == .divider { result.greedyWidth = true }
                if traits.yieldsHeight { result.yieldsHeight = true }
                if !traits.rigid { result.rigid = false }
            }
        case .box:
            result.rigid = !children.isEmpty
            for child in children where !child.isLayer {
                let traits = child.traits
                if traits.greedyWidth { result.greedyWidth = true }
                if traits.greedyHeight { result.greedyHeight = true }
                if child.layout == .spacer {
                    result.greedyWidth = true
                    result.greedyHeight = true
                }
                if child.layout == .divider { result.greedyWidth = true }
                if traits.yieldsHeight { result.yieldsHeight = true }
                if !traits.rigid { result.rigid = false }
            }
        case .scroll(let horizontal, let vertical):
            result.greedyWidth = horizontal || children.contains { $0.traits.greedyWidth }
            result.greedyHeight = vertical || children.contains { $0.traits.greedyHeight }
        case .frame(let width, let height):
            let content = children.first { !$0.isLayer }?.traits ?? Traits()
            result.greedyWidth = width.resolve(content.greedyWidth)
            result.greedyHeight = height.resolve(content.greedyHeight)
            result.yieldsHeight = height == .bounded || height == .content && content.yieldsHeight
            result.rigid = width == .fixed || (width == .content && content.rigid)
        case .fitting:
            result = children.first?.traits ?? Traits()
            result.greedyHeight = false
            result.yieldsHeight = true
        case .fixedSize(let horizontal, let vertical):
            let content = children.first?.traits ?? Traits()
            result.greedyWidth = !horizontal && content.greedyWidth
            result.greedyHeight = !vertical && content.greedyHeight
            result.yieldsHeight = !vertical && content.yieldsHeight
            result.rigid = horizontal || content.rigid
        }
        // Whoever takes all there is has nothing to give way from.
        if result.greedyHeight { result.yieldsHeight = false }
        return result
    }

    /// A background or overlay: painted, but without a say in the size.
    var isLayer: Bool { classes.hasPrefix("layer ") }
}

/// How a box sizes itself and places its children.
package enum LayoutRule: Equatable {
    case hug, rigid
    case greedy(width: Bool, height: Bool)
    case spacer, divider
    case row, column, box
    case scroll(horizontal: Bool, vertical: Bool)
    case frame(width: Length, height: Length)
    case fixedSize(horizontal: Bool, vertical: Bool)
    /// As high as its content, and no higher than there is room: then the content scrolls.
    case fitting

    package enum Length: Equatable {
        /// The content decides.
        case content
        /// A given number of points.
        case fixed
        /// As much as there is.
        case greedy
        /// As much as there is, up to a given number of points.
        case bounded

        func resolve(_ content: Bool) -> Bool {
            switch self {
            case .content: content
            case .fixed, .bounded: false
            case .greedy: true
            }
        }
    }
}

/// Ordered CSS declarations.
package struct Style: Equatable {
    package private(set) var declarations: [(name: String, value: String)] = []

    package init(_ declarations: (String, String)...) {
        self.declarations = declarations.map { (name: $0.0, value: $0.1) }
    }

    package subscript(name: String) -> String? {
        get { declarations.first { $0.name == name }?.value }
        set {
            declarations.removeAll { $0.name == name }
            if let newValue { declarations.append((name, newValue)) }
        }
    }

    package mutating func merge(_ other: Style) {
        for declaration in other.declarations { self[declaration.name] = declaration.value }
    }

    package var text: String {
        var result = ""
        for declaration in declarations {
            if !result.isEmpty { result += ";" }
            result += declaration.name
            result += ":"
            result += declaration.value
        }
        return result
    }

    package var isEmpty: Bool { declarations.isEmpty }

    package static func == (left: Style, right: Style) -> Bool {
        guard left.declarations.count == right.declarations.count else { return false }
        for index in left.declarations.indices where left.declarations[index] != right.declarations[index] {
            return false
        }
        return true
    }
}

/// What one modifier adds to a node without a box of its own.
package struct Decoration {
    package var style = Style()
    /// CSS transform functions, the outermost first.
    package var transforms: [String] = []
    package var filters: [String] = []
    package var opacity: Double?
    package var attributes: [String: String] = [:]
    package var classes: [String] = []
    package var handlers: [EventKind: (EventPayload) -> Void] = [:]
    package var accessibility = Accessibility()
    package var facts: [String: Any] = [:]

    package init() {}

    package mutating func merge(_ outer: Decoration) {
        style.merge(outer.style)
        transforms = outer.transforms + transforms
        filters += outer.filters
        if let value = outer.opacity { opacity = (opacity ?? 1) * value }
        attributes.merge(outer.attributes) { $1 }
        classes += outer.classes
        handlers.merge(outer.handlers) { $1 }
        accessibility.merge(outer.accessibility)
        facts.merge(outer.facts) { $1 }
    }

    func looksLike(_ other: Decoration) -> Bool {
        style == other.style && transforms == other.transforms && filters == other.filters && opacity == other.opacity
            && attributes == other.attributes && classes == other.classes && accessibility == other.accessibility
            && handlers.count == other.handlers.count
    }
}

/// Accessibility facts of one element.
package struct Accessibility: Equatable {
    package var label: String?
    package var value: String?
    package var hint: String?
    package var identifier: String?
    package var isHidden: Bool?
    /// "button", "heading", "img", "selected", "live", "modal", …
    package var traits: Set<String> = []
    package var removedTraits: Set<String> = []
    /// "ignore", "combine" or "contain".
    package var children: String?
    package var actions: [String] = []
    package var sortPriority: Double?

    package init() {}

    package mutating func merge(_ outer: Accessibility) {
        if let value = outer.label { label = value }
        if let value = outer.value { self.value = value }
        if let value = outer.hint { hint = value }
        if let value = outer.identifier { identifier = value }
        if let value = outer.isHidden { isHidden = value }
        traits.formUnion(outer.traits)
        traits.subtract(outer.removedTraits)
        removedTraits.formUnion(outer.removedTraits)
        if let value = outer.children { children = value }
        actions += outer.actions
        if let value = outer.sortPriority { sortPriority = value }
    }
}

/// What a person can do to an element.
package enum EventKind: String, Sendable, CaseIterable {
    case tap, longPress, menu, input, change, submit, focus, blur, key, scroll, window, drag, magnify, hover, swipe
    case refresh, action, dismiss, doubleTap
}

/// The detail of an event.
package struct EventPayload: Sendable {
    /// The text of a field, the name of a key, the chosen value.
    package var text = ""
    package var number = 0.0
    package var x = 0.0, y = 0.0
    package var startX = 0.0, startY = 0.0
    package var width = 0.0, height = 0.0
    package var isEnd = false
    package var modifiers: Set<String> = []

    package init(text: String = "", number: Double = 0) {
        self.text = text
        self.number = number
    }
}
