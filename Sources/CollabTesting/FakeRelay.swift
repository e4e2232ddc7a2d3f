import CollabGuest
import Foundation

/// A connector whose connections do exactly what a test says.
public final class FakeRelay: TransportConnector {
    private typealias Dial = CheckedContinuation<Result<FakeSocket, TransportError>, Never>

    private struct Storage {
        var acceptsDials: Bool
        var dials = 0
        var pending: [(id: Int, dial: Dial)] = []
        var cancelled: Set<Int> = []
        var newest: FakeSocket?
        var answersPings = true
    }

    private let storage: Protected<Storage>

    /// - Parameter acceptsDials: open every connection at once; otherwise dials wait for ``accept()`` or ``refuse(_:)``.
    public init(acceptsDials: Bool = true) { storage = Protected(Storage(acceptsDials: acceptsDials)) }

    /// Dials so far.
    public var dials: Int { storage.withLock { $0.dials } }

    /// Dials that wait.
    public var pendingDials: Int { storage.withLock { $0.pending.count } }

    /// The connection that was opened last.
    public var socket: FakeSocket? { storage.withLock { $0.newest } }

    /// Lets go of the newest connection, so that only the session holds it.
    public func forget() { storage.withLock { $0.newest = nil } }

    /// Whether later dials are opened at once, and whether their pings are answered.
    public func configure(acceptsDials: Bool? = nil, answersPings: Bool? = nil) {
        storage.withLock { storage in
            storage.acceptsDials = acceptsDials ?? storage.acceptsDials
            storage.answersPings = answersPings ?? storage.answersPings
        }
    }

    /// Opens a connection, or waits for the test to do so.
    public func connect(to endpoint: Endpoint) async throws(TransportError) -> any Transport {
        let id = storage.withLock { storage in
            storage.dials += 1
            return storage.dials
        }
        let result = await withTaskCancellationHandler {
            await withCheckedContinuation { (continuation: Dial) in
                let result = storage.withLock { storage -> Result<FakeSocket, TransportError>? in
                    if Task.isCancelled || storage.cancelled.remove(id) != nil { return .failure(.cancelled) }
                    if storage.acceptsDials { return .success(Self.open(&storage)) }
                    storage.pending.append((id, continuation))
                    return nil
                }
                if let result { continuation.resume(returning: result) }
            }
        } onCancel: {
            let dial = storage.withLock { storage -> Dial? in
                guard let index = storage.pending.firstIndex(where: { $0.id == id }) else {
                    storage.cancelled.insert(id)
                    return nil
                }
                return storage.pending.remove(at: index).dial
            }
            dial?.resume(returning: .failure(.cancelled))
        }
        return try result.get()
    }

    private static func open(_ storage: inout Storage) -> FakeSocket {
        let socket = FakeSocket(answersPings: storage.answersPings)
        storage.newest = socket
        return socket
    }

    /// Opens the oldest waiting dial.
    @discardableResult
    public func accept() -> FakeSocket? {
        let opened = storage.withLock { storage -> (Dial, FakeSocket)? in
            guard !storage.pending.isEmpty else { return nil }
            return (storage.pending.removeFirst().dial, Self.open(&storage))
        }
        guard let (dial, socket) = opened else { return nil }
        dial.resume(returning: .success(socket))
        return socket
    }

    /// Fails the oldest waiting dial.
    public func refuse(_ error: TransportError) {
        let dial = storage.withLock { $0.pending.isEmpty ? nil : $0.pending.removeFirst().dial }
        dial?.resume(returning: .failure(error))
    }
}

/// A connection in a test's hand: what the relay's end would do, the test does.
public final class FakeSocket: Transport {
    private typealias Receiver = CheckedContinuation<Result<[TransportMessage], TransportError>, Never>
    private typealias Pinger = CheckedContinuation<TransportError?, Never>

    private struct Storage {
        var inbox: [TransportMessage] = []
        var end: TransportError?
        var receiver: Receiver?
        var sent: [TransportMessage] = []
        var closeCalls = 0
        var pings = 0
        var pingers: [Pinger] = []
        var answersPings: Bool
        var sendError: TransportError?
    }

