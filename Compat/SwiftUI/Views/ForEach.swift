import ViewTree

/// A view per element of a collection.
public struct ForEach<Data: RandomAccessCollection, ID: Hashable, Content> {
    /// The collection.
    public var data: Data
    /// Makes the view of an element.
    public var content: (Data.Element) -> Content
    let id: (Data.Element) -> ID
    var onDelete: ((IndexSet) -> Void)?
    var onMove: ((IndexSet, Int) -> Void)?
}

extension ForEach where Content: View {
    /// A view per identifiable element.
    public nonisolated init(_ data: Data, @ViewBuilder content: @escaping (Data.Element) -> Content)
    where Data.Element: Identifiable, ID == Data.Element.ID {
        self.init(data: data, content: content, id: { $0.id })
    }
    /// A view per element, told apart by a property.
    public nonisolated init(
        _ data: Data, id: KeyPath<Data.Element, ID>, @ViewBuilder content: @escaping (Data.Element) -> Content
    ) {
        nonisolated(unsafe) let id = id  // Key paths are immutable.
        self.init(data: data, content: content, id: { $0[keyPath: id] })
    }
    /// A view per number.
    public nonisolated init(_ data: Range<Int>, @ViewBuilder content: @escaping (Int) -> Content)
    where Data == Range<Int>, ID == Int {
        self.init(data: data, content: content, id: { $0 })
    }
    /// A view per element, with a binding to it.
    public nonisolated init<C>(_ data: Binding<C>, @ViewBuilder content: @escaping (Binding<C.Element>) -> Content)
    where
        Data == LazyMapSequence<C.Indices, (C.Index, ID)>, C: MutableCollection & RandomAccessCollection,
        C.Element: Identifiable, ID == C.Element.ID, C.Index: Hashable
    {
        let pairs = data.wrappedValue.indices.lazy.map { ($0, data.wrappedValue[$0].id) }
        self.init(data: pairs, content: { content(data[$0.0]) }, id: { $0.1 })
    }
}

/// One element's place.
nonisolated struct RowView<Content: View>: View {
    let make: () -> Content
    let index: Int
    typealias Body = Never
    @MainActor static func _evaluate(_ view: Self, in node: _ViewNode) {
        let content = node.track { view.make() }
        var environment: EnvironmentValues?
        if node.environment.builtin.isLazy { environment = node.derived(key: -1) { $0.builtin.isLazy = false } }
        node.child(0, content, environment: environment)
    }
}

/// Which rows of a long loop exist, and what stands for the others.
@MainActor final class LazyWindow {
    var range: Range<Int>?
    /// The mean height of a row, as the page last measured it, in points.
    var rowHeight = 60.0
    let before: RenderNode
    let after: RenderNode
    var isAtEnd = false

    static let margin = 24

    init(tree: RenderTree) {
        before = RenderNode(tree: tree, classes: "gap", layout: .greedy(width: true, height: false))
        after = RenderNode(tree: tree, classes: "gap", layout: .greedy(width: true, height: false))
    }
}

final class RowIndex<ID: Hashable> {
    var nodes: [ID: _ViewNode] = [:]
}

extension ForEach: View where Content: View {
    /// None.
    public typealias Body = Never

    /// How the view graph brings a place up to date.
    @MainActor public static func _evaluate(_ view: Self, in node: _ViewNode) {
        let index = node.keep(-10) { RowIndex<ID>() }
        let data = node.track { Array(view.data) }
        let count = data.count
        var range = 0..<count
        var window: LazyWindow?
        if node.environment.builtin.isLazy {
            let kept = node.keep(-11) { LazyWindow(tree: node.host.tree) }
            window = kept
            range = visible(count: count, window: kept, fromEnd: node.environment.builtin.scroll?.startsAtEnd == true)
            kept.range = range
            node.environment.builtin.scroll?.register(node, ids: { data.map { scrollKey(AnyHashable(view.id($0))) } })
        }
        var nodes: [_ViewNode] = []
        nodes.reserveCapacity(range.count)
        var kept: [ID: _ViewNode] = [:]
        var elementIDs: [AnyHashable] = []
        var positions: [Int] = []
        for position in range {
            let element = data[position]
            let id = view.id(element)
            if kept[id] != nil {
                // Two elements with one identity: SwiftUI's result is undefined; here the first keeps the row.
                continue
            }
            let row = RowView(make: { view.content(element) }, index: position)
            let child: _ViewNode
            if let old = index.nodes[id] as? TypedNode<RowView<Content>> {
                old.update(row, node.environment)
                child = old
            } else {
                let made = TypedNode(view: row, host: node.host, parent: node, environment: node.environment)
                made.run()
                child = made
            }
            kept[id] = child
            nodes.append(child)
            elementIDs.append(AnyHashable(id))
            positions.append(position)
        }
        index.nodes = kept
        node.adopt(nodes)
        let owner = node.serial
        let delete = view.onDelete
        let (rowIDs, rowPositions) = (elementIDs, positions)
        let ids = rowIDs.map(scrollKey)
        node.setAssembly { [unowned node] in
            var result: [RenderNode] = []
            for (offset, row) in nodes.enumerated() {
                for box in row.output {
                    var decoration = Decoration()
                    decoration.attributes["data-scroll"] = ids[offset]
                    decoration.facts["row"] = rowPositions[offset]
                    if let delete {
                        let position = rowPositions[offset]
                        decoration.facts["delete"] = SwipeItem(
                            label: SystemWord.delete.text(in: node.environment), tint: "var(--red)",
                            action: { delete(IndexSet(integer: position)) })
                    }
                    decoration.facts["forEachID"] = rowIDs[offset]
                    box.decorate(owner: owner, decoration)
                }
                result += row.output
            }
            guard let window else { return result }
            gap(window.before, count: range.lowerBound, window, node, towardsEnd: false)
            gap(window.after, count: count - range.upperBound, window, node, towardsEnd: true)
            if range.lowerBound > 0 { result.insert(window.before, at: 0) }
            if range.upperBound < count { result.append(window.after) }
            return result
        }
    }

