import EnclaveContracts
import Foundation
import Testing

@Suite("A Live Activity's content")
struct ActivityContentTests {
    private func full(_ text: String, options: [String]) -> ActivityContent {
        var content = ActivityContent(phase: .asking, since: 1_767_225_600)
        content.title = text
        content.action = text
        content.tokens = 51_000
        content.contextPercent = 26
        content.tasksDone = 3
        content.tasksTotal = 9
        content.question = .init(askId: "7", text: text, options: options)
        return content
    }

    @Test(
        "always fits, whatever the texts are made of",
        arguments: ["a", "\"\\", "港口", "👩‍👩‍👧‍👦", "\u{0}", "é\u{301}\u{302}"])
    func fits(unit: String) throws {
        let text = String(repeating: unit, count: 6_000)
        let fitted = full(text, options: [text, "No"]).fitted()
        #expect(try JSONEncoder().encode(fitted).count <= ActivityContent.maximumBytes)
        #expect(fitted.question?.askId == "7")
        #expect(fitted.question?.options == [])
    }

    @Test("that is small stays as it is")
    func untouched() {
        let content = full("Which pier?", options: ["North", "South"])
        #expect(content.fitted() == content)
    }

    @Test("is cut between characters")
    func wholeCharacters() {
        let family = "👨‍👩‍👧"
        let clipped = String(repeating: family, count: 10).clipped(toBytes: 50)
        #expect(clipped.utf8.count <= 50)
        #expect(clipped.dropLast().allSatisfy { String($0) == family })
        #expect("short".clipped(toBytes: 50) == "short")
    }

    @Test("is the same after a round trip")
    func roundTrip() throws {
        let content = full("Which pier?", options: ["North", "South"])
        let decoded = try JSONDecoder().decode(ActivityContent.self, from: JSONEncoder().encode(content))
        #expect(decoded == content)
    }
}

@Suite("Alerts and widgets")
struct AlertPayloadTests {
    @Test("An ask's notification is named by room and ask, so that it can be replaced and withdrawn")
    func identifiers() {
        #expect(AlertPayload(room: "r", reason: .ask, askId: "5").notificationId == "r/ask/5")
        #expect(AlertPayload(room: "r", reason: .turnEnded).notificationId == "r/turn")
        #expect(AlertPayload(room: "r", reason: .sessionEnded).notificationId == "r/ended")
    }

    @Test("A widget lists who needs an answer first, then the newest")
    func widgetOrder() {
        let snapshot = WidgetSnapshot(sessions: [
            .init(id: "old", title: nil, phase: .idle, needsAnswer: false, updatedAt: 1),
            .init(id: "new", title: nil, phase: .working, needsAnswer: false, updatedAt: 9),
            .init(id: "ask", title: nil, phase: .asking, needsAnswer: true, updatedAt: 2),
        ])
        #expect(snapshot.sessions.map(\.id) == ["ask", "new", "old"])
        #expect(snapshot.needsAnswerCount == 1)
    }

    @Test("Privacy levels are ordered by how much they show")
    func privacy() {
        #expect(PrivacyLevel.private < .title && PrivacyLevel.title < .preview)
    }
}
