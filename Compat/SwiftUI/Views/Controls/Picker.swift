import ViewTree

enum PickerStyleKind { case automatic, segmented, menu, inline, wheel, navigationLink }

/// A choice of one.
public struct Picker<Label: View, SelectionValue: Hashable, Content: View> {
    let selection: Binding<SelectionValue>
    let label: Label
    let content: Content
    /// A choice with a label of its own.
    public nonisolated init(
        selection: Binding<SelectionValue>, @ViewBuilder content: () -> Content, @ViewBuilder label: () -> Label
    ) {
        self.selection = selection
        self.content = content()
        self.label = label()
    }
}
extension Picker where Label == Text {
    /// A choice with words of the catalogs.
    public nonisolated init(
        _ titleKey: LocalizedStringKey, selection: Binding<SelectionValue>, @ViewBuilder content: () -> Content
    ) {
        self.init(selection: selection, content: content) { Text(titleKey) }
    }
    /// A choice with words as they are.
    @_disfavoredOverload public nonisolated init<S: StringProtocol>(
        _ title: S, selection: Binding<SelectionValue>, @ViewBuilder content: () -> Content
    ) {
        self.init(selection: selection, content: content) { Text(title) }
    }
}
/// The look of choices.
public protocol PickerStyle {
    static var _name: String { get }
}
/// As it fits.
public struct DefaultPickerStyle: PickerStyle {
    /// Creates the style.
    public nonisolated init() {}
    /// Which of the stand-in's looks this is.
    public static var _name: String { "automatic" }
}
/// Side by side.
public struct SegmentedPickerStyle: PickerStyle {
    /// Creates the style.
    public nonisolated init() {}
    /// Which of the stand-in's looks this is.
    public static var _name: String { "segmented" }
}
/// In a menu.
public struct MenuPickerStyle: PickerStyle {
    /// Creates the style.
    public nonisolated init() {}
    /// Which of the stand-in's looks this is.
    public static var _name: String { "menu" }
}
/// In place.
public struct InlinePickerStyle: PickerStyle {
    /// Creates the style.
    public nonisolated init() {}
    /// Which of the stand-in's looks this is.
    public static var _name: String { "inline" }
}
extension PickerStyle where Self == DefaultPickerStyle {
    /// As it fits.
    public nonisolated static var automatic: DefaultPickerStyle { .init() }
}
extension PickerStyle where Self == SegmentedPickerStyle {
    /// Side by side.
    public nonisolated static var segmented: SegmentedPickerStyle { .init() }
}
extension PickerStyle where Self == MenuPickerStyle {
    /// In a menu.
    public nonisolated static var menu: MenuPickerStyle { .init() }
}
extension PickerStyle where Self == InlinePickerStyle {
    /// In place.
    public nonisolated static var inline: InlinePickerStyle { .init() }
}
extension View {
    /// The style of choices.
    public nonisolated func pickerStyle<S: PickerStyle>(_ style: S) -> some View {
        let kind: PickerStyleKind =
            switch S._name {
            case "segmented": .segmented
            case "menu": .menu
            case "inline": .inline
            default: .automatic
            }
        return setting(\.pickerStyle, kind)
    }
}

