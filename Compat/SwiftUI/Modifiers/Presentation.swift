import ViewTree

nonisolated struct PresentationModifier<Presented: View>: ViewModifier {
    typealias Body = Never
    enum Kind: String { case sheet, cover, popover }
    let isPresented: Binding<Bool>
    let kind: Kind
    /// Above whatever is presented later.
    var isOnTop = false
    let onDismiss: (() -> Void)?
    let make: () -> Presented

    @MainActor static func _evaluate<V: View>(_ modifier: Self, _ content: V, in node: _ViewNode) {
        let main = node.child(0, content)
        let binding = modifier.isPresented
        let isOn = node.track { binding.wrappedValue }
        let (host, serial) = (node.host, node.serial)
        let wasOn = node.keep(-2) { Box(false) }
        if isOn {
            let dismiss: @MainActor () -> Void = { binding.wrappedValue = false }
            let environment = node.derived(key: -1) {
                $0.builtin.dismiss = DismissAction(action: dismiss)
                $0.builtin.isPresented = true
                $0.builtin.navigation = nil
                $0.builtin.screen = nil
                $0.builtin.container = .none
                $0.builtin.scroll = nil
                $0.builtin.isLazy = false
                $0.builtin.font = nil
                $0.builtin.foreground = nil
                $0.builtin.lineLimit = nil
                $0.builtin.textAlignment = .leading
                $0.builtin.isEnabled = true
                $0.builtin.buttonStyle = nil
                $0.builtin.refresh = nil
            }
            let presented = node.child(
                1, Presented_(make: modifier.make, kind: modifier.kind.rawValue, dismiss: dismiss),
                environment: environment)
            node.setAssembly {
                host.present(presented.output.first, owner: serial, isOnTop: modifier.isOnTop)
                return main.output
            }
        } else {
            node.removeChild(1)
            host.present(nil, owner: serial)
            node.setAssembly { main.output }
        }
        if wasOn.value, !isOn, let done = modifier.onDismiss { host.afterUpdate { done() } }
        wasOn.value = isOn
        node.onDisposeOnce(-3) { host.present(nil, owner: serial) }
    }
}

nonisolated struct Presented_<Content: View>: View {
    let make: () -> Content
    let kind: String
    let dismiss: @MainActor () -> Void
    typealias Body = Never

    @MainActor static func _evaluate(_ view: Self, in node: _ViewNode) {
        let content = node.track { view.make() }
        node.child(0, content)
        let layer = node.box(classes: "presentation", layout: .greedy(width: true, height: true))
        let scrim = node.keep(-2) {
            RenderNode(tree: node.host.tree, classes: "scrim", layout: .greedy(width: true, height: true))
        }
        let card = node.keep(-3) {
            RenderNode(tree: node.host.tree, classes: "", layout: .greedy(width: true, height: true))
        }
        let (dismiss, kind) = (view.dismiss, view.kind)
        node.setAssembly { [unowned node] in
            let output = node.concatenated()
            let first = output.first
            let detent: String? = first?.fact("detents")
            let isStuck: Bool = first?.fact("stuck") ?? false
            card.classes = "\(kind) card box" + (kind == "sheet" ? " detent-\(detent ?? "large")" : "")
            if let ground: String = first?.fact("ground") { card.style["background"] = ground }
            if let corner: CGFloat = first?.fact("corner") { card.style["--corner"] = "\(corner)px" }
            if first?.fact("indicator", as: Bool.self) == true || (detent != nil && kind == "sheet") {
                card.attributes["data-grab"] = "1"
            }
            card.attributes["role"] = "dialog"
            card.attributes["aria-modal"] = "true"
            layer.handlers[.dismiss] = isStuck || kind == "cover" ? nil : { _ in dismiss() }
            scrim.handlers[.dismiss] = layer.handlers[.dismiss]
            card.setChildren(output)
            layer.setChildren(kind == "cover" ? [card] : [scrim, card])
            return [layer]
        }
    }
}

