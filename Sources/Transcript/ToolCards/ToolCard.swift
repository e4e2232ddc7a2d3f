import CollabWire

/// What to draw for one tool call: a line when it is closed, blocks when it is open.
///
/// A card is a view on a ``ToolTurn``: it holds references to the entry's values and computes what is asked for. A tool
/// that put out two megabytes costs nothing until its card is opened, and then a page.
public struct ToolCard: Sendable {
    /// The call.
    public let tool: ToolTurn
    /// The tool's name as the head of the card shows it; `xd://…` for a tool that was called through `write`.
    public let title: String
    /// What the agent says it is about to do.
    public let intent: String?

    private let kind: any ToolCardKind.Type
    private let input: ToolCardInput
    private let words: CardWords

    /// The card of a call. Reads the intent and the tool's name, nothing else.
    /// - Parameters:
    ///   - tool: the call.
    ///   - format: whose language the card's own labels are in.
    public init(_ tool: ToolTurn, format: SessionFormat = .english) {
        self.tool = tool
        words = CardWords(language: format.language)
        let direct = ToolCardInput(tool)
        let said = tool.intent.flatMap { ToolCardInput.trimmed($0) } ?? direct.intentArgument
        intent = said.flatMap { $0.isEmpty ? nil : $0 }
        if let dispatched = direct.dispatched() {
            input = dispatched
            title = "xd://\(dispatched.name)"
        } else {
            input = direct
            title = tool.name
        }
        kind = ToolCardRegistry.kind(named: input.name)
    }

    /// Where the call stands.
    public var status: ToolStatus { tool.status }

    /// Whether the card must look like a failure.
    public var isError: Bool { tool.result?.isError == true }

    /// The closed card's line: what the call is about. Empty when the arguments say nothing.
    public var summary: [CardText] { words.translated(kind.summary(input).filter { !$0.text.isEmpty }) }

    /// The open card. Takes time in proportion to arguments and details, not to the length of the output.
    public var body: [CardBlock] {
        var blocks: [CardBlock] = []
        if let intent { blocks.append(.note(intent, tone: .muted)) }
        blocks += words.translated(kind.body(input))
        if tool.result == nil, let output = liveOutput { blocks.append(.output(output)) }
        return blocks
    }

    /// What a running tool has put out so far.
    public var liveOutput: CardOutput? {
        guard tool.result == nil, let partial = tool.partial else { return nil }
        let texts = partial.content.compactMap { block -> JSONString? in
            switch block {
            case .text(let text): text
            case .note(let text): JSONString(text)
            case .image, .thinking, .redactedThinking, .toolCall, .unknown: nil
            }
        }
        let text =
            switch texts.count {
            case 0: JSONString(partial.raw) ?? ""
            case 1: texts[0]
            default: JSONString(texts.map(\.value).joined(separator: "\n"))
            }
        return text.isEmpty ? nil : CardOutput(text)
    }

    /// Pictures of the result, for the viewer.
    public var images: [CardImage] { kind.images(input) }

    /// Addresses the result names.
    public var links: [CardLink] { kind.links(input) }
}

/// How one tool's calls are shown. One file per tool; ``ToolCardRegistry`` finds it by wire name.
///
/// Arguments may be old, new, partial, null or of the wrong type; whatever they are, a card comes out.
public protocol ToolCardKind: Sendable {
    /// The wire names, current and former.
    static var names: [String] { get }
    /// The closed card's line.
    static func summary(_ input: ToolCardInput) -> [CardText]
    /// The open card.
    static func body(_ input: ToolCardInput) -> [CardBlock]
    /// Pictures; by default those of the result.
    static func images(_ input: ToolCardInput) -> [CardImage]
    /// Addresses; by default none.
    static func links(_ input: ToolCardInput) -> [CardLink]
}

extension ToolCardKind {
    /// The pictures of the result.
    public static func images(_ input: ToolCardInput) -> [CardImage] { input.resultImages }

    /// None.
    public static func links(_ input: ToolCardInput) -> [CardLink] { [] }
}

/// The tools Enclave knows, by wire name.
public enum ToolCardRegistry {
    /// Every kind of card.
    public static let kinds: [any ToolCardKind.Type] = [
        AskCard.self, AstEditCard.self, AstGrepCard.self, BashCard.self, BrowserCard.self, DebugCard.self,
        EditCard.self, EvalCard.self, FetchCard.self, GenerateImageCard.self, GithubCard.self, GlobCard.self,
        GoalCard.self, GrepCard.self, HubCard.self, InspectImageCard.self, IrcCard.self, JobCard.self, LspCard.self,
        ReadCard.self, RecallCard.self, ReflectCard.self, ReportToolIssueCard.self, ResolveCard.self,
        RetainCard.self, TaskCard.self, TodoCard.self, WebSearchCard.self, WriteCard.self, YieldCard.self,
    ]

    private static let byName: [String: any ToolCardKind.Type] = {
        var found: [String: any ToolCardKind.Type] = [:]
        for kind in kinds {
            for name in kind.names { found[name] = kind }
        }
        return found
    }()

    /// The kind for a wire name; ``GenericCard`` for a tool nobody has heard of.
    public static func kind(named name: String) -> any ToolCardKind.Type {
        byName[name] ?? GenericCard.self
    }
}
