#if os(Linux)
    import CollabGuest
    import Foundation
    import WebSockets

    /// A relay that serves WebSockets: `/r/<roomId>?role=host|guest` (protocol §3).
    ///
    /// Everything runs on one service thread; a frame is forwarded in the buffer it arrived in. `GET /healthz` answers
    /// 200, which the reference relay does not; other answers to plain HTTP are the reference's.
    public final class RelayServer: Sendable {
        /// Where a relay listens, and what it keeps to.
        public struct Options: Sendable {
            /// Numeric address to bind; `0.0.0.0` or `::` for all.
            public var address = "127.0.0.1"
            /// 0 lets the system choose.
            public var port = 0
            /// Certificate chain and private key, PEM files; nil serves plain `ws://`.
            public var certificate: (chainFile: String, keyFile: String)?
            /// See ``RelayLimits``.
            public var limits = RelayLimits()
            /// Seconds between pings of an idle peer.
            public var pingInterval = 20
            /// Seconds without a pong after which a peer is dropped.
            public var pingTimeout = 75
            /// Tells how long a receiver has made no headway.
            public var clock: any SessionClock = SystemClock()
            /// Gets the relay's events, on its service thread; it must not block.
            public var log: (@Sendable (RelayEvent) -> Void)?

            /// Loopback, any port, no TLS.
            public init() {}
        }

        private let hub: RelayHub
        private let server: WebSocketServer

        /// Opens nothing yet; see ``start()``.
        public init(options: Options = Options()) {
            let hub = RelayHub(limits: options.limits, clock: options.clock, log: options.log ?? { _ in })
            self.hub = hub
            var serverOptions = WebSocketServer.Options()
            serverOptions.address = options.address
            serverOptions.port = options.port
            serverOptions.certificate = options.certificate.map {
                WebSocketServer.Options.Certificate(chainFile: $0.chainFile, keyFile: $0.keyFile)
            }
            serverOptions.maximumMessageSize = options.limits.messageSize
            serverOptions.pingInterval = options.pingInterval
            serverOptions.pingTimeout = options.pingTimeout
            server = WebSocketServer(options: serverOptions, delegate: hub)
        }

        /// Begins to listen.
        /// - Returns: the port.
        /// - Throws: ``RelayServerError`` with the reason, e.g. that the port is taken.
        public func start() async throws(RelayServerError) -> Int {
            do throws(WebSocketError) {
                let port = try await server.start()
                hub.startTicking(server)
                return port
            } catch .unavailable(let words) {
                throw RelayServerError(description: words)
            } catch {
                throw RelayServerError(description: "The relay could not be started: \(error).")
            }
        }

        /// Tells every guest `room-closed`, closes everybody with 4001, and ends. Idempotent.
        public func stop() async {
            hub.stopTicking()
            server.perform { [hub] in hub.stop() }
            await server.stop(code: RelayClose.roomClosed.code, reason: RelayClose.roomClosed.reason)
        }

        /// How many rooms and connections there are; nil when the relay does not run.
        public func census() async -> (rooms: Int, connections: Int)? {
            await withCheckedContinuation { continuation in
                let runs = server.perform { [hub] in continuation.resume(returning: hub.census) }
                if !runs { continuation.resume(returning: nil) }
            }
        }
    }

    /// Why a relay could not be started; a sentence for its operator.
    public struct RelayServerError: Error, Sendable, Hashable, CustomStringConvertible {
        /// The sentence.
        public let description: String
    }
#endif
