import CollabWire

/// Everything a guest knows of the session, as one value (protocol §5–§11). Cheap to copy.
public struct ReplicaState: Sendable {
    public internal(set) var header: SessionHeader?
    public internal(set) var state: SessionState?
    public internal(set) var readOnly = false
    /// The snapshot being received; while it is, ``entries`` still shows what was there before.
    public internal(set) var loading: LoadingProgress?
    public internal(set) var entries = EntryList()
    /// The message that is being streamed, until its entry lands.
    public internal(set) var ghost: Ghost?
    /// Running tools in the order they started.
    public internal(set) var tools: [ActiveTool] = []
    public internal(set) var agents: [AgentInfo] = []
    /// By `progress.id`, in the order first heard of.
    public internal(set) var progress: [SubagentProgress] = []
    /// By `id`, in the order first heard of.
    public internal(set) var lifecycle: [SubagentLifecycle] = []
    /// Open questions, oldest first.
    public internal(set) var asks: [Ask] = []
    /// The newest fifty notices.
    public internal(set) var notices: [Notice] = []
    /// `agent_start` … `agent_end`, corrected by the state.
    public internal(set) var isWorking = false
    /// A retry or compaction under way.
    public internal(set) var recovery: Recovery?
    public internal(set) var todoPhases: JSONText?
    /// Nil when the host sends whole snapshots.
    public internal(set) var history: HistoryState?

    public init() {}
}

/// How much of the snapshot has arrived.
public struct LoadingProgress: Sendable, Hashable {
    /// Entries received.
    public var received: Int
    /// Entries announced; nil when the host did not say.
    public var expected: Int?

    public init(received: Int, expected: Int?) {
        self.received = received
        self.expected = expected
    }
}

/// The streamed message.
public struct Ghost: Sendable, Hashable {
    public var message: Message
    /// `message_end` was seen; its entry has not landed yet.
    public var isDone: Bool
    /// Counts ghosts of this session: two messages never share one.
    public var generation: Int

    public init(message: Message, isDone: Bool, generation: Int) {
        self.message = message
        self.isDone = isDone
        self.generation = generation
    }
}

/// A tool that runs, with what it has put out so far.
public struct ActiveTool: Sendable, Hashable, Identifiable {
    public var execution: ToolExecution
    public var partialResult: ToolOutput?
    /// On the session's clock, milliseconds.
    public var startedAt: Double
    /// `toolCallId`.
    public var id: String { execution.toolCallId }

    public init(execution: ToolExecution, partialResult: ToolOutput?, startedAt: Double) {
        self.execution = execution
        self.partialResult = partialResult
        self.startedAt = startedAt
    }
}

/// Something to tell the person that is not part of the transcript.
public struct Notice: Sendable, Hashable, Identifiable {
    /// Counts from 1 in a session.
    public var id: Int
    public var level: NoticeLevel
    public var message: String
    public var source: String?
    /// On the session's clock, milliseconds.
    public var at: Double

    public init(id: Int, level: NoticeLevel, message: String, source: String?, at: Double) {
        self.id = id
        self.level = level
        self.message = message
        self.source = source
        self.at = at
    }
}

/// What the host does to recover.
public enum Recovery: Sendable, Hashable {
    case retry(attempt: Int, maxAttempts: Int, delayMilliseconds: Double, errorMessage: String?)
    case compaction(reason: String?, action: String?)
}

/// Paging towards the beginning (tail).
public struct HistoryState: Sendable, Hashable {
    public var startId: String?
    public var hasEarlier: Bool
    public var isLoading: Bool
    public var error: String?

    public init(startId: String?, hasEarlier: Bool, isLoading: Bool, error: String?) {
        self.startId = startId
        self.hasEarlier = hasEarlier
        self.isLoading = isLoading
        self.error = error
    }
}
