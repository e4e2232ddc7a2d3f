import SwiftUI

/// One screen in one state, made from the app's own model: for pictures, and for whoever wants to look at it.
public struct Fixture: Identifiable, Sendable {
    /// What is done to the screen before it is looked at.
    public enum Step: Sendable, Hashable {
        /// Taps what has this name.
        case tap(String)
        /// Presses it for long: a context menu.
        case longPress(String)
        /// Types into a field.
        case type(String, into: String)
        /// Offers a swipe action of a row.
        case swipe(String, action: String)
    }

    /// The screen.
    public let screen: FixtureScreen
    /// What kind of state it is in.
    public let state: FixtureState
    /// What this state is called among those of its screen: "live", "reconnecting".
    public let name: String
    /// What is done before it is looked at.
    public let steps: [Step]
    /// Points that the picture is high, when it is to show more than a device does.
    public let height: Double?
    private let make: @MainActor @Sendable () async throws -> FixtureStage

    /// Screen and name; unique.
    public var id: String { "\(screen.rawValue)-\(name)" }

    /// - Parameter name: what the state is called, where that is not the word for its kind.
    init(
        _ screen: FixtureScreen, _ state: FixtureState, _ name: String? = nil, steps: [Step] = [],
        height: Double? = nil, make: @escaping @MainActor @Sendable () async throws -> FixtureStage
    ) {
        self.screen = screen
        self.state = state
        self.name = name ?? state.rawValue
        self.steps = steps
        self.height = height
        self.make = make
    }

    /// Puts the fixture on stage; close the stage when done.
    @MainActor public func stage() async throws -> FixtureStage { try await make() }

    /// All fixtures, screen by screen.
    public static let all: [Fixture] =
        sessions + pairing + session + asks + activity + agents + trust + images + others + attention + locks + system
}
