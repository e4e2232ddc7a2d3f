import ViewTree

/// A property that a view reads from outside of its value; brought up to date before each evaluation.
public protocol DynamicProperty {
    /// Updates the value.
    @MainActor @preconcurrency mutating func update()
}

extension DynamicProperty {
    /// Does nothing.
    @MainActor @preconcurrency public mutating func update() {}
}

/// The place where a state lives: observable, so that whoever read it is evaluated again.
final class StateLocation<Value>: Observable {
    private let registrar = ObservationRegistrar()
    private var stored: Value
    /// Called after a change, outside of observation.
    var didSet: ((Value) -> Void)?

    init(_ value: Value) { stored = value }

    var value: Value {
        get {
            registrar.access(self, keyPath: \.value)
            return stored
        }
        set {
            if isSame(stored, newValue) { return }
            registrar.withMutation(of: self, keyPath: \.value) { stored = newValue }
            didSet?(newValue)
        }
    }
}

/// A value that a view owns.
@propertyWrapper public struct State<Value> {
    private let initial: Value
    private var location: StateLocation<Value>?

    /// Creates a state with its first value.
    public init(wrappedValue value: Value) { initial = value }

    /// Creates a state with its first value.
    public init(initialValue value: Value) { initial = value }

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

// The place is touched on the main actor only; the value itself is safe to send.
extension State: @unchecked Sendable where Value: Sendable {}
extension State: DynamicProperty {}

extension State where Value: ExpressibleByNilLiteral {
    /// Creates a state without a first value.
    public init() { self.init(wrappedValue: nil) }
}

extension State: LinkedProperty {
    mutating func link(to node: _ViewNode, key: Int) {
        location = node.keep(key) { StateLocation(initial) }
    }
}

/// Reads and writes a value that someone else owns.
@propertyWrapper @dynamicMemberLookup public struct Binding<Value> {
    private enum Source {
        case location(StateLocation<Value>)
        case constant(Value)
        case closures(get: () -> Value, set: (Value, Transaction) -> Void)
    }

    private let source: Source
    /// The transaction of changes made through this binding.
    public var transaction = Transaction()

    init(location: StateLocation<Value>) { source = .location(location) }
    private init(source: Source) { self.source = source }

    /// Creates a binding of two closures.
    @preconcurrency public init(
        get: @escaping @isolated(any) @Sendable () -> Value, set: @escaping @isolated(any) @Sendable (Value) -> Void
    ) {
        let read = unsafeBitCast(get, to: (@Sendable () -> Value).self)
        let write = unsafeBitCast(set, to: (@Sendable (Value) -> Void).self)
        source = .closures(get: read, set: { value, _ in write(value) })
    }

    /// Creates a binding of two closures.
    @preconcurrency public init(
        get: @escaping @isolated(any) @Sendable () -> Value,
        set: @escaping @isolated(any) @Sendable (Value, Transaction) -> Void
    ) {
        let read = unsafeBitCast(get, to: (@Sendable () -> Value).self)
        let write = unsafeBitCast(set, to: (@Sendable (Value, Transaction) -> Void).self)
        source = .closures(get: read, set: write)
    }

    /// A binding that never changes.
    public static func constant(_ value: Value) -> Binding<Value> { Binding(source: .constant(value)) }

    /// The value.
    public var wrappedValue: Value {
        get {
            switch source {
            case .location(let location): location.value
            case .constant(let value): value
            case .closures(let get, _): get()
            }
        }
        nonmutating set {
            switch source {
            case .location(let location): location.value = newValue
            case .constant: break
            case .closures(_, let set): set(newValue, transaction)
            }
        }
    }

    /// The binding itself.
    public var projectedValue: Binding<Value> { self }

    /// Takes a binding as it is.
    public init(projectedValue: Binding<Value>) { self = projectedValue }

    /// A binding to a part of the value.
    public subscript<Subject>(dynamicMember keyPath: WritableKeyPath<Value, Subject>) -> Binding<Subject> {
        derived(get: { $0[keyPath: keyPath] }, set: { $0[keyPath: keyPath] = $1 })
    }

