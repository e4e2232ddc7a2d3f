import CollabWire
import Foundation

/// The host's side of a room as a value: frames of guests and the passing of time go in, frames to guests come out.
///
/// It speaks the host side of the protocol fully (§4–§12) and plays a ``HostScript`` meanwhile. It has no clock, no
/// network and no task: whoever holds it says what time it is, in milliseconds on any fixed scale, and calls
/// ``advance(to:)`` when ``nextDeadline`` has come. The same calls give the same frames.
public struct HostEngine: Sendable {
    /// A frame on its way out.
    public struct Frame: Sendable, Hashable {
        /// The guest it is for; 0 is everybody (protocol §3).
        public var peer: UInt32
        /// The frame's JSON text.
        public var json: String
    }

    let script: HostScript
    private let writeToken: WriteToken?
    /// Milliseconds since 1970 at time 0 of the caller's scale.
    private let epoch: Double

    // What the room is.
    var now: Double
    var log = SessionLog()
    var title: String
    var model: ModelSeed
    var thinkingLevel: String?
    var contextTokens: Int
    var isStreaming = false
    var isAborting = false
    var todoPhases: JSONValue?
    var agents: [Agent] = []
    var asks = AskDesk()
    var queue: [QueuedPrompt] = []

    // Who is here.
    var guests: [Guest] = []

    // What is going on.
    var scopes: [Scope] = []
    var live = Live()
    var bindings = Bindings()
    var jobs = JobList()
    var random = Random(seed: 0x5eed)
    var pictures: PictureBook
    /// While the history is made: when the next entry is from, in milliseconds since 1970.
    var historyClock: Double?

    private var outbox: [Frame] = []
    private var entryCount = 0
    private var callCount = 0

    /// A guest that has said `hello`.
    struct Guest: Sendable {
        var peer: UInt32
        var name: String
        var canWrite: Bool
        var tail: TailRequest?
    }

    /// A prompt that waits for the turn to take it up.
    struct QueuedPrompt: Sendable {
        var from: String
        var text: String
        var images: [PromptImage]
    }

    /// Sets up the room and writes its history.
    /// - Parameters:
    ///   - script: What to play.
    ///   - writeToken: What makes a guest writable; nil makes everybody watch only.
    ///   - now: The time on the caller's scale, in milliseconds.
    ///   - date: The same moment on the calendar; entries are dated by it.
    public init(script: HostScript, writeToken: WriteToken?, now: Double, date: Date) {
        self.script = script
        self.writeToken = writeToken
        self.now = now
        epoch = date.timeIntervalSince1970 * 1000 - now
        title = script.room.title
        model = script.room.model
        thinkingLevel = script.room.thinkingLevel
        contextTokens = script.room.contextTokens
        pictures = PictureBook(script.pictures)
        agents = script.agents.map { Agent(seed: $0, at: wallTime) }
        writeHistory()
        contextTokens = script.room.contextTokens
        scopes = [Scope(.timeline, script.timeline.map(Op.step))]
        play()
        outbox = []
    }

    // MARK: Time

    /// When ``advance(to:)`` has something to do next; nil when the room waits for guests.
    public var nextDeadline: Double? {
        let wake: Double? = if !isAborting, case .until(let time)? = scopes.last?.wait { time } else { nil }
        return [jobs.nextDue, wake].compactMap { $0 }.min()
    }

    /// Plays everything that is due until `time`, in order.
    public mutating func advance(to time: Double) -> [Frame] {
        while let due = nextDeadline, due <= time {
            now = max(now, due)
            if let job = jobs.takeDue(at: now) {
                perform(job)
            } else {
                scopes[scopes.count - 1].wait = .none
            }
            play()
        }
        now = max(now, time)
        return takeOutbox()
    }

