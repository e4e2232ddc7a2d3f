import CWebSockets
import Foundation

/// One open client connection, pulled by its user.
///
/// `receive` hands out what has arrived, in order; when nobody takes it, reading from the network stops above a bound.
/// `send` suspends while too much waits to be written. Any task may call any method; messages of concurrent `send`s
/// keep the order in which the calls began. Releasing the last reference cuts the connection.
public final class WebSocketConnection: Sendable {
    private struct Waiter<Value: Sendable>: Sendable {
        var id: UInt64
        var continuation: CheckedContinuation<Result<Value, WebSocketError>, Never>
    }

    private struct Sender {
        var waiter: Waiter<Void>
        var message: OutgoingMessage
    }

    private struct State {
        var channel: SocketChannel?
        /// Nil once the connection is open or has failed to.
        var opener: CheckedContinuation<WebSocketError?, Never>?
        var isOpen = false
        /// Set before there is a channel to abort.
        var abortion: WebSocketError?

        var incoming: [WebSocketMessage] = []
        var incomingBytes = 0
        var isPaused = false
        var receivers: [Waiter<[WebSocketMessage]>] = []

        /// Accepted, not yet moved to the channel; moved in batches, one job per batch.
        var outgoing: [OutgoingMessage] = []
        var isFlushing = false
        /// In `outgoing` and in the channel.
        var queuedBytes = 0
        var senders: [Sender] = []
        var pings: [Waiter<Void>] = []
        var isClosing = false
        var closers: [CheckedContinuation<Void, Never>] = []
        var end: WebSocketError?

        var nextId: UInt64 = 0
        mutating func newId() -> UInt64 {
            nextId += 1
            return nextId
        }
    }

    /// What a waiting message costs besides its bytes, so that empty ones are bounded too.
    private static let messageOverhead = 64

    private let loop: ServiceLoop
    private let options: WebSocketClient.Options
    private let state = Lock(State())

    init(loop: ServiceLoop, options: WebSocketClient.Options) {
        self.loop = loop
        self.options = options
    }

    deinit {
        if let channel = state.withLock({ $0.channel }) { loop.submit { _ in channel.abort() } }
    }

    // MARK: Use

