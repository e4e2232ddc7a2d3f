import CollabWire
import EnclaveAlerts
import EnclaveContracts
import Foundation
import Testing

@testable import EnclaveModel

@Suite("What reaches a person who is not looking")
@MainActor
struct AttentionCenterTests {
    private let ask =
        #"{"t":"ui-request","request":{"reqId":5,"kind":"select","title":"Deploy?","options":["Approve","Decline"]}}"#
    private let end = #"{"t":"ui-request-end","reqId":5}"#

    private func answer(_ stage: AttentionStage, ask: String = "5", _ value: String = "Approve") -> AskAnswer {
        AskAnswer(room: stage.key.rawValue, askId: ask, value: value)
    }

    @Test("A question is told within a second, with its options, and counts on the badge")
    func tells() async throws {
        let stage = try await AttentionStage()
        await stage.launch()
        try await stage.goLive()
        let before = stage.clock.now()
        try stage.deliver(ask)
        try await stage.run("a notification") { !stage.notifications.shown.isEmpty }
        #expect(stage.clock.now() - before <= 1_000)
        #expect(stage.notifications.shown.first?.category.options == ["Approve", "Decline"])
        try await stage.run("the badge") { stage.notifications.badge == 1 }
        try await stage.run("an activity that asks") {
            stage.activities.requests == [stage.key.rawValue]
        }
    }

    @Test("Answered elsewhere it is withdrawn, and a tap on it afterwards sends nothing and says so (C05, N2)")
    func withdrawn() async throws {
        let stage = try await AttentionStage()
        await stage.launch()
        try await stage.goLive()
        try stage.deliver(ask)
        try await stage.run("a notification") { !stage.notifications.shown.isEmpty }
        try stage.deliver(end)
        try await stage.run("nothing on the screen") { stage.notifications.isEmpty && stage.notifications.badge == 0 }
        await stage.center.received(.answer(answer(stage)))
        #expect(try stage.sent("ui-response").isEmpty)
        #expect(stage.notifications.heard.last == "The question was already settled. Nothing was sent.")
    }

    @Test("On screen nothing is told; what was told before goes when the person looks")
    func onScreen() async throws {
        let stage = try await AttentionStage()
        await stage.launch(isActive: true)
        try await stage.goLive()
        await stage.app.open(stage.key)
        try stage.deliver(ask)
        await stage.pass(3_000)
        #expect(stage.notifications.heard.isEmpty)
        await stage.center.sceneChanged(isActive: false)
        await stage.pass(1_000)
        #expect(stage.notifications.heard.isEmpty)
    }

    @Test("An answer from the lock screen starts the app, waits for the room, and leaves once")
    func coldAnswer() async throws {
        let stage = try await AttentionStage()
        let delivery = Task { await stage.center.received(.answer(answer(stage, "Decline"))) }
        try await stage.run("a hello") { try stage.sent("hello").count == 1 }
        try stage.welcome()
        try stage.deliver(ask)
        try await stage.run("an answer") { try stage.sent("ui-response").count == 1 }
        await delivery.value
        let sent = try #require(try stage.sent("ui-response").first)
        #expect(sent["value"]?.stringValue == "Decline")
        #expect(sent["reqId"]?.intValue == 5)
    }

    @Test("After a reconnect a question is neither taken back nor shown again while the host has not asked again (N2)")
    func reconnected() async throws {
        let stage = try await AttentionStage()
        await stage.launch()
        try await stage.goLive()
        try stage.deliver(ask)
        try await stage.run("a notification") { !stage.notifications.shown.isEmpty }
        let heard = stage.notifications.heard.count
        stage.isHostSlow = true
        stage.relay.socket?.close(code: 1006)
        try await stage.run("a hello") { try stage.sent("hello").count == 1 }
        try stage.welcome()
        await stage.pass(5_000)
        #expect(!stage.notifications.isEmpty && stage.notifications.badge == 1)
        try stage.deliver(ask)
        stage.isHostSlow = false
        await stage.pass(5_000)
        #expect(!stage.notifications.isEmpty && stage.notifications.heard.count == heard)
    }

    @Test("An answer from the lock screen waits for a host that is slow to ask again (N3)")
    func slowHost() async throws {
        let stage = try await AttentionStage()
        stage.isHostSlow = true
        let delivery = Task { await stage.center.received(.answer(answer(stage))) }
        try await stage.run("a hello") { try stage.sent("hello").count == 1 }
        try stage.welcome()
        await stage.pass(3_000)
        try stage.deliver(ask)
        try await stage.run("an answer") { try stage.sent("ui-response").count == 1 }
        await delivery.value
        // Only the question itself, not that it were settled.
        #expect(stage.notifications.heard.allSatisfy { $0 == "Deploy?" })
    }