nonisolated struct DialogModifier<Actions: View, Message: View>: ViewModifier {
    typealias Body = Never
    let isPresented: Binding<Bool>
    let isAlert: Bool
    let title: Text
    let showsTitle: Bool
    let actions: () -> Actions
    let message: () -> Message

    @MainActor static func _evaluate<V: View>(_ modifier: Self, _ content: V, in node: _ViewNode) {
        let main = node.child(0, content)
        let binding = modifier.isPresented
        let isOn = node.track { binding.wrappedValue }
        let (host, serial) = (node.host, node.serial)
        if isOn {
            let environment = node.derived(key: -1) {
                $0.builtin.container = .dialog
                $0.builtin.afterTap = { binding.wrappedValue = false }
                $0.builtin.buttonStyle = nil
                $0.builtin.font = nil
                $0.builtin.foreground = nil
                $0.builtin.lineLimit = nil
                $0.builtin.isEnabled = true
                $0.builtin.isLazy = false
            }
            let (actions, message) = node.track { (modifier.actions(), modifier.message()) }
            let buttons = node.child(1, DialogActions(content: actions), environment: environment)
            let words = node.child(
                2, message,
                environment: node.derived(key: -2) {
                    $0.builtin.font = .footnote
                    $0.builtin.textAlignment = .center
                    $0.builtin.foreground = nil
                    $0.builtin.container = .none
                    $0.builtin.lineLimit = nil
                })
            let parts = node.keep(-4) { DialogParts(tree: host.tree, isAlert: modifier.isAlert) }
            parts.name(in: node.environment)
            let title = modifier.title.words(in: node.environment)
            let showsTitle = modifier.showsTitle && !title.isEmpty
            node.setAssembly {
                parts.title.content = .text(title)
                parts.title.plainText = title
                parts.card.attributes["aria-label"] = title
                var choices = buttons.output
                let cancels = choices.filter { $0.attributes["data-role"] == "cancel" }
                choices.removeAll { $0.attributes["data-role"] == "cancel" }
                parts.ok.handlers[.tap] = { _ in binding.wrappedValue = false }
                let hasButtons = choices.contains { $0.handlers[.tap] != nil } || !cancels.isEmpty
                if modifier.isAlert, !hasButtons { choices.append(parts.ok) }
                parts.head.setChildren((showsTitle ? [parts.title] : []) + words.output)
                parts.choices.setChildren(modifier.isAlert ? choices + cancels : choices)
                parts.choices.attributes["data-count"] = String(parts.choices.children.count)
                parts.card.setChildren((showsTitle || !words.output.isEmpty ? [parts.head] : []) + [parts.choices])
                parts.cancel.setChildren(cancels.isEmpty ? [parts.defaultCancel] : cancels)
                parts.defaultCancel.handlers[.tap] = { _ in binding.wrappedValue = false }
                parts.layer.handlers[.dismiss] = { _ in
                    if let cancel = cancels.first, let act = cancel.handler(for: .tap) {
                        act(EventPayload())
                    } else if !modifier.isAlert {
                        binding.wrappedValue = false
                    }
                }
                if !modifier.isAlert { parts.scrim.handlers[.dismiss] = parts.layer.handlers[.dismiss] }
                parts.layer.setChildren([parts.scrim, parts.card] + (modifier.isAlert ? [] : [parts.cancel]))
                host.present(parts.layer, owner: serial)
                return main.output
            }
        } else {
            node.removeChild(1)
            node.removeChild(2)
            host.present(nil, owner: serial)
            node.setAssembly { main.output }
        }
        node.onDisposeOnce(-3) { host.present(nil, owner: serial) }
    }
}

@MainActor private final class DialogParts {
    let layer, scrim, card, head, title, choices, cancel, ok, defaultCancel: RenderNode
    init(tree: RenderTree, isAlert: Bool) {
        let full = LayoutRule.greedy(width: true, height: true)
        layer = RenderNode(tree: tree, classes: isAlert ? "dialog alert" : "dialog actionsheet", layout: full)
        scrim = RenderNode(tree: tree, classes: "scrim", layout: full)
        card = RenderNode(tree: tree, classes: "dialogcard", layout: .hug)
        card.role = isAlert ? "alertdialog" : "dialog"
        card.attributes["aria-modal"] = "true"
        head = RenderNode(tree: tree, classes: "dialoghead", layout: .hug)
        title = RenderNode(tree: tree, classes: "dialogtitle text", layout: .hug)
        choices = RenderNode(tree: tree, classes: "choices", layout: .hug)
        cancel = RenderNode(tree: tree, classes: "dialogcard cancelcard", layout: .hug)
        ok = DialogParts.button(tree)
        defaultCancel = DialogParts.button(tree)
    }
    /// Sets the words of the buttons that nobody else names.
    func name(in environment: EnvironmentValues) {
        for (button, word) in [(ok, SystemWord.ok), (defaultCancel, .cancel)] {
            let title = word.text(in: environment)
            button.children.first?.content = .text(title)
            button.children.first?.plainText = title
        }
    }
    static func button(_ tree: RenderTree) -> RenderNode {
        let button = RenderNode(tree: tree, tag: "button", classes: "button choice", layout: .box)
        let text = RenderNode(tree: tree, classes: "text", layout: .hug)
        text.style = Style(("color", "var(--accent)"))
        button.attributes["type"] = "button"
        button.setChildren([text])
        return button
    }
}

