import CollabWire

/// One thing that happens in a room; `Docs/HostScripts.md` describes each with its fields.
indirect enum Step: Sendable, Hashable {
    /// Nothing for so many milliseconds.
    case wait(Double)
    /// History only: the following entries are from this day and time.
    case clock(daysAgo: Int, minuteOfDay: Int)
    /// A message that the person at the host typed.
    case user(Template, images: [String], synthetic: Bool)
    /// A message of a guest who is not connected (any more).
    case prompt(from: String, Template)
    case assistant(AssistantStep)
    /// `agent_start` … `agent_end`; an abort ends it and plays `onAbort`.
    case turn([Step], onAbort: [Step])
    case notice(NoticeStep)
    case retry(RetryStep)
    case compact(CompactStep)
    /// The host switches its model.
    case model(ModelSeed)
    /// The host switches its thinking level.
    case thinkingLevel(String)
    case custom(CustomStep)
    case branchSummary(Template)
    case state(title: Template?, contextTokens: Int?)
    /// Adds an agent to the roster or changes it.
    case agent(AgentSeed)
    case bus(channel: String, data: JSONTemplate)
    case ask(AskStep)
    /// Goes on according to the last answer.
    case branch([BranchCase])
    /// Repeats; without a number for ever.
    case loop([Step], times: Int?)
    /// Waits until a guest's prompt has been played.
    case awaitPrompt
    /// Any `event` frame.
    case event(JSONTemplate)
    /// Any entry; missing `id`, `parentId` and `timestamp` are filled in.
    case entry(JSONTemplate)
    /// Plausible entries in bulk, for measurements.
    case filler(entries: Int, units: Int)
    /// The host leaves for good.
    case bye(reason: String)
}

/// One message of the agent, with the tools it calls.
struct AssistantStep: Sendable, Hashable {
    var thinking: Template?
    var text: Template?
    /// Characters a second.
    var rate: Double
    var calls: [CallStep]
    /// `error` makes the message end with `stopReason: "error"`.
    var errorMessage: String?
}

/// A call of a tool and what comes of it.
struct CallStep: Sendable, Hashable {
    var name: String
    var args: JSONTemplate
    var intent: Template?
    var output: Template
    var details: JSONTemplate?
    var images: [String]
    var isError: Bool
    /// How long it runs, in milliseconds.
    var duration: Double
    /// Whether the output arrives line by line while it runs.
    var streams: Bool
    /// A question that must be answered before it runs.
    var ask: AskStep?
    /// The answer that refuses the call, and what the agent is told then.
    var refusal: Refusal?
    var subagents: [SubagentStep]

    struct Refusal: Sendable, Hashable {
        var answer: String
        var output: Template
    }
}

/// A subagent that runs inside a `task` call.
struct SubagentStep: Sendable, Hashable {
    var id: Template
    var agent: String
    var description: String
    var assignment: String
    var duration: Double
    var tools: [Tool]
    /// What it reports in the end.
    var report: String
    var fails: Bool

    struct Tool: Sendable, Hashable {
        var name: String
        var args: JSONTemplate
        var intent: String
        var output: String
    }
}

struct NoticeStep: Sendable, Hashable {
    enum Level: String, CaseIterable { case info, warning, error }
    var level: Level
    var message: Template
    var source: String?
}

struct RetryStep: Sendable, Hashable {
    var attempt: Int
    var maxAttempts: Int
    var delay: Double
    var errorMessage: String
    var succeeds: Bool
}

struct CompactStep: Sendable, Hashable {
    var summary: Template
    var shortSummary: String?
    /// How many of the last entries stay word for word.
    var keep: Int
    var duration: Double
    /// Tokens in the context afterwards.
    var tokens: Int
    /// Whether the host forgets what it compacted (and welcomes everybody anew).
    var drops: Bool
}

struct CustomStep: Sendable, Hashable {
    var type: String
    var text: Template
    var details: JSONTemplate?
    var display: Bool
}

/// A question to the guests.
struct AskStep: Sendable, Hashable {
    enum Kind: String, CaseIterable { case select, multi, editor }

    struct Option: Sendable, Hashable {
        var label: String
        var description: String?
    }

    var kind: Kind
    var title: Template
    var options: [Option]
    /// Index of the recommended option.
    var recommended: Int?
    var checked: [Int]
    /// Label of the row that ends a multi-select run.
    var doneLabel: String
    var helpText: String?
    var prefill: Template?
    /// After so many milliseconds the host answers itself with the recommended option (or cancels).
    var timeout: Double?
}

/// One way to go on after an answer.
struct BranchCase: Sendable, Hashable {
    enum Match: Sendable, Hashable {
        case answer(String)
        case cancelled
        case anything
    }

    var match: Match
    var steps: [Step]
}

/// A model as scripts describe it.
struct ModelSeed: Sendable, Hashable {
    var id: String
    var name: String
    var provider: String
    var contextWindow: Int
    /// US dollars for a million tokens.
    var inputPrice: Double
    var outputPrice: Double
    var cachePrice: Double
}

/// An agent as scripts describe it.
struct AgentSeed: Sendable, Hashable {
    enum Kind: String, CaseIterable { case main, sub }
    enum Status: String, CaseIterable { case running, idle, parked, aborted }

    var id: String
    var displayName: String
    var kind: Kind
    var status: Status
    var parentId: String?
    /// What it did, as messages of a transcript.
    var transcript: [TranscriptLine]
    /// What it answers to a chat, in turn.
    var replies: [Template]
    /// Advisors and the like can be read but not commanded.
    var isReadOnly: Bool

    enum TranscriptLine: Sendable, Hashable {
        case user(String)
        case assistant(String)
        case tool(SubagentStep.Tool)
    }
}

/// What the agent does about a prompt.
struct Reaction: Sendable, Hashable {
    /// Words of which the prompt must hold one, whatever their case; none: any prompt.
    var contains: [String]
    var steps: [Step]

    func answers(_ prompt: String) -> Bool {
        contains.isEmpty || contains.contains { prompt.localizedCaseInsensitiveContains($0) }
    }
}
