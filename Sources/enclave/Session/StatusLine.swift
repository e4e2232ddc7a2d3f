import CollabGuest
import CollabReplica
import CollabWire
import EnclaveModel
import Transcript

/// The line at the bottom of a followed session: connection, what the agent does, what waits.
enum StatusLine {
    /// The line, without styling, cut to the width.
    static func text(for update: SessionUpdate, width: Int) -> String {
        let replica = update.replica
        guard update.connection == .live else { return cut(update.connection.words, width) }
        var parts: [String] = []
        switch replica.recovery {
        case .retry(let attempt, let most, _, _):
            parts.append("retrying (\(SessionFormat.short(attempt))/\(SessionFormat.short(most)))")
        case .compaction: parts.append("compacting")
        case nil:
            if let tool = replica.tools.last {
                parts.append(tool.execution.intent ?? tool.execution.toolName)
            } else {
                parts.append(replica.state?.isAborting == true ? "stopping" : replica.isWorking ? "working" : "idle")
            }
        }
        if let queued = replica.state?.queuedMessageCount, queued > 0 {
            parts.append("queued ×\(SessionFormat.short(queued))")
        }
        let waiting = update.outbox.count { $0.state == .notSent || $0.state == .sending }
        if waiting > 0 { parts.append("not sent ×\(waiting)") }
        let running = replica.agents.subagents.count { $0.status == .running }
        if running > 0 { parts.append("\(running) agent\(running == 1 ? "" : "s")") }
        if let percent = replica.state?.contextUsage?.percent { parts.append("context \(Int(percent.rounded())) %") }
        if let model = replica.state?.model { parts.append(model.name ?? model.id) }
        return cut(parts.map(\.printable).joined(separator: " · "), width)
    }

    private static func cut(_ text: String, _ width: Int) -> String {
        text.count < width ? text : String(text.prefix(max(0, width - 2))) + "…"
    }
}
