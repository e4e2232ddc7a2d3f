import CollabGuest
import CollabReplica
import CollabWire
import EnclaveModel

/// A session as NDJSON: one object per change, with the protocol's own names and the host's own JSON
/// (`watch --json`; the types are listed in the command's help).
struct ChangeLog {
    private var connection: ConnectionState?
    private var ghost: Ghost?
    private var tools: Set<String> = []
    private var asks: Set<RequestID> = []
    private var lastNotice = 0
    private var outbox: [OutboxItem] = []

    /// The lines for an update.
    mutating func lines(for update: SessionUpdate) -> [String] {
        let (replica, change) = (update.replica, update.change)
        var lines: [JSONLine] = []
        if change.isReset, replica.header != nil {
            var line = JSONLine("welcome")
            line.add("header", replica.header?.raw)
            line.add("state", replica.state?.raw)
            line.add("readOnly", replica.readOnly)
            line.add("entryCount", replica.entries.count)
            lines.append(line)
            lines += replica.entries.indices.map { Self.entry(replica.entries[$0], at: $0) }
        } else {
            if let range = change.prepended {
                lines += range.map { Self.entry(replica.entries[$0], at: $0, "prepended") }
            }
            if let range = change.appended { lines += range.map { Self.entry(replica.entries[$0], at: $0) } }
            lines += change.replaced.sorted().map { Self.entry(replica.entries[$0], at: $0, "replaced") }
        }
        if replica.ghost != ghost, let ghost = replica.ghost {
            var line = JSONLine("message")
            line.add("generation", ghost.generation)
            line.add("done", ghost.isDone)
            line.add("message", ghost.message.raw)
            lines.append(line)
        }
        ghost = replica.ghost
        lines += toolLines(replica.tools)
        if !change.isReset, change.stateChanged, let state = replica.state {
            var line = JSONLine("state")
            line.add("state", state.raw)
            lines.append(line)
        }
        if change.isReset || change.agentsChanged, !replica.agents.isEmpty {
            var line = JSONLine("agents")
            line.add("agents", replica.agents.map(\.raw))
            lines.append(line)
        }
        for progress in replica.progress where change.isReset || change.subagents.contains(progress.id) {
            var line = JSONLine("progress")
            line.add("data", progress.raw)
            lines.append(line)
        }
        lines += askLines(replica.asks)
        for notice in replica.notices where notice.id > lastNotice {
            lastNotice = notice.id
            var line = JSONLine("notice")
            line.add("level", notice.level.word)
            line.add("message", notice.message)
            line.add("source", notice.source)
            lines.append(line)
        }
        if update.outbox != outbox {
            outbox = update.outbox
            var line = JSONLine("outbox")
            line.add("prompts", outbox.map(Self.prompt))
            lines.append(line)
        }
        if update.connection != connection {
            connection = update.connection
            var line = JSONLine("connection")
            line.add("state", update.connection.keyword)
            line.add("words", update.connection.words)
            lines.append(line)
        }
        return lines.map(\.text)
    }

    private static func entry(_ entry: Entry, at position: Int, _ how: String? = nil) -> JSONLine {
        var line = JSONLine("entry")
        line.add("position", position)
        line.add("how", how)
        line.add("entry", entry.raw)
        return line
    }

    private static func prompt(_ item: OutboxItem) -> JSONLine {
        var line = JSONLine()
        line.add("id", item.id.uuidString.lowercased())
        line.add("text", item.text)
        switch item.state {
        case .notSent: line.add("state", "notSent")
        case .sending: line.add("state", "sending")
        case .sent: line.add("state", "sent")
        case .refused(let words):
            line.add("state", "refused")
            line.add("reason", words)
        }
        return line
    }

    private mutating func toolLines(_ running: [ActiveTool]) -> [JSONLine] {
        var lines: [JSONLine] = []
        for tool in running where !tools.contains(tool.id) {
            var line = JSONLine("tool")
            line.add("toolCallId", tool.id)
            line.add("state", "running")
            line.add("toolName", tool.execution.toolName)
            line.add("args", tool.execution.args)
            lines.append(line)
        }
        let now = Set(running.map(\.id))
        for id in tools.subtracting(now).sorted() {
            var line = JSONLine("tool")
            line.add("toolCallId", id)
            line.add("state", "ended")
            lines.append(line)
        }
        tools = now
        return lines
    }

    private mutating func askLines(_ open: [Ask]) -> [JSONLine] {
        var lines: [JSONLine] = []
        let now = Set(open.map(\.id))
        for ended in asks.subtracting(now) {
            var line = JSONLine("ask-end")
            line.add("reqId", ended)
            lines.append(line)
        }
        for ask in open where !asks.contains(ask.id) {
            var line = JSONLine("ask")
            line.add("request", ask.raw)
            lines.append(line)
        }
        asks = now
        return lines
    }
}

extension NoticeLevel {
    /// The level as the protocol writes it.
    var word: String {
        switch self {
        case .info: "info"
        case .warning: "warning"
        case .error: "error"
        case .other(let word): word
        }
    }
}

extension ConnectionState {
    /// The state as one word, for scripts.
    var keyword: String {
        switch self {
        case .idle: "idle"
        case .connecting: "connecting"
        case .waiting: "waiting"
        case .loading: "loading"
        case .live: "live"
        case .reconnecting: "reconnecting"
        case .ended: "ended"
        }
    }
}
