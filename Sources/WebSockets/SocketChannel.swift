import CWebSockets
import Foundation

/// What hears about a ``SocketChannel``; every call comes on the loop's thread.
protocol SocketSink: AnyObject {
    /// The handshake is done.
    func channelOpened(_ channel: SocketChannel)
    /// A client's connection could not be opened; nothing follows.
    func channelFailed(_ channel: SocketChannel, _ error: WebSocketError)
    func channelReceived(_ channel: SocketChannel, _ message: WebSocketMessage)
    func channelReceivedPong(_ channel: SocketChannel, payload: [UInt8])
    /// Something was written; ``SocketChannel/queuedBytes`` has shrunk.
    func channelWrote(_ channel: SocketChannel)
    /// The connection is gone; nothing follows.
    func channelEnded(_ channel: SocketChannel, _ error: WebSocketError)
}

/// The two ways a message can wait to be written.
enum OutgoingMessage {
    case binary(MessageBuffer)
    case text(MessageBuffer)
    case ping(MessageBuffer)

    init(_ message: WebSocketMessage) {
        switch message {
        case .binary(let buffer): self = .binary(buffer)
        case .text(let text): self = .text(MessageBuffer(copying: text.utf8))
        }
    }

    var byteCount: Int {
        switch self {
        case .binary(let buffer), .text(let buffer), .ping(let buffer): buffer.count
        }
    }
}

/// One WebSocket as the library drives it: messages assembled on the way in, queued on the way out, one close code.
///
/// Sendable so that jobs can carry it to the loop; every member is used on the loop's thread only.
final class SocketChannel: @unchecked Sendable {
    private enum Phase { case opening, open, closing, gone }

    /// Seconds a closing handshake may take before the socket is cut.
    private static let closePatience: Int32 = 10
    /// Bytes written for one socket before the others get their turn.
    private static let writeTurn = 1 << 20

    private let maximumMessageSize: Int
    private weak var sink: (any SocketSink)?
    private weak var core: ServiceCore?
    private var wsi: OpaquePointer?
    private var phase = Phase.opening

    private var queue: [OutgoingMessage] = []
    private var queueStart = 0
    /// Bytes of the last message handed to the library, while it still holds a part of them.
    private var bytesInFlight = 0
    /// Bytes accepted and not yet given to the operating system.
    private(set) var queuedBytes = 0

    private var assembly: MessageBuffer?
    private var isPaused = false
    /// Set by this side or the peer before the socket goes.
    private var ending: WebSocketError?
    private var farewell: (code: UInt16, reason: String)?
    /// OpenSSL's reason, when it refused the server's certificate.
    private var certificateRefusal: String?

    init(core: ServiceCore, sink: any SocketSink, maximumMessageSize: Int) {
        self.core = core
        self.sink = sink
        self.maximumMessageSize = maximumMessageSize
        core.remember(self)
    }

    // MARK: Orders

    /// Binds the library's socket, as soon as there is one.
    func attach(_ wsi: OpaquePointer) { self.wsi = wsi }

    /// Accepts a message for writing; silently nothing once the connection is closing, as its end has been told.
    func enqueue(_ message: OutgoingMessage) {
        guard phase == .open, farewell == nil, let wsi else { return }
        if queueStart == queue.count {
            queue.removeAll(keepingCapacity: true)
            queueStart = 0
            lws_callback_on_writable(wsi)
        }
        queue.append(message)
        queuedBytes += message.byteCount
    }

    /// Stops or goes on reading from the network; what the library has already read may still arrive.
    func setPaused(_ paused: Bool) {
        guard phase == .open, paused != isPaused, let wsi else { return }
        isPaused = paused
        lws_rx_flow_control(wsi, paused ? 0 : 1)
    }

    /// Closes after everything queued has been written.
    ///
    /// - Parameter discarding: drops what is queued, for peers that do not read.
    func close(code: UInt16, reason: String, discarding: Bool = false) {
        guard let wsi, phase == .open, farewell == nil else { return }
        farewell = (code, reason)
        if discarding {
            queue.removeAll()
            queueStart = 0
            queuedBytes = bytesInFlight
        }
        // The peer's own close frame must be read even if nobody takes its messages.
        setPaused(false)
        lws_callback_on_writable(wsi)
        lws_set_timeout(wsi, PENDING_TIMEOUT_CLOSE_SEND, Self.closePatience)
    }

    /// Cuts the connection, or the attempt to open one, without a word.
    func abort() {
        guard let wsi, phase != .gone else { return }
        lws_set_timeout(wsi, PENDING_TIMEOUT_KILLED_BY_PARENT, LWS_TO_KILL_ASYNC)
    }

    // MARK: The library's news

    func socketOpened(_ wsi: OpaquePointer) {
        self.wsi = wsi
        phase = .open
        sink?.channelOpened(self)
    }

    func socketFailed(_ words: String, status: Int) {
        guard phase == .opening else { return }
        let error: WebSocketError =
            if let certificateRefusal {
                .untrusted(certificateRefusal)
            } else if status != 0, status != 101 {
                .refused(status: status)
            } else {
                .unreachable(words)
            }
        leave()
        sink?.channelFailed(self, error)
    }

    func certificateWasRefused(_ reason: String) {
        // OpenSSL goes on and finds more; the first fault is the one that explains the others.
        certificateRefusal = certificateRefusal ?? reason
    }

