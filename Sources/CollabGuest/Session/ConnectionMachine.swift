import CollabReplica

/// Where the connection stands and what to do next, as one pure function of events and time (protocol §3, §5).
///
/// Every dial has a new generation; events of an older one are ignored, so a socket that dies late can't disturb its
/// successor. Times are milliseconds of the session's clock, randomness comes in as a number.
struct ConnectionMachine: Sendable, Hashable {
    /// What happened.
    enum Event: Sendable, Hashable {
        case start
        case stop
        /// The socket opened.
        case opened(Int)
        /// The dial failed, or the socket is gone.
        case lost(Int, TransportError)
        /// Anything at all arrived.
        case heard(Int)
        /// The ping was answered.
        case pong(Int)
        /// The relay's text `room-closed`, after everything that came before it was applied.
        case roomClosed(Int)
        /// A welcome or a chunk was applied and more is to come.
        case loading(Int, LoadingProgress)
        /// The snapshot is whole.
        case live(Int)
        /// A frame said that this is the end.
        case over(Int, EndReason)
        /// A person wants a fresh snapshot.
        case resynchronise
        case resume
        case networkChanged
        case enterBackground
        /// Time has passed; see ``ConnectionMachine/deadline``.
        case tick
    }

    /// What to do about it, in this order.
    enum Action: Sendable, Hashable {
        /// Open a connection under this generation.
        case dial(Int)
        /// Say `hello`.
        case hello(Int)
        /// Send a ping; answer with ``Event/pong(_:)``.
        case ping(Int)
        /// Give the socket (or the dial) of this generation up.
        case close(Int)
        /// The connection is gone: nothing that waits for a reply will get one.
        case dropped
    }

    /// The phases, each with exactly what it needs.
    enum Phase: Sendable, Hashable {
        case idle
        case dialling(generation: Int, since: Double)
        /// `hello` is out; no `welcome` on this socket yet.
        case waiting(Socket, until: Double)
        case loading(Socket, LoadingProgress, until: Double)
        /// `resynchronising` is when a second `hello` gives up hope of its `welcome`.
        case live(Socket, resynchronising: Double?)
        case backingOff(until: Double)
        /// In the background, without a connection: waits for ``Event/resume``.
        case suspended
        case ended(EndReason)
    }

    /// One open connection.
    struct Socket: Sendable, Hashable {
        var generation: Int
        var openedAt: Double
        var heardAt: Double
        /// When the ping under way counts as unanswered.
        var pingDeadline: Double?
        /// The unanswered ping was a probe after waking up: dial again at once.
        var isProbe = false
        /// A welcome came over it.
        var isProved = false
        /// `room-closed` was read: when to stop waiting for the close frame.
        var closingDeadline: Double?

        init(generation: Int, at now: Double) {
            self.generation = generation
            openedAt = now
            heardAt = now
        }
    }

    /// The bounded time in which a guest that was live keeps trying a room that is gone.
    struct Grace: Sendable, Hashable {
        var until: Double
        var reason: EndReason
        /// The newest failure was the room's absence, not the network's.
        var isCurrent = true
    }

    /// Milliseconds and counts of the protocol.
    enum Timing {
        static let welcome: Double = 30_000
        static let chunk: Double = 30_000
        static let dial: Double = 20_000
        static let backoffBase: Double = 1_000
        static let backoffLimit: Double = 30_000
        /// A connection this old has proved itself.
        static let proof: Double = 10_000
        static let grace: Double = 120_000
        static let idleBeforePing: Double = 20_000
        static let pong: Double = 20_000
        static let wakeProbe: Double = 900
        static let pathProbe: Double = 5_000
        /// A dial younger than this is not started again by a wake-up.
        static let freshDial: Double = 1_000
        /// Between `room-closed` and its close frame.
        static let closing: Double = 1_000
    }

    private(set) var phase = Phase.idle
    private(set) var generation = 0
    /// Failed attempts since a connection proved itself.
    private(set) var attempt = 0
    /// The session was live once: a reconnect, not a first join.
    private(set) var hasBeenLive = false
    private(set) var isInBackground = false
    private(set) var grace: Grace?
    /// Why the last connection ended, in a sentence.
    private(set) var cause: String?
    /// What the transport said when it ended by itself.
    private(set) var failure: TransportError?

    // MARK: What it says

