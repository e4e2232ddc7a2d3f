import Foundation

/// What an answer of APNs means for the push, the device and the bridge. Pure: a table in the tests names every
/// documented status and reason.
enum APNsReply: Sendable, Hashable {
    /// Apple has it.
    case accepted
    /// The provider token has expired: mint one, try once more.
    case tokenExpired
    /// Apple does not want to hear from this bridge as it is set up: nothing will go through until somebody looks.
    case refusedProvider(String)
    /// The device's token is no longer in use, since a time in milliseconds when Apple says one.
    case deviceGone(since: Int?, String)
    /// The token is none, or for another environment or app.
    case badToken(String)
    /// Too much for now: wait longer than usual.
    case slowDown(String)
    /// Apple's own trouble.
    case serverTrouble(String)
    /// This push cannot be right, however often it is sent.
    case badRequest(String)

    /// Reads an answer.
    /// - Parameters:
    ///   - status: the HTTP status.
    ///   - body: `{"reason": …, "timestamp": …}`, or nothing.
    init(status: Int, body: Data) {
        let words = Words(body)
        let reason = words.reason ?? "HTTP \(status)"
        switch (status, words.reason) {
        case (200, _): self = .accepted
        case (400, "BadDeviceToken"), (400, "DeviceTokenNotForTopic"), (400, "MissingDeviceToken"):
            self = .badToken(reason)
        case (400, "BadTopic"), (400, "MissingTopic"), (400, "TopicDisallowed"), (400, "BadCertificate"),
            (400, "BadCertificateEnvironment"), (400, "InvalidProviderToken"), (400, "MissingProviderToken"):
            self = .refusedProvider(reason)
        case (400, "IdleTimeout"): self = .serverTrouble(reason)
        case (403, "ExpiredProviderToken"): self = .tokenExpired
        case (403, _): self = .refusedProvider(reason)
        case (410, "ExpiredToken"), (410, "Unregistered"), (410, _):
            self = .deviceGone(since: words.timestamp, reason)
        case (429, "TooManyProviderTokenUpdates"), (429, "TooManyRequests"), (429, _): self = .slowDown(reason)
        case (500..., _): self = .serverTrouble(reason)
        // 400 of any other reason, 404 BadPath, 405 MethodNotAllowed, 413 PayloadTooLarge, and what is not documented.
        default: self = .badRequest(reason)
        }
    }

    /// What Apple's servers say where its documents say `BadEnvironmentKeyIdInToken`: a key may be made for one of the two
    /// environments only.
    static let badEnvironmentKey = "BadEnvironmentKeyInToken"

    /// The reasons Apple documents, for counting: any other counts as "other", so that what a server sends cannot grow
    /// the metrics.
    static let documentedReasons: Set<String> = [
        "BadCollapseId", "BadDeviceToken", "BadExpirationDate", "BadMessageId", "BadPriority", "BadTopic",
        "DeviceTokenNotForTopic", "DuplicateHeaders", "IdleTimeout", "InvalidPushType", "MissingDeviceToken",
        "MissingTopic", "PayloadEmpty", "TopicDisallowed", "BadCertificate", "BadCertificateEnvironment",
        "ExpiredProviderToken", "Forbidden", "InvalidProviderToken", "MissingProviderToken",
        "UnrelatedKeyIdInToken", "BadEnvironmentKeyIdInToken", badEnvironmentKey, "BadPath", "MethodNotAllowed",
        "ExpiredToken",
        "Unregistered", "PayloadTooLarge", "TooManyProviderTokenUpdates", "TooManyRequests", "InternalServerError",
        "ServiceUnavailable", "Shutdown",
    ]

    private struct Words {
        var reason: String?
        var timestamp: Int?

        private struct Shape: Decodable {
            var reason: String?
            var timestamp: Double?
        }

        init(_ body: Data) {
            guard !body.isEmpty else { return }
            do {
                let shape = try JSONDecoder().decode(Shape.self, from: body)
                reason = shape.reason.map { APNsReply.documentedReasons.contains($0) ? $0 : "other" }
                timestamp = shape.timestamp.flatMap { $0.isFinite && $0 > 0 && $0 < 1e15 ? Int($0) : nil }
            } catch {
                // No JSON: a proxy's page, perhaps. The status says enough.
                reason = nil
            }
        }
    }
}
