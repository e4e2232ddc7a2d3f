import CollabReplica
import CollabTesting
import CollabWire
import Testing

@testable import CollabGuest

@Suite("Subscribers")
struct SubscribersTests {
    @Test("a subscriber gets the newest state and the sum of what it missed, in one update")
    func coalescing() async throws {
        let stage = try GuestStage()
        try await stage.goLive()
        var slow = stage.session.updates.makeAsyncIterator()
        #expect(await slow.next()?.change.isReset == true)
        for number in 0..<1_000 { try stage.deliver(GuestStage.entry(GuestStage.user("n\(number)"))) }
        try stage.deliver(GuestStage.stateFrame(isStreaming: true))
        let update = try #require(await slow.next())
        #expect(update.replica.entries.count == 1_001)
        #expect(update.change.appended == 1..<1_001)
        #expect(update.change.stateChanged)
        #expect(!update.change.isReset)
    }

    @Test("subscribers do not take from each other; each has its own sum")
    func independent() async throws {
        let stage = try GuestStage()
        try await stage.goLive()
        var first = stage.session.updates.makeAsyncIterator()
        var second = stage.session.updates.makeAsyncIterator()
        _ = await first.next()
        _ = await second.next()
        try stage.deliver(GuestStage.entry(GuestStage.user("a")))
        #expect(await first.next()?.change.appended == 1..<2)
        try stage.deliver(GuestStage.entry(GuestStage.user("b")))
        #expect(await first.next()?.change.appended == 2..<3)
        #expect(await second.next()?.change.appended == 1..<3)
    }

    @Test("a subscriber that waits is woken once per change, and the sequence ends after the end")
    func waiting() async throws {
        let stage = try GuestStage()
        let seen = Protected([String]())
        let session = stage.session
        let follower = stage.executor.spawn {
            for await update in session.updates {
                seen.withLock { $0.append(ConnectionMachineTests.name(update.connection)) }
            }
        }
        try await stage.goLive()
        try stage.deliver(#"{"t":"bye","reason":"done"}"#)
        await follower.value
        #expect(seen.withLock { $0 } == ["idle", "connecting", "waiting", "loading 0 of 1", "live", "ended bye done"])
        var late = session.updates.makeAsyncIterator()
        #expect(await late.next()?.connection == .ended(.bye("done")))
        #expect(await late.next() == nil)
    }

    @Test("a cancelled subscriber stops waiting, and one that is let go leaves nothing behind")
    func leaving() async throws {
        let hub = UpdateHub(
            SessionUpdate(connection: .idle, replica: ReplicaState(), change: ReplicaChange(), outbox: []))
        let executor = ManualExecutor()
        let task = executor.spawn {
            var count = 0
            for await _ in SessionUpdates(hub: hub) { count += 1 }
            return count
        }
        executor.settle()
        #expect(hub.subscriberCount == 1)
        task.cancel()
        executor.settle()
        #expect(await task.value == 1)
        #expect(hub.subscriberCount == 0)
    }

    @Test("a subscriber that never asks does not make anything grow")
    func neverAsks() async throws {
        let stage = try GuestStage()
        try await stage.goLive()
        var idle = stage.session.updates.makeAsyncIterator()
        for number in 0..<2_000 {
            try stage.deliver(#"{"t":"error","message":"\#(number)"}"#)
        }
        #expect(stage.session.current.replica.notices.count == Replica.noticeLimit)
        // What waits for it is one update: the newest.
        let update = try #require(await idle.next())
        #expect(update.replica.notices.last?.message == "1999")
    }

    @Test("remembered IVs stay within their bound, and the oldest are forgotten first")
    func replayWindow() {
        var replays = ReplayGuard(capacity: 100)
        func iv(_ number: Int) -> ReplayGuard.IV {
            ReplayGuard.IV((0..<12).map { UInt8(truncatingIfNeeded: number >> (8 * ($0 % 4))) })
        }
        for number in 0..<1_000 { replays.insert(iv(number)) }
        #expect(replays.count == 100)
        #expect(!replays.contains(iv(899)))
        #expect((900..<1_000).allSatisfy { replays.contains(iv($0)) })
    }
}