    private func derived<Subject>(
        get: @escaping (Value) -> Subject, set: @escaping (inout Value, Subject) -> Void
    ) -> Binding<Subject> {
        let base = self
        return Binding<Subject>(
            source: .closures(
                get: { get(base.wrappedValue) },
                set: { new, _ in
                    var value = base.wrappedValue
                    set(&value, new)
                    base.wrappedValue = value
                }))
    }

    /// A binding whose changes carry a transaction.
    public func transaction(_ transaction: Transaction) -> Binding<Value> {
        var copy = self
        copy.transaction = transaction
        return copy
    }

    /// A binding whose changes are animated.
    public func animation(_ animation: Animation? = .default) -> Binding<Value> {
        transaction(Transaction(animation: animation))
    }

    /// A binding to an optional of a value.
    public init<V>(_ base: Binding<V>) where Value == V? {
        self = base.derived(get: { $0 }, set: { if let new = $1 { $0 = new } })
    }

    /// A binding to the value of an optional, if it has one.
    public init?(_ base: Binding<Value?>) {
        guard let first = base.wrappedValue else { return nil }
        self = base.derived(get: { $0 ?? first }, set: { $0 = $1 })
    }

    /// Whether there is a value; `false` takes it away.
    func isSome<Wrapped>() -> Binding<Bool> where Value == Wrapped? {
        derived(get: { $0 != nil }, set: { if !$1 { $0 = nil } })
    }

    static func object<Object: AnyObject>(
        _ object: Object, _ keyPath: ReferenceWritableKeyPath<Object, Value>
    ) -> Binding<Value> {
        Binding(source: .closures(get: { object[keyPath: keyPath] }, set: { new, _ in object[keyPath: keyPath] = new }))
    }
}

extension Binding: @unchecked Sendable where Value: Sendable {}  // As Apple's: closures are used where they were made.
extension Binding: DynamicProperty {}

extension Binding: Identifiable where Value: Identifiable {
    /// The identity of the value.
    public var id: Value.ID { wrappedValue.id }
}

extension Binding: Sequence where Value: MutableCollection {
    /// A binding to each element.
    public typealias Element = Binding<Value.Element>
    /// An iterator over bindings.
    public typealias Iterator = IndexingIterator<Binding<Value>>
    /// A part of the collection.
    public typealias SubSequence = Slice<Binding<Value>>
}

extension Binding: Collection where Value: MutableCollection {
    /// The index of the value.
    public typealias Index = Value.Index
    /// The indices of the value.
    public typealias Indices = Value.Indices
    /// The first index.
    public var startIndex: Value.Index { wrappedValue.startIndex }
    /// The index past the last.
    public var endIndex: Value.Index { wrappedValue.endIndex }
    /// The indices.
    public var indices: Value.Indices { wrappedValue.indices }
    /// The index after another.
    public func index(after index: Value.Index) -> Value.Index { wrappedValue.index(after: index) }
    /// A binding to one element.
    public subscript(position: Value.Index) -> Binding<Value.Element> {
        let base = self
        return Binding<Value.Element>(
            source: .closures(
                get: { base.wrappedValue[position] },
                set: { new, _ in
                    var all = base.wrappedValue
                    all[position] = new
                    base.wrappedValue = all
                }))
    }
}

extension Binding: BidirectionalCollection where Value: BidirectionalCollection & MutableCollection {
    /// The index before another.
    public func index(before index: Value.Index) -> Value.Index { wrappedValue.index(before: index) }
}

extension Binding: RandomAccessCollection where Value: MutableCollection & RandomAccessCollection {}

/// Makes bindings to the properties of an observable object.
@dynamicMemberLookup @propertyWrapper public struct Bindable<Value> {
    /// The object.
    public var wrappedValue: Value
    /// The wrapper itself.
    public var projectedValue: Bindable<Value> { self }
    /// Wraps an object.
    public init(wrappedValue: Value) where Value: AnyObject & Observable { self.wrappedValue = wrappedValue }
}

extension Bindable where Value: AnyObject & Observable {
    /// Wraps an object.
    public init(_ wrappedValue: Value) { self.wrappedValue = wrappedValue }
    /// Takes a wrapper as it is.
    public init(projectedValue: Bindable<Value>) { self = projectedValue }
}

extension Bindable where Value: AnyObject {
    /// A binding to a property of the object.
    public subscript<Subject>(dynamicMember keyPath: ReferenceWritableKeyPath<Value, Subject>) -> Binding<Subject> {
        Binding.object(wrappedValue, keyPath)
    }
}

extension Bindable: Sendable where Value: Sendable {}

/// A state that returns to its first value when a gesture ends.
@propertyWrapper public struct GestureState<Value> {
    private let initial: Value
    private var location: StateLocation<Value>?

