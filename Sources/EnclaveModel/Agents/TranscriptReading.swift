/// When to ask for more of a subagent's transcript (protocol §9, feature V2): a pure decision from what has been read
/// and what is known of the agent. Time is the session clock's milliseconds.
public struct TranscriptReading: Sendable, Hashable {
    /// What to do now.
    public enum Decision: Sendable, Hashable {
        /// Ask from this byte.
        case request(fromByte: Int)
        /// Nothing to ask before this time, unless something changes.
        case wait(until: Double)
        /// A request is under way, or nothing will change until the agent or the person acts.
        case rest
    }

    /// Where reading stands.
    public enum Phase: Sendable, Hashable {
        /// Nothing was asked yet, or there is more to read.
        case ready
        /// A request is under way.
        case requesting
        /// Everything was read; more may come at this time.
        case caughtUp(next: Double)
        /// The agent has no session file.
        case noFile
        /// The host said why it can't be read, in its words, or three requests went unanswered. Only Retry goes on.
        case failed(String)
    }

    /// What is known of the agent.
    public struct Situation: Sendable, Hashable {
        /// The sheet or pane is on screen.
        public var isVisible: Bool
        /// `hasSessionFile` of the roster item.
        public var hasFile: Bool
        /// The agent runs: its file grows.
        public var isRunning: Bool
        /// Frames can reach the host.
        public var isLive: Bool

        /// A situation.
        public init(isVisible: Bool, hasFile: Bool, isRunning: Bool, isLive: Bool) {
            self.isVisible = isVisible
            self.hasFile = hasFile
            self.isRunning = isRunning
            self.isLive = isLive
        }
    }

    /// Between two reads of a running agent, in milliseconds.
    public static let interval = 1_500.0
    /// Unanswered requests after which the person is asked.
    public static let attempts = 3

    /// Where reading stands.
    public private(set) var phase = Phase.ready
    /// The next byte to ask from.
    public private(set) var cursor = 0
    private var unanswered = 0
    /// Whether the last read of an agent that has stopped is done.
    private var sawEnd = false

    /// A transcript of which nothing was read.
    public init() {}

    /// What to do now. A decision to ask counts as asked: answer it with one of the three results below.
    public mutating func decide(_ situation: Situation, now: Double) -> Decision {
        if !situation.hasFile, cursor == 0, phase == .ready || phase == .noFile {
            phase = .noFile
            return .rest
        }
        if phase == .noFile { phase = .ready }
        guard situation.isVisible, situation.isLive else { return .rest }
        switch phase {
        case .failed, .requesting, .noFile: return .rest
        case .ready: break
        case .caughtUp(let next):
            if situation.isRunning {
                sawEnd = false
                if now < next { return .wait(until: next) }
            } else if sawEnd {
                return .rest
            } else {
                // It stopped since the last read: read once more, there may be last lines.
                sawEnd = true
            }
        }
        phase = .requesting
        return .request(fromByte: cursor)
    }

    /// A reply came.
    /// - Parameters:
    ///   - newSize: the next byte to ask from.
    ///   - error: the host's words; final until Retry (and what was read stays).
    public mutating func received(newSize: Int, error: String?, now: Double) {
        guard phase == .requesting else { return }
        unanswered = 0
        if let error {
            phase = .failed(error)
        } else if newSize > cursor {
            cursor = newSize
            // Replies are capped: ask again at once until the size stops growing.
            phase = .ready
        } else {
            phase = .caughtUp(next: now + Self.interval)
        }
    }

    /// The request expired without a reply.
    public mutating func expired() {
        guard phase == .requesting else { return }
        unanswered += 1
        phase = unanswered < Self.attempts ? .ready : .failed("The host did not answer. Try again.")
    }

    /// The connection dropped while the request was under way: asked again from the same place, not counted.
    public mutating func interrupted() {
        if phase == .requesting { phase = .ready }
    }

    /// The person tapped Retry: goes on from the same byte.
    public mutating func retry() {
        guard case .failed = phase else { return }
        unanswered = 0
        phase = .ready
    }

    /// The agent acted (a newer `lastActivity`, a revival): a finished transcript is looked at once more.
    public mutating func agentActed() {
        sawEnd = false
    }
}
