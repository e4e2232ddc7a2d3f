import ViewTree

/// A movement of fingers.
@MainActor @preconcurrency public protocol Gesture<Value> {
    /// What the gesture tells.
    associatedtype Value
    /// The type of the gesture that this one is made of.
    associatedtype Body: Gesture
    /// The gesture that this one is made of.
    @MainActor @preconcurrency var body: Self.Body { get }
    @MainActor func _attach(
        changed: @escaping (Value) -> Void, ended: @escaping (Value) -> Void, to handlers: _GestureHandlers)
}
extension Gesture {
    /// A gesture made of another tells nothing by itself.
    public func _attach(
        changed: @escaping (Value) -> Void, ended: @escaping (Value) -> Void, to handlers: _GestureHandlers
    ) {}
}
extension Never: Gesture {
    /// Nothing.
    public typealias Value = Never
}
extension Gesture where Body == Never {
    /// Primitives have no body.
    @MainActor @preconcurrency public var body: Never { preconditionFailure("\(Self.self) has no body") }
}

/// What a view does with events.
@MainActor public final class _GestureHandlers {
    var handlers: [EventKind: (EventPayload) -> Void] = [:]
}

/// A gesture with an action.
public struct _ActionGesture<Base: Gesture>: Gesture {
    /// What the gesture tells.
    public typealias Value = Base.Value
    /// None.
    public typealias Body = Never
    let base: Base
    var changed: ((Base.Value) -> Void)?
    var ended: ((Base.Value) -> Void)?
    /// How the gesture listens.
    public func _attach(
        changed outer: @escaping (Value) -> Void, ended outerEnd: @escaping (Value) -> Void,
        to handlers: _GestureHandlers
    ) {
        let (own, ownEnd) = (changed, ended)
        base._attach(
            changed: {
                own?($0)
                outer($0)
            },
            ended: {
                ownEnd?($0)
                outerEnd($0)
            }, to: handlers)
    }
}

extension Gesture {
    /// Runs when the gesture ends.
    public func onEnded(_ action: @escaping (Self.Value) -> Void) -> _ActionGesture<Self> {
        _ActionGesture(base: self, changed: nil, ended: action)
    }
    /// Runs while the gesture changes.
    public func onChanged(_ action: @escaping (Self.Value) -> Void) -> _ActionGesture<Self> where Value: Equatable {
        _ActionGesture(base: self, changed: action, ended: nil)
    }
    /// Keeps a state while the gesture lasts.
    public func updating<State>(
        _ state: GestureState<State>, body: @escaping (Self.Value, inout State, inout Transaction) -> Void
    ) -> _ActionGesture<Self> {
        _ActionGesture(
            base: self,
            changed: { value in
                var current = state.wrappedValue
                var transaction = Transaction()
                body(value, &current, &transaction)
                state.set(current)
            }, ended: { _ in state.reset() })
    }
    /// Both gestures at once.
    public func simultaneously<Other: Gesture>(with other: Other) -> SimultaneousGesture<Self, Other> {
        SimultaneousGesture(self, other)
    }
}

/// Two gestures at once.
public struct SimultaneousGesture<First: Gesture, Second: Gesture>: Gesture {
    /// What both tell.
    public struct Value {
        /// The first.
        public var first: First.Value?
        /// The second.
        public var second: Second.Value?
    }
    /// None.
    public typealias Body = Never
    /// The first.
    public var first: First
    /// The second.
    public var second: Second
    /// Joins two gestures.
    public init(_ first: First, _ second: Second) {
        self.first = first
        self.second = second
    }
    /// How the gesture listens.
    public func _attach(
        changed: @escaping (Value) -> Void, ended: @escaping (Value) -> Void, to handlers: _GestureHandlers
    ) {
        first._attach(
            changed: { changed(Value(first: $0)) }, ended: { ended(Value(first: $0)) }, to: handlers)
        second._attach(
            changed: { changed(Value(second: $0)) }, ended: { ended(Value(second: $0)) }, to: handlers)
    }
}

