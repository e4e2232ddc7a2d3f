import CollabWire
import EnclaveContracts
import Transcript

extension ActivityContent.Phase {
    /// What a session does, as far as the lock screen cares: app and bridge see the same.
    /// - Parameters:
    ///   - isOver: the session has ended for good.
    ///   - isConnected: welcomed, and the connection stands.
    ///   - isAsked: a question waits that this guest may answer.
    ///   - isWorking: the agent works.
    public init(isOver: Bool, isConnected: Bool, isAsked: Bool, isWorking: Bool) {
        if isOver {
            self = .ended
        } else if !isConnected {
            self = .away
        } else if isAsked {
            self = .asking
        } else {
            self = isWorking ? .working : .idle
        }
    }
}

extension ActivityContent {
    /// What a Live Activity shows of a session: the one place where app and bridge fill it in (features N1, N4).
    ///
    /// Texts of the session are in it only as far as the privacy level goes. A question is shown while the session asks
    /// it: not once it was answered, and not when the session is away or over.
    /// - Parameters:
    ///   - since: since when the phase lasts, seconds since 1970.
    ///   - title: the session's name.
    ///   - usage: how full the context is.
    ///   - board: the plan, once there is one.
    ///   - action: what the agent does right now.
    ///   - ask: the question that waits.
    public init(
        phase: Phase, since: Int, title: String?, usage: ContextUsage?, board: TodoBoard?, action: RunningAction?,
        ask: Ask?, privacy: PrivacyLevel
    ) {
        self.init(phase: phase, since: since)
        tokens = usage?.tokens
        contextPercent = usage?.percent.flatMap { $0.isFinite ? Int(min(max($0, 0), 999).rounded()) : nil }
        if let board, board.taskCount > 0 {
            tasksDone = board.settledCount
            tasksTotal = board.taskCount
        }
        if privacy >= .title { self.title = title }
        if privacy >= .preview {
            // Without the time it has taken: the lock screen counts by itself, and a text that changed with every
            // second would be an update a second.
            self.action = action.map { $0.others > 0 ? "\($0.text) +\($0.others)" : $0.text }
        }
        if let ask, phase == .asking {
            question = Question(
                askId: ask.id.wireText, text: privacy >= .preview ? ask.plainTitle : nil,
                options: privacy >= .preview && ask.isTwoWay ? ask.buttonLabels : [])
        }
        self = fitted()
    }
}
