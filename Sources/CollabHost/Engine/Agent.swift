import CollabWire

/// An agent of the roster, with its transcript.
struct Agent: Sendable {
    let id: String
    var displayName: String
    let kind: AgentSeed.Kind
    var parentId: String?
    var status: AgentSeed.Status
    let createdAt: Double
    var lastActivity: Double
    var transcript: TranscriptFile
    var replies: [Template]
    var isReadOnly: Bool
    /// Replies given so far.
    var replyCount = 0

    /// Whether a transcript can be read: the main agent's is the session itself, which guests have.
    var hasSessionFile: Bool { kind == .sub }

    init(seed: AgentSeed, at time: Double) {
        id = seed.id
        displayName = seed.displayName
        kind = seed.kind
        parentId = seed.parentId
        status = seed.status
        createdAt = time
        lastActivity = time
        replies = seed.replies
        isReadOnly = seed.isReadOnly
        transcript = TranscriptFile(agentId: seed.id, at: time)
        for line in seed.transcript {
            switch line {
            case .user(let text): transcript.addUser(text, at: time)
            case .assistant(let text): transcript.addAssistant(text, at: time)
            case .tool(let tool): transcript.addTool(tool, at: time)
            }
        }
        transcript.completeLine()
    }

    var json: JSONValue {
        HostJSON.object([
            "id": .string(id), "displayName": .string(displayName), "kind": .string(kind.rawValue),
            "parentId": HostJSON.optional(parentId), "status": .string(status.rawValue),
            "hasSessionFile": .bool(hasSessionFile), "createdAt": .number(createdAt.rounded()),
            "lastActivity": .number(lastActivity.rounded()),
        ])
    }
}

/// A subagent's transcript as the file it is: JSONL that grows, also in the middle of a line (protocol §9).
struct TranscriptFile: Sendable {
    /// One reply holds at most this many bytes: 4 MiB.
    static let maximumReply = 4 << 20
    /// A transcript is not allowed to grow beyond this: chats are refused then.
    static let maximumSize = 16 << 20

    private(set) var bytes: [UInt8] = []
    /// The second half of the newest line, which has not been written yet.
    private var pending: [UInt8] = []
    private var entryCount = 0
    private let agentId: String

    init(agentId: String, at time: Double) {
        self.agentId = agentId
        add(
            HostJSON.object([
                "type": .string("session"), "version": HostJSON.number(3), "id": .string("session-\(agentId)"),
                "timestamp": .string(Timestamp.text(time)),
            ]))
        completeLine()
    }

    var hasUnfinishedLine: Bool { !pending.isEmpty }

    mutating func addUser(_ text: String, at time: Double) {
        addMessage(
            [
                "role": .string("user"), "content": .string(text), "timestamp": .number(time.rounded()),
            ], at: time)
    }

    mutating func addAssistant(_ text: String, at time: Double) {
        addAssistant([HostJSON.object(["type": .string("text"), "text": .string(text)])], stop: "stop", at: time)
    }

    /// A call and its result: two entries.
    mutating func addTool(_ tool: SubagentStep.Tool, at time: Double) {
        let callId = "\(agentId)-call-\(entryCount + 1)"
        addAssistant(
            [
                HostJSON.object([
                    "type": .string("toolCall"), "id": .string(callId), "name": .string(tool.name),
                    "arguments": tool.args.filled(Bindings()), "intent": .string(tool.intent),
                ])
            ], stop: "toolUse", at: time)
        addMessage(
            [
                "role": .string("toolResult"), "toolCallId": .string(callId), "toolName": .string(tool.name),
                "content": .array([HostJSON.object(["type": .string("text"), "text": .string(tool.output)])]),
                "isError": .bool(false), "timestamp": .number(time.rounded()),
            ], at: time)
    }

    private mutating func addAssistant(_ content: [JSONValue], stop: String, at time: Double) {
        addMessage(
            [
                "role": .string("assistant"), "content": .array(content), "stopReason": .string(stop),
                "timestamp": .number(time.rounded()),
            ], at: time)
    }

    private mutating func addMessage(_ message: KeyValuePairs<String, JSONValue?>, at time: Double) {
        let parent = entryCount == 0 ? JSONValue.null : .string("\(agentId)-\(entryCount)")
        entryCount += 1
        add(
            HostJSON.object([
                "type": .string("message"), "id": .string("\(agentId)-\(entryCount)"), "parentId": parent,
                "timestamp": .string(Timestamp.text(time)), "message": HostJSON.object(message),
            ]))
    }

    /// Appends a line in two parts, as a file is seen to grow by those who read it meanwhile.
    private mutating func add(_ line: JSONValue) {
        completeLine()
        let text = Array((HostJSON.text(line) + "\n").utf8)
        let middle = Self.characterBoundary(in: text, at: text.count / 2)
        bytes += text[..<middle]
        pending = Array(text[middle...])
    }

    mutating func completeLine() {
        bytes += pending
        pending = []
    }

    /// What the file holds from a byte on, at most ``maximumReply`` bytes of it.
    func read(from offset: Int) -> (text: String, newSize: Int) {
        guard offset >= 0, offset < bytes.count else { return ("", bytes.count) }
        let end = min(bytes.count, offset + Self.maximumReply)
        let cut = end == bytes.count ? end : Self.characterBoundary(in: bytes, at: end)
        return (String(decoding: bytes[offset..<cut], as: UTF8.self), cut)
    }

    /// The last position at or before `index` where a character begins.
    private static func characterBoundary(in bytes: [UInt8], at index: Int) -> Int {
        var index = index
        while index > 0, index < bytes.count, bytes[index] & 0xC0 == 0x80 { index -= 1 }
        return index
    }
}
