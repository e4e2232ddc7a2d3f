import AppIntents

/// Answers a two-way question from the lock screen (feature N3). Runs in the app's process; the device must be unlocked.
public struct AnswerAskIntent: LiveActivityIntent {
    /// "Answer".
    public static let title: LocalizedStringResource = "Answer"
    /// Only buttons of Live Activities make sense of it.
    public static let isDiscoverable = false
    /// Nobody answers for the device's owner.
    public static var authenticationPolicy: IntentAuthenticationPolicy { .requiresAuthentication }

    /// The room's key.
    @Parameter(title: "Session") public var room: String
    /// Which question.
    @Parameter(title: "Question") public var askId: String
    /// The option's label, byte for byte.
    @Parameter(title: "Answer") public var value: String
    @Dependency private var desk: IntentDesk

    /// An answer that says nothing yet.
    public init() {}

    /// An answer.
    public init(room: String, askId: String, value: String) {
        self.room = room
        self.askId = askId
        self.value = value
    }

    /// Sends it.
    public func perform() async throws -> some IntentResult {
        try await desk.answer(room, askId, value)
        return .result()
    }
}
