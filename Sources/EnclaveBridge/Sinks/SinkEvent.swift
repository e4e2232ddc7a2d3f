import EnclaveContracts
import Foundation

/// What a sink other than APNs gets: the same event, in clear, as far as the sink's privacy level goes.
struct SinkEvent: Codable, Sendable, Hashable {
    enum Kind: String, Codable, Sendable, Hashable {
        case tell, withdraw
    }

    /// The format's version: 1.
    var version = 1
    var kind: Kind
    /// Names the message; the same in every attempt and in the withdrawal.
    var id: String
    /// The room's key.
    var room: String
    var reason: AlertPayload.Reason
    var askId: String?
    var title: String
    var text: String
    /// The options of a question; empty below the preview level.
    var options: [String]
    /// Seconds since 1970 when it was first told.
    var at: Int

    var json: Data {
        get throws {
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
            return try encoder.encode(self)
        }
    }
}

/// Somewhere to tell people without an Apple developer account.
protocol Sink: Sendable {
    /// Whether it can take back what it told.
    var supportsWithdrawal: Bool { get }
    /// Tells or takes back.
    func deliver(_ event: SinkEvent) async -> SinkOutcome
}

/// What came of an event.
enum SinkOutcome: Sendable, Hashable {
    case delivered
    /// Not now; the server may have said when (milliseconds from now).
    case later(after: Double?, mayHaveArrived: Bool)
    /// Never, and why, in a word of the program's own.
    case refused(String)

    /// What an HTTP answer means.
    init(_ response: BridgeResponse) {
        switch response.status {
        case 200..<300: self = .delivered
        case 408, 425, 429, 500...: self = .later(after: RetryDelay.retryAfter(response.headers), mayHaveArrived: false)
        default: self = .refused("HTTP \(response.status)")
        }
    }
}
