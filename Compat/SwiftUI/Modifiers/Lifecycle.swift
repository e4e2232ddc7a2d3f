import ViewTree

nonisolated struct AppearModifier: ViewModifier {
    typealias Body = Never
    let appear: (() -> Void)?
    let disappear: (() -> Void)?
    @MainActor static func _evaluate<V: View>(_ modifier: Self, _ content: V, in node: _ViewNode) {
        let isNew = node.fields[-2] == nil
        let latest = node.keep(-2) { Box(modifier.disappear) }
        latest.value = modifier.disappear
        node.child(0, content)
        guard isNew else { return }
        if let appear = modifier.appear { node.host.afterUpdate { if node.isAlive { appear() } } }
        if modifier.disappear != nil { node.onDispose { latest.value?() } }
    }
}

nonisolated struct TaskModifier<ID: Equatable>: ViewModifier {
    typealias Body = Never
    let id: ID
    let priority: TaskPriority
    let action: @MainActor () async -> Void

    @MainActor static func _evaluate<V: View>(_ modifier: Self, _ content: V, in node: _ViewNode) {
        node.child(0, content)
        let running = node.keep(-2) { RunningTask<ID>() }
        guard running.id != modifier.id || running.task == nil else { return }
        running.task?.cancel()
        running.id = modifier.id
        let (action, priority) = (modifier.action, modifier.priority)
        let isFirst = running.task == nil
        running.task = Task(priority: priority) { @MainActor in
            if !Task.isCancelled { await action() }
        }
        if isFirst { node.onDispose { running.task?.cancel() } }
    }
}

final class RunningTask<ID> {
    var id: ID?
    var task: Task<Void, Never>?
}

nonisolated struct ChangeModifier<Value: Equatable>: ViewModifier {
    typealias Body = Never
    let value: Value
    let isInitial: Bool
    let action: (Value, Value) -> Void
    @MainActor static func _evaluate<V: View>(_ modifier: Self, _ content: V, in node: _ViewNode) {
        let isNew = node.fields[-2] == nil
        let last = node.keep(-2) { Box(modifier.value) }
        node.child(0, content)
        let (old, new, action) = (last.value, modifier.value, modifier.action)
        last.value = new
        if isNew ? modifier.isInitial : old != new {
            node.host.afterUpdate { if node.isAlive { action(old, new) } }
        }
    }
}

nonisolated struct OpenModifier: ViewModifier {
    typealias Body = Never
    let action: (URL) -> Void
    @MainActor static func _evaluate<V: View>(_ modifier: Self, _ content: V, in node: _ViewNode) {
        node.child(0, content)
        let (host, serial, action) = (node.host, node.serial, modifier.action)
        host.urlHandlers.removeAll { $0.owner == serial }
        host.urlHandlers.append((owner: serial, action: { action($0) }))
        node.onDisposeOnce(-2) { host.urlHandlers.removeAll { $0.owner == serial } }
    }
}

/// A key of preferences: values that flow up the hierarchy.
public protocol PreferenceKey {
    /// The type of the value.
    associatedtype Value
    /// The value where nobody set one.
    static var defaultValue: Self.Value { get }
    /// Joins the values of siblings.
    static func reduce(value: inout Self.Value, nextValue: () -> Self.Value)
}

@MainActor final class PreferenceSink {
    var values: [(owner: Int, value: Any)] = []
    var onChange: (() -> Void)?
}

extension BuiltinValues {
    subscript(sink key: ObjectIdentifier) -> PreferenceSink? {
        get { sinks[key] }
        set { sinks[key] = newValue }
    }
}

nonisolated struct PreferenceModifier<K: PreferenceKey>: ViewModifier {
    typealias Body = Never
    let value: K.Value
    @MainActor static func _evaluate<V: View>(_ modifier: Self, _ content: V, in node: _ViewNode) {
        node.child(0, content)
        guard let sink = node.environment.builtin[sink: ObjectIdentifier(K.self)] else { return }
        let serial = node.serial
        if let index = sink.values.firstIndex(where: { $0.owner == serial }) {
            sink.values[index].value = modifier.value
        } else {
            sink.values.append((serial, modifier.value))
        }
        sink.onChange?()
        node.onDisposeOnce(-2) {
            sink.values.removeAll { $0.owner == serial }
            sink.onChange?()
        }
    }
}

