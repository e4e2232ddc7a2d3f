import CollabGuest

/// Numbers that look random and are the same for the same seed (SplitMix64).
public final class SeededRandom: RandomSource, RandomNumberGenerator {
    private let state: Protected<UInt64>

    /// The same numbers for the same seed.
    public init(seed: UInt64) { state = Protected(seed) }

    /// The next 64 bits.
    public func next() -> UInt64 {
        state.withLock { state in
            state &+= 0x9E37_79B9_7F4A_7C15
            var mixed = state
            mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
            mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
            return mixed ^ (mixed >> 31)
        }
    }

    /// A number in 0..<1.
    public func unit() -> Double { Double(next() >> 11) * 0x1p-53 }

    /// True with a probability of 0…1.
    public func chance(_ probability: Double) -> Bool { unit() < probability }

    /// A number in a range.
    public func int(_ range: ClosedRange<Int>) -> Int {
        range.lowerBound + Int(next() % UInt64(range.upperBound - range.lowerBound + 1))
    }
}
