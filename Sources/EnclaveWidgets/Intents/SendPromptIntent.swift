import AppIntents

/// "Send a prompt to a session in Enclave."
public struct SendPromptIntent: AppIntent {
    /// "Send prompt".
    public static let title: LocalizedStringResource = "Send prompt"
    /// What it does.
    public static var description: IntentDescription? { "Sends a prompt to a session's agent." }
    /// Not on a locked phone.
    public static var authenticationPolicy: IntentAuthenticationPolicy { .requiresAuthentication }

    /// Which session.
    @Parameter(title: "Session") public var session: SessionEntity
    /// What to say.
    @Parameter(title: "Prompt", requestValueDialog: "What should the agent do?") public var prompt: String
    @Dependency private var desk: IntentDesk

    /// Sends nothing yet.
    public init() {}

    /// Sends it; without a connection it waits in the outbox.
    public func perform() async throws -> some IntentResult & ProvidesDialog {
        try await desk.prompt(session.id, prompt)
        return .result(dialog: "Sent, or waiting in the outbox.")
    }
}