/// One or more taps.
public struct TapGesture: Gesture {
    /// Nothing to tell.
    public typealias Value = Void
    /// None.
    public typealias Body = Never
    /// How many taps.
    public var count: Int
    /// Creates a gesture.
    public nonisolated init(count: Int = 1) { self.count = count }
    /// How the gesture listens.
    public func _attach(
        changed: @escaping (Value) -> Void, ended: @escaping (Value) -> Void, to handlers: _GestureHandlers
    ) {
        handlers.handlers[count > 1 ? .doubleTap : .tap] = { _ in ended(()) }
    }
}

/// A long press.
public struct LongPressGesture: Gesture {
    /// Whether it is held.
    public typealias Value = Bool
    /// None.
    public typealias Body = Never
    /// How long, in seconds.
    public var minimumDuration: Double
    /// Creates a gesture.
    public nonisolated init(minimumDuration: Double = 0.5, maximumDistance: CGFloat = 10) {
        self.minimumDuration = minimumDuration
    }
    /// How the gesture listens.
    public func _attach(
        changed: @escaping (Value) -> Void, ended: @escaping (Value) -> Void, to handlers: _GestureHandlers
    ) {
        handlers.handlers[.longPress] = { _ in ended(true) }
    }
}

/// A drag.
public struct DragGesture: Gesture {
    /// Where a drag is.
    public struct Value: Equatable, Sendable {
        /// When.
        public var time: Date
        /// Where the finger is.
        public var location: CGPoint
        /// Where it began.
        public var startLocation: CGPoint
        /// How far it is.
        public var translation: CGSize {
            CGSize(width: location.x - startLocation.x, height: location.y - startLocation.y)
        }
        /// Where it would come to rest.
        public var predictedEndTranslation: CGSize { translation }
        /// Where it would come to rest.
        public var predictedEndLocation: CGPoint { location }
        /// How fast it is, in points per second.
        public var velocity: CGSize { .zero }
    }
    /// None.
    public typealias Body = Never
    /// From which distance.
    public var minimumDistance: CGFloat
    /// Creates a gesture.
    public nonisolated init(minimumDistance: CGFloat = 10, coordinateSpace: some CoordinateSpaceProtocol = .local) {
        self.minimumDistance = minimumDistance
    }
    /// How the gesture listens.
    public func _attach(
        changed: @escaping (Value) -> Void, ended: @escaping (Value) -> Void, to handlers: _GestureHandlers
    ) {
        let minimum = minimumDistance
        handlers.handlers[.drag] = { payload in
            let value = Value(
                time: Date(), location: CGPoint(x: payload.x, y: payload.y),
                startLocation: CGPoint(x: payload.startX, y: payload.startY))
            let distance =
                (value.translation.width * value.translation.width
                + value.translation.height * value.translation.height).squareRoot()
            if payload.isEnd { ended(value) } else if distance >= minimum { changed(value) }
        }
    }
}

/// Two fingers that come apart.
public struct MagnifyGesture: Gesture {
    /// How far.
    public struct Value: Equatable, Sendable {
        /// When.
        public var time: Date
        /// How much larger.
        public var magnification: CGFloat
        /// How fast.
        public var velocity: CGFloat
        /// Around which point.
        public var startAnchor: UnitPoint
        /// Around which place.
        public var startLocation: CGPoint
    }
    /// None.
    public typealias Body = Never
    /// Creates a gesture.
    public nonisolated init(minimumScaleDelta: CGFloat = 0.01) {}
    /// How the gesture listens.
    public func _attach(
        changed: @escaping (Value) -> Void, ended: @escaping (Value) -> Void, to handlers: _GestureHandlers
    ) {
        handlers.handlers[.magnify] = { payload in
            let value = Value(
                time: Date(), magnification: payload.number, velocity: 0, startAnchor: .center,
                startLocation: CGPoint(x: payload.startX, y: payload.startY))
            if payload.isEnd { ended(value) } else { changed(value) }
        }
    }
}

/// Which gestures a view takes.
public struct GestureMask: OptionSet, Sendable {
    /// The bits.
    public let rawValue: UInt32
    /// Creates a set.
    public init(rawValue: UInt32) { self.rawValue = rawValue }
    /// None.
    public static let none = GestureMask([])
    /// The added one.
    public static let gesture = GestureMask(rawValue: 1)
    /// Those of views below.
    public static let subviews = GestureMask(rawValue: 2)
    /// All.
    public static let all = GestureMask(rawValue: 3)
}

