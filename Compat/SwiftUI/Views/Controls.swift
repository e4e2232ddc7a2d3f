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

/// Which line of text a keyboard's return key is for.
public struct SubmitLabel: Sendable {
    let name: String
    /// Done.
    public static let done = SubmitLabel(name: "done")
    /// Go.
    public static let go = SubmitLabel(name: "go")
    /// Send.
    public static let send = SubmitLabel(name: "send")
    /// Join.
    public static let join = SubmitLabel(name: "go")
    /// Route.
    public static let route = SubmitLabel(name: "go")
    /// Search.
    public static let search = SubmitLabel(name: "search")
    /// Return.
    public static let `return` = SubmitLabel(name: "enter")
    /// Next.
    public static let next = SubmitLabel(name: "next")
    /// Continue.
    public static let `continue` = SubmitLabel(name: "next")
}

enum TextFieldStyleKind { case plain, rounded }

/// A field for one text.
public struct TextField<Label: View> {
    let text: Binding<String>
    let label: Label
    let prompt: Text?
    let axis: Axis
    var isSecure = false
    nonisolated init(text: Binding<String>, label: Label, prompt: Text?, axis: Axis, isSecure: Bool = false) {
        self.text = text
        self.label = label
        self.prompt = prompt
        self.axis = axis
        self.isSecure = isSecure
    }
    /// A field with a label of its own.
    public nonisolated init(text: Binding<String>, prompt: Text? = nil, @ViewBuilder label: () -> Label) {
        self.init(text: text, label: label(), prompt: prompt, axis: .horizontal)
    }
    /// A field that grows along an axis.
    public nonisolated init(text: Binding<String>, prompt: Text? = nil, axis: Axis, @ViewBuilder label: () -> Label) {
        self.init(text: text, label: label(), prompt: prompt, axis: axis)
    }
}
extension TextField where Label == Text {
    /// A field with words of the catalogs.
    public nonisolated init(_ titleKey: LocalizedStringKey, text: Binding<String>) {
        self.init(text: text, label: Text(titleKey), prompt: nil, axis: .horizontal)
    }
    /// A field with words of the catalogs and a prompt.
    public nonisolated init(_ titleKey: LocalizedStringKey, text: Binding<String>, prompt: Text?) {
        self.init(text: text, label: Text(titleKey), prompt: prompt, axis: .horizontal)
    }
    /// A field with words as they are.
    @_disfavoredOverload public nonisolated init<S: StringProtocol>(_ title: S, text: Binding<String>) {
        self.init(text: text, label: Text(title), prompt: nil, axis: .horizontal)
    }
    /// A field that grows along an axis.
    public nonisolated init(_ titleKey: LocalizedStringKey, text: Binding<String>, axis: Axis) {
        self.init(text: text, label: Text(titleKey), prompt: nil, axis: axis)
    }
    /// A field that grows along an axis, with a prompt.
    public nonisolated init(_ titleKey: LocalizedStringKey, text: Binding<String>, prompt: Text?, axis: Axis) {
        self.init(text: text, label: Text(titleKey), prompt: prompt, axis: axis)
    }
    /// A field that grows along an axis.
    @_disfavoredOverload public nonisolated init<S: StringProtocol>(_ title: S, text: Binding<String>, axis: Axis) {
        self.init(text: text, label: Text(title), prompt: nil, axis: axis)
    }
}

extension TextField: View {
    /// None.
    public typealias Body = Never
    /// How the view graph brings a place up to date.
    @MainActor public static func _evaluate(_ view: Self, in node: _ViewNode) {
        let environment = node.environment
        let placeholder = view.prompt?.words(in: environment) ?? (view.label as? Text)?.words(in: environment) ?? ""
        let name = (view.label as? Text)?.words(in: environment) ?? placeholder
        let lines = view.axis == .vertical ? (environment.lineLimit ?? 99) : 1
        textControl(
            view.text, in: node, tag: view.axis == .vertical ? "textarea" : "input", placeholder: placeholder,
            name: name, lines: lines, isSecure: view.isSecure,
            promptColor: view.prompt?.modifiers.paint?.style.paint(in: environment).color)
    }
}

