import Foundation

/// Publishes to an ntfy server (ntfy.sh or one's own) as JSON: titles and texts may be in any script.
struct NtfySink: Sink {
    /// The server's root.
    let server: String
    let topic: String
    /// An access token, when the topic needs one.
    let token: String?
    let http: any HTTPExchange

    /// ntfy has no way to take a message back.
    var supportsWithdrawal: Bool { false }

    /// From the address people know, `https://ntfy.sh/topic`; nil when it has no topic.
    init?(address: String, token: String?, http: any HTTPExchange) {
        guard let parts = Self.parts(address) else { return nil }
        (server, topic) = parts
        self.token = token
        self.http = http
    }

    /// Server and topic of such an address; nil when it has no topic.
    static func parts(_ address: String) -> (server: String, topic: String)? {
        guard let slash = address.lastIndex(of: "/"), let scheme = address.range(of: "://"), slash > scheme.upperBound
        else { return nil }
        let topic = String(address[address.index(after: slash)...])
        return topic.isEmpty ? nil : (String(address[..<slash]), topic)
    }

    private struct Message: Encodable {
        var topic: String
        var title: String
        var message: String
        var priority: Int
        var tags: [String]
    }

    func deliver(_ event: SinkEvent) async -> SinkOutcome {
        guard event.kind == .tell else { return .delivered }
        do {
            let isAsk = event.reason == .ask
            let body = try JSONEncoder().encode(
                Message(
                    topic: topic, title: event.title, message: event.text, priority: isAsk ? 4 : 3,
                    tags: [isAsk ? "question" : "checkered_flag"]))
            var headers: [BridgeRequest.Header] = [
                .init("content-type", "application/json"), .init("user-agent", "enclave-bridge"),
            ]
            if let token { headers.append(.init("authorization", "Bearer \(token)")) }
            return SinkOutcome(try await http.exchange(BridgeRequest(url: server, headers: headers, body: body)))
        } catch let error as ExchangeError {
            return SinkOutcome(error)
        } catch {
            return .refused("unencodable")
        }
    }
}
