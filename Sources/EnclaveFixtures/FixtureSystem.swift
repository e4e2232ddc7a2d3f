import EnclaveAlerts
import EnclaveContracts
import EnclaveModel

/// A system of the stage's own: what the app shows outside its screens is kept here, and nothing is left over for the
/// next stage.
public actor FixtureSystem: NotificationHost, ActivityHost {
    /// Notifications that are on the lock screen.
    public private(set) var shown: [AlertDraft] = []
    /// The number on the icon.
    public private(set) var badge = 0
    /// Live Activities that run, by their names.
    public private(set) var activities: [String: ActivityContent] = [:]
    private var answer: NotificationPermission
    private var started = 0

    /// A system.
    /// - Parameter permission: what the person said, or says when asked.
    init(permission: NotificationPermission = .unknown) { answer = permission }

    // MARK: Notifications

    /// Puts it on the lock screen.
    public func show(_ draft: AlertDraft) {
        shown.removeAll { $0.id == draft.id }
        shown.append(draft)
    }

    /// Takes it off.
    public func withdraw(_ ids: [String]) { shown.removeAll { ids.contains($0.id) } }
    /// Nothing asks for them.
    public func setCategories(_ categories: [AlertCategory]) {}
    /// The number on the icon.
    public func setBadge(_ count: Int) { badge = count }
    /// What is on the lock screen.
    public func delivered() -> [String: AlertPayload] {
        shown.reduce(into: [:]) { found, draft in found[draft.id] = draft.payload }
    }
    /// What the person said.
    public func permission() -> NotificationPermission { answer }
    /// Asks, and the person agrees unless they said no before.
    public func requestPermission() -> NotificationPermission {
        if answer == .unknown { answer = .granted }
        return answer
    }

    // MARK: Live Activities

    /// Starts one.
    public func request(room: String, _ content: ActivityContent, staleAfter: Double) -> String {
        started += 1
        activities["activity-\(started)"] = content
        return "activity-\(started)"
    }

    /// Shows something else.
    public func update(activity: String, _ content: ActivityContent, staleAfter: Double) {
        activities[activity] = content
    }
    /// Ends it.
    public func end(activity: String, _ content: ActivityContent?, dismissAfter: Double) { activities[activity] = nil }
    /// Nothing is left over.
    public func running() -> [ActivityMachine.Leftover] { [] }
    /// Nothing happens by itself.
    public nonisolated func events() -> AsyncStream<ActivityEvent> { AsyncStream { $0.finish() } }
}
