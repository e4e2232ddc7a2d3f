/// Randomness for a session: backoff jitter and nothing else (keys and IVs come from the system).
public protocol RandomSource: Sendable {
    /// A number in 0..<1.
    func unit() -> Double
}

/// The system's generator.
public struct SystemRandom: RandomSource {
    /// The system's generator.
    public init() {}

    /// A number in 0..<1.
    public func unit() -> Double { Double.random(in: 0..<1) }
}
