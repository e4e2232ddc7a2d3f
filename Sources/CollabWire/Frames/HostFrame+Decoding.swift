import Foundation

extension HostFrame {
    /// Reads a frame from the bytes of an opened envelope: one pass to check and index, one to fill the values.
    ///
    /// Unknown frames, events, entries and blocks come out as `unknown` with their text; elements that cannot be read
    /// are isolated where they stand (protocol §5, §12). A frame that is no object is `unknown` without a type.
    /// - Throws: ``FrameError`` when the bytes are no JSON, or a known frame lacks what it is about.
    public static func decode(_ plaintext: Plaintext) throws(FrameError) -> HostFrame {
        let index: JSONIndex
        do throws(JSONError) {
            index = try JSONIndex(plaintext.storage)
        } catch {
            throw .notJSON(error)
        }
        return try index.withRoot(HostFrame.init(node:))
    }

    /// Reads a frame from JSON text; see ``decode(_:)-(Plaintext)``.
    /// - Throws: ``FrameError/malformed(frame:field:)``.
    public static func decode(_ text: JSONText) throws(FrameError) -> HostFrame {
        try text.withNode(HostFrame.init(node:))
    }

    init(node: JSONNode) throws(FrameError) {
        guard let type = node["t"]?.string else {
            self = .unknown(type: nil, node.text)
            return
        }
        func need<Value>(_ field: StaticString, _ value: Value?) throws(FrameError) -> Value {
            guard let value else { throw .malformed(frame: type, field: field.description) }
            return value
        }
        switch type {
        case "welcome": self = .welcome(try Welcome(node: node))
        case "snapshot-chunk":
            let entries = try need("entries", node["entries"].flatMap { $0.isArray ? $0 : nil })
            self = .snapshotChunk(
                SnapshotChunk(entries: entries.map(Entry.init(node:)), isFinal: node["final"]?.isTruthy ?? false))
        case "entry":
            self = .entry(node["entry"].map(Entry.init(node:)) ?? .absent)
        case "event": self = .event(try AgentEvent(node: try need("event", node["event"])))
        case "state": self = .state(try need("state", node["state"].flatMap(SessionState.init(node:))))
        case "agents":
            let agents = try need("agents", node["agents"].flatMap { $0.isArray ? $0 : nil })
            self = .agents(agents.compactMap(AgentInfo.init(node:)))
        case "bus": self = .bus(BusMessage(channel: node["channel"]?.string, data: node["data"]))
        case "ui-request": self = .uiRequest(try need("request", node["request"].flatMap(Ask.init(node:))))
        case "ui-request-end": self = .uiRequestEnd(try need("reqId", node["reqId"].flatMap(RequestID.init(node:))))
        case "transcript":
            let error = node["error"]?.nonEmptyString
            let newSize = node["newSize"]?.int ?? (error == nil ? nil : 0)
            self = .transcript(
                TranscriptReply(
                    reqId: try need("reqId", node["reqId"].flatMap(RequestID.init(node:))),
                    text: node["text"]?.string ?? "", newSize: try need("newSize", newSize), error: error))
        case "history":
            let error = node["error"]?.nonEmptyString
            let entries = node["entries"].flatMap { $0.isArray ? $0.map(Entry.init(node:)) : nil }
            self = .history(
                HistoryPage(
                    reqId: try need("reqId", node["reqId"].flatMap(RequestID.init(node:))),
                    entries: try need("entries", entries ?? (error == nil ? nil : [])),
                    isFinal: node["final"]?.isTruthy ?? false, startId: node["startId"]?.string,
                    hasEarlier: node["hasEarlier"]?.bool, error: error))
        case "value":
            let error = node["error"]?.nonEmptyString
            self = .value(
                ValueSlice(
                    reqId: try need("reqId", node["reqId"].flatMap(RequestID.init(node:))),
                    offset: node["offset"]?.int ?? 0,
                    units: try need("data", node["data"]?.units ?? (error == nil ? nil : [])),
                    total: node["total"]?.int ?? 0, isFinal: node["final"]?.isTruthy ?? false, error: error))
        case "bye": self = .bye(reason: node["reason"]?.string ?? "")
        case "error": self = .error(message: node["message"]?.string ?? "")
        default: self = .unknown(type: type, node.text)
        }
    }
}

extension Welcome {
    init(node: JSONNode) throws(FrameError) {
        guard let state = node["state"].flatMap(SessionState.init(node:)) else {
            throw .malformed(frame: "welcome", field: "state")
        }
        self.init(
            proto: node["proto"]?.int, header: SessionHeader(node: node["header"]), state: state,
            agents: node["agents"]?.compactMap(AgentInfo.init(node:)) ?? [], entryCount: node["entryCount"]?.int,
            readOnly: node["readOnly"]?.bool ?? false,
            todoPhases: node["todoPhases"].flatMap { $0.isNull ? nil : $0.text },
            history: node["history"].flatMap(TailInfo.init(node:)))
    }
}

extension TailInfo {
    /// Nil for another version than 1: then the host is treated as one that sends whole snapshots.
    init?(node: JSONNode) {
        guard node.isObject, node["v"]?.double == 1 else { return nil }
        self.init(startId: node["startId"]?.string, hasEarlier: node["hasEarlier"]?.isTruthy ?? false)
    }
}

extension SessionHeader {
    init(node: JSONNode?) {
        self.init(
            id: node?["id"]?.string, title: node?["title"]?.string, cwd: node?["cwd"]?.string,
            timestamp: node?["timestamp"]?.date, raw: node?.text ?? .null)
    }
}

extension RequestID {
    /// Nil for anything but a string or a whole number.
    init?(node: JSONNode) {
        if let string = node.string {
            self = .string(string)
        } else if let number = node.double, let whole = Int(exactly: number) {
            self = .number(whole)
        } else {
            return nil
        }
    }
}

extension JSONNode {
    var nonEmptyString: String? {
        guard let string, !string.isEmpty else { return nil }
        return string
    }

    /// The text of anything but `null`.
    var textUnlessNull: JSONText? { isNull ? nil : text }

    /// A date: ISO 8601, or milliseconds since 1970.
    var date: Date? {
        if isNumber { return milliseconds }
        guard isString else { return nil }
        let range = textRange
        return ISODate.parse(UnsafeBufferPointer(start: base + range.lowerBound + 1, count: range.count - 2))
    }

    /// A date in milliseconds since 1970.
    var milliseconds: Date? { double.map { Date(timeIntervalSince1970: $0 / 1000) } }
}
