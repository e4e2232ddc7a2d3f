#if !os(Linux)
    import EnclaveModel
    import UIKit

    /// Receives what UIKit tells about pushes, and hands it on.
    final class PushDelegate: NSObject, UIApplicationDelegate {
        /// Set by the app while it is made, before the launch is over.
        var center: AttentionCenter?

        func application(
            _ application: UIApplication,
            didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]? = nil
        ) -> Bool {
            // At every launch: the token may be another one by now. It needs no permission of the person's.
            application.registerForRemoteNotifications()
            return true
        }

        func application(
            _ application: UIApplication, didRegisterForRemoteNotificationsWithDeviceToken deviceToken: Data
        ) {
            center?.push.tokenArrived(deviceToken)
        }

        func application(
            _ application: UIApplication, didFailToRegisterForRemoteNotificationsWithError error: any Error
        ) {
            center?.push.tokenFailed(error.localizedDescription)
        }

        func application(
            _ application: UIApplication, didReceiveRemoteNotification userInfo: [AnyHashable: Any]
        ) async -> UIBackgroundFetchResult {
            await center?.receivedSilently(userInfo) ?? false ? .newData : .noData
        }
    }
#endif
