import CollabReplica

/// The updates of a session, for any number of subscribers at once.
///
/// Each subscriber gets the newest state and, merged into one ``CollabReplica/ReplicaChange``, everything that changed
/// since its own last update; the first update comes at once and has `isReset`. What waits for a subscriber is one
/// update, however slow it is. The sequence ends after the update that says ``ConnectionState/ended(_:)``.
public struct SessionUpdates: AsyncSequence, Sendable {
    /// What a subscriber gets.
    public typealias Element = SessionUpdate

    let hub: UpdateHub

    /// Subscribes.
    public func makeAsyncIterator() -> Iterator { Iterator(subscription: hub.subscribe()) }

    /// One subscriber's place. Letting it go ends the subscription.
    public struct Iterator: AsyncIteratorProtocol {
        let subscription: UpdateHub.Subscription

        /// Waits until something changed since the last update; nil when the session is over or the task cancelled.
        public mutating func next() async -> SessionUpdate? { await subscription.next() }
    }
}

/// Where a session leaves its newest update and subscribers fetch it; nothing queues up here.
final class UpdateHub: Sendable {
    private struct Mailbox {
        var change: ReplicaChange
        var hasNews = true
        var waiting: CheckedContinuation<SessionUpdate?, Never>?
    }

    private struct Storage {
        var latest: SessionUpdate
        var isFinished = false
        var mailboxes: [Int: Mailbox] = [:]
        var nextId = 0
    }

    private let storage: Protected<Storage>

    init(_ first: SessionUpdate) { storage = Protected(Storage(latest: first)) }

    /// The newest update, with the change of the last publication.
    var latest: SessionUpdate { storage.withLock { $0.latest } }

    /// Leaves an update for everyone; the last one finishes the sequences.
    func publish(_ update: SessionUpdate, isLast: Bool) {
        let ready = storage.withLock { storage -> [(CheckedContinuation<SessionUpdate?, Never>, SessionUpdate)] in
            storage.latest = update
            // After the end only ``latest`` is kept true; nobody is woken for it.
            guard !storage.isFinished else { return [] }
            storage.isFinished = isLast
            var ready: [(CheckedContinuation<SessionUpdate?, Never>, SessionUpdate)] = []
            for id in storage.mailboxes.keys {
                storage.mailboxes[id]?.change.merge(update.change)
                storage.mailboxes[id]?.hasNews = true
                if let waiting = storage.mailboxes[id]?.waiting, let news = Self.take(id, &storage) {
                    storage.mailboxes[id]?.waiting = nil
                    ready.append((waiting, news))
                }
            }
            return ready
        }
        for (continuation, update) in ready { continuation.resume(returning: update) }
    }

    func subscribe() -> Subscription {
        let id = storage.withLock { storage in
            storage.nextId += 1
            var everything = ReplicaChange()
            everything.isReset = true
            storage.mailboxes[storage.nextId] = Mailbox(change: everything)
            return storage.nextId
        }
        return Subscription(id: id, hub: self)
    }

    /// How many subscribers there are.
    var subscriberCount: Int { storage.withLock { $0.mailboxes.count } }

    private static func take(_ id: Int, _ storage: inout Storage) -> SessionUpdate? {
        guard let mailbox = storage.mailboxes[id], mailbox.hasNews else { return nil }
        storage.mailboxes[id]?.hasNews = false
        storage.mailboxes[id]?.change = ReplicaChange()
        var update = storage.latest
        update.change = mailbox.change
        return update
    }

    private func next(_ id: Int) async -> SessionUpdate? {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let (isReady, update) = storage.withLock { storage -> (Bool, SessionUpdate?) in
                    if let update = Self.take(id, &storage) { return (true, update) }
                    // A second waiter on one iterator would be a second consumer: it gets the end.
                    if storage.isFinished || Task.isCancelled || storage.mailboxes[id]?.waiting != nil {
                        return (true, nil)
                    }
                    storage.mailboxes[id]?.waiting = continuation
                    return (false, nil)
                }
                if isReady { continuation.resume(returning: update) }
            }
        } onCancel: {
            let waiting = storage.withLock { storage in
                defer { storage.mailboxes[id]?.waiting = nil }
                return storage.mailboxes[id]?.waiting
            }
            waiting?.resume(returning: nil)
        }
    }

    private func remove(_ id: Int) {
        storage.withLock { _ = $0.mailboxes.removeValue(forKey: id) }
    }

    /// A subscriber's hold on its mailbox.
    final class Subscription: Sendable {
        private let id: Int
        private let hub: UpdateHub

        fileprivate init(id: Int, hub: UpdateHub) {
            self.id = id
            self.hub = hub
        }

        deinit { hub.remove(id) }

        func next() async -> SessionUpdate? { await hub.next(id) }
    }
}
