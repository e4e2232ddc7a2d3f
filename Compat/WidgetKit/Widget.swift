/// A widget.
@MainActor @preconcurrency public protocol Widget {
    /// The type of its configuration.
    associatedtype Body: WidgetConfiguration
    /// A widget.
    @MainActor @preconcurrency init()
    /// What it shows, and in which sizes.
    @MainActor @preconcurrency var body: Self.Body { get }
}

/// What a widget shows, and in which sizes.
@MainActor @preconcurrency public protocol WidgetConfiguration {
    /// The type of the configuration this one is made of.
    associatedtype Body: WidgetConfiguration
    /// The configuration this one is made of.
    @MainActor @preconcurrency var body: Self.Body { get }
    /// Fills in what the system wants to know.
    @MainActor static func _describe(_ configuration: Self, _ record: _WidgetRecord)
}

extension WidgetConfiguration {
    /// The way of a configuration with a body.
    @MainActor public static func _describe(_ configuration: Self, _ record: _WidgetRecord) {
        Body._describe(configuration.body, record)
    }
}

extension Never: WidgetConfiguration {
    /// Never called.
    @MainActor public static func _describe(_ configuration: Never, _ record: _WidgetRecord) {}
}

extension WidgetConfiguration where Body == Never {
    /// Primitives have no body.
    @MainActor @preconcurrency public var body: Never { preconditionFailure("\(Self.self) has no body") }
}

/// What the system knows of a widget.
@MainActor public final class _WidgetRecord {
    var kind = ""
    var name = ""
    var families: [WidgetFamily] = WidgetFamily.allCases
    var timeline: (@MainActor (TimelineProviderContext) async -> [(date: Date, view: AnyView)])?
    var placeholder: (@MainActor (TimelineProviderContext) -> AnyView)?
    var activity: (@MainActor (Any, Any, Bool) -> ActivityViews?)?
}

/// The views of a Live Activity.
@MainActor struct ActivityViews {
    var content: AnyView
    var island: DynamicIsland
}

/// A widget without choices of the person's.
@MainActor @preconcurrency public struct StaticConfiguration<Content>: WidgetConfiguration where Content: View {
    /// None.
    public typealias Body = Never
    private let fill: @MainActor (_WidgetRecord) -> Void

    /// A widget whose timelines a provider gives.
    @MainActor @preconcurrency public init<Provider>(
        kind: String, provider: Provider, @ViewBuilder content: @escaping (Provider.Entry) -> Content
    ) where Provider: TimelineProvider {
        fill = { record in
            record.kind = kind
            record.placeholder = { AnyView(content(provider.placeholder(in: $0))) }
            record.timeline = { context in
                let box = EntryBox()
                await withCheckedContinuation { continuation in
                    provider.getTimeline(in: context, completion: box.receiver(continuation))
                }
                return box.entries.compactMap { $0 as? Provider.Entry }.map { ($0.date, AnyView(content($0))) }
            }
        }
    }

    /// What the system is told.
    @MainActor public static func _describe(_ configuration: Self, _ record: _WidgetRecord) {
        configuration.fill(record)
    }
}

/// A configuration with something changed.
@MainActor @preconcurrency struct ChangedConfiguration<Base: WidgetConfiguration>: WidgetConfiguration {
    typealias Body = Never
    let base: Base
    let change: @MainActor (_WidgetRecord) -> Void

    static func _describe(_ configuration: Self, _ record: _WidgetRecord) {
        Base._describe(configuration.base, record)
        configuration.change(record)
    }
}

extension WidgetConfiguration {
    /// The name where a person chooses widgets.
    @MainActor @preconcurrency public func configurationDisplayName(
        _ displayNameKey: LocalizedStringKey
    ) -> some WidgetConfiguration {
        ChangedConfiguration(base: self) { $0.name = "\(displayNameKey)" }
    }
    /// What it is for, there.
    @MainActor @preconcurrency public func description(
        _ descriptionKey: LocalizedStringKey
    ) -> some WidgetConfiguration {
        ChangedConfiguration(base: self) { _ in }
    }
    /// The sizes it comes in.
    @MainActor @preconcurrency public func supportedFamilies(_ families: [WidgetFamily]) -> some WidgetConfiguration {
        ChangedConfiguration(base: self) { $0.families = families }
    }
    /// No margins of the system's.
    @MainActor @preconcurrency public func contentMarginsDisabled() -> some WidgetConfiguration {
        ChangedConfiguration(base: self) { _ in }
    }
}

/// An extension's widgets.
@MainActor @preconcurrency public protocol WidgetBundle {
    /// The type of the widgets.
    associatedtype Body: Widget
    /// A bundle.
    @MainActor @preconcurrency init()
    /// The widgets.
    @WidgetBundleBuilder @MainActor @preconcurrency var body: Self.Body { get }
}

extension WidgetBundle {
    /// Runs the extension: here nobody asks it for anything.
    @MainActor @preconcurrency public static func main() { _ = Self().body }
}

/// Makes widgets out of a closure's statements.
@MainActor @resultBuilder public struct WidgetBundleBuilder {
    /// One widget.
    public static func buildBlock<Content: Widget>(_ content: Content) -> Content { content }
    /// Two widgets.
    public static func buildBlock<First: Widget, Second: Widget>(_ first: First, _ second: Second) -> some Widget {
        WidgetPair(first: first, second: second)
    }
    /// Three widgets.
    public static func buildBlock<First: Widget, Second: Widget, Third: Widget>(
        _ first: First, _ second: Second, _ third: Third
    ) -> some Widget {
        WidgetPair(first: WidgetPair(first: first, second: second), second: third)
    }
    /// An `if #available`.
    public static func buildLimitedAvailability<Content: Widget>(_ widget: Content) -> some Widget { widget }
    /// An `if` without `else`.
    public static func buildOptional<Content: Widget>(_ widget: Content?) -> some Widget {
        MaybeWidget(widget: widget)
    }
    /// A control beside widgets; iOS 18 and newer.
    public static func buildExpression<Content: ControlWidget>(_ content: Content) -> some Widget {
        ControlInBundle(control: content)
    }
    /// A widget.
    public static func buildExpression<Content: Widget>(_ content: Content) -> Content { content }
}

/// No widget's configuration.
@MainActor struct NoConfiguration: WidgetConfiguration {
    typealias Body = Never
    static func _describe(_ configuration: Self, _ record: _WidgetRecord) {}
}

@MainActor struct WidgetPair<First: Widget, Second: Widget>: Widget {
    var parts: (First, Second)?
    init() {}
    init(first: First, second: Second) { parts = (first, second) }
    var body: some WidgetConfiguration { NoConfiguration() }
}

@MainActor struct MaybeWidget<Content: Widget>: Widget {
    var widget: Content?
    init() {}
    init(widget: Content?) { self.widget = widget }
    var body: some WidgetConfiguration { NoConfiguration() }
}

@MainActor struct ControlInBundle<Control: ControlWidget>: Widget {
    var control: Control?
    init() {}
    init(control: Control) { self.control = control }
    var body: some WidgetConfiguration { NoConfiguration() }
}

/// Carries a timeline's entries to whoever waits for them.
private final class EntryBox: @unchecked Sendable {  // Written once, before the continuation lets the reader go on.
    nonisolated(unsafe) private(set) var entries: [Any] = []

    nonisolated func receiver<Entry: TimelineEntry>(
        _ continuation: CheckedContinuation<Void, Never>
    ) -> @Sendable (Timeline<Entry>) -> Void {
        { timeline in
            self.entries = timeline.entries
            continuation.resume()
        }
    }
}
