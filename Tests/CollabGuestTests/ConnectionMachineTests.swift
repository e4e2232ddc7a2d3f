import CollabReplica
import Testing

@testable import CollabGuest

/// The connection's transitions: each row starts in a named situation, gives one event, and says what comes of it.
@Suite("Connection machine")
struct ConnectionMachineTests {
    typealias Machine = ConnectionMachine

    /// A machine in a situation, reached through real events.
    enum Situation: CaseIterable, Sendable {
        case idle, dialling, waiting, loading, live, backingOff, suspended, redialling, rewaiting, ended

        func machine() -> Machine {
            var machine = Machine()
            func feed(_ event: Machine.Event, _ now: Double = 0) { _ = machine.handle(event, at: now, random: 0.5) }
            if self == .idle { return machine }
            feed(.start)
            if self == .dialling { return machine }
            feed(.opened(1))
            if self == .waiting { return machine }
            feed(.loading(1, LoadingProgress(received: 0, expected: 2)))
            if self == .loading { return machine }
            feed(.live(1))
            if self == .live { return machine }
            switch self {
            case .backingOff: feed(.lost(1, .closed(code: 1006, reason: "")))
            case .suspended:
                feed(.enterBackground)
                feed(.lost(1, .closed(code: 1006, reason: "")))
            case .redialling, .rewaiting:
                feed(.lost(1, .closed(code: 1006, reason: "")))
                feed(.tick, 1_000)
                if self == .rewaiting { feed(.opened(2), 1_000) }
            case .ended: feed(.stop)
            case .idle, .dialling, .waiting, .loading, .live: break
            }
            return machine
        }
    }

    struct Row: Sendable, CustomTestStringConvertible {
        var from: Situation
        var event: Machine.Event
        var at: Double = 2_000
        var actions: [Machine.Action]
        var state: String
        var testDescription: String { "\(from) + \(event)" }
    }

    static let abnormal = TransportError.closed(code: 1006, reason: "")

