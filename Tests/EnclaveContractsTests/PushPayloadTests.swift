import EnclaveContracts
import Foundation
import Testing

@Suite("What goes through Apple's servers")
struct PushPayloadTests {
    private let room = String(repeating: "5c", count: 32)

    private func object(_ data: Data) throws -> [String: Any] {
        try #require(JSONSerialization.jsonObject(with: data) as? [String: Any])
    }

    private func aps(_ data: Data) throws -> [String: Any] { try #require(try object(data)["aps"] as? [String: Any]) }

    private func largest() -> ActivityContent {
        var content = ActivityContent(phase: .asking, since: 1_767_225_600)
        let long = String(repeating: "\"港口\\", count: 3_000)
        content.title = long
        content.action = long
        content.question = .init(askId: "7", text: long, options: ["Approve", "Decline"])
        return content
    }

    @Test("An alert is generic, may be changed by the extension, and threads by room")
    func alert() throws {
        let payload = AlertPayload(room: room, reason: .ask, askId: "5")
        let data = try PushPayload.alert(payload, badge: 2, loudness: .timeSensitive)
        let aps = try aps(data)
        #expect(aps["mutable-content"] as? Int == 1)
        #expect(aps["badge"] as? Int == 2)
        #expect(aps["thread-id"] as? String == room)
        #expect(aps["interruption-level"] as? String == "time-sensitive")
        #expect(aps["category"] as? String == PushPayload.askCategory)
        #expect((aps["alert"] as? [String: String])?["body"] == "A session needs your answer.")
        let carried = try JSONSerialization.data(withJSONObject: #require(try object(data)["enclave"]))
        #expect(try JSONDecoder().decode(AlertPayload.self, from: carried) == payload)
    }

    @Test("A withdrawal is silent and names what it takes back")
    func withdrawal() throws {
        let data = try PushPayload.withdrawal(AlertPayload(room: room, reason: .ask, askId: "5"), badge: 0)
        let aps = try aps(data)
        #expect(aps["content-available"] as? Int == 1)
        #expect(aps["alert"] == nil && aps["sound"] == nil)
        #expect((try object(data)["enclave"] as? [String: Any])?["withdraws"] as? Bool == true)
    }

    @Test("Live Activity pushes have `event`, whole seconds and a content-state that the app decodes")
    func activity() throws {
        let content = largest()
        let update = try PushPayload.activityUpdate(content, timestamp: 1_000, staleDate: 1_120, isAlert: true)
        let end = try PushPayload.activityEnd(content, timestamp: 1_001, dismissalDate: 1_241)
        let start = try PushPayload.activityStart(content, room: room, timestamp: 1_002, staleDate: 1_120)
        for (data, event) in [(update, "update"), (end, "end"), (start, "start")] {
            #expect(data.count <= PushPayload.maximumBytes)
            let aps = try aps(data)
            #expect(aps["event"] as? String == event)
            #expect(aps["events"] == nil)
            #expect(aps["timestamp"] as? Int != nil)
            let state = try JSONSerialization.data(withJSONObject: #require(aps["content-state"]))
            #expect(try JSONDecoder().decode(ActivityContent.self, from: state) == content.fitted())
        }
        #expect(try aps(update)["stale-date"] as? Int == 1_120)
        #expect(try aps(end)["dismissal-date"] as? Int == 1_241)
        #expect(try aps(start)["attributes-type"] as? String == PushPayload.attributesType)
        #expect((try aps(start)["attributes"] as? [String: String])?["room"] == room)
    }

    @Test("What would be larger than Apple takes is refused, not sent")
    func tooLarge() {
        var payload = AlertPayload(room: room, reason: .ask, askId: String(repeating: "x", count: 5_000))
        payload.sealed = nil
        #expect(throws: PushPayloadError.self) { try PushPayload.alert(payload, badge: nil, loudness: .active) }
    }
}
