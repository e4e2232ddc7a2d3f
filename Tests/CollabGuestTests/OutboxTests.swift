import CollabTesting
import CollabWire
import Testing

@testable import CollabGuest

@Suite("Outbox")
struct OutboxTests {
    private func states(_ stage: GuestStage) -> [OutboxItem.State] { stage.session.current.outbox.map(\.state) }

    private func reconnect(_ stage: GuestStage) {
        let dials = stage.relay.dials
        while stage.relay.dials == dials { stage.advance(by: 100) }
    }

    @Test("a prompt leaves when it is sent, and the outbox when the transcript shows it")
    func life() async throws {
        let stage = try GuestStage()
        try await stage.goLive()
        await stage.perform { await $0.sendPrompt("hi", images: [PromptImage(mimeType: "image/png", data: "AA==")]) }
        #expect(states(stage) == [.sent])
        let frame = try #require(try stage.sent.last)
        #expect(frame["text"]?.stringValue == "hi")
        #expect(frame["images"]?[0]?["mimeType"]?.stringValue == "image/png")
        try stage.deliver(GuestStage.entry(GuestStage.prompt("p0", "hi", from: "somebody else")))
        #expect(states(stage) == [.sent])
        try stage.deliver(GuestStage.entry(GuestStage.prompt("p1", "hi")))
        #expect(states(stage).isEmpty)
    }

    @Test("prompts written while disconnected leave after the next whole snapshot, in order")
    func offline() async throws {
        let stage = try GuestStage()
        try await stage.goLive()
        stage.close(1006)
        for text in ["a", "b", "c"] { await stage.perform { await $0.sendPrompt(text) } }
        #expect(states(stage) == [.notSent, .notSent, .notSent])
        reconnect(stage)
        #expect(try stage.sentKinds == ["hello"])
        try stage.deliver(GuestStage.welcome(entries: 2))
        #expect(try stage.sentKinds == ["hello"])
        try stage.deliver(GuestStage.chunk([GuestStage.user("u1"), GuestStage.user("u2")]))
        #expect(try stage.sent.dropFirst().map { $0["text"]?.stringValue } == ["a", "b", "c"])
        #expect(states(stage) == [.sent, .sent, .sent])
    }

    @Test("a prompt sent into an empty session is found at its beginning, also behind a later one's place")
    func sentIntoNothing() async throws {
        let stage = try GuestStage()
        try await stage.goLive(entries: [])
        await stage.perform { await $0.sendPrompt("first") }
        try stage.deliver(GuestStage.entry(GuestStage.user("u1")))
        await stage.perform { await $0.sendPrompt("second") }
        stage.close(1006)
        reconnect(stage)
        try stage.welcome(entries: [
            GuestStage.prompt("p1", "first"), GuestStage.user("u1"), GuestStage.prompt("p2", "second"),
        ])
        stage.advance(by: 10_000)
        #expect(states(stage).isEmpty)
        #expect(try stage.sentKinds == ["hello"])
    }

    @Test("a prompt that reached the host before the drop is recognised and not sent twice")
    func arrivedBeforeTheDrop() async throws {
        let stage = try GuestStage()
        try await stage.goLive()
        await stage.perform { await $0.sendPrompt("once") }
        stage.close(1006)
        #expect(states(stage) == [.sent])
        reconnect(stage)
        try stage.welcome(entries: [GuestStage.user("u1"), GuestStage.prompt("p1", "once")])
        #expect(states(stage).isEmpty)
        stage.advance(by: 60_000)
        #expect(try stage.sentKinds == ["hello"])
    }

    @Test("a prompt that did not reach the host is sent once more when the host has nothing queued")
    func lostWithTheConnection() async throws {
        let stage = try GuestStage()
        try await stage.goLive(entries: [GuestStage.prompt("p0", "again"), GuestStage.user("u1")])
        await stage.perform { await $0.sendPrompt("again") }
        stage.close(1006)
        await stage.perform { await $0.sendPrompt("later") }
        reconnect(stage)
        try stage.welcome(entries: [GuestStage.prompt("p0", "again"), GuestStage.user("u1")], queued: 1)
        stage.advance(by: 20_000)
        #expect(try stage.sentKinds == ["hello"], "it may be in the host's queue")
        try stage.deliver(GuestStage.stateFrame(queued: 0))
        stage.advance(by: 2_999)
        #expect(try stage.sentKinds == ["hello"])
        stage.advance(by: 1)
        #expect(try stage.sent.dropFirst().map { $0["text"]?.stringValue } == ["again", "later"])
    }