    static let table: [Row] = [
        Row(from: .idle, event: .start, actions: [.dial(1)], state: "connecting"),
        Row(from: .idle, event: .resume, actions: [], state: "idle"),
        Row(from: .idle, event: .stop, actions: [.dropped], state: "ended left"),
        Row(from: .dialling, event: .start, actions: [], state: "connecting"),
        Row(from: .dialling, event: .opened(1), actions: [.hello(1)], state: "waiting"),
        Row(from: .dialling, event: .opened(7), actions: [.close(7)], state: "connecting"),
        Row(from: .dialling, event: .lost(1, .unreachable("x")), actions: [.dropped], state: "reconnecting 1 at 3000"),
        Row(from: .dialling, event: .lost(0, .unreachable("x")), actions: [], state: "connecting"),
        Row(from: .dialling, event: .resume, at: 500, actions: [], state: "connecting"),
        Row(from: .dialling, event: .resume, actions: [.close(1), .dial(2)], state: "connecting"),
        Row(from: .dialling, event: .tick, at: 19_999, actions: [], state: "connecting"),
        Row(
            from: .dialling, event: .tick, at: 20_000, actions: [.close(1), .dropped], state: "reconnecting 1 at 21000"),
        Row(from: .waiting, event: .loading(1, .init(received: 0, expected: 3)), actions: [], state: "loading 0 of 3"),
        Row(from: .waiting, event: .live(1), actions: [], state: "live"),
        Row(
            from: .waiting, event: .over(1, .refused("no")), actions: [.close(1), .dropped], state: "ended refused no"),
        Row(from: .waiting, event: .over(0, .refused("no")), actions: [], state: "waiting"),
        Row(from: .waiting, event: .lost(1, abnormal), actions: [.dropped], state: "reconnecting 1 at 3000"),
        Row(from: .waiting, event: .tick, at: 30_000, actions: [.close(1), .dropped], state: "ended welcomeTimeout"),
        Row(from: .waiting, event: .roomClosed(1), actions: [.close(1), .dropped], state: "ended roomClosed"),
        Row(
            from: .waiting, event: .lost(1, .closed(code: 4001, reason: "")), actions: [.close(1), .dropped],
            state: "ended roomClosed"),
        Row(
            from: .waiting, event: .lost(1, .closed(code: 4004, reason: "")), actions: [.close(1), .dropped],
            state: "ended noSuchRoom"),
        Row(
            from: .waiting, event: .lost(1, .closed(code: 4009, reason: "")), actions: [.close(1), .dropped],
            state: "ended hostAlreadyConnected"),
        Row(
            from: .waiting, event: .lost(1, .closed(code: 4029, reason: "")), actions: [.close(1), .dropped],
            state: "ended roomFull"),
        Row(from: .loading, event: .loading(1, .init(received: 1, expected: 2)), actions: [], state: "loading 1 of 2"),
        Row(from: .loading, event: .live(1), actions: [], state: "live"),
        Row(from: .loading, event: .live(0), actions: [], state: "loading 0 of 2"),
        Row(from: .loading, event: .tick, at: 30_000, actions: [.close(1), .dropped], state: "ended snapshotTimeout"),
        Row(
            from: .loading, event: .lost(1, .closed(code: 4001, reason: "")), actions: [.close(1), .dropped],
            state: "ended roomClosed"),
        Row(from: .live, event: .lost(1, abnormal), actions: [.dropped], state: "reconnecting 1 at 3000"),
        Row(
            from: .live, event: .lost(1, .closed(code: 1009, reason: "")), actions: [.dropped],
            state: "reconnecting 1 at 3000"),
        Row(
            from: .live, event: .lost(1, .closed(code: 1011, reason: "")), actions: [.dropped],
            state: "reconnecting 1 at 3000"),
        Row(
            from: .live, event: .lost(1, .closed(code: 4001, reason: "")), actions: [.dropped],
            state: "reconnecting 1 at 3000"),
        Row(
            from: .live, event: .lost(1, .closed(code: 4004, reason: "")), actions: [.dropped],
            state: "reconnecting 1 at 3000"),
        Row(
            from: .live, event: .lost(1, .closed(code: 4009, reason: "")), actions: [.close(1), .dropped],
            state: "ended hostAlreadyConnected"),
        Row(
            from: .live, event: .lost(1, .closed(code: 4029, reason: "")), actions: [.close(1), .dropped],
            state: "ended roomFull"),
        Row(from: .live, event: .lost(0, abnormal), actions: [], state: "live"),
        Row(from: .live, event: .over(1, .wrongKey), actions: [.close(1), .dropped], state: "ended wrongKey"),
        Row(from: .live, event: .over(1, .bye("done")), actions: [.close(1), .dropped], state: "ended bye done"),
        Row(from: .live, event: .roomClosed(1), actions: [], state: "live"),
        Row(from: .live, event: .resynchronise, actions: [.hello(1)], state: "live"),
        Row(from: .live, event: .loading(1, .init(received: 0, expected: 9)), actions: [], state: "loading 0 of 9"),
        Row(from: .live, event: .tick, at: 19_999, actions: [], state: "live"),
        Row(from: .live, event: .tick, at: 20_000, actions: [.ping(1)], state: "live"),
        Row(from: .live, event: .resume, actions: [.ping(1)], state: "live"),
        Row(from: .live, event: .networkChanged, actions: [.ping(1)], state: "live"),
        Row(from: .live, event: .enterBackground, actions: [], state: "live"),
        Row(from: .live, event: .stop, actions: [.close(1), .dropped], state: "ended left"),
        Row(from: .backingOff, event: .tick, at: 999, actions: [], state: "reconnecting 1 at 1000"),
        Row(from: .backingOff, event: .tick, at: 1_000, actions: [.dial(2)], state: "reconnecting 1"),
        Row(from: .backingOff, event: .resume, at: 10, actions: [.dial(2)], state: "reconnecting 1"),
        Row(from: .backingOff, event: .networkChanged, at: 10, actions: [.dial(2)], state: "reconnecting 1"),
        Row(from: .backingOff, event: .lost(1, abnormal), actions: [], state: "reconnecting 1 at 1000"),
        Row(from: .backingOff, event: .stop, actions: [.dropped], state: "ended left"),
        Row(from: .suspended, event: .tick, at: 99_999, actions: [], state: "reconnecting 1"),
        Row(from: .suspended, event: .networkChanged, actions: [], state: "reconnecting 1"),
        Row(from: .suspended, event: .resume, actions: [.dial(2)], state: "reconnecting 1"),
        Row(from: .redialling, event: .opened(2), actions: [.hello(2)], state: "reconnecting 1"),
        Row(from: .redialling, event: .opened(1), actions: [.close(1)], state: "reconnecting 1"),
        Row(
            from: .redialling, event: .lost(2, .refused(status: 502)), actions: [.dropped],
            state: "reconnecting 2 at 4000"),
        Row(
            from: .rewaiting, event: .lost(2, .closed(code: 4004, reason: "")), actions: [.dropped],
            state: "reconnecting 2 at 4000"),
        Row(
            from: .rewaiting, event: .lost(2, .closed(code: 4009, reason: "")), actions: [.close(2), .dropped],
            state: "ended hostAlreadyConnected"),
        Row(from: .rewaiting, event: .tick, at: 31_000, actions: [.close(2), .dropped], state: "ended welcomeTimeout"),
        Row(from: .rewaiting, event: .live(2), actions: [], state: "live"),
    ]

