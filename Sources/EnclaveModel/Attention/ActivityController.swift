import CollabGuest
import EnclaveContracts
import Foundation

/// What the controller asks of the system's Live Activities: ActivityKit, or a test's.
public protocol ActivityHost: Sendable {
    /// Starts an activity.
    /// - Parameter staleAfter: milliseconds until the system says that it is old.
    /// - Returns: the name the system gave it.
    /// - Throws: when the system refuses: switched off, too many, or the app is not in front.
    func request(room: String, _ content: ActivityContent, staleAfter: Double) async throws -> String
    /// Shows something else.
    func update(activity: String, _ content: ActivityContent, staleAfter: Double) async
    /// Ends it, with a last content; it stays on the lock screen for `dismissAfter` milliseconds.
    func end(activity: String, _ content: ActivityContent?, dismissAfter: Double) async
    /// What runs now, also what an earlier process started.
    func running() async -> [ActivityMachine.Leftover]
    /// What happens to activities without the app: followed once, from launch on.
    func events() -> AsyncStream<ActivityEvent>
}

/// Something that happened to activities without the app.
public enum ActivityEvent: Sendable, Hashable {
    /// A push started one while the app did not run.
    case appeared(ActivityMachine.Leftover)
    /// The person or the system took it off the screen.
    case dismissed(activity: String)
    /// It is updated from afar with this token from now on.
    case token(activity: String, Data)
    /// Activities are started from afar with this token from now on.
    case startToken(Data)
}

/// Keeps one Live Activity per room in step with its session (feature N1).
///
/// The decisions are ``ActivityMachine``'s; this carries them out in order, keeps time, and knows which activity
/// belongs to which room.
@MainActor
public final class ActivityController {
    /// Called when a token came, or an activity with one went.
    public var tokensChanged: ((_ activities: [PairingCode.Activity], _ start: Data?) -> Void)?

    private let host: any ActivityHost
    private let clock: any SessionClock
    private let lane = CommandLane()
    private let tasks = TaskBag()
    private var machine = ActivityMachine()
    /// Which room an activity belongs to, for those that were not ended here.
    private var rooms: [String: String] = [:]
    private var tokens: [String: Data] = [:]
    /// Rooms whose request is under way, with activities of theirs that the system reported meanwhile: one of them may
    /// be the requested one, whose name is not known yet.
    private var starting: [String: [String]] = [:]
    /// Activities that were ended here; the system may still speak of them.
    private var ended: Set<String> = []
    private var startToken: Data?
    private var phases: [String: (phase: ActivityContent.Phase, since: Int)] = [:]
    private let alarm: Alarm

    /// A controller that has started nothing.
    public init(host: any ActivityHost, clock: any SessionClock) {
        self.host = host
        self.clock = clock
        alarm = Alarm(clock: clock)
    }

    /// The app was launched: adopts what belongs to rooms that are being restored, ends everything else, and follows
    /// what happens to activities from now on.
    /// - Parameter restore: connects a room that has a leftover, and says whether that can be done.
    public func launch(restore: (String) async -> Bool) async {
        let leftovers = await host.running()
        var restored: Set<String> = []
        for room in Set(leftovers.map(\.room)) where await restore(room) { restored.insert(room) }
        for leftover in leftovers { rooms[leftover.activity] = leftover.room }
        perform(machine.launched(leftovers: leftovers, restoring: restored, now: clock.now()))
        let events = host.events()
        tasks.add(
            Task { [weak self] in
                for await event in events { self?.take(event) }
            })
    }

    /// A room's content is this now.
    public func observe(room: String, _ content: ActivityContent) {
        var content = content
        // The time since when a phase lasts must not change with every look.
        if let known = phases[room], known.phase == content.phase {
            content.since = known.since
        } else {
            phases[room] = (content.phase, content.since)
        }
        perform(machine.observe(room: room, content, now: clock.now()))
    }

    /// The room was left, removed or switched off.
    public func left(room: String) {
        phases[room] = nil
        perform(machine.left(room: room))
    }

    /// The app is in front.
    public func becameActive() { machine.becameActive() }

    /// The app leaves the foreground: what waits is sent, and has been handed to the system when this returns.
    public func resignActive() async {
        perform(machine.resignActive(now: clock.now()))
        await finished()
    }

    /// Waits until everything has been handed to the system.
    public func finished() async { await lane.finished() }

    private func take(_ event: ActivityEvent) {
        switch event {
        case .appeared(let leftover):
            guard rooms[leftover.activity] == nil, !ended.contains(leftover.activity) else { return }
            if starting[leftover.room] != nil {
                starting[leftover.room]?.append(leftover.activity)
            } else {
                appeared(leftover)
            }
        case .dismissed(let activity):
            // One that was ended here is unknown by now.
            guard let room = rooms.removeValue(forKey: activity) else { return }
            ended.insert(activity)
            machine.dismissed(room: room, activity: activity)
            if tokens.removeValue(forKey: activity) != nil { report() }
        case .token(let activity, let token):
            guard tokens[activity] != token, !ended.contains(activity) else { return }
            tokens[activity] = token
            if rooms[activity] != nil { report() }
        case .startToken(let token):
            guard startToken != token else { return }
            startToken = token
            report()
        }
    }

    private func report() {
        let activities = tokens.compactMap { activity, token in
            rooms[activity].map { PairingCode.Activity(room: $0, token: token.hexadecimal) }
        }
        tokensChanged?(activities.sorted { $0.room < $1.room }, startToken)
    }

    private func perform(_ actions: [ActivityMachine.Action]) {
        let host = host
        for action in actions {
            switch action {
            case .request(let room, let content, let staleAfter):
                starting[room] = []
                lane.add { [weak self] in
                    do {
                        let activity = try await host.request(room: room, content, staleAfter: staleAfter)
                        await self?.started(room: room, activity: activity)
                    } catch {
                        await self?.refused(room: room)
                    }
                }
            case .update(let activity, let content, let staleAfter):
                lane.add { await host.update(activity: activity, content, staleAfter: staleAfter) }
            case .end(let activity, let content, let dismissAfter):
                rooms[activity] = nil
                ended.insert(activity)
                if tokens.removeValue(forKey: activity) != nil { report() }
                lane.add { await host.end(activity: activity, content, dismissAfter: dismissAfter) }
            }
        }
        setAlarm()
    }

    private func started(room: String, activity: String) {
        rooms[activity] = room
        perform(machine.started(room: room, activity: activity, now: clock.now()))
        if tokens[activity] != nil { report() }
        takeReported(of: room)
    }

    private func refused(room: String) {
        machine.failed(room: room, now: clock.now())
        takeReported(of: room)
    }

    private func takeReported(of room: String) {
        for activity in starting.removeValue(forKey: room) ?? [] where rooms[activity] == nil {
            appeared(ActivityMachine.Leftover(activity: activity, room: room))
        }
    }

    private func appeared(_ leftover: ActivityMachine.Leftover) {
        rooms[leftover.activity] = leftover.room
        perform(machine.appeared(leftover, now: clock.now()))
        if tokens[leftover.activity] != nil, rooms[leftover.activity] != nil { report() }
    }

    private func setAlarm() {
        alarm.set(machine.deadline) { [weak self] in
            guard let self else { return }
            perform(machine.due(now: clock.now()))
        }
    }
}

extension Data {
    /// Two digits a byte, as tokens are written.
    var hexadecimal: String { map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined() }
}
