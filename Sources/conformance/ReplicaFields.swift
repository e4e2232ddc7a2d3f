import CollabReplica
import CollabWire
import Crypto

/// What a guest knows, field by field as canonical JSON, in the shape of the recorded snapshots.
struct ReplicaFields {
    /// `phase`, as the reference names it.
    var phase: String
    /// `endedReason`.
    var endedReason: String?
    var state: ReplicaState

    /// The text of a field; nil for one that this shape does not have.
    subscript(field: String) -> String? {
        switch field {
        case "phase": Self.text(phase)
        case "endedReason": endedReason.map(Self.text) ?? "null"
        case "entries": "[" + state.entries.map(\.raw.canonical).joined(separator: ",") + "]"
        case "entriesSha256": Self.text(Self.sha256(state.entries.map(\.raw.canonical)))
        case "entryCount": String(state.entries.count)
        case "entryIds": Self.list(state.entries.map { $0.id.map(Self.text) ?? "null" })
        case "header": state.header?.raw.canonical ?? "null"
        case "state": state.state?.raw.canonical ?? "null"
        case "readOnly": String(state.readOnly)
        case "working": String(state.isWorking)
        case "stream": state.ghost?.message.raw.canonical ?? "null"
        case "streamDone": String(state.ghost?.isDone ?? false)
        case "activeTools": Self.list(state.tools.map(Self.tool))
        case "agents": Self.list(state.agents.map(\.raw.canonical))
        case "progress": Self.map(state.progress.map { ($0.id, $0.raw.canonical) })
        case "progressKeys": Self.list(state.progress.map { Self.text($0.id) })
        case "lifecycle": Self.map(state.lifecycle.map { ($0.id, $0.raw.canonical) })
        case "lifecycleKeys": Self.list(state.lifecycle.map { Self.text($0.id) })
        case "uiRequest": state.asks.first?.raw.canonical ?? "null"
        case "notices": Self.list(state.notices.map(Self.notice))
        case "loading": state.loading.map(Self.loading) ?? "null"
        case "history": state.history.map(Self.history) ?? "null"
        default: nil
        }
    }

    static func text(_ string: String) -> String { JSONText(.string(string)).canonical }

    static func list(_ items: [String]) -> String { "[" + items.joined(separator: ",") + "]" }

    static func sha256(_ entries: [String]) -> String {
        // The library fails only when memory is gone; an empty digest then differs from every recorded one.
        ((try? Digests.sha256(Array(list(entries).utf8))) ?? []).hex
    }

    private static func map(_ members: [(String, String)]) -> String {
        let sorted = members.sorted { Array($0.0.utf16).lexicographicallyPrecedes(Array($1.0.utf16)) }
        return "{" + sorted.map { "\(text($0.0)):\($0.1)" }.joined(separator: ",") + "}"
    }

    private static func tool(_ tool: ActiveTool) -> String {
        var members: [(String, String)] = [
            ("toolCallId", text(tool.id)), ("toolName", text(tool.execution.toolName)),
        ]
        if let args = tool.execution.args { members.append(("args", args.canonical)) }
        if let intent = tool.execution.intent { members.append(("intent", text(intent))) }
        if let partial = tool.partialResult { members.append(("partialResult", partial.raw.canonical)) }
        return map(members)
    }

    private static func notice(_ notice: Notice) -> String {
        // The recorded snapshots leave the source out.
        map([
            ("id", String(notice.id)), ("level", text(levelName(notice.level))), ("message", text(notice.message)),
        ])
    }

    private static func levelName(_ level: NoticeLevel) -> String {
        switch level {
        case .info: "info"
        case .warning: "warning"
        case .error: "error"
        case .other(let name): name
        }
    }

    private static func loading(_ progress: LoadingProgress) -> String {
        map([("received", String(progress.received)), ("total", progress.expected.map { String($0) } ?? "null")])
    }

    private static func history(_ history: HistoryState) -> String {
        map([
            ("error", history.error.map(text) ?? "null"), ("hasEarlier", String(history.hasEarlier)),
            ("loading", String(history.isLoading)), ("startId", history.startId.map(text) ?? "null"),
        ])
    }
}
