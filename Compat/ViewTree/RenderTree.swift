import Foundation

/// The whole picture, the record of what a browser already shows, and the difference between the two.
@MainActor package final class RenderTree {
    package private(set) var root: RenderNode?
    private var lastID = 0
    private var dirty: [ObjectIdentifier: RenderNode] = [:]
    private var shown: [Int: Element] = [:]
    private var nodes: [Int: WeakNode] = [:]
    /// Called when something changed and a flush would have work.
    package var onDirty: (() -> Void)?

    private struct WeakNode { weak var node: RenderNode? }

    package init() {}

    package func setRoot(_ node: RenderNode) {
        root = node
        markDirty(node)
    }

    func nextID() -> Int {
        lastID += 1
        return lastID
    }

    func markDirty(_ node: RenderNode) {
        if dirty.isEmpty { onDirty?() }
        dirty[ObjectIdentifier(node)] = node
    }

    /// A node that is on screen, by the number in its element's id.
    package func node(_ id: Int) -> RenderNode? { nodes[id]?.node }

    package var shownCount: Int { shown.count }

    // MARK: Elements

    struct Element: Equatable {
        var tag: String
        var attributes: [String: String]
        var content: RenderNode.Content
        var children: [Int]
    }

    private func element(_ node: RenderNode) -> Element {
        let decoration = node.decoration
        let accessibility = decoration.accessibility
        let traits = node.traits
        var classes = node.classes
        func add(_ name: String) { classes += classes.isEmpty ? name : " " + name }
        switch node.layout {
        case .row: add("row")
        case .column: add("col")
        case .box, .frame, .fixedSize: add("box")
        case .fitting: add("fit box")
        case .scroll(let horizontal, let vertical): add(horizontal && vertical ? "scb" : horizontal ? "sch" : "scv")
        case .spacer: add("spacer")
        case .divider: add("divider")
        case .hug, .rigid, .greedy: break
        }
        if traits.greedyWidth { add("gw") }
        if traits.greedyHeight { add("gh") }
        if traits.rigid { add("rg") }
        if traits.yieldsHeight { add("yh") }
        for name in decoration.classes { add(name) }

        var style = node.style
        style.merge(decoration.style)
        if !decoration.transforms.isEmpty { style["transform"] = decoration.transforms.joined(separator: " ") }
        if !decoration.filters.isEmpty { style["filter"] = decoration.filters.joined(separator: " ") }
        if let opacity = decoration.opacity { style["opacity"] = cssNumber(opacity) }

        var attributes = node.attributes
        attributes.merge(decoration.attributes) { $1 }
        if !classes.isEmpty { attributes["class"] = classes }
        if !style.isEmpty { attributes["style"] = style.text }
        var kinds = Set(node.handlers.keys)
        kinds.formUnion(decoration.handlers.keys)
        if !kinds.isEmpty {
            attributes["data-on"] = kinds.map(\.rawValue).sorted().joined(separator: " ")
        }
        apply(accessibility, of: node, tappable: kinds.contains(.tap), to: &attributes)
        return Element(
            tag: node.tag, attributes: attributes, content: node.content,
            children: node.content == .children ? node.children.map(\.id) : [])
    }

    private func apply(
        _ accessibility: Accessibility, of node: RenderNode, tappable: Bool, to attributes: inout [String: String]
    ) {
        var role = node.role
        if accessibility.traits.contains("button") { role = "button" }
        if accessibility.traits.contains("link") { role = "link" }
        if accessibility.traits.contains("heading") {
            role = "heading"
            attributes["aria-level"] = attributes["aria-level"] ?? "2"
        }
        if accessibility.traits.contains("img") { role = "img" }
        if accessibility.traits.contains("modal") { attributes["aria-modal"] = "true" }
        if accessibility.traits.contains("live") { attributes["aria-live"] = "off" }
        if accessibility.traits.contains("selected") {
            attributes[role == "tab" || role == "option" ? "aria-selected" : "aria-pressed"] = "true"
        }
        if let label = accessibility.label {
            attributes["aria-label"] = label
            if role == nil { role = accessibility.children == "ignore" ? "img" : "group" }
        }
        if let value = accessibility.value { attributes["aria-valuetext"] = value }
        if let hint = accessibility.hint { attributes["aria-description"] = hint }
        if let identifier = accessibility.identifier { attributes["data-id"] = identifier }
        if accessibility.isHidden == true { attributes["aria-hidden"] = "true" }
        if !accessibility.actions.isEmpty {
            attributes["data-actions"] = accessibility.actions.joined(separator: "\u{1f}")
        }
        if tappable {
            if role == nil || role == "group" { role = "button" }
            if node.tag == "div" || node.tag == "span" { attributes["tabindex"] = attributes["tabindex"] ?? "0" }
        }
        if let role { attributes["role"] = role }
        // A name that was made of what is shown is heard, and not seen.
        if accessibility.label == nil, let name = attributes["aria-label"] {
            attributes["aria-label"] = withoutSoftHyphens(name)
        }
    }

    // MARK: Writing

    /// The HTML of the whole tree, without recording it as shown.
    package func html() -> String {
        guard let root else { return "" }
        var out = ""
        write(root, into: &out, recording: false)
        return out
    }

    private func write(_ node: RenderNode, into out: inout String, recording: Bool) {
        let element = element(node)
        if recording {
            shown[node.id] = element
            nodes[node.id] = WeakNode(node: node)
            node.emittedTraits = node.traits
            dirty[ObjectIdentifier(node)] = nil
        }
        out += "<\(element.tag) id=\"n\(node.id)\""
        for name in element.attributes.keys.sorted() {
            out += " \(name)=\"\(escapeAttribute(element.attributes[name] ?? ""))\""
        }
        out += ">"
        switch element.content {
        case .text(let text): out += escapeText(text)
        case .html(let html): out += html
        case .children: for child in node.children { write(child, into: &out, recording: recording) }
        }
        if element.tag != "input" && element.tag != "img" && element.tag != "hr" { out += "</\(element.tag)>" }
    }

    // MARK: Difference

    /// Everything that changed since the last flush, in an order in which a browser can apply it.
    package func flush() -> [Patch] {
        guard let root, !dirty.isEmpty else { return [] }
        var patches: [Patch] = []
        if shown[root.id] == nil {
            var out = ""
            shown.removeAll()
            nodes.removeAll()
            write(root, into: &out, recording: true)
            dirty.removeAll()
            return [.replaceAll(html: out)]
        }
        // A box whose appetite changed asks its parent to think again, up to where nothing changes.
        var work = dirty
        for (_, node) in dirty {
            var current = node
            while let parent = current.parent, let old = current.emittedTraits, old != current.traits {
                work[ObjectIdentifier(current)] = current
                work[ObjectIdentifier(parent)] = parent
                current = parent
            }
        }
        dirty.removeAll()
        // Nodes that are about to be inserted as part of a parent's new HTML need no patch of their own.
        let ordered = work.values.filter { shown[$0.id] != nil && isAttached($0) }.sorted { $0.id < $1.id }
        var pending: [RenderNode] = []
        for node in ordered {
            guard let old = shown[node.id] else { continue }
            let new = element(node)
            node.emittedTraits = node.traits
            guard new != old else { continue }
            if new.tag != old.tag || (new.content == .children) != (old.content == .children) {
                pending.append(node)
                continue
            }
            shown[node.id] = new
            var changes: [String: String?] = [:]
            for (name, value) in new.attributes where old.attributes[name] != value { changes[name] = value }
            for name in old.attributes.keys where new.attributes[name] == nil { changes.updateValue(nil, forKey: name) }
            if !changes.isEmpty { patches.append(.attributes(node.id, changes)) }
            if new.content != old.content {
                switch new.content {
                case .text(let text): patches.append(.text(node.id, text))
                case .html(let html): patches.append(.html(node.id, html))
                case .children: break
                }
            }
            if new.children != old.children { reorder(node, from: old.children, patches: &patches) }
        }
        for node in pending where shown[node.id] != nil {
            forget(node.id)
            var out = ""
            write(node, into: &out, recording: true)
            patches.append(.replace(node.id, html: out))
        }
        return patches
    }

    private func isAttached(_ node: RenderNode) -> Bool {
        var current: RenderNode? = node
        while let here = current {
            if here === root { return true }
            guard let parent = here.parent, parent.children.contains(where: { $0 === here }) else { return false }
            current = parent
        }
        return false
    }

    private func reorder(_ node: RenderNode, from old: [Int], patches: inout [Patch]) {
        let wanted = Set(node.children.map(\.id))
        var current = old.filter { wanted.contains($0) }
        for id in old where !wanted.contains(id) {
            // A node that moved to another parent is written again there; here it goes.
            forget(id)
            patches.append(.remove(id))
        }
        var index = 0
        for child in node.children {
            if index < current.count, current[index] == child.id {
                index += 1
                continue
            }
            let before = index < current.count ? current[index] : nil
            if let position = current.firstIndex(of: child.id) {
                current.remove(at: position)
                current.insert(child.id, at: index)
                patches.append(.move(child.id, parent: node.id, before: before))
            } else {
                var out = ""
                write(child, into: &out, recording: true)
                current.insert(child.id, at: index)
                patches.append(.insert(parent: node.id, before: before, html: out))
            }
            index += 1
        }
    }

    private func forget(_ id: Int) {
        guard let element = shown.removeValue(forKey: id) else { return }
        nodes[id] = nil
        for child in element.children { forget(child) }
    }

    /// Records what a browser's own control already shows, so that only a different value is sent back.
    package func assume(_ id: Int, attribute: String, value: String) {
        shown[id]?.attributes[attribute] = value
        if let node = node(id) { markDirty(node) }
    }

    /// Declares everything unseen, so that the next flush sends the whole page.
    package func forgetAll() {
        shown.removeAll()
        nodes.removeAll()
        if let root { markDirty(root) }
    }
}

