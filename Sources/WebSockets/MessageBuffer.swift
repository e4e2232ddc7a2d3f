import CWebSockets
import Foundation

/// The bytes of one binary message, with room before them where a frame header is written when it is sent.
///
/// A server can forward a buffer it received to any number of peers without copying it.
/// Sendable although it is mutable memory: it is filled, and may be changed with ``withUnsafeMutableBytes(_:)``, only by
/// whoever holds the single reference; once given to `send` its payload is never written again. The headroom is
/// written by the thread of the server that sends it, so one buffer must not be sent by two servers at a time.
public final class MessageBuffer: @unchecked Sendable {
    private let allocation: UnsafeMutableRawPointer
    private var capacity: Int
    /// Bytes of payload.
    public private(set) var count: Int

    static let headroom = cws_headroom()

    /// An empty buffer with room for `capacity` bytes.
    init(capacity: Int) {
        allocation = .allocate(byteCount: Self.headroom + max(capacity, 1), alignment: 16)
        self.capacity = max(capacity, 1)
        count = 0
    }

    /// A copy of `bytes`.
    public convenience init(copying bytes: some Collection<UInt8>) {
        self.init(capacity: bytes.count)
        count = bytes.count
        payload.copyBytes(from: bytes)
    }

    deinit { allocation.deallocate() }

    /// Where the payload begins; valid while the buffer lives.
    var start: UnsafeMutableRawPointer { allocation + Self.headroom }

    private var payload: UnsafeMutableRawBufferPointer { UnsafeMutableRawBufferPointer(start: start, count: count) }

    /// Appends what fits; the caller has made the buffer large enough for the whole frame.
    func append(_ bytes: UnsafeRawPointer, count added: Int) {
        let fitting = min(added, capacity - count)
        (start + count).copyMemory(from: bytes, byteCount: fitting)
        count += fitting
    }

    /// A buffer with the same payload and room for `more` bytes after it, for messages that come in several frames.
    func grown(by more: Int) -> MessageBuffer {
        guard capacity - count < more else { return self }
        let bigger = MessageBuffer(capacity: max(count + more, count * 2))
        bigger.append(start, count: count)
        return bigger
    }

    /// Reads the payload in place.
    public func withUnsafeBytes<Result>(_ body: (UnsafeRawBufferPointer) throws -> Result) rethrows -> Result {
        try withExtendedLifetime(self) { try body(UnsafeRawBufferPointer(payload)) }
    }

    /// Changes the payload in place; only for a buffer that has just been received and not been sent.
    public func withUnsafeMutableBytes<Result>(
        _ body: (UnsafeMutableRawBufferPointer) throws -> Result
    ) rethrows -> Result {
        try withExtendedLifetime(self) { try body(payload) }
    }

    /// The payload as `Data`; large ones are shared with this buffer, not copied.
    public var data: Data {
        // Below this a copy costs less than the closure that keeps the buffer alive.
        guard count > 4096 else { return Data(bytes: start, count: count) }
        return Data(bytesNoCopy: start, count: count, deallocator: .custom { _, _ in withExtendedLifetime(self) {} })
    }
}

/// One message of a WebSocket.
public enum WebSocketMessage: Sendable {
    case binary(MessageBuffer)
    case text(String)

    /// Bytes of payload on the wire.
    public var byteCount: Int {
        switch self {
        case .binary(let buffer): buffer.count
        case .text(let text): text.utf8.count
        }
    }
}
