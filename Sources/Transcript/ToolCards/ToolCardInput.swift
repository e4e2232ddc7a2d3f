import CollabWire

/// What a card is made from: arguments and details by name, the result's texts and pictures.
///
/// Nothing is decoded before it is asked for. Arguments that are no object count as none, and so do details.
public struct ToolCardInput: Sendable {
    /// The tool that is drawn: the inner one for a call through `xd://`.
    public let name: String
    /// The result, if there is one.
    public let result: ToolResultValue?
    /// Whether the tool runs.
    public let isRunning: Bool

    private let argumentsText: JSONText?
    private let detailsText: JSONText?

    /// The argument that carries the agent's intent unless a tool uses the name itself (protocol §12).
    private static let intentKey = "i"

    init(_ tool: ToolTurn) {
        self.init(
            name: tool.name, arguments: tool.arguments, details: tool.result?.details ?? tool.partial?.details,
            result: tool.result, isRunning: tool.isRunning)
    }

    init(name: String, arguments: JSONText?, details: JSONText?, result: ToolResultValue?, isRunning: Bool) {
        self.name = name
        self.result = result
        self.isRunning = isRunning
        argumentsText = arguments.flatMap { $0.isObject ? $0 : nil }
        detailsText = details.flatMap { $0.isObject ? $0 : nil }
    }

    /// The same call with other arguments: how one tool is drawn as another.
    func with(arguments: JSONText?) -> ToolCardInput {
        ToolCardInput(
            name: name, arguments: arguments, details: detailsText, result: result, isRunning: isRunning)
    }

    // MARK: Arguments and details

    /// An argument; nil when it is missing. A text named `i` is the agent's intent and no argument.
    public subscript(argument: String) -> JSONText? {
        guard let value = argumentsText?[argument] else { return nil }
        return argument == Self.intentKey && value.isString ? nil : value
    }

    /// The arguments as sent, the intent left out.
    public var arguments: [(key: String, value: JSONText)] {
        (argumentsText?.members).map { members in
            members.filter { !($0.key == Self.intentKey && $0.value.isString) }.map { (key: $0.key, value: $0.value) }
        } ?? []
    }

    /// A detail of the result; nil when it is missing.
    public func detail(_ name: String) -> JSONText? { detailsText?[name] }

    /// Whether the result carries details.
    public var hasDetails: Bool { detailsText != nil }

    /// The names of the details.
    public var detailNames: Set<String> { Set((detailsText?.members).map { $0.map(\.key) } ?? []) }

    /// An argument that is text.
    public func text(_ argument: String) -> String? { self[argument]?.stringValue }

    /// An argument that is text, not decoded.
    public func string(_ argument: String) -> JSONString? { self[argument].flatMap(JSONString.init) }

    /// An argument that is a number.
    public func number(_ argument: String) -> Double? { self[argument]?.finite }

    /// Whether an argument is exactly true.
    public func isTrue(_ argument: String) -> Bool { self[argument]?.boolValue == true }

    /// Whether an argument is exactly false.
    public func isFalse(_ argument: String) -> Bool { self[argument]?.boolValue == false }

    /// A detail that is text.
    public func detailText(_ name: String) -> String? { detail(name)?.stringValue }

    /// A detail that is a number.
    public func detailNumber(_ name: String) -> Double? { detail(name)?.finite }

    /// Whether a detail is exactly true.
    public func detailIsTrue(_ name: String) -> Bool { detail(name)?.boolValue == true }

    /// The intent among the arguments.
    var intentArgument: String? {
        argumentsText?[Self.intentKey]?.stringValue.flatMap { Self.trimmed($0) }
    }

    /// Where a search looks: `path`, else the older `paths`; a text, a list, or a list written as text.
    public var scope: [String] {
        guard let raw = present("path") ?? present("paths") else { return [] }
        if let text = raw.stringValue {
            if let trimmed = Self.trimmed(text), trimmed.hasPrefix("["), trimmed.hasSuffix("]") {
                do {
                    let list = try JSONText(validating: trimmed).elements.map(\.stringValue)
                    let strings = list.compactMap(\.self)
                    if strings.count == list.count { return strings }
                } catch {
                    // No list: a path may well begin and end with brackets.
                    return [text]
                }
            }
            return [text]
        }
        return raw.elements.compactMap(\.stringValue)
    }

