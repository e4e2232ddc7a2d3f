import ViewTree

/// What a button is for.
public struct ButtonRole: Equatable, Sendable {
    let name: String
    /// Deletes or ends something.
    public static let destructive = ButtonRole(name: "destructive")
    /// Leaves without doing.
    public static let cancel = ButtonRole(name: "cancel")
}

/// A control that does something.
public struct Button<Label: View> {
    let role: ButtonRole?
    let action: @MainActor () -> Void
    let label: Label

    /// A button with a label of its own.
    @preconcurrency public nonisolated init(action: @escaping @MainActor () -> Void, @ViewBuilder label: () -> Label) {
        self.init(role: nil, action: action, label: label)
    }
    /// A button with a role and a label of its own.
    @preconcurrency public nonisolated init(
        role: ButtonRole?, action: @escaping @MainActor () -> Void, @ViewBuilder label: () -> Label
    ) {
        self.role = role
        self.action = action
        self.label = label()
    }
}

extension Button where Label == Text {
    /// A button with words of the catalogs.
    @preconcurrency public nonisolated init(_ titleKey: LocalizedStringKey, action: @escaping @MainActor () -> Void) {
        self.init(role: nil, action: action) { Text(titleKey) }
    }
    /// A button with words as they are.
    @_disfavoredOverload @preconcurrency public nonisolated init<S: StringProtocol>(
        _ title: S, action: @escaping @MainActor () -> Void
    ) {
        self.init(role: nil, action: action) { Text(title) }
    }
    /// A button with a role and words of the catalogs.
    @preconcurrency public nonisolated init(
        _ titleKey: LocalizedStringKey, role: ButtonRole?, action: @escaping @MainActor () -> Void
    ) {
        self.init(role: role, action: action) { Text(titleKey) }
    }
    /// A button with a role and words as they are.
    @_disfavoredOverload @preconcurrency public nonisolated init<S: StringProtocol>(
        _ title: S, role: ButtonRole?, action: @escaping @MainActor () -> Void
    ) {
        self.init(role: role, action: action) { Text(title) }
    }
}

extension Button where Label == SwiftUI.Label<Text, Image> {
    /// A button with words and a symbol.
    @preconcurrency public nonisolated init(
        _ titleKey: LocalizedStringKey, systemImage: String, action: @escaping @MainActor () -> Void
    ) {
        self.init(role: nil, action: action) { SwiftUI.Label(titleKey, systemImage: systemImage) }
    }
    /// A button with words as they are and a symbol.
    @_disfavoredOverload @preconcurrency public nonisolated init<S: StringProtocol>(
        _ title: S, systemImage: String, action: @escaping @MainActor () -> Void
    ) {
        self.init(role: nil, action: action) { SwiftUI.Label(title, systemImage: systemImage) }
    }
    /// A button with a role, words and a symbol.
    @preconcurrency public nonisolated init(
        _ titleKey: LocalizedStringKey, systemImage: String, role: ButtonRole?,
        action: @escaping @MainActor () -> Void
    ) {
        self.init(role: role, action: action) { SwiftUI.Label(titleKey, systemImage: systemImage) }
    }
    /// A button with a role, words as they are and a symbol.
    @_disfavoredOverload @preconcurrency public nonisolated init<S: StringProtocol>(
        _ title: S, systemImage: String, role: ButtonRole?, action: @escaping @MainActor () -> Void
    ) {
        self.init(role: role, action: action) { SwiftUI.Label(title, systemImage: systemImage) }
    }
}

extension Button where Label == PrimitiveButtonStyleConfiguration.Label {
    /// The button of a style's configuration.
    public nonisolated init(_ configuration: PrimitiveButtonStyleConfiguration) {
        self.init(role: configuration.role, action: configuration.action) { configuration.label }
    }
}

extension Button: View {
    /// None.
    public typealias Body = Never

