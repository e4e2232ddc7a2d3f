import CollabWire

/// A small piece of a step that takes no time. Steps are cut into these when they are played, so that the player is
/// one loop, a wait is one field, and an abort can fall between any two of them.
enum Op: Sendable {
    case step(Step)
    case wait(Double)
    case beginTurn
    case endTurn
    /// Takes up a prompt: its entry, then what the script does about it.
    case takeUp(HostEngine.QueuedPrompt)
    /// The same for a prompt whose entry is written already.
    case react(HostEngine.QueuedPrompt)
    /// Quotes what was quoted before prompts were taken up in between.
    case bind(Bindings)
    /// A message, without looking whether prompts wait.
    case message(AssistantStep)
    case messageStart
    case grow(Draft.Part, String)
    case addCall(Call)
    case messageEnd(errorMessage: String?)
    case callStart(Call)
    case ask(AskStep)
    case takeAnswer
    case callRun(Call)
    case callUpdate(Call, output: String)
    case subagentTick(Call)
    case callEnd(Call)
    case retryEnd(RetryStep)
    case compactEnd(CompactStep)
}

/// A call of a tool, with its id and the arguments that were filled in.
struct Call: Sendable {
    let id: String
    let step: CallStep
    let args: JSONValue
    let intent: String?
}

/// A message of the agent while it is being streamed.
struct Draft: Sendable {
    enum Part: Sendable { case thinking, text }

    var thinking = ""
    var text = ""
    var calls: [JSONValue] = []
    let model: String
    let startedAt: Double

    var isEmpty: Bool { thinking.isEmpty && text.isEmpty && calls.isEmpty }

    /// How much it says, for counting tokens.
    var characters: Int { thinking.count + text.count + calls.reduce(0) { $0 + HostJSON.text($1).count } }

    func message(stopReason: String, errorMessage: String? = nil, usage: JSONValue) -> JSONValue {
        var content: [JSONValue] = []
        if !thinking.isEmpty {
            content.append(HostJSON.object(["type": .string("thinking"), "thinking": .string(thinking)]))
        }
        if !text.isEmpty { content.append(HostJSON.object(["type": .string("text"), "text": .string(text)])) }
        content += calls
        return HostJSON.object([
            "role": .string("assistant"), "content": .array(content), "model": .string(model), "usage": usage,
            "stopReason": .string(stopReason), "errorMessage": HostJSON.optional(errorMessage),
            "timestamp": .number(startedAt.rounded()),
        ])
    }
}

/// What is under way in a turn; an abort has to end each of it properly.
struct Live: Sendable {
    var draft: Draft?
    /// Calls that were announced in a message and have no result yet, in order.
    var pendingCalls: [Call] = []
    /// The call that runs.
    var running: Call?
    var subagents: [RunningSubagent] = []
    var isRetrying: RetryStep?
    var isCompacting = false
}

/// A subagent at work.
struct RunningSubagent: Sendable {
    let id: String
    let index: Int
    let step: SubagentStep
    let parentCallId: String
    let startedAt: Double
    /// Tools it has finished.
    var toolsDone = 0
    var isOver = false
    var status: LifecycleStatus = .running
    var tokens = 0

    enum LifecycleStatus: String, Sendable { case running, completed, failed, aborted }
}

/// A list of operations on the player's stack: the timeline, a turn, or the body of a loop.
struct Scope: Sendable {
    enum Kind: Sendable {
        case timeline
        /// Ends with the turn, or by an abort, which plays the steps instead.
        case turn(onAbort: [Step])
        case loop([Step], left: Int?, round: Int, startedAt: Double)
        case plain
    }

    enum Wait: Sendable, Hashable {
        case none
        /// Until a time of the engine.
        case until(Double)
        case answer(Int)
        case prompt
    }

    var kind: Kind
    var wait = Wait.none
    /// The question this scope has open.
    var ask: Int?
    /// How its last question ended.
    var answer: AskDesk.Answer?
    /// The next one is last.
    private var reversed: [Op]

    init(_ kind: Kind, _ ops: [Op]) {
        self.kind = kind
        reversed = ops.reversed()
    }

    mutating func next() -> Op? { reversed.popLast() }

    /// Puts operations before those that are left.
    mutating func push(_ ops: [Op]) { reversed.append(contentsOf: ops.reversed()) }
}
