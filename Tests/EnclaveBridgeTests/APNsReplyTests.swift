import CollabTesting
import Crypto
import EnclaveContracts
import Foundation
import Testing

@testable import EnclaveBridge

@Suite("What APNs answers")
struct APNsReplyTests {
    /// Every reason Apple documents, with its status and what it means here.
    private static let table: [(Int, String, APNsReply)] = [
        (400, "BadCollapseId", .badRequest("BadCollapseId")), (400, "BadDeviceToken", .badToken("BadDeviceToken")),
        (400, "BadExpirationDate", .badRequest("BadExpirationDate")),
        (400, "BadMessageId", .badRequest("BadMessageId")),
        (400, "BadPriority", .badRequest("BadPriority")), (400, "BadTopic", .refusedProvider("BadTopic")),
        (400, "DeviceTokenNotForTopic", .badToken("DeviceTokenNotForTopic")),
        (400, "DuplicateHeaders", .badRequest("DuplicateHeaders")), (400, "IdleTimeout", .serverTrouble("IdleTimeout")),
        (400, "InvalidPushType", .badRequest("InvalidPushType")),
        (400, "MissingDeviceToken", .badToken("MissingDeviceToken")),
        (400, "MissingTopic", .refusedProvider("MissingTopic")), (400, "PayloadEmpty", .badRequest("PayloadEmpty")),
        (400, "TopicDisallowed", .refusedProvider("TopicDisallowed")),
        (403, "BadCertificate", .refusedProvider("BadCertificate")),
        (403, "BadCertificateEnvironment", .refusedProvider("BadCertificateEnvironment")),
        (403, "ExpiredProviderToken", .tokenExpired), (403, "Forbidden", .refusedProvider("Forbidden")),
        (403, "InvalidProviderToken", .refusedProvider("InvalidProviderToken")),
        (403, "MissingProviderToken", .refusedProvider("MissingProviderToken")),
        (403, "UnrelatedKeyIdInToken", .refusedProvider("UnrelatedKeyIdInToken")),
        (403, "BadEnvironmentKeyIdInToken", .refusedProvider("BadEnvironmentKeyIdInToken")),
        // Not as documented, but as Apple's servers say it.
        (403, "BadEnvironmentKeyInToken", .refusedProvider("BadEnvironmentKeyInToken")),
        (404, "BadPath", .badRequest("BadPath")), (405, "MethodNotAllowed", .badRequest("MethodNotAllowed")),
        (410, "ExpiredToken", .deviceGone(since: 1_767_225_600_000, "ExpiredToken")),
        (410, "Unregistered", .deviceGone(since: 1_767_225_600_000, "Unregistered")),
        (413, "PayloadTooLarge", .badRequest("PayloadTooLarge")),
        (429, "TooManyProviderTokenUpdates", .slowDown("TooManyProviderTokenUpdates")),
        (429, "TooManyRequests", .slowDown("TooManyRequests")),
        (500, "InternalServerError", .serverTrouble("InternalServerError")),
        (503, "ServiceUnavailable", .serverTrouble("ServiceUnavailable")),
        (503, "Shutdown", .serverTrouble("Shutdown")),
    ]

    @Test("Every documented status and reason has its meaning")
    func documented() {
        for (status, reason, meaning) in Self.table {
            let body = Data("{\"reason\":\"\(reason)\",\"timestamp\":1767225600000}".utf8)
            #expect(APNsReply(status: status, body: body) == meaning, "\(status) \(reason)")
        }
        #expect(Set(Self.table.map(\.1)) == APNsReply.documentedReasons)
        #expect(APNsReply(status: 200, body: Data()) == .accepted)
    }

    @Test("Unknown reasons, statuses and bodies keep to their status; what a server says never becomes a label")
    func unknown() {
        #expect(APNsReply(status: 400, body: Data("{\"reason\":\"Nonsense\"}".utf8)) == .badRequest("other"))
        #expect(APNsReply(status: 410, body: Data()) == .deviceGone(since: nil, "HTTP 410"))
        #expect(APNsReply(status: 502, body: Data("<html>".utf8)) == .serverTrouble("HTTP 502"))
        #expect(APNsReply(status: 302, body: Data()) == .badRequest("HTTP 302"))
        let absurd = Data("{\"reason\":\"Unregistered\",\"timestamp\":1e300}".utf8)
        #expect(APNsReply(status: 410, body: absurd) == .deviceGone(since: nil, "Unregistered"))
    }

    @Test("Waiting grows to ten minutes, with jitter, and heeds the server")
    func delays() {
        #expect(RetryDelay.milliseconds(attempt: 1, random: 0.5) == 2_000)
        #expect(RetryDelay.milliseconds(attempt: 2, random: 0) == 3_000)
        #expect(RetryDelay.milliseconds(attempt: 99, random: 0.5) == 600_000)
        #expect(RetryDelay.milliseconds(attempt: 1, random: 0.5, atLeast: RetryDelay.slow) == 60_000)
        #expect(RetryDelay.retryAfter(["retry-after": "7"]) == 7_000)
        #expect(RetryDelay.retryAfter(["retry-after": "tomorrow"]) == nil)
        #expect(RetryDelay.retryAfter(["retry-after": "-1"]) == nil)
    }

