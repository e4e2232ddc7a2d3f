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
        /// This device's link only watches it. A push does not know that: whoever draws one asks here. Nil means no.
        public var watches: Bool?

        /// A session.
        public init(
            id: String, title: String?, phase: ActivityContent.Phase, needsAnswer: Bool, updatedAt: Int,
            watches: Bool? = nil
        ) {
            self.id = id
            self.title = title
            self.phase = phase
            self.needsAnswer = needsAnswer
            self.updatedAt = updatedAt
            self.watches = watches
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

    /// A Live Activity's content as it is on this device: the bridge that pushed it may have another link to the room.
    public func completed(_ content: ActivityContent, room: String) -> ActivityContent {
        var content = content
        if content.watches == nil { content.watches = sessions.first { $0.id == room }?.watches }
        return content
    }

    /// How many sessions wait for an answer.
    public var needsAnswerCount: Int { sessions.count { $0.needsAnswer } }

    /// Reads the snapshot the app wrote last; empty when there is none, or when it is of a version that this program
    /// does not know: a widget that shows nothing is better than one that shows something wrong.
    public static func read(in folder: URL?) -> WidgetSnapshot {
        guard let folder else { return WidgetSnapshot(sessions: []) }
        do {
            let data = try Data(contentsOf: folder.appendingPathComponent(fileName))
            let snapshot = try JSONDecoder().decode(WidgetSnapshot.self, from: data)
            return snapshot.version == 1 ? snapshot : WidgetSnapshot(sessions: [])
        } catch {
            return WidgetSnapshot(sessions: [])
        }
    }
}
