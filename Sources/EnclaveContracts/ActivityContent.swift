import Foundation

/// What a Live Activity shows: the `content-state` that app, widget and push bridge agree on (feature N1).
///
/// Encoded as JSON it always fits ActivityKit's 4 KB, see ``fitted(maximumBytes:)``. Apple's servers can read it when
/// it is pushed, so it carries text of the session only when the person chose that (``PrivacyLevel``).
public struct ActivityContent: Codable, Hashable, Sendable {
    /// What the session does, as far as the lock screen cares.
    public enum Phase: String, Codable, Hashable, Sendable, CaseIterable {
        /// The agent works.
        case working
        /// The agent waits for an answer.
        case asking
        /// The turn is over.
        case idle
        /// The connection is away; what is shown is old.
        case away
        /// The session is over.
        case ended
    }

    /// The question that waits.
    public struct Question: Codable, Hashable, Sendable {
        /// Names the ask; an answer to another one sends nothing.
        public var askId: String
        /// The question, or nothing at the private level.
        public var text: String?
        /// The two options of an approval, first the one that goes on; empty for other questions.
        public var options: [String]

        /// A question.
        public init(askId: String, text: String?, options: [String]) {
            self.askId = askId
            self.text = text
            self.options = options
        }
    }

    /// The session's name, when the privacy level allows it.
    public var title: String?
    /// What the session does.
    public var phase: Phase
    /// "editing Relay.swift", when the privacy level allows it.
    public var action: String?
    /// Since when the phase lasts, seconds since 1970.
    public var since: Int
    /// Tokens of the context in use.
    public var tokens: Int?
    /// Share of the context in use, 0…100.
    public var contextPercent: Int?
    /// Settled and all tasks of the plan.
    public var tasksDone: Int?
    /// All tasks of the plan.
    public var tasksTotal: Int?
    /// The question that waits.
    public var question: Question?
    /// This device may only watch the session: nothing is offered that steers it. Nil where that is not known.
    public var watches: Bool?

    /// A content with the given phase and nothing else.
    public init(phase: Phase, since: Int) {
        self.phase = phase
        self.since = since
    }

    /// The largest encoded content ActivityKit takes, with room for the rest of a push payload.
    public static let maximumBytes = 3_584

    /// The same content with its texts cut, at whole characters, until its JSON is small enough.
    ///
    /// The longest text gives way first: options are kept longest, because an answer must name one of them; options
    /// that would have to be cut are left out altogether, and the question is answered in the app.
    public func fitted(maximumBytes: Int = ActivityContent.maximumBytes) -> ActivityContent {
        var content = self
        for limit in [400, 200, 100, 50, 20] {
            content.title = title.map { $0.clipped(toBytes: limit) }
            content.action = action.map { $0.clipped(toBytes: limit) }
            content.question?.text = question?.text.map { $0.clipped(toBytes: limit * 2) }
            if let options = question?.options, options.contains(where: { $0.utf8.count > 120 }) {
                content.question?.options = []
            }
            if content.encodedSize <= maximumBytes { return content }
        }
        content.question?.options = []
        return content
    }

    private var encodedSize: Int {
        // Encoding a struct of strings and numbers cannot fail; a failure would count as too large.
        (try? JSONEncoder().encode(self).count) ?? .max
    }
}

extension String {
    /// The longest beginning of whole characters that, with an ellipsis, takes at most `limit` bytes of UTF-8.
    public func clipped(toBytes limit: Int) -> String {
        guard utf8.count > limit else { return self }
        let ellipsis = "…"
        var kept = ""
        var size = ellipsis.utf8.count
        for character in self {
            size += String(character).utf8.count
            if size > limit { break }
            kept.append(character)
        }
        return kept + ellipsis
    }
}
