import Foundation

/// Wakes one waiter; raised while nobody waits, it is remembered.
final class BridgeSignal: Sendable {
    private struct Storage {
        var isRaised = false
        var waiter: CheckedContinuation<Void, Never>?
    }

    private let storage = BridgeLock(Storage())

    func raise() {
        let waiter = storage.withLock { storage in
            storage.isRaised = storage.waiter == nil
            defer { storage.waiter = nil }
            return storage.waiter
        }
        waiter?.resume()
    }

    /// Returns when raised, cancelled, or after a while.
    func wait(atMost patience: Duration) async {
        let timeout = Task {
            do { try await Task.sleep(for: patience) } catch { return }
            raise()
        }
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isReady = storage.withLock { storage in
                    if storage.isRaised || Task.isCancelled || storage.waiter != nil {
                        storage.isRaised = false
                        return true
                    }
                    storage.waiter = continuation
                    return false
                }
                if isReady { continuation.resume() }
            }
        } onCancel: {
            raise()
        }
        timeout.cancel()
    }
}
