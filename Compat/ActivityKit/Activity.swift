/// A Live Activity.
public class Activity<Attributes>: Identifiable where Attributes: ActivityAttributes {
    /// What changes.
    public typealias ContentState = Attributes.ContentState

    private let entry: ActivityDesk.Entry

    /// Names the activity.
    public final let id: String
    /// What stays the same.
    public final let attributes: Attributes

    init?(_ entry: ActivityDesk.Entry) {
        guard let attributes = entry.attributes as? Attributes else { return nil }
        self.entry = entry
        id = entry.id
        self.attributes = attributes
    }

    /// Starts an activity.
    /// - Throws: ``ActivityAuthorizationError``.
    public static func request(
        attributes: Attributes, content: ActivityContent<Activity<Attributes>.ContentState>, pushType: PushType? = nil
    ) throws -> Activity<Attributes> {
        let entry = try ActivityDesk.shared.request(attributes, content, wantsToken: pushType == .token)
        guard let activity = Activity(entry) else { throw ActivityAuthorizationError.unsupported }
        return activity
    }

    /// The app's activities of this kind.
    public static var activities: [Activity<Attributes>] {
        ActivityDesk.shared.running.compactMap { Activity($0) }
    }

    /// Activities as they are started, by whomever, those that run first.
    public static var activityUpdates: Activity<Attributes>.ActivityUpdates {
        ActivityUpdates(stream: ActivityDesk.shared.starts())
    }

    /// Where it is in its life.
    public var activityState: ActivityState { ActivityDesk.shared.state(of: entry) }

    /// Changes of its life.
    public var activityStateUpdates: Activity<Attributes>.ActivityStateUpdates {
        ActivityStateUpdates(stream: ActivityDesk.shared.states(of: entry))
    }

    /// What it shows.
    public var content: ActivityContent<Activity<Attributes>.ContentState> {
        guard let content = ActivityDesk.shared.content(of: entry) as? ActivityContent<ContentState> else {
            preconditionFailure("an activity shows content of another kind")
        }
        return content
    }

    /// The token it is updated with from afar.
    public var pushToken: Data? { ActivityDesk.shared.token(of: entry) }

    /// Changes of that token.
    public var pushTokenUpdates: Activity<Attributes>.PushTokenUpdates {
        PushTokenUpdates(stream: ActivityDesk.shared.tokens(of: entry))
    }

    /// The token that starts activities from afar.
    public static var pushToStartToken: Data? { ActivityDesk.shared.startToken }

    /// Changes of that token.
    public static var pushToStartTokenUpdates: Activity<Attributes>.PushTokenUpdates {
        PushTokenUpdates(stream: ActivityDesk.shared.startTokens())
    }

    /// Shows something else.
    public func update(_ content: ActivityContent<Activity<Attributes>.ContentState>) async {
        ActivityDesk.shared.update(entry, content)
    }

    /// Ends it, with a last content.
    public func end(
        _ content: ActivityContent<Activity<Attributes>.ContentState>?,
        dismissalPolicy: ActivityUIDismissalPolicy = .default
    ) async {
        ActivityDesk.shared.end(entry, content, dismissalPolicy)
    }
}

extension Activity {
    /// Changes of an activity's life.
    public struct ActivityStateUpdates: AsyncSequence {
        /// A state.
        public typealias Element = ActivityState
        let stream: AsyncStream<ActivityState>

        /// One state after the other.
        public struct Iterator: AsyncIteratorProtocol {
            var base: AsyncStream<ActivityState>.Iterator
            /// The next state; nil when there will be none.
            public mutating func next() async -> ActivityState? { await base.next() }
        }

        /// From here on.
        public func makeAsyncIterator() -> Iterator { Iterator(base: stream.makeAsyncIterator()) }
    }

    /// Activities as they are started.
    public struct ActivityUpdates: AsyncSequence {
        /// An activity.
        public typealias Element = Activity<Attributes>
        let stream: AsyncStream<ActivityDesk.Entry>

        /// One activity after the other.
        public struct Iterator: AsyncIteratorProtocol {
            var base: AsyncStream<ActivityDesk.Entry>.Iterator
            /// The next activity of this kind; nil when there will be none.
            public mutating func next() async -> Activity<Attributes>? {
                while let entry = await base.next() {
                    if let activity = Activity(entry) { return activity }
                }
                return nil
            }
        }

        /// From here on.
        public func makeAsyncIterator() -> Iterator { Iterator(base: stream.makeAsyncIterator()) }
    }

    /// Changes of a token.
    public struct PushTokenUpdates: AsyncSequence {
        /// A token.
        public typealias Element = Data
        let stream: AsyncStream<Data>

        /// One token after the other.
        public struct Iterator: AsyncIteratorProtocol {
            var base: AsyncStream<Data>.Iterator
            /// The next token; nil when there will be none.
            public mutating func next() async -> Data? { await base.next() }
        }

        /// From here on.
        public func makeAsyncIterator() -> Iterator { Iterator(base: stream.makeAsyncIterator()) }
    }
}
