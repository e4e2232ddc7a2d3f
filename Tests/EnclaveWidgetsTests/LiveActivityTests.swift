@_spi(Preview) import ActivityKit
@_spi(Preview) import AppIntents
import EnclaveContracts
import EnclaveWidgets
import Foundation
import SwiftUI
import Testing
import ViewTesting
@_spi(Preview) import WidgetKit

@Suite("The Live Activity's views", .serialized)
@MainActor
struct LiveActivityTests {
    private let room = String(repeating: "a", count: 64)
    private var attributes: EnclaveActivityAttributes { EnclaveActivityAttributes(room: room) }

    private func content(_ phase: EnclaveContracts.ActivityContent.Phase) -> EnclaveContracts.ActivityContent {
        var content = EnclaveContracts.ActivityContent(phase: phase, since: 1_000)
        content.title = "harbour"
        content.action = "editing Relay.swift"
        content.contextPercent = 26
        content.tasksDone = 3
        content.tasksTotal = 7
        return content
    }

    private func asking(_ options: [String]) -> EnclaveContracts.ActivityContent {
        var content = content(.asking)
        content.question = .init(askId: "5", text: "Deploy the markers?", options: options)
        return content
    }

    private func lockScreen(
        _ content: EnclaveContracts.ActivityContent, isStale: Bool = false
    ) throws -> ViewDriver {
        let view = try #require(
            WidgetStage.lockScreen(
                of: EnclaveActivityWidget(), attributes: attributes, state: content, isStale: isStale))
        return ViewDriver(view)
    }

    private func island(
        _ presentation: WidgetStage.Island, _ content: EnclaveContracts.ActivityContent
    ) throws -> ViewDriver {
        ViewDriver(
            try #require(
                WidgetStage.island(
                    presentation, of: EnclaveActivityWidget(), attributes: attributes, state: content)))
    }

    @Test("A two-way question has its two options as buttons, and each carries the answer it names")
    func answers() throws {
        let driver = try lockScreen(asking(["Approve ", "Decline"]))
        #expect(driver.shows("Deploy the markers?"))
        IntentRunner.reset()
        try driver.tap("Decline")
        let intent = try #require(IntentRunner.performed.last as? AnswerAskIntent)
        #expect(intent.room == room)
        #expect(intent.askId == "5")
        #expect(intent.value == "Decline")
        try driver.tap("Approve")
        #expect((IntentRunner.performed.last as? AnswerAskIntent)?.value == "Approve ")
        #expect(AnswerAskIntent.authenticationPolicy == .requiresAuthentication)
        #expect(!AnswerAskIntent.openAppWhenRun)
    }

    @Test("Any other question opens the session")
    func otherQuestions() throws {
        for options in [[], ["only"], ["a", "b", "c"]] {
            let driver = try lockScreen(asking(options))
            IntentRunner.reset()
            try driver.tap("Answer")
            #expect((IntentRunner.performed.last as? OpenRoomIntent)?.room == room)
        }
        #expect(OpenRoomIntent.openAppWhenRun)
    }

    @Test("While it works it can be stopped and opened")
    func working() throws {
        let driver = try lockScreen(content(.working))
        #expect(driver.shows("editing Relay.swift"))
        #expect(driver.shows("3/7"))
        IntentRunner.reset()
        try driver.tap("Stop")
        #expect((IntentRunner.performed.last as? StopTurnIntent)?.room == room)
        try driver.tap("Open")
        #expect((IntentRunner.performed.last as? OpenRoomIntent)?.room == room)
        #expect(StopTurnIntent.authenticationPolicy == .requiresAuthentication)
    }

    @Test("A push that does not know this device's link offers nothing that the link does not grant")
    func watching() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "enclave-activity-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        func driver(_ content: EnclaveContracts.ActivityContent, watches: Bool?) throws -> ViewDriver {
            let session = WidgetSnapshot.Session(
                id: room, title: nil, phase: .away, needsAnswer: false, updatedAt: 0, watches: watches)
            try JSONEncoder().encode(WidgetSnapshot(sessions: [session]))
                .write(to: folder.appending(path: WidgetSnapshot.fileName))
            return ViewDriver(
                try #require(
                    WidgetStage.lockScreen(
                        of: EnclaveActivityWidget(folder: folder), attributes: attributes, state: content,
                        isStale: false)))
        }
        #expect(try driver(content(.working), watches: true).find("Stop") == nil)
        #expect(try driver(content(.working), watches: nil).find("Stop") != nil)
        let question = try driver(asking(["Approve", "Decline"]), watches: true)
        for name in ["Answer", "Approve", "Decline"] { #expect(question.find(name) == nil) }
        #expect(question.find("Open") != nil)
    }

    @Test("Without text it says only that a session needs the person")
    func silent() throws {
        var content = EnclaveContracts.ActivityContent(phase: .asking, since: 0)
        content.question = .init(askId: "5", text: nil, options: [])
        let driver = try lockScreen(content)
        #expect(driver.shows("Enclave"))
        #expect(driver.shows("A session needs your answer."))
    }

    @Test("What is old says so instead of pretending", arguments: [true, false])
    func stale(isStale: Bool) throws {
        #expect(try lockScreen(content(.working), isStale: isStale).shows("No news for a while") == isStale)
    }

    @Test(
        "What is over or idle offers nothing", arguments: [EnclaveContracts.ActivityContent.Phase.idle, .ended, .away])
    func idle(phase: EnclaveContracts.ActivityContent.Phase) throws {
        let driver = try lockScreen(content(phase))
        for name in ["Answer", "Stop", "Open", "Approve"] { #expect(driver.find(name) == nil) }
    }

    @Test("Every presentation of the island shows every phase", arguments: WidgetStage.Island.allCases)
    func islands(presentation: WidgetStage.Island) throws {
        for phase in EnclaveContracts.ActivityContent.Phase.allCases {
            let state = phase == .asking ? asking(["Approve", "Decline"]) : content(phase)
            let driver = try island(presentation, state)
            #expect(!driver.elements.isEmpty)
            if presentation == .expanded { #expect(driver.shows("harbour")) }
        }
    }

    @Test("The expanded island answers too")
    func islandAnswers() throws {
        let driver = try island(.expanded, asking(["Approve", "Decline"]))
        IntentRunner.reset()
        try driver.tap("Approve")
        #expect((IntentRunner.performed.last as? AnswerAskIntent)?.value == "Approve")
    }

    @Test("The compact island says that an answer is wanted, and leads to the session")
    func compact() throws {
        let driver = try island(.compact, asking(["Approve", "Decline"]))
        #expect(driver.shows("Answer"))
        try driver.tap("Answer")
        #expect(driver.openedURLs == [RoomAddress.url(room: room)])
    }

    @Test("The bridge's bytes are the app's own content state (N07)")
    func bridgeBytes() throws {
        let sent = asking(["Approve", "Decline"])
        let bytes = try PushPayload.activityUpdate(sent, timestamp: 1_700, staleDate: 1_900, isAlert: true)
        #expect(bytes.count <= PushPayload.maximumBytes)
        let body = try #require(try JSONSerialization.jsonObject(with: bytes) as? [String: Any])
        let aps = try #require(body["aps"] as? [String: Any])
        #expect(aps["event"] as? String == "update")
        #expect(aps["timestamp"] as? Int == 1_700)
        let state = try JSONSerialization.data(withJSONObject: try #require(aps["content-state"]))
        #expect(try JSONDecoder().decode(EnclaveActivityAttributes.ContentState.self, from: state) == sent)

        let start = try PushPayload.activityStart(sent, room: room, timestamp: 1, staleDate: 2)
        let began = try #require(try JSONSerialization.jsonObject(with: start) as? [String: Any])
        let begin = try #require(began["aps"] as? [String: Any])
        #expect(begin["attributes-type"] as? String == "\(EnclaveActivityAttributes.self)")
        let fixed = try JSONSerialization.data(withJSONObject: try #require(begin["attributes"]))
        #expect(try JSONDecoder().decode(EnclaveActivityAttributes.self, from: fixed) == attributes)
    }

    @Test("Longest texts of four-byte characters still fit in 4 KB, at whole characters")
    func sizes() throws {
        var content = content(.asking)
        let long = String(repeating: "🏴‍☠️", count: 2_000)
        content.title = long
        content.action = long
        content.question = .init(askId: "5", text: long, options: [String(long.prefix(10)), String(long.prefix(10))])
        let bytes = try PushPayload.activityUpdate(content.fitted(), timestamp: 1, staleDate: 2, isAlert: true)
        #expect(bytes.count <= PushPayload.maximumBytes)
        let fitted = content.fitted()
        #expect(fitted.title?.dropLast().allSatisfy { $0 == "🏴‍☠️" } == true)
        #expect(try JSONEncoder().encode(fitted).count <= 4_096)
    }
}
