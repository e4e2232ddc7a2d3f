/// A value an intent needs.
@propertyWrapper public final class IntentParameter<Value>: @unchecked Sendable {  // Every access holds the lock.
    private let lock = NSLock()
    private var value: Value?
    /// Its name.
    public let title: LocalizedStringResource

    /// A value with a name and words that ask for it.
    public init(
        title: LocalizedStringResource, description: LocalizedStringResource? = nil,
        requestValueDialog: IntentDialog? = nil
    ) {
        self.title = title
    }

    /// The value.
    public var wrappedValue: Value {
        get {
            lock.lock()
            defer { lock.unlock() }
            guard let value else { preconditionFailure("the parameter “\(title.key)” was read before it was set") }
            return value
        }
        set {
            lock.lock()
            defer { lock.unlock() }
            value = newValue
        }
    }

    /// The parameter itself.
    public var projectedValue: IntentParameter<Value> { self }
}
