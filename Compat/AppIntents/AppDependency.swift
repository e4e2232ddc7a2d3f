/// What the app registers for its intents.
public final class AppDependencyManager: @unchecked Sendable {  // Every access holds the lock.
    /// The one of this process.
    public static let shared = AppDependencyManager()

    private let lock = NSLock()
    private var makers: [AnyHashable: () -> Any] = [:]

    /// Registers what an intent may ask for by its type.
    public func add<Dependency>(key: AnyHashable? = nil, dependency: @autoclosure @escaping () -> Dependency)
    where Dependency: Sendable {
        lock.lock()
        defer { lock.unlock() }
        makers[key ?? AnyHashable(ObjectIdentifier(Dependency.self))] = dependency
    }

    func find<Dependency>(_ type: Dependency.Type, key: AnyHashable?) -> Dependency {
        lock.lock()
        let maker = makers[key ?? AnyHashable(ObjectIdentifier(type))]
        lock.unlock()
        guard let found = maker?() as? Dependency else {
            preconditionFailure("\(type) was not registered with AppDependencyManager")
        }
        return found
    }
}

/// Something the app registered.
@propertyWrapper public struct AppDependency<Value>: Sendable where Value: Sendable {
    private let key: String?
    private let manager: AppDependencyManager

    /// What the app registered under a type.
    public init(manager: AppDependencyManager = .shared) {
        key = nil
        self.manager = manager
    }

    /// The value.
    public var wrappedValue: Value { manager.find(Value.self, key: key) }
}