    @Test("every row of the transition table", arguments: table)
    func transition(row: Row) {
        var machine = row.from.machine()
        let actions = machine.handle(row.event, at: row.at, random: 0.5)
        #expect(actions == row.actions)
        #expect(Self.name(machine.state) == row.state)
    }

    @Test("an ended machine takes nothing in any more")
    func endedIsFinal() {
        for event: Machine.Event in [
            .start, .stop, .opened(1), .lost(1, Self.abnormal), .live(1), .resume, .networkChanged, .tick,
            .resynchronise,
        ] {
            var machine = Situation.ended.machine()
            #expect(machine.handle(event, at: 1e9, random: 0.5).isEmpty)
            #expect(machine.state == .ended(.left))
            #expect(machine.deadline == nil)
        }
    }

    @Test("a socket of an older generation changes nothing, whatever it says", arguments: Situation.allCases)
    func staleSockets(situation: Situation) {
        for event: Machine.Event in [
            .lost(0, .closed(code: 4009, reason: "")), .heard(0), .pong(0), .roomClosed(0), .live(0),
            .loading(0, LoadingProgress(received: 1, expected: 2)), .over(0, .wrongKey),
        ] {
            var machine = situation.machine()
            let before = machine
            let actions = machine.handle(event, at: 500, random: 0.5)
            #expect(actions.isEmpty)
            #expect(machine == before, "\(situation) + \(event)")
        }
    }

    @Test("delays double from 1 s to 30 s, each times 0.75…1.25")
    func backoff() {
        for random in [0, 0.25, 0.5, 0.999] {
            var machine = Situation.dialling.machine()
            var now = 0.0
            var delays: [Double] = []
            for _ in 0..<9 {
                _ = machine.handle(.lost(machine.generation, .unreachable("")), at: now, random: random)
                guard case .backingOff(let until) = machine.phase else {
                    Issue.record("no backoff")
                    return
                }
                delays.append(until - now)
                now = until
                #expect(machine.handle(.tick, at: now, random: random) == [.dial(machine.generation)])
            }
            let factor = 0.75 + 0.5 * random
            #expect(delays == [1, 2, 4, 8, 16, 30, 30, 30, 30].map { $0 * 1000 * factor })
        }
    }

    @Test("a relay that accepts and closes at once meets growing delays")
    func acceptThenClose() {
        var machine = Situation.dialling.machine()
        var now = 0.0
        var delays: [Double] = []
        for _ in 0..<5 {
            _ = machine.handle(.opened(machine.generation), at: now, random: 0.5)
            _ = machine.handle(.lost(machine.generation, Self.abnormal), at: now + 10, random: 0.5)
            guard case .backingOff(let until) = machine.phase else { return }
            delays.append(until - now - 10)
            now = until
            _ = machine.handle(.tick, at: now, random: 0.5)
        }
        #expect(delays == [1000, 2000, 4000, 8000, 16000])
    }

    @Test("the counter starts anew after a welcome, or after ten seconds open", arguments: [true, false])
    func proof(byWelcome: Bool) {
        var machine = Situation.dialling.machine()
        for _ in 0..<4 {
            _ = machine.handle(.lost(machine.generation, .unreachable("")), at: 0, random: 0.5)
            _ = machine.handle(.tick, at: 40_000, random: 0.5)
        }
        #expect(machine.attempt == 4)
        let opened = machine.generation
        _ = machine.handle(.opened(opened), at: 40_000, random: 0.5)
        if byWelcome { _ = machine.handle(.live(opened), at: 40_001, random: 0.5) }
        _ = machine.handle(.lost(opened, Self.abnormal), at: byWelcome ? 40_002 : 50_000, random: 0.5)
        #expect(machine.attempt == 1)
    }

