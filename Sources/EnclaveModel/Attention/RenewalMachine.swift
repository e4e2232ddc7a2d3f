import EnclaveContracts
import Foundation

/// Decides when a renewal is sent: pure, with the caller's time in milliseconds.
///
/// Changes are gathered for a moment, one renewal is under way at a time, failures are tried again ever more slowly, and
/// a refusal ends it until the person has done something.
public struct RenewalMachine: Sendable, Hashable {
    /// What is to be told.
    public enum Need: Sendable, Hashable {
        /// Nobody to tell, or nothing that may be told yet.
        case none
        /// The bridge knows what there is to know.
        case current
        /// Something has changed.
        case outdated
    }

    /// Where it stands.
    public enum Phase: Sendable, Hashable {
        /// Nothing to do.
        case idle
        /// What changes now goes along.
        case gathering(until: Double)
        /// A renewal is under way.
        case sending
        /// The last one was not answered.
        case failed(RenewalFailure, again: Double)
        /// The bridge does not want it.
        case refused
    }

    /// How a renewal ended.
    public enum Outcome: Sendable, Hashable {
        case answered(RenewalAnswer)
        case failed(RenewalFailure)
    }

    /// How long changes are gathered, milliseconds.
    public static let gathering = 2_000.0
    /// The shortest wait after a failure, milliseconds.
    public static let shortestWait = 5_000.0
    /// The longest wait after a failure, milliseconds.
    public static let longestWait = 900_000.0

    /// Where it stands.
    public private(set) var phase = Phase.idle
    private var failures = 0

    /// A machine that knows of nothing to tell.
    /// - Parameter isRefused: the bridge refused, in an earlier process.
    public init(isRefused: Bool = false) { if isRefused { phase = .refused } }

    /// When ``begins(now:)`` is to be asked; nil while there is nothing to wait for.
    public var deadline: Double? {
        switch phase {
        case .gathering(let time), .failed(_, let time): time
        case .idle, .sending, .refused: nil
        }
    }

    /// Something may have changed.
    public mutating func observe(_ need: Need, now: Double) {
        switch (phase, need) {
        case (.idle, .outdated): phase = .gathering(until: now + Self.gathering)
        case (.gathering, .none), (.gathering, .current), (.failed, .none), (.failed, .current):
            phase = .idle
            failures = 0
        default: break
        }
    }

    /// Whether a renewal is to be sent now; it is under way then.
    public mutating func begins(now: Double) -> Bool {
        guard let deadline, deadline <= now else { return false }
        phase = .sending
        return true
    }

    /// The renewal under way has ended.
    /// - Parameters:
    ///   - outcome: how.
    ///   - need: what is to be told now: something may have changed meanwhile.
    ///   - now: milliseconds.
    ///   - random: 0..<1, for the jitter.
    public mutating func ended(_ outcome: Outcome, need: Need, now: Double, random: Double) {
        guard phase == .sending else { return }
        switch outcome {
        case .answered(.taken):
            failures = 0
            phase = .idle
            observe(need, now: now)
        case .answered(.refused):
            failures = 0
            phase = .refused
        case .failed(let failure):
            failures += 1
            phase = .failed(failure, again: now + Self.wait(failures, random: random))
            observe(need, now: now)
        }
    }

    /// The app came to the foreground, or the person does not want to wait: what failed is tried again now. What is
    /// gathered still is: much changes in the moments after a launch.
    public mutating func hurry(now: Double) {
        if case .failed(let failure, _) = phase { phase = .failed(failure, again: now) }
    }

    /// The app is about to leave the foreground: what is gathered goes now; what failed just now would fail again.
    public mutating func leaves(now: Double) {
        if case .gathering = phase { phase = .gathering(until: now) }
    }

    /// The person has paired anew, or chosen another bridge: what was is over.
    public mutating func restart(_ need: Need, now: Double) {
        phase = .idle
        failures = 0
        observe(need, now: now)
    }

    /// Milliseconds after so many failures, with a quarter of jitter to either side.
    static func wait(_ failures: Int, random: Double) -> Double {
        let delay = shortestWait * pow(2, Double(min(max(failures, 1) - 1, 20)))
        return min(max(min(delay, longestWait) * (0.75 + 0.5 * random), shortestWait), longestWait)
    }
}
