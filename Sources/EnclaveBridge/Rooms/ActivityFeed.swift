import EnclaveContracts

/// The Live Activity of one room on one device: when to start, change and end it from afar. Pure.
///
/// Questions and ends go out at once; other changes are merged, because Apple gives an activity a budget of pushes that
/// show at once. What is merged is conflated: only the newest state is ever sent. That the connection is away is worth a
/// push only when it stays away, and never an urgent one: a line that flaps must not use the budget up.
struct ActivityFeed: Sendable {
    /// A push to make. Answer with ``sent(_:now:)``.
    enum Push: Sendable, Hashable {
        case start(ActivityContent)
        case update(ActivityContent, token: String, isUrgent: Bool)
        case end(ActivityContent, token: String)
    }

    /// What came of it.
    enum Outcome: Sendable, Hashable {
        case accepted
        /// The token is gone: the activity was ended on the device.
        case tokenGone
        /// Milliseconds until it may be tried again.
        case later(Double)
    }

    /// Milliseconds between two changes that are not urgent.
    static let interval = 15_000.0
    /// Milliseconds for which changes of figures alone are merged.
    static let figuresInterval = 60_000.0
    /// Milliseconds between two urgent ones.
    static let urgentInterval = 1_000.0
    /// After a start from afar the device reports the activity's token; when it does not, nothing is started again for
    /// so long.
    static let startPatience = 600_000.0

    private var token: String?
    private var canStart = false
    private var content: ActivityContent?
    private var shown: ActivityContent?
    private var shownAt = -Double.infinity
    /// The subject of the question that waits; the steps of a multi-select question have one.
    private var subject: [String]?
    /// The subject that the activity last showed with the connection up: coming back with it is no news.
    private var announced: [String]?
    private var announcing: [String]?
    private var awaySince: Double?
    private var startedAt = -Double.infinity
    private var retryAt: Double?
    private var isBusy = false
    /// The token of an activity that was ended, here or on the device: it takes no more pushes.
    private var spent: String?
    /// Swiped away: nothing is started again while the turn lasts in which that was.
    private var isSwipedAway = false

    /// The device's tokens, whenever they may have changed.
    mutating func setTokens(activity: String?, canStart: Bool) {
        self.canStart = canStart
        guard activity != token else { return }
        token = activity
        shown = nil
        shownAt = -.infinity
        announced = nil
        if activity != nil { isSwipedAway = false }
    }

    /// The room's content is this now.
    /// - Parameter subject: of the question that is in it (``AlertFacts/subject``).
    mutating func observe(_ content: ActivityContent, subject: [String]?, now: Double) -> Push? {
        self.content = content
        self.subject = subject
        awaySince = content.phase == .away ? awaySince ?? now : nil
        if content.phase == .idle || content.phase == .ended { isSwipedAway = false }
        return next(now: now)
    }

    /// Time has passed.
    mutating func next(now: Double) -> Push? {
        guard !isBusy, let content, due(now: now).map({ $0 <= now }) ?? false else { return nil }
        isBusy = true
        retryAt = nil
        announcing = subject
        guard let token, token != spent else {
            startedAt = now
            return .start(content)
        }
        return content.phase == .ended
            ? .end(content, token: token)
            : .update(content, token: token, isUrgent: isUrgent(content))
    }

    /// When ``next(now:)`` has something to do; nil when nothing waits.
    var deadline: Double? { isBusy ? nil : due(now: -.infinity) }

    private func due(now: Double) -> Double? {
        guard let content else { return nil }
        guard let token, token != spent else {
            guard canStart, !isSwipedAway, content.phase == .working || content.phase == .asking else { return nil }
            return max(startedAt + Self.startPatience, retryAt ?? -.infinity)
        }
        guard content != shown, content.phase != .away || shown != nil else { return nil }
        let interval =
            if isUrgent(content) { Self.urgentInterval } else if onlyFiguresDiffer(content) {
                Self.figuresInterval
            } else { Self.interval }
        return max(shownAt + interval, (awaySince ?? -.infinity) + Self.interval, retryAt ?? -.infinity)
    }

    /// A push ended.
    mutating func sent(_ push: Push, _ outcome: Outcome, now: Double) {
        isBusy = false
        switch (push, outcome) {
        case (.start, .accepted): break
        case (.start, .tokenGone): canStart = false
        case (.start, .later(let delay)):
            startedAt = -.infinity
            retryAt = now + delay
        case (.update(let content, let token, _), .accepted):
            if token == self.token {
                shown = content
                if content.phase != .away { announced = announcing }
            }
            shownAt = now
        case (.end(let content, let token), .accepted):
            spent = token
            shown = content
            startedAt = -.infinity
        case (.update(_, let token, _), .tokenGone), (.end(_, let token), .tokenGone):
            spent = token
            isSwipedAway = true
            startedAt = -.infinity
        case (.update, .later(let delay)), (.end, .later(let delay)): retryAt = now + delay
        }
    }

    /// Questions that come or go, and the end.
    private func isUrgent(_ content: ActivityContent) -> Bool {
        switch content.phase {
        case .ended: true
        case .away: false
        case .working, .asking, .idle: subject != announced
        }
    }

    private func onlyFiguresDiffer(_ content: ActivityContent) -> Bool {
        guard var same = shown else { return false }
        same.tokens = content.tokens
        same.contextPercent = content.contextPercent
        same.since = content.since
        return same == content
    }
}