/// One change of the page.
package enum Patch: Equatable {
    case replaceAll(html: String)
    case replace(Int, html: String)
    case attributes(Int, [String: String?])
    case text(Int, String)
    case html(Int, String)
    case insert(parent: Int, before: Int?, html: String)
    case remove(Int)
    case move(Int, parent: Int, before: Int?)

    /// The form that the page's script reads: `[op, id, …]`.
    package var json: [Any] {
        switch self {
        case .replaceAll(let html): ["all", html]
        case .replace(let id, let html): ["rep", id, html]
        case .attributes(let id, let changes): ["a", id, changes.mapValues { $0 as Any? ?? NSNull() }]
        case .text(let id, let text): ["t", id, text]
        case .html(let id, let html): ["h", id, html]
        case .insert(let parent, let before, let html): ["i", parent, before as Any? ?? NSNull(), html]
        case .remove(let id): ["r", id]
        case .move(let id, let parent, let before): ["m", id, parent, before as Any? ?? NSNull()]
        }
    }
}

/// A text without the marks of where its words may break.
package func withoutSoftHyphens(_ text: String) -> String {
    guard text.utf8.contains(0xC2) else { return text }
    return String(String.UnicodeScalarView(text.unicodeScalars.filter { $0 != "\u{AD}" }))
}

/// Text with the three characters that HTML claims for itself written as references.
package func escapeText(_ text: String) -> String {
    guard text.utf8.contains(where: { $0 == 0x26 || $0 == 0x3C || $0 == 0x3E }) else { return text }
    var out = ""
    for character in text.unicodeScalars {
        switch character {
        case "&": out += "&amp;"
        case "<": out += "&lt;"
        case ">": out += "&gt;"
        default: out.unicodeScalars.append(character)
        }
    }
    return out
}

/// `escapeText`, and quotes as references too.
package func escapeAttribute(_ text: String) -> String {
    let escaped = escapeText(text)
    guard escaped.utf8.contains(0x22) else { return escaped }
    return escaped.split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "&quot;")
}

/// A number as CSS wants it: no exponent, no needless fraction.
package func cssNumber(_ value: Double) -> String {
    guard value.isFinite else { return "0" }
    if value == value.rounded(), abs(value) < 1e9 { return String(Int(value)) }
    return String((value * 1000).rounded() / 1000)
}

/// A length in CSS pixels; one point is one pixel.
package func px(_ value: Double) -> String { cssNumber(value) + "px" }