nonisolated struct DialogActions<Content: View>: View {
    let content: Content
    typealias Body = Never
    @MainActor static func _evaluate(_ view: Self, in node: _ViewNode) { node.child(0, view.content) }
}

nonisolated struct ContextMenuModifier<Items: View>: ViewModifier {
    typealias Body = Never
    let items: Items
    @MainActor static func _evaluate<V: View>(_ modifier: Self, _ content: V, in node: _ViewNode) {
        let isOpen = node.keep(-2) { StateLocation(false) }
        let open = node.track { isOpen.value }
        let main = node.child(0, content)
        var decoration = Decoration()
        decoration.handlers[.menu] = { _ in isOpen.value = true }
        decoration.attributes["aria-haspopup"] = "menu"
        let serial = node.serial
        node.setAssembly {
            for box in main.output { box.decorate(owner: serial, decoration) }
            return main.output
        }
        presentMenu(modifier.items, open: open, anchor: { main.output.first?.id ?? 0 }, in: node) {
            isOpen.value = false
        }
    }
}

/// How high a sheet is.
public struct PresentationDetent: Hashable, Sendable {
    let name: String
    /// Half of the screen.
    public static let medium = PresentationDetent(name: "medium")
    /// The whole screen.
    public static let large = PresentationDetent(name: "large")
    /// A part of the screen.
    public static func fraction(_ fraction: CGFloat) -> PresentationDetent {
        PresentationDetent(name: fraction < 0.34 ? "small" : fraction < 0.7 ? "medium" : "large")
    }
    /// A number of points.
    public static func height(_ height: CGFloat) -> PresentationDetent {
        PresentationDetent(name: height < 320 ? "small" : height < 600 ? "medium" : "large")
    }
}

/// What a presentation becomes where there is little room.
public struct PresentationAdaptation: Sendable {
    /// As it fits.
    public static let automatic = PresentationAdaptation()
    /// Nothing else.
    public static let none = PresentationAdaptation()
    /// A popover.
    public static let popover = PresentationAdaptation()
    /// A sheet.
    public static let sheet = PresentationAdaptation()
    /// A cover.
    public static let fullScreenCover = PresentationAdaptation()
}

/// Where a popover's arrow points to.
public enum PopoverAttachmentAnchor: Sendable {
    /// A rectangle of the view.
    case rect(CGRect)
    /// A point of the view.
    case point(UnitPoint)
}

extension View {
    private nonisolated func presenting<C: View>(
        _ isPresented: Binding<Bool>, _ kind: PresentationModifier<C>.Kind, _ onDismiss: (() -> Void)?,
        _ content: @escaping () -> C
    ) -> some View {
        modifier(PresentationModifier(isPresented: isPresented, kind: kind, onDismiss: onDismiss, make: content))
    }

    private nonisolated func flag<Item>(_ item: Binding<Item?>) -> Binding<Bool> {
        item.isSome()
    }

