import CollabWire

/// Reads steps out of a script and checks that each stands where it can be played.
final class StepReader {
    /// Where steps stand.
    enum Place {
        /// Before anybody joined: nothing takes time, everything is an entry.
        case history
        /// Between turns.
        case idle
        case turn
    }

    private let pictures: Set<String>
    private let scenes: [String: ScriptField]
    /// Scenes that are being read, to find one that runs itself.
    private var open: [String] = []
    private var used: Set<String> = []

    init(pictures: Set<String>, scenes: [String: ScriptField]) {
        self.pictures = pictures
        self.scenes = scenes
    }

    /// A scene nobody runs is a slip of the pen.
    func requireEverySceneUsed() throws(ScriptError) {
        for (name, field) in scenes.sorted(by: { $0.key < $1.key }) where !used.contains(name) {
            throw field.error("nothing runs this scene")
        }
    }

    func steps(_ field: ScriptField?, in place: Place) throws(ScriptError) -> [Step] {
        guard let field else { return [] }
        var steps: [Step] = []
        for item in try field.items() { steps += try step(item, in: place) }
        return steps
    }

    /// One step; a scene that is run becomes the steps it holds.
    private func step(_ item: ScriptField, in place: Place) throws(ScriptError) -> [Step] {
        let members = try item.members().filter { $0.key != "$comment" }
        guard let (verb, field) = members.first, members.count == 1 else {
            throw item.error("a step has exactly one field that names it, such as \"wait\" or \"assistant\"")
        }
        guard let places = Self.places[verb] else {
            throw item.error(
                "unknown step \"\(verb)\"; known are \(Self.places.keys.sorted().joined(separator: ", "))")
        }
        guard places.contains(place) else { throw item.error("\"\(verb)\" cannot stand \(place.words)") }
        if verb == "run" { return try scene(field, in: place) }
        return [try step(verb, field, in: place)]
    }

    private static let places: [String: Set<Place>] = [
        "wait": [.idle, .turn], "clock": [.history], "user": [.history, .idle, .turn],
        "prompt": [.history, .idle, .turn], "assistant": [.history, .turn], "turn": [.idle],
        "notice": [.idle, .turn], "retry": [.turn], "compact": [.history, .idle, .turn],
        "model": [.history, .idle, .turn], "thinkingLevel": [.history, .idle, .turn],
        "custom": [.history, .idle, .turn], "branchSummary": [.history, .idle, .turn], "state": [.idle, .turn],
        "agent": [.idle, .turn], "bus": [.idle, .turn], "ask": [.idle, .turn], "branch": [.idle, .turn],
        "loop": [.idle, .turn], "run": [.history, .idle, .turn], "awaitPrompt": [.idle], "event": [.idle, .turn],
        "entry": [.history, .idle, .turn], "filler": [.history, .idle], "bye": [.idle],
    ]

    private func scene(_ field: ScriptField, in place: Place) throws(ScriptError) -> [Step] {
        let name = try field.string()
        guard let scene = scenes[name] else { throw field.error("there is no scene \"\(name)\"") }
        guard !open.contains(name) else {
            throw field.error("the scene \"\(name)\" runs itself (\((open + [name]).joined(separator: " → ")))")
        }
        used.insert(name)
        open.append(name)
        defer { open.removeLast() }
        return try steps(scene, in: place)
    }

