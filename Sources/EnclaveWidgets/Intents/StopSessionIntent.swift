import AppIntents

/// "Stop a session in Enclave."
public struct StopSessionIntent: AppIntent {
    /// "Stop session".
    public static let title: LocalizedStringResource = "Stop session"
    /// What it does.
    public static var description: IntentDescription? { "Stops what a session's agent does right now." }
    /// Not on a locked phone.
    public static var authenticationPolicy: IntentAuthenticationPolicy { .requiresAuthentication }

    /// Which session.
    @Parameter(title: "Session") public var session: SessionEntity
    @Dependency private var desk: IntentDesk

    /// Stops no session yet.
    public init() {}

    /// Stops it.
    public func perform() async throws -> some IntentResult & ProvidesDialog {
        try await desk.stop(session.id)
        return .result(dialog: "Asked the agent to stop.")
    }
}
