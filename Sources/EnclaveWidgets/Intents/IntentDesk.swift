import EnclaveContracts

/// What intents ask of the app. The app registers one with `AppDependencyManager` when it starts, also when it is
/// started in the background for an intent alone.
public struct IntentDesk: Sendable {
    /// Shows a room.
    public var open: @Sendable (_ room: String) async -> Void
    /// Stops a room's turn.
    public var stop: @Sendable (_ room: String) async throws -> Void
    /// Sends a prompt.
    public var prompt: @Sendable (_ room: String, _ text: String) async throws -> Void
    /// Answers a question; for another one than the room asks now nothing is sent.
    public var answer: @Sendable (_ room: String, _ askId: String, _ value: String) async throws -> Void
    /// The sessions this device knows.
    public var sessions: @Sendable () async -> WidgetSnapshot

    /// A desk.
    public init(
        open: @escaping @Sendable (_ room: String) async -> Void,
        stop: @escaping @Sendable (_ room: String) async throws -> Void,
        prompt: @escaping @Sendable (_ room: String, _ text: String) async throws -> Void,
        answer: @escaping @Sendable (_ room: String, _ askId: String, _ value: String) async throws -> Void,
        sessions: @escaping @Sendable () async -> WidgetSnapshot
    ) {
        self.open = open
        self.stop = stop
        self.prompt = prompt
        self.answer = answer
        self.sessions = sessions
    }
}
