import AppIntents

/// "Open a session in Enclave."
public struct OpenSessionIntent: AppIntent {
    /// "Open session".
    public static let title: LocalizedStringResource = "Open session"
    /// What it does.
    public static var description: IntentDescription? { "Shows a session in Enclave." }
    /// The app comes to the front.
    public static let openAppWhenRun = true

    /// Which session.
    @Parameter(title: "Session") public var session: SessionEntity
    @Dependency private var desk: IntentDesk

    /// Opens no session yet.
    public init() {}

    /// Opens it.
    public func perform() async throws -> some IntentResult {
        await desk.open(session.id)
        return .result()
    }
}
