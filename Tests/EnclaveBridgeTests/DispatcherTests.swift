import CollabGuest
import CollabTesting
import Crypto
import EnclaveContracts
import Foundation
import Testing

@testable import EnclaveBridge

/// What becomes of an alert and of its device, for what Apple answers; no time passes.
@Suite("The dispatcher")
struct DispatcherTests {
    /// What is expected of one answer.
    private enum End {
        case told
        case givenUp
        /// Again, not before so many milliseconds.
        case again(after: Int)
    }

    private struct Row: CustomTestStringConvertible {
        var status: Int
        var reason: String
        var end: End
        var isDeviceGone = false
        var isAlarm = false

        var testDescription: String { "\(status) \(reason)" }
    }

    /// Jitter takes a quarter off at most.
    private static let soon = 1_500
    private static let slow = 45_000
    private static let refused = 225_000

    private static let table: [Row] =
        [Row(status: 200, reason: "", end: .told)]
        + [
            "BadCollapseId", "BadExpirationDate", "BadMessageId", "BadPriority", "DuplicateHeaders", "InvalidPushType",
            "PayloadEmpty",
        ].map { Row(status: 400, reason: $0, end: .givenUp) }
        + ["BadDeviceToken", "DeviceTokenNotForTopic", "MissingDeviceToken"].map {
            // The device only after three of these, hours apart.
            Row(status: 400, reason: $0, end: .givenUp)
        }
        + ["BadTopic", "MissingTopic", "TopicDisallowed"].map {
            Row(status: 400, reason: $0, end: .again(after: refused), isAlarm: true)
        }
        + [Row(status: 400, reason: "IdleTimeout", end: .again(after: soon))]
        + [
            "BadCertificate", "BadCertificateEnvironment", "ExpiredProviderToken", "Forbidden", "InvalidProviderToken",
            "MissingProviderToken", "UnrelatedKeyIdInToken", "BadEnvironmentKeyIdInToken", "BadEnvironmentKeyInToken",
        ].map { Row(status: 403, reason: $0, end: .again(after: refused), isAlarm: true) }
        + [
            Row(status: 404, reason: "BadPath", end: .givenUp),
            Row(status: 405, reason: "MethodNotAllowed", end: .givenUp),
            Row(status: 410, reason: "ExpiredToken", end: .givenUp, isDeviceGone: true),
            Row(status: 410, reason: "Unregistered", end: .givenUp, isDeviceGone: true),
            Row(status: 413, reason: "PayloadTooLarge", end: .givenUp),
            Row(status: 429, reason: "TooManyProviderTokenUpdates", end: .again(after: slow)),
            Row(status: 429, reason: "TooManyRequests", end: .again(after: slow)),
            Row(status: 500, reason: "InternalServerError", end: .again(after: soon)),
            Row(status: 503, reason: "ServiceUnavailable", end: .again(after: soon)),
            Row(status: 503, reason: "Shutdown", end: .again(after: soon)),
        ]

    @Test("Every answer Apple documents leaves alert, device and alarm as it should", arguments: table)
    private func answers(row: Row) async throws {
        let server = FakePushServer { _ in
            row.status == 200
                ? nil : (row.status, "{\"reason\":\"\(row.reason)\",\"timestamp\":\(DispatcherScene.now + 1_000)}")
        }
        let scene = try await DispatcherScene.finished([BridgeStage.device(1).code], server)
        defer { scene.store.close() }
        let counts = try await scene.store.counts()
        let due = try await scene.store.nextDue(worker: "w")
        switch row.end {
        case .told: #expect(counts == [.told: 1])
        case .givenUp: #expect(counts == [.failed: 1])
        case .again(let delay):
            #expect(counts == [.waiting: 1])
            #expect(try #require(due) >= DispatcherScene.now + delay)
        }
        #expect(try await scene.store.devices().first?.disabled == (row.isDeviceGone ? row.reason : nil))
        #expect(scene.metrics.value(.providerAlarm) == (row.isAlarm ? 1 : 0))
        #expect(scene.metrics.text().contains("reason=\"\(row.status == 200 ? "accepted" : row.reason)\"} 1"))
        // Only an expired provider token is worth another attempt at once.
        #expect(server.log.all.count == (row.reason == "ExpiredProviderToken" ? 2 : 1))
    }

    @Test("Every documented reason stands in that table")
    func complete() { #expect(Set(Self.table.map(\.reason)) == APNsReply.documentedReasons.union([""])) }

    @Test("Each environment has its server and its one provider token; a key that one refuses is good in the other")
    func environments() async throws {
        let seen = BridgeTestLock<[(host: String, token: String)]>([])
        let server = FakePushServer { request in
            let host = URL(string: request.url)?.host() ?? ""
            let token = request.headers.first { $0.name == "authorization" }?.value ?? ""
            seen.withLock { $0.append((host, token)) }
            return host == "api.push.apple.com" ? nil : (403, "{\"reason\":\"BadEnvironmentKeyInToken\"}")
        }
        let codes = try (1...4).map { number in
            var code = try BridgeStage.device(number).code
            if number > 2 { code.push?.environment = .production }
            return code
        }
        let scene = try await DispatcherScene.finished(codes, server)
        defer { scene.store.close() }
        let pushes = seen.withLock { $0 }
        #expect(Set(pushes.map(\.host)) == ["api.push.apple.com", "api.sandbox.push.apple.com"])
        #expect(pushes.count == 4 && Set(pushes.map(\.token)).count == 2)
        #expect(Set(pushes.map { "\($0.host) \($0.token)" }).count == 2)
        #expect(try await scene.store.counts() == [.told: 2, .waiting: 2])
        // What goes through in one environment ends no alarm of the other.
        #expect(scene.metrics.value(.providerAlarm) == 1)
    }

    @Test("A question that could not be told for a day is given up without another attempt")
    func tooOld() async throws {
        for (age, isTold) in [(Dispatcher.patience, true), (Dispatcher.patience + 1, false)] {
            let server = FakePushServer()
            let scene = try await DispatcherScene.finished([BridgeStage.device(1).code], server, age: age)
            defer { scene.store.close() }
            #expect(try await scene.store.counts() == [isTold ? .told : .failed: 1])
            #expect(server.log.all.count == (isTold ? 1 : 0))
        }
    }

    @Test("A Live Activity's push that is refused waits, or ends what is gone", arguments: table)
    private func activities(row: Row) async throws {
        let server = FakePushServer { request in
            // Only the activity's own token is refused.
            request.url.hasSuffix("/aa") && row.status != 200
                ? (row.status, "{\"reason\":\"\(row.reason)\",\"timestamp\":\(DispatcherScene.now)}") : nil
        }
        let scene = try await DispatcherScene.finished([BridgeStage.device(1).code], server)
        defer { scene.store.close() }
        let device = try #require(try await scene.store.devices().first)
        let outcome = await scene.dispatcher.push(
            .update(ActivityContent(phase: .working, since: 0), token: "aa", isUrgent: false), to: device, room: "room")
        switch row.end {
        case .told: #expect(outcome == .accepted)
        case .givenUp: #expect(outcome == .tokenGone)
        case .again(let delay):
            guard case .later(let wait) = outcome else {
                Issue.record("\(outcome)")
                return
            }
            #expect(wait >= Double(delay))
        }
        // An activity's token says nothing of its device.
        #expect(try await scene.store.devices().first?.disabled == nil)
    }
}