    /// A sheet.
    public nonisolated func sheet<Content: View>(
        isPresented: Binding<Bool>, onDismiss: (() -> Void)? = nil, @ViewBuilder content: @escaping () -> Content
    ) -> some View { presenting(isPresented, .sheet, onDismiss, content) }
    /// A sheet for an item.
    public nonisolated func sheet<Item: Identifiable, Content: View>(
        item: Binding<Item?>, onDismiss: (() -> Void)? = nil, @ViewBuilder content: @escaping (Item) -> Content
    ) -> some View {
        presenting(flag(item), .sheet, onDismiss) {
            item.wrappedValue.map { ItemView(id: $0.id, content: content($0)) }
        }
    }
    /// A cover of the whole screen.
    public nonisolated func fullScreenCover<Content: View>(
        isPresented: Binding<Bool>, onDismiss: (() -> Void)? = nil, @ViewBuilder content: @escaping () -> Content
    ) -> some View { presenting(isPresented, .cover, onDismiss, content) }
    /// A cover of the whole screen for an item.
    public nonisolated func fullScreenCover<Item: Identifiable, Content: View>(
        item: Binding<Item?>, onDismiss: (() -> Void)? = nil, @ViewBuilder content: @escaping (Item) -> Content
    ) -> some View {
        presenting(flag(item), .cover, onDismiss) {
            item.wrappedValue.map { ItemView(id: $0.id, content: content($0)) }
        }
    }
    /// A popover; a sheet where there is little room.
    public nonisolated func popover<Content: View>(
        isPresented: Binding<Bool>, attachmentAnchor: PopoverAttachmentAnchor = .point(.center),
        arrowEdge: Edge = .top, @ViewBuilder content: @escaping () -> Content
    ) -> some View { presenting(isPresented, .popover, nil, content) }
    /// A popover for an item.
    public nonisolated func popover<Item: Identifiable, Content: View>(
        item: Binding<Item?>, attachmentAnchor: PopoverAttachmentAnchor = .point(.center), arrowEdge: Edge = .top,
        @ViewBuilder content: @escaping (Item) -> Content
    ) -> some View {
        presenting(flag(item), .popover, nil) { item.wrappedValue.map { ItemView(id: $0.id, content: content($0)) } }
    }

    /// What an app shows in a window of its own above all others; nothing below can be reached, nor dismiss it.
    @_spi(Preview) public nonisolated func topWindow<Content: View>(
        isShown: Bool, @ViewBuilder content: @escaping () -> Content
    ) -> some View {
        modifier(
            PresentationModifier(
                isPresented: .constant(isShown), kind: .cover, isOnTop: true, onDismiss: nil, make: content))
    }

    private nonisolated func dialog<A: View, M: View>(
        _ title: Text, _ isPresented: Binding<Bool>, isAlert: Bool, showsTitle: Bool = true,
        actions: @escaping () -> A, message: @escaping () -> M
    ) -> some View {
        modifier(
            DialogModifier(
                isPresented: isPresented, isAlert: isAlert, title: title, showsTitle: showsTitle, actions: actions,
                message: message))
    }

