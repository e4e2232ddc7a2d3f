import CollabGuest
import CollabHost
import CollabWire
import EnclaveModel
import EnclaveUI
import Foundation
import PreviewServer

/// The whole app behind a live preview, with the three demo rooms.
@MainActor final class Stage {
    let box: DemoBox
    let model: AppModel
    let address: URL
    private let server: PreviewServer
    private let relay: RelayServer?
    private let folder: URL

    private init(
        box: DemoBox, model: AppModel, address: URL, server: PreviewServer, relay: RelayServer?, folder: URL
    ) {
        self.box = box
        self.model = model
        self.address = address
        self.server = server
        self.relay = relay
        self.folder = folder
    }

    /// Opens the rooms, inside the process or on a relay of their own, and serves the app.
    /// - Parameter offersDemo: whether the app's list has the rooms; else links must be pasted.
    static func open(
        onRelay: Bool = false, offersDemo: Bool = true, environment: (DemoBox) -> [String: String] = { _ in [:] }
    ) async throws -> Stage {
        var relay: RelayServer?
        let box: DemoBox
        if onRelay {
            let server = RelayServer()
            let port = try await server.start()
            relay = server
            box = try DemoBox(
                relay: RelayAddress(isSecure: false, host: "127.0.0.1", port: port), connector: Connectors.standard)
        } else {
            box = try DemoBox.inMemory()
        }
        await box.start()
        let folder = FileManager.default.temporaryDirectory.appending(path: "browser-tests-\(UUID().uuidString)")
        func files(_ part: String) -> PrivateFiles {
            PrivateFiles(folder: folder.appending(path: part), protection: .complete)
        }
        let demo = DemoSource {
            box.rooms.map { DemoOffer(title: $0.title, link: $0.link, connector: box.connector, box: box) }
        }
        let model = AppModel(
            AppModel.Dependencies(
                rooms: RoomStore(files: files("rooms")), vault: MemoryVault(),
                drafts: DraftStore(files: files("drafts")),
                outboxes: OutboxStore(files: files("outbox")), copies: nil, connector: box.connector,
                clock: SystemClock(),
                demo: offersDemo ? demo : nil, defaultName: "Ada"))
        guard let defaults = UserDefaults(suiteName: "browser-tests-\(UUID().uuidString)") else {
            throw BrowserFailure(description: "There are no defaults.")
        }
        let server = PreviewServer(
            app: EnclaveApp(model: model, defaults: defaults, environment: environment(box)))
        let address = try await server.start()
        return Stage(box: box, model: model, address: address, server: server, relay: relay, folder: folder)
    }

    /// The relay goes away.
    func killRelay() async { await relay?.stop() }

    /// The preview ends, as when its process does.
    func endPreview() async { await server.stop() }

    /// Takes everything down.
    func close() async throws {
        await server.stop()
        for key in Array(model.sessions.keys) { model.leave(key) }
        await box.stop()
        await relay?.stop()
        if FileManager.default.fileExists(atPath: folder.path) { try FileManager.default.removeItem(at: folder) }
    }

    /// Runs a test's body on an open stage, and takes everything down afterwards.
    static func run(
        onRelay: Bool = false, offersDemo: Bool = true, environment: (DemoBox) -> [String: String] = { _ in [:] },
        _ body: (Stage) async throws -> Void
    ) async throws {
        let stage = try await open(onRelay: onRelay, offersDemo: offersDemo, environment: environment)
        do {
            try await body(stage)
        } catch {
            try await stage.close()
            throw error
        }
        try await stage.close()
    }
}