    @Test("An answer to another question, or with a label that is not offered, sends nothing")
    func staleAnswer() async throws {
        let stage = try await AttentionStage()
        await stage.launch()
        try await stage.goLive()
        try stage.deliver(ask)
        try await stage.run("the question") { try !stage.session().client.openAsks.isEmpty }
        await #expect(throws: AnswerProblem.settled) {
            try await stage.center.courier.deliver(self.answer(stage, ask: "4"))
        }
        await #expect(throws: AnswerProblem.settled) {
            try await stage.center.courier.deliver(self.answer(stage, "Approve!"))
        }
        await #expect(throws: AnswerProblem.unknownRoom) {
            try await stage.center.courier.deliver(
                AskAnswer(room: String(repeating: "0", count: 64), askId: "5", value: "Approve"))
        }
        #expect(try stage.sent("ui-response").isEmpty)
    }

    @Test("A session that does not come up in time sends nothing, and the person is told")
    func unreachable() async throws {
        let stage = try await AttentionStage()
        await stage.launch()
        let delivery = Task { await stage.center.received(.answer(answer(stage))) }
        try await stage.run("the end of patience") {
            stage.notifications.heard.last == "The session could not be reached. Nothing was sent."
        }
        await delivery.value
    }

    @Test("A tap that launches the app opens that session once the list is there; the last of two wins (N13)")
    func coldRoute() async throws {
        let stage = try await AttentionStage()
        let other = String(repeating: "0", count: 64)
        await stage.center.received(.open(room: other))
        await stage.center.received(.open(room: stage.key.rawValue))
        #expect(stage.app.path.isEmpty)
        await stage.launch()
        try await stage.run("the session's screen") { stage.app.path == [stage.key] }
        stage.app.path = []
        stage.router.ready { _ in Issue.record("the route was delivered twice") }
    }

    @Test("A tap for a room that is gone shows the list with a sentence (N13)")
    func unknownRoute() async throws {
        let stage = try await AttentionStage()
        await stage.launch()
        await stage.center.received(.open(room: String(repeating: "0", count: 64)))
        try await stage.run("a sentence") { stage.app.problem != nil }
        #expect(stage.app.path.isEmpty)
        #expect(stage.app.tab == .sessions)
    }

    @Test("A leftover activity's room is followed again; one of an unknown room ends (N01)")
    func leftovers() async throws {
        let link = try RoomKey(AttentionStage.link).rawValue
        let stage = try await AttentionStage(leftovers: [
            .init(activity: "old", room: link), .init(activity: "lost", room: String(repeating: "0", count: 64)),
        ])
        await stage.launch()
        #expect(stage.app.sessions[stage.key] != nil)
        try await stage.run("the lost one to end") {
            stage.activities.calls.contains(.end("lost", nil, dismissAfter: 0))
        }
        #expect(stage.activities.requests.isEmpty)
    }

    @Test("A muted room says nothing anywhere")
    func muted() async throws {
        let stage = try await AttentionStage()
        stage.preferences[hears: stage.key.rawValue] = false
        await stage.launch()
        try await stage.goLive()
        try stage.deliver(ask)
        await stage.pass(3_000)
        #expect(stage.notifications.isEmpty)
        #expect(stage.activities.calls.isEmpty)
    }

    @Test("A silent push takes back what it names, and nothing else")
    func silentPush() async throws {
        let room = try RoomKey(AttentionStage.link).rawValue
        let payload = AlertPayload(room: room, reason: .ask, askId: "5")
        let stage = try await AttentionStage(pushed: [
            try payload.collapseId(): payload, "other": AlertPayload(room: room, reason: .turnEnded),
        ])
        let fields: [String: Any] = ["version": 1, "room": room, "reason": "ask", "askId": "5", "withdraws": true]
        #expect(await stage.center.receivedSilently([AlertPayload.userInfoKey: fields]))
        #expect(await stage.notifications.delivered().keys.sorted() == ["other"])
        #expect(await stage.center.receivedSilently(["other": 1]) == false)
    }

    @Test("The widget's file holds names only where the level allows, and never a link")
    func snapshot() async throws {
        let stage = try await AttentionStage()
        stage.preferences.choices.attention.privacy = .private
        await stage.launch()
        try await stage.goLive()
        try stage.deliver(ask)
        try await stage.run("a snapshot that asks") {
            WidgetSnapshot.read(in: stage.shared.url).needsAnswerCount == 1
        }
        let file = stage.shared.url.appending(path: WidgetSnapshot.fileName)
        let text = try String(contentsOf: file, encoding: .utf8)
        #expect(!text.contains("harbour"))
        #expect(!text.contains("Deploy"))
        #expect(!Samples.leaks(text))
        #expect(stage.reloads >= 1)
    }

    @Test("No renewal goes before the system has said which activities run: the bridge would forget their tokens")
    func renewalsAfterActivities() async throws {
        let bridge = FakeBridge()
        let room = try RoomKey(AttentionStage.link).rawValue
        let stage = try await AttentionStage(leftovers: [.init(activity: "a0", room: room)], sender: bridge)
        let token = Data(repeating: 5, count: 32)
        stage.push.tokenArrived(Data(repeating: 7, count: 32))
        stage.push.activitiesChanged([.init(room: room, token: String(repeating: "05", count: 32))], start: nil)
        let code = try PairingCode(parsing: try stage.push.pairingCode(wishes: stage.preferences.wishes))
        await bridge.pair(code)
        stage.push.choose(address: try BridgeAddress(parsing: "wss://bridge.example.org"))
        // As it is after a launch.
        stage.push.activitiesChanged([], start: nil)
        stage.activities.beSlow()
        let launching = Task { await stage.launch() }
        await stage.pass(6_000)
        #expect(await bridge.count == 0)
        stage.activities.answer()
        stage.activities.happen(.token(activity: "a0", token))
        await launching.value
        await stage.pass(6_000)
        #expect(await bridge.count == 0 && stage.push.activities.count == 1)
        #expect(stage.center.renewals.standing == .current(since: nil))
    }
}
