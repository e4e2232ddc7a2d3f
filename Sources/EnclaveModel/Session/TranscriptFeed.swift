import CollabGuest
import CollabReplica
import Transcript

/// Turns a session's updates into row changes, away from the main actor, and hands them over at the pace of a display.
///
/// One consumer pulls: it takes the newest update, projects it, waits until the screen has taken the result, and rests
/// until the next frame is due. What happens in between is merged by the session, so a busy host or a slow screen costs
/// freshness, never memory.
actor TranscriptFeed {
    /// What the screen gets.
    struct Patch: Sendable {
        var update: SessionUpdate
        var diff: TurnDiff
        /// What the agent does right now; nil when it is idle.
        var action: RunningAction?
        /// The plan, once the agent has made one.
        var board: TodoBoard?
        /// Tokens and cost of what is held.
        var totals: SessionTotals
    }

    /// At most one patch in this time, in milliseconds: a frame at 60 Hz.
    static let interval = 1_000.0 / 60

    /// Bytes of Markdown that are read before rows are handed over: some screens full.
    static let proseAhead = 128 * 1_024

    private var projector: TranscriptProjector
    private var todo = TodoTracker()
    private var totals = SessionTotals()
    private let format: SessionFormat
    private let clock: any SessionClock

    init(projector: TranscriptProjector, clock: any SessionClock, format: SessionFormat) {
        self.projector = projector
        self.format = format
        self.clock = clock
    }

    /// Follows a session until it ends or the task is cancelled.
    func run(_ updates: SessionUpdates, publish: @MainActor @Sendable (Patch) -> Void) async {
        for await update in updates {
            var diff = projector.apply(update.change, update.replica)
            diff.parseProse(upTo: Self.proseAhead)
            todo.apply(update.change, update.replica)
            totals.apply(update.change, update.replica)
            await publish(
                Patch(
                    update: update, diff: diff, action: RunningAction(update.replica, format: format),
                    board: todo.board, totals: totals))
            do {
                try await clock.sleep(until: clock.now() + Self.interval)
            } catch {
                return
            }
        }
    }
}
