import CollabReplica
import CollabWire

/// What the agent is doing right now, in a few words: "editing Relay.swift · 12 s".
public struct RunningAction: Sendable, Hashable {
    /// The words.
    public private(set) var text: String
    /// The same in every language spoken: screens may speak another one than who made this.
    private var translations: [SessionFormat.Language: String] = [:]
    /// What the agent says it is about to do, when it says so.
    public var intent: String?
    /// Since when, on the session's clock in milliseconds; nil when that is not known.
    public var startedAt: Double?
    /// How many more tools run beside it.
    public var others: Int

    /// What a state tells; nil when the agent is idle.
    public init?(_ state: ReplicaState, format: SessionFormat) {
        guard let text = Self.words(state, format) else { return nil }
        self.text = text
        intent = nil
        startedAt = nil
        others = 0
        for language in SessionFormat.Language.allCases where language != format.language {
            translations[language] = Self.words(state, SessionFormat(language))
        }
        guard state.recovery == nil, let tool = state.tools.last else { return }
        intent = tool.execution.intent
        startedAt = tool.startedAt
        others = state.tools.count - 1
    }

    private static func words(_ state: ReplicaState, _ format: SessionFormat) -> String? {
        if let recovery = state.recovery { return words(recovery, format) }
        if let tool = state.tools.last {
            return words(
                ToolTurn(callId: tool.id, name: tool.execution.toolName, arguments: tool.execution.args), format)
        }
        guard state.isWorking else { return nil }
        if let ghost = state.ghost, !ghost.isDone { return words(ghost.message.content.last, format) }
        return format.choose("working", "arbeitet")
    }

    /// The words in a language.
    public func text(_ format: SessionFormat) -> String { translations[format.language] ?? text }

    /// The whole line with the time it has taken.
    /// - Parameter now: the session's clock, milliseconds.
    public func line(now: Double, format: SessionFormat) -> String {
        var line = others > 0 ? "\(text(format)) +\(others)" : text(format)
        if let startedAt, now - startedAt >= 1000 {
            line += " · \(format.duration(milliseconds: now - startedAt))"
        }
        return line
    }

    private static func words(_ recovery: Recovery, _ format: SessionFormat) -> String {
        switch recovery {
        case .retry(let attempt, let maxAttempts, _, _):
            format.choose("retrying", "versucht es erneut")
                + " (\(SessionFormat.short(attempt))/\(SessionFormat.short(maxAttempts)))"
        case .compaction: format.choose("summarising the context", "fasst den Kontext zusammen")
        }
    }

    private static func words(_ block: ContentBlock?, _ format: SessionFormat) -> String {
        switch block {
        case .thinking, .redactedThinking: format.choose("thinking", "denkt nach")
        case .toolCall(let call):
            words(ToolTurn(callId: call.id, name: call.name, arguments: call.arguments), format)
        case .text, .image, .note, .unknown: format.choose("writing", "schreibt")
        case nil: format.choose("thinking", "denkt nach")
        }
    }

    /// What a call does, as a person would say it: a verb and its object.
    public static func words(_ tool: ToolTurn, _ format: SessionFormat) -> String {
        let input = ToolCardInput(tool).dispatched() ?? ToolCardInput(tool)
        let verb = verb(input.name, format)
        guard let object = object(input) else {
            return verb ?? "\(format.choose("using", "benutzt")) \(input.name)"
        }
        guard let verb else { return "\(input.name) \(object)" }
        return format.language == .german ? "\(verb): \(object)" : "\(verb) \(object)"
    }

    private static func verb(_ name: String, _ format: SessionFormat) -> String? {
        switch name {
        case "bash": format.choose("running", "führt aus")
        case "read": format.choose("reading", "liest")
        case "edit", "apply_patch", "ast_edit": format.choose("editing", "bearbeitet")
        case "write": format.choose("writing", "schreibt")
        case "grep", "search", "ast_grep": format.choose("searching", "sucht")
        case "glob", "find": format.choose("looking for", "sucht Dateien")
        case "eval", "js", "python", "notebook": format.choose("evaluating", "rechnet")
        case "task": format.choose("directing subagents", "leitet Unteragenten")
        case "todo": format.choose("updating the plan", "führt den Plan nach")
        case "ask": format.choose("waiting for an answer", "wartet auf eine Antwort")
        case "lsp": format.choose("asking the language server", "fragt den Sprachserver")
        case "debug": format.choose("debugging", "sucht Fehler")
        case "browser", "puppeteer": format.choose("browsing", "surft")
        case "web_search": format.choose("searching the web for", "sucht im Web")
        case "fetch": format.choose("fetching", "holt")
        case "generate_image": format.choose("drawing", "zeichnet")
        case "inspect_image": format.choose("looking at", "betrachtet")
        case "github": "GitHub"
        case "hub", "irc", "job", "await", "poll", "wait", "cancel_job": format.choose("coordinating", "stimmt sich ab")
        case "recall", "reflect": format.choose("remembering", "erinnert sich")
        case "retain": format.choose("taking note", "merkt sich")
        default: nil
        }
    }

    private static func object(_ input: ToolCardInput) -> String? {
        func file(_ path: String?) -> String? {
            path.flatMap { $0.split(separator: "/").last.map(String.init) }.map { CardFormat.cut($0, limit: 48) }
        }
        func line(_ text: String?) -> String? {
            text.map { CardFormat.line($0, limit: 48) }.flatMap { $0.isEmpty ? nil : $0 }
        }
        switch input.name {
        case "read": return file(ReadCard.Target(input).path)
        case "write", "inspect_image": return file(input.text("path") ?? input.text("file_path"))
        case "edit", "apply_patch": return file(EditCard.firstPath(input))
        case "ast_edit": return file(input.scope.first)
        case "bash": return line(input.text("command"))
        case "grep", "search": return line(input.text("pattern"))
        case "ast_grep": return line(input.text("pat") ?? input["pat"]?.strings.first)
        case "glob", "find": return line(input.scope.first)
        case "eval", "js", "python", "notebook": return line(input.text("title"))
        case "ask": return line(AskCard.choices(input).first?.question)
        case "web_search", "recall", "reflect": return line(input.text("query"))
        case "fetch": return line(input.text("url"))
        case "browser", "puppeteer": return line(input.text("url"))
        case "generate_image": return line(input.text("subject") ?? input.text("prompt"))
        case "github": return line(input.text("op"))
        case "lsp", "debug": return line(input.text("action"))
        default: return nil
        }
    }
}
