/// Time for a session: the system's, or a test's by hand (design rule 3).
public protocol SessionClock: Sendable {
    /// Milliseconds since an arbitrary, fixed point; never goes back.
    func now() async -> Double
    /// Returns at `deadline` (milliseconds, see ``now()``) or throws `CancellationError` when cancelled.
    func sleep(until deadline: Double) async throws
}

/// Randomness for a session: backoff jitter and, in tests, nothing else.
public protocol RandomSource: Sendable {
    /// A number in 0..<1.
    func unit() -> Double
}
