/// What became of telling one target about one alert.
enum DeliveryState: Int, Sendable, Hashable, CaseIterable {
    /// To be told.
    case waiting = 0
    /// Handed to the network; whether it arrived is not known (yet).
    case sending = 1
    /// Told.
    case told = 2
    /// Told, and to be taken back.
    case withdrawing = 3
    /// Told and taken back, or told to a target that cannot take back.
    case done = 4
    /// Given up.
    case failed = 5
    /// Over before it was told.
    case cancelled = 6

    /// Nothing more will happen.
    var isFinal: Bool { self == .done || self == .failed || self == .cancelled }
}

/// Something to send now.
struct Delivery: Sendable, Hashable {
    /// The alert's id.
    var alert: String
    /// Who: a device's tag or `sink:<name>`.
    var target: String
    var room: String
    /// Names the message: the `apns-id`. It stays the same however often the message is sent.
    var message: String
    /// From 1.
    var attempt: Int
    /// Take back rather than tell.
    var isWithdrawal: Bool
    var reason: String
    /// What ``BridgeStore/open(_:targets:)`` was given, opened.
    var body: [UInt8]
    /// When the alert was opened, milliseconds since 1970.
    var openedAt: Int
    /// The rooms of whose open questions the target is told, when the delivery was claimed.
    var roomsAsking: Set<String> = []
}

/// How sending a ``Delivery`` ended.
enum DeliveryResult: Sendable, Hashable {
    /// The target has it.
    case delivered
    /// Again at a time (milliseconds since 1970); `mayHaveArrived` when the connection broke after the message left.
    case retry(at: Int, mayHaveArrived: Bool)
    /// Never again, and why, in a word.
    case givenUp(String)
}

/// Something to tell, before it is in the registry.
struct AlertDraft: Sendable, Hashable {
    var room: String
    /// A keyed hash: the registry holds one open alert per room and subject.
    var subject: String
    var reason: String
    /// Tell it at most once even after it was closed: a turn ends once, a question may come back.
    var isOnceOnly: Bool
}

/// A delivery to make with an alert.
struct DeliveryDraft: Sendable, Hashable {
    var target: String
    /// Kept sealed until the delivery is over.
    var body: [UInt8]
}