    /// How the view graph brings a place up to date.
    @MainActor public static func _evaluate(_ view: Self, in node: _ViewNode) {
        let builtin = node.environment.builtin
        let isEnabled = builtin.isEnabled
        let box = node.box(tag: "button", classes: "button", layout: .box)
        box.attributes["type"] = "button"
        box.attributes["disabled"] = isEnabled ? nil : ""
        box.attributes["data-role"] = view.role?.name
        let afterTap = builtin.afterTap
        let action = view.action
        if isEnabled {
            box.handlers[.tap] = { _ in
                action()
                afterTap?()
            }
        } else {
            box.handlers[.tap] = nil
        }
        if builtin.container == .menu || builtin.container == .dialog {
            box.role = builtin.container == .menu ? "menuitem" : nil
            box.classes = "button \(builtin.container == .menu ? "menuitem" : "choice")"
            let environment = node.derived(key: -1) { plainButton(&$0, view.role) }
            node.child(0, view.label, environment: environment)
            node.contain(box)
            return
        }
        let label = ButtonStyleConfiguration.Label(view.label)
        if let style = builtin.buttonStyle {
            let environment = node.derived(key: -1) { $0.builtin.buttonStyle = nil }
            if let primitive = style.primitive {
                // The style's own view is the button; there is no box around it.
                node.removeChild(1)
                let configuration = PrimitiveButtonStyleConfiguration(role: view.role, label: .init(view.label)) {
                    action()
                    afterTap?()
                }
                node.child(0, primitive(configuration, node), environment: environment)
                node.setAssembly { [unowned node] in node.concatenated() }
                return
            } else if let make = style.make {
                let pressed = node.keep(-2) { StateLocation(false) }
                box.attributes["data-press"] = "1"
                let content = StyledButton { styleNode in
                    make(
                        ButtonStyleConfiguration(role: view.role, label: label, isPressed: pressed.value), styleNode)
                }
                box.handlers[.change] = { pressed.value = $0.number > 0 }
                node.child(0, content, environment: environment)
            }
        } else {
            let environment = node.derived(key: -1) {
                if builtin.container == .list || builtin.container == .form {
                    $0.builtin.foreground =
                        view.role == .destructive
                        ? Paint(color: "var(--red)") : $0.builtin.tint ?? Paint(color: "var(--accent)")
                } else if $0.builtin.foreground == nil {
                    plainButton(&$0, view.role)
                }
            }
            box.classes = builtin.container == .list || builtin.container == .form ? "button rowbutton" : "button"
            node.child(0, view.label, environment: environment)
        }
        node.contain(box)
    }
}

func plainButton(_ environment: inout EnvironmentValues, _ role: ButtonRole?) {
    // What a menu offers is written in the colour of text; only what destroys is marked.
    let plain = environment.builtin.container == .menu ? nil : environment.builtin.tint ?? Paint(color: "var(--accent)")
    environment.builtin.foreground = role == .destructive ? Paint(color: "var(--red)") : plain
}

/// Evaluates a button style where a press can be observed.
nonisolated struct StyledButton: View {
    let make: @MainActor (_ViewNode) -> AnyView
    typealias Body = Never
    @MainActor static func _evaluate(_ view: Self, in node: _ViewNode) {
        let content = node.track { view.make(node) }
        node.child(0, content)
    }
}

/// The look and reaction of buttons.
@MainActor @preconcurrency public protocol ButtonStyle {
    /// The type of the button's view.
    associatedtype Body: View
    /// The view of a button.
    @ViewBuilder @MainActor @preconcurrency func makeBody(configuration: Self.Configuration) -> Self.Body
    /// What a style knows of a button.
    typealias Configuration = ButtonStyleConfiguration
}

/// What a style knows of a button.
public struct ButtonStyleConfiguration {
    /// The label of a button of any kind.
    public nonisolated struct Label: View {
        let content: AnyView
        nonisolated init<V: View>(_ view: V) { content = AnyView(view) }
        /// None.
        public typealias Body = Never
        /// How the view graph brings a place up to date.
        @MainActor public static func _evaluate(_ view: Self, in node: _ViewNode) { node.child(0, view.content) }
    }
    /// What the button is for.
    public let role: ButtonRole?
    /// The button's label.
    public let label: ButtonStyleConfiguration.Label
    /// Whether a finger is on it.
    public let isPressed: Bool
}

/// The look and reaction of buttons, including when they fire.
@MainActor @preconcurrency public protocol PrimitiveButtonStyle {
    /// The type of the button's view.
    associatedtype Body: View
    /// The view of a button.
    @ViewBuilder @MainActor @preconcurrency func makeBody(configuration: Self.Configuration) -> Self.Body
    /// What a style knows of a button.
    typealias Configuration = PrimitiveButtonStyleConfiguration
}

