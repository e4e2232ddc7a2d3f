/// Waiting that ends.
enum Patience {
    /// Waits for `body`, but no longer than `limit`; what takes longer goes on by itself. It waits also where the task is
    /// cancelled: whoever stops is, often enough.
    /// - Returns: whether it ended in time.
    static func wait(atMost limit: Duration, for body: @escaping @Sendable () async -> Void) async -> Bool {
        // Neither is a child of this task: a task group would wait for the slower one.
        let waiter = BridgeLock<CheckedContinuation<Bool, Never>?>(nil)
        @Sendable func end(_ isInTime: Bool) {
            let waiting = waiter.withLock { waiting in
                defer { waiting = nil }
                return waiting
            }
            waiting?.resume(returning: isInTime)
        }
        return await withCheckedContinuation { continuation in
            waiter.withLock { $0 = continuation }
            let clock = Task.detached {
                do { try await Task.sleep(for: limit) } catch { return }
                end(false)
            }
            Task.detached {
                await body()
                end(true)
                clock.cancel()
            }
        }
    }

    /// Waits for a while, also where the task is cancelled.
    static func rest(_ length: Duration) async {
        _ = await wait(atMost: length) {
            do { try await Task.sleep(for: length) } catch { return }
        }
    }
}