    /// Moves everything that is due later by as much as the caller was held up, so that an app that comes back after
    /// an hour goes on where it was instead of playing an hour in an instant.
    public mutating func postpone(by delay: Double) {
        jobs.postpone(by: delay)
        for index in scopes.indices {
            if case .until(let time) = scopes[index].wait { scopes[index].wait = .until(time + delay) }
        }
    }

    /// Milliseconds since 1970.
    var wallTime: Double { epoch + now }

    // MARK: Guests

    /// The relay connected a guest. Nothing is sent before its `hello`.
    public mutating func peerJoined(_ peer: UInt32, now time: Double) -> [Frame] {
        // A relay that restarted counts from the beginning again: what an old guest of that number said is void.
        let earlier = advance(to: time)
        guests.removeAll { $0.peer == peer }
        return earlier
    }

    /// The relay lost a guest.
    public mutating func peerLeft(_ peer: UInt32, now time: Double) -> [Frame] {
        outbox = advance(to: time)
        if let index = guests.firstIndex(where: { $0.peer == peer }) {
            let guest = guests.remove(at: index)
            announce("\(guest.name) left")
            scheduleState()
        }
        return takeOutbox()
    }

    /// The host's own connection is new: nobody is in the room, the session goes on.
    public mutating func roomReopened() {
        guests = []
    }

    /// Says good-bye. Nothing more comes out afterwards.
    /// - Parameter reason: What the guests are told.
    public mutating func stop(reason: String) -> [Frame] {
        broadcast(["t": .string("bye"), "reason": .string(reason)])
        scopes = []
        jobs = JobList()
        return takeOutbox()
    }

    /// A frame of a guest.
    /// - Returns: Answers, and whatever was due before.
    public mutating func receive(_ frame: GuestFrame, from peer: UInt32, now time: Double) -> [Frame] {
        outbox = advance(to: time)
        if case .hello(let hello) = frame {
            welcome(hello, from: peer)
        } else if let guest = guests.first(where: { $0.peer == peer }) {
            handle(frame, of: guest)
        } else {
            sendError("Say hello before anything else.", to: peer)
        }
        play()
        return takeOutbox()
    }

    /// A guest's frame could not be read: told to that guest, so that a mistake in a client is found.
    public mutating func receiveUnreadable(from peer: UInt32, now time: Double) -> [Frame] {
        outbox = advance(to: time)
        sendError("The host could not read a frame of yours.", to: peer)
        return takeOutbox()
    }

    private mutating func welcome(_ hello: Hello, from peer: UInt32) {
        guard hello.proto == GuestFrame.proto else {
            sendError(
                "Protocol mismatch: the host speaks version \(GuestFrame.proto), you sent version \(hello.proto).",
                to: peer)
            return
        }
        // 64 UTF-16 units, as the reference counts; half a character at the end becomes U+FFFD.
        let name = hello.name.trimmingCharacters(in: .whitespacesAndNewlines)
        let trimmed = name.utf16.count <= 64 ? name : String(decoding: name.utf16.prefix(64), as: UTF16.self)
        let canWrite =
            if let writeToken, let offered = hello.writeToken { writeToken == offered } else { false }
        let guest = Guest(
            peer: peer, name: trimmed.isEmpty ? "guest-\(peer)" : trimmed, canWrite: canWrite, tail: hello.tail)
        if let index = guests.firstIndex(where: { $0.peer == peer }) {
            guests[index] = guest
        } else {
            guests.append(guest)
        }
        sendSnapshot(to: guest)
        announce(canWrite ? "\(guest.name) joined" : "\(guest.name) joined (view only)")
        scheduleState()
    }

