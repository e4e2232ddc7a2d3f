import CollabGuest
import CollabReplica
import CollabTesting
import CollabWire
import Foundation

/// Plays all lines of a recorded stream to a real ``CollabGuest/GuestSession`` over a fake transport and a manual
/// clock, and keeps what the recordings keep.
@available(macOS 15.0, iOS 18.0, *)
final class TransportRun {
    /// What is compared at the end, or at the moment from which Enclave means to go on differently.
    struct Record {
        var fields: ReplicaFields
        var phases: [String]
        var sent: [JSONText]
        var results: [ActionResult]
        var closeCalls: Int
    }

    /// What an action brought.
    struct ActionResult {
        var action: String
        var call: Int
        var outcome: Outcome

        enum Outcome {
            case transcript(Result<TranscriptPart, RequestError>)
            case value(Result<Void, RequestError>)
        }
    }

    private let stage: GuestStage
    /// The lines have no `sock`: the recording fed frames to a client that never dialled.
    private let isUnconnected: Bool
    private var sockets: [FakeSocket] = []
    private var phases: [String] = []
    private var closeWords: String?
    private var calls: [String: Int] = [:]
    private let results = Collected()
    /// The same frames applied to a bare replica, for the lists that tell an intended difference from an accident.
    private(set) var frames = FrameRun()

    /// Frames of the recording that Enclave means not to send, as canonical JSON, by rule.
    private(set) var unsent: [(rule: String, frame: String)] = []
    private var heldAnswers: [(frame: String, receipt: CommandReceipt)] = []
    private var heldSends = 0
    /// A recorded `error` answered a frame that Enclave had not sent: left out.
    private(set) var skippedErrors = 0
    /// What was there when a room closed under a guest that was live: the reference ends here.
    private(set) var graceRecord: Record?
    private(set) var sawStaleHistory = false
    /// A snapshot was called final before all announced entries had come.
    private(set) var sawShortSnapshot = false
    private var announced = 0
    /// A reply came for a request that had expired after ten seconds.
    private(set) var sawLateReply = false
    private var sawClosingText = false
    /// What could not be played.
    private(set) var problem: String?

    /// Results, filled from the tasks that wait for them.
    private final class Collected: @unchecked Sendable {
        // Written and read on the thread that drains the stage's executor, never at the same time.
        var list: [ActionResult] = []

        var hasExpired: Bool {
            list.contains { result in
                switch result.outcome {
                case .transcript(.failure(.timedOut)), .value(.failure(.timedOut)): true
                case .transcript, .value: false
                }
            }
        }
    }

    /// - Parameters:
    ///   - lines: the stream.
    ///   - asksForTail: as the newer reference does.
    init(lines: [JSONText], asksForTail: Bool) throws {
        isUnconnected = !lines.contains { $0["sock"] != nil }
        var options = SessionOptions()
        if !asksForTail { options.tailBytes = nil }
        stage = try GuestStage(options: options, acceptsDials: false)
    }

    /// Plays the lines and gives what is there at the end.
    func play(_ lines: [JSONText]) async throws -> Record {
        await stage.start()
        if isUnconnected { open() }
        for line in lines where line["meta"] == nil {
            try await play(line)
            look()
        }
        if sawClosingText { advance(by: 1_000) }
        return record
    }

    private var record: Record {
        var sent: [JSONText] = []
        // A frame that cannot be opened is not one of this guest's: it would show as a missing one.
        for socket in sockets { sent += (try? stage.sent(over: socket)) ?? [] }
        if isUnconnected { sent.removeAll { $0["t"]?.stringValue == "hello" } }
        return Record(
            fields: ReplicaFields(phase: phase, endedReason: endedReason, state: stage.replica), phases: phases,
            sent: sent, results: results.list, closeCalls: sockets.reduce(0) { $0 + $1.closeCalls })
    }

    // MARK: Phases

    private var phase: String {
        switch stage.connection {
        case .idle, .connecting: "connecting"
        case .waiting: isUnconnected ? "connecting" : "waiting"
        // The recordings have no word for it: the phase before stays.
        case .loading: phases.last ?? (isUnconnected ? "connecting" : "waiting")
        case .live: "live"
        case .reconnecting: "reconnecting"
        case .ended: "ended"
        }
    }

    private func look() {
        if phase != phases.last { phases.append(phase) }
    }

    private var endedReason: String? {
        guard case .ended(let reason) = stage.connection else { return nil }
        switch reason {
        case .bye(let words), .refused(let words): return words
        case .welcomeTimeout: return "timed out waiting for the host's welcome"
        case .snapshotTimeout: return "timed out waiting for the host's session snapshot"
        case .unreadableWelcome(let why): return "failed to apply session snapshot: \(why)"
        case .roomClosed: return closeWords ?? "room closed"
        case .noSuchRoom: return closeWords ?? "no such room"
        case .hostAlreadyConnected: return closeWords ?? "a host is already connected for this room"
        case .roomFull: return closeWords ?? "room is full"
        case .wrongKey: return "wrong key"
        case .left: return "left"
        }
    }

