import Foundation

/// What the home-screen widget shows, written by the app into the shared container: no secret, no transcript text.
public struct WidgetSnapshot: Codable, Hashable, Sendable {
    /// One session.
    public struct Session: Codable, Hashable, Sendable, Identifiable {
        /// The room's key on this device (a hash); opens the session.
        public var id: String
        /// Its name, when the privacy level allows it.
        public var title: String?
        /// What it does.
        public var phase: ActivityContent.Phase
        /// Whether it waits for an answer.
        public var needsAnswer: Bool
        /// Seconds since 1970 when this was last known.
        public var updatedAt: Int

        /// A session.
        public init(id: String, title: String?, phase: ActivityContent.Phase, needsAnswer: Bool, updatedAt: Int) {
            self.id = id
            self.title = title
            self.phase = phase
            self.needsAnswer = needsAnswer
            self.updatedAt = updatedAt
        }
    }

    /// The format's version: 1.
    public var version = 1
    /// Those that need an answer first, then the newest.
    public var sessions: [Session]

    /// A snapshot; sorts its sessions.
    public init(sessions: [Session]) {
        self.sessions = sessions.sorted {
            $0.needsAnswer != $1.needsAnswer ? $0.needsAnswer : $0.updatedAt > $1.updatedAt
        }
    }

    /// The name of the file in the app group's container.
    public static let fileName = "widget-snapshot.json"

    /// How many sessions wait for an answer.
    public var needsAnswerCount: Int { sessions.count { $0.needsAnswer } }
}
