/// The system's notifications; here in memory.
open class UNUserNotificationCenter: NSObject, @unchecked Sendable {  // Every access holds the lock.
    private static let shared = UNUserNotificationCenter()
    private let lock = NSLock()
    private var shown: [UNNotification] = []
    private var known: Set<UNNotificationCategory> = []
    private var status = UNAuthorizationStatus.notDetermined
    private var count = 0
    private weak var listener: (any UNUserNotificationCenterDelegate)?

    /// The one of this process.
    open class func current() -> UNUserNotificationCenter { shared }

    private func locked<Value>(_ body: () -> Value) -> Value {
        lock.lock()
        defer { lock.unlock() }
        return body()
    }

    /// Who hears of taps.
    open weak var delegate: (any UNUserNotificationCenterDelegate)? {
        get { locked { listener } }
        set { locked { listener = newValue } }
    }

    /// Asks the person; here they agree.
    open func requestAuthorization(options: UNAuthorizationOptions = []) async throws -> Bool {
        locked {
            if status == .notDetermined { status = .authorized }
            return status == .authorized
        }
    }

    /// What the person allowed.
    open func notificationSettings() async -> UNNotificationSettings {
        locked { UNNotificationSettings(authorizationStatus: status) }
    }

    /// Shows a notification; one with the same name is replaced.
    open func add(_ request: UNNotificationRequest) async throws {
        locked {
            shown.removeAll { $0.request.identifier == request.identifier }
            shown.append(UNNotification(date: Date(), request: request))
        }
    }

    /// What notifications offer; replaces all that was set before.
    open func setNotificationCategories(_ categories: Set<UNNotificationCategory>) {
        locked { known = categories }
    }

    /// What notifications offer.
    open func notificationCategories() async -> Set<UNNotificationCategory> { locked { known } }

    /// What notifications offer.
    open func getNotificationCategories(
        completionHandler: @escaping @Sendable (Set<UNNotificationCategory>) -> Void
    ) { completionHandler(locked { known }) }

    /// What is on the screen.
    open func deliveredNotifications() async -> [UNNotification] { locked { shown } }

    /// Takes notifications back.
    open func removeDeliveredNotifications(withIdentifiers identifiers: [String]) {
        locked { shown.removeAll { identifiers.contains($0.request.identifier) } }
    }

    /// Takes back what was not shown yet: here everything is shown at once.
    open func removePendingNotificationRequests(withIdentifiers identifiers: [String]) {}

    /// The number on the app's icon.
    open func setBadgeCount(_ newBadgeCount: Int) async throws { locked { count = newBadgeCount } }

    // MARK: What a person does

    /// The number on the app's icon.
    @_spi(Preview) public var badge: Int { locked { count } }
    /// What the person allowed.
    @_spi(Preview) public func set(_ new: UNAuthorizationStatus) { locked { status = new } }
    /// A device without any notification.
    @_spi(Preview) public func reset() {
        locked {
            shown = []
            known = []
            count = 0
            status = .notDetermined
        }
    }
}

/// What the person allowed.
open class UNNotificationSettings: NSObject {
    /// Whether notifications may be shown.
    public let authorizationStatus: UNAuthorizationStatus
    init(authorizationStatus: UNAuthorizationStatus) { self.authorizationStatus = authorizationStatus }
}

/// Whether notifications may be shown.
public enum UNAuthorizationStatus: Int, Sendable {
    /// Nobody has asked.
    case notDetermined
    /// No.
    case denied
    /// Yes.
    case authorized
    /// Quietly, until the person decides.
    case provisional
    /// For a while.
    case ephemeral
}

/// What is asked for.
public struct UNAuthorizationOptions: OptionSet, Sendable {
    /// The bits.
    public let rawValue: UInt
    /// Options.
    public init(rawValue: UInt) { self.rawValue = rawValue }
    /// The number on the icon.
    public static let badge = UNAuthorizationOptions(rawValue: 1)
    /// Sounds.
    public static let sound = UNAuthorizationOptions(rawValue: 2)
    /// Banners and the list.
    public static let alert = UNAuthorizationOptions(rawValue: 4)
}

/// How a notification is shown while the app is in front.
public struct UNNotificationPresentationOptions: OptionSet, Sendable {
    /// The bits.
    public let rawValue: UInt
    /// Options.
    public init(rawValue: UInt) { self.rawValue = rawValue }
    /// The number on the icon.
    public static let badge = UNNotificationPresentationOptions(rawValue: 1)
    /// A sound.
    public static let sound = UNNotificationPresentationOptions(rawValue: 2)
    /// In the list.
    public static let list = UNNotificationPresentationOptions(rawValue: 8)
    /// As a banner.
    public static let banner = UNNotificationPresentationOptions(rawValue: 16)
}

/// Hears of taps. Apple makes every requirement optional; here both are required, so that a method that misses its name or
/// its types does not go unnoticed.
public protocol UNUserNotificationCenterDelegate: NSObjectProtocol {
    /// A notification arrived while the app is in front.
    func userNotificationCenter(
        _ center: UNUserNotificationCenter, willPresent notification: UNNotification,
        withCompletionHandler completionHandler: @escaping @Sendable (UNNotificationPresentationOptions) -> Void)
    /// The person did something with a notification.
    func userNotificationCenter(
        _ center: UNUserNotificationCenter, didReceive response: UNNotificationResponse,
        withCompletionHandler completionHandler: @escaping @Sendable () -> Void)
}

/// Changes a pushed notification before it is shown.
open class UNNotificationServiceExtension: NSObject {
    /// An extension.
    public override init() {}
    /// A push has arrived: hand what is to be shown to the handler.
    open func didReceive(
        _ request: UNNotificationRequest, withContentHandler contentHandler: @escaping (UNNotificationContent) -> Void
    ) { contentHandler(request.content) }
    /// There is no more time.
    open func serviceExtensionTimeWillExpire() {}
}