    /// Creates a gesture state with its resting value.
    public init(wrappedValue: Value) { initial = wrappedValue }
    /// Creates a gesture state with its resting value.
    public init(initialValue: Value) { initial = initialValue }
    /// The value.
    public var wrappedValue: Value { location?.value ?? initial }
    /// The wrapper itself.
    public var projectedValue: GestureState<Value> { self }

    func set(_ value: Value) { location?.value = value }
    func reset() { location?.value = initial }
}

extension GestureState: DynamicProperty {}
extension GestureState: LinkedProperty {
    mutating func link(to node: _ViewNode, key: Int) { location = node.keep(key) { StateLocation(initial) } }
}

/// A namespace of matched views.
@propertyWrapper public struct Namespace: DynamicProperty {
    private var id: ID?
    /// Creates a namespace.
    public init() {}
    /// The identity of the namespace.
    public var wrappedValue: Namespace.ID { id ?? ID(number: 0) }
    /// Identifies a namespace.
    public struct ID: Hashable, Sendable { let number: Int }
    private final class Keeper { let id: Int; init(_ id: Int) { self.id = id } }
}

extension Namespace: LinkedProperty {
    mutating func link(to node: _ViewNode, key: Int) {
        id = ID(number: node.keep(key) { Keeper(node.serial) }.id)
    }
}

/// Where the keyboard's focus is.
@propertyWrapper public struct FocusState<Value: Hashable> {
    /// A binding to a focus state.
    @propertyWrapper public struct Binding {
        let location: StateLocation<Value>?
        let resting: Value
        /// The focused field, or the resting value.
        public var wrappedValue: Value {
            get { location?.value ?? resting }
            nonmutating set { location?.value = newValue }
        }
        /// The binding itself.
        public var projectedValue: FocusState<Value>.Binding { self }
    }

    private let resting: Value
    private var location: StateLocation<Value>?

    /// Creates a focus state of yes and no.
    public init() where Value == Bool { resting = false }

    /// Creates a focus state of one of several fields.
    public init<T: Hashable>() where Value == T? { resting = nil }

    /// The focused field, or the resting value.
    public var wrappedValue: Value {
        get { location?.value ?? resting }
        nonmutating set { location?.value = newValue }
    }

    /// A binding to the focus.
    public var projectedValue: FocusState<Value>.Binding { Binding(location: location, resting: resting) }
}

extension FocusState: DynamicProperty {}
extension FocusState: LinkedProperty {
    mutating func link(to node: _ViewNode, key: Int) { location = node.keep(key) { StateLocation(resting) } }
}

/// A length that grows with the reader's type size.
@propertyWrapper public struct ScaledMetric<Value: BinaryFloatingPoint>: DynamicProperty {
    private let base: Value
    private let style: Font.TextStyle
    private var scaled: Value

    /// Scales a value with a text style.
    public init(wrappedValue: Value, relativeTo textStyle: Font.TextStyle) {
        base = wrappedValue
        scaled = wrappedValue
        style = textStyle
    }

    /// Scales a value with body text.
    public init(wrappedValue: Value) { self.init(wrappedValue: wrappedValue, relativeTo: .body) }

    /// The value at the reader's type size.
    public var wrappedValue: Value { scaled }
}

extension ScaledMetric: LinkedProperty {
    mutating func link(to node: _ViewNode, key: Int) {
        let factor = TypeScale.size(style, node.environment.dynamicTypeSize) / TypeScale.size(style, .large)
        scaled = base * Value(factor)
    }
}