/// What a style knows of a button.
public struct PrimitiveButtonStyleConfiguration {
    /// The label of a button of any kind.
    public nonisolated struct Label: View {
        let content: AnyView
        nonisolated init<V: View>(_ view: V) { content = AnyView(view) }
        /// None.
        public typealias Body = Never
        /// How the view graph brings a place up to date.
        @MainActor public static func _evaluate(_ view: Self, in node: _ViewNode) { node.child(0, view.content) }
    }
    /// What the button is for.
    public let role: ButtonRole?
    /// The button's label.
    public let label: PrimitiveButtonStyleConfiguration.Label
    let action: @MainActor () -> Void
    init(role: ButtonRole?, label: Label, action: @escaping @MainActor () -> Void) {
        self.role = role
        self.label = label
        self.action = action
    }
    /// Fires the button.
    @MainActor public func trigger() { action() }
}

struct AnyButtonStyle {
    var make: (@MainActor (ButtonStyleConfiguration, _ViewNode) -> AnyView)?
    var primitive: (@MainActor (PrimitiveButtonStyleConfiguration, _ViewNode) -> AnyView)?
    var id: ObjectIdentifier
}

nonisolated struct BuiltInButton: View {
    let configuration: PrimitiveButtonStyleConfiguration
    let kind: String
    typealias Body = Never
    @MainActor static func _evaluate(_ view: Self, in node: _ViewNode) {
        let builtin = node.environment.builtin
        let box = node.box(tag: "button", layout: .box)
        box.classes = "button \(view.kind) size-\(builtin.controlSize)"
        box.attributes["type"] = "button"
        box.attributes["data-role"] = view.configuration.role?.name
        box.attributes["disabled"] = builtin.isEnabled ? nil : ""
        let configuration = view.configuration
        box.handlers[.tap] = builtin.isEnabled ? { _ in configuration.trigger() } : nil
        let isProminent = view.kind == "prominent"
        let tint = configuration.role == .destructive ? "var(--red)" : builtin.tint?.color ?? "var(--accent)"
        box.style = view.kind == "plain" || view.kind == "borderless" ? Style() : Style(("--tint", tint))
        let environment = node.derived(key: -1) {
            if isProminent {
                $0.builtin.foreground = Paint(color: "#fff")
            } else if view.kind != "plain" {
                $0.builtin.foreground = Paint(color: tint)
            }
        }
        node.child(0, configuration.label, environment: environment)
        node.contain(box)
    }
}

/// The style that fits where a button is.
public struct DefaultButtonStyle: PrimitiveButtonStyle {
    /// Creates the style.
    public nonisolated init() {}
    /// The view of a button.
    public func makeBody(configuration: Configuration) -> some View {
        BuiltInButton(configuration: configuration, kind: "borderless")
    }
}
/// A button that looks like its label.
public struct PlainButtonStyle: PrimitiveButtonStyle {
    /// Creates the style.
    public nonisolated init() {}
    /// The view of a button.
    public func makeBody(configuration: Configuration) -> some View {
        BuiltInButton(configuration: configuration, kind: "plain")
    }
}
/// A button without a border.
public struct BorderlessButtonStyle: PrimitiveButtonStyle {
    /// Creates the style.
    public nonisolated init() {}
    /// The view of a button.
    public func makeBody(configuration: Configuration) -> some View {
        BuiltInButton(configuration: configuration, kind: "borderless")
    }
}
/// A button with a light ground.
public struct BorderedButtonStyle: PrimitiveButtonStyle {
    /// Creates the style.
    public nonisolated init() {}
    /// The view of a button.
    public func makeBody(configuration: Configuration) -> some View {
        BuiltInButton(configuration: configuration, kind: "bordered")
    }
}
/// A button with a strong ground.
public struct BorderedProminentButtonStyle: PrimitiveButtonStyle {
    /// Creates the style.
    public nonisolated init() {}
    /// The view of a button.
    public func makeBody(configuration: Configuration) -> some View {
        BuiltInButton(configuration: configuration, kind: "prominent")
    }
}

