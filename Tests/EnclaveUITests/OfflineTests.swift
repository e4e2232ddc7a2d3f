import EnclaveFixtures
import EnclaveModel
import Foundation
import SwiftUI
import Testing

@Suite("Rooms without a connection", .serialized)
@MainActor
struct OfflineTests {
    @Test("open at once with what was kept and how old it is, and change into the host's own without a blank")
    func opens() async throws {
        let (stage, host) = try await Fixture.byHand()
        let first = try await Fixture.live(stage, host)
        stage.app.leave(first.id)
        await stage.app.saved()

        let session = try await stage.begin("harbour")
        #expect(session !== first)
        let screen = await Screen(stage)
        #expect(session.client.connection != .live)
        #expect(screen.shows("drifted"))
        #expect(screen.shows("harbour survey"))
        #expect(screen.shows("Kept on this device: now"))
        for tab in [AppModel.Tab.activity, .trust] {
            screen.app.tab = tab
            await screen.settle()
            #expect(screen.shows("Kept on this device: now"))
            #expect(!screen.shows("As last heard from the host."), "that is said once")
        }
        screen.app.tab = .sessions
        #expect(session.client.copy(at: FixtureStage.date) == nil, "a copy is not copied again as if it were news")

        try await stage.run("a connection") { host.relay.socket != nil }
        try host.deliver(HandHost.welcome(entries: 1))
        await screen.settle()
        #expect(screen.shows("drifted"), "what was kept stays until the snapshot is whole")
        try host.deliver(HandHost.chunk([HandHost.user("u7", "A new day.")]))
        try await screen.run("the host's own") { session.client.copyDate == nil }
        #expect(screen.shows("A new day.") && !screen.shows("drifted"))
        #expect(!screen.shows("Kept on this device"))
        try await stage.close()
    }

    @Test("are kept when the app goes to the background, and go with the room")
    func removed() async throws {
        let (stage, host) = try await Fixture.byHand()
        let session = try await Fixture.live(stage, host)
        stage.app.enterBackground()
        await stage.app.saved()
        #expect(try await stage.copy(of: session.id) != nil)
        await stage.app.remove(session.id)
        #expect(try await stage.copy(of: session.id) != nil, "a removal can be undone")
        await stage.app.commitRemoval()
        #expect(try await stage.copy(of: session.id) == nil)
        try await stage.close()
    }

    @Test("are taken once for all that changes at the same time, and not again at once")
    func seldom() async throws {
        var date = FixtureStage.date
        let (stage, host) = try await Fixture.byHand(now: { date })
        let session = try await Fixture.live(stage, host)
        await stage.app.saved()
        let first = try #require(try await stage.copy(of: session.id))
        for number in 1...20 {
            try host.deliver(HandHost.stateFrame(name: "name \(number)"))
            try await stage.run("name \(number)") { session.client.title == "name \(number)" }
            date.addTimeInterval(0.1)
        }
        await stage.app.saved()
        #expect(try await stage.copy(of: session.id)?.date == first.date)
        date.addTimeInterval(10)
        try host.deliver(HandHost.stateFrame(name: "the last"))
        try await stage.run("the last") { session.client.title == "the last" }
        await stage.app.saved()
        #expect(try await stage.copy(of: session.id)?.date == date)
        #expect(stage.app.list[session.id]?.title == "the last")
        try await stage.close()
    }

    @Test("follow the last of several wishes")
    func wishes() async throws {
        let (stage, host) = try await Fixture.byHand()
        let session = try await Fixture.live(stage, host)
        async let off: Void = stage.app.keepCopies(false)
        async let on: Void = stage.app.keepCopies(true)
        _ = await (off, on)
        await stage.app.saved()
        #expect(stage.app.keepsCopies)
        #expect(try await stage.copy(of: session.id) != nil)
        try await stage.close()
    }

    @Test("keep nothing when the person says so, from that moment on")
    func turnedOff() async throws {
        let (stage, host) = try await Fixture.byHand()
        let session = try await Fixture.live(stage, host)
        stage.app.enterBackground()
        await stage.app.saved()
        let screen = await Screen(stage)
        stage.app.sheet = .settings
        await screen.settle()
        try await screen.tap("Keep transcripts on this device")
        #expect(!stage.app.keepsCopies)
        #expect(try await stage.copy(of: session.id) == nil)
        stage.app.enterBackground()
        await stage.app.saved()
        #expect(try await stage.copy(of: session.id) == nil)
        try await stage.close()
    }
}