    private var isEnded: Bool {
        if case .ended = stage.connection { true } else { false }
    }

    private var isLive: Bool {
        if case .live = stage.connection { true } else { false }
    }

    // MARK: Lines

    private func play(_ line: JSONText) async throws {
        if let frame = line["frame"] {
            deliver(frame)
        } else if let control = line["control"] {
            noteGrace(roomIsGone: control["t"]?.stringValue == "room-closed")
            sawClosingText = control["t"]?.stringValue == "room-closed"
            stage.deliver(control: control.string)
        } else if let socket = line["sock"] {
            if socket["open"]?.boolValue == true {
                open()
            } else if let code = socket["close"]?.intValue.flatMap(UInt16.init(exactly:)) {
                close(code, socket["reason"]?.stringValue)
            }
        } else if let action = line["act"] {
            let words = action.elements.map { $0 }
            await act(words.first?.stringValue ?? "", Array(words.dropFirst()))
        } else if let out = line["out"] {
            await act(out)
        }
    }

    private func open() {
        // The recording's next attempt succeeds now; ours may still be waiting for its turn.
        var patience = 120
        while stage.relay.pendingDials == 0, !isEnded, !isLive, patience > 0 {
            patience -= 1
            advance(by: 500)
        }
        if let socket = stage.relay.accept() { sockets.append(socket) }
        stage.settle()
    }

    private func close(_ code: UInt16, _ words: String?) {
        noteGrace(roomIsGone: code == 4001 || code == 4004)
        sawClosingText = false
        closeWords = words.flatMap { $0.isEmpty ? nil : $0 }
        stage.close(code, words ?? "")
    }

    private func noteGrace(roomIsGone: Bool) {
        guard roomIsGone, graceRecord == nil, phases.contains("live"), !isEnded else { return }
        graceRecord = record
    }

    private func deliver(_ frame: JSONText) {
        let kind = frame["t"]?.stringValue
        if kind == "error", heldSends > 0, !isWelcomed {
            heldSends -= 1
            skippedErrors += 1
            return
        }
        if kind == "history", frame["error"]?.stringValue == "stale" { sawStaleHistory = true }
        if ["history", "value", "transcript"].contains(kind), results.hasExpired || stage.replica.history?.error != nil
        {
            sawLateReply = true
        }
        if kind == "welcome" {
            heldSends = 0
            announced = frame["entryCount"]?.intValue ?? 0
        }
        if kind == "snapshot-chunk" {
            announced -= frame.list("entries").count
            if frame["final"]?.boolValue == true, announced > 0 { sawShortSnapshot = true }
        }
        frames.apply(frame)
        do {
            try stage.deliver([frame])
        } catch {
            problem = "a frame could not be sealed: \(error)"
        }
    }

    private var isWelcomed: Bool {
        switch stage.connection {
        case .loading, .live: true
        case .idle, .connecting, .waiting, .reconnecting, .ended: false
        }
    }

    private func advance(by milliseconds: Double) {
        stage.clock.advance(by: milliseconds) {
            stage.settle()
            look()
        }
    }

    // MARK: Actions

    private func act(_ name: String, _ arguments: [JSONText]) async {
        func text(_ index: Int) -> String { index < arguments.count ? arguments[index].stringValue ?? "" : "" }
        switch name {
        case "advance": advance(by: arguments.first?.doubleValue ?? 0)
        case "sendPrompt":
            await prompt(text(0), images: arguments.count > 1 ? images(arguments[1]) : [])
        case "sendAbort": await command(.abort) { await $0.abort() }
        case "sendAgentCmd":
            await agent(text(0), text(1), text: arguments.count > 2 ? text(2) : nil)
        case "sendUiResponse":
            await answer(arguments.first, value: arguments.count > 1 ? arguments[1].stringValue : nil)
        case "fetchTranscript":
            let (agentId, from) = (text(0), arguments.count > 1 ? arguments[1].intValue ?? 0 : 0)
            begin("fetchTranscript") { session in
                .transcript(
                    await Self.result { () throws(RequestError) in
                        try await session.transcript(agent: agentId, fromByte: from)
                    })
            }
        case "fetchHistory":
            _ = stage.begin { session in try await session.loadEarlier() }
        case "loadFull":
            guard arguments.count > 1, let record = Self.record(arguments[1]) else {
                problem = "a record of an elided value could not be read"
                return
            }
            let entryId = text(0)
            begin("loadFull") { session in
                .value(await Self.result { () throws(RequestError) in try await session.load(record, of: entryId) })
            }
        default: problem = "unknown action “\(name)”"
        }
    }

