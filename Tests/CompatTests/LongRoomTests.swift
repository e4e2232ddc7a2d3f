import CollabGuest
import CollabTesting
import CollabWire
import EnclaveModel
import EnclaveUI
import Foundation
import SwiftUI
import Testing
import ViewTesting

/// The session's screen over a long room: what is realised, and what one change costs.
@MainActor @Suite("A long room on screen") struct LongRoomTests {
    private struct Screen {
        let room: LongRoom
        let client: GuestClient
        let driver: ViewDriver

        /// Rows of the transcript that exist as boxes.
        @MainActor var rows: Int {
            let known = Set(client.rows.map(\.id.description))
            return driver.elements.filter { element in element.identifier.map(known.contains) ?? false }.count
        }

        /// Lets everything run until a condition holds; the room decodes on other threads, so this may take a while.
        @MainActor func reach(_ condition: () -> Bool) async -> Bool {
            await driver.settle(until: condition, turns: 5_000_000)
        }
    }

    private func open(turns: Int) async throws -> Screen {
        let room = try LongRoom(turns: turns)
        let client = GuestClient(
            session: GuestSession(link: room.link, name: "ada", connector: room.connector), access: .control,
            clock: ImpatientClock())
        let session = SessionVM(
            id: try RoomKey(room.link), client: client, isDemo: true, drafts: nil, outbox: nil)
        session.start()
        let driver = ViewDriver(NavigationStack { EditorView(live: session) })
        let screen = Screen(room: room, client: client, driver: driver)
        let isThere = await screen.reach { client.rows.count >= turns }
        #expect(isThere, "the room did not open: \(client.connection), \(client.rows.count) rows")
        await driver.settle()
        return screen
    }

    @Test("of 5,000 turns at most 60 are realised, and the last is among them")
    func firstPaint() async throws {
        let screen = try await open(turns: 5_000)
        #expect(screen.rows <= 60)
        #expect(screen.rows >= 12)
        #expect(screen.driver.shows("Message 4999"))
        #expect(!screen.driver.shows("Message 4000:"))
        screen.client.stop()
    }

    @Test("a streamed update is one patch, of the paragraph that grew")
    func onePatch() async throws {
        let screen = try await open(turns: 1_000)
        try await screen.room.beginMessage()
        try await screen.room.stream("The harbour")
        #expect(await screen.reach { screen.driver.shows("The harbour") })
        await screen.driver.settle()
        screen.driver.resetCounts()
        try await screen.room.stream("The harbour is full of boats")
        #expect(await screen.reach { screen.driver.shows("full of boats") })
        await screen.driver.settle()
        #expect(screen.driver.patchCount == 1, "\(screen.driver.patchDescriptions)")
        #expect(try screen.driver.patchBytes < 500)
        screen.client.stop()
    }

    @Test("rows that come while the end is shown do not pile up")
    func bounded() async throws {
        let screen = try await open(turns: 200)
        for number in 0..<150 { try await screen.room.append(1_000 + number) }
        #expect(await screen.reach { screen.client.rows.count >= 350 })
        await screen.driver.settle()
        #expect(screen.rows <= 60)
        #expect(screen.driver.shows("Message 2298"))
        screen.client.stop()
    }
}
