import Crypto
import EnclaveContracts
import UserNotifications

/// The notification service extension: opens the sealed text of a push before the system shows it. The extension's own
/// target has a subclass with nothing in it.
open class AlertService: UNNotificationServiceExtension {
    private let lock = NSLock()
    /// Hands over what is to be shown; nil once that is done.
    private var deliver: (() -> Void)?

    /// Opens with the keys of this device; tests bring their own.
    open var opener: AlertOpener {
        AlertOpener(
            keys: DeviceKeyStore(keychain: Self.keychain, accessGroup: SharedContainer.group),
            privacy: SharedPrivacy.level(in: SharedContainer.snapshotFolder), words: AlertWords())
    }

    /// A push has arrived.
    open override func didReceive(
        _ request: UNNotificationRequest, withContentHandler contentHandler: @escaping (UNNotificationContent) -> Void
    ) {
        // The generic text, until there is a better one.
        setDelivery { contentHandler(request.content) }
        guard let payload = AlertPayload(userInfo: request.content.userInfo),
            let content = request.content.mutableCopy() as? UNMutableNotificationContent
        else { return finish() }
        let draft = opener.draft(for: payload, id: request.identifier)
        draft.write(into: content)
        setDelivery { contentHandler(content) }
        register(draft.category)
    }

    /// There is no more time: what is there is shown.
    open override func serviceExtensionTimeWillExpire() { finish() }

    /// Tells the system of the category before the notification that names it is shown.
    private func register(_ category: AlertCategory) {
        let center = UNUserNotificationCenter.current()
        // The handler may come on any thread: what it touches of this object is behind the lock.
        nonisolated(unsafe) let service = self
        center.getNotificationCategories { known in
            var categories = known.filter { $0.identifier != category.id }
            categories.insert(category.systemCategory)
            center.setNotificationCategories(categories)
            service.finish()
        }
    }

    private func setDelivery(_ delivery: @escaping () -> Void) {
        lock.lock()
        defer { lock.unlock() }
        deliver = delivery
    }

    /// Shows it, once: the end of the time may come while the categories are being set.
    private func finish() {
        lock.lock()
        let delivery = deliver
        deliver = nil
        lock.unlock()
        delivery?()
    }
}
