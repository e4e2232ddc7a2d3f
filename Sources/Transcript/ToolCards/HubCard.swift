import CollabWire

/// `hub`: messages, jobs and background processes behind one name. Each call is drawn as what it is.
public enum HubCard: ToolCardKind {
    /// `hub` and `wait`.
    public static let names = ["hub", "wait"]

    /// As the kind of call.
    public static func summary(_ input: ToolCardInput) -> [CardText] {
        switch family(input) {
        case .process: GenericCard.summary(input)
        case .jobs: JobCard.summary(jobInput(input))
        case .messages: IrcCard.summary(messageInput(input))
        }
    }

    /// As the kind of call; a process also shows its state.
    public static func body(_ input: ToolCardInput) -> [CardBlock] {
        switch family(input) {
        case .process:
            GenericCard.argumentBlocks(input) + processBlocks(input) + input.imageBlocks + input.outputBlocks()
        case .jobs: JobCard.body(jobInput(input))
        case .messages: IrcCard.body(messageInput(input))
        }
    }

    private enum Family { case process, jobs, messages }

    private static let processOperations: Set<String> = ["start", "ps", "logs", "stop", "restart", "describe"]
    private static let processDetails: Set<String> = [
        "daemon", "daemons", "terminalRows", "spec", "state", "cursor",
    ]
    private static let messageDetails: Set<String> = ["receipts", "waited", "inbox", "peers"]

    /// What happened decides; before that, the arguments do.
    private static func family(_ input: ToolCardInput) -> Family {
        let details = input.detailNames
        if !details.isDisjoint(with: processDetails) { return .process }
        if input.detail("jobs")?.isArray == true || input.detail("agents")?.isArray == true { return .jobs }
        if !details.isDisjoint(with: messageDetails) { return .messages }
        let operation = operation(input)
        if processOperations.contains(operation) { return .process }
        func has(_ argument: String) -> Bool { input.text(argument).map { !$0.isEmpty } ?? false }
        if operation == "send" || operation == "wait", has("name"), !has("to"), !has("from") { return .process }
        if operation == "jobs" || operation == "cancel" || (operation == "wait" && !has("from")) { return .jobs }
        return .messages
    }

    private static func operation(_ input: ToolCardInput) -> String {
        input.text("op") ?? (input.name == "wait" ? "wait" : "")
    }

    private static func jobInput(_ input: ToolCardInput) -> ToolCardInput {
        let arguments: String =
            switch operation(input) {
            case "jobs": #"{"list":true}"#
            case "cancel": #"{"cancel":\#(input["ids"]?.string ?? "null")}"#
            default: #"{"poll":\#(input["ids"]?.string ?? "null")}"#
            }
        return rewritten(input, arguments)
    }

    private static func messageInput(_ input: ToolCardInput) -> ToolCardInput {
        guard input.text("op") == nil, input.name == "wait" else { return input }
        let arguments = [(key: "op", value: JSONText(JSONValue.string("wait")))] + input.arguments
        return rewritten(input, JSONPrinter.print(members: arguments, isPretty: false))
    }

    private static func rewritten(_ input: ToolCardInput, _ arguments: String) -> ToolCardInput {
        do {
            return input.with(arguments: try JSONText(validating: arguments))
        } catch {
            // Made of JSON, so it is JSON; should it ever not be, the call's own arguments are shown.
            return input
        }
    }

    // MARK: Processes

    private static func processBlocks(_ input: ToolCardInput) -> [CardBlock] {
        var daemons = input.detail("daemons")?.objects ?? []
        if let daemon = input.detail("daemon"), daemon.isObject { daemons.insert(daemon, at: 0) }
        var blocks = CardFormat.rows(daemons.map(row))
        if input.detailIsTrue("timedOut") { blocks.append(.badges([CardFormat.badge("timed out", .warning)])) }
        blocks += CardFormat.facts([
            input.detailText("state").map { CardFact("state", $0) },
            input.detailText("matched").map { CardFact("matched", CardFormat.line($0, limit: 200)) },
            input.detail("spec").flatMap(command).map { CardFact("command", $0) },
            input.detail("spec")?["cwd"]?.stringValue.map { CardFact("cwd", CardFormat.path($0)) },
        ])
        let rows = input.detail("terminalRows")?.strings ?? []
        if !rows.isEmpty { blocks.append(.output(CardOutput(rows.joined(separator: "\n"), title: "output"))) }
        return blocks
    }

    private static func row(_ daemon: JSONText) -> CardRow {
        let state = daemon["state"]?.stringValue
        var texts: [CardText] = []
        if let state { texts.append(CardFormat.badge(state)) }
        if let pid = daemon["pid"]?.finite { texts.append(CardText("pid \(CardFormat.number(pid))", tone: .muted)) }
        if let signal = daemon["signal"]?.stringValue {
            texts.append(CardText("killed by \(signal)", tone: .failure))
        } else if let code = daemon["exitCode"]?.finite {
            texts.append(CardText("exit \(CardFormat.number(code))", tone: code == 0 ? .muted : .failure))
        }
        if let reason = daemon["exitReason"]?.stringValue, !reason.isEmpty {
            texts.append(CardText(CardFormat.line(reason, limit: 200), tone: .muted))
        }
        if let restarts = daemon["restartCount"]?.finite, restarts > 0 {
            texts.append(CardText("restarted \(CardFormat.number(restarts))×", tone: .muted))
        }
        let mark: CardRow.State =
            switch state {
            case "failed": .failed
            case "ready", "running": .running
            case "exited": .warning
            default: .none
            }
        return CardRow(
            daemon["name"]?.stringValue ?? daemon["id"]?.stringValue ?? "process", state: mark, texts: texts)
    }

    private static func command(_ spec: JSONText) -> String? {
        guard let application = spec["application"]?.stringValue ?? spec["command"]?.stringValue else { return nil }
        let arguments = (spec["args"]?.strings ?? []).joined(separator: " ")
        return CardFormat.line("\(application) \(arguments)", limit: 200)
    }
}
