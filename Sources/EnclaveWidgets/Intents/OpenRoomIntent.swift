import AppIntents

/// Opens a session from a Live Activity or a control.
public struct OpenRoomIntent: AppIntent {
    /// "Open session".
    public static let title: LocalizedStringResource = "Open session"
    /// ``OpenSessionIntent`` is the one for people.
    public static let isDiscoverable = false
    /// The app comes to the front.
    public static let openAppWhenRun = true

    /// The room's key; empty opens the list.
    @Parameter(title: "Session") public var room: String
    @Dependency private var desk: IntentDesk

    /// Opens the list.
    public init() { room = "" }

    /// Opens a room.
    public init(room: String) { self.room = room }

    /// Opens it.
    public func perform() async throws -> some IntentResult {
        if !room.isEmpty { await desk.open(room) }
        return .result()
    }
}
