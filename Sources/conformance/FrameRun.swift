import CollabReplica
import CollabWire

/// Applies host frames to a replica the way a session does, without a connection, and keeps beside it the list that
/// the reference would hold, so that an intended difference can be told from an accident.
struct FrameRun {
    private(set) var replica = Replica()
    private(set) var phase = "connecting"
    private(set) var endedReason: String?
    /// The reference's own list, by its own rules.
    private(set) var reference = ReferenceList()
    /// The list Enclave means to hold: unique ids, unreadable entries kept, live entries behind the snapshot.
    private(set) var intended = IntendedList()
    /// The newest welcome could not be applied: the reference applies a part of it and then waits for a snapshot.
    private(set) var sawBrokenWelcome = false
    /// Questions that came more than once, by their id's text.
    private(set) var repeatedQuestions: Set<String> = []
    private var questions: Set<String> = []
    private var frameCount = 0.0

    /// What a recorded snapshot would show now.
    var fields: ReplicaFields { ReplicaFields(phase: phase, endedReason: endedReason, state: replica.state) }

    mutating func apply(_ frame: JSONText) {
        frameCount += 1
        guard phase != "ended" else { return }
        let ghostIsDone = replica.state.ghost?.isDone == true
        let isWelcomed = replica.state.header != nil
        do throws(FrameError) {
            let decoded = try HostFrame.decode(frame)
            reference.apply(frame, ghostIsDone: ghostIsDone, isReadable: true)
            intended.apply(decoded)
            if case .welcome = decoded {
                sawBrokenWelcome = false
                questions = []
            }
            if case .uiRequest(let ask) = decoded, let id = ask.raw["reqId"]?.canonical,
                !questions.insert(id).inserted
            {
                repeatedQuestions.insert(id)
            }
            take(replica.apply(decoded, at: frameCount).signal)
        } catch {
            let type = frame["t"]?.stringValue ?? "?"
            reference.apply(frame, ghostIsDone: ghostIsDone, isReadable: false)
            if type == "welcome", !isWelcomed {
                sawBrokenWelcome = true
                phase = "ended"
                endedReason = "failed to apply session snapshot: \(error)"
            } else {
                if type == "welcome" { sawBrokenWelcome = true }
                _ = replica.note(level: .error, "failed to apply \(type) frame", source: nil, at: frameCount)
            }
        }
    }

    private mutating func take(_ signal: Replica.Signal?) {
        switch signal {
        case .live: phase = "live"
        case .bye(let reason), .refused(let reason):
            phase = "ended"
            endedReason = reason
        case .loading, .complaint, .reply, nil: break
        }
    }

    /// Ends the shown question, and gives the next one's request.
    mutating func endShownAsk() -> JSONText? {
        if let shown = replica.state.asks.first { _ = replica.dismissAsk(shown.id) }
        return replica.state.asks.first?.raw
    }
}

/// The list of entries by the newer reference's rules: everything is appended, a snapshot replaces in one step.
struct ReferenceList {
    private(set) var entries: [String] = []
    private var staged: [String]?
    private var expected: Double?

    mutating func apply(_ frame: JSONText, ghostIsDone: Bool, isReadable: Bool) {
        switch frame["t"]?.stringValue {
        case "welcome":
            guard isReadable || !entries.isEmpty || staged != nil else { return }
            staged = []
            expected = frame["entryCount"]?.doubleValue
            if expected == 0 { show() }
        case "snapshot-chunk":
            guard staged != nil, let chunk = frame["entries"], chunk.isArray else { return }
            staged?.append(contentsOf: chunk.elements.map(\.canonical))
            let isWhole = expected.map { Double(staged?.count ?? 0) >= $0 && $0 > 0 } ?? false
            if frame["final"]?.boolValue == true || isWhole { show() }
        case "entry":
            let entry = frame["entry"]
            // Looking for the message that a finished ghost waits for, the reference fails on an entry without one.
            if ghostIsDone, entry?["message"] == nil,
                entry.map({ !$0.isObject || $0["type"]?.stringValue == "message" }) ?? true
            {
                return
            }
            let text = entry?.canonical ?? "null"
            if staged != nil { staged?.append(text) } else { entries.append(text) }
        default: break
        }
    }

    private mutating func show() {
        entries = staged ?? []
        staged = nil
    }
}

/// The list of entries as Enclave means it, computed without the replica.
struct IntendedList {
    private(set) var entries: [(id: String?, text: String)] = []
    private var staged: [Entry]?
    private var newer: [Entry] = []
    private var expected: Int?
    private var awaitsFinal = false

    var texts: [String] { entries.map(\.text) }

    mutating func apply(_ frame: HostFrame) {
        switch frame {
        case .welcome(let welcome):
            staged = []
            newer = []
            awaitsFinal = false
            expected = welcome.entryCount.flatMap { $0 >= 0 ? $0 : nil }
            if expected == 0 { show() }
        case .snapshotChunk(let chunk):
            if staged != nil {
                staged?.append(contentsOf: chunk.entries)
                let count = staged?.count ?? 0
                if chunk.isFinal || expected.map({ count >= $0 }) ?? false {
                    show()
                    awaitsFinal = !chunk.isFinal
                }
            } else if awaitsFinal {
                for entry in chunk.entries { put(entry) }
                awaitsFinal = !chunk.isFinal
            }
        case .entry(let entry):
            if staged != nil { newer.append(entry) } else { put(entry) }
        default: break
        }
    }

    private mutating func show() {
        entries = []
        for entry in (staged ?? []) + newer { put(entry) }
        staged = nil
        newer = []
    }

    private mutating func put(_ entry: Entry) {
        let item = (id: entry.id, text: entry.raw.canonical)
        if let id = entry.id, let index = entries.firstIndex(where: { $0.id == id }) {
            entries[index] = item
        } else {
            entries.append(item)
        }
    }
}
