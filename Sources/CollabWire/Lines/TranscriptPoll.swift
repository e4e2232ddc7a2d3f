/// What to do with a reply to `fetch-transcript` (protocol §9): a pure decision.
public enum TranscriptPoll: Sendable, Hashable {
    /// Show the new records, then ask from `newSize` on (at once while it grows: replies are capped at 4 MiB).
    case advance(newSize: Int, lines: JSONLines, fresh: [JSONText])
    /// The host cannot read on: show why, keep what is there, stop asking.
    case stop(error: String)

    /// Decides.
    ///
    /// Fresh are the objects and arrays of completed lines, without `session` headers.
    /// - Parameters:
    ///   - reply: the host's reply.
    ///   - lines: the reader that has read everything before.
    public static func decide(_ reply: TranscriptReply, after lines: JSONLines) -> TranscriptPoll {
        if let error = reply.error { return .stop(error: error) }
        var lines = lines
        let fresh = lines.read(reply.text).filter { item in
            guard item.isObject else { return item.isArray }
            return item["type"]?.isString("session") != true
        }
        return .advance(newSize: reply.newSize, lines: lines, fresh: fresh)
    }
}
