import ActivityKit
import EnclaveContracts
import EnclaveModel
import EnclaveWidgets
import Foundation

/// ActivityKit, as ``ActivityController`` wants it. No decisions.
///
/// Activities are looked up by their id for every call: an `Activity` belongs to no actor and is not passed around.
nonisolated struct SystemActivities: ActivityHost {
    private typealias Attributes = EnclaveActivityAttributes
    private typealias SystemContent = ActivityKit.ActivityContent<EnclaveContracts.ActivityContent>

    func request(
        room: String, _ content: EnclaveContracts.ActivityContent, staleAfter: Double
    ) async throws -> String {
        try Activity<Attributes>.request(
            attributes: Attributes(room: room), content: Self.content(content, staleAfter: staleAfter),
            pushType: .token
        ).id
    }

    func update(activity id: String, _ content: EnclaveContracts.ActivityContent, staleAfter: Double) async {
        for activity in Activity<Attributes>.activities where activity.id == id {
            await activity.update(Self.content(content, staleAfter: staleAfter))
        }
    }

    func end(activity id: String, _ content: EnclaveContracts.ActivityContent?, dismissAfter: Double) async {
        let last = content.map { SystemContent(state: $0, staleDate: nil) }
        let policy: ActivityUIDismissalPolicy =
            dismissAfter > 0 ? .after(Date(timeIntervalSinceNow: dismissAfter / 1_000)) : .immediate
        for activity in Activity<Attributes>.activities where activity.id == id {
            await activity.end(last, dismissalPolicy: policy)
        }
    }

    func running() async -> [ActivityMachine.Leftover] {
        Activity<Attributes>.activities.filter { $0.activityState == .active || $0.activityState == .stale }
            .map { ActivityMachine.Leftover(activity: $0.id, room: $0.attributes.room) }
    }

    func events() -> AsyncStream<ActivityEvent> {
        AsyncStream { continuation in
            let task = Task {
                await withDiscardingTaskGroup { group in
                    group.addTask { await Self.followStartToken(continuation) }
                    // New activities come from here and from pushes; both are followed.
                    for await activity in Activity<Attributes>.activityUpdates {
                        let id = activity.id
                        continuation.yield(.appeared(.init(activity: id, room: activity.attributes.room)))
                        group.addTask { await Self.followState(of: id, continuation) }
                        group.addTask { await Self.followToken(of: id, continuation) }
                    }
                }
                continuation.finish()
            }
            continuation.onTermination = { _ in task.cancel() }
        }
    }

    private static func content(_ content: EnclaveContracts.ActivityContent, staleAfter: Double) -> SystemContent {
        SystemContent(
            state: content, staleDate: Date(timeIntervalSinceNow: staleAfter / 1_000),
            // Of several activities the one that asks stands on the island.
            relevanceScore: content.phase == .asking ? 100 : content.phase == .working ? 50 : 10)
    }

    private static func followState(of id: String, _ events: AsyncStream<ActivityEvent>.Continuation) async {
        for activity in Activity<Attributes>.activities where activity.id == id {
            for await state in activity.activityStateUpdates where state == .dismissed {
                events.yield(.dismissed(activity: id))
            }
        }
    }

    private static func followToken(of id: String, _ events: AsyncStream<ActivityEvent>.Continuation) async {
        for activity in Activity<Attributes>.activities where activity.id == id {
            // The system promises changes only: one that was started by an earlier process may have its token already.
            if let token = activity.pushToken { events.yield(.token(activity: id, token)) }
            for await token in activity.pushTokenUpdates { events.yield(.token(activity: id, token)) }
        }
    }
}
