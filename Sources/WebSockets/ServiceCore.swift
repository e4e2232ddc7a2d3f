import CWebSockets
import Foundation

/// What the thread of a ``ServiceLoop`` works on.
///
/// Sendable although it has unprotected state: `context` and `channels` are touched by the loop's thread alone once it
/// runs, and the rest is behind `shared`.
final class ServiceCore: @unchecked Sendable {
    private struct Shared {
        var jobs: [@Sendable (ServiceCore) -> Void] = []
        var isStopping = false
        /// Set while `lws_cancel_service` may be called; cleared before the context goes away.
        var canWake = true
    }

    let context: OpaquePointer
    /// Channels of live sockets; the library knows them by an unretained pointer.
    private var channels: [ObjectIdentifier: SocketChannel] = [:]
    private let shared = Lock(Shared())
    /// Where client connections are made, once there was one.
    var clientVhost: OpaquePointer?
    /// Jobs to run when the thread ends, e.g. to free what a vhost points to.
    private var farewells: [() -> Void] = []

    /// What the library does once per process, done once.
    ///
    /// Left to itself every context takes new slots in OpenSSL's structures and writes their numbers into the same two
    /// variables (4.1): a TLS handshake of another context that runs meanwhile then fails. So a first context does it,
    /// and the others are told not to.
    private static let librarySetUp: Void = {
        // The library writes to stderr on its own unless it is told not to; its words may hold peers' bytes.
        lws_set_log_level(0, nil)
        var info = contextInfo
        info.options |= UInt64(LWS_SERVER_OPTION_DO_SSL_GLOBAL_INIT)
        if let context = lws_create_context(&info) { lws_context_destroy(context) }
    }()

    private static var contextInfo: lws_context_creation_info {
        var info = lws_context_creation_info()
        info.port = Int32(CONTEXT_PORT_NO_LISTEN)
        info.gid = -1
        info.uid = -1
        // A chunk per read: large enough that a 512 KiB message takes few turns.
        info.pt_serv_buf_size = 64 << 10
        // No check of UTF-8 here: after a failed one the library's client (4.1) reads on past the end of its buffer.
        info.options = UInt64(LWS_SERVER_OPTION_EXPLICIT_VHOSTS)
        return info
    }

    init() throws(WebSocketError) {
        _ = Self.librarySetUp
        var info = Self.contextInfo
        guard let context = lws_create_context(&info) else {
            throw .unavailable("The WebSocket library could not be started; are too many files open?")
        }
        self.context = context
        // Without any vhost the library has no event pipe, and what wakes the thread is lost.
        let idle = makeVhost(receiveChunk: 0, idlePolicy: lws_retry_bo_t(), strings: [], owner: nil) { _, _ in }
        guard idle != nil else {
            lws_context_destroy(context)
            throw .unavailable("The WebSocket library could not be started; are too many files open?")
        }
    }

    // MARK: From any thread

    func submit(_ job: @escaping @Sendable (ServiceCore) -> Void) -> Bool {
        let (accepted, wakes) = shared.withLock { shared -> (Bool, Bool) in
            guard !shared.isStopping else { return (false, false) }
            shared.jobs.append(job)
            return (true, shared.jobs.count == 1)
        }
        if wakes { wake() }
        return accepted
    }

    func stop() {
        shared.withLock { $0.isStopping = true }
        wake()
    }

    /// Under the lock, so that the context cannot be destroyed meanwhile.
    private func wake() {
        shared.withLock { shared in
            if shared.canWake { lws_cancel_service(context) }
        }
    }

    // MARK: On the loop's thread

    /// The thread's body: serves until stopped, then closes what is open.
    func run() {
        // TLS writes go through write(2), which raises SIGPIPE when the peer is gone.
        var signals = sigset_t()
        sigemptyset(&signals)
        sigaddset(&signals, SIGPIPE)
        pthread_sigmask(SIG_BLOCK, &signals, nil)

        while true {
            let (jobs, isStopping) = shared.withLock { shared in
                defer { shared.jobs.removeAll(keepingCapacity: true) }
                return (shared.jobs, shared.isStopping)
            }
            for job in jobs { job(self) }
            if isStopping { break }
            if lws_service(context, 0) < 0 { break }
        }
        shared.withLock { shared in
            shared.isStopping = true
            shared.canWake = false
        }
        lws_context_destroy(context)
        // Destroying the context reports most closings; these are the ones the library forgot.
        for channel in channels.values { channel.socketIsGone() }
        channels.removeAll()
        for farewell in farewells { farewell() }
        farewells.removeAll()
    }

    /// Keeps `channel` alive until ``forget(_:)``.
    func remember(_ channel: SocketChannel) { channels[ObjectIdentifier(channel)] = channel }

    func forget(_ channel: SocketChannel) { channels[ObjectIdentifier(channel)] = nil }

    /// Makes a vhost: the library's name for one listening socket or one set of client TLS settings.
    ///
    /// - Parameters:
    ///   - owner: what the library's callbacks find for sockets that have no channel yet; kept until the thread ends.
    ///   - strings: kept for the vhost's life, in the order `configure` gets their C forms.
    /// - Returns: nil when the library refused, e.g. as a port is taken.
    func makeVhost(
        receiveChunk: Int, idlePolicy: lws_retry_bo_t, strings: [String?],
        owner: AnyObject?, configure: (inout lws_context_creation_info, [UnsafePointer<CChar>?]) -> Void
    ) -> OpaquePointer? {
        let protocols = UnsafeMutablePointer<lws_protocols>.allocate(capacity: 2)
        let name = strdup("websocket")
        protocols.initialize(repeating: lws_protocols(), count: 2)
        protocols[0].name = UnsafePointer(name)
        protocols[0].callback = { SocketCallback.serve(wsi: $0, reason: $1, user: $2, input: $3, length: $4) }
        protocols[0].rx_buffer_size = receiveChunk
        protocols[0].tx_packet_size = 1 << 20
        let policy = UnsafeMutablePointer<lws_retry_bo_t>.allocate(capacity: 1)
        policy.initialize(to: idlePolicy)
        let copies = strings.map { $0.map { strdup($0) } ?? nil }

        var info = lws_context_creation_info()
        info.protocols = UnsafePointer(protocols)
        info.retry_and_idle_policy = UnsafePointer(policy)
        info.port = Int32(CONTEXT_PORT_NO_LISTEN)
        info.gid = -1
        info.uid = -1
        info.alpn = UnsafePointer(strdup("http/1.1"))
        info.user = owner.map { Unmanaged.passUnretained($0).toOpaque() }
        let alpn = info.alpn
        configure(&info, copies.map { $0.map { UnsafePointer($0) } })
        farewells.append {
            withExtendedLifetime(owner) {}
            free(UnsafeMutableRawPointer(mutating: alpn))
            copies.forEach { free($0) }
            free(name)
            policy.deallocate()
            protocols.deallocate()
        }
        return lws_create_vhost(context, &info)
    }
}
