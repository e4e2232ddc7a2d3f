import CollabWire

/// Everything a guest knows of the session, as one value (protocol §5–§11). Cheap to copy.
public struct ReplicaState: Sendable {
    /// The session file's header, from the welcome; nil before the first one.
    public internal(set) var header: SessionHeader?
    /// The newest authoritative state (§8).
    public internal(set) var state: SessionState?
    /// The host said that this guest may only watch.
    public internal(set) var readOnly = false
    /// The snapshot being received; while it is, ``entries`` still shows what was there before.
    public internal(set) var loading: LoadingProgress?
    /// The durable transcript, by sequence number (§6).
    public internal(set) var entries = EntryList()
    /// The message that is being streamed, until its entry lands.
    public internal(set) var ghost: Ghost?
    /// Running tools in the order they started.
    public internal(set) var tools: [ActiveTool] = []
    /// The roster (§9).
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
    /// The todo board the welcome carried.
    public internal(set) var todoPhases: JSONText?
    /// Nil when the host sends whole snapshots.
    public internal(set) var history: HistoryState?

    /// Nothing known yet.
    public init() {}
}

extension ReplicaState {
    /// What the host calls the session, as a reader gets it (``CollabWire/Swift/String/readable``); nil when it has no name.
    public var sessionName: String? { Self.sessionName(state, header) }

    /// The name of a session: the one that it was given, else the title of its file. The one place that says so, for lists,
    /// alerts and lock screens alike. A blank name is none.
    public static func sessionName(_ state: SessionState?, _ header: SessionHeader?) -> String? {
        [state?.sessionName, header?.title].lazy.compactMap { $0?.readable }
            .first { name in name.contains { !$0.isWhitespace } }
    }
}

/// How much of the snapshot has arrived.
public struct LoadingProgress: Sendable, Hashable {
    /// Entries received.
    public var received: Int
    /// Entries announced; nil when the host did not say.
    public var expected: Int?

    /// Progress from its parts.
    public init(received: Int, expected: Int?) {
        self.received = received
        self.expected = expected
    }
}

/// The streamed message.
public struct Ghost: Sendable, Hashable {
    /// The whole message so far.
    public var message: Message
    /// `message_end` was seen; its entry has not landed yet.
    public var isDone: Bool
    /// Counts ghosts of this session: two messages never share one.
    public var generation: Int

    /// A ghost from its parts.
    public init(message: Message, isDone: Bool, generation: Int) {
        self.message = message
        self.isDone = isDone
        self.generation = generation
    }
}

/// A tool that runs, with what it has put out so far.
public struct ActiveTool: Sendable, Hashable, Identifiable {
    /// Which call, with its newest arguments.
    public var execution: ToolExecution
    /// The whole output so far.
    public var partialResult: ToolOutput?
    /// On the session's clock, milliseconds.
    public var startedAt: Double
    /// `toolCallId`.
    public var id: String { execution.toolCallId }

    /// A running tool from its parts.
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
    /// How loud.
    public var level: NoticeLevel
    /// The host's words, in any language.
    public var message: String
    /// Who says it, when the host tells.
    public var source: String?
    /// On the session's clock, milliseconds.
    public var at: Double

    /// A notice from its parts.
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
    /// `auto_retry_start`: the next attempt begins after the delay.
    case retry(attempt: Int, maxAttempts: Int, delayMilliseconds: Double, errorMessage: String?)
    /// `auto_compaction_start`.
    case compaction(reason: String?, action: String?)
}

/// Paging towards the beginning (tail).
public struct HistoryState: Sendable, Hashable {
    /// The first entry held: the cursor for the next page.
    public var startId: String?
    /// Whether the host holds more.
    public var hasEarlier: Bool
    /// Whether a page is on its way.
    public var isLoading: Bool
    /// Why the last page failed.
    public var error: String?

    /// A paging state from its parts.
    public init(startId: String?, hasEarlier: Bool, isLoading: Bool, error: String?) {
        self.startId = startId
        self.hasEarlier = hasEarlier
        self.isLoading = isLoading
        self.error = error
    }
}