    @Test("One bad token is its device's fault; most of them bad is the bridge's")
    func health() {
        var health = TokenHealth()
        for device in 0..<10 { health.isGood("\(device)", now: 0) }
        let first = [health.isBad("0", now: 1), health.isBad("1", now: 1)]
        #expect(first == [true, true])
        var wrong = TokenHealth()
        let verdicts = (0..<3).map { wrong.isBad("\($0)", now: 0) }
        #expect(verdicts == [true, true, false])
        #expect(wrong.isAlarming)
        for device in 0..<4 { wrong.isGood("\(device)", now: 2) }
        #expect(!wrong.isAlarming)
        // What was heard hours ago says nothing.
        let later = wrong.isBad("9", now: 2 * TokenHealth.memory)
        #expect(later)
    }
}

@Suite("The provider token")
struct ProviderTokenTests {
    private func token() throws -> (ProviderToken, SignatureKey) {
        let key = try SignatureKey()
        return (ProviderToken(.init(key: key, keyId: "KEY1234567", teamId: "TEAM123456")), key)
    }

    @Test("Two workers and a hundred pushes use one token, signed as Apple wants it")
    func one() async throws {
        let (token, key) = try token()
        let texts = try await withThrowingTaskGroup(of: String.self) { group in
            for _ in 0..<100 { group.addTask { try token.current(now: 1_000) } }
            return try await group.reduce(into: Set<String>()) { $0.insert($1) }
        }
        #expect(texts.count == 1 && token.mintCount == 1)
        let parts = try #require(texts.first).split(separator: ".").map(String.init)
        #expect(parts.count == 3)
        let signature = try #require(Data(base64Encoded: Self.padded(parts[2])))
        #expect(try key.publicKey.verifies(Array(signature), of: Array("\(parts[0]).\(parts[1])".utf8)))
        let claims = try #require(Data(base64Encoded: Self.padded(parts[1])))
        #expect(String(decoding: claims, as: UTF8.self) == "{\"iss\":\"TEAM123456\",\"iat\":1000}")
    }

    private static func padded(_ text: String) -> String {
        text.replacingOccurrences(of: "-", with: "+").replacingOccurrences(of: "_", with: "/")
            + String(repeating: "=", count: (4 - text.count % 4) % 4)
    }

    @Test("It is minted at the first push, and anew at an age between twenty and sixty minutes, counted from the mint")
    func age() throws {
        let (token, _) = try token()
        #expect(token.mintCount == 0)
        // The process sat idle for 45 minutes before: that is nobody's age.
        let start = 45 * 60
        let first = try token.current(now: start)
        #expect(try token.current(now: start + 19 * 60) == first)
        #expect(try token.current(now: start + 49 * 60) == first)
        let second = try token.current(now: start + 51 * 60)
        #expect(second != first && token.mintCount == 2)
        #expect(ProviderToken.Age.refresh >= 20 * 60 && ProviderToken.Age.refresh <= 60 * 60)
    }

    @Test("Called expired, it is minted once more and not again, also when many pushes hear it at once")
    func expired() throws {
        let (token, _) = try token()
        let first = try token.current(now: 0)
        let second = try #require(try token.expired(first, now: 5))
        #expect(second != first)
        #expect(try token.expired(first, now: 5) == second)
        #expect(try token.expired(second, now: 6) == nil)
        #expect(token.mintCount == 2)
        #expect(try token.expired(second, now: 6 + ProviderToken.Age.youngest) != nil)
    }

    @Test("A client tries once more after an expired token, and reports a second refusal")
    func client() async throws {
        let key = try SignatureKey()
        let server = FakePushServer { _ in (403, "{\"reason\":\"ExpiredProviderToken\"}") }
        let client = APNsClient(
            origin: "https://x", account: .init(key: key, keyId: "K", teamId: "T"), http: server, clock: { 10 })
        let push = APNsPush(
            kind: .alert, deviceToken: "00", bundleId: "a.b", id: "1", body: Data("{}".utf8), priority: 10,
            expiration: 0, collapseId: nil)
        #expect(await client.send(push) == .reply(.tokenExpired, retryAfter: nil))
        #expect(server.log.all.count == 2)
        #expect(Set(server.log.all.map(\.provider)).count == 2)
    }

    @Test("Live Activities have their own topic; nothing else has")
    func topics() {
        func topic(_ kind: APNsPush.Kind) -> String {
            APNsPush(
                kind: kind, deviceToken: "00", bundleId: "app.enclave", id: "", body: Data(), priority: 5,
                expiration: 0,
                collapseId: nil
            ).topic
        }
        #expect(topic(.alert) == "app.enclave" && topic(.background) == "app.enclave")
        #expect(topic(.liveactivity) == "app.enclave.push-type.liveactivity")
    }
}
