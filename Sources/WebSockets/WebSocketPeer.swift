/// One WebSocket of a server. Use it on the server's thread only.
///
/// Sendable so that it can be carried to ``WebSocketServer/perform(_:)``.
public final class WebSocketPeer: @unchecked Sendable {
    /// Unique within the server's life.
    public let id: UInt64
    /// Room for what the delegate knows of this peer; use it like the rest on the server's thread.
    public var userInfo: AnyObject?
    private unowned let listener: ListenerCore
    var channel: SocketChannel?

    init(id: UInt64, listener: ListenerCore) {
        self.id = id
        self.listener = listener
    }

    /// Bytes accepted for this peer and not yet taken by the operating system.
    public var queuedBytes: Int { channel?.queuedBytes ?? 0 }

    /// Queues a message; nothing bounds the queue but its user, who watches ``queuedBytes``.
    public func send(_ message: WebSocketMessage) { channel?.enqueue(OutgoingMessage(message)) }

    /// Stops or goes on reading what the peer sends.
    public func setPaused(_ paused: Bool) { channel?.setPaused(paused) }

    /// Says goodbye after what is queued, or instead of it; a peer that does not react is cut off after 10 seconds.
    public func close(code: UInt16, reason: String, discardingQueue: Bool = false) {
        channel?.close(code: code, reason: reason, discarding: discardingQueue)
    }

    /// Cuts the connection without a word.
    public func abort() { channel?.abort() }
}

extension WebSocketPeer: SocketSink {
    func channelOpened(_ channel: SocketChannel) {}
    func channelFailed(_ channel: SocketChannel, _ error: WebSocketError) { listener.left(self, error) }
    func channelReceived(_ channel: SocketChannel, _ message: WebSocketMessage) {
        listener.delegate.peerSent(message, peer: self)
    }
    func channelReceivedPong(_ channel: SocketChannel, payload: [UInt8]) {}
    func channelWrote(_ channel: SocketChannel) { listener.delegate.peerWasWrittenTo(self) }
    func channelEnded(_ channel: SocketChannel, _ error: WebSocketError) {
        self.channel = nil
        listener.left(self, error)
    }
}
