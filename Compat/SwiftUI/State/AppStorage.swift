import ViewTree

/// One observable place per defaults store and key.
@MainActor private enum StorageShelf {
    private static var places: [String: AnyObject] = [:]

    static func place<Value>(
        _ store: UserDefaults, _ key: String, read: () -> Value, write: @escaping (Value) -> Void
    ) -> StateLocation<Value> {
        let name = "\(ObjectIdentifier(store).hashValue)/\(key)/\(Value.self)"
        if let known = places[name] as? StateLocation<Value> { return known }
        let made = StateLocation(read())
        made.didSet = write
        places[name] = made
        return made
    }
}

/// A value in the user's defaults.
@propertyWrapper public struct AppStorage<Value> {
    private let key: String
    private let store: UserDefaults
    private let read: (UserDefaults, String) -> Value
    private let write: (UserDefaults, String, Value) -> Void
    private var location: StateLocation<Value>?

    fileprivate init(
        _ key: String, _ store: UserDefaults?, read: @escaping (UserDefaults, String) -> Value,
        write: @escaping (UserDefaults, String, Value) -> Void
    ) {
        self.key = key
        self.store = store ?? .standard
        self.read = read
        self.write = write
    }

    /// The value.
    public var wrappedValue: Value {
        get { location?.value ?? read(store, key) }
        nonmutating set {
            if let location { location.value = newValue } else { write(store, key, newValue) }
        }
    }

    /// A binding to the value.
    public var projectedValue: Binding<Value> {
        if let location { return Binding(location: location) }
        return .constant(read(store, key))
    }
}

extension AppStorage: DynamicProperty {}
extension AppStorage: LinkedProperty {
    mutating func link(to node: _ViewNode, key offset: Int) {
        let (key, store, read, write) = (key, store, read, write)
        location = StorageShelf.place(store, key, read: { read(store, key) }, write: { write(store, key, $0) })
    }
}

extension AppStorage {
    private init(plain value: Value, _ key: String, _ store: UserDefaults?) {
        self.init(
            key, store, read: { $0.object(forKey: $1) as? Value ?? value }, write: { $0.set($2, forKey: $1) })
    }

    /// A switch.
    public init(wrappedValue: Value, _ key: String, store: UserDefaults? = nil) where Value == Bool {
        self.init(plain: wrappedValue, key, store)
    }
    /// A whole number.
    public init(wrappedValue: Value, _ key: String, store: UserDefaults? = nil) where Value == Int {
        self.init(plain: wrappedValue, key, store)
    }
    /// A number.
    public init(wrappedValue: Value, _ key: String, store: UserDefaults? = nil) where Value == Double {
        self.init(plain: wrappedValue, key, store)
    }
    /// A text.
    public init(wrappedValue: Value, _ key: String, store: UserDefaults? = nil) where Value == String {
        self.init(plain: wrappedValue, key, store)
    }
    /// Bytes.
    public init(wrappedValue: Value, _ key: String, store: UserDefaults? = nil) where Value == Data {
        self.init(plain: wrappedValue, key, store)
    }
    /// A choice with a text behind it.
    public init(wrappedValue: Value, _ key: String, store: UserDefaults? = nil)
    where Value: RawRepresentable, Value.RawValue == String {
        self.init(
            key, store,
            read: { ($0.object(forKey: $1) as? String).flatMap(Value.init(rawValue:)) ?? wrappedValue },
            write: { $0.set($2.rawValue, forKey: $1) })
    }
    /// A choice with a number behind it.
    public init(wrappedValue: Value, _ key: String, store: UserDefaults? = nil)
    where Value: RawRepresentable, Value.RawValue == Int {
        self.init(
            key, store,
            read: { ($0.object(forKey: $1) as? Int).flatMap(Value.init(rawValue:)) ?? wrappedValue },
            write: { $0.set($2.rawValue, forKey: $1) })
    }
}

extension AppStorage where Value: ExpressibleByNilLiteral {
    /// A text, or none.
    public init(_ key: String, store: UserDefaults? = nil) where Value == String? {
        self.init(
            key, store, read: { $0.object(forKey: $1) as? String },
            write: { store, key, new in
                if let new { store.set(new, forKey: key) } else { store.removeObject(forKey: key) }
            })
    }
}

/// A value of one scene, kept while the scene lives.
@propertyWrapper public struct SceneStorage<Value> {
    private let initial: Value
    private let key: String
    private var location: StateLocation<Value>?

    fileprivate init(initial: Value, key: String) {
        self.initial = initial
        self.key = key
    }

    /// The value.
    public var wrappedValue: Value {
        get { location?.value ?? initial }
        nonmutating set { location?.value = newValue }
    }

    /// A binding to the value.
    public var projectedValue: Binding<Value> {
        if let location { return Binding(location: location) }
        return .constant(initial)
    }
}

extension SceneStorage: DynamicProperty {}
extension SceneStorage: LinkedProperty {
    mutating func link(to node: _ViewNode, key offset: Int) {
        if let known = node.host.sceneStorage[key] as? StateLocation<Value> {
            location = known
        } else {
            let made = StateLocation(initial)
            node.host.sceneStorage[key] = made
            location = made
        }
    }
}

extension SceneStorage {
    /// A switch.
    public init(wrappedValue: Value, _ key: String) where Value == Bool { self.init(initial: wrappedValue, key: key) }
    /// A whole number.
    public init(wrappedValue: Value, _ key: String) where Value == Int { self.init(initial: wrappedValue, key: key) }
    /// A text.
    public init(wrappedValue: Value, _ key: String) where Value == String { self.init(initial: wrappedValue, key: key) }
    /// A choice with a text behind it.
    public init(wrappedValue: Value, _ key: String) where Value: RawRepresentable, Value.RawValue == String {
        self.init(initial: wrappedValue, key: key)
    }
}

extension SceneStorage where Value: ExpressibleByNilLiteral {
    /// A text, or none.
    public init(_ key: String) where Value == String? { self.init(initial: nil, key: key) }
}
