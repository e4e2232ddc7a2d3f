import CollabWire
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
    /// The host's number of the question, in its JSON form, made safe to print; see ``printable(askId:)``.
    var askId: String?
    var title: String
    var text: String
    /// The options of a question; empty below the preview level.
    var options: [String]
    /// Seconds since 1970 when it was first told.
    var at: Int

    /// Bytes of ``askId`` at most.
    static let longestAskId = 64

    /// A host's number of a question as a sink gets it: without what steers a terminal or turns the direction of text, and
    /// cut at ``longestAskId``. Nobody answers from a sink, so that it need not be exact; what a device answers keeps the
    /// true one (``AlertFacts/payload(room:)``).
    static func printable(askId: String?) -> String? {
        guard let askId else { return nil }
        var kept = String.UnicodeScalarView()
        for scalar in askId.unicodeScalars
        where !scalar.steersTerminal && !scalar.properties.isDefaultIgnorableCodePoint {
            kept.append(scalar)
        }
        return String(kept).clipped(toBytes: longestAskId)
    }

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
    /// Not now, and why, in a word of the program's own; the server may have said when (milliseconds from now).
    case later(after: Double?, reason: String, mayHaveArrived: Bool)
    /// Never, and why, in a word of the program's own.
    case refused(String)

    /// What an HTTP answer means.
    init(_ response: BridgeResponse) {
        switch response.status {
        case 200..<300: self = .delivered
        case 408, 425, 429, 500...:
            self = .later(
                after: RetryDelay.retryAfter(response.headers), reason: "HTTP \(response.status)", mayHaveArrived: false
            )
        default: self = .refused("HTTP \(response.status)")
        }
    }

    /// What an exchange without an answer means.
    init(_ error: ExchangeError) {
        self = .later(after: nil, reason: error.word, mayHaveArrived: error.mayHaveArrived)
    }
}
