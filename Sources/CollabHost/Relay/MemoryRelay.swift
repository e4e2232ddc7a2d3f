import CollabGuest
import Foundation

/// A relay inside the process, with the rules of the real one and no socket: for demos, tests and hosts that share a
/// process with their guests.
public actor MemoryRelay {
    /// One connection's end on the relay's side.
    private struct Line {
        var transport: any Transport
        var reader: Task<Void, Never>?
        var writer: Task<Void, Never>?
        var queue: [TransportMessage] = []
        /// Bytes in `queue` and in the message being sent.
        var queuedBytes = 0
        var farewell: RelayClose?
        var isPaused = false
        /// The reader, waiting to be allowed to read on.
        var pausedReader: CheckedContinuation<Void, Never>?
    }

    private let limits: RelayLimits
    private let clock: any SessionClock
    private let log: @Sendable (RelayEvent) -> Void
    private let spawn: GuestSession.Spawner
    private var core: RelayCore
    private var lines: [RelayCore.ConnectionID: Line] = [:]
    private var nextId: RelayCore.ConnectionID = 1
    private var patienceTimer: Task<Void, Never>?
    private var isStopped = false

    /// - Parameters:
    ///   - clock: tells how long a receiver has made no headway.
    ///   - log: gets the relay's events.
    public init(
        limits: RelayLimits = RelayLimits(), clock: any SessionClock = SystemClock(),
        log: @escaping @Sendable (RelayEvent) -> Void = { _ in }
    ) {
        self.init(limits: limits, clock: clock, log: log, spawn: { body in Task { await body() } })
    }

    /// The same, with a say in where its tasks run.
    package init(
        limits: RelayLimits = RelayLimits(), clock: any SessionClock,
        log: @escaping @Sendable (RelayEvent) -> Void = { _ in }, spawn: @escaping GuestSession.Spawner
    ) {
        self.limits = limits
        self.clock = clock
        self.log = log
        self.spawn = spawn
        core = RelayCore(limits: limits)
    }

    /// Connects hosts and guests to this relay; host name and port of the endpoint do not matter.
    public nonisolated var connector: MemoryConnector {
        MemoryConnector { endpoint, transport async throws(TransportError) in
            try await self.accept(endpoint, transport)
        }
    }

    /// Rooms that have a host.
    public var roomCount: Int { core.roomCount }

    /// Tells every guest `room-closed`, closes everybody with 4001 and takes nobody any more; does not wait for those
    /// who do not read.
    public func stop() {
        isStopped = true
        carryOut(core.stop())
        patienceTimer?.cancel()
    }

    private func accept(_ endpoint: Endpoint, _ transport: MemoryTransport) throws(TransportError) {
        guard !isStopped, lines.count < limits.connections else { throw .refused(status: 503) }
        guard case .room(let roomId, let role) = endpoint.target, RelayAdmission.isRoomId(roomId[...]) else {
            throw .refused(status: 404)
        }
        let id = nextId
        nextId += 1
        var line = Line(transport: transport)
        line.reader = spawn { await self.read(id, transport) }
        lines[id] = line
        carryOut(core.join(id, roomId: roomId, role: role))
    }

    // MARK: One line

    /// Reads until the connection ends; one message after the other, so that order is kept.
    private func read(_ id: RelayCore.ConnectionID, _ transport: MemoryTransport) async {
        do {
            while true {
                await waitWhilePaused(id)
                for message in try await transport.receive() { forward(message, from: id) }
            }
        } catch {
            // However it ended: the connection is gone, and nobody but its peers needs to hear of it.
            lines[id]?.writer?.cancel()
            lines[id] = nil
            carryOut(core.leave(id))
        }
    }

    private func waitWhilePaused(_ id: RelayCore.ConnectionID) async {
        guard lines[id]?.isPaused == true else { return }
        await withCheckedContinuation { lines[id]?.pausedReader = $0 }
    }

    private func forward(_ message: TransportMessage, from id: RelayCore.ConnectionID) {
        guard case .binary(let frame) = message, lines[id]?.farewell == nil else { return }
        guard frame.count <= limits.messageSize else {
            return close(id, RelayClose(code: 1009, reason: "message too large"), discarding: true)
        }
        switch core.route(from: id, peer: frame.envelopePeer) {
        case .drop: break
        case .host(let host, let stamp): enqueue(.binary(frame.stamped(stamp)), to: host)
        case .guests(let guests): for guest in guests { enqueue(message, to: guest) }
        }
    }

    private func enqueue(_ message: TransportMessage, to id: RelayCore.ConnectionID) {
        guard lines[id]?.farewell == nil else { return }
        lines[id]?.queue.append(message)
        lines[id]?.queuedBytes += message.size
        checkQueue(of: id)
        write(id)
    }

    private func close(_ id: RelayCore.ConnectionID, _ close: RelayClose, discarding: Bool) {
        guard let line = lines[id], line.farewell == nil else { return }
        lines[id]?.farewell = close
        if discarding {
            // Its writer may be stuck in a send that nobody receives; closing frees it.
            lines[id]?.queue = []
            _ = spawn { await line.transport.close(code: close.code, reason: close.reason) }
        }
        // A reader that was told to wait must see the end.
        setPaused(id, false)
        write(id)
    }

    /// Starts the writer of a line, unless it is at work.
    private func write(_ id: RelayCore.ConnectionID) {
        guard let line = lines[id], line.writer == nil, !line.queue.isEmpty || line.farewell != nil else { return }
        lines[id]?.writer = spawn { await self.drain(id, line.transport) }
    }

    private func drain(_ id: RelayCore.ConnectionID, _ transport: any Transport) async {
        while let line = lines[id], !line.queue.isEmpty {
            lines[id]?.queue = []
            for message in line.queue {
                do throws(TransportError) {
                    try await transport.send(message)
                } catch {
                    // The reader sees the same end and cleans up.
                    return
                }
                lines[id]?.queuedBytes -= message.size
                checkQueue(of: id)
            }
        }
        lines[id]?.writer = nil
        if let farewell = lines[id]?.farewell { await transport.close(code: farewell.code, reason: farewell.reason) }
    }

    // MARK: The core's driver

    private func checkQueue(of id: RelayCore.ConnectionID) {
        guard let bytes = lines[id]?.queuedBytes, core.isQueueOfInterest(id, bytes: bytes) else { return }
        carryOut(core.queueChanged(id, bytes: bytes, now: clock.now()))
        startPatienceTimer()
    }

    /// Time matters only while somebody is slow: then one timer runs, else none.
    private func startPatienceTimer() {
        guard patienceTimer == nil, core.hasSlowReceivers, !isStopped else { return }
        let deadline = clock.now() + limits.patience
        patienceTimer = spawn { [clock] in
            do {
                try await clock.sleep(until: deadline)
            } catch {
                return
            }
            await self.patienceIsOver()
        }
    }

    private func patienceIsOver() {
        patienceTimer = nil
        carryOut(core.tick(now: clock.now()))
        startPatienceTimer()
    }

    private func setPaused(_ id: RelayCore.ConnectionID, _ paused: Bool) {
        lines[id]?.isPaused = paused
        guard !paused, let reader = lines[id]?.pausedReader else { return }
        lines[id]?.pausedReader = nil
        reader.resume()
    }

    private func carryOut(_ effects: [RelayCore.Effect]) {
        for effect in effects {
            switch effect {
            case .send(let control, let id): enqueue(.text(control.text), to: id)
            case .close(let id, let reason, let discarding): close(id, reason, discarding: discarding)
            case .setPaused(let id, let paused): setPaused(id, paused)
            case .note(let event): log(event)
            }
        }
    }
}

extension Data {
    /// The first four bytes as a big-endian number (protocol §3); nil when there are fewer.
    fileprivate var envelopePeer: UInt32? {
        count < 4 ? nil : prefix(4).reduce(0) { $0 << 8 | UInt32($1) }
    }

    /// A copy with another peer id.
    fileprivate func stamped(_ peer: UInt32) -> Data {
        Swift.withUnsafeBytes(of: peer.bigEndian) { Data($0) } + dropFirst(4)
    }
}
