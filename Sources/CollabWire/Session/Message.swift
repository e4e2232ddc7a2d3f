import Foundation

/// A message of the agent's conversation (protocol §6).
public struct Message: Sendable, Hashable {
    /// Who speaks, with what only that speaker carries.
    public var role: Role
    /// Content blocks; plain-string content is one text block.
    public var content: [ContentBlock]
    /// Milliseconds since 1970 on the wire.
    public var timestamp: Date?
    /// The message as sent.
    public var raw: JSONText

    /// Who speaks, with what only that speaker carries.
    public enum Role: Sendable, Hashable {
        // Boxed where it is large, so that a prompt does not pay for what only an answer carries.
        case user(synthetic: Bool)
        /// Not shown.
        case developer
        indirect case assistant(AssistantInfo)
        indirect case toolResult(ToolResultInfo)
        /// A role of a newer host.
        case other(String)
    }

    /// A message from its parts.
    public init(role: Role, content: [ContentBlock], timestamp: Date?, raw: JSONText) {
        self.role = role
        self.content = content
        self.timestamp = timestamp
        self.raw = raw
    }
}

/// What an assistant message carries beside its content.
public struct AssistantInfo: Sendable, Hashable {
    /// The model as the host names it, often `provider/id`.
    public var model: String?
    /// Who runs the model.
    public var provider: String?
    /// Tokens and cost of this message.
    public var usage: Usage?
    /// Why it ended; nil while it streams.
    public var stopReason: StopReason?
    /// The provider's words, when it ended in an error.
    public var errorMessage: String?

    /// The info from its parts.
    public init(model: String?, provider: String?, usage: Usage?, stopReason: StopReason?, errorMessage: String?) {
        self.model = model
        self.provider = provider
        self.usage = usage
        self.stopReason = stopReason
        self.errorMessage = errorMessage
    }
}

/// Why an assistant message ended.
public enum StopReason: Sendable, Hashable {
    case stop, length, toolUse, error, aborted
    /// A reason of a newer host.
    case other(String)
}

/// Token counts and cost of one assistant message.
public struct Usage: Sendable, Hashable {
    /// Tokens read.
    public var input: Int
    /// Tokens written.
    public var output: Int
    /// Tokens read from the provider's cache.
    public var cacheRead: Int
    /// Tokens written to the provider's cache.
    public var cacheWrite: Int
    /// All tokens, as the host counts them.
    public var totalTokens: Int
    /// In US dollars.
    public var cost: Double

    /// A usage from its parts.
    public init(input: Int, output: Int, cacheRead: Int, cacheWrite: Int, totalTokens: Int, cost: Double) {
        self.input = input
        self.output = output
        self.cacheRead = cacheRead
        self.cacheWrite = cacheWrite
        self.totalTokens = totalTokens
        self.cost = cost
    }
}

/// What a tool result carries beside its content.
public struct ToolResultInfo: Sendable, Hashable {
    /// The call this answers, wherever it stands.
    public var toolCallId: String
    /// The tool, as the host names it.
    public var toolName: String
    /// What the tool adds for its card, as sent.
    public var details: JSONText?
    /// The tool failed.
    public var isError: Bool

    /// The info from its parts.
    public init(toolCallId: String, toolName: String, details: JSONText?, isError: Bool) {
        self.toolCallId = toolCallId
        self.toolName = toolName
        self.details = details
        self.isError = isError
    }
}

/// One block of content.
public enum ContentBlock: Sendable, Hashable {
    // Boxed but for texts, which are most: so a block takes 16 bytes.
    case text(JSONString)
    indirect case image(ImageBlock)
    case thinking(JSONString)
    case redactedThinking
    indirect case toolCall(ToolCall)
    /// A bare string where a block was expected: the host's elision marker (§12); shown as a note.
    indirect case note(String)
    /// A block of a newer host, or one that could not be read.
    indirect case unknown(type: String?, JSONText)
}

/// An image, still encoded.
public struct ImageBlock: Sendable, Hashable {
    /// As the host claims it.
    public var mimeType: String?
    /// Base64 as sent, JSON string literal contents without escapes resolved lazily.
    public var data: JSONText?

    /// An image from its parts.
    public init(mimeType: String?, data: JSONText?) {
        self.mimeType = mimeType
        self.data = data
    }
}

/// A call of a tool by the agent.
public struct ToolCall: Sendable, Hashable {
    /// A tool result names it.
    public var id: String
    /// The tool, as the host names it.
    public var name: String
    /// Any JSON: usually an object, may be null, a string or a number.
    public var arguments: JSONText?
    /// What the agent says it is about to do.
    public var intent: String?

    /// A call from its parts.
    public init(id: String, name: String, arguments: JSONText?, intent: String?) {
        self.id = id
        self.name = name
        self.arguments = arguments
        self.intent = intent
    }
}