nonisolated struct PreferenceChangeModifier<K: PreferenceKey>: ViewModifier where K.Value: Equatable {
    typealias Body = Never
    let action: (K.Value) -> Void
    @MainActor static func _evaluate<V: View>(_ modifier: Self, _ content: V, in node: _ViewNode) {
        let sink = node.keep(-2) { PreferenceSink() }
        let last = node.keep(-3) { Box<K.Value?>(nil) }
        let (host, action) = (node.host, modifier.action)
        sink.onChange = { [weak sink] in
            host.afterUpdate {
                guard let sink else { return }
                var value = K.defaultValue
                for entry in sink.values {
                    if let next = entry.value as? K.Value { K.reduce(value: &value) { next } }
                }
                if last.value != value {
                    last.value = value
                    action(value)
                }
            }
        }
        node.child(
            0, content, environment: node.derived(key: -1) { $0.builtin[sink: ObjectIdentifier(K.self)] = sink })
    }
}

extension View {
    /// Runs when the view appears.
    public nonisolated func onAppear(perform action: (() -> Void)? = nil) -> some View {
        modifier(AppearModifier(appear: action, disappear: nil))
    }
    /// Runs when the view goes.
    public nonisolated func onDisappear(perform action: (() -> Void)? = nil) -> some View {
        modifier(AppearModifier(appear: nil, disappear: action))
    }
    /// A task as long as the view is there.
    public nonisolated func task(
        priority: TaskPriority = .userInitiated, @_inheritActorContext _ action: @escaping @Sendable () async -> Void
    ) -> some View { modifier(TaskModifier(id: 0, priority: priority, action: action)) }
    /// A task as long as the view is there and a value stays.
    public nonisolated func task<T: Equatable>(
        id value: T, priority: TaskPriority = .userInitiated,
        @_inheritActorContext _ action: @escaping @Sendable () async -> Void
    ) -> some View { modifier(TaskModifier(id: value, priority: priority, action: action)) }
    /// Runs when a value has changed.
    public nonisolated func onChange<V: Equatable>(
        of value: V, initial: Bool = false, _ action: @escaping (_ oldValue: V, _ newValue: V) -> Void
    ) -> some View { modifier(ChangeModifier(value: value, isInitial: initial, action: action)) }
    /// Runs when a value has changed.
    public nonisolated func onChange<V: Equatable>(
        of value: V, initial: Bool = false, _ action: @escaping () -> Void
    ) -> some View { modifier(ChangeModifier(value: value, isInitial: initial, action: { _, _ in action() })) }
    /// Takes deep links.
    public nonisolated func onOpenURL(perform action: @escaping (URL) -> Void) -> some View {
        modifier(OpenModifier(action: action))
    }
    /// Takes universal links and handed over activities.
    public nonisolated func onContinueUserActivity(
        _ activityType: String, perform action: @escaping (NSUserActivity) -> Void
    ) -> some View {
        modifier(
            OpenModifier(action: { url in
                guard url.scheme == "https" else { return }
                let activity = NSUserActivity(activityType: activityType)
                activity.webpageURL = url
                action(activity)
            }))
    }
    /// Leaves a value for views above.
    public nonisolated func preference<K: PreferenceKey>(key: K.Type = K.self, value: K.Value) -> some View {
        modifier(PreferenceModifier<K>(value: value))
    }
    /// Takes values that views below left.
    @preconcurrency public nonisolated func onPreferenceChange<K: PreferenceKey>(
        _ key: K.Type = K.self, perform action: @escaping @Sendable (K.Value) -> Void
    ) -> some View where K.Value: Equatable { modifier(PreferenceChangeModifier<K>(action: action)) }
}

/// The name of an activity that opens a web address.
public let NSUserActivityTypeBrowsingWeb = "NSUserActivityTypeBrowsingWeb"

/// An activity that another app or device hands over.
public final class NSUserActivity {
    /// The type.
    public let activityType: String
    /// The web address.
    public var webpageURL: URL?
    /// Creates an activity.
    public init(activityType: String) { self.activityType = activityType }
}