extension PrimitiveButtonStyle where Self == DefaultButtonStyle {
    /// The style that fits where a button is.
    public nonisolated static var automatic: DefaultButtonStyle { DefaultButtonStyle() }
}
extension PrimitiveButtonStyle where Self == PlainButtonStyle {
    /// A button that looks like its label.
    public nonisolated static var plain: PlainButtonStyle { PlainButtonStyle() }
}
extension PrimitiveButtonStyle where Self == BorderlessButtonStyle {
    /// A button without a border.
    public nonisolated static var borderless: BorderlessButtonStyle { BorderlessButtonStyle() }
}
extension PrimitiveButtonStyle where Self == BorderedButtonStyle {
    /// A button with a light ground.
    public nonisolated static var bordered: BorderedButtonStyle { BorderedButtonStyle() }
}
extension PrimitiveButtonStyle where Self == BorderedProminentButtonStyle {
    /// A button with a strong ground.
    public nonisolated static var borderedProminent: BorderedProminentButtonStyle { BorderedProminentButtonStyle() }
}

nonisolated struct ButtonStyleModifier<S: ButtonStyle>: ViewModifier {
    typealias Body = Never
    let style: S
    @MainActor static func _evaluate<V: View>(_ modifier: Self, _ content: V, in node: _ViewNode) {
        let style = modifier.style
        let erased = AnyButtonStyle(
            make: { configuration, styleNode in
                var linked = style
                styleNode.link(&linked)
                return AnyView(linked.makeBody(configuration: configuration))
            }, primitive: nil, id: ObjectIdentifier(S.self))
        node.child(0, content, environment: node.styled(erased, same: style))
    }
}

nonisolated struct PrimitiveButtonStyleModifier<S: PrimitiveButtonStyle>: ViewModifier {
    typealias Body = Never
    let style: S
    @MainActor static func _evaluate<V: View>(_ modifier: Self, _ content: V, in node: _ViewNode) {
        let style = modifier.style
        let erased = AnyButtonStyle(
            make: nil,
            primitive: { configuration, styleNode in
                var linked = style
                styleNode.link(&linked)
                return AnyView(linked.makeBody(configuration: configuration))
            }, id: ObjectIdentifier(S.self))
        node.child(0, content, environment: node.styled(erased, same: style))
    }
}

extension _ViewNode {
    fileprivate func styled<S>(_ style: AnyButtonStyle, same value: S) -> EnvironmentValues {
        let memo = keep(-1) { EnvironmentChange() }
        if let result = memo.result, let source = memo.source, source.isIdentical(to: environment),
            let old = memo.value as? S, isSame(old, value)
        {
            return result
        }
        var result = environment
        result.builtin.buttonStyle = style
        memo.source = environment
        memo.result = result
        memo.value = value
        return result
    }
}

/// The form of a button's border.
public struct ButtonBorderShape: Equatable, Sendable {
    let name: String
    /// As it fits.
    public static let automatic = ButtonBorderShape(name: "automatic")
    /// A capsule.
    public static let capsule = ButtonBorderShape(name: "capsule")
    /// A rectangle with round corners.
    public static let roundedRectangle = ButtonBorderShape(name: "rounded")
    /// A rectangle with round corners of a radius.
    public static func roundedRectangle(radius: CGFloat) -> ButtonBorderShape { ButtonBorderShape(name: "rounded") }
    /// A circle.
    public static let circle = ButtonBorderShape(name: "circle")
}

extension View {
    /// The style of buttons.
    public nonisolated func buttonStyle<S: ButtonStyle>(_ style: S) -> some View {
        modifier(ButtonStyleModifier(style: style))
    }
    /// The style of buttons.
    public nonisolated func buttonStyle<S: PrimitiveButtonStyle>(_ style: S) -> some View {
        modifier(PrimitiveButtonStyleModifier(style: style))
    }
    /// The form of buttons' borders.
    public nonisolated func buttonBorderShape(_ shape: ButtonBorderShape) -> some View {
        modifier(DecorateModifier { $0.attributes["data-border"] = shape.name })
    }
}

/// Words and a symbol.
public struct Label<Title: View, Icon: View> {
    let title: Title
    let icon: Icon
    /// A label of two views.
    public nonisolated init(@ViewBuilder title: () -> Title, @ViewBuilder icon: () -> Icon) {
        self.title = title()
        self.icon = icon()
    }
}