    @Test("a guest that was live tries a closed room for two minutes, then ends with the first reason")
    func grace() {
        var machine = Situation.live.machine()
        _ = machine.handle(.roomClosed(1), at: 1_000, random: 0.5)
        _ = machine.handle(.lost(1, .closed(code: 4001, reason: "room closed")), at: 1_000, random: 0.5)
        var dials = 0
        while let deadline = machine.deadline {
            for action in machine.handle(.tick, at: deadline, random: 0.5) {
                guard case .dial(let generation) = action else { continue }
                dials += 1
                _ = machine.handle(.opened(generation), at: deadline, random: 0.5)
                _ = machine.handle(.lost(generation, .closed(code: 4004, reason: "")), at: deadline, random: 0.5)
            }
            if machine.isOver {
                #expect(deadline == 121_000)
                break
            }
        }
        #expect(machine.state == .ended(.roomClosed))
        #expect(dials >= 6)
    }

    @Test("while the network is down the two minutes do not end the session")
    func graceNeedsTheRelaysWord() {
        var machine = Situation.live.machine()
        _ = machine.handle(.lost(1, .closed(code: 4001, reason: "")), at: 0, random: 0.5)
        var now = 0.0
        while now < 300_000, let deadline = machine.deadline {
            now = deadline
            for case .dial(let generation) in machine.handle(.tick, at: now, random: 0.5) {
                _ = machine.handle(.lost(generation, .unreachable("")), at: now, random: 0.5)
            }
        }
        #expect(!machine.isOver)
        let generation = machine.handle(.resume, at: now, random: 0.5)
        #expect(generation == [.dial(machine.generation)])
        _ = machine.handle(.lost(machine.generation, .closed(code: 4004, reason: "")), at: now, random: 0.5)
        #expect(machine.state == .ended(.roomClosed))
    }

    @Test("room-closed without a close frame is acted on after a second")
    func roomClosedAlone() {
        var machine = Situation.live.machine()
        _ = machine.handle(.roomClosed(1), at: 5_000, random: 0.5)
        #expect(machine.deadline == 6_000)
        #expect(machine.handle(.tick, at: 6_000, random: 0.5) == [.close(1), .dropped])
        #expect(Self.name(machine.state) == "reconnecting 1 at 7000")
    }

    @Test("silence: a ping after 20 s, dead within 45 s, exactly one redial")
    func halfOpen() {
        var machine = Situation.live.machine()
        var log: [(Double, Machine.Action)] = []
        while let deadline = machine.deadline, deadline <= 45_000 {
            for action in machine.handle(.tick, at: deadline, random: 0.5) { log.append((deadline, action)) }
        }
        #expect(log.map(\.1) == [.ping(1), .close(1), .dropped, .dial(2)])
        #expect(log.map(\.0) == [20_000, 40_000, 40_000, 41_000])
    }

    @Test("anything that arrives puts the ping off")
    func anythingCounts() {
        var machine = Situation.live.machine()
        _ = machine.handle(.heard(1), at: 15_000, random: 0.5)
        #expect(machine.deadline == 35_000)
        _ = machine.handle(.tick, at: 35_000, random: 0.5)
        _ = machine.handle(.heard(1), at: 50_000, random: 0.5)
        #expect(machine.deadline == 70_000)
    }

    @Test("waking up: a probe that is not answered within 900 ms dials at once")
    func wakeProbe() {
        var machine = Situation.live.machine()
        _ = machine.handle(.enterBackground, at: 0, random: 0.5)
        #expect(machine.handle(.resume, at: 60_000, random: 0.5) == [.ping(1)])
        #expect(machine.deadline == 60_900)
        #expect(machine.handle(.tick, at: 60_900, random: 0.5) == [.close(1), .dropped, .dial(2)])
    }

    @Test("a clock that jumped in the background ends nothing")
    func sleepIsNotSilence() {
        for situation in [Situation.waiting, .loading, .rewaiting] {
            var machine = situation.machine()
            _ = machine.handle(.enterBackground, at: 1_000, random: 0.5)
            _ = machine.handle(.tick, at: 500_000, random: 0.5)
            #expect(!machine.isOver, "\(situation)")
            let actions = machine.handle(.resume, at: 500_001, random: 0.5)
            #expect(actions == [.dial(machine.generation)])
        }
    }

    /// A state in a few words.
    static func name(_ state: ConnectionState) -> String {
        switch state {
        case .idle: "idle"
        case .connecting: "connecting"
        case .waiting: "waiting"
        case .loading(let progress): "loading \(progress.received) of \(progress.expected ?? -1)"
        case .live: "live"
        case .reconnecting(let run):
            "reconnecting \(run.attempt)" + (run.nextAttempt.map { " at \(Int($0))" } ?? "")
        case .ended(.bye(let words)): "ended bye \(words)"
        case .ended(.refused(let words)): "ended refused \(words)"
        case .ended(let reason): "ended \(reason)"
        }
    }
}