    private let storage: Protected<Storage>

    init(answersPings: Bool) { storage = Protected(Storage(answersPings: answersPings)) }

    // MARK: The test's end

    /// What the guest sent so far.
    public var sent: [TransportMessage] { storage.withLock { $0.sent } }
    /// How often the guest closed it.
    public var closeCalls: Int { storage.withLock { $0.closeCalls } }
    /// Pings so far.
    public var pings: Int { storage.withLock { $0.pings } }
    /// The guest, or the test, closed it.
    public var isClosed: Bool { storage.withLock { $0.end != nil } }

    /// Whether pings are answered; those that wait are answered now.
    public func answerPings(_ answers: Bool) {
        let waiting = storage.withLock { storage in
            storage.answersPings = answers
            defer { if answers { storage.pingers = [] } }
            return answers ? storage.pingers : []
        }
        for pinger in waiting { pinger.resume(returning: nil) }
    }

    /// What the guest sends from now on fails.
    public func failSends(_ error: TransportError) { storage.withLock { $0.sendError = error } }

    /// Messages for the guest, in one burst.
    public func deliver(_ messages: [TransportMessage]) {
        let ready = storage.withLock { storage -> (Receiver, [TransportMessage])? in
            guard storage.end == nil else { return nil }
            storage.inbox += messages
            guard let receiver = storage.receiver, !storage.inbox.isEmpty else { return nil }
            storage.receiver = nil
            defer { storage.inbox = [] }
            return (receiver, storage.inbox)
        }
        if let (receiver, messages) = ready { receiver.resume(returning: .success(messages)) }
    }

    /// The relay's end closes, after what was delivered.
    public func end(_ error: TransportError) {
        let (receiver, pingers) = storage.withLock { storage in
            if storage.end == nil { storage.end = error }
            let receiver = storage.inbox.isEmpty ? storage.receiver : nil
            if receiver != nil { storage.receiver = nil }
            defer { storage.pingers = [] }
            return (receiver, storage.pingers)
        }
        receiver?.resume(returning: .failure(error))
        for pinger in pingers { pinger.resume(returning: error) }
    }

    /// A close frame with this code.
    public func close(code: UInt16, words: String = "") { end(.closed(code: code, reason: words)) }

    // MARK: The guest's end

    /// What the test delivered.
    public func receive() async throws(TransportError) -> [TransportMessage] {
        let result = await withTaskCancellationHandler {
            await withCheckedContinuation { (continuation: Receiver) in
                let result = storage.withLock { storage -> Result<[TransportMessage], TransportError>? in
                    if !storage.inbox.isEmpty {
                        defer { storage.inbox = [] }
                        return .success(storage.inbox)
                    }
                    if let end = storage.end { return .failure(end) }
                    if Task.isCancelled { return .failure(.cancelled) }
                    storage.receiver = continuation
                    return nil
                }
                if let result { continuation.resume(returning: result) }
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

    /// Leaves a message where the test finds it.
    public func send(_ message: TransportMessage) async throws(TransportError) {
        let error = storage.withLock { storage -> TransportError? in
            if let error = storage.end ?? storage.sendError { return error }
            storage.sent.append(message)
            return nil
        }
        if let error { throw error }
    }

    /// Answered as the test says.
    public func ping() async throws(TransportError) {
        let error = await withCheckedContinuation { (continuation: Pinger) in
            let (isReady, error) = storage.withLock { storage -> (Bool, TransportError?) in
                storage.pings += 1
                if let end = storage.end { return (true, end) }
                if storage.answersPings { return (true, nil) }
                storage.pingers.append(continuation)
                return (false, nil)
            }
            if isReady { continuation.resume(returning: error) }
        }
        if let error { throw error }
    }

    /// Closes, and counts it.
    public func close(code: UInt16, reason: String) async {
        storage.withLock { $0.closeCalls += 1 }
        end(.closed(code: code, reason: reason))
    }
}
