import CollabGuest
import CollabHost
import EnclaveModel
import SwiftUI

/// The app: composes the model with the platform and shows ``RootView``.
public struct EnclaveApp: App {
    @State private var app: AppModel
    @State private var themes = ThemeStore()
    @State private var router = LinkRouter(environment: ProcessInfo.processInfo.environment)

    /// The app on this device's own storage and network.
    public init() {
        _app = State(initialValue: AppModel(.standard))
    }

    /// One window with everything.
    public var body: some Scene {
        WindowGroup {
            RootView(app: app, themes: themes, router: router)
        }
    }
}

extension AppModel.Dependencies {
    /// This device's own storage, the platform's WebSocket, and the demo box in memory.
    static var standard: AppModel.Dependencies {
        let folder = PrivateFiles.stateFolder()
        func files(_ name: String, _ protection: PrivateFiles.Protection) -> PrivateFiles {
            PrivateFiles(folder: folder.appendingPathComponent(name, isDirectory: true), protection: protection)
        }
        return AppModel.Dependencies(
            rooms: RoomStore(files: files("rooms", .complete)), vault: PlatformVault.make(folder: folder),
            drafts: DraftStore(files: files("drafts", .complete)),
            outboxes: OutboxStore(files: files("outbox", .complete)), connector: Connectors.standard,
            clock: SystemClock(), demo: .box, defaultName: "Guest")
    }
}

extension DemoSource {
    /// The embedded demo box: three rooms over the real protocol, in memory.
    static let box = DemoSource {
        let box = try DemoBox.inMemory()
        await box.start()
        return box.rooms.map { DemoOffer(title: $0.title, link: $0.link, connector: box.connector, box: box) }
    }
}
