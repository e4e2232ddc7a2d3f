import Foundation

/// A connection inside the process: what one end sends, the other receives, in order, with the bounds of a real one.
public final class MemoryTransport: Transport {
    private let incoming: Pipe
    private let outgoing: Pipe

    private init(incoming: Pipe, outgoing: Pipe) {
        self.incoming = incoming
        self.outgoing = outgoing
    }

    /// Two ends of one connection.
    public static func pair() -> (MemoryTransport, MemoryTransport) {
        let first = Pipe()
        let second = Pipe()
        return (
            MemoryTransport(incoming: first, outgoing: second), MemoryTransport(incoming: second, outgoing: first)
        )
    }

    /// Everything that has arrived, at least one message.
    public func receive() async throws(TransportError) -> [TransportMessage] { try await incoming.take() }

    /// Waits while more than ``TransportLimits/sendBuffer`` bytes are unread at the other end.
    public func send(_ message: TransportMessage) async throws(TransportError) {
        let size = message.size
        guard size <= TransportLimits.maximumMessageSize else { throw .messageTooLarge(size) }
        try await outgoing.put(message)
    }

    /// Answered by the other end as long as the connection is open.
    public func ping() async throws(TransportError) { try outgoing.check() }

    /// Closes both directions; what has arrived can still be received.
    public func close(code: UInt16, reason: String) async {
        outgoing.close(.closed(code: code, reason: reason))
        incoming.close(.closed(code: code, reason: reason))
    }

    /// Closes without a close frame, as a lost network does (1006).
    public func cut() {
        outgoing.close(.closed(code: CloseCode.abnormal, reason: ""))
        incoming.close(.closed(code: CloseCode.abnormal, reason: ""))
    }
}

extension TransportMessage {
    /// Bytes of the payload.
    public var size: Int {
        switch self {
        case .binary(let data): data.count
        case .text(let text): text.utf8.count
        }
    }
}

/// One direction of a ``MemoryTransport``.
private final class Pipe: Sendable {
    private typealias Receiver = CheckedContinuation<Result<[TransportMessage], TransportError>, Never>
    private typealias Sender = CheckedContinuation<Void, Never>

    private struct Storage {
        var messages: [TransportMessage] = []
        var size = 0
        var end: TransportError?
        var receiver: Receiver?
        var senders: [Sender] = []

        mutating func takeAll() -> Result<[TransportMessage], TransportError>? {
            if messages.isEmpty { return end.map { .failure($0) } }
            defer {
                messages = []
                size = 0
            }
            return .success(messages)
        }
    }

    private let storage = Protected(Storage())

    func check() throws(TransportError) {
        if let end = storage.withLock({ $0.end }) { throw end }
    }

    func take() async throws(TransportError) -> [TransportMessage] {
        let result = await withTaskCancellationHandler {
            await withCheckedContinuation { (continuation: Receiver) in
                let (ready, senders) = storage.withLock { storage in
                    var ready = storage.takeAll()
                    if ready == nil, Task.isCancelled || storage.receiver != nil { ready = .failure(.cancelled) }
                    if ready == nil { storage.receiver = continuation }
                    defer { if ready != nil { storage.senders = [] } }
                    return (ready, ready == nil ? [] : storage.senders)
                }
                for sender in senders { sender.resume() }
                if let ready { continuation.resume(returning: ready) }
            }
        } onCancel: {
            let receiver = storage.withLock { storage in
                defer { storage.receiver = nil }
                return storage.receiver
            }
            receiver?.resume(returning: .failure(.cancelled))
        }
        return try result.get()
    }

    func put(_ message: TransportMessage) async throws(TransportError) {
        try check()
        let receiver = storage.withLock { storage -> (Receiver, Result<[TransportMessage], TransportError>)? in
            guard storage.end == nil else { return nil }
            storage.messages.append(message)
            storage.size += message.size
            guard let receiver = storage.receiver, let ready = storage.takeAll() else { return nil }
            storage.receiver = nil
            return (receiver, ready)
        }
        if let (receiver, ready) = receiver {
            receiver.resume(returning: ready)
            return
        }
        await withCheckedContinuation { (continuation: Sender) in
            let mayGo = storage.withLock { storage in
                if storage.size <= TransportLimits.sendBuffer || storage.end != nil { return true }
                storage.senders.append(continuation)
                return false
            }
            if mayGo { continuation.resume() }
        }
    }

    func close(_ reason: TransportError) {
        let (receiver, ready, senders) = storage.withLock { storage in
            if storage.end == nil { storage.end = reason }
            let receiver = storage.receiver
            storage.receiver = nil
            defer { storage.senders = [] }
            return (receiver, receiver == nil ? nil : storage.takeAll(), storage.senders)
        }
        for sender in senders { sender.resume() }
        if let receiver, let ready { receiver.resume(returning: ready) }
    }
}

/// Connects to something inside the process, such as the in-memory relay.
public struct MemoryConnector: TransportConnector {
    private let accept: @Sendable (Endpoint, MemoryTransport) async throws(TransportError) -> Void

    /// - Parameter accept: takes the relay's end of each new connection; throws to refuse it.
    public init(accept: @escaping @Sendable (Endpoint, MemoryTransport) async throws(TransportError) -> Void) {
        self.accept = accept
    }

    /// A fresh pair; the other end goes to `accept`.
    public func connect(to endpoint: Endpoint) async throws(TransportError) -> any Transport {
        let (guest, relay) = MemoryTransport.pair()
        try await accept(endpoint, relay)
        return guest
    }
}
