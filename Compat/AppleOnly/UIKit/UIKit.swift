// Looked up: accessibility (UIAccessibility.h, iOS 18.0), UIApplicationDelegate, UITextInput, UIWindow's actor,
// UIPasteboard, numbers with a name. The rest, its actors and Sendable among it, was not. It knows no SwiftUI, unlike
// the stand-in that the app is run with.
@_exported import CoreGraphics

@MainActor open class UIResponder: NSObject {
    public override init() { fatalError() }
    open var isFirstResponder: Bool { fatalError() }
}

@MainActor open class UIEvent: NSObject {}

@MainActor open class UITextRange: NSObject {}

@MainActor public protocol UITextInput: NSObjectProtocol {
    var markedTextRange: UITextRange? { get }
}

extension NSObject {
    @MainActor public var accessibilityElementsHidden: Bool {
        get { fatalError() }
        set { fatalError() }
    }
    @MainActor public var accessibilityViewIsModal: Bool {
        get { fatalError() }
        set { fatalError() }
    }
}

@MainActor open class UIView: UIResponder {
    public init(frame: CGRect) { fatalError() }
    public convenience override init() { fatalError() }
    public required init?(coder: NSCoder) { fatalError() }
    open var window: UIWindow? { fatalError() }
    open var isHidden: Bool {
        get { fatalError() }
        set { fatalError() }
    }
    open func didMoveToWindow() { fatalError() }
}

@MainActor open class UIViewController: UIResponder {
    public init(nibName nibNameOrNil: String?, bundle nibBundleOrNil: Bundle?) { fatalError() }
    public convenience override init() { fatalError() }
    public required init?(coder: NSCoder) { fatalError() }
    open var view: UIView! {
        get { fatalError() }
        set { fatalError() }
    }
}

@MainActor open class UIScene: UIResponder {}

@MainActor open class UIWindowScene: UIScene {
    open var windows: [UIWindow] { fatalError() }
}

/// What numbers with a name can be moved by (the Swift overlay of UIKit).
public protocol _UIKitNumericRawRepresentable: RawRepresentable, Comparable where RawValue: Comparable & Numeric {}
extension _UIKitNumericRawRepresentable {
    public static func < (left: Self, right: Self) -> Bool { fatalError() }
}
public func + <T: _UIKitNumericRawRepresentable>(left: T, right: T.RawValue) -> T { fatalError() }
public func - <T: _UIKitNumericRawRepresentable>(left: T, right: T.RawValue) -> T { fatalError() }

@MainActor open class UIWindow: UIView {
    public struct Level: Hashable, Sendable, _UIKitNumericRawRepresentable {
        public let rawValue: CGFloat
        public init(rawValue: CGFloat) { fatalError() }
        public static let normal = UIWindow.Level(rawValue: 0)
        public static let alert = UIWindow.Level(rawValue: 2000)
        public static let statusBar = UIWindow.Level(rawValue: 1000)
    }
    public init(windowScene: UIWindowScene) { fatalError() }
    public override init(frame: CGRect) { fatalError() }
    public required init?(coder: NSCoder) { fatalError() }
    open weak var windowScene: UIWindowScene? {
        get { fatalError() }
        set { fatalError() }
    }
    open var windowLevel: UIWindow.Level {
        get { fatalError() }
        set { fatalError() }
    }
    open var rootViewController: UIViewController? {
        get { fatalError() }
        set { fatalError() }
    }
    open func makeKey() { fatalError() }
    open func makeKeyAndVisible() { fatalError() }
}

@MainActor open class UIApplication: UIResponder {
    public struct LaunchOptionsKey: Hashable, RawRepresentable, Sendable {
        public let rawValue: String
        public init(rawValue: String) { fatalError() }
    }
    open class var shared: UIApplication { fatalError() }
    public nonisolated static var openSettingsURLString: String { fatalError() }
    @discardableResult open func sendAction(
        _ action: Selector, to target: Any?, from sender: Any?, for event: UIEvent?
    ) -> Bool { fatalError() }
    open func registerForRemoteNotifications() { fatalError() }
    open var isIdleTimerDisabled: Bool {
        get { fatalError() }
        set { fatalError() }
    }
}

public enum UIBackgroundFetchResult: UInt, @unchecked Sendable {
    case newData
    case noData
    case failed
}

/// Apple makes every requirement optional. Those that are implemented here are required, so that a method which misses its
/// name by a letter does not go unnoticed.
@MainActor public protocol UIApplicationDelegate: NSObjectProtocol {
    func application(
        _ application: UIApplication,
        didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
    ) -> Bool
    func application(
        _ application: UIApplication, didRegisterForRemoteNotificationsWithDeviceToken deviceToken: Data)
    func application(
        _ application: UIApplication, didFailToRegisterForRemoteNotificationsWithError error: any Error)
    /// The asynchronous face of `application(_:didReceiveRemoteNotification:fetchCompletionHandler:)`.
    func application(
        _ application: UIApplication, didReceiveRemoteNotification userInfo: [AnyHashable: Any]
    ) async -> UIBackgroundFetchResult
}

@MainActor open class UIDevice: NSObject {
    open class var current: UIDevice { fatalError() }
    open var name: String { fatalError() }
}

open class UIFont: NSObject, @unchecked Sendable {
    public init?(name fontName: String, size fontSize: CGFloat) { fatalError() }
}

open class UIImage: NSObject, @unchecked Sendable {
    public init?(data: Data) { fatalError() }
    public init(cgImage: CGImage) { fatalError() }
    open var size: CGSize { fatalError() }
    open var scale: CGFloat { fatalError() }
    open func pngData() -> Data? { fatalError() }
    open func jpegData(compressionQuality: CGFloat) -> Data? { fatalError() }
}

/// Apple: no actor of its own (`@MainActor` neither in the header nor in the documentation).
open class UIPasteboard: NSObject {
    public struct OptionsKey: Hashable, RawRepresentable, Sendable {
        public let rawValue: String
        public init(rawValue: String) { fatalError() }
        public static let expirationDate = UIPasteboard.OptionsKey(rawValue: "")
        public static let localOnly = UIPasteboard.OptionsKey(rawValue: "")
    }
    open class var general: UIPasteboard { fatalError() }
    open var string: String? {
        get { fatalError() }
        set { fatalError() }
    }
    open var hasStrings: Bool { fatalError() }
    open func setItems(_ items: [[String: Any]], options: [UIPasteboard.OptionsKey: Any] = [:]) { fatalError() }
}

public enum UIKeyboardType: Int, @unchecked Sendable {
    case `default`
    case asciiCapable
    case numbersAndPunctuation
    case URL
    case numberPad
    case phonePad
    case namePhonePad
    case emailAddress
    case decimalPad
    case twitter
    case webSearch
}

public struct UITextContentType: Hashable, RawRepresentable, Sendable {
    public let rawValue: String
    public init(rawValue: String) { fatalError() }
    public static let name = UITextContentType(rawValue: "")
    public static let nickname = UITextContentType(rawValue: "")
    public static let URL = UITextContentType(rawValue: "")
    public static let password = UITextContentType(rawValue: "")
    public static let oneTimeCode = UITextContentType(rawValue: "")
}