    /// A recorded guest frame is an action, too.
    private func act(_ frame: JSONText) async {
        switch frame["t"]?.stringValue {
        case "hello": break
        case "prompt": await prompt(frame["text"]?.stringValue ?? "", images: frame["images"].map(images) ?? [])
        case "abort": await act("sendAbort", [])
        case "agent-cmd":
            await agent(
                frame["cmd"]?.stringValue ?? "", frame["agentId"]?.stringValue ?? "",
                text: frame["text"]?.stringValue)
        case "ui-response": await answer(frame["reqId"], value: frame["value"]?.stringValue)
        case "fetch-transcript":
            await act("fetchTranscript", [frame["agentId"], frame["fromByte"]].compactMap(\.self))
        case "fetch-history": await act("fetchHistory", [])
        default: problem = "unknown recorded frame"
        }
    }

    private func begin(
        _ action: String, _ body: @escaping @Sendable (GuestSession) async -> ActionResult.Outcome
    ) {
        calls[action, default: 0] += 1
        let call = calls[action] ?? 0
        let results = results
        _ = stage.begin { session in
            let outcome = await body(session)
            results.list.append(ActionResult(action: action, call: call, outcome: outcome))
        }
    }

    private static func result<Value: Sendable>(
        _ body: () async throws(RequestError) -> Value
    ) async -> Result<Value, RequestError> {
        do throws(RequestError) {
            return .success(try await body())
        } catch {
            return .failure(error)
        }
    }

    private func prompt(_ text: String, images: [PromptImage]) async {
        if !isWelcomed { heldSends += 1 }
        let id = await stage.perform { await $0.sendPrompt(text, images: images) }
        if case .refused = stage.session.current.outbox.first(where: { $0.id == id })?.state {
            note("view-links-send-nothing", GuestFrame.prompt(text: text, images: images))
        }
    }

    private func agent(_ command: String, _ id: String, text: String?) async {
        let meant: AgentCommand
        switch command {
        case "chat": meant = .chat(text: text ?? "")
        case "kill": meant = .kill
        case "revive": meant = .revive
        default:
            problem = "unknown agent command “\(command)”"
            return
        }
        await self.command(.agentCommand(meant, agentId: id)) { await $0.agent(meant, id) }
    }

    private func command(_ frame: GuestFrame, _ body: @escaping @Sendable (GuestSession) async -> CommandReceipt) async
    {
        if !isWelcomed { heldSends += 1 }
        let receipt = await stage.perform(body)
        if case .refused = receipt.current { note("view-links-send-nothing", frame) }
    }

    private func answer(_ id: JSONText?, value: String?) async {
        guard let id = Self.requestID(id) else {
            problem = "an answer without a readable id"
            return
        }
        if !isWelcomed { heldSends += 1 }
        let receipt = await stage.perform { await $0.answer(id, value: value) }
        let frame = GuestFrame.uiResponse(reqId: id, value: value).encode().canonical
        switch receipt.current {
        case .refused: unsent.append(("view-links-send-nothing", frame))
        case .expired: unsent.append(("answers-need-an-open-question", frame))
        case .sent: break
        case nil: heldAnswers.append((frame, receipt))
        }
    }

    private func note(_ rule: String, _ frame: GuestFrame) {
        unsent.append((rule, frame.encode().canonical))
    }

    /// Frames of the recording that Enclave meant not to send, as of now.
    var intendedlyUnsent: [(rule: String, frame: String)] {
        unsent
            + heldAnswers.filter { $0.receipt.current != .sent }.map { ("answers-need-an-open-question", $0.frame) }
    }

    private func images(_ list: JSONText) -> [PromptImage] {
        guard list.isArray else { return [] }
        return list.elements.compactMap { image in
            guard let data = image["data"]?.stringValue else { return nil }
            return PromptImage(mimeType: image["mimeType"]?.stringValue ?? "", data: data)
        }
    }

    private static func requestID(_ json: JSONText?) -> RequestID? {
        guard let json else { return nil }
        // Read as the wire reads it; what it cannot read is no id.
        guard let frame = try? JSONText(validating: #"{"t":"ui-request-end","reqId":\#(json.string)}"#),
            case .uiRequestEnd(let id)? = try? HostFrame.decode(frame)
        else { return nil }
        return id
    }

    private static func record(_ json: JSONText) -> ElidedValue? {
        // Read as the wire reads it, in an entry; what it cannot read is no record.
        let text = #"{"type":"x","id":"x","collabElided":[\#(json.string)]}"#
        guard let entry = try? JSONText(validating: text) else { return nil }
        return Entry(decoding: entry).elided.first
    }
}