    private mutating func handle(_ frame: GuestFrame, of guest: Guest) {
        switch frame {
        case .hello: return
        case .prompt(let text, let images):
            guard allows("Prompting", guest) else { return }
            receivePrompt(QueuedPrompt(from: guest.name, text: text, images: images), peer: guest.peer)
        case .abort:
            guard allows("Interrupting", guest) else { return }
            beginAbort(by: guest.name)
        case .uiResponse(let reqId, let value):
            guard allows("Answering", guest) else { return }
            receiveAnswer(value, to: reqId, of: guest)
        case .agentCommand(let command, let agentId):
            guard allows("Agent control", guest) else { return }
            receiveCommand(command, agentId: agentId, of: guest)
        case .fetchTranscript(let reqId, let agentId, let fromByte):
            sendTranscript(reqId: reqId, agentId: agentId, fromByte: fromByte, to: guest.peer)
        case .fetchHistory(let reqId, let before, let maxBytes):
            sendHistory(reqId: reqId, before: before, maxUnits: maxBytes, to: guest.peer)
        case .fetchValue(let reqId, let entryId, let path, let hash, let offset):
            sendValue(reqId: reqId, entryId: entryId, path: path, hash: hash, offset: offset, to: guest.peer)
        }
    }

    private mutating func allows(_ what: String, _ guest: Guest) -> Bool {
        if !guest.canWrite { sendError("\(what) is disabled on a view-only link.", to: guest.peer) }
        return guest.canWrite
    }

    // MARK: Going out

    mutating func send(_ members: KeyValuePairs<String, JSONValue?>, to peer: UInt32) {
        send(json: HostJSON.text(HostJSON.object(members)), to: peer)
    }

    /// A frame whose text was put together from parts.
    mutating func send(json: String, to peer: UInt32) {
        guard historyClock == nil else { return }
        outbox.append(Frame(peer: peer, json: json))
    }

    mutating func broadcast(_ members: KeyValuePairs<String, JSONValue?>) { send(members, to: 0) }

    mutating func sendError(_ message: String, to peer: UInt32) {
        send(["t": .string("error"), "message": .string(message)], to: peer)
    }

    /// An `event` frame to everybody.
    mutating func emit(_ type: String, _ members: KeyValuePairs<String, JSONValue?> = [:]) {
        guard case .object(let rest) = HostJSON.object(members) else { return }
        let event = JSONObject([JSONObject.Member(key: "type", value: .string(type))] + rest.members)
        broadcast(["t": .string("event"), "event": .object(event)])
    }

    /// A notice of the room itself.
    mutating func announce(_ message: String) {
        emit("notice", ["level": .string("info"), "message": .string(message), "source": .string("collab")])
    }

    private mutating func takeOutbox() -> [Frame] {
        defer { outbox = [] }
        return outbox
    }

    // MARK: State and roster

    /// How long state and roster wait for more changes before they go out, in milliseconds.
    private static let debounce = 100.0

    mutating func scheduleState() { jobs.schedule(.state, at: now + Self.debounce) }

    mutating func scheduleAgents() { jobs.schedule(.agents, at: now + Self.debounce) }

    mutating func sendState() {
        jobs.cancel(.state)
        broadcast(["t": .string("state"), "state": state])
    }

    mutating func sendAgents() {
        broadcast(["t": .string("agents"), "agents": .array(agents.map(\.json))])
    }

    var state: JSONValue {
        let window = model.contextWindow
        let participants =
            [HostJSON.object(["name": .string(script.room.host), "role": .string("host")])]
            + guests.map { guest in
                HostJSON.object([
                    "name": .string(guest.name), "role": .string("guest"),
                    "readOnly": guest.canWrite ? nil : .bool(true),
                ])
            }
        return HostJSON.object([
            "isStreaming": .bool(isStreaming), "isAborting": .bool(isAborting),
            "queuedMessageCount": HostJSON.number(queue.count), "sessionName": .string(title),
            "cwd": .string(script.room.cwd),
            "model": HostJSON.object([
                "id": .string(model.id), "name": .string(model.name), "provider": .string(model.provider),
                "contextWindow": HostJSON.number(window),
            ]),
            "thinkingLevel": HostJSON.optional(thinkingLevel),
            "contextUsage": HostJSON.object([
                "tokens": HostJSON.number(contextTokens), "contextWindow": HostJSON.number(window),
                "percent": .number((Double(contextTokens) / Double(window) * 1000).rounded() / 10),
            ]),
            "participants": .array(participants),
        ])
    }