@MainActor func textControl(
    _ binding: Binding<String>, in node: _ViewNode, tag: String, placeholder: String, name: String, lines: Int,
    isSecure: Bool = false, fills: Bool = false, promptColor: String? = nil
) {
    let builtin = node.environment.builtin
    let text = node.track { binding.wrappedValue }
    let box = node.box(tag: tag, layout: .greedy(width: true, height: fills))
    var classes = fills ? "editor" : "field"
    if builtin.textFieldStyle == .rounded { classes += " rounded" }
    if builtin.hidesScrollGround { classes += " clear" }
    box.classes = classes
    var attributes: [String: String] = ["data-value": text, "placeholder": placeholder, "aria-label": name]
    if tag == "input" { attributes["type"] = isSecure ? "password" : "text" }
    if tag == "textarea" {
        attributes["rows"] = "1"
        attributes["data-lines"] = String(lines)
    }
    attributes["enterkeyhint"] = builtin.submitLabel.name
    attributes["inputmode"] = builtin.keyboard
    attributes["autocomplete"] = builtin.contentType ?? "off"
    attributes["autocapitalize"] = builtin.capitalization ?? "sentences"
    attributes["autocorrect"] = builtin.correctionDisabled ? "off" : nil
    attributes["spellcheck"] = builtin.correctionDisabled ? "false" : nil
    attributes["disabled"] = builtin.isEnabled ? nil : ""
    box.attributes = attributes
    box.plainText = text
    var style = Style()
    var font = builtin.font ?? .body
    if builtin.isMonospaced { font.isMonospaced = true }
    if let weight = builtin.fontWeight { font.weightValue = weight }
    for (property, value) in font.css(node.environment.dynamicTypeSize) { style[property] = value }
    if let paint = builtin.foreground { style["color"] = paint.color }
    style["--prompt"] = promptColor
    if let tint = builtin.tint { style["caret-color"] = tint.color }
    if builtin.textAlignment == .center { style["text-align"] = "center" }
    if builtin.textAlignment == .trailing { style["text-align"] = "end" }
    if lines > 1, lines < 99 { style["max-height"] = "calc(\(lines)lh + 2px)" }
    box.style = style
    box.content = tag == "textarea" ? .text("") : .children
    box.handlers[.input] = { payload in binding.wrappedValue = payload.text }
    let submit = builtin.submit
    box.handlers[.submit] = submit.map { submit in { _ in submit() } }
    let keys = builtin.keyHandlers
    if !keys.isEmpty {
        box.attributes["data-keys"] = keys.map(\.name).joined(separator: " ")
        box.handlers[.key] = { payload in handleKeys(keys, payload) }
    }
    node.leaf(box)
}

/// A field for a secret.
public struct SecureField<Label: View> {
    let text: Binding<String>
    let label: Label
    let prompt: Text?
}
extension SecureField where Label == Text {
    /// A field with words of the catalogs.
    public nonisolated init(_ titleKey: LocalizedStringKey, text: Binding<String>) {
        self.init(text: text, label: Text(titleKey), prompt: nil)
    }
    /// A field with words of the catalogs and a prompt.
    public nonisolated init(_ titleKey: LocalizedStringKey, text: Binding<String>, prompt: Text?) {
        self.init(text: text, label: Text(titleKey), prompt: prompt)
    }
}
extension SecureField: View {
    /// A field whose characters are hidden.
    public var body: some View {
        TextField(text: text, label: label, prompt: prompt, axis: .horizontal, isSecure: true)
    }
}

/// A large field for text of many lines.
public struct TextEditor {
    let text: Binding<String>
    /// Creates an editor.
    public nonisolated init(text: Binding<String>) { self.text = text }
}
extension TextEditor: View {
    /// None.
    public typealias Body = Never
    /// How the view graph brings a place up to date.
    @MainActor public static func _evaluate(_ view: Self, in node: _ViewNode) {
        textControl(view.text, in: node, tag: "textarea", placeholder: "", name: "", lines: 99, fills: true)
    }
}

