/// Time for a session: the system's, or a test's by hand (design rule 3).
public protocol SessionClock: Sendable {
    /// Milliseconds since an arbitrary, fixed point; never goes back, and goes on while the device sleeps.
    func now() -> Double
    /// Returns at `deadline` (milliseconds, see ``now()``) or throws `CancellationError` when cancelled.
    func sleep(until deadline: Double) async throws
}

/// The system's continuous clock.
public struct SystemClock: SessionClock {
    private let origin: ContinuousClock.Instant

    /// A clock whose zero is now.
    public init() { origin = ContinuousClock.now }

    /// Milliseconds since this clock was made.
    public func now() -> Double {
        (ContinuousClock.now - origin) / .milliseconds(1)
    }

    /// Returns at `deadline` or throws `CancellationError`.
    public func sleep(until deadline: Double) async throws {
        let instant = origin + .milliseconds(1) * deadline
        try await Task.sleep(until: instant, tolerance: .milliseconds(20), clock: .continuous)
    }
}