    private func step(_ verb: String, _ field: ScriptField, in place: Place) throws(ScriptError) -> Step {
        switch verb {
        case "wait": return .wait(try field.milliseconds())
        case "clock": return try clock(field)
        case "user":
            let user = try field.object("text", "images", "synthetic")
            return .user(
                try user.required("text").template(), images: try images(user["images"]),
                synthetic: try user["synthetic"]?.bool() ?? false)
        case "prompt":
            let prompt = try field.object("from", "text")
            return .prompt(
                from: try prompt.required("from").nonEmptyString(), try prompt.required("text").template())
        case "assistant": return .assistant(try assistant(field))
        case "turn":
            guard case .object = field.node.value else { return .turn(try steps(field, in: .turn), onAbort: []) }
            let turn = try field.object("steps", "onAbort")
            return .turn(
                try steps(try turn.required("steps"), in: .turn), onAbort: try steps(turn["onAbort"], in: .idle))
        case "notice": return .notice(try NoticeStep(field))
        case "retry": return .retry(try RetryStep(field))
        case "compact":
            let compact = try CompactStep(field)
            if compact.drops, place != .idle { throw field.error("\"drop\" is for compactions between turns") }
            return .compact(compact)
        case "model": return .model(try ModelSeed(field))
        case "thinkingLevel": return .thinkingLevel(try field.nonEmptyString())
        case "custom": return .custom(try CustomStep(field))
        case "branchSummary": return .branchSummary(try field.template())
        case "state":
            let state = try field.object("title", "contextTokens")
            return .state(
                title: try state["title"]?.template(),
                contextTokens: try state["contextTokens"]?.integer(in: 0...100_000_000))
        case "agent": return .agent(try AgentSeed(field))
        case "bus":
            let bus = try field.object("channel", "data")
            return .bus(
                channel: try bus.required("channel").nonEmptyString(), data: try bus.required("data").objectTemplate())
        case "ask": return .ask(try AskStep(field))
        case "branch": return .branch(try branch(field, in: place))
        case "loop":
            guard case .object = field.node.value else { return .loop(try loopBody(field, in: place), times: nil) }
            let loop = try field.object("steps", "times")
            return .loop(
                try loopBody(try loop.required("steps"), in: place), times: try loop["times"]?.integer(in: 1...100_000))
        case "awaitPrompt":
            guard try field.bool() else { throw field.error("expected true") }
            return .awaitPrompt
        case "event": return .event(try field.objectTemplate())
        case "entry": return .entry(try entry(field))
        case "filler":
            let filler = try field.object("entries", "units")
            return .filler(
                entries: try filler.required("entries").integer(in: 1...1_000_000),
                units: try filler["units"]?.integer(in: 10...8_000_000) ?? 800)
        case "bye": return .bye(reason: try field.string())
        default: throw field.error("unknown step \"\(verb)\"")
        }
    }

    private func loopBody(_ field: ScriptField, in place: Place) throws(ScriptError) -> [Step] {
        let body = try steps(field, in: place)
        guard !body.isEmpty else { throw field.error("a loop needs something to repeat") }
        return body
    }

    private func clock(_ field: ScriptField) throws(ScriptError) -> Step {
        let clock = try field.object("daysAgo", "at")
        let at = try clock.required("at")
        let parts = try at.string().split(separator: ":").map { Int($0) }
        guard parts.count == 2, let hour = parts[0], let minute = parts[1], (0..<24).contains(hour),
            (0..<60).contains(minute)
        else { throw at.error("expected a time such as \"09:30\"") }
        return .clock(
            daysAgo: try clock.required("daysAgo").integer(in: 0...3_650), minuteOfDay: hour * 60 + minute)
    }

    private func images(_ field: ScriptField?) throws(ScriptError) -> [String] {
        var names: [String] = []
        for item in try field?.items() ?? [] {
            let name = try item.string()
            guard pictures.contains(name) else { throw item.error("there is no image \"\(name)\"") }
            names.append(name)
        }
        return names
    }

    private func entry(_ field: ScriptField) throws(ScriptError) -> JSONTemplate {
        guard try field.members().contains(where: { $0.key == "type" }) else {
            throw field.error("the field \"type\" is missing")
        }
        return try field.objectTemplate()
    }

    private func branch(_ field: ScriptField, in place: Place) throws(ScriptError) -> [BranchCase] {
        var cases: [BranchCase] = []
        for (key, field) in try field.members() {
            let match: BranchCase.Match =
                switch key {
                case "*": .anything
                case "cancel": .cancelled
                default: .answer(key)
                }
            cases.append(BranchCase(match: match, steps: try steps(field, in: place)))
        }
        guard !cases.isEmpty else { throw field.error("a branch needs at least one answer") }
        return cases
    }

    private func assistant(_ field: ScriptField) throws(ScriptError) -> AssistantStep {
        let message = try field.object("thinking", "text", "rate", "calls", "error")
        var calls: [CallStep] = []
        for item in try message["calls"]?.items() ?? [] { calls.append(try call(item)) }
        let step = AssistantStep(
            thinking: try message["thinking"]?.template(), text: try message["text"]?.template(),
            rate: try message["rate"]?.number(in: 1...100_000) ?? 140, calls: calls,
            errorMessage: try message["error"]?.nonEmptyString())
        guard step.thinking != nil || step.text != nil || !calls.isEmpty || step.errorMessage != nil else {
            throw field.error("a message needs \"thinking\", \"text\", \"calls\" or \"error\"")
        }
        return step
    }

