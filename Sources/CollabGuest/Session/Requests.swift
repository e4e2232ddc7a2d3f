import CollabWire

/// The questions of this guest that wait for a reply: transcripts, a page of history, elided values (protocol §5, §11).
///
/// A pure value: calls in, frames and outcomes out. A call may take several requests on the wire (a value is fetched
/// slice by slice, each under its own id); replies to ids that nobody waits for are ignored.
struct Requests: Sendable {
    /// What a call brought.
    enum Reply: Sendable, Hashable {
        case transcript(TranscriptPart)
        case history(entries: [Entry], startId: String?, hasEarlier: Bool)
        /// The JSON text of an elided value, in UTF-16 units.
        case value([UInt16])
    }

    /// What to do after an event.
    enum Action: Sendable, Hashable {
        case send(GuestFrame)
        case finish(Call, Result<Reply, RequestError>)
    }

    /// Names a call of ours; never on the wire.
    typealias Call = Int

    /// Bounds and times.
    enum Limit {
        /// Milliseconds without a frame of the reply.
        static let expiry: Double = 10_000
        /// UTF-16 units of one value: beyond any message a host may send.
        static let value = 64 << 20
        /// Entries of one page of history.
        static let page = 200_000
    }

    private struct Pending: Sendable {
        var call: Call
        var deadline: Double
        var kind: Kind
    }

    private enum Kind: Sendable {
        case transcript
        case history(before: String, entries: [Entry])
        case value(entryId: String, path: [PathStep], hash: String, units: [UInt16])
    }

    /// By the id on the wire.
    private var pending: [Int: Pending] = [:]
    private var lastId = 0
    private var lastCall = 0

    /// A page of history is on its way.
    var isLoadingHistory: Bool { historyCall != nil }

    /// The call that loads history.
    var historyCall: Call? {
        pending.values.first { if case .history = $0.kind { true } else { false } }?.call
    }

    /// When ``tick(at:)`` is due.
    var deadline: Double? { pending.values.map(\.deadline).min() }

    /// How many requests wait.
    var count: Int { pending.count }

    // MARK: Asking

    mutating func transcript(agentId: String, fromByte: Int, at now: Double) -> (Call, GuestFrame) {
        let (id, call) = add(.transcript, call: nil, at: now)
        return (call, .fetchTranscript(reqId: id, agentId: agentId, fromByte: fromByte))
    }

    mutating func history(before: String, maxBytes: Int?, at now: Double) -> (Call, GuestFrame) {
        let (id, call) = add(.history(before: before, entries: []), call: nil, at: now)
        return (call, .fetchHistory(reqId: id, before: before, maxBytes: maxBytes))
    }

    mutating func value(of entryId: String, path: [PathStep], hash: String, at now: Double) -> (Call, GuestFrame) {
        let kind = Kind.value(entryId: entryId, path: path, hash: hash, units: [])
        let (id, call) = add(kind, call: nil, at: now)
        return (call, .fetchValue(reqId: id, entryId: entryId, path: path, hash: hash, offset: 0))
    }

    private mutating func add(_ kind: Kind, call: Call?, at now: Double) -> (Int, Call) {
        lastId += 1
        if call == nil { lastCall += 1 }
        let call = call ?? lastCall
        pending[lastId] = Pending(call: call, deadline: now + Limit.expiry, kind: kind)
        return (lastId, call)
    }

    // MARK: Replies

    mutating func receive(_ reply: TranscriptReply) -> [Action] {
        guard let (id, request) = find(reply.reqId), case .transcript = request.kind else { return [] }
        pending[id] = nil
        if let error = reply.error { return [.finish(request.call, .failure(.host(error)))] }
        return [.finish(request.call, .success(.transcript(TranscriptPart(text: reply.text, newSize: reply.newSize))))]
    }

    mutating func receive(_ page: HistoryPage, at now: Double) -> [Action] {
        guard let (id, request) = find(page.reqId), case .history(let before, var entries) = request.kind else {
            return []
        }
        if let error = page.error { return finish(id, .failure(Self.error(error))) }
        guard entries.count + page.entries.count <= Limit.page else { return finish(id, .failure(.malformedReply)) }
        entries += page.entries
        guard page.isFinal else {
            pending[id]?.kind = .history(before: before, entries: entries)
            pending[id]?.deadline = now + Limit.expiry
            return []
        }
        return finish(
            id, .success(.history(entries: entries, startId: page.startId, hasEarlier: page.hasEarlier ?? false)))
    }

    mutating func receive(_ slice: ValueSlice, at now: Double) -> [Action] {
        guard let (id, request) = find(slice.reqId),
            case .value(let entryId, let path, let hash, var units) = request.kind
        else { return [] }
        if let error = slice.error { return finish(id, .failure(Self.error(error))) }
        let received = units.count + slice.units.count
        guard slice.offset == units.count, slice.total <= Limit.value, received <= slice.total,
            slice.isFinal ? received == slice.total : !slice.units.isEmpty
        else { return finish(id, .failure(.malformedReply)) }
        units += slice.units
        if slice.isFinal { return finish(id, .success(.value(units))) }
        pending[id] = nil
        let rest = Kind.value(entryId: entryId, path: path, hash: hash, units: units)
        let (next, _) = add(rest, call: request.call, at: now)
        return [.send(.fetchValue(reqId: next, entryId: entryId, path: path, hash: hash, offset: received))]
    }

    private func find(_ id: RequestID) -> (Int, Pending)? {
        guard case .number(let number) = id, let request = pending[number] else { return nil }
        return (number, request)
    }

    private mutating func finish(_ id: Int, _ result: Result<Reply, RequestError>) -> [Action] {
        guard let request = pending.removeValue(forKey: id) else { return [] }
        return [.finish(request.call, result)]
    }

    /// `"stale"` is a code; everything else is the host's words.
    private static func error(_ code: String) -> RequestError { code == "stale" ? .stale : .host(code) }

    // MARK: Ends

    /// Expires what waited too long.
    mutating func tick(at now: Double) -> [Action] {
        end(.timedOut) { $0.deadline <= now }
    }

    /// A new welcome: a page that was asked for before it belongs to another tail.
    mutating func dropHistory() -> [Action] {
        end(.connectionLost) { if case .history = $0.kind { true } else { false } }
    }

    /// The connection is gone.
    mutating func failAll(_ error: RequestError) -> [Action] {
        end(error) { _ in true }
    }

    /// The caller gave up; a late reply is ignored.
    mutating func cancel(_ call: Call) -> [Action] {
        end(.cancelled) { $0.call == call }
    }

    private mutating func end(_ error: RequestError, where isMeant: (Pending) -> Bool) -> [Action] {
        pending.filter { isMeant($0.value) }.sorted { $0.key < $1.key }.flatMap { finish($0.key, .failure(error)) }
    }
}
