import CollabGuest
import EnclaveModel
import Foundation
import Testing

@Suite("The app without a screen")
@MainActor
struct AppModelTests {
    private let folder = TemporaryFolder()

    private func files(_ name: String) -> PrivateFiles {
        PrivateFiles(folder: folder.url.appending(path: name), protection: .complete)
    }

    @Test("A list that was locked at the launch is read when the app comes to the front")
    func lockedAtLaunch() async throws {
        var list = RoomList()
        list.joined(
            Room(
                id: Samples.key("a"), title: "Bridge work", model: nil, relay: "my.omp.sh", access: .control,
                lastSeen: Date(timeIntervalSince1970: 10)))
        // Neither does root read a folder as a file.
        let place = folder.url.appending(path: "rooms/rooms.json")
        try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
        let app = AppModel(
            AppModel.Dependencies(
                rooms: RoomStore(files: files("rooms")), vault: MemoryVault(),
                drafts: DraftStore(files: files("drafts")), outboxes: OutboxStore(files: files("outbox")),
                copies: nil, connector: Connectors.standard, clock: SystemClock(), demo: nil, defaultName: "Ada"))
        await app.launch()
        #expect(app.list.rooms.isEmpty && app.problem != nil)

        try FileManager.default.removeItem(at: place)
        try await RoomStore(files: files("rooms")).save(list)
        app.resume()
        for _ in 0..<10_000 where app.list.rooms.isEmpty { await Task.detached {}.value }
        #expect(app.list == list)
    }

    @Test("Closing one window of two does not put the app into the background")
    func twoWindows() async throws {
        let stage = try await AttentionStage()
        let (first, second) = (UUID(), UUID())
        await stage.launch()
        stage.app.windowCame(first)
        stage.app.windowCame(second)
        try await stage.goLive()
        stage.app.windowLeft(second)
        await stage.pass(1_000)
        stage.relay.socket?.close(code: 1_006)
        try await stage.run("another dial") { stage.relay.dials == 2 }
    }
}
