/// The screens of the app, and what the system shows of it.
public enum FixtureScreen: String, Sendable, CaseIterable {
    case sessions, pair, session, ask, activity, agent, trust
    case imageViewer = "image-viewer"
    case settings, onboarding
    case lockScreen = "lock-screen"
    case attention, bridge, lock
    case liveActivity = "live-activity"
    case notifications, widgets

    /// The app's own screens. What the system shows has states of its own (phases, levels, sizes), not these.
    public static var ofTheApp: [FixtureScreen] {
        allCases.filter { ![.liveActivity, .notifications, .widgets].contains($0) }
    }

    /// What it is called in `Docs/Screens.md`.
    public var title: String {
        switch self {
        case .sessions: "Sessions"
        case .pair: "Pair"
        case .session: "Session (editor)"
        case .ask: "Question, approval"
        case .activity: "Activity"
        case .agent: "Agent"
        case .trust: "Trust"
        case .imageViewer: "Image viewer"
        case .settings: "Settings"
        case .onboarding: "How it works"
        case .lockScreen: "Lock screen preview"
        case .attention: "Notifications"
        case .bridge: "Push bridge"
        case .lock: "Lock"
        case .liveActivity: "Live Activity"
        case .notifications: "Notification"
        case .widgets: "Widgets, control"
        }
    }

    /// Why the screen is never in a state; nil when it can be, and then there is a fixture for it.
    public func reasonAgainst(_ state: FixtureState) -> String? {
        switch (self, state) {
        case (.ask, .empty): "Without a question there is no panel."
        case (.ask, .readOnly): "A view link is never asked (protocol §10)."
        case (.imageViewer, .empty): "It is opened by a tap on a picture, and by nothing else."
        case (.imageViewer, .readOnly): "Nothing in it steers: a link that only watches changes nothing."
        case (.settings, .loading), (.attention, .loading):
            "What it shows lies on the device and is there before the screen is."
        case (.settings, .readOnly), (.attention, .readOnly), (.bridge, .readOnly):
            "It is about this device: no link and no host allows or forbids anything in it."
        case (.onboarding, .live): nil
        case (.onboarding, _): "It says the same at all times: nothing is looked up, sent or chosen."
        case (.lock, .live), (.lock, .loading), (.lock, .error): nil
        case (.lock, _): "It shows nothing of any room, and says the same two sentences to everybody."
        default: nil
        }
    }
}

/// What a screen can be like: the states that each screen is designed, photographed and tested in.
public enum FixtureState: String, Sendable, CaseIterable {
    /// There is nothing to show yet.
    case empty
    /// Something is awaited.
    case loading
    /// What it is made for.
    case live
    /// More and longer than anybody planned for.
    case long
    /// Something went wrong.
    case error
    /// Watched, not steered.
    case readOnly = "readonly"
}

extension Fixture {
    /// Which fixture shows which screen in which state, as a table in Markdown; where there is none, why.
    public static var table: String {
        var reasons: [String] = []
        func cell(_ screen: FixtureScreen, _ state: FixtureState) -> String {
            let names = all.filter { $0.screen == screen && $0.state == state }.map { "`\($0.id)`" }
            if !names.isEmpty { return names.joined(separator: " ") }
            guard let reason = screen.reasonAgainst(state) else { return "**missing**" }
            if !reasons.contains(reason) { reasons.append(reason) }
            return "— (\((reasons.firstIndex(of: reason) ?? 0) + 1))"
        }
        func row(_ cells: [String]) -> String { "| \(cells.joined(separator: " | ")) |\n" }
        var text = row(["screen", "empty", "loading", "live", "long", "error", "read-only"])
        text += row(Array(repeating: "---", count: 7))
        for screen in FixtureScreen.ofTheApp {
            text += row([screen.title] + FixtureState.allCases.map { cell(screen, $0) })
        }
        text += "\n"
        for (index, reason) in reasons.enumerated() { text += "\(index + 1). \(reason)\n" }
        return text
    }
}