    private func call(_ field: ScriptField) throws(ScriptError) -> CallStep {
        let call = try field.object(
            "name", "args", "intent", "output", "details", "images", "error", "ms", "stream", "ask", "refusal",
            "agents")
        let ask: AskStep? = if let field = call["ask"] { try AskStep(field) } else { nil }
        return CallStep(
            name: try call.required("name").nonEmptyString(),
            args: try call["args"]?.jsonTemplate() ?? JSONTemplate(.object(JSONObject())),
            intent: try call["intent"]?.template(), output: try call["output"]?.template() ?? Template(""),
            details: try call["details"]?.jsonTemplate(), images: try images(call["images"]),
            isError: try call["error"]?.bool() ?? false, duration: try call["ms"]?.milliseconds() ?? 900,
            streams: try call["stream"]?.bool() ?? false, ask: ask, refusal: try refusal(call["refusal"], of: ask),
            subagents: try subagents(call["agents"]))
    }

    private func refusal(_ field: ScriptField?, of ask: AskStep?) throws(ScriptError) -> CallStep.Refusal? {
        guard let field else { return nil }
        let refusal = try field.object("answer", "output")
        let answer = try refusal.required("answer")
        let label = try answer.string()
        guard let ask, ask.options.contains(where: { $0.label == label }) else {
            throw answer.error("\"\(label)\" is not an option of this call's ask")
        }
        return CallStep.Refusal(answer: label, output: try refusal.required("output").template())
    }

    private func subagents(_ field: ScriptField?) throws(ScriptError) -> [SubagentStep] {
        var subagents: [SubagentStep] = []
        for item in try field?.items() ?? [] { subagents.append(try SubagentStep(item)) }
        return subagents
    }
}

extension StepReader.Place {
    /// Fits after "cannot stand".
    fileprivate var words: String {
        switch self {
        case .history: "in the history"
        case .idle: "outside a turn"
        case .turn: "inside a turn"
        }
    }
}

extension NoticeStep {
    fileprivate init(_ field: ScriptField) throws(ScriptError) {
        let notice = try field.object("level", "message", "source")
        level = try notice["level"]?.word(Level.self) ?? .info
        message = try notice.required("message").template()
        source = try notice["source"]?.string()
    }
}

extension RetryStep {
    fileprivate init(_ field: ScriptField) throws(ScriptError) {
        let retry = try field.object("attempt", "maxAttempts", "delay", "error", "succeeds")
        attempt = try retry["attempt"]?.integer(in: 1...100) ?? 1
        maxAttempts = try retry["maxAttempts"]?.integer(in: 1...100) ?? 3
        delay = try retry.required("delay").milliseconds()
        errorMessage = try retry.required("error").nonEmptyString()
        succeeds = try retry["succeeds"]?.bool() ?? true
    }
}

extension CompactStep {
    fileprivate init(_ field: ScriptField) throws(ScriptError) {
        let compact = try field.object("summary", "short", "keep", "ms", "tokens", "drop")
        summary = try compact.required("summary").template()
        shortSummary = try compact["short"]?.string()
        keep = try compact["keep"]?.integer(in: 0...10_000) ?? 6
        duration = try compact["ms"]?.milliseconds() ?? 4_000
        tokens = try compact.required("tokens").integer(in: 0...100_000_000)
        drops = try compact["drop"]?.bool() ?? false
    }
}

extension CustomStep {
    fileprivate init(_ field: ScriptField) throws(ScriptError) {
        let custom = try field.object("type", "text", "details", "display")
        type = try custom.required("type").nonEmptyString()
        text = try custom.required("text").template()
        details = try custom["details"]?.jsonTemplate()
        display = try custom["display"]?.bool() ?? true
    }
}

