import CollabWire
import Foundation

/// One row of the transcript: a value that a screen draws without asking anybody.
///
/// Rows share the replica's strings and JSON slices; copying one copies no text.
public struct UITurn: Identifiable, Hashable, Sendable {
    /// Stable from the first streamed letter to the durable entry and across reconnects; see ``TurnID``.
    public var id: TurnID
    /// The durable entry behind the row, when there is one: the anchor that survives a restart of the app.
    public var entryId: String?
    /// When it was said.
    public var timestamp: Date?
    /// Whether the content still grows.
    public var isStreaming: Bool
    /// What the host trimmed from the content and can be loaded (§11).
    public var elided: [ElidedReference]
    /// What the row shows.
    public var kind: Kind

    /// What a row shows.
    public indirect enum Kind: Hashable, Sendable {
        /// Somebody's prompt.
        case user(UserTurn)
        /// A text block of the agent.
        case prose(Prose)
        /// The agent's reasoning.
        case thinking(ThinkingTurn)
        /// One tool call.
        case tool(ToolTurn)
        /// Consecutive tool calls, folded.
        case activity(ActivityTurn)
        /// A `task` call: the subagents it launched.
        case subagents(SubagentsTurn)
        /// A question the agent asked, with the answer once it is there.
        case ask(ToolTurn)
        /// A picture on its own.
        case image(ImageBlock)
        /// Something that happened to the session.
        case system(SystemTurn)
        /// Remarks of the advisor.
        case advisor(AdvisorTurn)
        /// A notice of an extension or of the host.
        case notice(NoticeTurn)
        /// Messages between agents and reports of background jobs.
        case traffic(TrafficTurn)
        /// A bare string where content was expected (§12), or content that could not be read.
        case note(String)
        /// Something trimmed that no other row offers to load.
        case elided
        /// Another day begins.
        case day(Date)
        /// More can be loaded above.
        case earlierHistory(isLoading: Bool, error: String?)
        /// What follows came while the person was away.
        case newSince
    }

    /// A row.
    public init(
        id: TurnID, entryId: String?, timestamp: Date?, isStreaming: Bool = false, elided: [ElidedReference] = [],
        kind: Kind
    ) {
        self.id = id
        self.entryId = entryId
        self.timestamp = timestamp
        self.isStreaming = isStreaming
        self.elided = elided
        self.kind = kind
    }
}

/// A trimmed value and the entry to ask for it.
public struct ElidedReference: Hashable, Sendable {
    /// The entry the value belongs to.
    public var entryId: String
    /// What was trimmed.
    public var value: ElidedValue

    /// A reference.
    public init(entryId: String, value: ElidedValue) {
        self.entryId = entryId
        self.value = value
    }
}

/// A part of a message that mixes texts and pictures, in the order sent.
public enum MessagePart: Hashable, Sendable {
    /// Markdown.
    case text(Prose)
    /// A picture.
    case image(ImageBlock)
    /// A bare string where a block was expected (§12).
    case note(String)
}

/// A prompt.
public struct UserTurn: Hashable, Sendable {
    /// Who wrote it.
    public enum Author: Hashable, Sendable {
        /// The person at the host.
        case host
        /// A guest; the name may be missing.
        case guest(name: String?)
    }

    /// Who wrote it.
    public var author: Author
    /// Written by the host program rather than a person.
    public var isSynthetic: Bool
    /// Texts and pictures in order.
    public var parts: [MessagePart]

    /// A prompt.
    public init(author: Author, isSynthetic: Bool, parts: [MessagePart]) {
        self.author = author
        self.isSynthetic = isSynthetic
        self.parts = parts
    }
}

/// The agent's reasoning.
public struct ThinkingTurn: Hashable, Sendable {
    /// Markdown; empty when redacted.
    public var text: Prose
    /// The provider withheld the text.
    public var isRedacted: Bool
    /// Milliseconds, when the host measured it.
    public var durationMilliseconds: Double?

    /// Reasoning.
    public init(text: Prose, isRedacted: Bool, durationMilliseconds: Double?) {
        self.text = text
        self.isRedacted = isRedacted
        self.durationMilliseconds = durationMilliseconds
    }
}

/// Something that happened to the session.
public enum SystemTurn: Hashable, Sendable {
    /// The context was summarised; how many tokens it had before.
    case compaction(tokensBefore: Int?, summary: String, shortSummary: String?)
    /// Another branch, in short.
    case branchSummary(String)
    /// The model changed; `role` says for which purpose.
    case modelChange(model: String, role: String?)
    /// The thinking level changed; nil is off.
    case thinkingLevel(String?)
    /// The agent stopped with an error, was aborted, or ran out of room; with the host's words.
    case stopped(StopReason, message: String?)
    /// A failed request is tried again.
    case retrying(attempt: Int, maxAttempts: Int, delayMilliseconds: Double, errorMessage: String?)
    /// The context is being summarised.
    case compacting(reason: String?, action: String?)
    /// An entry that could not be read.
    case unreadable
}

/// Remarks of the advisor, a second model that watches.
public struct AdvisorTurn: Hashable, Sendable {
    /// One remark.
    public struct Remark: Hashable, Sendable {
        /// How much it matters, as the host says it (`nit`, `concern`, `blocker` …).
        public var severity: String?
        /// Which advisor, when there are several.
        public var advisor: String?
        /// Markdown.
        public var text: Prose

        /// A remark.
        public init(severity: String?, advisor: String?, text: Prose) {
            self.severity = severity
            self.advisor = advisor
            self.text = text
        }
    }

    /// The remarks in order; at least one.
    public var remarks: [Remark]

    /// Remarks.
    public init(remarks: [Remark]) { self.remarks = remarks }
}

/// A `custom_message` that is shown.
public struct NoticeTurn: Hashable, Sendable {
    /// The entry's `customType`.
    public var customType: String
    /// Texts and pictures in order.
    public var parts: [MessagePart]
    /// Free-form data of the sender.
    public var details: JSONText?

    /// A notice.
    public init(customType: String, parts: [MessagePart], details: JSONText?) {
        self.customType = customType
        self.parts = parts
        self.details = details
    }
}