    /// An alert.
    public nonisolated func alert<A: View>(
        _ titleKey: LocalizedStringKey, isPresented: Binding<Bool>, @ViewBuilder actions: () -> A
    ) -> some View {
        let actions = actions()
        return dialog(Text(titleKey), isPresented, isAlert: true, actions: { actions }, message: { EmptyView() })
    }
    /// An alert with words as they are.
    @_disfavoredOverload public nonisolated func alert<S: StringProtocol, A: View>(
        _ title: S, isPresented: Binding<Bool>, @ViewBuilder actions: () -> A
    ) -> some View {
        let actions = actions()
        return dialog(Text(title), isPresented, isAlert: true, actions: { actions }, message: { EmptyView() })
    }
    /// An alert with a message.
    public nonisolated func alert<A: View, M: View>(
        _ titleKey: LocalizedStringKey, isPresented: Binding<Bool>, @ViewBuilder actions: () -> A,
        @ViewBuilder message: () -> M
    ) -> some View {
        let (actions, message) = (actions(), message())
        return dialog(Text(titleKey), isPresented, isAlert: true, actions: { actions }, message: { message })
    }
    /// An alert with a message and words as they are.
    @_disfavoredOverload public nonisolated func alert<S: StringProtocol, A: View, M: View>(
        _ title: S, isPresented: Binding<Bool>, @ViewBuilder actions: () -> A, @ViewBuilder message: () -> M
    ) -> some View {
        let (actions, message) = (actions(), message())
        return dialog(Text(title), isPresented, isAlert: true, actions: { actions }, message: { message })
    }
    /// An alert about a value.
    public nonisolated func alert<A: View, M: View, T>(
        _ titleKey: LocalizedStringKey, isPresented: Binding<Bool>, presenting data: T?,
        @ViewBuilder actions: @escaping (T) -> A, @ViewBuilder message: @escaping (T) -> M
    ) -> some View {
        dialog(
            Text(titleKey), isPresented, isAlert: true, actions: { data.map(actions) }, message: { data.map(message) })
    }
    /// An alert about an error.
    public nonisolated func alert<E: LocalizedError, A: View>(
        isPresented: Binding<Bool>, error: E?, @ViewBuilder actions: () -> A
    ) -> some View {
        let actions = actions()
        return dialog(
            Text(verbatim: error?.errorDescription ?? ""), isPresented, isAlert: true, actions: { actions },
            message: { EmptyView() })
    }
    /// A choice of acts.
    public nonisolated func confirmationDialog<A: View>(
        _ titleKey: LocalizedStringKey, isPresented: Binding<Bool>, titleVisibility: Visibility = .automatic,
        @ViewBuilder actions: () -> A
    ) -> some View {
        let actions = actions()
        return dialog(
            Text(titleKey), isPresented, isAlert: false, showsTitle: titleVisibility == .visible, actions: { actions },
            message: { EmptyView() })
    }
    /// A choice of acts with words as they are.
    @_disfavoredOverload public nonisolated func confirmationDialog<S: StringProtocol, A: View>(
        _ title: S, isPresented: Binding<Bool>, titleVisibility: Visibility = .automatic, @ViewBuilder actions: () -> A
    ) -> some View {
        let actions = actions()
        return dialog(
            Text(title), isPresented, isAlert: false, showsTitle: titleVisibility == .visible, actions: { actions },
            message: { EmptyView() })
    }
    /// A choice of acts with a message.
    public nonisolated func confirmationDialog<A: View, M: View>(
        _ titleKey: LocalizedStringKey, isPresented: Binding<Bool>, titleVisibility: Visibility = .automatic,
        @ViewBuilder actions: () -> A, @ViewBuilder message: () -> M
    ) -> some View {
        let (actions, message) = (actions(), message())
        return dialog(
            Text(titleKey), isPresented, isAlert: false, showsTitle: titleVisibility == .visible, actions: { actions },
            message: { message })
    }
    /// A choice of acts about a value.
    public nonisolated func confirmationDialog<A: View, T>(
        _ titleKey: LocalizedStringKey, isPresented: Binding<Bool>, titleVisibility: Visibility = .automatic,
        presenting data: T?, @ViewBuilder actions: @escaping (T) -> A
    ) -> some View {
        dialog(
            Text(titleKey), isPresented, isAlert: false, showsTitle: titleVisibility == .visible,
            actions: { data.map(actions) }, message: { EmptyView() })
    }
    /// A choice of acts about a value, with a message.
    public nonisolated func confirmationDialog<A: View, M: View, T>(
        _ titleKey: LocalizedStringKey, isPresented: Binding<Bool>, titleVisibility: Visibility = .automatic,
        presenting data: T?, @ViewBuilder actions: @escaping (T) -> A, @ViewBuilder message: @escaping (T) -> M
    ) -> some View {
        dialog(
            Text(titleKey), isPresented, isAlert: false, showsTitle: titleVisibility == .visible,
            actions: { data.map(actions) }, message: { data.map(message) })
    }
    /// A menu on a long press.
    public nonisolated func contextMenu<MenuItems: View>(@ViewBuilder menuItems: () -> MenuItems) -> some View {
        modifier(ContextMenuModifier(items: menuItems()))
    }
    /// How high a sheet is.
    public nonisolated func presentationDetents(_ detents: Set<PresentationDetent>) -> some View {
        let order = ["small", "medium", "large"]
        let first = order.first { name in detents.contains { $0.name == name } }
        return modifier(DecorateModifier { $0.facts["detents"] = first })
    }
    /// How high a sheet is, and which height is chosen.
    public nonisolated func presentationDetents(
        _ detents: Set<PresentationDetent>, selection: Binding<PresentationDetent>
    ) -> some View {
        return modifier(DecorateModifier { $0.facts["detents"] = selection.wrappedValue.name })
    }
    /// Whether a sheet shows where to pull.
    public nonisolated func presentationDragIndicator(_ visibility: Visibility) -> some View {
        modifier(DecorateModifier { $0.facts["indicator"] = visibility == .visible })
    }
    /// The ground of a presentation.
    public nonisolated func presentationBackground<S: ShapeStyle>(_ style: S) -> some View {
        modifier(
            DecorateModifier { environment in
                var decoration = Decoration()
                decoration.facts["ground"] = style.paint(in: environment).background
                return decoration
            })
    }
    /// The corners of a presentation.
    public nonisolated func presentationCornerRadius(_ cornerRadius: CGFloat?) -> some View {
        modifier(DecorateModifier { $0.facts["corner"] = cornerRadius })
    }
    /// What a presentation becomes where there is little room.
    public nonisolated func presentationCompactAdaptation(_ adaptation: PresentationAdaptation) -> some View {
        modifier(EmptyModifier.identity)
    }
    /// Whether a presentation can be pulled away.
    public nonisolated func interactiveDismissDisabled(_ isDisabled: Bool = true) -> some View {
        modifier(DecorateModifier { $0.facts["stuck"] = isDisabled })
    }
    /// Lets a person choose files.
    public nonisolated func fileImporter(
        isPresented: Binding<Bool>, allowedContentTypes: [UTType], allowsMultipleSelection: Bool,
        onCompletion: @escaping (_ result: Result<[URL], any Error>) -> Void
    ) -> some View {
        modifier(
            ImporterModifier(
                isPresented: isPresented, types: allowedContentTypes, isMultiple: allowsMultipleSelection,
                done: onCompletion))
    }
    /// Lets a person choose a file.
    public nonisolated func fileImporter(
        isPresented: Binding<Bool>, allowedContentTypes: [UTType],
        onCompletion: @escaping (_ result: Result<URL, any Error>) -> Void
    ) -> some View {
        modifier(
            ImporterModifier(
                isPresented: isPresented, types: allowedContentTypes, isMultiple: false,
                done: { result in
                    onCompletion(
                        result.flatMap { $0.first.map { .success($0) } ?? .failure(CocoaError(.userCancelled)) })
                }))
    }
}