    func socketReceived(_ bytes: UnsafeRawPointer?, count: Int, wsi: OpaquePointer) {
        guard phase == .open, farewell == nil else { return }
        let frameRest = Int(lws_remaining_packet_payload(wsi))
        let announced = (assembly?.count ?? 0) + count + frameRest
        guard announced <= maximumMessageSize else {
            // Not by closing from here: the library (4.1) would read on into a buffer it no longer empties.
            assembly = nil
            ending = .messageTooLarge(announced)
            close(code: 1009, reason: "message too large", discarding: true)
            return
        }
        let buffer: MessageBuffer
        if let assembly {
            // Only the first chunk of a further frame needs room; the rest of that frame fits then.
            buffer = assembly.grown(by: count + frameRest)
        } else {
            buffer = MessageBuffer(capacity: count + frameRest)
        }
        if let bytes { buffer.append(bytes, count: count) }
        guard lws_is_final_fragment(wsi) != 0 else {
            assembly = buffer
            return
        }
        assembly = nil
        if lws_frame_is_binary(wsi) != 0 {
            sink?.channelReceived(self, .binary(buffer))
        } else {
            guard let text = buffer.withUnsafeBytes({ String(validating: $0, as: UTF8.self) }) else {
                return close(code: 1007, reason: "text is not UTF-8", discarding: true)
            }
            sink?.channelReceived(self, .text(text))
        }
    }

    func socketReceivedPong(_ bytes: UnsafeRawPointer?, count: Int) {
        sink?.channelReceivedPong(
            self, payload: Array(UnsafeRawBufferPointer(start: bytes, count: bytes == nil ? 0 : count)))
    }

    /// Writes what fits. - Returns: other than 0 closes the socket.
    func socketIsWritable(_ wsi: OpaquePointer) -> Int32 {
        // While the closing handshake runs the library may still call; another -1 would cut the connection.
        guard phase == .open else { return 0 }
        // The library calls only when it has written all it kept.
        queuedBytes -= bytesInFlight
        bytesInFlight = 0
        var turn = 0
        while queueStart < queue.count, turn < Self.writeTurn {
            let message = queue[queueStart]
            queueStart += 1
            guard write(message, to: wsi) else { return -1 }
            turn += message.byteCount
            if lws_partial_buffered(wsi) != 0 {
                bytesInFlight = message.byteCount
                lws_callback_on_writable(wsi)
                break
            }
            queuedBytes -= message.byteCount
        }
        if queueStart == queue.count {
            queue.removeAll(keepingCapacity: queue.capacity <= 64)
            queueStart = 0
        } else {
            if queueStart > 256 {
                queue.removeFirst(queueStart)
                queueStart = 0
            }
            lws_callback_on_writable(wsi)
        }
        sink?.channelWrote(self)
        if let farewell, queue.isEmpty {
            guard lws_partial_buffered(wsi) == 0 else {
                lws_callback_on_writable(wsi)
                return 0
            }
            ending = ending ?? .closed(code: farewell.code, reason: farewell.reason)
            return sayGoodbye(code: farewell.code, reason: farewell.reason, wsi)
        }
        return 0
    }

    /// The peer's close frame; the library answers it.
    func peerCloses(_ bytes: UnsafeRawPointer?, count: Int) {
        guard ending == nil else { return }
        guard let bytes, count >= 2 else {
            ending = .closed(code: 1005, reason: "")
            return
        }
        let payload = UnsafeRawBufferPointer(start: bytes, count: count)
        let reason = String(decoding: payload.dropFirst(2), as: UTF8.self)
        ending = .closed(code: UInt16(payload[0]) << 8 | UInt16(payload[1]), reason: reason)
    }

    /// The socket is closed, or the library is shutting down.
    func socketIsGone() {
        guard phase != .gone else { return }
        let wasOpening = phase == .opening
        leave()
        if wasOpening {
            sink?.channelFailed(self, ending ?? .unreachable("no answer in time"))
        } else {
            sink?.channelEnded(self, ending ?? .closed(code: 1006, reason: ""))
        }
    }

    // MARK: Inside

    private func leave() {
        phase = .gone
        if let wsi { lws_set_opaque_user_data(wsi, nil) }
        wsi = nil
        queue.removeAll()
        queueStart = 0
        queuedBytes = 0
        assembly = nil
        core?.forget(self)
    }

    private func write(_ message: OutgoingMessage, to wsi: OpaquePointer) -> Bool {
        switch message {
        case .binary(let buffer): write(buffer, LWS_WRITE_BINARY, to: wsi)
        case .text(let buffer): write(buffer, LWS_WRITE_TEXT, to: wsi)
        case .ping(let buffer): write(buffer, LWS_WRITE_PING, to: wsi)
        }
    }

    private func write(_ buffer: MessageBuffer, _ kind: lws_write_protocol, to wsi: OpaquePointer) -> Bool {
        withExtendedLifetime(buffer) {
            lws_write(wsi, buffer.start.assumingMemoryBound(to: UInt8.self), buffer.count, kind) >= 0
        }
    }

    /// Gives the library the close frame to send. - Returns: what makes it close.
    private func sayGoodbye(code: UInt16, reason: String, _ wsi: OpaquePointer) -> Int32 {
        phase = .closing
        // A close frame holds 125 bytes, two of them the code; never cut inside a character.
        var words = Array(reason.utf8.prefix(123))
        while !words.isEmpty, String(validating: words, as: UTF8.self) == nil { words.removeLast() }
        words.withUnsafeMutableBufferPointer { words in
            lws_close_reason(wsi, lws_close_status(rawValue: UInt32(code)), words.baseAddress, words.count)
        }
        return -1
    }
}
