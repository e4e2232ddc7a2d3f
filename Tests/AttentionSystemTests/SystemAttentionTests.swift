@_spi(Preview) import ActivityKit
import EnclaveAlerts
import EnclaveContracts
import EnclaveModel
import Foundation
import Testing
@_spi(Preview) import UserNotifications

@testable import EnclaveUI

@Suite("ActivityKit and UserNotifications behind the app's own protocols", .serialized)
@MainActor
struct SystemAttentionTests {
    private let room = String(repeating: "a", count: 64)

    private func settle(until holds: () -> Bool) async {
        for _ in 0..<5_000 where !holds() { await Task.detached(priority: .background) {}.value }
    }

    @Test("An activity is requested, changed and ended, always with a stale date")
    func activity() async throws {
        ActivityDesk.shared.reset()
        let host = SystemActivities()
        var content = EnclaveContracts.ActivityContent(phase: .working, since: 1)
        let id = try await host.request(room: room, content, staleAfter: 120_000)
        #expect(await host.running() == [.init(activity: id, room: room)])
        content.phase = .asking
        await host.update(activity: id, content, staleAfter: 120_000)
        let entry = try #require(ActivityDesk.shared.all.first)
        let shown = try #require(entry.content as? ActivityKit.ActivityContent<EnclaveContracts.ActivityContent>)
        #expect(shown.state == content)
        #expect(try #require(shown.staleDate) > Date())
        await host.end(activity: id, content, dismissAfter: 0)
        #expect(entry.state == .dismissed)
        #expect(await host.running() == [])
    }

    @Test("The person's switch is an error, not a crash")
    func refused() async {
        ActivityDesk.shared.reset()
        ActivityDesk.shared.refuse(with: .denied)
        await #expect(throws: ActivityAuthorizationError.denied) {
            try await SystemActivities().request(
                room: room, EnclaveContracts.ActivityContent(phase: .working, since: 1), staleAfter: 1)
        }
        ActivityDesk.shared.reset()
    }

    @Test("Swipes, tokens and activities started from afar are heard of")
    func events() async throws {
        ActivityDesk.shared.reset()
        let host = SystemActivities()
        var heard: [ActivityEvent] = []
        let listener = Task {
            for await event in host.events() { heard.append(event) }
        }
        defer { listener.cancel() }
        let id = try await host.request(
            room: room, EnclaveContracts.ActivityContent(phase: .working, since: 1), staleAfter: 1_000)
        await settle { heard.contains(.appeared(.init(activity: id, room: room))) && heard.count >= 2 }
        ActivityDesk.shared.setToken(Data([1, 2]), of: id)
        ActivityDesk.shared.setStartToken(Data([3]))
        await settle { heard.contains(.token(activity: id, Data([1, 2]))) && heard.contains(.startToken(Data([3]))) }
        ActivityDesk.shared.swipeAway(id)
        await settle { heard.contains(.dismissed(activity: id)) }
        #expect(heard.contains(.dismissed(activity: id)))
        #expect(heard.contains(.token(activity: id, Data([1, 2]))))
        #expect(heard.contains(.startToken(Data([3]))))
    }

    @Test("A notification is shown with its options, replaced by its name, and taken back")
    func notification() async throws {
        let center = UNUserNotificationCenter.current()
        center.reset()
        let host = SystemNotifications()
        #expect(await host.permission() == .unknown)
        #expect(try await host.requestPermission() == .granted)
        let payload = AlertPayload(room: room, reason: .ask, askId: "5")
        let draft = AlertDraft(
            id: "n", text: AlertText(title: "harbour", body: "Deploy?", options: ["Approve", "Decline"]),
            payload: payload, privacy: .preview, words: AlertWords(Locale(identifier: "en")))
        await host.setCategories([draft.category])
        try await host.show(draft)
        try await host.show(draft)
        #expect(await host.delivered() == ["n": payload])
        let shown = try #require(await center.deliveredNotifications().first?.request.content)
        #expect(shown.body == "Deploy?")
        #expect(shown.interruptionLevel == .timeSensitive)
        #expect(shown.threadIdentifier == room && shown.relevanceScore == 1)
        let category = try #require(await center.notificationCategories().first)
        #expect(category.identifier == shown.categoryIdentifier)
        #expect(category.actions.map(\.title) == ["Approve", "Decline"])
        #expect(category.actions.allSatisfy { $0.options.contains(.authenticationRequired) })
        await host.setBadge(3)
        #expect(center.badge == 3)
        await host.withdraw(["n"])
        #expect(await host.delivered().isEmpty)
        center.set(.denied)
        #expect(await host.permission() == .denied)
        center.reset()
    }
}
