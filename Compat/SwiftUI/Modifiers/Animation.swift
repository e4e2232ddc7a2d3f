import ViewTree

/// How a change moves.
public struct Animation: Equatable, Sendable {
    let curve: String
    let duration: Double
    var wait = 0.0
    var count: Int?
    init(_ curve: String, _ duration: Double) {
        self.curve = curve
        self.duration = duration
    }
    /// The system's.
    public static let `default` = Animation("ease-in-out", 0.35)
    /// Even.
    public static let linear = Animation("linear", 0.35)
    /// Slow at first.
    public static let easeIn = Animation("ease-in", 0.35)
    /// Slow at the end.
    public static let easeOut = Animation("ease-out", 0.35)
    /// Slow at both ends.
    public static let easeInOut = Animation("ease-in-out", 0.35)
    /// A spring.
    public static let spring = Animation("cubic-bezier(.3,1.3,.5,1)", 0.5)
    /// A spring without overshoot.
    public static let smooth = Animation("cubic-bezier(.3,.9,.4,1)", 0.5)
    /// A spring with a little overshoot.
    public static let snappy = Animation("cubic-bezier(.3,1.15,.4,1)", 0.4)
    /// A spring with overshoot.
    public static let bouncy = Animation("cubic-bezier(.3,1.5,.5,1)", 0.5)
    /// Even.
    public static func linear(duration: TimeInterval) -> Animation { Animation("linear", duration) }
    /// Slow at first.
    public static func easeIn(duration: TimeInterval) -> Animation { Animation("ease-in", duration) }
    /// Slow at the end.
    public static func easeOut(duration: TimeInterval) -> Animation { Animation("ease-out", duration) }
    /// Slow at both ends.
    public static func easeInOut(duration: TimeInterval) -> Animation { Animation("ease-in-out", duration) }
    /// A spring.
    public static func spring(
        response: Double = 0.5, dampingFraction: Double = 0.825, blendDuration: TimeInterval = 0
    ) -> Animation { Animation("cubic-bezier(.3,\(cssNumber(2.1 - dampingFraction)),.5,1)", response) }
    /// A spring.
    public static func spring(duration: TimeInterval = 0.5, bounce: Double = 0.0, blendDuration: Double = 0)
        -> Animation
    {
        Animation("cubic-bezier(.3,\(cssNumber(1 + bounce)),.5,1)", duration)
    }
    /// A spring without overshoot.
    public static func smooth(duration: TimeInterval = 0.5, extraBounce: Double = 0.0) -> Animation {
        Animation("cubic-bezier(.3,.9,.4,1)", duration)
    }
    /// A spring with a little overshoot.
    public static func snappy(duration: TimeInterval = 0.5, extraBounce: Double = 0.0) -> Animation {
        Animation("cubic-bezier(.3,1.15,.4,1)", duration)
    }
    /// Later.
    public func delay(_ delay: TimeInterval) -> Animation {
        var copy = self
        copy.wait = delay
        return copy
    }
    /// Faster or slower.
    public func speed(_ speed: Double) -> Animation {
        var copy = Animation(curve, duration / max(speed, 0.01))
        copy.wait = wait
        return copy
    }
    /// Several times.
    public func repeatCount(_ repeatCount: Int, autoreverses: Bool = true) -> Animation {
        var copy = self
        copy.count = repeatCount
        return copy
    }
    /// Again and again.
    public func repeatForever(autoreverses: Bool = true) -> Animation {
        var copy = self
        copy.count = .max
        return copy
    }
    var css: String { "all \(cssNumber(duration))s \(curve) \(cssNumber(wait))s" }
}

/// What surrounds a change.
public struct Transaction {
    /// How the change moves.
    public var animation: Animation?
    /// Whether nothing moves.
    public var disablesAnimations = false
    /// A transaction without animation.
    public init() { animation = nil }
    /// A transaction with an animation.
    public init(animation: Animation?) { self.animation = animation }
}

/// Changes with an animation.
public func withAnimation<Result>(_ animation: Animation? = .default, _ body: () throws -> Result) rethrows -> Result {
    try body()
}

/// Changes with an animation, and tells when it is done.
@MainActor public func withAnimation<Result>(
    _ animation: Animation? = .default, completionCriteria: AnimationCompletionCriteria = .logicallyComplete,
    _ body: () throws -> Result, completion: @escaping @MainActor () -> Void
) rethrows -> Result {
    let result = try body()
    if let host = ViewHost.current { host.afterUpdate { completion() } } else { completion() }
    return result
}