nonisolated struct GestureModifier<G: Gesture>: ViewModifier {
    typealias Body = Never
    let gesture: G
    let isOn: Bool
    @MainActor static func _evaluate<V: View>(_ modifier: Self, _ content: V, in node: _ViewNode) {
        node.child(0, content)
        var decoration = Decoration()
        if modifier.isOn, node.environment.isEnabled {
            let handlers = _GestureHandlers()
            modifier.gesture._attach(changed: { _ in }, ended: { _ in }, to: handlers)
            decoration.handlers = handlers.handlers
        }
        node.decorateEach(decoration)
    }
}

extension View {
    /// Runs on a tap.
    public nonisolated func onTapGesture(count: Int = 1, perform action: @escaping () -> Void) -> some View {
        nonisolated(unsafe) let action = action  // Made and called on the main actor.
        return modifier(
            DecorateModifier { environment in
                var decoration = Decoration()
                if environment.isEnabled { decoration.handlers[count > 1 ? .doubleTap : .tap] = { _ in action() } }
                return decoration
            })
    }
    /// Runs on a long press.
    public nonisolated func onLongPressGesture(
        minimumDuration: Double = 0.5, maximumDistance: CGFloat = 10, perform action: @escaping () -> Void,
        onPressingChanged: ((Bool) -> Void)? = nil
    ) -> some View {
        nonisolated(unsafe) let action = action  // Made and called on the main actor.
        return modifier(DecorateModifier { $0.handlers[.longPress] = { _ in action() } })
    }
    /// Adds a gesture.
    public nonisolated func gesture<T: Gesture>(_ gesture: T, including mask: GestureMask = .all) -> some View {
        modifier(GestureModifier(gesture: gesture, isOn: mask.contains(.gesture)))
    }
    /// Adds a gesture before those of the view.
    public nonisolated func highPriorityGesture<T: Gesture>(_ gesture: T, including mask: GestureMask = .all)
        -> some View
    {
        modifier(GestureModifier(gesture: gesture, isOn: mask.contains(.gesture)))
    }
    /// Adds a gesture beside those of the view.
    public nonisolated func simultaneousGesture<T: Gesture>(_ gesture: T, including mask: GestureMask = .all)
        -> some View
    {
        modifier(GestureModifier(gesture: gesture, isOn: mask.contains(.gesture)))
    }
}

/// A key of a keyboard.
public struct KeyEquivalent: Hashable, Sendable, ExpressibleByExtendedGraphemeClusterLiteral {
    /// The character.
    public var character: Character
    /// A key by character.
    public init(_ character: Character) { self.character = character }
    /// A key by character.
    public init(extendedGraphemeClusterLiteral: Character) { character = extendedGraphemeClusterLiteral }
    /// Up.
    public static let upArrow = KeyEquivalent("\u{F700}")
    /// Down.
    public static let downArrow = KeyEquivalent("\u{F701}")
    /// Left.
    public static let leftArrow = KeyEquivalent("\u{F702}")
    /// Right.
    public static let rightArrow = KeyEquivalent("\u{F703}")
    /// Escape.
    public static let escape = KeyEquivalent("\u{1B}")
    /// Delete.
    public static let delete = KeyEquivalent("\u{8}")
    /// Home.
    public static let home = KeyEquivalent("\u{F729}")
    /// End.
    public static let end = KeyEquivalent("\u{F72B}")
    /// Page up.
    public static let pageUp = KeyEquivalent("\u{F72C}")
    /// Page down.
    public static let pageDown = KeyEquivalent("\u{F72D}")
    /// Tab.
    public static let tab = KeyEquivalent("\t")
    /// Space.
    public static let space = KeyEquivalent(" ")
    /// Return.
    public static let `return` = KeyEquivalent("\r")

    /// The page's name of the key.
    var name: String {
        switch self {
        case .upArrow: "ArrowUp"
        case .downArrow: "ArrowDown"
        case .leftArrow: "ArrowLeft"
        case .rightArrow: "ArrowRight"
        case .escape: "Escape"
        case .delete: "Backspace"
        case .home: "Home"
        case .end: "End"
        case .pageUp: "PageUp"
        case .pageDown: "PageDown"
        case .tab: "Tab"
        case .space: "Space"
        case .return: "Enter"
        default: String(character).lowercased()
        }
    }
}

