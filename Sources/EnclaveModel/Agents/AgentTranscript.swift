import CollabGuest
import CollabReplica
import CollabWire
import Observation
import Transcript

/// A subagent's transcript on screen (feature V2): the same rows as the session's, read in pieces while somebody looks.
///
/// When to ask is decided by ``TranscriptReading``; here are the request under way, the timer, and the rows.
@MainActor
@Observable
public final class AgentTranscript {
    /// The agent.
    public let agentId: String
    /// The rows read so far; they stay when something goes wrong.
    public private(set) var rows: [TurnCell] = []
    /// Where reading stands.
    public private(set) var phase = TranscriptReading.Phase.ready
    /// The roster item; nil once the agent has vanished from the roster.
    public private(set) var agent: AgentInfo?
    /// What the host said after the last command to this agent.
    public private(set) var complaint: String?

    @ObservationIgnored private var poll = TranscriptReading()
    @ObservationIgnored private var isVisible = false
    @ObservationIgnored private var isLive = false
    @ObservationIgnored private var timer: Task<Void, Never>?
    @ObservationIgnored private var noticesSeen: Int?
    @ObservationIgnored private let session: GuestSession
    @ObservationIgnored private let clock: any SessionClock
    @ObservationIgnored private let reader = AgentTranscriptReader()
    @ObservationIgnored private let tasks = TaskBag()

    init(agentId: String, session: GuestSession, clock: any SessionClock) {
        self.agentId = agentId
        self.session = session
        self.clock = clock
    }

    /// The transcript as plain values.
    public var turns: [UITurn] { rows.map(\.turn) }

    /// The sheet or pane came on screen: reading starts or goes on.
    public func appeared() {
        isVisible = true
        step()
    }

    /// It left the screen: nothing more is asked.
    public func disappeared() {
        isVisible = false
        timer?.cancel()
    }

    /// The person wants to try again after a failure: from the same byte.
    public func retry() {
        poll.retry()
        step()
    }

    /// The complaint was read.
    public func dismissComplaint() { complaint = nil }

    func situationChanged(agent: AgentInfo?, isLive: Bool) {
        guard agent != self.agent || isLive != self.isLive else { return }
        if agent?.lastActivity != self.agent?.lastActivity || agent?.status != self.agent?.status { poll.agentActed() }
        self.agent = agent
        self.isLive = isLive
        step()
    }

    /// From here on, an error notice of the host is about this agent.
    func commandSent(noticesSeen: Int) {
        self.noticesSeen = noticesSeen
        complaint = nil
    }

    func noticesChanged(_ notices: [Notice]) {
        guard let seen = noticesSeen else { return }
        if let answer = notices.first(where: { $0.id > seen && $0.level == .error }) {
            complaint = answer.message
            noticesSeen = nil
        }
    }

    private func step() {
        timer?.cancel()
        timer = nil
        let situation = TranscriptReading.Situation(
            isVisible: isVisible && agent != nil, hasFile: agent?.hasSessionFile ?? true,
            isRunning: agent?.status == .running, isLive: isLive)
        let decision = poll.decide(situation, now: clock.now())
        if phase != poll.phase { phase = poll.phase }
        switch decision {
        case .rest: break
        case .wait(let deadline):
            let clock = clock
            let timer = Task { [weak self] in
                do { try await clock.sleep(until: deadline) } catch { return }
                self?.step()
            }
            self.timer = timer
            tasks.add(timer)
        case .request(let fromByte): request(fromByte)
        }
    }

    private func request(_ fromByte: Int) {
        let (session, reader, agentId) = (session, reader, agentId)
        tasks.add(
            Task { [weak self] in
                do throws(RequestError) {
                    let part = try await session.transcript(agent: agentId, fromByte: fromByte)
                    let diff = await reader.take(part.text)
                    self?.received(part, diff)
                } catch {
                    self?.failed(error)
                }
            })
    }

    private func received(_ part: TranscriptPart, _ diff: TurnDiff) {
        if let list = TurnCellList.apply(diff, to: rows) { rows = list }
        poll.received(newSize: part.newSize, error: nil, now: clock.now())
        step()
    }

    private func failed(_ error: RequestError) {
        switch error {
        case .timedOut, .malformedReply: poll.expired()
        case .notLive, .connectionLost, .cancelled: poll.interrupted()
        case .host(let words): poll.received(newSize: poll.cursor, error: words, now: clock.now())
        case .stale, .unreadableValue, .notOffered, .unknownValue:
            poll.received(newSize: poll.cursor, error: error.localizedDescription, now: clock.now())
        }
        // Not live: the next change of the connection asks again, a step now would spin.
        if isLive || phase != poll.phase { step() }
    }
}

/// Turns a transcript file's text into rows, away from the main actor.
actor AgentTranscriptReader {
    private var lines = JSONLines()
    private var transcript = SubagentTranscript()

    /// Takes the next piece of the file; a line that is cut off waits for its rest.
    func take(_ text: String) -> TurnDiff { transcript.append(lines.read(text)) }
}
