import Foundation

/// The JSON that goes through Apple's servers, for each kind of push (feature N4). At most ``maximumBytes`` each.
///
/// Alerts show a generic text; what they really say is in ``AlertPayload/sealed``. Live Activities carry an
/// ``ActivityContent``, which Apple can read: its maker decides what is in it.
public enum PushPayload {
    /// What APNs takes for every push type used here, bytes.
    public static let maximumBytes = 4_096
    /// The name of the app's `ActivityAttributes` type, which a push that starts an activity must give.
    public static let attributesType = "EnclaveActivityAttributes"
    /// The category of a question before the notification service extension made one of its options.
    public static let askCategory = "enclave.ask"
    /// The category of everything else.
    public static let plainCategory = "enclave.plain"

    /// The fixed part of a Live Activity: the app's `EnclaveActivityAttributes` has these fields.
    public struct Attributes: Codable, Hashable, Sendable {
        /// The room's key on the device.
        public var room: String

        /// Attributes.
        public init(room: String) { self.room = room }
    }

    /// How loud an alert is.
    public enum Loudness: String, Codable, Hashable, Sendable {
        case passive, active
        case timeSensitive = "time-sensitive"
    }

    /// A visible notification.
    /// - Parameters:
    ///   - payload: room, reason and the sealed text.
    ///   - badge: rooms that wait for an answer; nil leaves the icon alone.
    ///   - loudness: a question breaks through, the rest waits its turn.
    public static func alert(_ payload: AlertPayload, badge: Int?, loudness: Loudness) throws(PushPayloadError) -> Data
    {
        let aps = Aps(
            alert: Words(title: "Enclave", body: genericText(payload.reason)),
            sound: loudness == .passive ? nil : "default", badge: badge, mutableContent: 1,
            threadId: payload.room, category: payload.reason == .ask ? askCategory : plainCategory,
            interruptionLevel: loudness, relevanceScore: payload.reason == .ask ? 1 : 0.5)
        return try encode(Body(aps: aps, enclave: payload))
    }

    /// A silent push that takes a notification back: ``AlertPayload/withdraws`` is set in it.
    /// - Parameter badge: rooms that still wait for an answer. With one the push is of type `alert`, which is the only
    ///   one that may change the icon; nil leaves the icon alone, and the push is of type `background`.
    public static func withdrawal(_ payload: AlertPayload, badge: Int?) throws(PushPayloadError) -> Data {
        var payload = payload
        payload.withdraws = true
        payload.sealed = nil
        return try encode(Body(aps: Aps(badge: badge, contentAvailable: 1), enclave: payload))
    }

    /// A change of a running Live Activity.
    /// - Parameters:
    ///   - content: what it shows from now on.
    ///   - timestamp: seconds since 1970; the system ignores one that is not later than the last.
    ///   - staleDate: seconds since 1970 from which on it is shown as old.
    ///   - isAlert: light up the screen with a generic text.
    public static func activityUpdate(
        _ content: ActivityContent, timestamp: Int, staleDate: Int, isAlert: Bool
    ) throws(PushPayloadError) -> Data {
        let aps = Aps(
            alert: isAlert ? Words(title: "Enclave", body: genericText(.ask)) : nil,
            relevanceScore: content.phase == .asking ? 100 : 50, timestamp: timestamp, event: "update",
            contentState: content.fitted(), staleDate: staleDate)
        return try encode(Body(aps: aps, enclave: nil))
    }

    /// The end of a running Live Activity.
    /// - Parameter dismissalDate: seconds since 1970 until which the last state stays on the lock screen.
    public static func activityEnd(
        _ content: ActivityContent, timestamp: Int, dismissalDate: Int
    ) throws(PushPayloadError) -> Data {
        let aps = Aps(
            timestamp: timestamp, event: "end", contentState: content.fitted(), dismissalDate: dismissalDate)
        return try encode(Body(aps: aps, enclave: nil))
    }

    /// Starts a Live Activity on a device whose app does not run.
    public static func activityStart(
        _ content: ActivityContent, room: String, timestamp: Int, staleDate: Int
    ) throws(PushPayloadError) -> Data {
        let text = content.phase == .asking ? genericText(.ask) : "A session is at work."
        let aps = Aps(
            alert: Words(title: "Enclave", body: text), timestamp: timestamp, event: "start",
            contentState: content.fitted(), staleDate: staleDate, attributesType: attributesType,
            attributes: Attributes(room: room))
        return try encode(Body(aps: aps, enclave: nil))
    }

    /// What stands on the lock screen when the sealed text cannot be opened.
    public static func genericText(_ reason: AlertPayload.Reason) -> String {
        switch reason {
        case .ask: "A session needs your answer."
        case .turnEnded: "A turn is over."
        case .sessionEnded: "A session has ended."
        }
    }

    // MARK: The shapes

    private struct Words: Encodable {
        var title: String
        var body: String
    }

    private struct Aps: Encodable {
        var alert: Words?
        var sound: String?
        var badge: Int?
        var contentAvailable: Int?
        var mutableContent: Int?
        var threadId: String?
        var category: String?
        var interruptionLevel: Loudness?
        var relevanceScore: Double?
        var timestamp: Int?
        var event: String?
        var contentState: ActivityContent?
        var staleDate: Int?
        var dismissalDate: Int?
        var attributesType: String?
        var attributes: Attributes?

        enum CodingKeys: String, CodingKey {
            case alert, sound, badge, category, timestamp, event, attributes
            case contentAvailable = "content-available"
            case mutableContent = "mutable-content"
            case threadId = "thread-id"
            case interruptionLevel = "interruption-level"
            case relevanceScore = "relevance-score"
            case contentState = "content-state"
            case staleDate = "stale-date"
            case dismissalDate = "dismissal-date"
            case attributesType = "attributes-type"
        }
    }

    private struct Body: Encodable {
        var aps: Aps
        var enclave: AlertPayload?
    }

    private static func encode(_ body: Body) throws(PushPayloadError) -> Data {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        let data: Data
        do {
            data = try encoder.encode(body)
        } catch {
            throw .unencodable
        }
        guard data.count <= maximumBytes else { throw .tooLarge(data.count) }
        return data
    }
}

/// Why a push could not be made.
public enum PushPayloadError: Error, Sendable, Hashable {
    /// Longer than APNs takes, bytes.
    case tooLarge(Int)
    /// A value that JSON cannot hold.
    case unencodable
}

extension PushPayloadError: CustomStringConvertible {
    /// What happened, in a sentence.
    public var description: String {
        switch self {
        case .tooLarge(let size): "The push has \(size) bytes; Apple takes \(PushPayload.maximumBytes)."
        case .unencodable: "The push holds a value that cannot be written as JSON."
        }
    }
}
