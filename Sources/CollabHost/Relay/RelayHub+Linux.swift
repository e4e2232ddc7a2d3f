#if os(Linux)
    import CollabGuest
    import Foundation
    import WebSockets

    /// Carries the ``RelayCore``'s decisions out on sockets.
    ///
    /// Sendable although it has unprotected state: like every delegate of a ``WebSocketServer`` it is called on the
    /// server's thread only; `ticker` alone is used from outside, under its lock.
    final class RelayHub: WebSocketServerDelegate, @unchecked Sendable {
        private let limits: RelayLimits
        private let log: @Sendable (RelayEvent) -> Void
        private var core: RelayCore
        private var peers: [RelayCore.ConnectionID: WebSocketPeer] = [:]
        private let clock: any SessionClock
        private let lock = NSLock()
        private var ticker: Task<Void, Never>?

        init(limits: RelayLimits, clock: any SessionClock, log: @escaping @Sendable (RelayEvent) -> Void) {
            self.limits = limits
            self.log = log
            core = RelayCore(limits: limits)
            self.clock = clock
        }

        // MARK: For the server's owner

        /// Lets the core know once a second that time passes, as long as `server` runs.
        func startTicking(_ server: WebSocketServer) {
            let task = Task { [weak self, weak server, clock] in
                while !Task.isCancelled {
                    do {
                        try await clock.sleep(until: clock.now() + 1000)
                    } catch {
                        return
                    }
                    guard let server, let self else { return }
                    guard server.perform({ self.carryOut(self.core.tick(now: self.clock.now())) }) else { return }
                }
            }
            lock.withLock { ticker = task }
        }

        func stopTicking() {
            lock.withLock {
                ticker?.cancel()
                ticker = nil
            }
        }

        func stop() { carryOut(core.stop()) }

        var census: (rooms: Int, connections: Int)? { (core.roomCount, peers.count) }

        // MARK: WebSocketServerDelegate

        func respond(to request: HTTPRequest) -> HTTPResponse {
            if request.path == "/healthz" { return HTTPResponse(status: 200, text: "ok") }
            switch RelayAdmission(path: request.path, role: request.queryValue("role")) {
            case .notFound: return HTTPResponse(status: 404, text: "not found")
            case .seat:
                return HTTPResponse(
                    status: 426, headers: [("upgrade", "websocket")], body: Data("expected a WebSocket upgrade\n".utf8))
            }
        }

        func decideUpgrade(_ request: HTTPRequest) -> UpgradeDecision {
            guard case .seat = RelayAdmission(path: request.path, role: request.queryValue("role")) else {
                return .refuse(HTTPResponse(status: 404, text: "not found"))
            }
            guard peers.count < limits.connections else {
                return .refuse(HTTPResponse(status: 503, text: "this relay is full"))
            }
            return .accept
        }

        func peerOpened(_ peer: WebSocketPeer, request: HTTPRequest) {
            guard
                case .seat(let roomId, let role) = RelayAdmission(path: request.path, role: request.queryValue("role"))
            else { return peer.abort() }
            peers[peer.id] = peer
            carryOut(core.join(peer.id, roomId: roomId, role: role))
        }

        func peerSent(_ message: WebSocketMessage, peer: WebSocketPeer) {
            // Texts are the relay's own language; peers have nothing to say in it.
            guard case .binary(let frame) = message else { return }
            switch core.route(from: peer.id, peer: frame.envelopePeer) {
            case .drop: break
            case .host(let host, let stamp):
                frame.envelopePeer = stamp
                deliver(message, to: host)
            case .guests(let guests):
                for guest in guests { deliver(message, to: guest) }
            }
        }

        func peerWasWrittenTo(_ peer: WebSocketPeer) { checkQueue(of: peer) }

        func peerClosed(_ peer: WebSocketPeer, _ error: WebSocketError) {
            peers[peer.id] = nil
            carryOut(core.leave(peer.id))
        }

        // MARK: Inside

        private func deliver(_ message: WebSocketMessage, to id: RelayCore.ConnectionID) {
            guard let receiver = peers[id] else { return }
            receiver.send(message)
            checkQueue(of: receiver)
        }

        private func checkQueue(of peer: WebSocketPeer) {
            let bytes = peer.queuedBytes
            guard core.isQueueOfInterest(peer.id, bytes: bytes) else { return }
            carryOut(core.queueChanged(peer.id, bytes: bytes, now: clock.now()))
        }

        private func carryOut(_ effects: [RelayCore.Effect]) {
            for effect in effects {
                switch effect {
                case .send(let control, let id): peers[id]?.send(.text(control.text))
                case .close(let id, let close, let discarding):
                    peers[id]?.close(code: close.code, reason: close.reason, discardingQueue: discarding)
                case .setPaused(let id, let paused): peers[id]?.setPaused(paused)
                case .note(let event): log(event)
                }
            }
        }
    }

    extension MessageBuffer {
        /// The first four bytes as a big-endian number (protocol §3); nil when there are fewer.
        fileprivate var envelopePeer: UInt32? {
            get {
                guard count >= 4 else { return nil }
                return withUnsafeBytes { UInt32(bigEndian: $0.loadUnaligned(as: UInt32.self)) }
            }
            set {
                guard count >= 4, let newValue else { return }
                withUnsafeMutableBytes { $0.storeBytes(of: newValue.bigEndian, as: UInt32.self) }
            }
        }
    }
#endif