/// The look of text fields.
public protocol TextFieldStyle {
    static var _isRounded: Bool { get }
}
/// Without a border.
public struct PlainTextFieldStyle: TextFieldStyle {
    /// Creates the style.
    public nonisolated init() {}
    /// Which of the stand-in's looks this is.
    public static var _isRounded: Bool { false }
}
/// As it fits.
public struct DefaultTextFieldStyle: TextFieldStyle {
    /// Creates the style.
    public nonisolated init() {}
    /// Which of the stand-in's looks this is.
    public static var _isRounded: Bool { false }
}
/// With a round border.
public struct RoundedBorderTextFieldStyle: TextFieldStyle {
    /// Creates the style.
    public nonisolated init() {}
    /// Which of the stand-in's looks this is.
    public static var _isRounded: Bool { true }
}
extension TextFieldStyle where Self == PlainTextFieldStyle {
    /// Without a border.
    public nonisolated static var plain: PlainTextFieldStyle { .init() }
}
extension TextFieldStyle where Self == RoundedBorderTextFieldStyle {
    /// With a round border.
    public nonisolated static var roundedBorder: RoundedBorderTextFieldStyle { .init() }
}

extension View {
    /// The style of switches.
    public nonisolated func toggleStyle<S: ToggleStyle>(_ style: S) -> some View {
        modifier(ToggleStyleModifier(style: style))
    }
    /// The style of text fields.
    public nonisolated func textFieldStyle<S: TextFieldStyle>(_ style: S) -> some View {
        setting(\.textFieldStyle, S._isRounded ? .rounded : .plain)
    }
    /// What return does.
    public nonisolated func onSubmit(of triggers: SubmitTriggers = .text, _ action: @escaping () -> Void) -> some View {
        nonisolated(unsafe) let action = action  // Made and called on the main actor.
        return setting(\.submit, { @MainActor in action() })
    }
    /// What return says.
    public nonisolated func submitLabel(_ submitLabel: SubmitLabel) -> some View { setting(\.submitLabel, submitLabel) }
    /// What the keyboard capitalises.
    public nonisolated func textInputAutocapitalization(_ autocapitalization: TextInputAutocapitalization?) -> some View
    {
        setting(\.capitalization, autocapitalization?.name)
    }
    /// Whether the keyboard corrects.
    public nonisolated func autocorrectionDisabled(_ disable: Bool = true) -> some View {
        setting(\.correctionDisabled, disable)
    }
    /// Hides labels of controls.
    public nonisolated func labelsHidden() -> some View { modifier(DecorateModifier { $0.classes.append("nolabel") }) }
}

/// What makes a form submit.
public struct SubmitTriggers: OptionSet, Sendable {
    /// The bits.
    public let rawValue: Int
    /// Creates a set.
    public init(rawValue: Int) { self.rawValue = rawValue }
    /// Return in a text field.
    public static let text = SubmitTriggers(rawValue: 1)
    /// Return in a search field.
    public static let search = SubmitTriggers(rawValue: 2)
}

/// What a keyboard capitalises.
public struct TextInputAutocapitalization: Sendable {
    let name: String
    /// Nothing.
    public static var never: TextInputAutocapitalization { .init(name: "none") }
    /// Words.
    public static var words: TextInputAutocapitalization { .init(name: "words") }
    /// Sentences.
    public static var sentences: TextInputAutocapitalization { .init(name: "sentences") }
    /// Everything.
    public static var characters: TextInputAutocapitalization { .init(name: "characters") }
}

