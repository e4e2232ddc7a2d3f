@_exported import SwiftUI

/// The size and place of a widget.
public enum WidgetFamily: Int, Sendable, Hashable, CaseIterable, CustomStringConvertible {
    /// A square on the home screen.
    case systemSmall
    /// Two squares side by side.
    case systemMedium
    /// Four squares.
    case systemLarge
    /// Eight squares, iPad only.
    case systemExtraLarge
    /// A circle on the lock screen.
    case accessoryCircular
    /// A rectangle on the lock screen.
    case accessoryRectangular
    /// A line above the lock screen's clock.
    case accessoryInline

    /// The name.
    public var description: String {
        switch self {
        case .systemSmall: "systemSmall"
        case .systemMedium: "systemMedium"
        case .systemLarge: "systemLarge"
        case .systemExtraLarge: "systemExtraLarge"
        case .accessoryCircular: "accessoryCircular"
        case .accessoryRectangular: "accessoryRectangular"
        case .accessoryInline: "accessoryInline"
        }
    }
}

/// How the system colours a widget.
public struct WidgetRenderingMode: Equatable, Sendable, Hashable {
    private let name: String
    /// In the widget's own colours.
    public static let fullColor = WidgetRenderingMode(name: "fullColor")
    /// In two colours of the system's.
    public static let accented = WidgetRenderingMode(name: "accented")
    /// As a light on the lock screen.
    public static let vibrant = WidgetRenderingMode(name: "vibrant")
}

private nonisolated enum FamilyKey: EnvironmentKey { static var defaultValue: WidgetFamily { .systemMedium } }
private nonisolated enum ModeKey: EnvironmentKey { static var defaultValue: WidgetRenderingMode { .fullColor } }
private nonisolated enum GroundKey: EnvironmentKey { static var defaultValue: Bool { true } }
private nonisolated enum MarginKey: EnvironmentKey { static var defaultValue: CGFloat { 0 } }

extension EnvironmentValues {
    /// The size and place of the widget that is drawn.
    public var widgetFamily: WidgetFamily {
        get { self[FamilyKey.self] }
        set { self[FamilyKey.self] = newValue }
    }
    /// How the system colours it.
    public var widgetRenderingMode: WidgetRenderingMode {
        get { self[ModeKey.self] }
        set { self[ModeKey.self] = newValue }
    }
    /// The margin the system puts around a widget's content, inside its ground.
    var widgetMargin: CGFloat {
        get { self[MarginKey.self] }
        set { self[MarginKey.self] = newValue }
    }
    /// Whether the ground that the widget brings is shown.
    public internal(set) var showsWidgetContainerBackground: Bool {
        get { self[GroundKey.self] }
        set { self[GroundKey.self] = newValue }
    }
}

/// Where a ground is drawn.
public struct ContainerBackgroundPlacement: Sendable {
    /// Behind a widget.
    public static let widget = ContainerBackgroundPlacement()
}

private nonisolated struct ContainerGround<Ground: View>: ViewModifier {
    @Environment(\.showsWidgetContainerBackground) private var isShown
    @Environment(\.widgetMargin) private var margin
    let alignment: Alignment
    let ground: Ground

    @MainActor func body(content: Content) -> some View {
        if isShown {
            content
                .padding(margin)
                .frame(maxWidth: .infinity, maxHeight: .infinity)
                .background(alignment: alignment) { ground }
        } else {
            content
        }
    }
}

extension View {
    /// The ground of a container, which the system may leave out.
    public nonisolated func containerBackground<V>(
        for container: ContainerBackgroundPlacement, alignment: Alignment = .center, @ViewBuilder content: () -> V
    ) -> some View where V: View {
        modifier(ContainerGround(alignment: alignment, ground: content()))
    }

    /// What a tap on the whole widget opens.
    public nonisolated func widgetURL(_ url: URL?) -> some View { modifier(WidgetLink(url: url)) }

    /// Belongs to the accented part where the system colours the widget.
    public nonisolated func widgetAccentable(_ accentable: Bool = true) -> some View { self }

    /// The ground of an activity on the lock screen.
    public nonisolated func activityBackgroundTint(_ color: Color?) -> some View {
        background { if let color { color } }
    }

    /// The colour of the system's own button on an activity.
    public nonisolated func activitySystemActionForegroundColor(_ color: Color?) -> some View { self }
}

/// A tap on the whole widget.
private nonisolated struct WidgetLink: ViewModifier {
    @Environment(\.openURL) private var openURL
    let url: URL?

    @MainActor func body(content: Content) -> some View {
        content.onTapGesture { if let url { openURL(url) } }
    }
}

/// The system's ground for small widgets on the lock screen.
public nonisolated struct AccessoryWidgetBackground: View {
    /// The ground.
    public init() {}
    /// A wash.
    @MainActor public var body: some View { Color.white.opacity(0.16) }
}
