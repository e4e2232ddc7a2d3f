import Foundation

/// One agent of the roster (protocol §9).
public struct AgentInfo: Sendable, Hashable, Identifiable {
    public enum Kind: Sendable, Hashable {
        case main, sub
        case other(String)
    }

    public enum Status: Sendable, Hashable {
        case running, idle, parked, aborted
        case other(String)
    }

    public var id: String
    public var displayName: String
    public var kind: Kind
    public var parentId: String?
    public var status: Status
    /// Whether a transcript can be read.
    public var hasSessionFile: Bool
    public var createdAt: Date?
    public var lastActivity: Date?
    /// The item as sent.
    public var raw: JSONText

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
    public enum Status: Sendable, Hashable {
        case pending, running, completed, failed, aborted
        case other(String)
    }

    /// `progress.id`.
    public var id: String
    public var index: Int?
    /// The kind of agent, such as `task`.
    public var agent: String?
    public var task: String?
    public var parentToolCallId: String?
    public var assignment: String?
    public var status: Status
    public var description: String?
    public var lastIntent: String?
    public var currentTool: String?
    public var currentToolArgs: String?
    public var currentToolStart: Date?
    public var recentTools: [RecentTool]
    public var recentOutput: [String]
    public var toolCount: Int
    public var requests: Int
    public var tokens: Int
    public var contextTokens: Int?
    public var contextWindow: Int?
    /// In US dollars.
    public var cost: Double
    public var durationMilliseconds: Double
    public var resolvedModel: String?
    /// The bus `data` as sent.
    public var raw: JSONText

    /// A tool the subagent used lately.
    public struct RecentTool: Sendable, Hashable {
        public var tool: String
        public var args: String?

        public init(tool: String, args: String?) {
            self.tool = tool
            self.args = args
        }
    }

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
    public enum Status: Sendable, Hashable {
        case started, completed, failed, aborted
        case other(String)
    }

    public var id: String
    public var agent: String?
    public var description: String?
    public var status: Status
    public var parentToolCallId: String?
    public var index: Int?
    /// The bus `data` as sent.
    public var raw: JSONText

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