/// A value on a line.
public struct Slider<Label: View, ValueLabel: View> {
    let get: @MainActor () -> Double
    let set: @MainActor (Double) -> Void
    let bounds: ClosedRange<Double>
    let step: Double?
    let label: Label
    let edited: (Bool) -> Void
}
extension Slider where Label == EmptyView, ValueLabel == EmptyView {
    /// A line.
    public init<V: BinaryFloatingPoint>(
        value: Binding<V>, in bounds: ClosedRange<V> = 0...1, onEditingChanged: @escaping (Bool) -> Void = { _ in }
    ) where V.Stride: BinaryFloatingPoint {
        nonisolated(unsafe) let value = value  // Used on the main actor only.
        self.init(
            get: { Double(value.wrappedValue) }, set: { value.wrappedValue = V($0) },
            bounds: Double(bounds.lowerBound)...Double(bounds.upperBound), step: nil, label: EmptyView(),
            edited: onEditingChanged)
    }
    /// A line with steps.
    public init<V: BinaryFloatingPoint>(
        value: Binding<V>, in bounds: ClosedRange<V>, step: V.Stride = 1,
        onEditingChanged: @escaping (Bool) -> Void = { _ in }
    ) where V.Stride: BinaryFloatingPoint {
        nonisolated(unsafe) let value = value  // Used on the main actor only.
        self.init(
            get: { Double(value.wrappedValue) }, set: { value.wrappedValue = V($0) },
            bounds: Double(bounds.lowerBound)...Double(bounds.upperBound), step: Double(step), label: EmptyView(),
            edited: onEditingChanged)
    }
}
extension Slider: View {
    /// None.
    public typealias Body = Never
    /// How the view graph brings a place up to date.
    @MainActor public static func _evaluate(_ view: Self, in node: _ViewNode) {
        let value = node.track { view.get() }
        let box = node.box(tag: "input", classes: "slider", layout: .greedy(width: true, height: false))
        box.attributes = [
            "type": "range", "min": cssNumber(view.bounds.lowerBound), "max": cssNumber(view.bounds.upperBound),
            "step": view.step.map(cssNumber) ?? "any", "data-value": cssNumber(value),
        ]
        if let tint = node.environment.builtin.tint { box.style = Style(("accent-color", tint.color)) }
        box.handlers[.input] = { payload in
            if let number = Double(payload.text) {
                view.set(min(max(number, view.bounds.lowerBound), view.bounds.upperBound))
            }
        }
        node.leaf(box)
    }
}

/// Steps of a value.
public struct Stepper<Label: View> {
    let label: Label
    let increment: (() -> Void)?
    let decrement: (() -> Void)?
}
extension Stepper where Label == Text {
    /// Steps of a number.
    public init<V: Strideable>(
        _ titleKey: LocalizedStringKey, value: Binding<V>, in bounds: ClosedRange<V>, step: V.Stride = 1,
        onEditingChanged: @escaping (Bool) -> Void = { _ in }
    ) {
        self.init(
            label: Text(titleKey),
            increment: { value.wrappedValue = min(value.wrappedValue.advanced(by: step), bounds.upperBound) },
            decrement: { value.wrappedValue = max(value.wrappedValue.advanced(by: -step), bounds.lowerBound) })
    }
    /// Steps of a number without bounds.
    public init<V: Strideable>(
        _ titleKey: LocalizedStringKey, value: Binding<V>, step: V.Stride = 1,
        onEditingChanged: @escaping (Bool) -> Void = { _ in }
    ) {
        self.init(
            label: Text(titleKey), increment: { value.wrappedValue = value.wrappedValue.advanced(by: step) },
            decrement: { value.wrappedValue = value.wrappedValue.advanced(by: -step) })
    }
    /// Steps of one's own.
    public init(
        _ titleKey: LocalizedStringKey, onIncrement: (() -> Void)?, onDecrement: (() -> Void)?,
        onEditingChanged: @escaping (Bool) -> Void = { _ in }
    ) {
        self.init(label: Text(titleKey), increment: onIncrement, decrement: onDecrement)
    }
}
extension Stepper: View {
    /// The label and two buttons.
    public var body: some View {
        HStack {
            label
            Spacer()
            HStack(spacing: 0) {
                Button(action: { decrement?() }, label: { Image(systemName: "minus").frame(width: 44, height: 32) })
                    .accessibilityLabel(Text(SystemWord.decrement))
                Divider().frame(height: 18)
                Button(action: { increment?() }, label: { Image(systemName: "plus").frame(width: 44, height: 32) })
                    .accessibilityLabel(Text(SystemWord.increment))
            }
            .buttonStyle(.plain)
            .background(Color.gray.opacity(0.18), in: RoundedRectangle(cornerRadius: 8))
        }
    }
}

enum ProgressStyleKind { case automatic, circular, linear }

