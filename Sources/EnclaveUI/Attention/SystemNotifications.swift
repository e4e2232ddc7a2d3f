import EnclaveAlerts
import EnclaveContracts
import EnclaveModel
import UserNotifications

/// UserNotifications, as ``NotificationController`` wants it. No decisions.
nonisolated struct SystemNotifications: NotificationHost {
    func show(_ draft: AlertDraft) async throws {
        let content = UNMutableNotificationContent()
        draft.write(into: content)
        try await UNUserNotificationCenter.current().add(
            UNNotificationRequest(identifier: draft.id, content: content, trigger: nil))
    }

    func withdraw(_ ids: [String]) async {
        let center = UNUserNotificationCenter.current()
        center.removePendingNotificationRequests(withIdentifiers: ids)
        center.removeDeliveredNotifications(withIdentifiers: ids)
    }

    func setCategories(_ categories: [AlertCategory]) async {
        UNUserNotificationCenter.current().setNotificationCategories(Set(categories.map(\.systemCategory)))
    }

    func setBadge(_ count: Int) async {
        // Refused where the person allows no badges: then there is none.
        try? await UNUserNotificationCenter.current().setBadgeCount(count)
    }

    func delivered() async -> [String: AlertPayload] {
        let delivered = await UNUserNotificationCenter.current().deliveredNotifications()
        return delivered.reduce(into: [:]) { found, notification in
            found[notification.request.identifier] = AlertPayload(userInfo: notification.request.content.userInfo)
        }
    }

    func permission() async -> NotificationPermission {
        switch await UNUserNotificationCenter.current().notificationSettings().authorizationStatus {
        case .notDetermined: .unknown
        case .denied: .denied
        case .authorized, .provisional, .ephemeral: .granted
        @unknown default: .unknown
        }
    }

    func requestPermission() async throws -> NotificationPermission {
        try await UNUserNotificationCenter.current().requestAuthorization(options: [.alert, .badge, .sound])
            ? .granted : .denied
    }
}

/// Hears of taps and hands them on as values.
final class NotificationTaps: NSObject, UNUserNotificationCenterDelegate {
    private let center: AttentionCenter

    /// Taps go to this center; set as the system's delegate before the launch is over, or a tap that launches the app
    /// is lost.
    init(center: AttentionCenter) { self.center = center }

    nonisolated func userNotificationCenter(
        _ center: UNUserNotificationCenter, willPresent notification: UNNotification,
        withCompletionHandler completionHandler: @escaping (UNNotificationPresentationOptions) -> Void
    ) {
        let payload = AlertPayload(userInfo: notification.request.content.userInfo)
        // Called once, on the main actor.
        nonisolated(unsafe) let done = completionHandler
        Task { @MainActor in done(self.center.presents(payload) ? [.banner, .list, .sound] : []) }
    }

    nonisolated func userNotificationCenter(
        _ center: UNUserNotificationCenter, didReceive response: UNNotificationResponse,
        withCompletionHandler completionHandler: @escaping () -> Void
    ) {
        let action = response.actionIdentifier
        let reply = AlertReply(
            userInfo: response.notification.request.content.userInfo,
            action: action == UNNotificationDefaultActionIdentifier ? nil : action,
            isDismissal: action == UNNotificationDismissActionIdentifier,
            text: (response as? UNTextInputNotificationResponse)?.userText)
        // Called once, on the main actor, when the answer has left: the system may suspend the app after it.
        nonisolated(unsafe) let done = completionHandler
        Task { @MainActor in
            await self.center.received(reply)
            done()
        }
    }
}