/// Keys that are held.
public struct EventModifiers: OptionSet, Sendable {
    /// The bits.
    public let rawValue: Int
    /// Creates a set.
    public init(rawValue: Int) { self.rawValue = rawValue }
    /// Caps lock.
    public static let capsLock = EventModifiers(rawValue: 1)
    /// Shift.
    public static let shift = EventModifiers(rawValue: 2)
    /// Control.
    public static let control = EventModifiers(rawValue: 4)
    /// Option.
    public static let option = EventModifiers(rawValue: 8)
    /// Command.
    public static let command = EventModifiers(rawValue: 16)
    /// All.
    public static let all = EventModifiers(rawValue: 31)

    var names: [String] {
        var result: [String] = []
        if contains(.command) { result.append("meta") }
        if contains(.control) { result.append("ctrl") }
        if contains(.option) { result.append("alt") }
        if contains(.shift) { result.append("shift") }
        return result
    }
}

/// A key and what is held with it.
public struct KeyboardShortcut: Hashable, Sendable {
    /// The key.
    public var key: KeyEquivalent
    /// What is held.
    public var modifiers: EventModifiers
    /// Creates a shortcut.
    public init(_ key: KeyEquivalent, modifiers: EventModifiers = .command) {
        self.key = key
        self.modifiers = modifiers
    }
    /// Return.
    public static let defaultAction = KeyboardShortcut(.return, modifiers: [])
    /// Escape.
    public static let cancelAction = KeyboardShortcut(.escape, modifiers: [])
    /// Compares.
    public static func == (left: KeyboardShortcut, right: KeyboardShortcut) -> Bool {
        left.key == right.key && left.modifiers.rawValue == right.modifiers.rawValue
    }
    /// Hashes.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(key)
        hasher.combine(modifiers.rawValue)
    }
}

/// A press of a key.
public struct KeyPress: Sendable {
    /// Parts of a press.
    public struct Phases: OptionSet, Sendable {
        /// The bits.
        public let rawValue: Int
        /// Creates a set.
        public init(rawValue: Int) { self.rawValue = rawValue }
        /// Down.
        public static let down = Phases(rawValue: 1)
        /// Again.
        public static let `repeat` = Phases(rawValue: 2)
        /// Up.
        public static let up = Phases(rawValue: 4)
        /// All.
        public static let all = Phases(rawValue: 7)
    }
    /// What became of a press.
    public enum Result: Sendable {
        /// It was used.
        case handled
        /// It goes on.
        case ignored
    }
    /// The part.
    public let phase: KeyPress.Phases
    /// The key.
    public let key: KeyEquivalent
    /// The characters.
    public let characters: String
    /// What is held.
    public let modifiers: EventModifiers
}

struct KeyHandler {
    let keys: Set<KeyEquivalent>?
    let action: (KeyPress) -> KeyPress.Result
    var name: String { keys.map { $0.map(\.name).sorted().joined(separator: " ") } ?? "*" }
}

@MainActor func handleKeys(_ handlers: [KeyHandler], _ payload: EventPayload) {
    var modifiers: EventModifiers = []
    if payload.modifiers.contains("shift") { modifiers.insert(.shift) }
    if payload.modifiers.contains("meta") { modifiers.insert(.command) }
    if payload.modifiers.contains("ctrl") { modifiers.insert(.control) }
    if payload.modifiers.contains("alt") { modifiers.insert(.option) }
    let known: [KeyEquivalent] = [
        .upArrow, .downArrow, .leftArrow, .rightArrow, .escape, .delete, .home, .end, .pageUp, .pageDown, .tab, .space,
        .return,
    ]
    guard let key = known.first(where: { $0.name == payload.text }) ?? payload.text.first.map({ KeyEquivalent($0) })
    else {
        return
    }
    let press = KeyPress(phase: .down, key: key, characters: payload.text, modifiers: modifiers)
    for handler in handlers.reversed() where handler.keys?.contains(key) ?? true {
        if handler.action(press) == .handled { return }
    }
    // Nobody wanted it: the page does what it would have done.
    ViewHost.current?.command(["pass", payload.text])
}

