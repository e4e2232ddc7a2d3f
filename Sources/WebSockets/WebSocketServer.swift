import Foundation

/// What a ``WebSocketServer`` asks and tells; every call comes on the server's own thread, one at a time.
///
/// So a delegate may keep unprotected state, as long as it is touched only here and in
/// ``WebSocketServer/perform(_:)``; and it must not block.
public protocol WebSocketServerDelegate: AnyObject, Sendable {
    /// Answers a request that asks for no upgrade.
    func respond(to request: HTTPRequest) -> HTTPResponse
    /// Decides about an upgrade; check `origin`, path and query here.
    func decideUpgrade(_ request: HTTPRequest) -> UpgradeDecision
    /// A WebSocket is open. Keep `peer` as long as it is to be talked to.
    func peerOpened(_ peer: WebSocketPeer, request: HTTPRequest)
    func peerSent(_ message: WebSocketMessage, peer: WebSocketPeer)
    /// Some of what was queued for the peer has been written.
    func peerWasWrittenTo(_ peer: WebSocketPeer)
    /// The connection is gone: ``WebSocketError/closed(code:reason:)`` or ``WebSocketError/messageTooLarge(_:)``.
    func peerClosed(_ peer: WebSocketPeer, _ error: WebSocketError)
}

/// An HTTP and WebSocket server on one thread, for thousands of connections.
public final class WebSocketServer: Sendable {
    /// Where a server listens, and what it keeps to.
    public struct Options: Sendable {
        /// Numeric address to bind, IPv4 or IPv6 without brackets; `0.0.0.0` and `::` mean all.
        public var address = "127.0.0.1"
        /// 0 lets the system choose.
        public var port = 0
        /// PEM files; nil serves plain HTTP.
        public var certificate: Certificate?
        /// Larger messages close the connection with 1009; bytes.
        public var maximumMessageSize = 32 << 20
        /// Seconds without a pong after which a peer is pinged.
        public var pingInterval = 20
        /// Seconds without a pong after which a peer is dropped.
        public var pingTimeout = 75

        /// A certificate chain and its private key.
        public struct Certificate: Sendable {
            /// Path of the PEM file with the certificate and its intermediates.
            public var chainFile: String
            /// Path of the PEM file with the private key.
            public var keyFile: String
            /// Paths of two PEM files.
            public init(chainFile: String, keyFile: String) {
                self.chainFile = chainFile
                self.keyFile = keyFile
            }
        }

        /// Loopback, any port, no TLS.
        public init() {}
    }

    private let options: Options
    private let delegate: any WebSocketServerDelegate
    private let running = Lock<Running?>(nil)

    private struct Running {
        var loop: ServiceLoop
        var listener: ListenerCore
    }

    /// Opens nothing yet; see ``start()``. The delegate is kept.
    public init(options: Options, delegate: any WebSocketServerDelegate) {
        self.options = options
        self.delegate = delegate
    }

    /// Begins to listen.
    /// - Returns: the port, of interest when 0 was asked for.
    /// - Throws: ``WebSocketError/unavailable(_:)``, e.g. when the port is taken or a certificate cannot be read.
    public func start() async throws(WebSocketError) -> Int {
        try checkFiles()
        let loop = try ServiceLoop(name: "ws server")
        let listener = ListenerCore(options: options, delegate: delegate)
        running.withLock { $0 = Running(loop: loop, listener: listener) }
        let port = await withCheckedContinuation { (continuation: CheckedContinuation<Int?, Never>) in
            let accepted = loop.submit { core in continuation.resume(returning: listener.listen(on: core)) }
            if !accepted { continuation.resume(returning: nil) }
        }
        guard let port else {
            running.withLock { $0 = nil }
            throw .unavailable(
                "Cannot listen on \(options.address) port \(options.port): is it taken, or not this machine's?")
        }
        return port
    }

    /// Runs `job` on the server's thread, where the delegate's calls come and peers may be used.
    /// - Returns: false when the server does not run; the job is dropped.
    @discardableResult
    public func perform(_ job: @escaping @Sendable () -> Void) -> Bool {
        running.withLock { $0?.loop }?.submit { _ in job() } ?? false
    }

    /// Stops listening, closes every peer with `code`, waits for them up to `patience`, and ends.
    ///
    /// New connections are refused from the first moment on. Idempotent.
    public func stop(code: UInt16 = 1001, reason: String = "server is stopping", patience: Duration = .seconds(3)) async
    {
        guard let running = running.withLock({ $0 }) else { return }
        let timeout = Task {
            do {
                try await Task.sleep(for: patience)
                running.loop.submit { _ in running.listener.giveUpWaiting() }
            } catch {
                // Cancelled: all peers left in time.
            }
        }
        await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
            let accepted = running.loop.submit { _ in
                running.listener.closeAll(code: code, reason: reason) { continuation.resume() }
            }
            if !accepted { continuation.resume() }
        }
        timeout.cancel()
        running.loop.stop()
        self.running.withLock { $0 = nil }
    }

    private func checkFiles() throws(WebSocketError) {
        guard let certificate = options.certificate else { return }
        for file in [certificate.chainFile, certificate.keyFile]
        where !FileManager.default.isReadableFile(atPath: file) {
            throw .unavailable("The TLS file \(file) cannot be read.")
        }
    }
}
