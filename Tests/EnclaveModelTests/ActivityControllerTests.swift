import CollabTesting
import EnclaveContracts
import EnclaveModel
import Foundation
import Testing

@Suite("Live Activities and the system")
@MainActor
struct ActivityControllerTests {
    private let clock = ManualClock()

    private func content(_ phase: ActivityContent.Phase, action: String? = nil, since: Int = 0) -> ActivityContent {
        var content = ActivityContent(phase: phase, since: since)
        content.action = action
        return content
    }

    /// Gives the other threads turns: a bare yield comes back before they have had one.
    private func settle() async { for _ in 0..<100 { await Task.detached(priority: .background) {}.value } }

    /// Settles until something holds, or never does.
    private func settle(until holds: () -> Bool) async {
        for _ in 0..<200 where !holds() { await settle() }
    }

    @Test("At launch the leftover of a restored room is adopted, the other ends at once (N01)")
    func leftovers() async {
        let host = FakeActivities(leftovers: [
            .init(activity: "mine", room: "r"), .init(activity: "other", room: "gone"),
        ])
        let controller = ActivityController(host: host, clock: clock)
        await controller.launch { $0 == "r" }
        controller.observe(room: "r", content(.working))
        await controller.finished()
        #expect(host.calls == [.end("other", nil, dismissAfter: 0), .update("mine", content(.working))])
        controller.observe(room: "r", content(.ended))
        await controller.finished()
        #expect(
            host.calls.last == .end("mine", content(.ended), dismissAfter: ActivityMachine.dismissAfter))
        #expect(host.staleAfter.allSatisfy { $0 > 0 })
    }

    @Test("Two starts of one room at the same moment are one request (N03)")
    func twoStarts() async {
        let host = FakeActivities()
        let controller = ActivityController(host: host, clock: clock)
        controller.observe(room: "r", content(.working))
        controller.observe(room: "r", content(.asking))
        await controller.finished()
        #expect(host.requests == ["r"])
        controller.observe(room: "s", content(.working))
        await controller.finished()
        #expect(host.requests == ["r", "s"])
    }

    @Test("Six hundred changes in sixty seconds are at most one update a second, and the last arrives (N05)")
    func throttled() async {
        let host = FakeActivities()
        let controller = ActivityController(host: host, clock: clock)
        controller.observe(room: "r", content(.working))
        await controller.finished()
        for step in 1...600 {
            await clock.advance(by: 100, patience: 20)
            controller.observe(room: "r", content(.working, action: "step \(step)"))
        }
        await clock.advance(by: 1_000, patience: 50)
        await settle { host.updates.last?.action == "step 600" }
        #expect(host.updates.count <= 61)
        #expect(host.updates.last?.action == "step 600")
        #expect(host.requests.count == 1)
    }

    @Test("The time since when a phase lasts stays, so that a look that sees nothing new is no update")
    func since() async {
        let host = FakeActivities()
        let controller = ActivityController(host: host, clock: clock)
        for second in 0..<30 {
            controller.observe(room: "r", content(.working, since: second))
            await clock.advance(by: 1_000, patience: 20)
        }
        await controller.finished()
        #expect(host.updates.isEmpty)
        controller.observe(room: "r", content(.asking, since: 30))
        await clock.advance(by: 1_000, patience: 20)
        await settle { host.updates.count == 1 }
        #expect(host.updates.map(\.since) == [30])
    }

    @Test("Leaving the foreground hands over what waits before it returns")
    func resign() async {
        let host = FakeActivities()
        let controller = ActivityController(host: host, clock: clock)
        controller.observe(room: "r", content(.working))
        await controller.finished()
        controller.observe(room: "r", content(.asking))
        await controller.resignActive()
        #expect(host.updates == [content(.asking)])
    }

    @Test("Swiped away it stays away until the next turn; what this app ended is no swipe")
    func swiped() async {
        let host = FakeActivities()
        let controller = ActivityController(host: host, clock: clock)
        await controller.launch { _ in false }
        controller.observe(room: "r", content(.working))
        await controller.finished()
        // The last event of a few is known to have arrived when its report has.
        var start: Data?
        controller.tokensChanged = { start = $1 }
        host.happen(.dismissed(activity: "a1"))
        host.happen(.startToken(Data([1])))
        await settle { start == Data([1]) }
        controller.observe(room: "r", content(.working, action: "more"))
        controller.observe(room: "r", content(.idle))
        await clock.advance(by: 5_000, patience: 20)
        await controller.finished()
        #expect(host.calls.count == 1)
        controller.observe(room: "r", content(.working))
        await controller.finished()
        #expect(host.requests.count == 2)

        controller.observe(room: "r", content(.ended))
        host.happen(.dismissed(activity: "a2"))
        host.happen(.startToken(Data([2])))
        await settle { start == Data([2]) }
        controller.observe(room: "r", content(.working))
        await controller.finished()
        #expect(host.requests.count == 3)
    }

    @Test("A refusal is not asked again with every change, but when the app is in front")
    func refused() async {
        let host = FakeActivities()
        host.refuse(true)
        let controller = ActivityController(host: host, clock: clock)
        for step in 0..<20 {
            controller.observe(room: "r", content(.working, action: "step \(step)"))
            await controller.finished()
        }
        #expect(host.requests.count == 1)
        host.refuse(false)
        controller.becameActive()
        controller.observe(room: "r", content(.working, action: "now"))
        await controller.finished()
        #expect(host.requests.count == 2)
    }

    @Test("Tokens are reported with their rooms, and leave with their activities")
    func tokens() async {
        let host = FakeActivities()
        let controller = ActivityController(host: host, clock: clock)
        await controller.launch { _ in false }
        var reports: [[PairingCode.Activity]] = []
        var start: Data?
        controller.tokensChanged = {
            reports.append($0)
            start = $1
        }
        controller.observe(room: "r", content(.working))
        await controller.finished()
        host.happen(.token(activity: "a1", Data([0xAB, 0x01])))
        host.happen(.token(activity: "unknown", Data([1])))
        host.happen(.startToken(Data([9])))
        await settle { start != nil }
        #expect(reports.last == [PairingCode.Activity(room: "r", token: "ab01")])
        #expect(start == Data([9]))
        controller.observe(room: "r", content(.ended))
        #expect(reports.last == [])
    }

    @Test("An activity that a push started is taken over, and a second one of the same room ends")
    func appeared() async {
        let host = FakeActivities()
        let controller = ActivityController(host: host, clock: clock)
        await controller.launch { _ in false }
        var start: Data?
        controller.tokensChanged = { start = $1 }
        host.happen(.appeared(.init(activity: "pushed", room: "r")))
        host.happen(.startToken(Data([1])))
        await settle { start != nil }
        controller.observe(room: "r", content(.working))
        await controller.finished()
        #expect(host.calls == [.update("pushed", content(.working))])
        host.happen(.appeared(.init(activity: "second", room: "r")))
        await settle { host.calls.count == 2 }
        #expect(host.calls.last == .end("second", nil, dismissAfter: 0))
    }

    @Test("The system reports an activity before its request has returned: it is not taken for a second one")
    func reportedEarly() async {
        let host = FakeActivities()
        host.reportsEarly = true
        let controller = ActivityController(host: host, clock: clock)
        await controller.launch { _ in false }
        var report: [PairingCode.Activity] = []
        controller.tokensChanged = { activities, _ in report = activities }
        controller.observe(room: "r", content(.working))
        await controller.finished()
        await settle { report.count == 1 }
        controller.observe(room: "r", content(.asking))
        await clock.advance(by: 2_000, patience: 50)
        await settle { host.updates.count == 1 }
        #expect(host.calls == [.request(room: "r", content(.working)), .update("a1", content(.asking))])
        #expect(report == [PairingCode.Activity(room: "r", token: "05")])
    }
}