extension AskStep {
    fileprivate init(_ field: ScriptField) throws(ScriptError) {
        let ask = try field.object(
            "kind", "title", "options", "recommended", "checked", "done", "help", "prefill", "timeout")
        kind = try ask.required("kind").word(Kind.self)
        title = try ask.required("title").template()
        options = []
        for item in try ask["options"]?.items() ?? [] { options.append(try Option(item)) }
        if kind == .editor {
            for name in ["options", "recommended", "checked", "done"] {
                if let field = ask[name] { throw field.error("an editor has no \"\(name)\"") }
            }
        } else {
            if let field = ask["prefill"] { throw field.error("only an editor has a \"prefill\"") }
            guard !options.isEmpty else { throw field.error("a choice needs \"options\"") }
            guard Set(options.map(\.label)).count == options.count else {
                throw field.error("two options have the same label, so their answers could not be told apart")
            }
        }
        let indices = 0...max(0, options.count - 1)
        recommended = try ask["recommended"]?.integer(in: indices)
        checked = []
        for item in try ask["checked"]?.items() ?? [] { checked.append(try item.integer(in: indices)) }
        doneLabel = try ask["done"]?.nonEmptyString() ?? "Done"
        if options.contains(where: { $0.label == doneLabel }), kind == .multi {
            throw field.error("\"\(doneLabel)\" is an option and the row that ends the choice")
        }
        helpText = try ask["help"]?.string()
        prefill = try ask["prefill"]?.template()
        timeout = try ask["timeout"]?.milliseconds()
    }
}

extension AskStep.Option {
    fileprivate init(_ field: ScriptField) throws(ScriptError) {
        if case .string(let text) = field.node.value {
            self.init(label: text, description: nil)
        } else {
            let option = try field.object("label", "description")
            self.init(
                label: try option.required("label").nonEmptyString(), description: try option["description"]?.string())
        }
    }
}

extension SubagentStep {
    fileprivate init(_ field: ScriptField) throws(ScriptError) {
        let agent = try field.object(
            "id", "agent", "description", "assignment", "ms", "tools", "report", "fails")
        id = try agent.required("id").template()
        self.agent = try agent["agent"]?.nonEmptyString() ?? "task"
        description = try agent.required("description").nonEmptyString()
        assignment = try agent.required("assignment").text()
        duration = try agent.required("ms").milliseconds()
        tools = []
        for item in try agent["tools"]?.items() ?? [] { tools.append(try Tool(item)) }
        report = try agent.required("report").text()
        fails = try agent["fails"]?.bool() ?? false
    }
}

extension SubagentStep.Tool {
    init(_ field: ScriptField) throws(ScriptError) {
        let tool = try field.object("name", "args", "intent", "output")
        name = try tool.required("name").nonEmptyString()
        args = try tool["args"]?.jsonTemplate() ?? JSONTemplate(.object(JSONObject()))
        intent = try tool.required("intent").string()
        output = try tool["output"]?.text() ?? ""
    }
}

extension ModelSeed {
    init(_ field: ScriptField) throws(ScriptError) {
        let model = try field.object("id", "name", "provider", "contextWindow", "price")
        id = try model.required("id").nonEmptyString()
        name = try model.required("name").nonEmptyString()
        provider = try model.required("provider").nonEmptyString()
        contextWindow = try model.required("contextWindow").integer(in: 1_000...100_000_000)
        let price = try model["price"]?.object("input", "output", "cacheRead")
        inputPrice = try price?["input"]?.number(in: 0...10_000) ?? 3
        outputPrice = try price?["output"]?.number(in: 0...10_000) ?? 15
        cachePrice = try price?["cacheRead"]?.number(in: 0...10_000) ?? 0.3
    }
}

extension AgentSeed {
    init(_ field: ScriptField) throws(ScriptError) {
        let agent = try field.object(
            "id", "displayName", "kind", "status", "parentId", "transcript", "replies", "readOnly")
        id = try agent.required("id").nonEmptyString()
        displayName = try agent["displayName"]?.nonEmptyString() ?? id
        kind = try agent["kind"]?.word(Kind.self) ?? .sub
        status = try agent["status"]?.word(Status.self) ?? .idle
        parentId = try agent["parentId"]?.string()
        transcript = []
        for item in try agent["transcript"]?.items() ?? [] {
            let line = try item.object("user", "assistant", "tool")
            guard line.fields.count == 1 else { throw item.error("expected one of \"user\", \"assistant\", \"tool\"") }
            if let text = line["user"] {
                transcript.append(.user(try text.text()))
            } else if let text = line["assistant"] {
                transcript.append(.assistant(try text.text()))
            } else if let tool = line["tool"] {
                transcript.append(.tool(try SubagentStep.Tool(tool)))
            }
        }
        replies = []
        for item in try agent["replies"]?.items() ?? [] { replies.append(try item.template()) }
        isReadOnly = try agent["readOnly"]?.bool() ?? false
    }
}
