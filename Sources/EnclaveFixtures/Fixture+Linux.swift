#if os(Linux)
    import EnclaveAlerts
    import EnclaveContracts
    import EnclaveUI
    import EnclaveWidgets
    import Foundation
    import SwiftUI
    @_spi(Preview) import WidgetKit

    extension Fixture {
        /// What the system shows of the app while nobody looks at it: Live Activity, notifications, widget, control.
        static let system: [Fixture] = [
            Fixture(.liveActivity, .live, "lock-screen", height: 1_200) {
                try poster(activities.compactMap { name, content, isStale in part(name, content, isStale: isStale) })
            },
            Fixture(.liveActivity, .live, "island", height: 1_500) {
                try poster(
                    WidgetStage.Island.allCases.flatMap { kind in
                        activities.prefix(3).compactMap { name, content, _ in island(kind, name, content) }
                    })
            },
            Fixture(.notifications, .live, "levels", height: 1_500) {
                try poster(
                    PrivacyLevel.allCases.map { level in
                        SystemPoster.Part(level.rawValue, AnyView(NotificationStack { drafts(at: level, $0) }))
                    })
            },
            Fixture(.widgets, .live, "home", height: 1_300) {
                try await widgets([.systemSmall, .systemMedium], isLockScreen: false)
            },
            Fixture(.widgets, .live, "lock-screen") {
                try await widgets([.accessoryInline, .accessoryCircular, .accessoryRectangular], isLockScreen: true)
            },
        ]

        @MainActor private static func poster(
            _ parts: [SystemPoster.Part], isLockScreen: Bool = false
        ) throws -> FixtureStage {
            let stage = try FixtureStage()
            stage.poster = AnyView(SystemPoster(isLockScreen: isLockScreen, parts: parts))
            return stage
        }

        // MARK: Live Activity

        private static let room = String(repeating: "4a", count: 32)
        private static let now = Int(FixtureStage.date.timeIntervalSince1970)

        /// Every state there is, with a name for the picture.
        private static var activities: [(String, EnclaveContracts.ActivityContent, Bool)] {
            var working = EnclaveContracts.ActivityContent(phase: .working, since: now - 95)
            working.title = "relay reconnect audit"
            working.action = "editing Relay.swift"
            working.contextPercent = 26
            working.tasksDone = 3
            working.tasksTotal = 7
            var approval = working
            approval.phase = .asking
            approval.question = .init(
                askId: "5", text: "Run the migration on the staging database, and then the whole suite?",
                options: ["Approve", "Decline"])
            var choice = approval
            choice.title = "A session with a name that is longer than any lock screen is wide"
            choice.question = .init(askId: "6", text: "Which of the four regions goes first?", options: [])
            var secret = EnclaveContracts.ActivityContent(phase: .asking, since: now - 40)
            secret.question = .init(askId: "7", text: nil, options: [])
            func resting(_ phase: EnclaveContracts.ActivityContent.Phase) -> EnclaveContracts.ActivityContent {
                var content = working
                content.phase = phase
                content.action = nil
                return content
            }
            return [
                ("approval", approval, false), ("working", working, false), ("choice", choice, false),
                ("private", secret, false), ("idle", resting(.idle), false), ("away", resting(.away), false),
                ("stale", working, true), ("ended", resting(.ended), false),
            ]
        }

        @MainActor private static func part(
            _ name: String, _ content: EnclaveContracts.ActivityContent, isStale: Bool
        ) -> SystemPoster.Part? {
            WidgetStage.lockScreen(
                of: EnclaveActivityWidget(), attributes: EnclaveActivityAttributes(room: room), state: content,
                isStale: isStale
            ).map { SystemPoster.Part(name, $0) }
        }

        @MainActor private static func island(
            _ kind: WidgetStage.Island, _ name: String, _ content: EnclaveContracts.ActivityContent
        ) -> SystemPoster.Part? {
            WidgetStage.island(
                kind, of: EnclaveActivityWidget(), attributes: EnclaveActivityAttributes(room: room), state: content
            ).map { SystemPoster.Part("\(kind) · \(name)", $0) }
        }

        // MARK: Notifications

        private static func drafts(at level: PrivacyLevel, _ locale: Locale) -> [AlertDraft] {
            let texts: [(AlertPayload.Reason, AlertText)] = [
                (
                    .ask,
                    AlertText(
                        title: "relay reconnect audit", body: "Run the migration on the staging database?",
                        options: ["Approve", "Decline"])
                ),
                (.ask, AlertText(title: "docs site", body: "What should the release note say?", wantsText: true)),
                (.turnEnded, AlertText(title: "silvertune-web", body: AlertWords(locale).named(.turnEnded))),
            ]
            return texts.map { reason, text in
                AlertDraft(
                    id: text.title, text: text,
                    payload: AlertPayload(room: room, reason: reason, askId: reason == .ask ? "5" : nil),
                    privacy: level,
                    words: AlertWords(locale))
            }
        }

        // MARK: Widget and control

        /// The widget in sizes, with sessions, without, and with old news; the control where it belongs.
        @MainActor private static func widgets(_ families: [WidgetFamily], isLockScreen: Bool) async throws
            -> FixtureStage
        {
            let stage = try FixtureStage()
            var parts: [SystemPoster.Part] = []
            func session(_ id: Int, _ title: String?, _ phase: EnclaveContracts.ActivityContent.Phase, age: Int)
                -> WidgetSnapshot.Session
            {
                WidgetSnapshot.Session(
                    id: String(repeating: "\(id)", count: 64), title: title, phase: phase,
                    needsAnswer: phase == .asking,
                    updatedAt: now - age)
            }
            let states: [(String, WidgetSnapshot)] = [
                (
                    "needs you",
                    WidgetSnapshot(sessions: [
                        session(1, "relay reconnect audit", .asking, age: 20),
                        session(2, "docs site", .working, age: 30),
                        session(3, "silvertune-web", .idle, age: 400),
                    ])
                ),
                ("private and old", WidgetSnapshot(sessions: [session(1, nil, .working, age: 9_000)])),
                ("empty", WidgetSnapshot(sessions: [])),
            ]
            for (name, snapshot) in states {
                let folder = try stage.scratch(name)
                try JSONEncoder().encode(snapshot).write(to: folder.appending(path: WidgetSnapshot.fileName))
                let widget = NeedsYouWidget(folder: folder, now: { FixtureStage.date })
                for family in families {
                    guard let view = await WidgetStage.view(of: widget, in: family) else { continue }
                    parts.append(SystemPoster.Part("\(family) · \(name)", view))
                }
                if isLockScreen, #available(iOS 18.0, *) {
                    parts.append(
                        SystemPoster.Part(
                            "control · \(name)", await WidgetStage.view(of: NeedsYouControl(folder: folder))))
                }
            }
            stage.poster = AnyView(SystemPoster(isLockScreen: isLockScreen, parts: parts))
            return stage
        }
    }
#endif
