import EnclaveContracts
import EnclaveModel
import Testing

@Suite("Live Activities")
struct ActivityMachineTests {
    private func content(_ phase: ActivityContent.Phase, action: String? = nil, tokens: Int? = nil) -> ActivityContent {
        var content = ActivityContent(phase: phase, since: 0)
        content.action = action
        content.tokens = tokens
        return content
    }

    /// A machine with a running activity `a` for room `r`.
    private func running(at now: Double = 0) -> ActivityMachine {
        var machine = ActivityMachine()
        _ = machine.observe(room: "r", content(.working), now: now)
        _ = machine.started(room: "r", activity: "a", now: now)
        return machine
    }

    @Test("At launch leftovers of restored rooms are adopted and the others end at once")
    func leftovers() {
        var machine = ActivityMachine()
        let actions = machine.launched(
            leftovers: [.init(activity: "a", room: "r"), .init(activity: "b", room: "gone")], restoring: ["r"], now: 0)
        #expect(actions == [.end(activity: "b", nil, dismissAfter: 0)])
        // The adopted one is updated, not requested again.
        #expect(
            machine.observe(room: "r", content(.working), now: 10)
                == [.update(activity: "a", content(.working), staleAfter: ActivityMachine.staleAfter)])
    }

    @Test("Two starts are one request, and the state of the moment follows when the id is there")
    func oneRequest() {
        var machine = ActivityMachine()
        #expect(
            machine.observe(room: "r", content(.working), now: 0)
                == [.request(room: "r", content(.working), staleAfter: ActivityMachine.staleAfter)])
        #expect(machine.observe(room: "r", content(.asking), now: 1) == [])
        #expect(machine.started(room: "r", activity: "a", now: 2) == [])
        #expect(machine.deadline == 1_000)
        #expect(
            machine.due(now: 1_000)
                == [.update(activity: "a", content(.asking), staleAfter: ActivityMachine.staleAfter)])
    }

    @Test("A session that ended while its request was under way ends")
    func endedWhileStarting() {
        var machine = ActivityMachine()
        _ = machine.observe(room: "r", content(.working), now: 0)
        _ = machine.observe(room: "r", content(.ended), now: 1)
        #expect(
            machine.started(room: "r", activity: "a", now: 2)
                == [.end(activity: "a", content(.ended), dismissAfter: ActivityMachine.dismissAfter)])
    }

    @Test("Six hundred changes in a minute are at most one update a second, and the last state arrives")
    func coalesced() {
        var machine = running()
        var updates: [(Double, ActivityContent)] = []
        func record(_ actions: [ActivityMachine.Action], _ now: Double) {
            for case .update(_, let content, let staleAfter) in actions {
                #expect(staleAfter > 0)
                updates.append((now, content))
            }
        }
        for step in 1...600 {
            let now = Double(step) * 100
            record(machine.observe(room: "r", content(.working, action: "step \(step)"), now: now), now)
            record(machine.due(now: now), now)
        }
        let deadline = machine.deadline ?? 60_000
        record(machine.due(now: deadline), deadline)
        #expect(updates.count <= 61)
        #expect(updates.last?.1.action == "step 600")
        #expect(zip(updates, updates.dropFirst()).allSatisfy { $1.0 - $0.0 >= ActivityMachine.interval })
        #expect(deadline - 60_000 <= 1_000)
    }

    @Test("Identical content is no update, and figures alone are merged for longer")
    func figures() {
        var machine = running()
        #expect(machine.observe(room: "r", content(.working), now: 5_000) == [])
        #expect(machine.observe(room: "r", content(.working, tokens: 10), now: 6_000) == [])
        #expect(machine.deadline == ActivityMachine.figuresInterval)
        #expect(machine.due(now: ActivityMachine.figuresInterval).count == 1)
    }

    @Test("Leaving the foreground sends what waits")
    func resign() {
        var machine = running()
        #expect(machine.observe(room: "r", content(.asking), now: 10) == [])
        #expect(
            machine.resignActive(now: 20)
                == [.update(activity: "a", content(.asking), staleAfter: ActivityMachine.staleAfter)])
    }

    @Test("Swiped away stays away until the next turn")
    func swiped() {
        var machine = running()
        machine.dismissed(room: "r", activity: "a")
        #expect(machine.observe(room: "r", content(.working, action: "more"), now: 5_000) == [])
        // A question and its answer, a line that breaks and comes back: all of that is the same turn.
        for (step, phase) in [ActivityContent.Phase.asking, .working, .away, .working].enumerated() {
            #expect(machine.observe(room: "r", content(phase), now: 5_100 + Double(step)) == [])
        }
        #expect(machine.observe(room: "r", content(.idle), now: 6_000) == [])
        #expect(machine.observe(room: "r", content(.working), now: 7_000).count == 1)
    }

    @Test("An idle room starts none; an ended one ends with its final state")
    func idleAndEnd() {
        var machine = ActivityMachine()
        #expect(machine.observe(room: "r", content(.idle), now: 0) == [])
        machine = running()
        #expect(
            machine.observe(room: "r", content(.ended), now: 50)
                == [.end(activity: "a", content(.ended), dismissAfter: ActivityMachine.dismissAfter)])
        #expect(machine.observe(room: "r", content(.ended), now: 60) == [])
    }

    @Test("The oldest room gives way when there would be too many")
    func limit() {
        var machine = ActivityMachine()
        for number in 0..<ActivityMachine.limit {
            _ = machine.observe(room: "r\(number)", content(.working), now: Double(number))
            _ = machine.started(room: "r\(number)", activity: "a\(number)", now: Double(number))
        }
        let actions = machine.observe(room: "new", content(.working), now: 100)
        #expect(
            actions == [
                .end(activity: "a0", content(.ended), dismissAfter: 0),
                .request(room: "new", content(.working), staleAfter: ActivityMachine.staleAfter),
            ])
    }

    @Test("A running activity is renewed before the system's eight hours are over")
    func renewed() {
        var machine = running()
        let actions = machine.observe(room: "r", content(.working, action: "late"), now: ActivityMachine.lifetime)
        #expect(
            actions == [
                .end(activity: "a", nil, dismissAfter: 0),
                .request(room: "r", content(.working, action: "late"), staleAfter: ActivityMachine.staleAfter),
            ])
    }

    @Test("A refused request is tried again later, or when the app is in front, not with every change")
    func refused() {
        var machine = ActivityMachine()
        _ = machine.observe(room: "r", content(.working), now: 0)
        machine.failed(room: "r", now: 0)
        #expect(machine.observe(room: "r", content(.asking), now: 10) == [])
        #expect(machine.observe(room: "r", content(.working), now: ActivityMachine.retryAfter).count == 1)
        machine.failed(room: "r", now: 40_000)
        machine.becameActive()
        #expect(machine.observe(room: "r", content(.asking), now: 40_010).count == 1)
    }

    @Test("A swipe of an activity that the room does not have any more changes nothing")
    func lateSwipe() {
        var machine = running()
        machine.dismissed(room: "r", activity: "older")
        #expect(machine.observe(room: "r", content(.asking), now: 5_000).count == 1)
    }
}
