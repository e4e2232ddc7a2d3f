import CollabReplica
import CollabTesting
import CollabWire
import Foundation
import Testing

@testable import CollabGuest

/// A hostile network between a small model of a host and a real session: whatever it does, the guest ends in the
/// host's exact state or in a stated end, and no prompt is lost or doubled.
@Suite("Chaos", .serialized)
struct ChaosTests {
    static let runs = 2_400

    @Test("the guest ends in the host's state or in a stated end", arguments: 0..<24)
    func chaos(block: Int) async throws {
        for seed in block * (Self.runs / 24)..<(block + 1) * (Self.runs / 24) {
            let run = try ChaosRun(seed: UInt64(seed))
            try await run.play()
            // Other tests want the threads, too.
            await Task.yield()
            let problems = run.problems
            #expect(problems.isEmpty, "seed \(seed): \(problems.joined(separator: "; "))")
        }
    }

    @Test("the chaos is chaotic: every kind of trouble happens, and most runs survive it")
    func coverage() async throws {
        var troubles: [ChaosRelay.Trouble: Int] = [:]
        var ends: [String: Int] = [:]
        for seed in 10_000..<10_200 {
            let run = try ChaosRun(seed: UInt64(seed))
            try await run.play()
            for trouble in run.relay.troubles { troubles[trouble, default: 0] += 1 }
            ends[ConnectionMachineTests.name(run.stage.connection), default: 0] += 1
        }
        for trouble in ChaosRelay.Trouble.allCases { #expect((troubles[trouble] ?? 0) > 20, "\(trouble)") }
        #expect((ends["live"] ?? 0) > 100, "\(ends)")
        #expect(ends.count > 1, "\(ends)")
    }
}

/// One seeded story: a host that works, a person who types, a relay that misbehaves, then calm.
final class ChaosRun {
    let stage: GuestStage
    let relay: ChaosRelay
    private let host: ChaosHost
    private let random: SeededRandom
    private var typed: [String] = []

    init(seed: UInt64) throws {
        random = SeededRandom(seed: seed)
        let secret = try #require(RoomSecret(bytes: GuestStage.fullSecret))
        host = try ChaosHost(secret: secret, random: random)
        relay = ChaosRelay(host: host, random: random)
        var options = SessionOptions()
        if random.chance(0.5) { options.tailBytes = nil }
        stage = try GuestStage(options: options, seed: seed, connector: relay)
    }

    func play() async throws {
        await stage.start()
        relay.isCalm = false
        for _ in 0..<random.int(20...60) {
            await step()
            stage.settle()
        }
        // The network heals: from here on everything arrives. Whoever is not back after four minutes hangs.
        relay.isCalm = true
        relay.flush()
        for _ in 0..<50 {
            stage.advance(by: 5_000)
            relay.flush()
            stage.settle()
        }
        // What a relay swallowed without a trace is only healed by a fresh snapshot.
        await stage.perform { await $0.resynchronise() }
        for _ in 0..<20 {
            relay.flush()
            stage.advance(by: 1_000)
        }
    }

    private func step() async {
        switch random.int(0...11) {
        case 0...3: relay.broadcast(host.work())
        case 4:
            let text = "prompt \(typed.count)"
            typed.append(text)
            await stage.perform { await $0.sendPrompt(text) }
        case 5: await stage.perform { await $0.resume() }
        case 6: await stage.perform { await $0.networkChanged() }
        case 7:
            await stage.perform { await $0.enterBackground() }
            stage.advance(by: Double(random.int(0...90_000)))
            await stage.perform { await $0.resume() }
        case 8: relay.makeTrouble()
        case 9: _ = stage.begin { try await $0.loadEarlier() }
        default: stage.advance(by: Double(random.int(0...8_000)))
        }
        relay.flush()
    }

    /// What is wrong at the end.
    var problems: [String] {
        var problems: [String] = []
        switch stage.connection {
        case .live:
            let entries = stage.replica.entries.map { $0.raw.canonical }
            let all = host.entries.map(\.canonical)
            let isTail = stage.replica.history?.hasEarlier == true
            if isTail ? !all.suffix(entries.count).elementsEqual(entries) : entries != all {
                problems.append("entries differ: \(entries.count) of \(all.count)")
            }
            if stage.replica.state?.raw.canonical != host.state.canonical { problems.append("the state differs") }
            if stage.replica.ghost != nil { problems.append("a ghost is left") }
        case .ended: break
        case .idle, .connecting, .waiting, .loading, .reconnecting:
            problems.append("hangs in \(ConnectionMachineTests.name(stage.connection))")
        }
        let outbox = stage.session.current.outbox
        for text in typed {
            let arrived = host.prompts.filter { $0 == text }.count
            let isWaiting = outbox.contains { $0.text == text }
            if arrived > 1 { problems.append("“\(text)” arrived \(arrived) times") }
            if arrived == 0, !isWaiting { problems.append("“\(text)” is lost") }
        }
        if case .live = stage.connection {
            for item in outbox {
                if case .refused = item.state { continue }
                problems.append("“\(item.text)” is still \(item.state)")
            }
        }
        return problems
    }
}

/// A host that follows the protocol to the letter: it keeps entries, answers `hello`, takes prompts.
final class ChaosHost {
    private(set) var entries: [JSONText] = []
    private(set) var prompts: [String] = []
    private(set) var state: JSONText
    private let sealer: Sealer
    private let opener: Opener
    private let random: SeededRandom
    private var count = 0

