import ActivityKit

/// The system's side of widgets, controls and Live Activities: their views as pictures and tests want them.
@_spi(Preview) @MainActor public enum WidgetStage {
    /// Sizes on a phone of 393 points, by family.
    public static func size(of family: WidgetFamily) -> CGSize {
        switch family {
        case .systemSmall: CGSize(width: 158, height: 158)
        case .systemMedium: CGSize(width: 338, height: 158)
        case .systemLarge: CGSize(width: 338, height: 354)
        case .systemExtraLarge: CGSize(width: 715, height: 354)
        case .accessoryCircular: CGSize(width: 72, height: 72)
        case .accessoryRectangular: CGSize(width: 160, height: 72)
        case .accessoryInline: CGSize(width: 240, height: 26)
        }
    }

    /// A widget's sizes.
    public static func families<W: Widget>(of widget: W) -> [WidgetFamily] { record(widget).families }

    /// What a widget shows now, in one of its sizes.
    public static func view<W: Widget>(of widget: W, in family: WidgetFamily) async -> AnyView? {
        let record = record(widget)
        guard record.families.contains(family), let timeline = record.timeline else { return nil }
        let size = size(of: family)
        let entries = await timeline(TimelineProviderContext(family: family, displaySize: size))
        guard let first = entries.first else { return nil }
        return AnyView(WidgetFrame(family: family, size: size, content: first.view))
    }

    /// What a control shows now.
    public static func view<C: ControlWidget>(of control: C) async -> AnyView {
        AnyView(await control.body._view().accessibilityIdentifier("control"))
    }

    /// A Live Activity on the lock screen.
    public static func lockScreen<W: Widget, A: ActivityAttributes>(
        of widget: W, attributes: A, state: A.ContentState, isStale: Bool = false
    ) -> AnyView? {
        record(widget).activity?(attributes, state, isStale).map { views in
            AnyView(
                views.content.clipShape(RoundedRectangle(cornerRadius: 24)).accessibilityIdentifier("live-activity"))
        }
    }

    /// How the island shows a Live Activity.
    public enum Island: CaseIterable, Sendable { case compact, minimal, expanded }

    /// A Live Activity on the island.
    public static func island<W: Widget, A: ActivityAttributes>(
        _ presentation: Island, of widget: W, attributes: A, state: A.ContentState, isStale: Bool = false
    ) -> AnyView? {
        record(widget).activity?(attributes, state, isStale).map { views in
            let island = views.island
            switch presentation {
            case .compact:
                return AnyView(CompactIsland(island: island).widgetURL(island.url).accessibilityIdentifier("island"))
            case .minimal:
                return AnyView(MinimalIsland(island: island).widgetURL(island.url).accessibilityIdentifier("island"))
            case .expanded: return AnyView(ExpandedIsland(island: island).accessibilityIdentifier("live-activity"))
            }
        }
    }

    private static func record<W: Widget>(_ widget: W) -> _WidgetRecord {
        let record = _WidgetRecord()
        W.Body._describe(widget.body, record)
        return record
    }
}

/// A widget where the system puts it.
private struct WidgetFrame: View {
    let family: WidgetFamily
    let size: CGSize
    let content: AnyView

    private var isAccessory: Bool {
        [.accessoryCircular, .accessoryInline, .accessoryRectangular].contains(family)
    }

    var body: some View {
        content
            .frame(width: size.width, height: size.height)
            .environment(\.widgetMargin, isAccessory ? 0 : 16)
            .environment(\.showsWidgetContainerBackground, !isAccessory)
            .environment(\.widgetFamily, family)
            .environment(\.widgetRenderingMode, isAccessory ? .vibrant : .fullColor)
            .foregroundStyle(isAccessory ? Color.white : Color.primary)
            .transformEnvironment(\.colorScheme) { if isAccessory { $0 = .dark } }
            .clipShape(RoundedRectangle(cornerRadius: isAccessory ? (family == .accessoryCircular ? 36 : 6) : 22))
            .accessibilityIdentifier("widget")
    }
}

/// The camera, with a view on either side.
private struct CompactIsland: View {
    let island: DynamicIsland

    var body: some View {
        HStack(spacing: 0) {
            island.compactLeading().padding(.leading, 8)
            Color.clear.frame(width: 124)
            island.compactTrailing().padding(.trailing, 8)
        }
        .frame(height: 37)
        .environment(\.colorScheme, .dark)
        .background(Color.black)
        .clipShape(Capsule())
    }
}

/// One of two activities: a circle beside the camera.
private struct MinimalIsland: View {
    let island: DynamicIsland

    var body: some View {
        HStack(spacing: 6) {
            Capsule().fill(Color.black).frame(width: 124, height: 37)
            island.minimal()
                .frame(width: 37, height: 37)
                .environment(\.colorScheme, .dark)
                .background(Color.black)
                .clipShape(Circle())
        }
    }
}

/// The island, held for a moment.
private struct ExpandedIsland: View {
    let island: DynamicIsland

    private func part(_ position: DynamicIslandExpandedRegionPosition) -> AnyView {
        island.expanded().first { $0.position == position }?.view ?? AnyView(EmptyView())
    }

    var body: some View {
        VStack(spacing: 6) {
            HStack(alignment: .top) {
                part(.leading)
                Spacer(minLength: 124)
                part(.trailing)
            }
            part(.center)
            part(.bottom)
        }
        .padding(16)
        .frame(width: 371)
        .environment(\.colorScheme, .dark)
        .background(Color.black)
        .clipShape(RoundedRectangle(cornerRadius: 44))
    }
}