    /// What to show.
    var state: ConnectionState {
        switch phase {
        case .idle: .idle
        case .dialling: cause.map { .reconnecting(reconnection(next: nil, cause: $0)) } ?? .connecting
        case .waiting: cause.map { .reconnecting(reconnection(next: nil, cause: $0)) } ?? .waiting
        case .loading(_, let progress, _): .loading(progress)
        case .live: .live
        case .backingOff(let until): .reconnecting(reconnection(next: until, cause: cause ?? ""))
        case .suspended: .reconnecting(reconnection(next: nil, cause: cause ?? ""))
        case .ended(let reason): .ended(reason)
        }
    }

    private func reconnection(next: Double?, cause: String) -> Reconnection {
        Reconnection(attempt: max(attempt, 1), nextAttempt: next, cause: cause, failure: failure)
    }

    /// When ``Event/tick`` is due.
    var deadline: Double? {
        switch phase {
        case .idle, .suspended, .ended: nil
        case .dialling(_, let since): earliest(since + Timing.dial, graceDeadline)
        case .waiting(let socket, let until): earliest(until, socketDeadline(socket))
        case .loading(let socket, _, let until): earliest(until, socketDeadline(socket))
        case .live(let socket, let resynchronising): earliest(socketDeadline(socket), resynchronising)
        case .backingOff(let until): earliest(until, graceDeadline)
        }
    }

    private var graceDeadline: Double? { grace.flatMap { $0.isCurrent ? $0.until : nil } }

    private func socketDeadline(_ socket: Socket) -> Double {
        if let closing = socket.closingDeadline { return closing }
        return socket.pingDeadline ?? socket.heardAt + Timing.idleBeforePing
    }

    private func earliest(_ first: Double?, _ second: Double?) -> Double? {
        guard let first else { return second }
        guard let second else { return first }
        return min(first, second)
    }

    /// The open socket, if there is one.
    var socket: Socket? {
        switch phase {
        case .waiting(let socket, _), .loading(let socket, _, _), .live(let socket, _): socket
        case .idle, .dialling, .backingOff, .suspended, .ended: nil
        }
    }

    /// A welcome came over the open socket: commands may leave.
    var isWelcomed: Bool { socket?.isProved ?? false }

    /// Following, with a whole snapshot.
    var isLive: Bool {
        if case .live = phase { true } else { false }
    }

    /// Following, and no fresh snapshot was asked for.
    var isSettled: Bool {
        if case .live(_, nil) = phase { true } else { false }
    }

    /// Nothing will happen any more.
    var isOver: Bool {
        if case .ended = phase { true } else { false }
    }

    // MARK: The transition

    /// Takes an event in.
    /// - Parameters:
    ///   - now: milliseconds.
    ///   - random: 0..<1, for the jitter of a backoff.
    /// - Returns: what to do.
    mutating func handle(_ event: Event, at now: Double, random: Double) -> [Action] {
        if isOver { return [] }
        switch event {
        case .start:
            guard case .idle = phase else { return [] }
            return dial(at: now)
        case .stop: return end(.left)
        case .opened(let opened): return open(opened, at: now)
        case .lost(let lost, let error): return lose(lost, error, at: now, random: random)
        case .heard(let heard):
            updateSocket(heard) { socket in
                socket.heardAt = now
                socket.pingDeadline = nil
                socket.isProbe = false
            }
            return []
        case .pong(let answered): return handle(.heard(answered), at: now, random: random)
        case .roomClosed(let closed): return closeRoom(closed, at: now)
        case .loading(let loaded, let progress):
            guard prove(loaded), let socket else { return [] }
            phase = .loading(socket, progress, until: now + Timing.chunk)
            return []
        case .live(let live):
            guard prove(live), let socket else { return [] }
            hasBeenLive = true
            phase = .live(socket, resynchronising: nil)
            return []
        case .over(let over, let reason):
            guard socket?.generation == over else { return [] }
            return end(reason)
        case .resynchronise:
            guard case .live(let socket, nil) = phase, socket.closingDeadline == nil else { return [] }
            phase = .live(socket, resynchronising: now + Timing.welcome)
            return [.hello(socket.generation)]
        case .resume:
            isInBackground = false
            return wake(at: now, probe: Timing.wakeProbe)
        case .networkChanged:
            return isInBackground ? [] : wake(at: now, probe: Timing.pathProbe)
        case .enterBackground:
            isInBackground = true
            return []
        case .tick: return tick(at: now, random: random)
        }
    }

