import CollabWire

/// Messages between agents and reports of background jobs.
public enum TrafficTurn: Hashable, Sendable {
    /// One agent speaks to another.
    case message(AgentMessage)
    /// Background jobs report back.
    case jobs([JobReport])

    /// A message between agents.
    public struct AgentMessage: Hashable, Sendable {
        /// Who speaks.
        public var from: String
        /// Nil: the agent of this session.
        public var to: String?
        /// Texts and pictures.
        public var parts: [MessagePart]

        /// A message.
        public init(from: String, to: String?, parts: [MessagePart]) {
            self.from = from
            self.to = to
            self.parts = parts
        }
    }

    /// What became of a background job.
    public struct JobReport: Hashable, Sendable {
        /// How it ended.
        public enum Outcome: Hashable, Sendable {
            case completed, failed, aborted
        }

        /// The job's id; for a subagent, the agent's.
        public var id: String
        /// `task`, `bash` …
        public var type: String?
        /// The command, or what the task was.
        public var label: String?
        /// The kind of agent.
        public var agent: String?
        /// How it ended.
        public var outcome: Outcome
        /// How long it took.
        public var durationMilliseconds: Double?
        /// What it put out.
        public var output: String
        /// Why it failed.
        public var error: String?
        /// Why it was aborted.
        public var abortReason: String?
        /// Structured output.
        public var data: JSONText?

        /// A report.
        public init(
            id: String, type: String?, label: String?, agent: String?, outcome: Outcome,
            durationMilliseconds: Double?, output: String, error: String?, abortReason: String?, data: JSONText?
        ) {
            self.id = id
            self.type = type
            self.label = label
            self.agent = agent
            self.outcome = outcome
            self.durationMilliseconds = durationMilliseconds
            self.output = output
            self.error = error
            self.abortReason = abortReason
            self.data = data
        }
    }
}
