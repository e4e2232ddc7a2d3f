import CollabGuest
import CollabWire
import Foundation

/// A host that plays a ``HostScript`` in a room of a relay: it keeps the connection, seals and opens frames, and turns
/// the engine's clock. Everything else is ``HostEngine``'s.
///
/// When the connection drops it opens the room again (backoff 1 s doubling to 30 s, each × 0.75…1.25); the session goes
/// on, guests join again.
public actor ScriptedHost {
    /// How to get in with control; ``CollabWire/RoomLink/view`` of it is the link for watching.
    public nonisolated let link: RoomLink
    /// The room's title.
    public nonisolated let title: String

    private let connector: any TransportConnector
    private let clock: any SessionClock
    private let random: any RandomSource
    private let log: @Sendable (HostEvent) -> Void
    private let spawn: GuestSession.Spawner
    private var engine: HostEngine

    private var transport: (any Transport)?
    private var sealer: Sealer?
    private var end: HostEnd?
    /// What wakes the engine, and when.
    private var timer: (deadline: Double, task: Task<Void, Never>)?
    /// What waits between two attempts to connect.
    private var pause: Task<Void, Never>?
    private var outgoing: [HostEngine.Frame] = []
    private var isSending = false
    private var waitingSenders: [CheckedContinuation<Void, Never>] = []
    /// Ends with the first attempt to open the room.
    private nonisolated let attempted = AsyncStream<Never>.makeStream()

    /// Later than this the engine is not made to catch up: the process was asleep. Milliseconds.
    private static let tolerance = 5_000.0

    /// A host that has not opened its room yet.
    /// - Parameters:
    ///   - script: What to play.
    ///   - link: Relay, room and secret; with a view-only secret nobody may write.
    ///   - connector: Opens connections.
    ///   - clock: Time.
    ///   - random: Jitter of the backoff.
    ///   - date: What day it is now; entries are dated by it.
    ///   - log: Gets what happens to the connection.
    public init(
        script: HostScript, link: RoomLink, connector: any TransportConnector, clock: any SessionClock = SystemClock(),
        random: any RandomSource = SystemRandom(), date: Date = Date(),
        log: @escaping @Sendable (HostEvent) -> Void = { _ in }
    ) {
        self.init(
            script: script, link: link, connector: connector, clock: clock, random: random, date: date, log: log,
            spawn: { body in Task { await body() } })
    }

    /// The same, with a say in where its tasks run.
    package init(
        script: HostScript, link: RoomLink, connector: any TransportConnector, clock: any SessionClock,
        random: any RandomSource, date: Date, log: @escaping @Sendable (HostEvent) -> Void,
        spawn: @escaping GuestSession.Spawner
    ) {
        self.link = link
        title = script.title
        self.connector = connector
        self.clock = clock
        self.random = random
        self.log = log
        self.spawn = spawn
        engine = HostEngine(script: script, writeToken: link.secret.token, now: clock.now(), date: date)
    }

    /// Hosts the room until ``stop(reason:)`` or until it cannot go on.
    /// - Returns: Why it is over.
    public func run() async -> HostEnd {
        defer { attempted.continuation.finish() }
        var attempt = 0
        var opener: Opener?
        do throws(SealError) {
            sealer = try Sealer(secret: link.secret)
            opener = try Opener(secret: link.secret)
        } catch {
            end = .noEncryption("\(error)")
        }
        while end == nil, let opener {
            var cause = "unknown"
            do throws(TransportError) {
                let transport = try await connector.connect(to: endpoint)
                if end == nil {
                    let opened = clock.now()
                    cause = await serve(transport, opener: opener)
                    // A relay that accepts and closes at once must meet growing delays.
                    if clock.now() - opened > Self.proof { attempt = 0 }
                } else {
                    await transport.close(code: 1000, reason: "")
                }
            } catch {
                cause = note(error)
            }
            attempted.continuation.finish()
            guard end == nil else { break }
            let delay = min(Self.firstDelay * pow(2, Double(attempt)), Self.longestDelay) * (0.75 + random.unit() / 2)
            attempt += 1
            log(.dropped(cause: cause, retryAfter: delay))
            await sleep(delay)
        }
        timer?.task.cancel()
        timer = nil
        let end = end ?? .stopped
        log(.ended(end))
        return end
    }

    /// Waits until the first attempt to open the room is over, or the waiting task is cancelled: a guest that comes
    /// before its host is told that there is no such room, and gives up (protocol §3). One task at a time may wait.
    public nonisolated func firstAttempt() async {
        for await _ in attempted.stream {}
    }

    private static let firstDelay = 1_000.0
    private static let longestDelay = 30_000.0
    /// A connection that lasted so long has proved itself. Milliseconds.
    private static let proof = 10_000.0

    /// Says good-bye to the guests and closes the room; ``run()`` returns.
    /// - Parameter reason: What the guests are told.
    public func stop(reason: String = "The host has left.") async {
        guard end == nil else { return }
        end = .stopped
        await send(engine.stop(reason: reason))
        timer?.task.cancel()
        pause?.cancel()
        await transport?.close(code: 1000, reason: "")
    }

    /// The names of the guests who are in the room.
    public var guestNames: [String] { engine.guests.map(\.name) }

    private var endpoint: Endpoint {
        Endpoint(
            isSecure: link.relay.isSecure, host: link.relay.host, port: link.relay.port, roomId: link.roomId,
            role: .host)
    }

    // MARK: One connection

    /// Serves the room until the connection ends, and says why it did.
    private func serve(_ transport: any Transport, opener: Opener) async -> String {
        self.transport = transport
        outgoing = []
        engine.roomReopened()
        log(.open)
        attempted.continuation.finish()
        arm()
        defer {
            self.transport = nil
            outgoing = []
        }
        do throws(TransportError) {
            while end == nil {
                for message in try await transport.receive() { await send(frames(for: message, opener: opener)) }
            }
            return "stopped"
        } catch {
            return note(error)
        }
    }

    /// What the engine answers to a message of the relay.
    private func frames(for message: TransportMessage, opener: Opener) -> [HostEngine.Frame] {
        let now = clock.now()
        defer { arm() }
        switch message {
        case .text(let text):
            switch RelayControl(parsing: text) {
            case .peerJoined(let peer): return engine.peerJoined(peer, now: now)
            case .peerLeft(let peer): return engine.peerLeft(peer, now: now)
            case .roomClosed, nil: return []
            }
        case .binary(let data):
            guard let envelope = Envelope(data) else { return [] }
            do {
                let frame = try GuestFrame.decode(try opener.open(envelope))
                return engine.receive(frame, from: envelope.peerId, now: now)
            } catch is SealError {
                // Not sealed with this room's key: whoever that is gets no answer.
                log(.unreadableFrame(peer: envelope.peerId))
                return []
            } catch {
                log(.unreadableFrame(peer: envelope.peerId))
                return engine.receiveUnreadable(from: envelope.peerId, now: now)
            }
        }
    }

    /// Notes what an error means for the host's life and gives its cause in words.
    private func note(_ error: TransportError) -> String {
        switch error {
        case .closed(4009, _): end = end ?? .roomTaken
        case .closed(4029, _): end = end ?? .relayFull
        default: break
        }
        return switch error {
        case .unreachable(let why), .untrusted(let why): why
        case .refused(let status): "status \(status)"
        case .closed(let code, _): "close code \(code)"
        case .messageTooLarge: "a message was too large"
        case .cancelled: "cancelled"
        }
    }

    // MARK: Sending

    /// Sends frames in order. Whoever makes frames waits here until they are out, so that a slow relay slows the room
    /// down instead of filling memory.
    private func send(_ frames: [HostEngine.Frame]) async {
        outgoing += frames
        while isSending { await withCheckedContinuation { waitingSenders.append($0) } }
        guard !outgoing.isEmpty else { return }
        isSending = true
        await drain()
        isSending = false
        let waiting = waitingSenders
        waitingSenders = []
        for sender in waiting { sender.resume() }
    }

    private func drain() async {
        while !outgoing.isEmpty {
            let batch = outgoing
            outgoing = []
            for frame in batch {
                guard let transport, let sealer else { return }
                do {
                    let bytes = Array(frame.json.utf8)
                    let message = try bytes.withUnsafeBytes { bytes in
                        Result { try sealer.seal(bytes, peerId: frame.peer) }
                    }.get()
                    try await transport.send(.binary(message))
                } catch {
                    // The reader meets the same end of the connection and acts on it.
                    await transport.close(code: 1011, reason: "")
                    return
                }
            }
        }
    }

    // MARK: Time

    /// Sets the timer to what the engine has to do next.
    private func arm() {
        let deadline = engine.nextDeadline
        guard deadline != timer?.deadline else { return }
        timer?.task.cancel()
        timer = nil
        guard end == nil, let deadline else { return }
        let task = spawn { [weak self, clock] in
            do {
                try await clock.sleep(until: deadline)
            } catch {
                return  // The timer was set anew.
            }
            await self?.tick(deadline)
        }
        timer = (deadline, task)
    }

    private func tick(_ deadline: Double) async {
        guard timer?.deadline == deadline else { return }
        timer = nil
        let now = clock.now()
        if now - deadline > Self.tolerance { engine.postpone(by: now - deadline) }
        await send(engine.advance(to: now))
        arm()
    }

    private func sleep(_ duration: Double) async {
        let deadline = clock.now() + duration
        let task = spawn { [clock] in
            do {
                try await clock.sleep(until: deadline)
            } catch {
                return  // The host was told to stop.
            }
        }
        pause = task
        await task.value
        pause = nil
    }
}
