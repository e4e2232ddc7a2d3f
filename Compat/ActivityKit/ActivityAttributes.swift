@_exported import Foundation

/// Describes a Live Activity: what stays the same, and the type of what changes.
public protocol ActivityAttributes: Decodable, Encodable {
    /// What changes.
    associatedtype ContentState: Decodable, Encodable, Hashable
}

/// What a Live Activity shows now, and until when that holds.
public struct ActivityContent<State> where State: Decodable, State: Encodable, State: Hashable {
    /// What it shows.
    public let state: State
    /// From then on the system says that it is old.
    public let staleDate: Date?
    /// The highest of several activities stands on the island.
    public let relevanceScore: Double

    /// A content.
    public init(state: State, staleDate: Date?, relevanceScore: Double = 0.0) {
        self.state = state
        self.staleDate = staleDate
        self.relevanceScore = relevanceScore
    }
}

extension ActivityContent: Sendable where State: Sendable {}

/// Where an activity is in its life.
public enum ActivityState: Sendable, Codable, Hashable {
    /// Shown and brought up to date.
    case active
    /// Over, and still to be seen.
    case ended
    /// Gone from the screen.
    case dismissed
    /// Shown, and older than its content wanted.
    case stale
}

/// When an activity that ended leaves the lock screen.
public struct ActivityUIDismissalPolicy: Equatable, Sendable {
    /// When that is.
    @_spi(Preview) public enum Moment: Equatable, Sendable {
        /// After up to four hours.
        case whenTheSystemLikes
        /// At once.
        case now
        /// At that time, four hours at most.
        case at(Date)
    }

    /// When that is.
    @_spi(Preview) public let moment: Moment

    /// After up to four hours.
    public static let `default` = ActivityUIDismissalPolicy(moment: .whenTheSystemLikes)
    /// At once.
    public static let immediate = ActivityUIDismissalPolicy(moment: .now)
    /// At that time, four hours at most.
    public static func after(_ date: Date) -> ActivityUIDismissalPolicy { ActivityUIDismissalPolicy(moment: .at(date)) }
}

/// Whether an activity is also brought up to date by pushes.
public struct PushType: Equatable, Sendable {
    /// Through a token of its own.
    public static var token: PushType { PushType() }
}

/// Why no activity could be started.
public enum ActivityAuthorizationError: Error, Sendable, Equatable {
    /// The attributes are too large.
    case attributesTooLarge
    /// The person switched Live Activities off.
    case denied
    /// The app is not in front.
    case visibility
    /// The device shows as many as it can.
    case globalMaximumExceeded
    /// The app has as many as it may.
    case targetMaximumExceeded
    /// This device has none.
    case unsupported
}

/// What the person allowed.
public final class ActivityAuthorizationInfo: Sendable {
    /// Whether activities can be started.
    public final var areActivitiesEnabled: Bool { ActivityDesk.shared.isEnabled }
    /// What is allowed now.
    public init() {}
}
