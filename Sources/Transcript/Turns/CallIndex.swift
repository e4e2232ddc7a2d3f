import CollabReplica
import CollabWire

/// Where the calls and results of each tool call id stand.
///
/// Ids are unique in a well-behaved session; some providers count them per message, so an id can occur again. A result
/// belongs to the latest call before it, else to the first call after it.
struct CallIndex: Sendable {
    /// Where an id is called and answered, once each as nearly always; of several the first.
    private struct Sites: Sendable {
        /// No position.
        static let none = Int32.min

        var call = none
        var result = none
    }

    /// Positions of several calls or results with one id, ascending.
    private struct Crowd: Sendable {
        var calls: [Int] = []
        var results: [Int] = []
    }

    private var sites: [String: Sites] = [:]
    private var crowds: [String: Crowd] = [:]

    /// Takes an entry in.
    /// - Returns: the ids of its calls and result.
    @discardableResult
    mutating func insert(_ entry: Entry, at position: Int) -> [String] {
        let ids = Self.ids(in: entry)
        for id in ids.calls { setCalls(id, Self.inserting(position, calls(id))) }
        if let id = ids.result { setResults(id, Self.inserting(position, results(id))) }
        return ids.calls + (ids.result.map { [$0] } ?? [])
    }

    /// Takes an entry out.
    /// - Returns: the ids of its calls and result.
    @discardableResult
    mutating func remove(_ entry: Entry, at position: Int) -> [String] {
        let ids = Self.ids(in: entry)
        for id in ids.calls { setCalls(id, calls(id).filter { $0 != position }) }
        if let id = ids.result { setResults(id, results(id).filter { $0 != position }) }
        return ids.calls + (ids.result.map { [$0] } ?? [])
    }

    /// Positions of the entries that call with this id, ascending.
    func calls(_ id: String) -> [Int] {
        guard let site = sites[id], site.call != Sites.none else { return [] }
        if let crowd = crowds[id], !crowd.calls.isEmpty { return crowd.calls }
        return [Int(site.call)]
    }

    /// Positions of the results with this id, ascending.
    func results(_ id: String) -> [Int] {
        guard let site = sites[id], site.result != Sites.none else { return [] }
        if let crowd = crowds[id], !crowd.results.isEmpty { return crowd.results }
        return [Int(site.result)]
    }

    /// Whether anything calls with this id.
    func hasCall(_ id: String) -> Bool { sites[id].map { $0.call != Sites.none } ?? false }

    /// The result that belongs to the call at a position.
    func result(ofCall id: String, at position: Int) -> Int? {
        if crowds[id] == nil { return sites[id].flatMap { $0.result == Sites.none ? nil : Int($0.result) } }
        let results = results(id)
        let calls = calls(id)
        guard calls.count > 1 else { return results.last }
        let next = calls.first { $0 > position } ?? Int.max
        let own = results.last { $0 > position && $0 < next }
        if let own { return own }
        return position == calls.first ? results.last { $0 < position } : nil
    }

    private mutating func setCalls(_ id: String, _ positions: [Int]) {
        sites[id, default: Sites()].call = Self.only(positions)
        if positions.count > 1 || crowds[id] != nil {
            crowds[id, default: Crowd()].calls = positions.count > 1 ? positions : []
        }
    }

    private mutating func setResults(_ id: String, _ positions: [Int]) {
        sites[id, default: Sites()].result = Self.only(positions)
        if positions.count > 1 || crowds[id] != nil {
            crowds[id, default: Crowd()].results = positions.count > 1 ? positions : []
        }
    }

    private static func only(_ positions: [Int]) -> Int32 {
        positions.first.flatMap { Int32(exactly: $0) } ?? Sites.none
    }

    private static func inserting(_ position: Int, _ positions: [Int]) -> [Int] {
        guard !positions.isEmpty else { return [position] }
        guard !positions.contains(position) else { return positions }
        return (positions + [position]).sorted()
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
