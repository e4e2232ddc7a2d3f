import AppIntents

/// Stops what a session does right now, from the lock screen or the island.
public struct StopTurnIntent: LiveActivityIntent {
    /// "Stop".
    public static let title: LocalizedStringResource = "Stop"
    /// ``StopSessionIntent`` is the one for people.
    public static let isDiscoverable = false
    /// A locked phone in a stranger's hand stops nothing.
    public static var authenticationPolicy: IntentAuthenticationPolicy { .requiresAuthentication }

    /// The room's key.
    @Parameter(title: "Session") public var room: String
    @Dependency private var desk: IntentDesk

    /// Stops nothing yet.
    public init() {}

    /// Stops a room's turn.
    public init(room: String) { self.room = room }

    /// Stops it.
    public func perform() async throws -> some IntentResult {
        try await desk.stop(room)
        return .result()
    }
}
