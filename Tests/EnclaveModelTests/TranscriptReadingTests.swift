import CollabWire
import EnclaveModel
import Testing

@Suite("Reading a subagent's transcript")
struct TranscriptReadingTests {
    private let watched = TranscriptReading.Situation(isVisible: true, hasFile: true, isRunning: true, isLive: true)

    private func situation(_ change: (inout TranscriptReading.Situation) -> Void) -> TranscriptReading.Situation {
        var situation = watched
        change(&situation)
        return situation
    }

    @Test("Reads until the size stops growing, then again after a while as long as the agent runs")
    func reads() {
        var poll = TranscriptReading()
        #expect(poll.decide(watched, now: 0) == .request(fromByte: 0))
        #expect(poll.decide(watched, now: 0) == .rest, "one request at a time")
        poll.received(newSize: 4_000_000, error: nil, now: 10)
        #expect(poll.decide(watched, now: 10) == .request(fromByte: 4_000_000), "replies are capped: ask on at once")
        poll.received(newSize: 4_100_000, error: nil, now: 20)
        #expect(poll.decide(watched, now: 20) == .request(fromByte: 4_100_000))
        poll.received(newSize: 4_100_000, error: nil, now: 30)
        #expect(poll.decide(watched, now: 30) == .wait(until: 30 + TranscriptReading.interval))
        #expect(poll.decide(watched, now: 30 + TranscriptReading.interval) == .request(fromByte: 4_100_000))
    }

    @Test("An agent that stopped is read to its end once more, then left alone until it acts")
    func stops() {
        var poll = TranscriptReading()
        let stopped = situation { $0.isRunning = false }
        #expect(poll.decide(watched, now: 0) == .request(fromByte: 0))
        poll.received(newSize: 0, error: nil, now: 0)
        #expect(poll.decide(stopped, now: 1) == .request(fromByte: 0), "last lines may have come")
        poll.received(newSize: 50, error: nil, now: 1)
        #expect(poll.decide(stopped, now: 1) == .request(fromByte: 50))
        poll.received(newSize: 50, error: nil, now: 1)
        #expect(poll.decide(stopped, now: 100_000) == .rest)
        poll.agentActed()
        #expect(poll.decide(stopped, now: 100_000) == .request(fromByte: 50))
    }

    @Test("Out of sight or offline nothing is asked")
    func outOfSight() {
        var poll = TranscriptReading()
        #expect(poll.decide(situation { $0.isVisible = false }, now: 0) == .rest)
        #expect(poll.decide(situation { $0.isLive = false }, now: 0) == .rest)
        #expect(poll.decide(watched, now: 0) == .request(fromByte: 0))
    }

    @Test("Three unanswered requests ask the person; Retry goes on from the same byte")
    func unanswered() {
        var poll = TranscriptReading()
        _ = poll.decide(watched, now: 0)
        poll.received(newSize: 700, error: nil, now: 0)
        for _ in 0..<3 {
            #expect(poll.decide(watched, now: 0) == .request(fromByte: 700))
            poll.expired()
        }
        guard case .failed = poll.phase else {
            Issue.record("still \(poll.phase)")
            return
        }
        #expect(poll.decide(watched, now: 1_000_000) == .rest)
        poll.received(newSize: 9_999, error: nil, now: 0)
        #expect(poll.cursor == 700, "a late reply to an old request is nobody's")
        poll.retry()
        #expect(poll.decide(watched, now: 0) == .request(fromByte: 700))
        poll.received(newSize: 800, error: nil, now: 0)
        #expect(poll.cursor == 800)
    }

    @Test("A reply with an error is final until the person tries again")
    func hostError() {
        var poll = TranscriptReading()
        _ = poll.decide(watched, now: 0)
        poll.received(newSize: 300, error: nil, now: 0)
        _ = poll.decide(watched, now: 0)
        poll.received(newSize: 300, error: "entry too large", now: 0)
        #expect(poll.phase == .failed("entry too large"))
        for time in stride(from: 0.0, to: 60_000, by: 1_000) { #expect(poll.decide(watched, now: time) == .rest) }
        poll.agentActed()
        #expect(poll.decide(watched, now: 0) == .rest)
        poll.retry()
        #expect(poll.decide(watched, now: 0) == .request(fromByte: 300))
    }

    @Test("An agent without a session file is not asked")
    func noFile() {
        var poll = TranscriptReading()
        #expect(poll.decide(situation { $0.hasFile = false }, now: 0) == .rest)
        #expect(poll.phase == .noFile)
        #expect(poll.decide(watched, now: 0) == .request(fromByte: 0), "once there is one, it is")
    }

    @Test("A request lost with the connection is asked again and does not count")
    func interrupted() {
        var poll = TranscriptReading()
        for _ in 0..<10 {
            #expect(poll.decide(watched, now: 0) == .request(fromByte: 0))
            poll.interrupted()
        }
        #expect(poll.phase == .ready)
    }
}

@Suite("What may be done to an agent")
struct AgentControlsTests {
    private func controls(_ agent: AgentInfo?, readOnly: Bool = false, isLive: Bool = true) -> AgentControls {
        AgentControls(agent: agent, readOnly: readOnly, isLive: isLive)
    }

    @Test("A running agent may be ended, a parked or aborted one brought back, not the other way round")
    func states() {
        let running = controls(Samples.agent("a", status: .running))
        #expect(running.canKill && !running.canRevive)
        for status in [AgentInfo.Status.parked, .aborted] {
            let stopped = controls(Samples.agent("a", status: status))
            #expect(!stopped.canKill && stopped.canRevive)
        }
    }

    @Test("Blank text is no message")
    func blank() {
        let running = controls(Samples.agent("a"))
        #expect(!running.allows(.chat(text: " \n\t")))
        #expect(running.allows(.chat(text: " hi ")))
    }

    @Test("Nothing may be done to an agent that is gone, to the main agent, with a view link, or offline")
    func obstacles() {
        let cases: [(AgentControls, AgentControls.Obstacle)] = [
            (controls(nil), .gone), (controls(Samples.agent("m", kind: .main)), .mainAgent),
            (controls(Samples.agent("a"), readOnly: true), .readOnly),
            (controls(Samples.agent("a"), isLive: false), .notLive),
        ]
        for (controls, obstacle) in cases {
            #expect(controls.obstacle == obstacle)
            for command in [AgentCommand.kill, .revive, .chat(text: "x")] { #expect(!controls.allows(command)) }
        }
    }

    @Test("The main agent is not listed among the subagents")
    func mainAgent() {
        let roster = [Samples.agent("m", kind: .main), Samples.agent("a"), Samples.agent("b", kind: .other("x"))]
        #expect(roster.subagents.map(\.id) == ["a", "b"])
    }
}
