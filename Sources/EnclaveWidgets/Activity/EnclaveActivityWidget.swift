import ActivityKit
import EnclaveContracts
import SwiftUI
import WidgetKit

/// The Live Activity on the lock screen and in every presentation of the Dynamic Island.
public struct EnclaveActivityWidget: Widget {
    private let folder: URL?

    /// The widget over the shared container.
    public init() { self.init(folder: SharedContainer.snapshotFolder) }

    /// The widget over a folder.
    public init(folder: URL?) { self.folder = folder }

    /// The views.
    public var body: some WidgetConfiguration {
        ActivityConfiguration(for: EnclaveActivityAttributes.self) { context in
            LockScreenActivityView(room: context.attributes.room, content: content(context), isStale: context.isStale)
                .activitySystemActionForegroundColor(nil)
                .widgetURL(RoomAddress.url(room: context.attributes.room))
        } dynamicIsland: { context in
            DynamicIsland {
                DynamicIslandExpandedRegion(.leading) {
                    PhaseMark(phase: context.state.phase, isStale: context.isStale).activityType()
                }
                DynamicIslandExpandedRegion(.trailing) {
                    ActivityFigures(content: context.state).activityType()
                }
                DynamicIslandExpandedRegion(.center) {
                    // A question has the name before it.
                    if context.state.question == nil { IslandTitle(content: context.state).activityType() }
                }
                DynamicIslandExpandedRegion(.bottom) {
                    IslandBottom(
                        room: context.attributes.room, content: content(context), isStale: context.isStale)
                }
            } compactLeading: {
                PhaseMark(phase: context.state.phase, isStale: context.isStale).islandType()
            } compactTrailing: {
                IslandTrailing(content: context.state).islandType()
            } minimal: {
                PhaseMark(phase: context.state.phase, isStale: context.isStale).islandType()
            }
            .keylineTint(WidgetTheme(.dark)[\.accent])
            .widgetURL(RoomAddress.url(room: context.attributes.room))
        }
    }

    private func content(
        _ context: ActivityViewContext<EnclaveActivityAttributes>
    ) -> EnclaveActivityAttributes.ContentState {
        WidgetSnapshot.read(in: folder).completed(context.state, room: context.attributes.room)
    }
}
