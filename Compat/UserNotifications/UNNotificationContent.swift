@_exported import Foundation

/// What a notification says.
open class UNNotificationContent: NSObject {
    fileprivate var values = ContentValues()

    fileprivate override init() {}

    /// The first line.
    open var title: String { values.title }
    /// The second line.
    open var subtitle: String { values.subtitle }
    /// The text.
    open var body: String { values.body }
    /// The number on the app's icon; nil leaves it alone.
    open var badge: NSNumber? { values.badge }
    /// What is heard.
    open var sound: UNNotificationSound? { values.sound }
    /// What the app put into it.
    open var userInfo: [AnyHashable: Any] { values.userInfo }
    /// The category with its actions.
    open var categoryIdentifier: String { values.category }
    /// Notifications of one thread lie together.
    open var threadIdentifier: String { values.thread }
    /// How loud it is.
    open var interruptionLevel: UNNotificationInterruptionLevel { values.level }
    /// 0…1: which one a summary shows first.
    open var relevanceScore: Double { values.relevance }

    /// A copy that can be changed.
    open override func mutableCopy() -> Any {
        let copy = UNMutableNotificationContent()
        copy.values = values
        return copy
    }

    fileprivate final func frozen() -> UNNotificationContent {
        let copy = UNNotificationContent()
        copy.values = values
        return copy
    }
}

private struct ContentValues {
    var title = ""
    var subtitle = ""
    var body = ""
    var badge: NSNumber?
    var sound: UNNotificationSound?
    var userInfo: [AnyHashable: Any] = [:]
    var category = ""
    var thread = ""
    var level = UNNotificationInterruptionLevel.active
    var relevance = 0.0
}

/// What a notification will say.
open class UNMutableNotificationContent: UNNotificationContent {
    /// Nothing yet.
    public override init() { super.init() }
    /// The first line.
    open override var title: String {
        get { values.title }
        set { values.title = newValue }
    }
    /// The second line.
    open override var subtitle: String {
        get { values.subtitle }
        set { values.subtitle = newValue }
    }
    /// The text.
    open override var body: String {
        get { values.body }
        set { values.body = newValue }
    }
    /// The number on the app's icon.
    open override var badge: NSNumber? {
        get { values.badge }
        set { values.badge = newValue }
    }
    /// What is heard.
    open override var sound: UNNotificationSound? {
        get { values.sound }
        set { values.sound = newValue }
    }
    /// What the app puts into it.
    open override var userInfo: [AnyHashable: Any] {
        get { values.userInfo }
        set { values.userInfo = newValue }
    }
    /// The category with its actions.
    open override var categoryIdentifier: String {
        get { values.category }
        set { values.category = newValue }
    }
    /// Notifications of one thread lie together.
    open override var threadIdentifier: String {
        get { values.thread }
        set { values.thread = newValue }
    }
    /// How loud it is.
    open override var interruptionLevel: UNNotificationInterruptionLevel {
        get { values.level }
        set { values.level = newValue }
    }
    /// 0…1.
    open override var relevanceScore: Double {
        get { values.relevance }
        set { values.relevance = newValue }
    }
}

/// How loud a notification is.
public enum UNNotificationInterruptionLevel: UInt, Sendable {
    /// Goes into the list.
    case passive
    /// Lights the screen.
    case active
    /// Breaks through a focus.
    case timeSensitive
    /// Breaks through everything.
    case critical
}

/// What is heard.
public final class UNNotificationSound: NSObject, Sendable {
    /// The system's sound.
    public static let `default` = UNNotificationSound()
}

/// What leads to a notification.
open class UNNotificationTrigger: NSObject {}

/// A notification and what leads to it.
open class UNNotificationRequest: NSObject {
    /// Names it; another with the same name takes its place.
    public let identifier: String
    /// What it says.
    public let content: UNNotificationContent
    /// What leads to it; nil is now.
    public let trigger: UNNotificationTrigger?
    /// A request.
    public init(identifier: String, content: UNNotificationContent, trigger: UNNotificationTrigger?) {
        self.identifier = identifier
        self.content = content.frozen()
        self.trigger = trigger
    }
}

/// A notification that was shown.
open class UNNotification: NSObject {
    /// When.
    public let date: Date
    /// What.
    public let request: UNNotificationRequest

    /// A notification, as a test makes it.
    @_spi(Preview) public init(date: Date, request: UNNotificationRequest) {
        self.date = date
        self.request = request
    }
}