extension Picker: View {
    /// None.
    public typealias Body = Never
    /// How the view graph brings a place up to date.
    @MainActor public static func _evaluate(_ view: Self, in node: _ViewNode) {
        let selection = view.selection
        let current = node.track { AnyHashable(selection.wrappedValue) }
        let builtin = node.environment.builtin
        let kind = builtin.pickerStyle
        let options = node.child(
            0, view.content, environment: node.derived(key: -1) { $0.builtin.container = .picker })
        let label = node.child(1, view.label)
        let box = node.box(layout: .greedy(width: true, height: false))
        let list = node.keep(-2) { RenderNode(tree: node.host.tree, layout: .row) }
        let wrappers = node.keep(-3) { Box<[RenderNode]>([]) }
        let isInMenu = builtin.container == .menu
        let after = builtin.afterTap
        let isEnabled = builtin.isEnabled
        let isOpen = node.keep(-4) { StateLocation(false) }
        let open = node.track { isOpen.value }
        let host = node.host
        let serial = node.serial
        node.setAssembly { [unowned node] in
            let items = options.output
            while wrappers.value.count < items.count {
                wrappers.value.append(RenderNode(tree: host.tree, layout: .box))
            }
            if wrappers.value.count > items.count { wrappers.value.removeLast(wrappers.value.count - items.count) }
            var chosen = ""
            for (item, wrapper) in zip(items, wrappers.value) {
                let tag: AnyHashable? = item.fact("tag") ?? item.fact("forEachID")
                // An optional selection is tagged by its bare value too.
                let isChosen = tag == current || tag.map { AnyHashable(Optional(($0))) == current } == true
                if isChosen { chosen = item.words }
                wrapper.setChildren([item])
                wrapper.layout = kind == .segmented ? .greedy(width: true, height: false) : .box
                wrapper.classes = kind == .segmented ? "segment box" : "button menuitem check"
                wrapper.role = kind == .segmented ? "radio" : "menuitemradio"
                wrapper.attributes["aria-checked"] = isChosen ? "true" : "false"
                wrapper.handlers[.tap] =
                    isEnabled
                    ? { _ in
                        if let value = tag?.base as? SelectionValue { selection.wrappedValue = value }
                        isOpen.value = false
                        after?()
                    } : nil
            }
            if kind == .segmented {
                box.classes = "segments row"
                box.role = "radiogroup"
                box.attributes["aria-label"] = label.output.map(\.words).joined()
                box.layout = .greedy(width: true, height: false)
                box.setChildren(wrappers.value)
                return [box]
            }
            if isInMenu || kind == .inline {
                box.layout = .column
                box.classes = "menugroup"
                box.role = "group"
                box.attributes["aria-label"] = label.output.map(\.words).joined()
                box.setChildren(wrappers.value)
                return [box]
            }
            let spacer = node.keep(-5) { RenderNode(tree: host.tree, layout: .spacer) }
            let value = node.keep(-6) { RenderNode(tree: host.tree, classes: "text pickvalue", layout: .hug) }
            value.content = .html(
                escapeText(chosen) + "<span class=\"sym\">\(Symbols.svg("chevron.up.chevron.down"))</span>")
            value.plainText = chosen
            let isRow = builtin.container == .list || builtin.container == .form
            box.layout = isRow ? .row : .box
            box.classes = "button picker"
            box.role = "combobox"
            box.attributes["aria-expanded"] = open ? "true" : "false"
            box.attributes["aria-valuetext"] = chosen
            box.style = Style()
            if let tint = builtin.tint { box.style["--tint"] = tint.color }
            box.attributes["tabindex"] = "0"
            box.handlers[.tap] = isEnabled ? { _ in isOpen.value.toggle() } : nil
            if !isRow { box.attributes["aria-label"] = label.output.map(\.words).joined() }
            box.setChildren(isRow ? label.output + [spacer, value] : [value])
            list.layout = .column
            list.classes = "menu"
            list.role = "listbox"
            list.setChildren(wrappers.value)
            host.present(open ? node.menuLayer(list, anchor: box.id) { isOpen.value = false } : nil, owner: serial)
            return [box]
        }
        node.onDisposeOnce(-7) { host.present(nil, owner: serial) }
    }
}

extension RenderNode {
    /// The words in this box and below.
    var words: String {
        if let label = decoration.accessibility.label { return label }
        if let label = attributes["aria-label"] { return label }
        return plainText + children.map(\.words).joined(separator: plainText.isEmpty ? "" : " ")
    }
}

extension _ViewNode {
    /// A layer over everything with a menu near the box that opened it.
    func menuLayer(_ menu: RenderNode, anchor: Int, close: @escaping @MainActor () -> Void) -> RenderNode {
        let layer = keep(-30) {
            RenderNode(tree: host.tree, classes: "menulayer", layout: .greedy(width: true, height: true))
        }
        let ground = keep(-31) {
            RenderNode(tree: host.tree, classes: "scrim clear", layout: .greedy(width: true, height: true))
        }
        ground.handlers[.dismiss] = { _ in close() }
        layer.handlers[.dismiss] = { _ in close() }
        menu.attributes["data-near"] = String(anchor)
        layer.setChildren([ground, menu])
        return layer
    }

    func onDisposeOnce(_ key: Int, _ action: @escaping @MainActor () -> Void) {
        guard fields[key] == nil else { return }
        fields[key] = Box(())
        onDispose(action)
    }
}
