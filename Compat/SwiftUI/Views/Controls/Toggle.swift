import ViewTree

/// A switch.
public struct Toggle<Label: View> {
    let isOn: Binding<Bool>
    let label: Label
    /// A switch with a label of its own.
    public nonisolated init(isOn: Binding<Bool>, @ViewBuilder label: () -> Label) {
        self.isOn = isOn
        self.label = label()
    }
}
extension Toggle where Label == Text {
    /// A switch with words of the catalogs.
    public nonisolated init(_ titleKey: LocalizedStringKey, isOn: Binding<Bool>) {
        self.init(isOn: isOn) { Text(titleKey) }
    }
    /// A switch with words as they are.
    @_disfavoredOverload public nonisolated init<S: StringProtocol>(_ title: S, isOn: Binding<Bool>) {
        self.init(isOn: isOn) { Text(title) }
    }
}
extension Toggle where Label == SwiftUI.Label<Text, Image> {
    /// A switch with words and a symbol.
    public nonisolated init(_ titleKey: LocalizedStringKey, systemImage: String, isOn: Binding<Bool>) {
        self.init(isOn: isOn) { SwiftUI.Label(titleKey, systemImage: systemImage) }
    }
}

struct AnyToggleStyle {
    let make: (@MainActor (ToggleStyleConfiguration) -> AnyView)?
    let isButton: Bool
}

/// What a style knows of a switch.
public struct ToggleStyleConfiguration {
    /// The label of a switch of any kind.
    public nonisolated struct Label: View {
        let content: AnyView
        /// None.
        public typealias Body = Never
        /// How the view graph brings a place up to date.
        @MainActor public static func _evaluate(_ view: Self, in node: _ViewNode) { node.child(0, view.content) }
    }
    /// The label.
    public let label: ToggleStyleConfiguration.Label
    /// Whether it is on.
    @Binding public var isOn: Bool
}

/// The look of switches.
@MainActor @preconcurrency public protocol ToggleStyle {
    /// The type of the view.
    associatedtype Body: View
    /// The view of a switch.
    @ViewBuilder @MainActor @preconcurrency func makeBody(configuration: Self.Configuration) -> Self.Body
    /// What a style knows of a switch.
    typealias Configuration = ToggleStyleConfiguration
    static var _isButton: Bool? { get }
}
extension ToggleStyle {
    /// A style of the app's own.
    public static var _isButton: Bool? { nil }
}
/// A sliding switch.
public struct SwitchToggleStyle: ToggleStyle {
    /// Creates the style.
    public nonisolated init() {}
    /// The label.
    public func makeBody(configuration: Configuration) -> some View { configuration.label }
    /// Which of the stand-in's looks this is.
    public static var _isButton: Bool? { false }
}
/// A button that stays down.
public struct ButtonToggleStyle: ToggleStyle {
    /// Creates the style.
    public nonisolated init() {}
    /// The label.
    public func makeBody(configuration: Configuration) -> some View { configuration.label }
    /// Which of the stand-in's looks this is.
    public static var _isButton: Bool? { true }
}
extension ToggleStyle where Self == SwitchToggleStyle {
    /// A sliding switch.
    public nonisolated static var `switch`: SwitchToggleStyle { .init() }
}
extension ToggleStyle where Self == ButtonToggleStyle {
    /// A button that stays down.
    public nonisolated static var button: ButtonToggleStyle { .init() }
}

nonisolated struct ToggleStyleModifier<S: ToggleStyle>: ViewModifier {
    typealias Body = Never
    let style: S
    @MainActor static func _evaluate<V: View>(_ modifier: Self, _ content: V, in node: _ViewNode) {
        let style = modifier.style
        var make: (@MainActor (ToggleStyleConfiguration) -> AnyView)?
        if S._isButton == nil { make = { AnyView(style.makeBody(configuration: $0)) } }
        let erased = AnyToggleStyle(make: make, isButton: S._isButton == true)
        node.child(0, content, environment: node.derived(key: -1) { $0.builtin.toggleStyle = erased })
    }
}

extension Toggle: View {
    /// None.
    public typealias Body = Never
    /// How the view graph brings a place up to date.
    @MainActor public static func _evaluate(_ view: Self, in node: _ViewNode) {
        let binding = view.isOn
        let isOn = node.track { binding.wrappedValue }
        let builtin = node.environment.builtin
        let box = node.box(layout: .row)
        box.role = "switch"
        box.attributes["aria-checked"] = isOn ? "true" : "false"
        box.attributes["tabindex"] = "0"
        box.handlers[.tap] = nil
        if builtin.isEnabled { box.handlers[.tap] = { _ in binding.wrappedValue.toggle() } }
        if let make = builtin.toggleStyle?.make {
            let configuration = ToggleStyleConfiguration(label: .init(content: AnyView(view.label)), isOn: binding)
            let content = make(configuration)
            box.layout = .box
            box.handlers[.tap] = nil
            box.classes = "toggle custom"
            node.child(0, content)
            node.contain(box)
            return
        }
        if builtin.toggleStyle?.isButton == true || builtin.container == .menu {
            box.role = builtin.container == .menu ? "menuitemcheckbox" : "switch"
            box.classes = builtin.container == .menu ? "button menuitem check" : "button bordered togglebutton"
            let after = builtin.afterTap
            box.handlers[.tap] = { _ in
                binding.wrappedValue.toggle()
                after?()
            }
            node.child(0, view.label)
            node.contain(box)
            return
        }
        box.classes = "toggle"
        box.style = Style(("align-items", "center"), ("gap", "8px"))
        if let tint = builtin.tint { box.style["--tint"] = tint.color }
        let label = node.child(0, view.label)
        let spacer = node.keep(-2) { RenderNode(tree: node.host.tree, layout: .spacer) }
        let knob = node.keep(-3) { RenderNode(tree: node.host.tree, classes: "knob", layout: .rigid) }
        node.setAssembly {
            box.setChildren(label.output + [spacer, knob])
            return [box]
        }
    }
}

extension View {
    /// The style of switches.
    public nonisolated func toggleStyle<S: ToggleStyle>(_ style: S) -> some View {
        modifier(ToggleStyleModifier(style: style))
    }
}