extension Label where Title == Text, Icon == Image {
    /// Words of the catalogs and a symbol.
    public nonisolated init(_ titleKey: LocalizedStringKey, systemImage name: String) {
        self.init(title: { Text(titleKey) }, icon: { Image(systemName: name) })
    }
    /// Words as they are and a symbol.
    @_disfavoredOverload public nonisolated init<S: StringProtocol>(_ title: S, systemImage name: String) {
        self.init(title: { Text(title) }, icon: { Image(systemName: name) })
    }
    /// Words of the catalogs and an image.
    public nonisolated init(_ titleKey: LocalizedStringKey, image name: String) {
        self.init(title: { Text(titleKey) }, icon: { Image(name) })
    }
}

enum LabelStyleKind { case automatic, iconOnly, titleOnly, titleAndIcon }

extension Label: View {
    /// None.
    public typealias Body = Never
    /// How the view graph brings a place up to date.
    @MainActor public static func _evaluate(_ view: Self, in node: _ViewNode) {
        let builtin = node.environment.builtin
        var kind = builtin.labelStyle
        if kind == .automatic, builtin.container == .toolbar { kind = .iconOnly }
        let isRow = builtin.container == .list || builtin.container == .form
        let box = node.box(classes: "labelbox", layout: .row)
        if kind == .titleOnly { node.removeChild(0) } else { node.child(0, view.icon) }
        // A label that shows only its icon still says its title.
        let title = node.child(1, view.title)
        if builtin.container == .menu { box.classes = "labelbox menulabel" }
        box.style = Style(("align-items", "center"), ("gap", isRow ? "16px" : "8px"))
        if isRow { box.classes = "labelbox rowlabel" }
        node.setAssembly { [unowned node] in
            if kind == .iconOnly {
                box.attributes["aria-label"] = title.output.map(\.plainText).joined()
                box.role = "img"
                box.setChildren(node.childNode(0)?.output ?? [])
            } else {
                box.attributes["aria-label"] = nil
                box.role = nil
                box.setChildren(node.concatenated())
            }
            return [box]
        }
    }
}

/// The look of labels.
public protocol LabelStyle {
    static var _kind: Int { get }
}
/// As it fits.
public struct DefaultLabelStyle: LabelStyle {
    /// Creates the style.
    public nonisolated init() {}
    /// Which of the stand-in's looks this is.
    public static var _kind: Int { 0 }
}
/// Only the symbol.
public struct IconOnlyLabelStyle: LabelStyle {
    /// Creates the style.
    public nonisolated init() {}
    /// Which of the stand-in's looks this is.
    public static var _kind: Int { 1 }
}
/// Only the words.
public struct TitleOnlyLabelStyle: LabelStyle {
    /// Creates the style.
    public nonisolated init() {}
    /// Which of the stand-in's looks this is.
    public static var _kind: Int { 2 }
}
/// Both.
public struct TitleAndIconLabelStyle: LabelStyle {
    /// Creates the style.
    public nonisolated init() {}
    /// Which of the stand-in's looks this is.
    public static var _kind: Int { 3 }
}
extension LabelStyle where Self == DefaultLabelStyle {
    /// As it fits.
    public nonisolated static var automatic: DefaultLabelStyle { .init() }
}
extension LabelStyle where Self == IconOnlyLabelStyle {
    /// Only the symbol.
    public nonisolated static var iconOnly: IconOnlyLabelStyle { .init() }
}
extension LabelStyle where Self == TitleOnlyLabelStyle {
    /// Only the words.
    public nonisolated static var titleOnly: TitleOnlyLabelStyle { .init() }
}
extension LabelStyle where Self == TitleAndIconLabelStyle {
    /// Both.
    public nonisolated static var titleAndIcon: TitleAndIconLabelStyle { .init() }
}
extension View {
    /// The style of labels.
    public nonisolated func labelStyle<S: LabelStyle>(_ style: S) -> some View {
        let kinds: [LabelStyleKind] = [.automatic, .iconOnly, .titleOnly, .titleAndIcon]
        return setting(\.labelStyle, kinds[S._kind])
    }
}