    @Test("when the new snapshot does not reach back far enough, the person decides")
    func unknowable() async throws {
        let stage = try GuestStage()
        try await stage.goLive()
        await stage.perform { await $0.sendPrompt("hm") }
        stage.close(1006)
        reconnect(stage)
        try stage.welcome(
            entries: [GuestStage.user("u90")], history: #"{"v":1,"startId":"u90","hasEarlier":true}"#)
        guard case .refused = states(stage).first else {
            Issue.record("\(states(stage))")
            return
        }
        stage.advance(by: 60_000)
        #expect(try stage.sentKinds == ["hello"])
        let id = try #require(stage.session.current.outbox.first?.id)
        #expect(await stage.perform { await $0.resend(id) })
        #expect(try stage.sentKinds == ["hello", "prompt"])
    }

    @Test("a prompt an idle host does not take is refused after ten seconds, and taken out if it shows up after all")
    func ignoredByTheHost() async throws {
        let stage = try GuestStage()
        try await stage.goLive()
        await stage.perform { await $0.sendPrompt("hm") }
        stage.advance(by: 9_999)
        #expect(states(stage) == [.sent])
        stage.advance(by: 1)
        guard case .refused = states(stage).first else {
            Issue.record("\(states(stage))")
            return
        }
        try stage.deliver(GuestStage.entry(GuestStage.prompt("p1", "hm")))
        #expect(states(stage).isEmpty)
    }

    @Test("while the host works or has prompts queued, a prompt waits")
    func queuedByTheHost() async throws {
        let stage = try GuestStage()
        try await stage.goLive()
        try stage.deliver(GuestStage.stateFrame(isStreaming: true))
        await stage.perform { await $0.sendPrompt("steer") }
        try stage.deliver(GuestStage.stateFrame(isStreaming: true, queued: 1))
        stage.advance(by: 300_000)
        #expect(states(stage) == [.sent])
    }

    @Test("an error right after a prompt refuses it with the host's words; after another command it does not")
    func refusedByTheHost() async throws {
        let stage = try GuestStage()
        try await stage.goLive()
        await stage.perform { await $0.sendPrompt("one") }
        try stage.deliver(#"{"t":"error","message":"队列已满"}"#)
        #expect(states(stage) == [.refused("队列已满")])
        await stage.perform {
            _ = await $0.agent(.kill, "A")
            await $0.sendPrompt("two")
        }
        try stage.deliver(#"{"t":"error","message":"no such agent"}"#)
        #expect(states(stage) == [.refused("队列已满"), .sent])
        #expect(stage.replica.notices.count == 2)
    }

    @Test("a view link refuses what changes the session at once, with a reason")
    func viewLink() async throws {
        let stage = try GuestStage(isView: true)
        try await stage.goLive()
        await stage.perform { await $0.sendPrompt("may I") }
        let abort = await stage.perform { await $0.abort() }
        let answer = await stage.perform { await $0.answer(.number(1), value: "x") }
        guard case .refused = states(stage).first, case .refused = abort.current, case .refused = answer.current else {
            Issue.record("\(states(stage))")
            return
        }
        #expect(try stage.sentKinds == ["hello"])
    }

    @Test("a prompt larger than the relay takes is refused and kept")
    func tooLarge() async throws {
        var options = SessionOptions()
        options.maximumOutgoing = 1_000
        let stage = try GuestStage(options: options)
        try await stage.goLive()
        await stage.perform { await $0.sendPrompt(String(repeating: "x", count: 2_000)) }
        await stage.perform { await $0.sendPrompt("short") }
        guard case .refused = states(stage).first else {
            Issue.record("\(states(stage))")
            return
        }
        #expect(try stage.sent.last?["text"]?.stringValue == "short")
    }

    @Test("the outbox survives a restart: what was under way is looked for before anything is sent")
    func restored() async throws {
        let first = try GuestStage()
        try await first.goLive()
        await first.perform { await $0.sendPrompt("under way") }
        first.close(1006)
        await first.perform { await $0.sendPrompt("waiting") }
        await first.perform { await $0.stop() }
        let stored = first.session.current.outbox
        #expect(stored.map(\.state) == [.sent, .notSent])

        let second = try GuestStage(outbox: stored)
        try await second.goLive(entries: [GuestStage.user("u1"), GuestStage.prompt("p1", "under way")])
        #expect(second.session.current.outbox.map(\.text) == ["waiting"])
        #expect(try second.sent.dropFirst().map { $0["text"]?.stringValue } == ["waiting"])

        let third = try GuestStage(outbox: stored)
        try await third.goLive(entries: [GuestStage.user("u1")])
        third.advance(by: 3_000)
        #expect(try third.sent.dropFirst().map { $0["text"]?.stringValue } == ["under way", "waiting"])
    }

    @Test("a prompt can be discarded, except while it is being written")
    func discard() async throws {
        let stage = try GuestStage()
        let id = await stage.perform { await $0.sendPrompt("never mind") }
        #expect(await stage.perform { await $0.discard(id) })
        try await stage.goLive()
        #expect(try stage.sentKinds == ["hello"])
        #expect(states(stage).isEmpty)
    }

    @Test("a full outbox refuses, and drops nothing")
    func bounded() async throws {
        var options = SessionOptions()
        options.maximumOutbox = 3
        let stage = try GuestStage(options: options)
        for text in ["a", "b", "c", "d"] { await stage.perform { await $0.sendPrompt(text) } }
        #expect(stage.session.current.outbox.count == 4)
        guard case .refused = states(stage).last else {
            Issue.record("\(states(stage))")
            return
        }
    }

    @Test("fifty prompts from five tasks keep each task's order")
    func manyTasks() async throws {
        let stage = try GuestStage()
        try await stage.goLive()
        let tasks = (0..<5).map { task in
            stage.executor.spawn { [session = stage.session] in
                for number in 0..<10 {
                    await session.sendPrompt("\(task)-\(number)")
                    await Task.yield()
                }
            }
        }
        stage.settle()
        for task in tasks { await task.value }
        let texts = try stage.sent.compactMap { $0["text"]?.stringValue }
        #expect(texts.count == 50)
        for task in 0..<5 {
            #expect(texts.filter { $0.hasPrefix("\(task)-") } == (0..<10).map { "\(task)-\($0)" })
        }
    }

    @Test("commands wait ten seconds for a connection, keep their place behind prompts, then expire")
    func commands() async throws {
        let stage = try GuestStage()
        try await stage.goLive()
        stage.close(1006)
        await stage.perform { await $0.sendPrompt("first") }
        let abort = await stage.perform { await $0.abort() }
        #expect(abort.current == nil)
        reconnect(stage)
        try stage.welcome(entries: [GuestStage.user("u1")])
        #expect(try stage.sentKinds == ["hello", "prompt", "abort"])
        #expect(abort.current == .sent)

        stage.relay.configure(acceptsDials: false)
        stage.close(1006)
        let late = await stage.perform { await $0.agent(.kill, "A") }
        stage.advance(by: 10_000)
        #expect(late.current == .expired)
        let left = await stage.perform { await $0.abort() }
        await stage.perform { await $0.stop() }
        #expect(left.current == .expired)
    }

    @Test("a snapshot that came short is asked for once more before anything is sent again")
    func shortSnapshot() async throws {
        let stage = try GuestStage()
        try await stage.goLive()
        await stage.perform { await $0.sendPrompt("once") }
        stage.close(1006)
        reconnect(stage)
        try stage.deliver(GuestStage.welcome(entries: 3))
        try stage.deliver(GuestStage.chunk([GuestStage.user("u1")]))
        #expect(stage.connection == .live)
        #expect(try stage.sentKinds == ["hello", "hello"])
        stage.advance(by: 20_000)
        #expect(try stage.sentKinds == ["hello", "hello"])
        try stage.welcome(entries: [GuestStage.user("u1"), GuestStage.prompt("p1", "once"), GuestStage.user("u2")])
        #expect(states(stage).isEmpty)
        #expect(try stage.sentKinds == ["hello", "hello"])
    }
}
