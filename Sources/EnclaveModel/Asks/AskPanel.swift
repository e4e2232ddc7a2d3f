import CollabWire

/// Which question is shown and what may be answered: the queue of asks as a person sees it (protocol §10, feature E4).
///
/// The replica says which asks are open; the panel adds what only the screen needs: one question at a time, an answer
/// at most once, drafts that survive a reconnect, and a multi-select run that does not blink. A toggle of a multi-select
/// ends its request, and the host opens the next one a moment later; until ``bridge`` has passed the panel stays.
/// A value without a clock: callers pass the session clock's milliseconds and look at ``deadline``.
public struct AskPanel: Sendable, Hashable {
    /// The question on screen.
    public struct Shown: Sendable, Hashable {
        /// The ask itself.
        public var ask: Ask
        /// Counts panels: steps of one multi-select run share it, so a view keeps its scroll position and focus.
        public var run: Int
        /// What was answered and is not confirmed yet; outer nil when nothing was, inner nil for a cancel.
        public var sent: String??
        /// The request has ended and its successor may come: nothing can be answered.
        public var isBetweenSteps: Bool
        /// The answer has left this device.
        var isDelivered = false
        /// The request is not open any more; the question stays until its answer has left.
        var isGone = false

        /// The answer waits for the connection; the host does not know it yet.
        public var isHeld: Bool { sent != nil && isGone }

        /// Whether a tap counts.
        public var canAnswer: Bool { sent == nil && !isBetweenSteps }
    }

    /// How long a multi-select panel waits for the next step, in milliseconds: hosts take about 200.
    public static let bridge = 600.0
    /// Drafts kept at most.
    static let maximumDrafts = 32

    /// The question on screen, if any.
    public private(set) var shown: Shown?
    /// How many more wait behind it.
    public private(set) var waiting = 0
    /// When ``tick(now:)`` has something to do, on the session's clock; nil when nothing is pending.
    public private(set) var deadline: Double?

    private var runs = 0
    private var drafts: [Draft] = []

    private struct Draft: Sendable, Hashable {
        var id: RequestID
        var title: String
        var text: String
    }

    /// No question.
    public init() {}

    /// Takes the open asks of the replica, oldest first.
    public mutating func update(asks: [Ask], now: Double) {
        if let current = shown {
            if let same = asks.first(where: { $0.id == current.ask.id }) {
                // Sent again after a reconnect, or unchanged: the same panel, and an answer stays an answer.
                shown?.ask = same
                shown?.isBetweenSteps = false
                shown?.isGone = false
                deadline = nil
            } else if let next = asks.first(where: { Self.continues(current.ask, with: $0) }) {
                shown = Shown(ask: next, run: current.run, sent: nil, isBetweenSteps: false)
                deadline = nil
            } else if let other = asks.first {
                show(other)
            } else if current.sent != nil, !current.isDelivered {
                // The connection may be away for long: what is pending looks pending.
                shown?.isGone = true
            } else {
                leave(current, now: now)
            }
        } else if let first = asks.first {
            show(first)
        }
        waiting = asks.count { $0.id != shown?.ask.id }
    }

    /// Time has passed: closes a multi-select panel whose next step did not come.
    public mutating func tick(now: Double) {
        guard let deadline, now >= deadline else { return }
        close()
    }

    /// The person answers the question on screen, or cancels it with nil.
    /// - Parameter id: the question the tap was meant for; a tap on one that has gone or was answered is dropped.
    /// - Returns: whether a `ui-response` is to be sent.
    public mutating func answer(_ id: RequestID, value: String?) -> Bool {
        guard let current = shown, current.ask.id == id, current.canAnswer else { return false }
        shown?.sent = .some(value)
        return true
    }

    /// The answer has left this device.
    public mutating func answerLeft(_ id: RequestID, now: Double) {
        guard let current = shown, current.ask.id == id, current.sent != nil else { return }
        shown?.isDelivered = true
        if current.isGone { leave(current, now: now) }
    }

    /// The answer could not be delivered (refused, expired): it may be given again where the question is still open.
    public mutating func answerFailed(_ id: RequestID) {
        guard let current = shown, current.ask.id == id else { return }
        shown?.sent = nil
        if current.isGone { close() }
    }

    /// The text typed for the editor question on screen, or its prefill.
    public var draft: String {
        guard let ask = shown?.ask else { return "" }
        if let draft = drafts.last(where: { $0.id == ask.id && $0.title == ask.title }) { return draft.text }
        guard case .editor(let prefill) = ask.kind else { return "" }
        return prefill ?? ""
    }

    /// Keeps what is typed for the question on screen, also while the same request is gone during a reconnect.
    public mutating func setDraft(_ text: String) {
        guard let ask = shown?.ask else { return }
        drafts.removeAll { $0.id == ask.id }
        drafts.append(Draft(id: ask.id, title: ask.title, text: text))
        if drafts.count > Self.maximumDrafts { drafts.removeFirst() }
    }

    private mutating func show(_ ask: Ask) {
        runs += 1
        shown = Shown(ask: ask, run: runs, sent: nil, isBetweenSteps: false)
        deadline = nil
    }

    /// The request has ended: the panel goes, unless another step may follow.
    private mutating func leave(_ current: Shown, now: Double) {
        guard Self.isMultiSelect(current.ask), Self.mayGoOn(current) else { return close() }
        guard !current.isBetweenSteps else { return }
        shown?.isBetweenSteps = true
        deadline = now + Self.bridge
    }

    private mutating func close() {
        shown = nil
        deadline = nil
    }

    private static func isMultiSelect(_ ask: Ask) -> Bool {
        guard case .select(let select) = ask.kind else { return false }
        return select.marker == .checkbox
    }

    /// Whether an ended multi-select may have another step: not after a cancel, nor after an option that carries no
    /// box ("Done"), which finishes the run.
    private static func mayGoOn(_ shown: Shown) -> Bool {
        guard case .select(let select) = shown.ask.kind else { return false }
        // Not answered here: another guest may have toggled a box.
        guard let sent = shown.sent else { return true }
        guard let value = sent else { return false }
        guard let markable = select.markableCount,
            let index = select.options.firstIndex(where: { $0.label == value })
        else { return true }
        return index < markable
    }

    private static func continues(_ ask: Ask, with next: Ask) -> Bool {
        isMultiSelect(ask) && isMultiSelect(next) && ask.title == next.title
    }
}

extension Ask.Select {
    /// Whether the option at this index carries a mark: those at or beyond `markableCount` ("Done", "Other") don't.
    public func isMarkable(_ index: Int) -> Bool {
        marker != nil && index < (markableCount ?? options.count)
    }

    /// Whether the option at this index is ticked.
    public func isChecked(_ index: Int) -> Bool {
        isMarkable(index) && checkedIndices.contains(index)
    }
}
