import ActivityKit

/// What a Live Activity's views know.
public struct ActivityViewContext<Attributes> where Attributes: ActivityAttributes {
    /// Names the activity.
    public let activityID: String
    /// What stays the same.
    public let attributes: Attributes
    /// What changes.
    public let state: Attributes.ContentState
    /// Whether it is older than it wanted to be.
    public let isStale: Bool

    /// A context, as a picture or a test makes it.
    @_spi(Preview) public init(
        activityID: String = "preview", attributes: Attributes, state: Attributes.ContentState, isStale: Bool = false
    ) {
        self.activityID = activityID
        self.attributes = attributes
        self.state = state
        self.isStale = isStale
    }
}

/// The views of a Live Activity.
@MainActor @preconcurrency public struct ActivityConfiguration<Attributes>: WidgetConfiguration
where Attributes: ActivityAttributes {
    /// None.
    public typealias Body = Never
    private let make: @MainActor (ActivityViewContext<Attributes>) -> ActivityViews

    /// A view for the lock screen, and those of the island.
    @MainActor @preconcurrency public init<Content>(
        for attributesType: Attributes.Type,
        @ViewBuilder content: @escaping (ActivityViewContext<Attributes>) -> Content,
        dynamicIsland: @escaping (ActivityViewContext<Attributes>) -> DynamicIsland
    ) where Content: View {
        make = { ActivityViews(content: AnyView(content($0)), island: dynamicIsland($0)) }
    }

    /// What the system is told.
    @MainActor public static func _describe(_ configuration: Self, _ record: _WidgetRecord) {
        record.kind = "\(Attributes.self)"
        record.activity = { attributes, state, isStale in
            guard let attributes = attributes as? Attributes, let state = state as? Attributes.ContentState else {
                return nil
            }
            return configuration.make(
                ActivityViewContext(attributes: attributes, state: state, isStale: isStale))
        }
    }
}

/// Where a part of the expanded island lies.
public struct DynamicIslandExpandedRegionPosition: Sendable, Hashable {
    private let name: String
    /// Before the camera.
    public static let leading = DynamicIslandExpandedRegionPosition(name: "leading")
    /// Behind the camera.
    public static let trailing = DynamicIslandExpandedRegionPosition(name: "trailing")
    /// Below the camera.
    public static let center = DynamicIslandExpandedRegionPosition(name: "center")
    /// Below everything else.
    public static let bottom = DynamicIslandExpandedRegionPosition(name: "bottom")
}

/// A part of the expanded island.
public struct DynamicIslandExpandedRegion<Content> where Content: View {
    let position: DynamicIslandExpandedRegionPosition
    let content: Content

    /// A part at a place; the one with the highest priority is measured first.
    public init(
        _ position: DynamicIslandExpandedRegionPosition, priority: Double = 0, @ViewBuilder content: () -> Content
    ) {
        self.position = position
        self.content = content()
    }
}

/// The parts of the expanded island.
public struct DynamicIslandExpandedContent<Content> where Content: View {
    let parts: [(position: DynamicIslandExpandedRegionPosition, view: AnyView)]
}

/// Makes the expanded island out of a closure's statements.
@resultBuilder public struct DynamicIslandExpandedContentBuilder {
    /// Several parts.
    public static func buildBlock<each Content: View>(
        _ regions: repeat DynamicIslandExpandedRegion<each Content>
    ) -> DynamicIslandExpandedContent<TupleView<(repeat each Content)>> {
        var parts: [(position: DynamicIslandExpandedRegionPosition, view: AnyView)] = []
        for region in repeat each regions { parts.append((region.position, AnyView(region.content))) }
        return DynamicIslandExpandedContent(parts: parts)
    }
}

/// The views of a Live Activity on the island.
public struct DynamicIsland {
    let expanded: () -> [(position: DynamicIslandExpandedRegionPosition, view: AnyView)]
    let compactLeading: () -> AnyView
    let compactTrailing: () -> AnyView
    let minimal: () -> AnyView
    var url: URL?

    /// The views: unfolded, on both sides of the camera, and as one of two.
    public init<Expanded, CompactLeading, CompactTrailing, Minimal>(
        @DynamicIslandExpandedContentBuilder expanded: @escaping () -> DynamicIslandExpandedContent<Expanded>,
        @ViewBuilder compactLeading: @escaping () -> CompactLeading,
        @ViewBuilder compactTrailing: @escaping () -> CompactTrailing,
        @ViewBuilder minimal: @escaping () -> Minimal
    ) where Expanded: View, CompactLeading: View, CompactTrailing: View, Minimal: View {
        self.expanded = { expanded().parts }
        self.compactLeading = { AnyView(compactLeading()) }
        self.compactTrailing = { AnyView(compactTrailing()) }
        self.minimal = { AnyView(minimal()) }
    }

    /// What a tap opens.
    public func widgetURL(_ url: URL?) -> DynamicIsland {
        var copy = self
        copy.url = url
        return copy
    }

    /// The colour of the rim.
    public func keylineTint(_ color: Color?) -> DynamicIsland { self }
}
