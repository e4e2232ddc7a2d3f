@_spi(Reflection) import Swift
import Foundation
import Observation
import ViewTree

/// A place in the view hierarchy: one slot of one parent, holding one type of view.
///
/// It keeps what outlives the view value: state by field, the environment, the children by slot, the boxes it drew.
@MainActor public class _ViewNode {
    let host: ViewHost
    private(set) weak var parent: _ViewNode?
    let depth: Int
    let serial: Int
    let viewType: ObjectIdentifier
    var environment: EnvironmentValues
    private(set) var slots: [_ViewNode?] = []
    /// State, kept by the byte offset of the field in its view value.
    var fields: [Int: AnyObject] = [:]
    private(set) var output: [RenderNode] = []
    var element: RenderNode?
    private var wrappers: [RenderNode] = []
    private var assemble: (@MainActor () -> [RenderNode])?
    private var cleanups: [@MainActor () -> Void] = []
    private(set) var isAlive = true
    fileprivate(set) var isDirty = false
    private let token = TrackingToken()
    private var generation = 0
    private var isTracking = false

    init(host: ViewHost, parent: _ViewNode?, viewType: ObjectIdentifier, environment: EnvironmentValues) {
        self.host = host
        self.parent = parent
        self.depth = (parent?.depth ?? -1) + 1
        self.serial = host.nextSerial()
        self.viewType = viewType
        self.environment = environment
    }

    // MARK: Evaluation

    func evaluate() {}

    final func run() {
        isDirty = false
        stopTracking()
        evaluate()
        output = assemble?() ?? concatenated()
    }

    /// Runs a closure of the app's; when something observable it read changes, this node is evaluated again.
    func track<Value>(_ body: () -> Value) -> Value {
        let generation = generation
        isTracking = true
        return withObservationTracking {
            token.access()
            return body()
        } onChange: { [weak self] in
            MainQueue.run { self?.observed(generation) }
        }
    }

    private func observed(_ generation: Int) {
        if generation == self.generation { invalidate() }
    }

    /// Releases registrations that would otherwise pile up on values that rarely change.
    private func stopTracking() {
        guard isTracking else { return }
        isTracking = false
        generation += 1
        token.fire()
    }

    func invalidate() {
        guard isAlive, !isDirty else { return }
        isDirty = true
        host.enqueue(self)
    }

    // MARK: Children

    /// The node of a child view in a slot; the old one is updated in place when the type is the same.
    @discardableResult
    func child<Content: View>(
        _ slot: Int, _ view: Content, environment: EnvironmentValues? = nil
    ) -> _ViewNode {
        let environment = environment ?? self.environment
        while slots.count <= slot { slots.append(nil) }
        if let old = slots[slot], old.viewType == ObjectIdentifier(Content.self) {
            unsafeDowncast(old, to: TypedNode<Content>.self).update(view, environment)
            return old
        }
        slots[slot]?.dispose()
        let node = TypedNode(view: view, host: host, parent: self, environment: environment)
        slots[slot] = node
        node.run()
        return node
    }

    func childNode(_ slot: Int) -> _ViewNode? { slot < slots.count ? slots[slot] : nil }

    func removeChild(_ slot: Int) {
        guard slot < slots.count else { return }
        slots[slot]?.dispose()
        slots[slot] = nil
    }

    /// Puts already made nodes into the slots, disposing of those that are gone (`ForEach` moves nodes about).
    func adopt(_ nodes: [_ViewNode]) {
        let kept = Set(nodes.map(ObjectIdentifier.init))
        for old in slots {
            if let old, !kept.contains(ObjectIdentifier(old)) { old.dispose() }
        }
        slots = nodes
    }

    func dispose() {
        guard isAlive else { return }
        isAlive = false
        stopTracking()
        for child in slots { child?.dispose() }
        for cleanup in cleanups.reversed() { cleanup() }
        cleanups = []
        assemble = nil
    }

    func onDispose(_ action: @escaping @MainActor () -> Void) { cleanups.append(action) }

    // MARK: Output

    func concatenated() -> [RenderNode] {
        if slots.count == 1, let only = slots[0] { return only.output }
        var result: [RenderNode] = []
        for slot in slots { if let slot { result += slot.output } }
        return result
    }

    /// Sets how the boxes of the children become the boxes of this node.
    func setAssembly(_ assembly: @escaping @MainActor () -> [RenderNode]) { assemble = assembly }

    /// Called when a child's boxes are others than before.
    func reassemble() {
        guard isAlive else { return }
        let new = assemble?() ?? concatenated()
        if new.count == output.count, zip(new, output).allSatisfy({ $0 === $1 }) { return }
        output = new
        parent?.reassemble()
    }

    /// This node's own box.
    func box(tag: String = "div", classes: String = "", layout: LayoutRule) -> RenderNode {
        if let element { return element }
        let made = RenderNode(tree: host.tree, tag: tag, classes: classes, layout: layout)
        element = made
        return made
    }

    /// A box of its own around all children.
    func contain(_ box: RenderNode) {
        setAssembly { [unowned self] in
            box.setChildren(concatenated())
            return [box]
        }
    }

    /// A leaf.
    func leaf(_ box: RenderNode) {
        setAssembly { [box] }
    }