/// Changes within a transaction.
public func withTransaction<Result>(_ transaction: Transaction, _ body: () throws -> Result) rethrows -> Result {
    try body()
}

/// When an animation is done.
public struct AnimationCompletionCriteria: Hashable, Sendable {
    /// When it looks done.
    public static let logicallyComplete = AnimationCompletionCriteria()
    /// When it is removed.
    public static let removed = AnimationCompletionCriteria()
}

/// How a view comes and goes.
public struct AnyTransition: Sendable {
    let name: String
    /// At once.
    public static let identity = AnyTransition(name: "")
    /// By transparency.
    public static let opacity = AnyTransition(name: "t-opacity")
    /// By size.
    public static var scale: AnyTransition { AnyTransition(name: "t-scale") }
    /// From the side.
    public static var slide: AnyTransition { AnyTransition(name: "t-leading") }
    /// By size.
    public static func scale(scale: CGFloat, anchor: UnitPoint = .center) -> AnyTransition {
        AnyTransition(name: "t-scale")
    }
    /// From an edge.
    public static func move(edge: Edge) -> AnyTransition { AnyTransition(name: "t-\(edge)") }
    /// From an edge, and goes at the opposite.
    public static func push(from edge: Edge) -> AnyTransition { AnyTransition(name: "t-\(edge)") }
    /// From a distance.
    public static func offset(x: CGFloat = 0, y: CGFloat = 0) -> AnyTransition { AnyTransition(name: "t-bottom") }
    /// Both.
    public func combined(with other: AnyTransition) -> AnyTransition { AnyTransition(name: name + " " + other.name) }
    /// One for coming, one for going.
    public static func asymmetric(insertion: AnyTransition, removal: AnyTransition) -> AnyTransition { insertion }
    /// With an animation of its own.
    public func animation(_ animation: Animation?) -> AnyTransition { self }
}

/// How content of one view changes.
public struct ContentTransition: Equatable, Sendable {
    /// At once.
    public static let identity = ContentTransition()
    /// By transparency.
    public static let opacity = ContentTransition()
    /// By interpolation.
    public static let interpolate = ContentTransition()
    /// As figures.
    public static func numericText(countsDown: Bool = false) -> ContentTransition { .init() }
    /// As figures of a value.
    public static func numericText(value: Double) -> ContentTransition { .init() }
    /// As symbols.
    public static let symbolEffect = ContentTransition()
}

nonisolated struct AnimationModifier<Value: Equatable>: ViewModifier {
    typealias Body = Never
    let animation: Animation?
    let value: Value
    @MainActor static func _evaluate<V: View>(_ modifier: Self, _ content: V, in node: _ViewNode) {
        node.child(0, content)
        var decoration = Decoration()
        if let animation = modifier.animation, !node.environment.accessibilityReduceMotion {
            if animation.count == .max {
                decoration.classes.append("pulse")
                decoration.style["--pulse"] = "\(cssNumber(animation.duration))s"
            } else {
                decoration.style["transition"] = animation.css
            }
        }
        node.decorateEach(decoration)
    }
}

extension View {
    /// Moves when a value changes.
    public nonisolated func animation<V: Equatable>(_ animation: Animation?, value: V) -> some View {
        modifier(AnimationModifier(animation: animation, value: value))
    }
    /// Changes the transaction of changes.
    public nonisolated func transaction(_ transform: @escaping (inout Transaction) -> Void) -> some View {
        modifier(EmptyModifier.identity)
    }
    /// How the view comes and goes.
    public nonisolated func transition(_ t: AnyTransition) -> some View {
        let name = t.name
        return modifier(
            DecorateModifier { environment in
                var decoration = Decoration()
                if !name.isEmpty, !environment.accessibilityReduceMotion { decoration.classes.append(name) }
                return decoration
            })
    }
    /// How the content changes.
    public nonisolated func contentTransition(_ transition: ContentTransition) -> some View {
        modifier(EmptyModifier.identity)
    }
    /// Matches the place of a view with another's.
    public nonisolated func matchedGeometryEffect<ID: Hashable>(
        id: ID, in namespace: Namespace.ID, properties: MatchedGeometryProperties = .frame, anchor: UnitPoint = .center,
        isSource: Bool = true
    ) -> some View { modifier(EmptyModifier.identity) }
    /// Moves a symbol while something is so.
    public nonisolated func symbolEffect<T: SymbolEffect>(
        _ effect: T, options: SymbolEffectOptions = .default, isActive: Bool = true
    ) -> some View {
        modifier(
            DecorateModifier { environment in
                var decoration = Decoration()
                if isActive, !environment.accessibilityReduceMotion { decoration.classes.append("pulse") }
                return decoration
            })
    }
}

