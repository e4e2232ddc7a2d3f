import CollabReplica
import CollabWire

/// Where the calls and results of each tool call id stand.
///
/// Ids are unique in a well-behaved session; some providers count them per message, so an id can occur again. A result
/// belongs to the latest call before it, else to the first call after it.
struct CallIndex: Sendable {
    /// Positions that hardly ever are more than one.
    enum Positions: Sendable {
        case none
        case one(Int)
        case many([Int])

        var all: [Int] {
            switch self {
            case .none: []
            case .one(let position): [position]
            case .many(let positions): positions
            }
        }

        var isEmpty: Bool {
            if case .none = self { true } else { false }
        }

        mutating func insert(_ position: Int) {
            switch self {
            case .none: self = .one(position)
            case .one(let other) where other == position: break
            case .one(let other): self = .many([min(other, position), max(other, position)])
            case .many(var positions):
                guard !positions.contains(position) else { return }
                positions.append(position)
                self = .many(positions.sorted())
            }
        }

        mutating func remove(_ position: Int) {
            let rest = all.filter { $0 != position }
            self = rest.isEmpty ? .none : rest.count == 1 ? .one(rest[0]) : .many(rest)
        }
    }

    private struct Sites: Sendable {
        var calls = Positions.none
        var results = Positions.none
    }

    private var sites: [String: Sites] = [:]

    /// Takes an entry in.
    /// - Returns: the ids of its calls and result.
    @discardableResult
    mutating func insert(_ entry: Entry, at position: Int) -> [String] {
        let ids = Self.ids(in: entry)
        for id in ids.calls { sites[id, default: Sites()].calls.insert(position) }
        if let id = ids.result { sites[id, default: Sites()].results.insert(position) }
        return ids.calls + (ids.result.map { [$0] } ?? [])
    }

    /// Takes an entry out.
    /// - Returns: the ids of its calls and result.
    @discardableResult
    mutating func remove(_ entry: Entry, at position: Int) -> [String] {
        let ids = Self.ids(in: entry)
        for id in ids.calls { sites[id]?.calls.remove(position) }
        if let id = ids.result { sites[id]?.results.remove(position) }
        return ids.calls + (ids.result.map { [$0] } ?? [])
    }

    /// Positions of the entries that call with this id.
    func calls(_ id: String) -> [Int] { sites[id]?.calls.all ?? [] }

    /// Positions of the results with this id.
    func results(_ id: String) -> [Int] { sites[id]?.results.all ?? [] }

    /// Whether anything calls with this id.
    func hasCall(_ id: String) -> Bool { sites[id].map { !$0.calls.isEmpty } ?? false }

    /// The result that belongs to the call at a position.
    func result(ofCall id: String, at position: Int) -> Int? {
        guard let found = sites[id] else { return nil }
        let results = found.results.all
        let calls = found.calls.all
        guard calls.count > 1 else { return results.last }
        let next = calls.first { $0 > position } ?? Int.max
        let own = results.last { $0 > position && $0 < next }
        if let own { return own }
        return position == calls.first ? results.last { $0 < position } : nil
    }

    private static func ids(in entry: Entry) -> (calls: [String], result: String?) {
        guard case .message(let message) = entry.kind else { return ([], nil) }
        switch message.role {
        case .assistant:
            var calls: [String] = []
            for block in message.content {
                if case .toolCall(let call) = block { calls.append(call.id) }
            }
            return (calls, nil)
        case .toolResult(let info): return ([], info.toolCallId)
        case .user, .developer, .other: return ([], nil)
        }
    }
}
