import Foundation

/// A request of the bridge.
struct BridgeRequest: Sendable, Hashable {
    var url: String
    /// In order; names in small letters.
    var headers: [Header]
    /// Sent with POST.
    var body: Data
    /// Milliseconds until the exchange is given up.
    var timeout = 30_000

    struct Header: Sendable, Hashable {
        var name: String
        var value: String

        init(_ name: String, _ value: String) {
            self.name = name
            self.value = value
        }
    }
}

/// What a server answered.
struct BridgeResponse: Sendable, Hashable {
    var status: Int
    /// Under their names in small letters.
    var headers: [String: String]
    /// At most 64 KiB of it.
    var body: Data
}

/// Why there is no answer.
enum ExchangeError: Error, Sendable, Hashable {
    /// No connection was made: the request did not leave.
    case unreachable(String)
    /// The certificate or the protocol was refused: the request did not leave.
    case untrusted(String)
    /// The connection broke or stayed silent after the request may have left.
    case lost(String)
    /// The client is closed.
    case closed

    /// What kind of failure it was, for the log: the words of libcurl stay out of it.
    var word: String {
        switch self {
        case .unreachable: "unreachable"
        case .untrusted: "certificate or protocol refused"
        case .lost: "no answer"
        case .closed: "closed"
        }
    }

    /// The server may have the request.
    var mayHaveArrived: Bool {
        if case .lost = self { true } else { false }
    }
}

/// Makes HTTP exchanges; libcurl's in the daemon, a test's own elsewhere. One whose task is cancelled ends at once.
protocol HTTPExchange: Sendable {
    func exchange(_ request: BridgeRequest) async throws(ExchangeError) -> BridgeResponse
}
