import ViewTree

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