    private mutating func dial(at now: Double) -> [Action] {
        generation += 1
        phase = .dialling(generation: generation, since: now)
        return [.dial(generation)]
    }

    private mutating func open(_ opened: Int, at now: Double) -> [Action] {
        guard opened == generation, case .dialling = phase else { return [.close(opened)] }
        phase = .waiting(Socket(generation: opened, at: now), until: now + Timing.welcome)
        return [.hello(opened)]
    }

    private mutating func end(_ reason: EndReason) -> [Action] {
        let open = connected
        phase = .ended(reason)
        return (open.map { [.close($0)] } ?? []) + [.dropped]
    }

    /// The generation of a socket or dial that must be closed when it is given up.
    private var connected: Int? {
        switch phase {
        case .dialling, .waiting, .loading, .live: generation
        case .idle, .backingOff, .suspended, .ended: nil
        }
    }

    private mutating func updateSocket(_ wanted: Int, _ update: (inout Socket) -> Void) {
        guard var socket, socket.generation == wanted else { return }
        update(&socket)
        switch phase {
        case .waiting(_, let until): phase = .waiting(socket, until: until)
        case .loading(_, let progress, let until): phase = .loading(socket, progress, until: until)
        case .live(_, let resynchronising): phase = .live(socket, resynchronising: resynchronising)
        case .idle, .dialling, .backingOff, .suspended, .ended: break
        }
    }

    /// A welcome or what follows it came over the socket: the next failure is the first one again.
    private mutating func prove(_ welcomed: Int) -> Bool {
        guard let socket, socket.generation == welcomed else { return false }
        if !socket.isProved {
            updateSocket(welcomed) { $0.isProved = true }
            attempt = 0
            grace = nil
            cause = nil
            failure = nil
        }
        return true
    }

    // MARK: Losing a connection

    private mutating func lose(_ lost: Int, _ error: TransportError, at now: Double, random: Double) -> [Action] {
        guard lost == generation, connected != nil else { return [] }
        let wasClosing = socket?.closingDeadline != nil
        switch error {
        case .closed(let code, _):
            switch code {
            case CloseCode.hostAlreadyConnected: return end(.hostAlreadyConnected)
            case CloseCode.roomFull: return end(.roomFull)
            case CloseCode.roomClosed: return loseRoom(.roomClosed, at: now, random: random)
            case CloseCode.noSuchRoom: return loseRoom(.noSuchRoom, at: now, random: random)
            default: break
            }
        case .unreachable, .untrusted, .refused, .messageTooLarge, .cancelled: break
        }
        if wasClosing { return loseRoom(.roomClosed, at: now, random: random) }
        grace?.isCurrent = false
        return drop(error.cause, failure: error, at: now, random: random)
    }

    /// The room is gone: the end for a first join, a bounded wait for a guest that was live (the host may be
    /// re-creating it).
    private mutating func loseRoom(_ reason: EndReason, at now: Double, random: Double) -> [Action] {
        guard hasBeenLive else { return end(reason) }
        var current = grace ?? Grace(until: now + Timing.grace, reason: reason)
        current.isCurrent = true
        grace = current
        if now >= current.until { return end(current.reason) }
        return drop("The host's room is closed. It may come back.", at: now, random: random)
    }

    /// `room-closed` is followed by a close frame; only when that stays out the guest closes by itself.
    private mutating func closeRoom(_ closed: Int, at now: Double) -> [Action] {
        guard closed == generation, socket != nil else { return [] }
        guard hasBeenLive else { return end(.roomClosed) }
        updateSocket(closed) { $0.closingDeadline = now + Timing.closing }
        return []
    }

    private mutating func drop(
        _ cause: String, failure: TransportError? = nil, at now: Double, random: Double
    ) -> [Action] {
        if let socket, socket.isProved || now - socket.openedAt >= Timing.proof { attempt = 0 }
        attempt += 1
        self.cause = cause
        self.failure = failure
        if isInBackground {
            phase = .suspended
        } else {
            let delay = min(Timing.backoffBase * Double(1 << min(attempt - 1, 5)), Timing.backoffLimit)
            phase = .backingOff(until: now + delay * (0.75 + 0.5 * random))
        }
        return [.dropped]
    }