    /// Everything that has arrived since the last call, at least one message; waits when there is nothing.
    /// - Throws: why the connection ended, once everything that arrived has been handed out.
    public func receive() async throws(WebSocketError) -> [WebSocketMessage] {
        let id = state.withLock { $0.newId() }
        let result = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let ready = state.withLock { state -> Result<[WebSocketMessage], WebSocketError>? in
                    if !state.incoming.isEmpty { return .success(takeIncoming(&state)) }
                    if let end = state.end { return .failure(end) }
                    if Task.isCancelled { return .failure(.cancelled) }
                    state.receivers.append(Waiter(id: id, continuation: continuation))
                    return nil
                }
                if let ready { continuation.resume(returning: ready) }
            }
        } onCancel: {
            let waiter = state.withLock { state in
                state.receivers.firstIndex { $0.id == id }.map { state.receivers.remove(at: $0) }
            }
            waiter?.continuation.resume(returning: .failure(.cancelled))
        }
        return try result.get()
    }

    /// Accepts a message for sending, in order; suspends while too much waits to be written.
    public func send(_ message: WebSocketMessage) async throws(WebSocketError) {
        let outgoing = OutgoingMessage(message)
        let accepted = state.withLock { state -> Result<Void, WebSocketError>? in
            if let end = state.end { return .failure(end) }
            if state.isClosing { return .failure(.closed(code: 1005, reason: "closing")) }
            guard state.senders.isEmpty, state.queuedBytes < options.sendBuffer else { return nil }
            accept(outgoing, &state)
            return .success(())
        }
        if let accepted { return try accepted.get() }
        try await sendLater(outgoing)
    }

    /// Sends a ping and waits for its pong.
    public func ping() async throws(WebSocketError) {
        let id = state.withLock { $0.newId() }
        let result = await withTaskCancellationHandler {
            await withCheckedContinuation { (continuation: CheckedContinuation<Result<Void, WebSocketError>, Never>) in
                let failed = state.withLock { state -> WebSocketError? in
                    if let end = state.end { return end }
                    if Task.isCancelled { return .cancelled }
                    state.pings.append(Waiter(id: id, continuation: continuation))
                    accept(.ping(MessageBuffer(copying: withUnsafeBytes(of: id) { Array($0) })), &state)
                    return nil
                }
                if let failed { continuation.resume(returning: .failure(failed)) }
            }
        } onCancel: {
            let waiter = state.withLock { state in
                state.pings.firstIndex { $0.id == id }.map { state.pings.remove(at: $0) }
            }
            waiter?.continuation.resume(returning: .failure(.cancelled))
        }
        try result.get()
    }

    /// Writes what was accepted, says goodbye with `code` and returns when the connection is gone. Idempotent.
    ///
    /// Messages that arrived before stay readable; a peer that does not answer is cut off after 10 seconds.
    public func close(code: UInt16 = 1000, reason: String = "") async {
        await withCheckedContinuation { continuation in
            let (isOver, refused) = state.withLock { state -> (Bool, [Sender]) in
                if state.end != nil || state.channel == nil { return (true, []) }
                state.closers.append(continuation)
                state.isClosing = true
                defer { state.senders.removeAll() }
                return (false, state.senders)
            }
            for sender in refused {
                sender.waiter.continuation.resume(returning: .failure(.closed(code: 1005, reason: "closing")))
            }
            if isOver {
                continuation.resume()
                return
            }
            loop.submit { [self] _ in
                moveToChannel()
                state.withLock { $0.channel }?.close(code: code, reason: reason)
            }
        }
    }

    // MARK: Opening

    /// Runs `start` and waits until the connection is open, or not: then the error is returned.
    func opened(_ start: (WebSocketConnection) -> Bool) async -> WebSocketError? {
        await withCheckedContinuation { continuation in
            let aborted = state.withLock { state -> WebSocketError? in
                if state.abortion == nil { state.opener = continuation }
                return state.abortion
            }
            if let aborted {
                continuation.resume(returning: aborted)
            } else if !start(self) {
                finishOpening(.unavailable("The WebSocket client has been stopped."))
            }
        }
    }

    /// On the loop's thread: asks the library for the connection.
    func open(_ target: Target, _ options: WebSocketClient.Options, on core: ServiceCore) {
        if let abortion = state.withLock({ $0.abortion }) { return finishOpening(abortion) }
        guard let vhost = core.clientVhost(options) else {
            let authorities = options.certificateAuthorities ?? "of the system"
            return finishOpening(.unavailable("The certificate authorities \(authorities) could not be loaded."))
        }
        let channel = SocketChannel(core: core, sink: self, maximumMessageSize: options.maximumMessageSize)
        state.withLock { $0.channel = channel }
        // The library copies the strings before it returns.
        var socket: OpaquePointer?
        let made = target.address.withCString { address in
            target.authority.withCString { authority in
                target.path.withCString { path in
                    var info = lws_client_connect_info()
                    info.context = core.context
                    info.vhost = vhost
                    info.address = address
                    info.host = authority
                    info.port = Int32(target.port)
                    info.path = path
                    info.ssl_connection = target.isSecure ? Int32(LCCSCF_USE_SSL.rawValue) : 0
                    info.ietf_version_or_minus_one = -1
                    info.opaque_user_data = Unmanaged.passUnretained(channel).toOpaque()
                    return withUnsafeMutablePointer(to: &socket) { slot in
                        info.pwsi = slot
                        return lws_client_connect_via_info(&info)
                    }
                }
            }
        }
        if let made {
            channel.attach(made)
        } else {
            // The library has usually said why; this is for when it has not.
            channel.socketIsGone()
        }
    }

    /// Gives up opening, or cuts the open connection.
    func abort(_ error: WebSocketError) {
        let channel = state.withLock { state in
            state.abortion = error
            return state.channel
        }
        // First, or the loop's thread may be faster and tell of a socket that went without an answer.
        finishOpening(error)
        if let channel { loop.submit { _ in channel.abort() } }
    }

    private func finishOpening(_ error: WebSocketError?) {
        let opener = state.withLock { state in
            defer { state.opener = nil }
            return state.opener
        }
        opener?.resume(returning: error)
    }

    // MARK: Inside

    private func takeIncoming(_ state: inout State) -> [WebSocketMessage] {
        let messages = state.incoming
        state.incoming = []
        state.incomingBytes = 0
        if state.isPaused, let channel = state.channel {
            state.isPaused = false
            loop.submit { _ in channel.setPaused(false) }
        }
        return messages
    }

    /// Waits in line until there is room.
    private func sendLater(_ message: OutgoingMessage) async throws(WebSocketError) {
        let id = state.withLock { $0.newId() }
        let result = await withTaskCancellationHandler {
            await withCheckedContinuation { (continuation: CheckedContinuation<Result<Void, WebSocketError>, Never>) in
                let ready = state.withLock { state -> Result<Void, WebSocketError>? in
                    if let end = state.end { return .failure(end) }
                    if state.isClosing { return .failure(.closed(code: 1005, reason: "closing")) }
                    if Task.isCancelled { return .failure(.cancelled) }
                    if state.senders.isEmpty, state.queuedBytes < options.sendBuffer {
                        accept(message, &state)
                        return .success(())
                    }
                    let waiter = Waiter<Void>(id: id, continuation: continuation)
                    state.senders.append(Sender(waiter: waiter, message: message))
                    return nil
                }
                if let ready { continuation.resume(returning: ready) }
            }
        } onCancel: {
            let sender = state.withLock { state in
                state.senders.firstIndex { $0.waiter.id == id }.map { state.senders.remove(at: $0) }
            }
            sender?.waiter.continuation.resume(returning: .failure(.cancelled))
        }
        try result.get()
    }

    /// Takes a message on, and asks for one job per batch.
    private func accept(_ message: OutgoingMessage, _ state: inout State) {
        state.outgoing.append(message)
        state.queuedBytes += message.byteCount
        guard !state.isFlushing else { return }
        state.isFlushing = true
        loop.submit { [weak self] _ in self?.moveToChannel() }
    }

    /// On the loop's thread.
    private func moveToChannel() {
        let (channel, batch) = state.withLock { state in
            defer { state.outgoing = [] }
            state.isFlushing = false
            return (state.channel, state.outgoing)
        }
        for message in batch { channel?.enqueue(message) }
    }
}

