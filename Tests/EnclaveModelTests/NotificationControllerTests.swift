import Attention
import CollabWire
import EnclaveAlerts
import EnclaveContracts
import EnclaveModel
import Foundation
import Testing

@Suite("Notifications and the system")
@MainActor
struct NotificationControllerTests {
    private let host: FakeNotifications
    private let controller: NotificationController
    private let room = String(repeating: "a", count: 64)
    private let words = AlertWords(Locale(identifier: "en"))

    init() {
        host = FakeNotifications()
        controller = NotificationController(host: host, words: words)
    }

    private func tell(_ ask: Ask, alert: Int = 1, privacy: PrivacyLevel = .preview) async {
        controller.perform(
            [.tell(room: room, .ask(ask, alert: alert))], titles: [room: "harbour"], privacy: privacy)
        await controller.finished()
    }

    @Test("Up to four options are actions, byte for byte; more are answered in the app; an editor takes a text")
    func actions() async {
        await tell(Samples.select(5, title: "Deploy?", ["Approve ", "Decline"]))
        #expect(host.shown.first?.category.options == ["Approve ", "Decline"])
        #expect(host.shown.first?.title == "harbour")
        #expect(host.shown.first?.body == "Deploy?")
        #expect(host.shown.first?.isUrgent == true)
        #expect(host.categories.contains { $0.options == ["Approve ", "Decline"] })

        await tell(Samples.select(6, ["1", "2", "3", "4", "5"]), alert: 2)
        await tell(Samples.editor(7), alert: 3)
        let actions = host.shown.map(\.category.actions)
        #expect(actions.contains([.open]))
        #expect(actions.contains([.reply, .open]))
    }

    @Test(
        "What a notification says depends on the level, and below preview nobody answers what they can't read",
        arguments: [
            (PrivacyLevel.private, "Enclave", "A session needs your answer."),
            (.title, "harbour", "Needs your answer."), (.preview, "harbour", "Deploy?"),
        ])
    func levels(level: PrivacyLevel, title: String, body: String) async {
        await tell(Samples.select(5, title: "Deploy?", ["Yes", "No"]), privacy: level)
        #expect(host.shown.map(\.title) == [title])
        #expect(host.shown.map(\.body) == [body])
        #expect(host.shown.first?.category.options.isEmpty == (level != .preview))
    }

    @Test("The steps of a multi-select are one notification: heard once, answered where the run stands")
    func rebinds() async {
        let first = Samples.select(11, ["A", "B"], marker: .checkbox)
        let next = Samples.select(12, ["A", "B"], marker: .checkbox, checked: [1])
        await tell(first)
        controller.perform([.rebind(room: room, .ask(next, alert: 1))], titles: [:], privacy: .preview)
        await controller.finished()
        #expect(host.shown.count == 1)
        #expect(host.heard.count == 1)
        #expect(host.shown.first?.payload.askId == "12")
        controller.perform([.withdraw(room: room, .ask(next, alert: 1))], titles: [:], privacy: .preview)
        await controller.finished()
        #expect(host.isEmpty)
    }

    @Test("What a push already told is not told again aloud, and is taken back with the rest")
    func pushedBefore() async throws {
        let payload = AlertPayload(room: room, reason: .ask, askId: "5")
        let host = FakeNotifications(pushed: [try payload.collapseId(): payload])
        let controller = NotificationController(host: host, words: words)
        let ask = Samples.select(5, ["Yes", "No"])
        controller.perform([.tell(room: room, .ask(ask, alert: 1))], titles: [:], privacy: .preview)
        await controller.finished()
        #expect(host.heard.isEmpty)
        #expect(host.shown.count == 1)
        controller.perform([.withdraw(room: room, .ask(ask, alert: 1))], titles: [:], privacy: .preview)
        await controller.finished()
        #expect(host.isEmpty)
    }

    @Test("A push that came while the app was away is taken back when the room shows that it is settled")
    func reconciles() async throws {
        let settled = AlertPayload(room: room, reason: .ask, askId: "4")
        let open = AlertPayload(room: room, reason: .ask, askId: "5")
        let other = AlertPayload(room: String(repeating: "b", count: 64), reason: .ask, askId: "4")
        let host = FakeNotifications(pushed: ["x": settled, "y": open, "z": other])
        let controller = NotificationController(host: host, words: words)
        controller.reconcile(room: room, open: ["5"])
        await controller.finished()
        #expect(Set(await host.delivered().keys) == ["y", "z"])
    }

    @Test("Questions beyond those told by themselves are one notification, under the name that a push gives it")
    func more() async throws {
        let payload = AlertPayload(room: room, reason: .ask)
        controller.perform([.tell(room: room, .moreAsks)], titles: [room: "harbour"], privacy: .preview)
        await controller.finished()
        #expect(host.shown.map(\.id) == [try payload.collapseId()])
        #expect(host.shown.first?.body == "More questions wait for your answer.")
        controller.reconcile(room: room, open: ["5"])
        await controller.finished()
        #expect(host.shown.count == 1)
        controller.perform([.withdraw(room: room, .moreAsks)], titles: [:], privacy: .preview)
        await controller.finished()
        #expect(host.isEmpty)
    }

    @Test("The badge follows, and categories that nobody needs any more are dropped")
    func badgeAndCategories() async {
        let ask = Samples.select(5, ["Yes", "No"])
        controller.perform(
            [.tell(room: room, .ask(ask, alert: 1)), .badge(1)], titles: [:], privacy: .preview)
        await controller.finished()
        #expect(host.badge == 1)
        controller.perform(
            [.withdraw(room: room, .ask(ask, alert: 1)), .badge(0)], titles: [:], privacy: .preview)
        await controller.finished()
        #expect(host.badge == 0)
        #expect(host.categories == AlertCategory.standing(words).sorted { $0.id < $1.id })
    }
}
