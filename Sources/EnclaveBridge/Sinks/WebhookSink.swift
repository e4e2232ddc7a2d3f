import Crypto
import Foundation

/// Posts events as JSON, signed, to a server of one's own (Docs/Push.md, "Webhook").
struct WebhookSink: Sink {
    let url: String
    let secret: [UInt8]
    let http: any HTTPExchange
    /// Seconds since 1970.
    let clock: @Sendable () -> Int

    var supportsWithdrawal: Bool { true }

    func deliver(_ event: SinkEvent) async -> SinkOutcome {
        do {
            let body = try event.json
            let time = "\(clock())"
            let signature = try Self.signature(secret: secret, time: time, body: body)
            let request = BridgeRequest(
                url: url,
                headers: [
                    .init("content-type", "application/json"), .init("user-agent", "enclave-bridge"),
                    .init("x-enclave-delivery", event.id), .init("x-enclave-timestamp", time),
                    .init("x-enclave-signature", "v1=" + signature),
                ], body: body)
            return SinkOutcome(try await http.exchange(request))
        } catch let error as ExchangeError {
            return SinkOutcome(error)
        } catch {
            return .refused("unencodable")
        }
    }

    /// HMAC-SHA-256 over time, a dot and the body; a receiver compares it in constant time and refuses old times.
    static func signature(secret: [UInt8], time: String, body: Data) throws(CryptoError) -> String {
        Hexadecimal.encode(try Digests.hmac(key: secret, message: Array(time.utf8) + [UInt8(ascii: ".")] + Array(body)))
    }
}