extension WebSocketConnection: SocketSink {
    func channelOpened(_ channel: SocketChannel) {
        let opener = state.withLock { state in
            defer { state.opener = nil }
            state.isOpen = true
            return state.opener
        }
        opener?.resume(returning: nil)
    }

    func channelFailed(_ channel: SocketChannel, _ error: WebSocketError) {
        state.withLock { state in
            state.channel = nil
            state.end = error
        }
        finishOpening(error)
    }

    func channelReceived(_ channel: SocketChannel, _ message: WebSocketMessage) {
        let (receiver, messages, mustPause) = state.withLock { state in
            state.incoming.append(message)
            state.incomingBytes += message.byteCount + Self.messageOverhead
            if state.receivers.isEmpty {
                let isFull = state.incomingBytes > options.receiveBuffer
                if isFull { state.isPaused = true }
                return (Waiter<[WebSocketMessage]>?.none, [WebSocketMessage](), isFull)
            }
            let receiver = state.receivers.removeFirst()
            return (receiver, takeIncoming(&state), false)
        }
        if mustPause { channel.setPaused(true) }
        receiver?.continuation.resume(returning: .success(messages))
    }

    func channelReceivedPong(_ channel: SocketChannel, payload: [UInt8]) {
        // A ping carries its waiter's id, and its pong the same bytes.
        let waiter = state.withLock { state in
            let answered = state.pings.firstIndex { withUnsafeBytes(of: $0.id) { payload.elementsEqual($0) } }
            return answered.map { state.pings.remove(at: $0) }
        }
        waiter?.continuation.resume(returning: .success(()))
    }

    func channelWrote(_ channel: SocketChannel) {
        let queued = channel.queuedBytes
        let released = state.withLock { state -> [Waiter<Void>] in
            state.queuedBytes = queued + state.outgoing.reduce(0) { $0 + $1.byteCount }
            var released: [Waiter<Void>] = []
            while !state.senders.isEmpty, state.queuedBytes < options.sendBuffer {
                let sender = state.senders.removeFirst()
                accept(sender.message, &state)
                released.append(sender.waiter)
            }
            return released
        }
        for waiter in released { waiter.continuation.resume(returning: .success(())) }
    }

    func channelEnded(_ channel: SocketChannel, _ error: WebSocketError) {
        let (receivers, others, closers) = state.withLock { state in
            state.end = state.abortion ?? error
            state.channel = nil
            let others = state.senders.map(\.waiter) + state.pings
            defer {
                state.receivers = []
                state.senders = []
                state.pings = []
                state.closers = []
                state.outgoing = []
            }
            return (state.receivers, others, state.closers)
        }
        for waiter in receivers { waiter.continuation.resume(returning: .failure(error)) }
        for waiter in others { waiter.continuation.resume(returning: .failure(error)) }
        for closer in closers { closer.resume() }
    }
}
