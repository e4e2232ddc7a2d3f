import AppIntents
import CollabGuest
import Crypto
import EnclaveAlerts
import EnclaveContracts
import EnclaveModel
import EnclaveWidgets
import Foundation
import WidgetKit

extension AttentionCenter {
    /// The center on this device's own system.
    static func standard(app: AppModel, router: LinkRouter, clock: any SessionClock) -> AttentionCenter {
        let files = PrivateFiles(
            folder: PrivateFiles.stateFolder().appendingPathComponent("attention", isDirectory: true),
            protection: .afterFirstUnlock)
        let shared = SharedContainer.snapshotFolder.map { PrivateFiles(folder: $0, protection: .afterFirstUnlock) }
        return AttentionCenter(
            app: app, router: router,
            Dependencies(
                notifications: SystemNotifications(), activities: SystemActivities(),
                preferences: AttentionPreferences(files: files, shared: shared),
                push: PushRegistration(
                    keys: DeviceKeyStore(keychain: PlatformPush.keychain, accessGroup: PlatformPush.keychainGroup),
                    files: files, bundleId: PlatformPush.bundleId, environment: PlatformPush.environment,
                    name: PlatformPush.deviceName),
                sender: SocketRenewalSender(), shared: shared, reloadWidgets: { WidgetReloading.reload() }, clock: clock
            ))
    }

    /// A center that touches nothing outside the process: for live previews and pictures.
    package static func inMemory(app: AppModel, router: LinkRouter, clock: any SessionClock) -> AttentionCenter {
        AttentionCenter(
            app: app, router: router,
            Dependencies(
                notifications: SystemNotifications(), activities: SystemActivities(),
                preferences: AttentionPreferences(files: nil),
                push: PushRegistration(
                    keys: DeviceKeyStore(keychain: MemoryKeychain(), accessGroup: nil), files: nil,
                    bundleId: PlatformPush.bundleId, environment: .sandbox, name: "Preview"),
                shared: nil, reloadWidgets: {}, clock: clock))
    }

    /// What intents may ask of the app.
    var desk: IntentDesk {
        let courier = courier
        return IntentDesk(
            open: { [weak self] room in await self?.received(.open(room: room)) },
            stop: { room in try await courier.stop(room: room) },
            prompt: { room, text in try await courier.prompt(room: room, text: text) },
            answer: { [weak self] room, askId, value in
                await self?.deliver(AskAnswer(room: room, askId: askId, value: value))
            },
            sessions: { WidgetSnapshot.read(in: SharedContainer.snapshotFolder) })
    }

    /// Registers with the system what it may call without any screen: intents.
    func registerIntents() {
        let desk = desk
        AppDependencyManager.shared.add(dependency: desk)
        EnclaveShortcuts.updateAppShortcutParameters()
    }
}
