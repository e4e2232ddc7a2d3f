import EnclaveContracts
import Foundation

/// One push, ready for APNs but for the provider token.
struct APNsPush: Sendable, Hashable {
    enum Kind: String, Sendable, Hashable {
        case alert, background, liveactivity
    }

    var kind: Kind
    /// Hexadecimal.
    var deviceToken: String
    var bundleId: String
    /// Lower-case UUID; the same however often this push is sent.
    var id: String
    var body: Data
    /// 10 shows at once and costs the device energy, 5 may wait.
    var priority: Int
    /// Seconds since 1970 after which Apple stops trying; 0 tries once.
    var expiration: Int
    /// At most 64 bytes: a later push with the same replaces this one.
    var collapseId: String?

    /// The topic: Live Activities have their own.
    var topic: String { kind == .liveactivity ? "\(bundleId).push-type.liveactivity" : bundleId }

    /// The request.
    /// - Parameters:
    ///   - origin: `https://host[:port]`.
    ///   - token: the provider token.
    func request(origin: String, token: String) -> BridgeRequest {
        var headers: [BridgeRequest.Header] = [
            .init("authorization", "bearer \(token)"), .init("apns-push-type", kind.rawValue),
            .init("apns-topic", topic), .init("apns-id", id), .init("apns-priority", "\(priority)"),
            .init("apns-expiration", "\(expiration)"), .init("content-type", "application/json"),
        ]
        if let collapseId { headers.append(.init("apns-collapse-id", collapseId)) }
        return BridgeRequest(
            url: "\(origin)/3/device/\(deviceToken)", headers: headers, body: body)
    }
}

/// Pushes to one of Apple's environments: one connection, one provider token.
final class APNsClient: Sendable {
    /// `https://host[:port]`.
    let origin: String
    let token: ProviderToken
    private let http: any HTTPExchange
    private let clock: @Sendable () -> Int

    /// Apple's servers.
    static func origin(_ environment: PairingCode.Environment) -> String {
        switch environment {
        case .production: "https://api.push.apple.com"
        case .sandbox: "https://api.sandbox.push.apple.com"
        }
    }

    /// - Parameter clock: seconds since 1970.
    init(origin: String, account: ProviderToken.Account, http: any HTTPExchange, clock: @escaping @Sendable () -> Int) {
        self.origin = origin
        token = ProviderToken(account)
        self.http = http
        self.clock = clock
    }

    /// What came of a push.
    enum Outcome: Sendable, Hashable {
        case reply(APNsReply, retryAfter: Double?)
        case noAnswer(ExchangeError)
    }

    /// Sends a push; when the provider token has expired, once more with a new one.
    func send(_ push: APNsPush) async -> Outcome {
        do {
            let bearer = try token.current(now: clock())
            let first = try await exchange(push, bearer)
            guard case .reply(.tokenExpired, _) = first, let fresh = try token.expired(bearer, now: clock()) else {
                return first
            }
            return try await exchange(push, fresh)
        } catch let error as ExchangeError {
            return .noAnswer(error)
        } catch {
            return .noAnswer(.unreachable("the provider token could not be signed"))
        }
    }

    private func exchange(_ push: APNsPush, _ bearer: String) async throws(ExchangeError) -> Outcome {
        let response = try await http.exchange(push.request(origin: origin, token: bearer))
        return .reply(
            APNsReply(status: response.status, body: response.body),
            retryAfter: RetryDelay.retryAfter(response.headers))
    }
}
