import Foundation

/// A frame from the host to a guest (protocol §5).
public enum HostFrame: Sendable, Hashable {
    /// Resets the replica; the first answer to `hello`.
    case welcome(Welcome)
    /// A part of the snapshot that follows a welcome with entries.
    case snapshotChunk(SnapshotChunk)
    /// One durable entry, appended or (same id) replaced.
    case entry(Entry)
    /// A live agent event (§7).
    case event(AgentEvent)
    /// The authoritative session state (§8).
    case state(SessionState)
    /// The whole roster of agents (§9).
    case agents([AgentInfo])
    /// Subagent progress or lifecycle (§9).
    case bus(BusMessage)
    /// A question for writable guests (§10).
    case uiRequest(Ask)
    /// The question with this id is settled: dismiss it.
    case uiRequestEnd(RequestID)
    /// Reply to `fetch-transcript`.
    case transcript(TranscriptReply)
    /// Part of a reply to `fetch-history` (tail).
    case history(HistoryPage)
    /// Part of a reply to `fetch-value` (tail).
    case value(ValueSlice)
    /// The session ended for good; the reason in the host's words.
    case bye(reason: String)
    /// Before the first welcome final, afterwards a notice; the host's words.
    case error(message: String)
    /// A frame of a newer host: nothing to do.
    case unknown(type: String?, JSONText)
}

/// An id that a host or guest gave to a request; compared and sent back exactly as it was written on the wire.
///
/// The reference uses whole numbers; a host may use strings as well.
public enum RequestID: Sendable, Hashable {
    case number(Int)
    case string(String)
}

/// `welcome`: what the room is, before its entries (§5).
public struct Welcome: Sendable, Hashable {
    /// The protocol number the host claims; a guest takes a newer one as it can.
    public var proto: Int?
    /// The session file's header.
    public var header: SessionHeader
    /// The session's state.
    public var state: SessionState
    /// The roster.
    public var agents: [AgentInfo]
    /// Entries to expect in chunks; nil when the host sent no usable number, 0 means live at once.
    public var entryCount: Int?
    /// Only exactly `true` on the wire makes a guest read-only.
    public var readOnly: Bool
    /// The todo board, when the host sends it with the welcome.
    public var todoPhases: JSONText?
    /// Present when the host answered the tail request (§5 tail, §11).
    public var history: TailInfo?

    /// A welcome from its parts.
    public init(
        proto: Int?, header: SessionHeader, state: SessionState, agents: [AgentInfo], entryCount: Int?, readOnly: Bool,
        todoPhases: JSONText? = nil, history: TailInfo? = nil
    ) {
        self.proto = proto
        self.header = header
        self.state = state
        self.agents = agents
        self.entryCount = entryCount
        self.readOnly = readOnly
        self.todoPhases = todoPhases
        self.history = history
    }
}

/// `welcome.history`: where the tail begins and whether more lies before it.
public struct TailInfo: Sendable, Hashable {
    /// Id of the first entry of the tail; nil for an empty session.
    public var startId: String?
    /// More entries lie before the tail.
    public var hasEarlier: Bool

    /// A tail from its parts.
    public init(startId: String?, hasEarlier: Bool) {
        self.startId = startId
        self.hasEarlier = hasEarlier
    }
}

/// `welcome.header`: the session file's own header.
public struct SessionHeader: Sendable, Hashable {
    /// The session's id.
    public var id: String?
    /// The session's title.
    public var title: String?
    /// The host's working directory.
    public var cwd: String?
    /// When the session began.
    public var timestamp: Date?
    /// The header as sent.
    public var raw: JSONText

    /// A header from its parts.
    public init(id: String?, title: String?, cwd: String?, timestamp: Date?, raw: JSONText) {
        self.id = id
        self.title = title
        self.cwd = cwd
        self.timestamp = timestamp
        self.raw = raw
    }
}

/// `snapshot-chunk`: entries of the snapshot, in order.
public struct SnapshotChunk: Sendable, Hashable {
    /// In order; elements that are no entries keep their place.
    public var entries: [Entry]
    /// True on the last chunk: the guest is live.
    public var isFinal: Bool

    /// A chunk from its parts.
    public init(entries: [Entry], isFinal: Bool) {
        self.entries = entries
        self.isFinal = isFinal
    }
}

/// `transcript`: a byte range of a subagent's JSONL file (§9).
public struct TranscriptReply: Sendable, Hashable {
    /// The request this answers.
    public var reqId: RequestID
    /// JSONL; may begin and end in the middle of a line.
    public var text: String
    /// The next byte to ask from.
    public var newSize: Int
    /// Final for this transcript: show it, stop polling.
    public var error: String?

    /// A reply from its parts.
    public init(reqId: RequestID, text: String, newSize: Int, error: String?) {
        self.reqId = reqId
        self.text = text
        self.newSize = newSize
        self.error = error
    }
}

/// `history`: entries before the oldest one held, to be prepended in one step on the final part (tail).
public struct HistoryPage: Sendable, Hashable {
    /// The request this answers.
    public var reqId: RequestID
    /// In order.
    public var entries: [Entry]
    /// The last part of this page.
    public var isFinal: Bool
    /// On the last part: the first entry now known.
    public var startId: String?
    /// On the last part: more entries lie before.
    public var hasEarlier: Bool?
    /// `"stale"` or a message.
    public var error: String?

    /// A part from its fields.
    public init(
        reqId: RequestID, entries: [Entry], isFinal: Bool, startId: String?, hasEarlier: Bool?, error: String?
    ) {
        self.reqId = reqId
        self.entries = entries
        self.isFinal = isFinal
        self.startId = startId
        self.hasEarlier = hasEarlier
        self.error = error
    }
}

/// `value`: a slice of the JSON text of an elided value; offsets count UTF-16 units (tail, §11).
public struct ValueSlice: Sendable, Hashable {
    /// The request this answers.
    public var reqId: RequestID
    /// Where the slice begins, in UTF-16 units of the value's JSON text.
    public var offset: Int
    /// The slice as UTF-16 units. A host cuts without regard to surrogate pairs, so a slice may begin or end with half
    /// of one; put the units together before making text of them (``JSONText/init(validating:)-([UInt16])``).
    public var units: [UInt16]
    /// UTF-16 units of the whole text.
    public var total: Int
    /// The last slice.
    public var isFinal: Bool
    /// `"stale"` (the entry changed) or a message.
    public var error: String?

    /// The slice as a string; half a pair at an end is U+FFFD.
    public var data: String { String(decoding: units, as: UTF16.self) }

    /// A slice from its parts.
    public init(reqId: RequestID, offset: Int, units: [UInt16], total: Int, isFinal: Bool, error: String?) {
        self.reqId = reqId
        self.offset = offset
        self.units = units
        self.total = total
        self.isFinal = isFinal
        self.error = error
    }

    /// A slice from its parts.
    public init(reqId: RequestID, offset: Int, data: String, total: Int, isFinal: Bool, error: String?) {
        self.init(
            reqId: reqId, offset: offset, units: Array(data.utf16), total: total, isFinal: isFinal, error: error)
    }
}