    /// Gives an unusable connection up by the guest's own decision.
    private mutating func giveUp(_ cause: String, at now: Double, random: Double) -> [Action] {
        let open = connected
        grace?.isCurrent = false
        return (open.map { [.close($0)] } ?? []) + drop(cause, at: now, random: random)
    }

    // MARK: Waking up

    private mutating func wake(at now: Double, probe: Double) -> [Action] {
        switch phase {
        case .idle, .ended: return []
        case .backingOff, .suspended: return dial(at: now)
        case .dialling(let pending, let since):
            // A dial from before may hang on a path that is gone.
            if now - since < Timing.freshDial { return [] }
            return [.close(pending)] + dial(at: now)
        case .waiting(let socket, _):
            phase = .waiting(socket, until: now + Timing.welcome)
        case .loading(let socket, let progress, _):
            phase = .loading(socket, progress, until: now + Timing.chunk)
        case .live: break
        }
        updateSocket(generation) { socket in
            socket.pingDeadline = min(socket.pingDeadline ?? .infinity, now + probe)
            socket.isProbe = true
        }
        return [.ping(generation)]
    }

    // MARK: Time

    private mutating func tick(at now: Double, random: Double) -> [Action] {
        switch phase {
        case .idle, .suspended, .ended: return []
        case .backingOff(let until):
            if let grace, grace.isCurrent, now >= grace.until { return end(grace.reason) }
            return now >= until ? dial(at: now) : []
        case .dialling(_, let since):
            if let grace, grace.isCurrent, now >= grace.until { return end(grace.reason) }
            return now >= since + Timing.dial ? giveUp("The relay did not answer.", at: now, random: random) : []
        case .waiting(let socket, let until):
            if now >= until { return expire(.welcomeTimeout, at: now, random: random) }
            return tick(socket, at: now, random: random)
        case .loading(let socket, _, let until):
            if now >= until { return expire(.snapshotTimeout, at: now, random: random) }
            return tick(socket, at: now, random: random)
        case .live(let socket, let resynchronising):
            if let resynchronising, now >= resynchronising {
                return giveUp("The host did not answer.", at: now, random: random)
            }
            return tick(socket, at: now, random: random)
        }
    }

    /// The host's silence ends a session, but not when the system put the app to sleep meanwhile.
    private mutating func expire(_ reason: EndReason, at now: Double, random: Double) -> [Action] {
        isInBackground ? giveUp("The app was in the background.", at: now, random: random) : end(reason)
    }

    private mutating func tick(_ socket: Socket, at now: Double, random: Double) -> [Action] {
        if let closing = socket.closingDeadline {
            guard now >= closing else { return [] }
            return [.close(socket.generation)] + loseRoom(.roomClosed, at: now, random: random)
        }
        if let pingDeadline = socket.pingDeadline {
            guard now >= pingDeadline else { return [] }
            let actions = giveUp("The connection went silent.", at: now, random: random)
            guard socket.isProbe, !isInBackground else { return actions }
            return actions + dial(at: now)
        }
        guard now >= socket.heardAt + Timing.idleBeforePing else { return [] }
        updateSocket(socket.generation) { $0.pingDeadline = now + Timing.pong }
        return [.ping(socket.generation)]
    }
}

/// Close codes with a meaning for guests (protocol §3). Numbers, because an enum of the platform loses private codes.
enum CloseCode {
    static let normal: UInt16 = 1000
    static let goingAway: UInt16 = 1001
    static let abnormal: UInt16 = 1006
    static let roomClosed: UInt16 = 4001
    static let noSuchRoom: UInt16 = 4004
    static let hostAlreadyConnected: UInt16 = 4009
    static let roomFull: UInt16 = 4029
}

extension TransportError {
    /// Why a connection ended, for ``Reconnection/cause``.
    var cause: String {
        switch self {
        case .unreachable(let words): words.isEmpty ? "The relay cannot be reached." : words
        case .untrusted(let words): words.isEmpty ? "The relay's certificate is not trusted." : words
        case .refused(let status): "The relay refused the connection (HTTP \(status))."
        case .closed(1009, _): "The relay refused a message as too large."
        case .closed(CloseCode.abnormal, _): "The connection was lost."
        case .closed(let code, _): "The relay closed the connection (\(code))."
        case .messageTooLarge: "A message was larger than 32 MiB."
        case .cancelled: "The attempt was cancelled."
        }
    }
}
