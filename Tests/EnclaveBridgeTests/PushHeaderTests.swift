import EnclaveContracts
import Foundation
import Testing

@testable import EnclaveBridge

/// What Apple is told about each kind of push (Docs/Push.md, "Pushes").
@Suite("The headers of a push")
struct PushHeaderTests {
    private static let now = 1_800_000_000
    private static let room = String(repeating: "ab", count: 32)

    private func headers(_ push: APNsPush) -> [String: String] {
        let request = push.request(origin: "https://push.example", token: "jwt")
        return Dictionary(request.headers.map { ($0.name, $0.value) }) { first, _ in first }
    }

    private func delivery(_ reason: AlertPayload.Reason, isWithdrawal: Bool = false) throws -> Delivery {
        let payload = AlertPayload(room: Self.room, reason: reason, askId: reason == .ask ? "5" : nil)
        return Delivery(
            alert: "a", target: "d", room: "r", message: "11111111-2222-3333-4444-555555555555", attempt: 1,
            isWithdrawal: isWithdrawal, reason: reason.rawValue, body: Array(try JSONEncoder().encode(payload)),
            openedAt: 0)
    }

    @Test("Alerts keep their id in every attempt; only questions and ends are urgent; each expires")
    func alerts() throws {
        let address = try #require(BridgeStage.device(1).code.push)
        let table: [(AlertPayload.Reason, priority: String, hours: Int)] = [
            (.ask, "10", 24), (.sessionEnded, "10", 4), (.turnEnded, "5", 4),
        ]
        for (reason, priority, hours) in table {
            let push = try Dispatcher.push(delivery(reason), address, badge: 1, now: Self.now)
            let sent = headers(push)
            #expect(sent["apns-push-type"] == "alert" && sent["apns-topic"] == "app.enclave.test")
            #expect(sent["apns-priority"] == priority)
            #expect(sent["apns-expiration"] == "\(Self.now + hours * 3_600)")
            #expect(sent["apns-id"] == "11111111-2222-3333-4444-555555555555")
            let payload = AlertPayload(room: Self.room, reason: reason, askId: reason == .ask ? "5" : nil)
            #expect(sent["apns-collapse-id"] == (try payload.collapseId()))
            #expect(sent["authorization"] == "bearer jwt")
            #expect(push.body.count <= PushPayload.maximumBytes)
        }
    }

    @Test("Taking back may wait, carries no words, and has an id of its own")
    func withdrawals() throws {
        let address = try #require(BridgeStage.device(1).code.push)
        for (badge, kind) in [(nil, "background"), (0, "alert")] as [(Int?, String)] {
            let sent = headers(
                try Dispatcher.push(delivery(.ask, isWithdrawal: true), address, badge: badge, now: Self.now))
            #expect(sent["apns-push-type"] == kind && sent["apns-priority"] == "5")
            #expect(sent["apns-topic"] == "app.enclave.test")
            #expect(sent["apns-expiration"] == "\(Self.now + 86_400)")
            #expect(sent["apns-collapse-id"] == nil)
            #expect(sent["apns-id"] != "11111111-2222-3333-4444-555555555555" && sent["apns-id"]?.count == 36)
        }
    }

    @Test("Live Activities have their topic and token; only questions and ends are urgent")
    func activities() throws {
        let start = String(repeating: "5a", count: 40)
        let address = try #require(BridgeStage.device(1, startToken: start).code.push)
        var asking = ActivityContent(phase: .asking, since: 0)
        asking.question = .init(askId: "5", text: nil, options: [])
        let table: [(ActivityFeed.Push, token: String, priority: String, event: String)] = [
            (.start(asking), start, "10", "start"),
            (.start(ActivityContent(phase: .working, since: 0)), start, "5", "start"),
            (.update(asking, token: "aa", isUrgent: true), "aa", "10", "update"),
            (.update(asking, token: "aa", isUrgent: false), "aa", "5", "update"),
            (.end(asking, token: "aa"), "aa", "10", "end"),
        ]
        for (activity, token, priority, event) in table {
            let push = try Dispatcher.push(activity, address, room: Self.room, now: Self.now)
            let sent = headers(push)
            #expect(sent["apns-push-type"] == "liveactivity")
            #expect(sent["apns-topic"] == "app.enclave.test.push-type.liveactivity")
            #expect(sent["apns-priority"] == priority && push.deviceToken == token)
            #expect(sent["apns-expiration"] == "\(Self.now + 3_600)" && sent["apns-collapse-id"] == nil)
            #expect(sent["apns-id"]?.count == 36 && push.body.count <= PushPayload.maximumBytes)
            let body = try #require(JSONSerialization.jsonObject(with: push.body) as? [String: Any])
            let aps = try #require(body["aps"] as? [String: Any])
            #expect(aps["event"] as? String == event)
            // The screen lights up for a question that is new, not for figures under it.
            #expect((aps["alert"] != nil) == (event == "start" || event == "update" && priority == "10"))
            #expect(
                (aps["stale-date"] != nil) == (event != "end") && (aps["dismissal-date"] != nil) == (event == "end"))
        }
        let without = try #require(BridgeStage.device(1).code.push)
        #expect(throws: PairingError.self) { try Dispatcher.push(.start(asking), without, room: Self.room, now: 0) }
    }
}