    @MainActor private static func visible(count: Int, window: LazyWindow, fromEnd: Bool) -> Range<Int> {
        let size = LazyWindow.margin * 2
        guard let old = window.range else {
            return fromEnd ? max(0, count - LazyWindow.margin)..<count : 0..<min(count, LazyWindow.margin)
        }
        // Rows that come at the end while the end is shown are realised, and old ones at the other side let go.
        if window.isAtEnd || (fromEnd && old.upperBound >= count - 8) {
            let upper = count
            return max(0, min(old.lowerBound, upper), upper - size)..<upper
        }
        let lower = min(old.lowerBound, max(0, count - LazyWindow.margin))
        let upper = min(count, max(old.upperBound, lower + min(LazyWindow.margin, count - lower)))
        return lower..<upper
    }

    @MainActor private static func gap(
        _ box: RenderNode, count: Int, _ window: LazyWindow, _ node: _ViewNode, towardsEnd: Bool
    ) {
        guard count > 0 else { return }
        box.style = Style(("height", px(Double(count) * window.rowHeight)))
        box.attributes["data-lazy"] = towardsEnd ? "after" : "before"
        box.attributes["aria-hidden"] = "true"
        box.handlers[.window] = { [weak node] payload in
            guard let node, let old = window.range else { return }
            if payload.height > 4 { window.rowHeight = payload.height }
            let step = LazyWindow.margin
            // The number says how far into the gap the page has scrolled, in rows from its near edge.
            let rows = max(0, Int(payload.number))
            if towardsEnd {
                let upper = min(old.upperBound + step + rows, old.upperBound + count)
                window.range = max(0, upper - step * 3)..<upper
            } else {
                let lower = max(0, old.lowerBound - step - rows)
                window.range = lower..<lower + min(step * 3, old.upperBound - lower)
            }
            node.invalidate()
        }
    }

    /// How the view graph looks into a container.
    @MainActor public static func _visit(_ view: Self, _ visitor: any _ViewVisitor) {
        for element in view.data { Content._visit(view.content(element), visitor) }
    }
}

/// Content whose rows can be moved and deleted.
public protocol DynamicViewContent: View {
    /// The type of the collection.
    associatedtype Data: Collection
    /// The collection.
    var data: Self.Data { get }
    /// The same content with an action for deletion.
    nonisolated func _onDelete(_ action: ((IndexSet) -> Void)?) -> Self
}

extension ForEach: DynamicViewContent where Content: View {
    /// The same content with an action for deletion.
    public nonisolated func _onDelete(_ action: ((IndexSet) -> Void)?) -> Self {
        var copy = self
        copy.onDelete = action
        return copy
    }
}

extension DynamicViewContent {
    /// Lets rows be deleted.
    public nonisolated func onDelete(perform action: ((IndexSet) -> Void)?) -> some DynamicViewContent {
        _onDelete(action)
    }
}

/// Where a scroll view is and what it can show.
@MainActor final class ScrollContext {
    let node: _ViewNode
    let box: RenderNode
    var startsAtEnd = false
    private var loops: [(node: Weak<_ViewNode>, ids: () -> [String])] = []

    init(node: _ViewNode, box: RenderNode) {
        self.node = node
        self.box = box
    }

    func register(_ node: _ViewNode, ids: @escaping () -> [String]) {
        loops.removeAll { $0.node.value == nil || $0.node.value === node }
        loops.append((Weak(node), ids))
    }

    /// Realises the row with an identity, and tells the page to go there.
    func scroll(to key: String, anchor: UnitPoint?) {
        for loop in loops {
            guard let node = loop.node.value, node.isAlive, let window = node.fields[-11] as? LazyWindow,
                let range = window.range
            else { continue }
            let ids = loop.ids()
            guard let position = ids.firstIndex(of: key) else { continue }
            if !range.contains(position) {
                let lower = max(0, position - LazyWindow.margin)
                window.range = lower..<min(ids.count, lower + LazyWindow.margin * 2)
                node.invalidate()
            }
        }
        node.host.command(["scroll", String(box.id), key, anchor.map { cssNumber(Double($0.y)) } ?? ""])
    }
}

final class Weak<Object: AnyObject> {
    weak var value: Object?
    init(_ value: Object) { self.value = value }
}
