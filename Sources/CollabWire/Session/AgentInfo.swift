import Foundation

/// One agent of the roster (protocol §9).
public struct AgentInfo: Sendable, Hashable, Identifiable {
    /// The main agent or one it started.
    public enum Kind: Sendable, Hashable {
        case main, sub
        case other(String)
    }

    /// What the agent is doing.
    public enum Status: Sendable, Hashable {
        case running, idle, parked, aborted
        case other(String)
    }

    /// Unique in the session.
    public var id: String
    /// The name to show; the id when the host gives none.
    public var displayName: String
    /// The main agent or one it started.
    public var kind: Kind
    /// The agent that started this one.
    public var parentId: String?
    /// What the agent is doing.
    public var status: Status
    /// Whether a transcript can be read.
    public var hasSessionFile: Bool
    /// Milliseconds since 1970 on the wire.
    public var createdAt: Date?
    /// Milliseconds since 1970 on the wire.
    public var lastActivity: Date?
    /// The item as sent.
    public var raw: JSONText

    /// A roster item from its parts.
    public init(
        id: String, displayName: String, kind: Kind, parentId: String?, status: Status, hasSessionFile: Bool,
        createdAt: Date?, lastActivity: Date?, raw: JSONText
    ) {
        self.id = id
        self.displayName = displayName
        self.kind = kind
        self.parentId = parentId
        self.status = status
        self.hasSessionFile = hasSessionFile
        self.createdAt = createdAt
        self.lastActivity = lastActivity
        self.raw = raw
    }
}

/// A message on the subagent bus (§9).
public enum BusMessage: Sendable, Hashable {
    /// `task:subagent:progress`.
    case progress(SubagentProgress)
    /// `task:subagent:lifecycle`.
    case lifecycle(SubagentLifecycle)
    /// A channel of a newer host, or data that could not be read.
    case unknown(channel: String?)
}

/// Progress of one subagent; keyed by ``id``.
public struct SubagentProgress: Sendable, Hashable, Identifiable {
    /// How far the subagent is.
    public enum Status: Sendable, Hashable {
        case pending, running, completed, failed, aborted
        case other(String)
    }

    /// `progress.id`.
    public var id: String
    /// Place among the subagents of one call, from 0.
    public var index: Int?
    /// The kind of agent, such as `task`.
    public var agent: String?
    /// What it was given to do.
    public var task: String?
    /// The `task` call that started it.
    public var parentToolCallId: String?
    /// The whole assignment.
    public var assignment: String?
    /// How far the subagent is.
    public var status: Status
    /// A short name for the task.
    public var description: String?
    /// What it last said it was about to do.
    public var lastIntent: String?
    /// The tool that runs now.
    public var currentTool: String?
    /// Its arguments, shortened by the host.
    public var currentToolArgs: String?
    /// When it began.
    public var currentToolStart: Date?
    /// Tools it used lately, in the host's order.
    public var recentTools: [RecentTool]
    /// Lines it put out lately.
    public var recentOutput: [String]
    /// Tools used so far.
    public var toolCount: Int
    /// Model requests so far.
    public var requests: Int
    /// Tokens used so far.
    public var tokens: Int
    /// Tokens in its context now.
    public var contextTokens: Int?
    /// Tokens its context can hold.
    public var contextWindow: Int?
    /// In US dollars.
    public var cost: Double
    /// How long it has run.
    public var durationMilliseconds: Double
    /// The model it runs on.
    public var resolvedModel: String?
    /// The bus `data` as sent.
    public var raw: JSONText

    /// A tool the subagent used lately.
    public struct RecentTool: Sendable, Hashable {
        /// The tool's name.
        public var tool: String
        /// Its arguments, shortened by the host.
        public var args: String?

        /// A used tool from its parts.
        public init(tool: String, args: String?) {
            self.tool = tool
            self.args = args
        }
    }

    /// Progress with nothing but an id and a status.
    public init(id: String, status: Status, raw: JSONText) {
        self.id = id
        self.status = status
        self.raw = raw
        recentTools = []
        recentOutput = []
        toolCount = 0
        requests = 0
        tokens = 0
        cost = 0
        durationMilliseconds = 0
    }
}

/// A change in a subagent's life; keyed by ``id``.
public struct SubagentLifecycle: Sendable, Hashable, Identifiable {
    /// What happened.
    public enum Status: Sendable, Hashable {
        case started, completed, failed, aborted
        case other(String)
    }

    /// The subagent.
    public var id: String
    /// The kind of agent, such as `task`.
    public var agent: String?
    /// A short name for its task.
    public var description: String?
    /// What happened.
    public var status: Status
    /// The `task` call that started it.
    public var parentToolCallId: String?
    /// Place among the subagents of one call, from 0.
    public var index: Int?
    /// The bus `data` as sent.
    public var raw: JSONText

    /// A change from its parts.
    public init(
        id: String, agent: String?, description: String?, status: Status, parentToolCallId: String?, index: Int?,
        raw: JSONText
    ) {
        self.id = id
        self.agent = agent
        self.description = description
        self.status = status
        self.parentToolCallId = parentToolCallId
        self.index = index
        self.raw = raw
    }
}
