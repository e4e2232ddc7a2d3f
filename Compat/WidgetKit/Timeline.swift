/// What a widget shows from a time on.
///
/// Stricter than Apple's by its metatype: entries cross threads here, so no conformance may belong to the main actor.
public protocol TimelineEntry: SendableMetatype {
    /// From when on.
    var date: Date { get }
}

/// What a widget shows, one entry after the other.
public struct Timeline<EntryType> where EntryType: TimelineEntry {
    /// The entries, in order.
    public let entries: [EntryType]
    /// When the next timeline is wanted.
    public let policy: TimelineReloadPolicy
    /// A timeline.
    public init(entries: [EntryType], policy: TimelineReloadPolicy) {
        self.entries = entries
        self.policy = policy
    }
}

/// When the next timeline is wanted.
public struct TimelineReloadPolicy: Equatable, Sendable {
    private let date: Date?
    private let name: String
    /// When the last entry is shown.
    public static let atEnd = TimelineReloadPolicy(date: nil, name: "atEnd")
    /// When the app says so.
    public static let never = TimelineReloadPolicy(date: nil, name: "never")
    /// From that time on.
    public static func after(_ date: Date) -> TimelineReloadPolicy { TimelineReloadPolicy(date: date, name: "after") }
}

/// What a timeline is for.
public struct TimelineProviderContext: Sendable {
    /// The size and place.
    public let family: WidgetFamily
    /// Shown where a person chooses widgets.
    public let isPreview: Bool
    /// The size, in points.
    public let displaySize: CGSize

    /// A context, as a picture or a test makes it.
    @_spi(Preview) public init(family: WidgetFamily, isPreview: Bool = false, displaySize: CGSize = .zero) {
        self.family = family
        self.isPreview = isPreview
        self.displaySize = displaySize
    }
}

/// Gives a widget its timelines.
public protocol TimelineProvider {
    /// The type of the entries.
    associatedtype Entry: TimelineEntry
    /// What a timeline is for.
    typealias Context = TimelineProviderContext
    /// Something to show at once, without any data.
    func placeholder(in context: Self.Context) -> Self.Entry
    /// One entry, quickly.
    @preconcurrency func getSnapshot(in context: Self.Context, completion: @escaping @Sendable (Self.Entry) -> Void)
    /// The entries from now on.
    @preconcurrency func getTimeline(
        in context: Self.Context, completion: @escaping @Sendable (Timeline<Self.Entry>) -> Void)
}

/// Tells the system that widgets have something else to show.
public final class WidgetCenter: @unchecked Sendable {  // Every access holds the lock.
    /// The one of this process.
    public static let shared = WidgetCenter()
    private let lock = NSLock()
    private var kinds: [String] = []

    /// Widgets of a kind want a new timeline.
    public func reloadTimelines(ofKind kind: String) {
        lock.lock()
        defer { lock.unlock() }
        kinds.append(kind)
        if kinds.count > 1_000 { kinds.removeFirst(500) }
    }

    /// All widgets want one.
    public func reloadAllTimelines() { reloadTimelines(ofKind: "*") }

    /// What was to be loaded anew, in order.
    @_spi(Preview) public var reloaded: [String] {
        lock.lock()
        defer { lock.unlock() }
        return kinds
    }
}

/// Tells the system that controls have something else to show; iOS 18 and newer.
public final class ControlCenter: Sendable {
    /// The one of this process.
    public static let shared = ControlCenter()
    /// Controls of a kind want a new value.
    public func reloadControls(ofKind kind: String) { WidgetCenter.shared.reloadTimelines(ofKind: kind) }
}