/// A link to an address.
public struct Link<Label: View> {
    let destination: URL
    let label: Label
    /// A link with a label of its own.
    public nonisolated init(destination: URL, @ViewBuilder label: () -> Label) {
        self.destination = destination
        self.label = label()
    }
}
extension Link where Label == Text {
    /// A link with words of the catalogs.
    public nonisolated init(_ titleKey: LocalizedStringKey, destination: URL) {
        self.init(destination: destination) { Text(titleKey) }
    }
    /// A link with words as they are.
    @_disfavoredOverload public nonisolated init<S: StringProtocol>(_ title: S, destination: URL) {
        self.init(destination: destination) { Text(title) }
    }
}
extension Link: View {
    /// None.
    public typealias Body = Never
    /// How the view graph brings a place up to date.
    @MainActor public static func _evaluate(_ view: Self, in node: _ViewNode) {
        let box = node.box(classes: "button", layout: .box)
        box.role = "link"
        let open = node.environment.openURL
        let url = view.destination
        box.handlers[.tap] = { _ in open(url) }
        node.child(0, view.label, environment: node.derived(key: -1) { plainButton(&$0, nil) })
        node.contain(box)
    }
}

/// What can be shared.
public protocol Transferable: Sendable {}
extension String: Transferable {}
extension URL: Transferable {}
extension Data: Transferable {}

/// A preview of what is shared.
public struct SharePreview<Image, Icon>: Sendable {
    let title: String
}
extension SharePreview where Image == Never, Icon == Never {
    /// A preview of words.
    public init(_ title: LocalizedStringKey) { self.title = title.key }
    /// A preview of words as they are.
    @_disfavoredOverload public init<S: StringProtocol>(_ title: S) { self.title = String(title) }
}

/// A button that shares.
public struct ShareLink<Data: RandomAccessCollection, PreviewImage, PreviewIcon, Label: View>
where Data.Element: Transferable {
    let items: Data
    let label: Label
    init(items: Data, label: Label) {
        self.items = items
        self.label = label
    }
}
/// The label of a share link.
public struct DefaultShareLinkLabel: View {
    let title: Text?
    /// The words and the symbol.
    public var body: some View {
        SwiftUI.Label(title: { title ?? Text(SystemWord.share) }, icon: { Image(systemName: "square.and.arrow.up") })
    }
}
extension ShareLink where PreviewImage == Never, PreviewIcon == Never {
    /// Shares a text with a label of its own.
    public init(
        item: String, subject: Text? = nil, message: Text? = nil, @ViewBuilder label: () -> Label
    ) where Data == CollectionOfOne<String> {
        self.init(items: CollectionOfOne(item), label: label())
    }
    /// Shares an address with a label of its own.
    public init(
        item: URL, subject: Text? = nil, message: Text? = nil, @ViewBuilder label: () -> Label
    ) where Data == CollectionOfOne<URL> {
        self.init(items: CollectionOfOne(item), label: label())
    }
}
extension ShareLink where PreviewImage == Never, PreviewIcon == Never, Label == DefaultShareLinkLabel {
    /// Shares a text.
    public init(item: String, subject: Text? = nil, message: Text? = nil) where Data == CollectionOfOne<String> {
        self.init(items: CollectionOfOne(item), label: DefaultShareLinkLabel(title: nil))
    }
    /// Shares an address.
    public init(item: URL, subject: Text? = nil, message: Text? = nil) where Data == CollectionOfOne<URL> {
        self.init(items: CollectionOfOne(item), label: DefaultShareLinkLabel(title: nil))
    }
    /// Shares a text under a title.
    public init(_ titleKey: LocalizedStringKey, item: String, subject: Text? = nil, message: Text? = nil)
    where Data == CollectionOfOne<String> {
        self.init(items: CollectionOfOne(item), label: DefaultShareLinkLabel(title: Text(titleKey)))
    }
    /// Shares an address under a title.
    public init(_ titleKey: LocalizedStringKey, item: URL, subject: Text? = nil, message: Text? = nil)
    where Data == CollectionOfOne<URL> {
        self.init(items: CollectionOfOne(item), label: DefaultShareLinkLabel(title: Text(titleKey)))
    }
}
extension ShareLink: View {
    /// A button that hands the items to the host.
    public var body: some View {
        let texts = items.map { String(describing: $0) }.joined(separator: "\n")
        Button(action: { ViewHost.current?.share(texts) }, label: { label })
    }
}