    // MARK: Entries

    /// Adds an entry, filling in what every entry has, and tells everybody.
    mutating func enter(_ type: String, _ members: KeyValuePairs<String, JSONValue?>) {
        guard case .object(let rest) = HostJSON.object(members) else { return }
        enter(JSONObject([JSONObject.Member(key: "type", value: .string(type))] + rest.members))
    }

    /// Adds an entry as it stands; what it lacks of `id`, `parentId` and `timestamp` is filled in.
    mutating func enter(_ members: JSONObject) {
        var entry = members
        let id: String
        if case .string(let given)? = entry["id"] {
            id = given
        } else {
            id = nextEntryId()
            entry.members.insert(JSONObject.Member(key: "id", value: .string(id)), at: min(1, entry.members.count))
        }
        if entry["parentId"] == nil {
            let parent = log.lastId.map(JSONValue.string) ?? .null
            entry.members.append(JSONObject.Member(key: "parentId", value: parent))
        }
        if entry["timestamp"] == nil {
            entry.members.append(JSONObject.Member(key: "timestamp", value: .string(Timestamp.text(entryTime))))
        }
        let record = log.append(id: id, .object(entry))
        send(json: #"{"t":"entry","entry":\#(record.text)}"#, to: 0)
        if historyClock != nil {
            historyClock = min(entryTime + Double(random.number(in: 8_000...55_000)), wallTime - 1_000)
        }
    }

    /// The date of what is written now, in milliseconds since 1970.
    var entryTime: Double { historyClock ?? wallTime }

    /// Eight hexadecimal digits, as omp's ids are: the count, scrambled one to one.
    private mutating func nextEntryId() -> String {
        entryCount += 1
        let digits = String(UInt32(truncatingIfNeeded: entryCount) &* 2_654_435_761, radix: 16)
        return String(repeating: "0", count: 8 - digits.count) + digits
    }

    mutating func nextCallId() -> String {
        callCount += 1
        return "call-\(callCount)"
    }
}

/// Dates as the wire spells them.
enum Timestamp {
    /// ISO 8601 with milliseconds, in UTC.
    static func text(_ milliseconds: Double) -> String {
        Date(timeIntervalSince1970: milliseconds / 1000)
            .formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: true))
    }
}

/// A small random source of its own, so that a script plays the same way every time (xorshift).
struct Random: Sendable {
    private var state: UInt64

    init(seed: UInt64) { state = seed | 1 }

    mutating func next() -> UInt64 {
        state ^= state << 13
        state ^= state >> 7
        state ^= state << 17
        return state
    }

    mutating func number(in range: ClosedRange<Int>) -> Int {
        range.lowerBound + Int(next() >> 33) % (range.upperBound - range.lowerBound + 1)
    }
}

/// What happens at a set time beside the script.
struct JobList: Sendable {
    enum Job: Sendable, Hashable {
        case state
        case agents
        case finishAbort
        case reopenAsk(Int)
        case askTimeout(Int)
        case agentReply(agentId: String, String)
        case agentIdle(String)
        case completeLine(agentId: String)
    }

    private var due: [(time: Double, job: Job)] = []

    var nextDue: Double? { due.first?.time }

    /// Schedules a job; one that waits already keeps its earlier time.
    mutating func schedule(_ job: Job, at time: Double) {
        guard !due.contains(where: { $0.job == job }) else { return }
        let index = due.firstIndex { $0.time > time } ?? due.endIndex
        due.insert((time, job), at: index)
    }

    mutating func cancel(_ job: Job) { due.removeAll { $0.job == job } }

    mutating func takeDue(at time: Double) -> Job? {
        guard let first = due.first, first.time <= time else { return nil }
        return due.removeFirst().job
    }

    mutating func postpone(by delay: Double) {
        for index in due.indices { due[index].time += delay }
    }
}