/// How far something is.
public struct ProgressView<Label: View, CurrentValueLabel: View> {
    let fraction: Double?
    let label: Label
    let valueLabel: CurrentValueLabel
}
extension ProgressView where CurrentValueLabel == EmptyView {
    /// Progress without an end, with words of the catalogs.
    public nonisolated init(_ titleKey: LocalizedStringKey) where Label == Text {
        self.init(fraction: nil, label: Text(titleKey), valueLabel: EmptyView())
    }
    /// Progress without an end.
    public nonisolated init() where Label == EmptyView {
        self.init(fraction: nil, label: EmptyView(), valueLabel: EmptyView())
    }
    /// Progress without an end, with a label of its own.
    public nonisolated init(@ViewBuilder label: () -> Label) {
        self.init(fraction: nil, label: label(), valueLabel: EmptyView())
    }
    /// Progress towards a total.
    public nonisolated init<V: BinaryFloatingPoint>(value: V?, total: V = 1.0) where Label == EmptyView {
        self.init(fraction: value.map { Double($0 / total) }, label: EmptyView(), valueLabel: EmptyView())
    }
    /// Progress towards a total, with words of the catalogs.
    public nonisolated init<V: BinaryFloatingPoint>(_ titleKey: LocalizedStringKey, value: V?, total: V = 1.0)
    where Label == Text {
        self.init(fraction: value.map { Double($0 / total) }, label: Text(titleKey), valueLabel: EmptyView())
    }
}
extension ProgressView: View {
    /// None.
    public typealias Body = Never
    /// How the view graph brings a place up to date.
    @MainActor public static func _evaluate(_ view: Self, in node: _ViewNode) {
        let label = node.child(0, view.label)
        let isLinear = view.fraction != nil && node.environment.builtin.progressStyle != .circular
        let box = node.box(
            classes: "progress", layout: isLinear ? .greedy(width: true, height: false) : .column)
        box.role = "progressbar"
        if let fraction = view.fraction {
            box.attributes["aria-valuenow"] = cssNumber((min(max(fraction, 0), 1) * 100).rounded())
            box.attributes["aria-valuemin"] = "0"
            box.attributes["aria-valuemax"] = "100"
        }
        let bar = node.keep(-2) { RenderNode(tree: node.host.tree, layout: .rigid) }
        bar.classes = isLinear ? "bar" : "spinner size-\(node.environment.builtin.controlSize)"
        bar.layout = isLinear ? .greedy(width: true, height: false) : .rigid
        var style = Style()
        if let tint = node.environment.builtin.tint { style["--tint"] = tint.color }
        if let fraction = view.fraction { style["--part"] = "\(cssNumber(min(max(fraction, 0), 1) * 100))%" }
        bar.style = style
        box.style = Style(("align-items", isLinear ? "start" : "center"), ("gap", "6px"))
        if isLinear { box.classes = "progress col" }
        node.setAssembly {
            box.setChildren(isLinear ? label.output + [bar] : [bar] + label.output)
            return [box]
        }
    }
}
/// The look of progress.
public protocol ProgressViewStyle {
    static var _isLinear: Bool? { get }
}
/// A circle.
public struct CircularProgressViewStyle: ProgressViewStyle {
    /// Creates the style.
    public nonisolated init() {}
    /// Which of the stand-in's looks this is.
    public static var _isLinear: Bool? { false }
}
/// A line.
public struct LinearProgressViewStyle: ProgressViewStyle {
    /// Creates the style.
    public nonisolated init() {}
    /// Which of the stand-in's looks this is.
    public static var _isLinear: Bool? { true }
}
extension ProgressViewStyle where Self == CircularProgressViewStyle {
    /// A circle.
    public nonisolated static var circular: CircularProgressViewStyle { .init() }
}
extension ProgressViewStyle where Self == LinearProgressViewStyle {
    /// A line.
    public nonisolated static var linear: LinearProgressViewStyle { .init() }
}
extension View {
    /// The style of progress.
    public nonisolated func progressViewStyle<S: ProgressViewStyle>(_ style: S) -> some View {
        setting(\.progressStyle, S._isLinear == true ? .linear : .circular)
    }
}

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

