/// What a notification offers.
open class UNNotificationCategory: NSObject, @unchecked Sendable {  // Never changes.
    /// Names the category.
    public let identifier: String
    /// What it offers, in order.
    public let actions: [UNNotificationAction]
    /// How it behaves.
    public let options: UNNotificationCategoryOptions
    /// What stands for the text where previews are hidden.
    public let hiddenPreviewsBodyPlaceholder: String

    /// A category.
    public init(
        identifier: String, actions: [UNNotificationAction], intentIdentifiers: [String],
        hiddenPreviewsBodyPlaceholder: String, options: UNNotificationCategoryOptions = []
    ) {
        self.identifier = identifier
        self.actions = actions
        self.options = options
        self.hiddenPreviewsBodyPlaceholder = hiddenPreviewsBodyPlaceholder
    }

    /// Categories with the same name are the same.
    open override func isEqual(_ object: Any?) -> Bool {
        (object as? UNNotificationCategory)?.identifier == identifier
    }
    /// That of the name.
    open override var hash: Int { identifier.hashValue }
}

/// How a category behaves.
public struct UNNotificationCategoryOptions: OptionSet, Sendable {
    /// The bits.
    public let rawValue: UInt
    /// Options.
    public init(rawValue: UInt) { self.rawValue = rawValue }
    /// The app hears of a notification that is swiped away.
    public static let customDismissAction = UNNotificationCategoryOptions(rawValue: 1)
    /// The title is shown although previews are hidden.
    public static let hiddenPreviewsShowTitle = UNNotificationCategoryOptions(rawValue: 4)
}

/// A button of a notification.
open class UNNotificationAction: NSObject, @unchecked Sendable {  // Never changes.
    /// Names the action.
    public let identifier: String
    /// The words on it.
    public let title: String
    /// How it behaves.
    public let options: UNNotificationActionOptions
    /// A button.
    public init(identifier: String, title: String, options: UNNotificationActionOptions = []) {
        self.identifier = identifier
        self.title = title
        self.options = options
    }
}

/// A button that opens a field for text.
open class UNTextInputNotificationAction: UNNotificationAction, @unchecked Sendable {  // Never changes.
    /// The words on the button that sends.
    public let textInputButtonTitle: String
    /// The words in the empty field.
    public let textInputPlaceholder: String
    /// A button with a field.
    public init(
        identifier: String, title: String, options: UNNotificationActionOptions = [], textInputButtonTitle: String,
        textInputPlaceholder: String
    ) {
        self.textInputButtonTitle = textInputButtonTitle
        self.textInputPlaceholder = textInputPlaceholder
        super.init(identifier: identifier, title: title, options: options)
    }
}

/// How a button behaves.
public struct UNNotificationActionOptions: OptionSet, Sendable {
    /// The bits.
    public let rawValue: UInt
    /// Options.
    public init(rawValue: UInt) { self.rawValue = rawValue }
    /// The device must be unlocked.
    public static let authenticationRequired = UNNotificationActionOptions(rawValue: 1)
    /// It destroys something.
    public static let destructive = UNNotificationActionOptions(rawValue: 2)
    /// It opens the app.
    public static let foreground = UNNotificationActionOptions(rawValue: 4)
}

/// What a person did with a notification.
open class UNNotificationResponse: NSObject {
    /// The notification.
    public let notification: UNNotification
    /// The action.
    public let actionIdentifier: String

    /// A response, as a test makes it.
    @_spi(Preview) public init(notification: UNNotification, actionIdentifier: String) {
        self.notification = notification
        self.actionIdentifier = actionIdentifier
    }
}

/// What a person did, with a text.
open class UNTextInputNotificationResponse: UNNotificationResponse {
    /// The text.
    public let userText: String

    /// A response, as a test makes it.
    @_spi(Preview) public init(notification: UNNotification, actionIdentifier: String, userText: String) {
        self.userText = userText
        super.init(notification: notification, actionIdentifier: actionIdentifier)
    }
}

/// The notification itself was tapped.
public let UNNotificationDefaultActionIdentifier = "com.apple.UNNotificationDefaultActionIdentifier"
/// The notification was swiped away.
public let UNNotificationDismissActionIdentifier = "com.apple.UNNotificationDismissActionIdentifier"
