import CollabGuest

/// Rings once at a time on a session's clock: for a machine that says when it has something to do.
@MainActor
final class Alarm {
    private let clock: any SessionClock
    private var task: Task<Void, Never>?
    private var deadline: Double?

    init(clock: any SessionClock) { self.clock = clock }

    deinit { task?.cancel() }

    /// Sets it anew, unless it is set to this time already.
    /// - Parameters:
    ///   - deadline: milliseconds; nil switches it off.
    ///   - ring: runs when the time has come, and may set it again.
    func set(_ deadline: Double?, ring: @escaping @MainActor () -> Void) {
        guard deadline != self.deadline else { return }
        task?.cancel()
        task = nil
        self.deadline = deadline
        guard let deadline else { return }
        task = Task { [weak self, clock] in
            do { try await clock.sleep(until: deadline) } catch { return }
            guard let self else { return }
            self.deadline = nil
            ring()
        }
    }
}