/// A button that opens a menu.
public struct Menu<Label: View, Content: View> {
    let content: Content
    let label: Label
    let primary: (() -> Void)?
    /// A menu with a label of its own.
    public nonisolated init(@ViewBuilder content: () -> Content, @ViewBuilder label: () -> Label) {
        self.content = content()
        self.label = label()
        primary = nil
    }
    /// A menu that opens on a long press.
    public nonisolated init(
        @ViewBuilder content: () -> Content, @ViewBuilder label: () -> Label, primaryAction: @escaping () -> Void
    ) {
        self.content = content()
        self.label = label()
        primary = primaryAction
    }
}
extension Menu where Label == Text {
    /// A menu with words of the catalogs.
    public nonisolated init(_ titleKey: LocalizedStringKey, @ViewBuilder content: () -> Content) {
        self.init(content: content) { Text(titleKey) }
    }
    /// A menu with words as they are.
    @_disfavoredOverload public nonisolated init<S: StringProtocol>(_ title: S, @ViewBuilder content: () -> Content) {
        self.init(content: content) { Text(title) }
    }
}
extension Menu where Label == SwiftUI.Label<Text, Image> {
    /// A menu with words and a symbol.
    public nonisolated init(
        _ titleKey: LocalizedStringKey, systemImage: String, @ViewBuilder content: () -> Content
    ) {
        self.init(content: content) { SwiftUI.Label(titleKey, systemImage: systemImage) }
    }
}

extension Menu: View {
    /// None.
    public typealias Body = Never
    /// How the view graph brings a place up to date.
    @MainActor public static func _evaluate(_ view: Self, in node: _ViewNode) {
        let isOpen = node.keep(-2) { StateLocation(false) }
        let open = node.track { isOpen.value }
        let builtin = node.environment.builtin
        let isItem = builtin.container == .menu
        let box = node.box(classes: isItem ? "button menuitem submenu" : "button", layout: .box)
        box.role = isItem ? "menuitem" : "button"
        box.attributes["aria-haspopup"] = "menu"
        box.attributes["aria-expanded"] = open ? "true" : "false"
        box.attributes["tabindex"] = "0"
        let primary = view.primary
        let openMenu: (EventPayload) -> Void = { _ in isOpen.value = true }
        if builtin.isEnabled {
            box.handlers[.tap] = primary.map { action in { _ in action() } } ?? { _ in isOpen.value.toggle() }
            box.handlers[.menu] = openMenu
        } else {
            box.handlers = [:]
        }
        if builtin.buttonStyle?.primitive == nil {
            node.child(
                0, view.label,
                environment: node.derived(key: -1) {
                    if $0.builtin.foreground == nil { plainButton(&$0, nil) }
                })
        } else {
            node.child(0, view.label)
        }
        node.setAssembly { [unowned node] in
            box.setChildren(node.childNode(0)?.output ?? [])
            return [box]
        }
        presentMenu(view.content, open: open, anchor: { box.id }, in: node) { isOpen.value = false }
    }
}

/// Shows a menu above everything, or takes it away.
@MainActor func presentMenu<Content: View>(
    _ content: Content, open: Bool, anchor: () -> Int, in node: _ViewNode, close: @escaping @MainActor () -> Void
) {
    let host = node.host
    let serial = node.serial
    if open {
        let menu = node.keep(-32) { RenderNode(tree: host.tree, classes: "menu", layout: .column) }
        menu.role = "menu"
        let environment = node.derived(key: -33) {
            $0.builtin.container = .menu
            $0.builtin.buttonStyle = nil
            $0.builtin.font = nil
            $0.builtin.foreground = nil
            $0.builtin.lineLimit = nil
            $0.builtin.afterTap = close
        }
        let items = node.child(1, MenuItems(content: content, box: menu), environment: environment)
        _ = items
        host.present(node.menuLayer(menu, anchor: anchor(), close: close), owner: serial)
    } else {
        node.removeChild(1)
        host.present(nil, owner: serial)
    }
    node.onDisposeOnce(-34) { host.present(nil, owner: serial) }
}

/// Fills a menu's box, outside of the flow.
nonisolated struct MenuItems<Content: View>: View {
    let content: Content
    let box: RenderNode
    typealias Body = Never
    @MainActor static func _evaluate(_ view: Self, in node: _ViewNode) {
        node.child(0, view.content)
        node.setAssembly { [unowned node] in
            view.box.setChildren(node.concatenated())
            return []
        }
    }
}