/// Redraws content at given times.
public struct TimelineView<Schedule: TimelineSchedule, Content> {
    let schedule: Schedule
    let content: (TimelineViewDefaultContext) -> Content
    /// What content knows of its time.
    public struct Context {
        /// The time.
        public let date: Date
        /// How often times come.
        public enum Cadence: Comparable, Sendable {
            /// Many times a second.
            case live
            /// Every second.
            case seconds
            /// Every minute.
            case minutes
        }
        /// How often times come.
        public let cadence: Cadence
    }
}
/// What content knows of its time, whatever its schedule and views are.
public typealias TimelineViewDefaultContext = TimelineView<EveryMinuteTimelineSchedule, Never>.Context
/// Times.
public protocol TimelineSchedule {
    var _interval: TimeInterval? { get }
}
/// Times at a distance.
public struct PeriodicTimelineSchedule: TimelineSchedule, Sendable {
    let interval: TimeInterval
    /// Times at a distance.
    public init(from startDate: Date, by interval: TimeInterval) { self.interval = interval }
    /// The distance of the times, in seconds.
    public var _interval: TimeInterval? { interval }
}
/// Every minute.
public struct EveryMinuteTimelineSchedule: TimelineSchedule, Sendable {
    /// Creates the schedule.
    public init() {}
    /// The distance of the times, in seconds.
    public var _interval: TimeInterval? { 60 }
}
/// As often as the screen is drawn.
public struct AnimationTimelineSchedule: TimelineSchedule, Sendable {
    let interval: TimeInterval
    let isPaused: Bool
    /// Creates the schedule.
    public init(minimumInterval: Double? = nil, paused: Bool = false) {
        interval = minimumInterval ?? 1.0 / 30
        isPaused = paused
    }
    /// The distance of the times, in seconds.
    public var _interval: TimeInterval? { isPaused ? nil : interval }
}
extension TimelineSchedule where Self == PeriodicTimelineSchedule {
    /// Times at a distance.
    public static func periodic(from startDate: Date, by interval: TimeInterval) -> PeriodicTimelineSchedule {
        .init(from: startDate, by: interval)
    }
}
extension TimelineSchedule where Self == EveryMinuteTimelineSchedule {
    /// Every minute.
    public static var everyMinute: EveryMinuteTimelineSchedule { .init() }
}
extension TimelineSchedule where Self == AnimationTimelineSchedule {
    /// As often as the screen is drawn.
    public static var animation: AnimationTimelineSchedule { .init() }
    /// As often as the screen is drawn, or less.
    public static func animation(minimumInterval: Double? = nil, paused: Bool = false) -> AnimationTimelineSchedule {
        .init(minimumInterval: minimumInterval, paused: paused)
    }
}
extension TimelineView: View where Content: View {
    /// None.
    public typealias Body = Never
    /// Redraws content at times.
    public nonisolated init(
        _ schedule: Schedule, @ViewBuilder content: @escaping (TimelineViewDefaultContext) -> Content
    ) {
        self.schedule = schedule
        self.content = content
    }
    /// How the view graph brings a place up to date.
    @MainActor public static func _evaluate(_ view: Self, in node: _ViewNode) {
        let host = node.host
        let content = node.track { view.content(TimelineViewDefaultContext(date: host.now(), cadence: .seconds)) }
        node.child(0, content)
        node.ticks(every: view.schedule._interval)
    }
}

extension _ViewNode {
    /// Looks at the place again whenever so many seconds have passed, as long as it is there; nil ends that. Only where
    /// timelines run by themselves.
    @MainActor func ticks(every interval: TimeInterval?) {
        let running = keep(-2) { RunningTask<TimeInterval?>() }
        guard running.task == nil || running.id != .some(interval) else { return }
        running.task?.cancel()
        running.id = interval
        guard let interval, host.runsTimelines else { return }
        running.task = Task { @MainActor [weak self] in
            while !Task.isCancelled {
                do { try await Task.sleep(for: .seconds(max(interval, 1.0 / 30))) } catch { return }
                self?.invalidate()
            }
        }
        onDisposeOnce(-3) { running.task?.cancel() }
    }
}