    /// A box around each box of the content, as SwiftUI's modifiers do.
    func wrapEach(_ configure: @escaping @MainActor (RenderNode) -> Void) {
        setAssembly { [unowned self] in
            let content = childNode(0)?.output ?? []
            while wrappers.count < content.count {
                wrappers.append(RenderNode(tree: host.tree, layout: .box))
            }
            if wrappers.count > content.count { wrappers.removeLast(wrappers.count - content.count) }
            for (wrapper, node) in zip(wrappers, content) {
                // The content first: some boxes are made to its measure, as a picture's proportion is.
                wrapper.setChildren([node])
                configure(wrapper)
            }
            return wrappers
        }
    }

    /// A decoration on each box of the content.
    func decorateEach(_ decoration: Decoration) {
        setAssembly { [unowned self] in
            let content = childNode(0)?.output ?? []
            for node in content { node.decorate(owner: serial, decoration) }
            return content
        }
    }

    // MARK: Fields

    /// A keeper that lives as long as this node.
    func keep<Object: AnyObject>(_ key: Int, _ make: () -> Object) -> Object {
        if let kept = fields[key], let object = kept as? Object { return object }
        let made = make()
        fields[key] = made
        return made
    }

    /// Connects the dynamic properties of a view, modifier or style with what this node keeps for them.
    func link<Value>(_ value: inout Value, base: Int = 0) {
        let properties = FieldTable.properties(of: Value.self)
        guard !properties.isEmpty else { return }
        withUnsafeMutablePointer(to: &value) { pointer in
            let raw = UnsafeMutableRawPointer(pointer)
            for property in properties {
                link(property.type, at: raw + property.offset, key: base + property.offset)
            }
        }
    }

    private func link<Property: DynamicProperty>(_: Property.Type, at raw: UnsafeMutableRawPointer, key: Int) {
        let pointer = raw.assumingMemoryBound(to: Property.self)
        if var linked = pointer.pointee as? any LinkedProperty {
            linked.link(to: self, key: key)
            if let back = linked as? Property { pointer.pointee = back }
        } else {
            link(&pointer.pointee, base: key)
            pointer.pointee.update()
        }
    }
}

/// A node that knows the type of its view.
final class TypedNode<Content: View>: _ViewNode {
    private(set) var view: Content

    init(view: Content, host: ViewHost, parent: _ViewNode?, environment: EnvironmentValues) {
        self.view = view
        super.init(host: host, parent: parent, viewType: ObjectIdentifier(Content.self), environment: environment)
    }

    func update(_ new: Content, _ environment: EnvironmentValues) {
        if !isDirty, environment.isIdentical(to: self.environment), isSame(view, new) { return }
        view = new
        self.environment = environment
        run()
    }

    override func evaluate() {
        Content._evaluate(view, in: self)
    }
}

/// Where the dynamic properties of a type are.
@MainActor enum FieldTable {
    private static var tables: [ObjectIdentifier: [(offset: Int, type: any DynamicProperty.Type)]] = [:]
    private static var views: [ObjectIdentifier: [(offset: Int, type: any View.Type)]] = [:]

    static func properties(of type: Any.Type) -> [(offset: Int, type: any DynamicProperty.Type)] {
        if let known = tables[ObjectIdentifier(type)] { return known }
        var found: [(offset: Int, type: any DynamicProperty.Type)] = []
        _forEachField(of: type, options: []) { _, offset, fieldType, _ in
            if let property = fieldType as? any DynamicProperty.Type { found.append((offset, property)) }
            return true
        }
        tables[ObjectIdentifier(type)] = found
        return found
    }

    /// The views in a tuple.
    static func views(of tuple: Any.Type) -> [(offset: Int, type: any View.Type)] {
        if let known = views[ObjectIdentifier(tuple)] { return known }
        var found: [(offset: Int, type: any View.Type)] = []
        _forEachField(of: tuple, options: []) { _, offset, fieldType, _ in
            if let view = fieldType as? any View.Type { found.append((offset, view)) }
            return true
        }
        views[ObjectIdentifier(tuple)] = found
        return found
    }
}

/// Whether two values are surely the same: equal bits, or `==` where the type has one.
func isSame<Value>(_ left: Value, _ right: Value) -> Bool {
    let bits = withUnsafeBytes(of: left) { leftBytes in
        withUnsafeBytes(of: right) { rightBytes in
            leftBytes.count == rightBytes.count
                && (leftBytes.isEmpty
                    || leftBytes.baseAddress.map { leftBase in
                        rightBytes.baseAddress.map { memcmp(leftBase, $0, leftBytes.count) == 0 } ?? false
                    } ?? false)
        }
    }
    if bits { return true }
    guard let left = left as? any Equatable else { return false }
    return isEqual(left, right)
}

private func isEqual<Value: Equatable>(_ left: Value, _ right: Any) -> Bool {
    (right as? Value) == left
}

/// A value of one's own to observe, so that a registration can be ended.
private final class TrackingToken: Observable, Sendable {
    private let registrar = ObservationRegistrar()
    private var beat: Int { 0 }

    func access() { registrar.access(self, keyPath: \.beat) }
    func fire() { registrar.withMutation(of: self, keyPath: \.beat) {} }
}

/// A dynamic property that a node serves.
@MainActor protocol LinkedProperty {
    mutating func link(to node: _ViewNode, key: Int)
}
