import EnclaveContracts
import Foundation

/// Brings a renewal to a bridge: one text message, one answer (Docs/Push.md, "Renewals").
public protocol RenewalSender: Sendable {
    /// Sends a renewal, and waits for the answer for a bounded time.
    /// - Throws: why there was no answer; whether the bridge has the renewal is not known then.
    func send(_ renewal: String, to address: BridgeAddress) async throws(RenewalFailure) -> RenewalAnswer
}

/// What a bridge says to a renewal.
public enum RenewalAnswer: Sendable, Hashable {
    /// It has it.
    case taken
    /// It does not know the device, or knows something newer of it.
    case refused
}

/// Why a renewal was not answered. No case holds an address, or anything that a peer wrote.
public enum RenewalFailure: Error, Sendable, Hashable {
    /// Nobody answers there.
    case unreachable
    /// The certificate was refused.
    case untrusted
    /// Something answers, with this HTTP status.
    case notABridge(status: Int)
    /// The connection ended before there was an answer.
    case hungUp
    /// The time was over.
    case late
    /// The answer was none that a bridge gives.
    case unreadable
    /// The renewal could not be made; why, in a sentence.
    case notMade(String)
    /// Nobody waits for the answer any more.
    case cancelled
}

extension RenewalFailure {
    /// What is wrong and what to do, in a sentence.
    public var sentence: String {
        switch self {
        case .unreachable: "Nobody answers at the address. Check that the bridge runs and that this device is online."
        case .untrusted:
            "The certificate there is not trusted, so somebody else may be answering. Check address and certificate."
        case .notABridge(let status):
            "Something answers at the address, but no bridge (HTTP \(status)). Check the path, and renewals on the bridge."
        case .hungUp: "The bridge closed the connection without an answer. It may be starting."
        case .late: "The bridge did not answer in time."
        case .unreadable: "What answers at the address speaks another language than a bridge. Check the address."
        case .notMade(let words): words
        case .cancelled: "The sending was broken off."
        }
    }
}
