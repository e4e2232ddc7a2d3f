import CollabWire

/// The questions that are open, and the answers the script has not read yet.
struct AskDesk: Sendable {
    /// A question that guests see.
    struct Open: Sendable {
        /// The script's question, which a multi-select run keeps over its requests.
        let id: Int
        /// The `reqId` on the wire; every toggle takes a new one (protocol §12).
        var reqId: Int
        let step: AskStep
        let title: String
        let prefill: String?
        /// Indices of the options that are marked, in a multi-select run.
        var checked: Set<Int>
        /// Whether a request is out; between two requests of a run it is not.
        var isShown = true

        var request: JSONValue {
            var options = step.options.map { option in
                option.description == nil
                    ? JSONValue.string(option.label)
                    : HostJSON.object([
                        "label": .string(option.label), "description": HostJSON.optional(option.description),
                    ])
            }
            switch step.kind {
            case .editor:
                return HostJSON.object([
                    "kind": .string("editor"), "title": .string(title), "prefill": HostJSON.optional(prefill),
                    "reqId": HostJSON.number(reqId),
                ])
            case .select:
                return HostJSON.object([
                    "kind": .string("select"), "title": .string(title), "options": .array(options),
                    "initialIndex": step.recommended.map(HostJSON.number), "selectionMarker": .string("radio"),
                    "helpText": HostJSON.optional(step.helpText), "reqId": HostJSON.number(reqId),
                ])
            case .multi:
                options.append(.string(step.doneLabel))
                return HostJSON.object([
                    "kind": .string("select"), "title": .string(title), "options": .array(options),
                    "initialIndex": step.recommended.map(HostJSON.number), "selectionMarker": .string("checkbox"),
                    "checkedIndices": .array(checked.sorted().map(HostJSON.number)),
                    "markableCount": HostJSON.number(step.options.count),
                    "helpText": HostJSON.optional(step.helpText), "reqId": HostJSON.number(reqId),
                ])
            }
        }
    }

    /// How a question ended.
    struct Answer: Sendable {
        /// The chosen labels or the text; nil when cancelled.
        var values: [String]?
        var from: String
    }

    private(set) var all: [Open] = []
    var answers: [Int: Answer] = [:]
    private var count = 0
    private var requestCount = 0

    /// Questions whose request is out, oldest first.
    var open: [Open] { all.filter(\.isShown) }

    mutating func add(_ step: AskStep, title: String, prefill: String?) -> Open {
        count += 1
        let ask = Open(
            id: count, reqId: nextRequest(), step: step, title: title, prefill: prefill, checked: Set(step.checked))
        all.append(ask)
        return ask
    }

    private mutating func nextRequest() -> Int {
        requestCount += 1
        return requestCount
    }

    /// The open question of a request.
    func shown(_ reqId: RequestID) -> Open? {
        all.first { $0.isShown && .number($0.reqId) == reqId }
    }

    mutating func toggle(_ option: Int, of id: Int) {
        guard let index = all.firstIndex(where: { $0.id == id }) else { return }
        all[index].checked.formSymmetricDifference([option])
        all[index].isShown = false
    }

    /// The next request of a multi-select run.
    mutating func reopen(_ id: Int) -> Open? {
        guard let index = all.firstIndex(where: { $0.id == id }), !all[index].isShown else { return nil }
        all[index].reqId = nextRequest()
        all[index].isShown = true
        return all[index]
    }

    mutating func remove(_ id: Int) -> Open? {
        guard let index = all.firstIndex(where: { $0.id == id }) else { return nil }
        return all.remove(at: index)
    }
}