nonisolated struct KeyModifier: ViewModifier {
    typealias Body = Never
    let handler: KeyHandler
    @MainActor static func _evaluate<V: View>(_ modifier: Self, _ content: V, in node: _ViewNode) {
        var environment = node.environment
        environment.builtin.keyHandlers.append(modifier.handler)
        node.child(0, content, environment: environment)
        let handlers = environment.builtin.keyHandlers
        var decoration = Decoration()
        decoration.attributes["data-keys"] = handlers.map(\.name).joined(separator: " ")
        decoration.handlers[.key] = { handleKeys(handlers, $0) }
        node.decorateEach(decoration)
    }
}

nonisolated struct FocusModifier<Value: Hashable>: ViewModifier {
    typealias Body = Never
    let binding: FocusState<Value>.Binding
    let value: Value
    @MainActor static func _evaluate<V: View>(_ modifier: Self, _ content: V, in node: _ViewNode) {
        node.child(0, content)
        let (binding, value) = (modifier.binding, modifier.value)
        let isFocused = node.track { binding.wrappedValue == value }
        var decoration = Decoration()
        decoration.attributes["data-focus"] = isFocused ? "1" : "0"
        decoration.handlers[.focus] = { _ in binding.wrappedValue = value }
        decoration.handlers[.blur] = { _ in
            if binding.wrappedValue == value { binding.wrappedValue = binding.resting }
        }
        node.decorateEach(decoration)
    }
}

extension View {
    /// Ties the focus to a condition.
    public nonisolated func focused(_ condition: FocusState<Bool>.Binding) -> some View {
        modifier(FocusModifier(binding: condition, value: true))
    }
    /// Ties the focus to one of several values.
    public nonisolated func focused<Value: Hashable>(_ binding: FocusState<Value>.Binding, equals value: Value)
        -> some View
    {
        modifier(FocusModifier(binding: binding, value: value))
    }
    /// Whether the keyboard's focus can come here.
    public nonisolated func focusable(_ isFocusable: Bool = true) -> some View {
        modifier(DecorateModifier { $0.attributes["tabindex"] = isFocusable ? "0" : "-1" })
    }
    /// Whether the system marks the focus.
    public nonisolated func focusEffectDisabled(_ disabled: Bool = true) -> some View {
        modifier(EmptyModifier.identity)
    }
    /// A shortcut of a control.
    public nonisolated func keyboardShortcut(_ key: KeyEquivalent, modifiers: EventModifiers = .command) -> some View {
        keyboardShortcut(KeyboardShortcut(key, modifiers: modifiers))
    }
    /// A shortcut of a control.
    public nonisolated func keyboardShortcut(_ shortcut: KeyboardShortcut) -> some View {
        modifier(
            DecorateModifier {
                $0.attributes["data-shortcut"] = (shortcut.modifiers.names + [shortcut.key.name]).joined(separator: "+")
            })
    }
    /// Takes a key.
    public nonisolated func onKeyPress(_ key: KeyEquivalent, action: @escaping () -> KeyPress.Result) -> some View {
        modifier(KeyModifier(handler: KeyHandler(keys: [key], action: { _ in action() })))
    }
    /// Takes keys.
    public nonisolated func onKeyPress(
        keys: Set<KeyEquivalent>, phases: KeyPress.Phases = [.down, .repeat],
        action: @escaping (KeyPress) -> KeyPress.Result
    ) -> some View { modifier(KeyModifier(handler: KeyHandler(keys: keys, action: action))) }
    /// Takes a key with what is held.
    public nonisolated func onKeyPress(
        _ key: KeyEquivalent, phases: KeyPress.Phases, action: @escaping (KeyPress) -> KeyPress.Result
    ) -> some View { modifier(KeyModifier(handler: KeyHandler(keys: [key], action: action))) }
    /// Takes any key.
    public nonisolated func onKeyPress(
        phases: KeyPress.Phases = [.down, .repeat], action: @escaping (KeyPress) -> KeyPress.Result
    ) -> some View { modifier(KeyModifier(handler: KeyHandler(keys: nil, action: action))) }
}

@_spi(Preview) extension View {
    /// The kind of keyboard; UIKit's module gives it Apple's name.
    public nonisolated func _keyboard(_ inputMode: String?) -> some View { setting(\.keyboard, inputMode) }
    /// The kind of content; UIKit's module gives it Apple's name.
    public nonisolated func _contentType(_ name: String?) -> some View { setting(\.contentType, name) }
}