/// Something with a name and a value.
public struct LabeledContent<Label: View, Content: View> {
    let label: Label
    let content: Content
    /// A name and a value of two views.
    public nonisolated init(@ViewBuilder content: () -> Content, @ViewBuilder label: () -> Label) {
        self.content = content()
        self.label = label()
    }
}
extension LabeledContent where Label == Text {
    /// A name of the catalogs and a view.
    public nonisolated init(_ titleKey: LocalizedStringKey, @ViewBuilder content: () -> Content) {
        self.init(content: content) { Text(titleKey) }
    }
}
extension LabeledContent where Label == Text, Content == Text {
    /// A name of the catalogs and words as they are.
    public nonisolated init<S: StringProtocol>(_ titleKey: LocalizedStringKey, value: S) {
        self.init(content: { Text(value) }) { Text(titleKey) }
    }
    /// A name and words as they are.
    @_disfavoredOverload public nonisolated init<S1: StringProtocol, S2: StringProtocol>(_ title: S1, value: S2) {
        self.init(content: { Text(value) }) { Text(title) }
    }
}
extension LabeledContent: View {
    /// The name at the leading edge, the value at the trailing edge.
    public var body: some View {
        HStack {
            label
            Spacer()
            content.foregroundStyle(.secondary)
        }
    }
}

/// A part that can be opened.
public struct DisclosureGroup<Label: View, Content: View> {
    let isExpanded: Binding<Bool>?
    let label: Label
    let content: () -> Content
    @State private var own = false
    /// A part that opens by itself.
    public nonisolated init(@ViewBuilder content: @escaping () -> Content, @ViewBuilder label: () -> Label) {
        isExpanded = nil
        self.label = label()
        self.content = content
    }
    /// A part that a binding opens.
    public nonisolated init(
        isExpanded: Binding<Bool>, @ViewBuilder content: @escaping () -> Content, @ViewBuilder label: () -> Label
    ) {
        self.isExpanded = isExpanded
        self.label = label()
        self.content = content
    }
}
extension DisclosureGroup where Label == Text {
    /// A part that opens by itself, with words of the catalogs.
    public nonisolated init(_ titleKey: LocalizedStringKey, @ViewBuilder content: @escaping () -> Content) {
        self.init(content: content) { Text(titleKey) }
    }
    /// A part that a binding opens, with words of the catalogs.
    public nonisolated init(
        _ titleKey: LocalizedStringKey, isExpanded: Binding<Bool>, @ViewBuilder content: @escaping () -> Content
    ) {
        self.init(isExpanded: isExpanded, content: content) { Text(titleKey) }
    }
}
extension DisclosureGroup: View {
    /// The label with a chevron, and the content below when open.
    public var body: some View {
        let open = isExpanded ?? $own
        VStack(alignment: .leading, spacing: 8) {
            Button(action: { open.wrappedValue.toggle() }) {
                HStack {
                    label
                    Spacer()
                    Image(systemName: "chevron.right")
                        .font(.footnote.weight(.semibold))
                        .foregroundStyle(.tint)
                        .rotationEffect(.degrees(open.wrappedValue ? 90 : 0))
                }
                .contentShape(Rectangle())
            }
            .buttonStyle(.plain)
            .accessibilityValue(Text(verbatim: open.wrappedValue ? "expanded" : "collapsed"))
            if open.wrappedValue { content() }
        }
    }
}

/// A screen without content, with what to do.
public struct ContentUnavailableView<Label: View, Description: View, Actions: View> {
    let label: Label
    let description: Description
    let actions: Actions
    /// A screen of three views.
    public nonisolated init(
        @ViewBuilder label: () -> Label, @ViewBuilder description: () -> Description = { EmptyView() },
        @ViewBuilder actions: () -> Actions = { EmptyView() }
    ) {
        self.label = label()
        self.description = description()
        self.actions = actions()
    }
}
extension ContentUnavailableView where Label == SwiftUI.Label<Text, Image>, Description == Text?, Actions == EmptyView {
    /// A screen with words and a symbol.
    public nonisolated init(_ title: LocalizedStringKey, systemImage name: String, description: Text? = nil) {
        label = SwiftUI.Label(title, systemImage: name)
        self.description = description
        actions = EmptyView()
    }
}
extension ContentUnavailableView: View {
    /// The symbol, the words, what to do.
    public var body: some View {
        VStack(spacing: 12) {
            VStack(spacing: 8) {
                label.font(.title2.weight(.bold)).multilineTextAlignment(.center)
                description.font(.subheadline).foregroundStyle(.secondary).multilineTextAlignment(.center)
            }
            actions
        }
        .padding(32)
        .frame(maxWidth: .infinity, maxHeight: .infinity)
    }
}
