@_exported import Foundation

/// Something whose name lasts.
public protocol PersistentlyIdentifiable {
    /// The name.
    static var persistentIdentifier: String { get }
}

extension PersistentlyIdentifiable {
    /// The type's name.
    public static var persistentIdentifier: String { "\(Self.self)" }
}

/// Something that can ask for what the app registered with ``AppDependencyManager``.
public protocol _SupportsAppDependencies {}

extension _SupportsAppDependencies {
    /// Something the app registered.
    public typealias Dependency = AppDependency
}

/// Something an app can do, for Siri, Shortcuts, buttons of widgets and Live Activities.
public protocol AppIntent: PersistentlyIdentifiable, _SupportsAppDependencies, Sendable {
    /// What performing it gives.
    associatedtype PerformResult: IntentResult
    /// Its name.
    static var title: LocalizedStringResource { get }
    /// What it does, in a sentence.
    static var description: IntentDescription? { get }
    /// Whether the device must be unlocked first.
    static var authenticationPolicy: IntentAuthenticationPolicy { get }
    /// Whether the app comes to the front.
    static var openAppWhenRun: Bool { get }
    /// Whether people find it in Shortcuts and Spotlight.
    static var isDiscoverable: Bool { get }
    /// An intent without parameters.
    init()
    /// Does it.
    func perform() async throws -> PerformResult
}

extension AppIntent {
    /// A value a person gives.
    public typealias Parameter<Value> = IntentParameter<Value> where Value: Sendable
    /// None.
    public static var description: IntentDescription? { nil }
    /// Also on a locked device.
    public static var authenticationPolicy: IntentAuthenticationPolicy { .alwaysAllowed }
    /// In the background.
    public static var openAppWhenRun: Bool { false }
    /// Yes.
    public static var isDiscoverable: Bool { true }
}

/// An intent the system defines.
public protocol SystemIntent: AppIntent {}

/// An intent that runs in the app's process, without opening the app, and may change a Live Activity.
public protocol LiveActivityIntent: SystemIntent {}

/// When an intent may run on a locked device.
public enum IntentAuthenticationPolicy: Hashable, Sendable {
    /// Also on a locked device.
    case alwaysAllowed
    /// After the person has unlocked the device.
    case requiresAuthentication
    /// After the person has unlocked this very device.
    case requiresLocalDeviceAuthentication
}

/// What an intent does, in a sentence.
public struct IntentDescription: Sendable, ExpressibleByStringInterpolation {
    /// The sentence.
    public let descriptionText: LocalizedStringResource
    /// A description.
    public init(_ text: LocalizedStringResource) { descriptionText = text }
    /// A description.
    public init(stringLiteral value: String) { descriptionText = LocalizedStringResource(stringLiteral: value) }
}

/// A collection of intents in a package.
public protocol AppIntentsPackage {
    /// Packages whose intents belong to it.
    static var includedPackages: [any AppIntentsPackage.Type] { get }
}

extension AppIntentsPackage {
    /// None.
    public static var includedPackages: [any AppIntentsPackage.Type] { [] }
}