    init(secret: RoomSecret, random: SeededRandom) throws {
        sealer = try Sealer(secret: secret)
        opener = try Opener(secret: secret)
        self.random = random
        state = try JSONText(validating: GuestStage.state())
        for _ in 0..<random.int(0...8) { append(GuestStage.user(nextId())) }
    }

    private func nextId() -> String {
        count += 1
        return "e\(count)"
    }

    /// Keeps an entry as the child of the last one; gives its JSON.
    @discardableResult
    private func append(_ json: String) -> String {
        let parent = entries.last?["id"]?.stringValue.map { "\"\($0)\"" } ?? "null"
        let linked = json.replacing(#""parentId":null"#, with: #""parentId":\#(parent)"#)
        // Made by this file, hence JSON.
        if let entry = try? JSONText(validating: linked) { entries.append(entry) }
        return linked
    }

    private func seal(_ json: String) -> TransportMessage? {
        guard let text = try? JSONText(validating: json), let data = try? sealer.seal(text) else { return nil }
        return .binary(data)
    }

    /// Something happens: an entry, a streamed message and its entry, or a new state.
    func work() -> [TransportMessage] {
        var frames: [String] = []
        switch random.int(0...2) {
        case 0:
            frames = [GuestStage.entry(append(GuestStage.user(nextId())))]
        case 1:
            let id = nextId()
            func message(_ text: String) -> String {
                #"{"role":"assistant","content":[{"type":"text","text":"\#(text)"}],"timestamp":\#(count)}"#
            }
            frames = ["message_start", "message_update", "message_update", "message_end"].enumerated().map {
                step, kind in
                #"{"t":"event","event":{"type":"\#(kind)","message":\#(message("\(id) \(min(step, 2))"))}}"#
            }
            let json =
                #"{"type":"message","id":"\#(id)","parentId":null,"timestamp":"2026-01-01T00:00:03.000Z","#
                + #""message":\#(message("\(id) 2"))}"#
            frames.append(GuestStage.entry(append(json)))
        default:
            let json = GuestStage.state().replacing(#""cwd":"/h""#, with: #""cwd":"/h\#(count)""#)
            count += 1
            state = (try? JSONText(validating: json)) ?? state
            frames = [#"{"t":"state","state":\#(json)}"#]
        }
        return frames.compactMap(seal)
    }

    /// Answers a guest's message: what goes back to it, and what goes to everybody.
    func receive(_ message: TransportMessage) -> [TransportMessage] {
        guard case .binary(let data) = message, let envelope = Envelope(data), let plain = try? opener.open(envelope),
            let frame = try? GuestFrame.decode(plain)
        else { return [] }
        switch frame {
        case .hello(let hello): return welcome(wantsTail: hello.tail != nil)
        case .prompt(let text, _):
            prompts.append(text)
            return [GuestStage.entry(append(GuestStage.prompt(nextId(), text)))].compactMap(seal)
        case .fetchHistory(let reqId, let before, _):
            let end = entries.firstIndex { $0["id"]?.stringValue == before } ?? 0
            let start = max(0, end - 3)
            let page = entries[start..<end].map(\.string).joined(separator: ",")
            let startId = start < end ? entries[start]["id"]?.stringValue ?? "" : before
            return [
                #"{"t":"history","reqId":\#(reqId),"entries":[\#(page)],"final":true,"startId":"\#(startId)","#
                    + #""hasEarlier":\#(start > 0)}"#
            ].compactMap(seal)
        default: return []
        }
    }

    private func welcome(wantsTail: Bool) -> [TransportMessage] {
        let tail = wantsTail ? Array(entries.suffix(5)) : entries
        let first = tail.first?["id"]?.stringValue.map { "\"\($0)\"" } ?? "null"
        let history =
            wantsTail ? #"{"v":1,"startId":\#(first),"hasEarlier":\#(entries.count > tail.count)}"# : nil
        var frames = [
            GuestStage.welcome(entries: tail.count, history: history)
                .replacing(#""state":\#(GuestStage.state())"#, with: #""state":\#(state.string)"#)
        ]
        let half = tail.count / 2
        if half > 0 { frames.append(GuestStage.chunk(tail.prefix(half).map(\.string), final: false)) }
        if !tail.isEmpty { frames.append(GuestStage.chunk(tail.dropFirst(half).map(\.string))) }
        return frames.compactMap(seal)
    }
}

/// A relay that drops, delays, half-opens, tampers, replays, reorders, closes at once and floods.
///
/// What no client can tell from the truth is bounded as in real networks: a frame that was dropped or reordered on a
/// connection that stays up is followed by a close within the story, or healed by a fresh snapshot at its end.
final class ChaosRelay: TransportConnector, @unchecked Sendable {
    // Used by one run on one thread: the executor that drains by hand.

    enum Trouble: CaseIterable, Hashable {
        case drop, delay, halfOpen, tamper, replay, reorder, acceptThenClose, flood, cut
    }

    var isCalm = true
    private(set) var troubles: [Trouble] = []
    private let host: ChaosHost
    private let random: SeededRandom
    private let plain = FakeRelay()
    private var socket: FakeSocket?
    private var taken = 0
    private var delayed: [TransportMessage] = []
    private var lastDelivered: TransportMessage?
    private var isHalfOpen = false
    private var refusals = 0

    init(host: ChaosHost, random: SeededRandom) {
        self.host = host
        self.random = random
    }

    func connect(to endpoint: Endpoint) async throws(TransportError) -> any Transport {
        if !isCalm, random.chance(0.1) { throw .unreachable("no route") }
        let transport = try await plain.connect(to: endpoint)
        socket = plain.socket
        taken = 0
        delayed = []
        lastDelivered = nil
        isHalfOpen = false
        if refusals > 0, !isCalm {
            refusals -= 1
            socket?.close(code: random.chance(0.3) ? 4004 : 1011)
        }
        return transport
    }

    func broadcast(_ messages: [TransportMessage]) { deliver(messages) }

    /// Carries what the guest sent to the host, and its answers back.
    func flush() {
        guard let socket else { return }
        if isCalm, isHalfOpen {
            // A dead path stays dead; the guest has to notice.
            return
        }
        for _ in 0..<20 {
            let fresh = socket.sent.dropFirst(taken)
            if fresh.isEmpty { break }
            taken += fresh.count
            for message in fresh where !isHalfOpen {
                if !isCalm, random.chance(0.05) {
                    troubles.append(.drop)
                    continue
                }
                deliver(host.receive(message))
            }
        }
        if isCalm || random.chance(0.3) {
            let late = delayed
            delayed = []
            if !late.isEmpty { socket.deliver(late) }
        }
    }

    func makeTrouble() {
        guard let socket, !isCalm else { return }
        switch Trouble.allCases[random.int(0...Trouble.allCases.count - 1)] {
        case .halfOpen:
            note(.halfOpen)
            isHalfOpen = true
            socket.answerPings(false)
        case .tamper where random.chance(0.5):
            note(.tamper)
            if case .binary(var data)? = lastDelivered {
                data[data.count - 1] ^= 1
                // A fresh IV, or it would pass for a replay.
                data[5] ^= 0xFF
                socket.deliver([.binary(data)])
            }
        case .replay:
            note(.replay)
            if let lastDelivered { socket.deliver([lastDelivered, lastDelivered]) }
        case .acceptThenClose:
            note(.acceptThenClose)
            refusals = random.int(1...4)
            socket.close(code: 1006)
        case .flood:
            note(.flood)
            let frames = (0..<50).flatMap { _ in host.work() }
            deliver(frames)
            socket.deliver((0..<50).map { .text("noise \($0)") })
        case .cut, .drop, .delay, .reorder, .tamper:
            note(.cut)
            socket.close(code: [1000, 1001, 1006, 1011, 4001][random.int(0...4)])
        }
    }

    private func note(_ trouble: Trouble) { troubles.append(trouble) }

    private func deliver(_ messages: [TransportMessage]) {
        guard let socket, !isHalfOpen else { return }
        if isCalm {
            socket.deliver(delayed + messages)
            delayed = []
            lastDelivered = messages.last ?? lastDelivered
            return
        }
        for message in messages {
            switch random.int(0...99) {
            case 0...2: note(.drop)
            case 3...5:
                note(.reorder)
                delayed.insert(message, at: 0)
            case 6...15:
                note(.delay)
                delayed.append(message)
            default:
                // Order is kept behind what is delayed.
                if delayed.isEmpty { socket.deliver([message]) } else { delayed.append(message) }
                lastDelivered = message
            }
        }
    }
}