/// What is matched.
public struct MatchedGeometryProperties: OptionSet, Sendable {
    /// The bits.
    public let rawValue: UInt32
    /// Creates a set.
    public init(rawValue: UInt32) { self.rawValue = rawValue }
    /// The place.
    public static let position = MatchedGeometryProperties(rawValue: 1)
    /// The size.
    public static let size = MatchedGeometryProperties(rawValue: 2)
    /// Both.
    public static let frame = MatchedGeometryProperties(rawValue: 3)
}

/// A movement of symbols.
public protocol SymbolEffect {}
/// Brighter and darker.
public struct PulseSymbolEffect: SymbolEffect, Sendable {}
/// Layer by layer.
public struct VariableColorSymbolEffect: SymbolEffect, Sendable {}
extension SymbolEffect where Self == PulseSymbolEffect {
    /// Brighter and darker.
    public static var pulse: PulseSymbolEffect { .init() }
}
extension SymbolEffect where Self == VariableColorSymbolEffect {
    /// Layer by layer.
    public static var variableColor: VariableColorSymbolEffect { .init() }
}
/// How often symbols move.
public struct SymbolEffectOptions: Sendable {
    /// As usual.
    public static let `default` = SymbolEffectOptions()
    /// Again and again.
    public static let repeating = SymbolEffectOptions()
}

/// What a device makes felt.
public struct SensoryFeedback: Equatable, Sendable {
    let name: String
    /// A task is done.
    public static let success = SensoryFeedback(name: "success")
    /// Take care.
    public static let warning = SensoryFeedback(name: "warning")
    /// A task failed.
    public static let error = SensoryFeedback(name: "error")
    /// A choice changes.
    public static let selection = SensoryFeedback(name: "selection")
    /// A value grows.
    public static let increase = SensoryFeedback(name: "increase")
    /// A value shrinks.
    public static let decrease = SensoryFeedback(name: "decrease")
    /// Something begins.
    public static let start = SensoryFeedback(name: "start")
    /// Something ends.
    public static let stop = SensoryFeedback(name: "stop")
    /// Something snaps.
    public static let alignment = SensoryFeedback(name: "alignment")
    /// Levels change.
    public static let levelChange = SensoryFeedback(name: "levelChange")
    /// Things meet.
    public static let impact = SensoryFeedback(name: "impact")
    /// Things of a weight meet.
    public static func impact(weight: Weight = .medium, intensity: Double = 1.0) -> SensoryFeedback { .impact }
    /// Things of a hardness meet.
    public static func impact(flexibility: Flexibility, intensity: Double = 1.0) -> SensoryFeedback { .impact }
    /// How heavy.
    public struct Weight: Equatable, Sendable {
        /// Light.
        public static let light = Weight()
        /// Between.
        public static let medium = Weight()
        /// Heavy.
        public static let heavy = Weight()
    }
    /// How hard.
    public struct Flexibility: Equatable, Sendable {
        /// Hard.
        public static let rigid = Flexibility()
        /// Between.
        public static let solid = Flexibility()
        /// Soft.
        public static let soft = Flexibility()
    }
}

extension View {
    /// Makes something felt when a value changes.
    public nonisolated func sensoryFeedback<T: Equatable>(_ feedback: SensoryFeedback, trigger: T) -> some View {
        modifier(
            ChangeModifier(
                value: trigger, isInitial: false,
                action: { _, _ in
                    MainActor.assumeIsolated { ViewHost.current?.feel(feedback.name) }
                }))
    }
    /// Makes something felt when a value changes in some ways.
    public nonisolated func sensoryFeedback<T: Equatable>(
        _ feedback: SensoryFeedback, trigger: T, condition: @escaping (_ oldValue: T, _ newValue: T) -> Bool
    ) -> some View {
        modifier(
            ChangeModifier(
                value: trigger, isInitial: false,
                action: { old, new in
                    if condition(old, new) { MainActor.assumeIsolated { ViewHost.current?.feel(feedback.name) } }
                }))
    }
    /// Makes felt what a closure says when a value changes.
    public nonisolated func sensoryFeedback<T: Equatable>(
        trigger: T, _ feedback: @escaping (_ oldValue: T, _ newValue: T) -> SensoryFeedback?
    ) -> some View {
        modifier(
            ChangeModifier(
                value: trigger, isInitial: false,
                action: { old, new in
                    if let kind = feedback(old, new) { MainActor.assumeIsolated { ViewHost.current?.feel(kind.name) } }
                }))
    }
}