    private func present(_ argument: String) -> JSONText? {
        self[argument].flatMap { $0.isNull ? nil : $0 }
    }

    // MARK: Result

    /// Whether the tool failed.
    public var isError: Bool { result?.isError == true }

    /// The texts of the result, joined; empty when there are none. A single text is not decoded.
    public var resultString: JSONString {
        var texts: [JSONString] = []
        for block in result?.content ?? [] {
            if case .text(let text) = block { texts.append(text) }
        }
        return texts.count == 1 ? texts[0] : JSONString(texts.map(\.value).joined(separator: "\n"))
    }

    /// The same, decoded: for cards that read what a tool says. Time and space: linear, at every call.
    public var resultText: String { resultString.value }

    /// Bare strings among the result's blocks (§12).
    public var resultNotes: [String] {
        (result?.content ?? []).compactMap { if case .note(let text) = $0 { text } else { nil } }
    }

    /// The pictures of the result.
    public var resultImages: [CardImage] {
        (result?.content ?? []).compactMap { if case .image(let image) = $0 { CardImage(image) } else { nil } }
    }

    // MARK: Blocks

    /// The result's pictures as a block, if there are any.
    public var imageBlocks: [CardBlock] {
        let images = resultImages
        return images.isEmpty ? [] : [.images(images)]
    }

    /// The result's text as output, and its notes.
    public func outputBlocks(title: String? = nil) -> [CardBlock] {
        let text = resultString
        var blocks: [CardBlock] = []
        if !text.isBlank {
            blocks.append(.output(CardOutput(text, title: title, isError: isError)))
        }
        return blocks + noteBlocks
    }

    /// The result's text as prose (as output when the tool failed), and its notes.
    public var proseBlocks: [CardBlock] {
        let text = resultString
        guard !isError else { return outputBlocks() }
        return (text.isBlank ? [] : [.markdown(Prose(text))]) + noteBlocks
    }

    /// The result's notes.
    public var noteBlocks: [CardBlock] { resultNotes.map { .note($0, tone: .muted) } }

    // MARK: `xd://`

    /// The call of the tool behind an `xd://` address, if that is what this call is.
    func dispatched() -> ToolCardInput? {
        guard name == WriteCard.wireName, !isError else { return nil }
        if let device = detail("xdev") {
            guard device["mode"]?.stringValue == "execute", let tool = device["tool"]?.stringValue else { return nil }
            return ToolCardInput(
                name: tool, arguments: device["args"], details: device["inner"], result: result, isRunning: isRunning)
        }
        // Before the result is there, the content is the tool's arguments, perhaps not all of them yet.
        guard result == nil, let path = text("path"), path.hasPrefix(Self.deviceScheme) else { return nil }
        let tool = path.dropFirst(Self.deviceScheme.count).prefix { $0 != "/" && $0 != "?" }
        guard !tool.isEmpty, let content = text("content") else { return nil }
        do {
            let arguments = try JSONText(validating: content)
            guard arguments.isObject else { return nil }
            return ToolCardInput(
                name: String(tool), arguments: arguments, details: nil, result: nil, isRunning: isRunning)
        } catch {
            // Still being written: shown as what it is, a text.
            return nil
        }
    }

    private static let deviceScheme = "xd://"

    /// A text without white space around it; nil when nothing is left.
    static func trimmed(_ text: String) -> String? {
        let trimmed = ModelTags.trimmed(text[...])
        return trimmed.isEmpty ? nil : trimmed.count == text.count ? text : String(trimmed)
    }
}

extension JSONText {
    /// A number that is one: not infinite.
    var finite: Double? { doubleValue.flatMap { $0.isFinite ? $0 : nil } }

    /// The strings among an array's elements.
    var strings: [String] { elements.compactMap(\.stringValue) }

    /// The objects among an array's elements.
    var objects: [JSONText] { elements.filter(\.isObject) }

    /// A text as it is, anything else as JSON on one line; empty for null.
    var display: String {
        if isNull { return "" }
        return stringValue ?? JSONPrinter.compact(self)
    }
}
