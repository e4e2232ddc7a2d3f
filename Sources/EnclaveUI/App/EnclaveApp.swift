import CollabGuest
import CollabHost
import EnclaveModel
import SwiftUI
import UserNotifications

/// The app: composes the model with the platform and shows ``RootView``.
public struct EnclaveApp: App {
    #if !os(Linux)
        @UIApplicationDelegateAdaptor(PushDelegate.self) var pushes
    #endif
    @State private var app: AppModel
    @State private var themes: ThemeStore
    @State private var router: LinkRouter
    @State private var attention: AttentionCenter
    @State private var lock: AppLock
    private let taps: NotificationTaps

    /// The app on this device's own storage and network.
    public init() {
        let app = AppModel(.standard)
        let router = LinkRouter(environment: ProcessInfo.processInfo.environment)
        let attention = AttentionCenter.standard(app: app, router: router, clock: SystemClock())
        _app = State(initialValue: app)
        _themes = State(initialValue: ThemeStore())
        _router = State(initialValue: router)
        _attention = State(initialValue: attention)
        _lock = State(
            initialValue: .standard(
                files: PrivateFiles(
                    folder: PrivateFiles.stateFolder().appendingPathComponent("lock", isDirectory: true),
                    protection: .afterFirstUnlock)))
        taps = NotificationTaps(center: attention)
        // Before the launch is over: a tap, an intent or a push may be what launched the app, without any screen.
        UNUserNotificationCenter.current().delegate = taps
        attention.registerIntents()
        connectPushes(attention)
    }

    /// The app over what the caller brings, touching nothing outside the process: for live previews and their tests.
    /// - Parameters:
    ///   - model: the app without its screens, not launched yet.
    ///   - defaults: where the person's choices are kept.
    ///   - environment: the launch's; `ENCLAVE_COLLAB_LINK` in it joins.
    package init(model: AppModel, defaults: UserDefaults, environment: [String: String] = [:]) {
        let router = LinkRouter(environment: environment)
        let attention = AttentionCenter.inMemory(app: model, router: router, clock: SystemClock())
        _app = State(initialValue: model)
        _themes = State(initialValue: ThemeStore(defaults: defaults))
        _router = State(initialValue: router)
        _attention = State(initialValue: attention)
        _lock = State(initialValue: .standard(files: nil))
        taps = NotificationTaps(center: attention)
    }

    /// One window with everything.
    public var body: some Scene {
        WindowGroup {
            RootView(app: app, themes: themes, router: router)
                .attention(attention)
                .locked(by: lock, app: app, themes: themes)
        }
    }
}

extension AppLock {
    /// The lock that this device's owner opens.
    static func standard(files: PrivateFiles?) -> AppLock {
        AppLock(files: files, owner: SystemOwner()) { Words.sentence("Show your sessions.", .current) }
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
            outboxes: OutboxStore(files: files("outbox", .complete)),
            copies: CopyStore(files: files("copies", .complete)), connector: Connectors.standard,
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