nonisolated struct ItemView<ID: Hashable, Content: View>: View {
    let id: ID
    let content: Content
    var body: some View { content.id(id) }
}

/// A type of file.
public struct UTType: Hashable, Sendable {
    /// The identifier.
    public let identifier: String
    /// A type by identifier.
    public init?(_ identifier: String) { self.identifier = identifier }
    init(known: String) { identifier = known }
    /// Anything.
    public static let item = UTType(known: "public.item")
    /// Bytes.
    public static let data = UTType(known: "public.data")
    /// Pictures.
    public static let image = UTType(known: "public.image")
    /// JPEG pictures.
    public static let jpeg = UTType(known: "public.jpeg")
    /// PNG pictures.
    public static let png = UTType(known: "public.png")
    /// HEIC pictures.
    public static let heic = UTType(known: "public.heic")
    /// Text.
    public static let text = UTType(known: "public.text")
    /// Plain text.
    public static let plainText = UTType(known: "public.plain-text")
    /// Source text.
    public static let sourceCode = UTType(known: "public.source-code")
    /// JSON.
    public static let json = UTType(known: "public.json")
    /// PDF documents.
    public static let pdf = UTType(known: "com.adobe.pdf")
    /// Whether it is a kind of another.
    public func conforms(to type: UTType) -> Bool {
        if self == type || type == .item || type == .data { return true }
        return type == .image && [UTType.jpeg, .png, .heic].contains(self)
    }
}

nonisolated struct ImporterModifier: ViewModifier {
    typealias Body = Never
    let isPresented: Binding<Bool>
    let types: [UTType]
    let isMultiple: Bool
    let done: (Result<[URL], any Error>) -> Void
    @MainActor static func _evaluate<V: View>(_ modifier: Self, _ content: V, in node: _ViewNode) {
        node.child(0, content)
        let binding = modifier.isPresented
        let isOn = node.track { binding.wrappedValue }
        let done = modifier.done
        let wasOn = node.keep(-2) { Box(false) }
        defer { wasOn.value = isOn }
        guard isOn, !wasOn.value else { return }
        let host = node.host
        host.afterUpdate {
            host.chooseFiles(types: modifier.types.map(\.identifier), isMultiple: modifier.isMultiple) { result in
                binding.wrappedValue = false
                done(result)
            }
        }
    }
}
