import Foundation

/// When to try again.
enum RetryDelay {
    /// Milliseconds.
    private static let base = 2_000.0
    private static let limit = 600_000.0
    /// After ``APNsReply/slowDown(_:)`` at least so long.
    static let slow = 60_000.0
    /// While the bridge is refused as it is set up.
    static let refused = 300_000.0

    /// Exponential, with jitter of a quarter to either side.
    /// - Parameters:
    ///   - attempt: from 1.
    ///   - random: 0..<1.
    ///   - atLeast: milliseconds.
    static func milliseconds(attempt: Int, random: Double, atLeast: Double = 0) -> Int {
        let delay = min(limit, base * pow(2, Double(min(max(attempt, 1) - 1, 20))))
        return Int(max(delay, atLeast) * (0.75 + 0.5 * random))
    }

    /// `Retry-After` in seconds, when a server sends a sensible one.
    static func retryAfter(_ headers: [String: String]) -> Double? {
        guard let text = headers["retry-after"], let seconds = Double(text), (0...86_400).contains(seconds) else {
            return nil
        }
        return seconds * 1_000
    }
}
