import EnclaveContracts
import SwiftUI
import WidgetKit

/// "Needs you": the sessions that wait for an answer, and what the others do (feature N5).
public struct NeedsYouWidget: Widget {
    /// The name under which the app asks for a new timeline.
    public static let kind = "xyz.epsilver.enclave.needs-you"
    private let provider: NeedsYouProvider

    /// The widget on the snapshot that the app writes.
    public init() { provider = NeedsYouProvider(folder: SharedContainer.snapshotFolder) }

    /// The widget on a snapshot in another folder, for pictures and tests.
    package init(folder: URL?, now: @escaping @Sendable () -> Date) {
        provider = NeedsYouProvider(folder: folder, now: now)
    }

    /// On the home screen and on the lock screen.
    public var body: some WidgetConfiguration {
        StaticConfiguration(kind: Self.kind, provider: provider) { entry in
            NeedsYouView(entry: entry)
        }
        .configurationDisplayName("Needs you")
        .description("The sessions that wait for your answer.")
        .supportedFamilies([
            .systemSmall, .systemMedium, .accessoryRectangular, .accessoryCircular, .accessoryInline,
        ])
    }
}

/// What the widget shows from a time on.
struct NeedsYouEntry: TimelineEntry {
    let date: Date
    let snapshot: WidgetSnapshot
    /// The snapshot is older than anybody should rely on.
    let isOld: Bool
}

/// Reads the snapshot. There is nothing to foresee: one entry now, and one that says when it is old.
struct NeedsYouProvider: TimelineProvider {
    /// After this long without a new snapshot the widget says that it is old, seconds.
    static let oldAfter = 3_600.0

    let folder: URL?
    var now: @Sendable () -> Date = { Date() }

    func placeholder(in context: Context) -> NeedsYouEntry {
        NeedsYouEntry(date: now(), snapshot: .sample, isOld: false)
    }

    func getSnapshot(in context: Context, completion: @escaping @Sendable (NeedsYouEntry) -> Void) {
        completion(context.isPreview ? placeholder(in: context) : entry(at: now()))
    }

    func getTimeline(in context: Context, completion: @escaping @Sendable (Timeline<NeedsYouEntry>) -> Void) {
        let first = entry(at: now())
        guard !first.isOld else { return completion(Timeline(entries: [first], policy: .never)) }
        let old = NeedsYouEntry(
            date: first.date.addingTimeInterval(Self.oldAfter), snapshot: first.snapshot, isOld: true)
        completion(Timeline(entries: [first, old], policy: .never))
    }

    private func entry(at date: Date) -> NeedsYouEntry {
        let snapshot = WidgetSnapshot.read(in: folder)
        let newest = snapshot.sessions.map(\.updatedAt).max() ?? 0
        let isOld = !snapshot.sessions.isEmpty && date.timeIntervalSince1970 - Double(newest) > Self.oldAfter
        return NeedsYouEntry(date: date, snapshot: snapshot, isOld: isOld)
    }
}

extension WidgetSnapshot {
    /// Made-up sessions, where a person chooses widgets.
    static var sample: WidgetSnapshot {
        WidgetSnapshot(sessions: [
            Session(id: "a", title: "relay reconnect audit", phase: .asking, needsAnswer: true, updatedAt: 2),
            Session(id: "b", title: "docs site", phase: .working, needsAnswer: false, updatedAt: 1),
        ])
    }
}
