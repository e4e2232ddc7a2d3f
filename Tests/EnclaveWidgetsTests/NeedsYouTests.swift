@_spi(Preview) import AppIntents
import EnclaveContracts
import Foundation
import SwiftUI
import Testing
import ViewTesting
@_spi(Preview) import WidgetKit

@testable import EnclaveWidgets

@Suite("The widget, the control and the intents", .serialized)
@MainActor
struct NeedsYouTests {
    /// The app's folder, with a snapshot in it.
    private final class Folder {
        let url = FileManager.default.temporaryDirectory.appending(path: "enclave-widget-\(UUID().uuidString)")
        init(_ snapshot: WidgetSnapshot?) throws {
            try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
            guard let snapshot else { return }
            try JSONEncoder().encode(snapshot).write(to: url.appending(path: WidgetSnapshot.fileName))
        }
        deinit { try? FileManager.default.removeItem(at: url) }
    }

    private static func key(_ digit: Character) -> String { String(repeating: digit, count: 64) }

    private let two = WidgetSnapshot(sessions: [
        .init(id: key("b"), title: "docs site", phase: .working, needsAnswer: false, updatedAt: 1_000),
        .init(id: key("a"), title: "harbour", phase: .asking, needsAnswer: true, updatedAt: 900),
    ])
    private let now = Date(timeIntervalSince1970: 1_100)

    private func widget(_ folder: Folder, _ family: WidgetFamily, now: Date? = nil) async throws -> ViewDriver {
        let date = now ?? self.now
        let widget = NeedsYouWidget(folder: folder.url, now: { date })
        let view = try #require(await WidgetStage.view(of: widget, in: family))
        return ViewDriver(view)
    }

    @Test("It comes in five sizes, and every one shows how many wait")
    func sizes() async throws {
        let folder = try Folder(two)
        let families = WidgetStage.families(of: NeedsYouWidget())
        #expect(
            Set(families) == [
                .systemSmall, .systemMedium, .accessoryRectangular, .accessoryCircular, .accessoryInline,
            ])
        for family in families {
            let driver = try await widget(folder, family)
            #expect(driver.shows("1"), "\(family)")
        }
    }

    @Test("A tap opens the session that waits; a row opens its own")
    func taps() async throws {
        let folder = try Folder(two)
        let small = try await widget(folder, .systemSmall)
        try small.tap("harbour")
        #expect(small.openedURLs == [RoomAddress.url(room: Self.key("a"))])
        let medium = try await widget(folder, .systemMedium)
        try medium.tap("docs site")
        #expect(medium.openedURLs.first == RoomAddress.url(room: Self.key("b")))
    }

    @Test("Nothing waits, nothing is there, nothing is readable: each says so, none fails")
    func empty() async throws {
        let calm = try Folder(WidgetSnapshot(sessions: []))
        #expect(try await widget(calm, .systemSmall).shows("No sessions yet"))
        #expect(try await widget(calm, .accessoryInline).shows("Nothing needs you"))
        let missing = try Folder(nil)
        #expect(try await widget(missing, .systemMedium).shows("Pair a box"))
        let broken = try Folder(nil)
        try Data("{".utf8).write(to: broken.url.appending(path: WidgetSnapshot.fileName))
        #expect(try await widget(broken, .systemMedium).shows("Pair a box"))
    }

    @Test("After an hour without news it says that it is old")
    func old() async throws {
        let folder = try Folder(two)
        #expect(try await !widget(folder, .systemSmall).shows("Not up to date"))
        let late = Date(timeIntervalSince1970: 1_000 + NeedsYouProvider.oldAfter + 1)
        #expect(try await widget(folder, .systemSmall, now: late).shows("Not up to date"))
    }

    @Test("The control opens the session that waits, and counts")
    func control() async throws {
        let folder = try Folder(two)
        let driver = ViewDriver(await WidgetStage.view(of: NeedsYouControl(folder: folder.url)))
        #expect(driver.shows("1 waiting"))
        IntentRunner.reset()
        try driver.tap("1 waiting")
        #expect((IntentRunner.performed.last as? OpenRoomIntent)?.room == Self.key("a"))
    }

    @Test("Siri finds sessions by name and by key, those that wait first, and needs no secret for it")
    func query() async throws {
        let folder = try Folder(two)
        let query = SessionQuery(folder: folder.url)
        #expect(try await query.suggestedEntities().map(\.id) == [Self.key("a"), Self.key("b")])
        #expect(try await query.entities(matching: "DOCS").map(\.id) == [Self.key("b")])
        #expect(try await query.entities(for: [Self.key("b"), "gone"]).map(\.name) == ["docs site"])
    }

    @Test("Intents ask the app's desk, and every phrase names the app")
    func desk() async throws {
        actor Log {
            var lines: [String] = []
            func add(_ line: String) { lines.append(line) }
        }
        let log = Log()
        let desk = IntentDesk(
            open: { await log.add("open \($0)") }, stop: { await log.add("stop \($0)") },
            prompt: { await log.add("prompt \($0) \($1)") }, answer: { await log.add("answer \($0) \($1) \($2)") },
            sessions: { WidgetSnapshot(sessions: []) })
        AppDependencyManager.shared.add(dependency: desk)
        _ = try await AnswerAskIntent(room: "r", askId: "5", value: "Yes").perform()
        _ = try await StopTurnIntent(room: "r").perform()
        _ = try await OpenRoomIntent(room: "r").perform()
        _ = try await OpenRoomIntent().perform()
        let session = try #require(two.sessions.first.map(SessionEntity.init))
        let send = SendPromptIntent()
        send.session = session
        send.prompt = "go on"
        _ = try await send.perform()
        let stop = StopSessionIntent()
        stop.session = session
        _ = try await stop.perform()
        let open = OpenSessionIntent()
        open.session = session
        _ = try await open.perform()
        let a = Self.key("a")
        #expect(
            await log.lines == [
                "answer r 5 Yes", "stop r", "open r", "prompt \(a) go on", "stop \(a)", "open \(a)",
            ])
        #expect(EnclaveShortcuts.appShortcuts.count == 3)
        #expect(EnclaveShortcuts.appShortcuts.flatMap(\.phrases).allSatisfy { $0.contains("${applicationName}") })
    }
}
